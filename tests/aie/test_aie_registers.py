"""Register files: what is written through one name is seen through the others."""

from __future__ import annotations

import numpy as np
import pytest

from lanewise import aie
from lanewise.aie.registerfile import layout
from lanewise.errors import LanewiseError


def test_accumulators_of_the_first_generation(aie1: aie.Core) -> None:
    r = aie.registers()
    r["bm1"] = aie.accum(list(range(16)))
    assert r.accum("aml1", "acc48").values().tolist() == list(range(8))
    assert r.accum("amh1", "acc48").values().tolist() == list(range(8, 16))
    r["amh1"] = aie.accum([-1] * 8)
    assert r.accum("bm1", "acc48").values().tolist() == [*range(8), *[-1] * 8]
    assert r.accum("bm0", "acc48").values().tolist() == [0] * 16
    assert len(r.read("aml1")) == 48  # eight lanes of six bytes, without the padding of memory
    assert r.read("aml1")[6:12] == bytes([1, 0, 0, 0, 0, 0])


def test_one_register_holds_lanes_of_every_kind(aie1: aie.Core) -> None:
    r = aie1.registers
    r["aml0"] = aie.accum([[i, -i] for i in range(4)], "cacc48")
    assert r.accum("aml0", "acc48").values().tolist() == [0, 0, 1, -1, 2, -2, 3, -3]
    r["amh2"] = aie.accum([2**79 - 1, -(2**79), 5, -6], "acc80")
    assert r.accum("amh2", "acc80").values().tolist() == [2**79 - 1, -(2**79), 5, -6]
    assert r.accum("amh2", "cacc80").values().tolist() == [[2**79 - 1, -(2**79)], [5, -6]]


def test_vectors_of_the_first_generation(aie1: aie.Core) -> None:
    r = aie1.registers
    r["ya"] = aie.vector(np.arange(64, dtype=np.int16))
    assert r.vector("xa", "int16").data.tolist() == list(range(32))
    assert r.vector("xb", "int16").data.tolist() == list(range(32, 64))
    assert r.vector("wr3", "int16").data.tolist() == list(range(48, 64))
    assert r.vector("vrh3", "int16").data.tolist() == list(range(56, 64))
    assert r.vector("yd", "int16").data.tolist() == [*[0] * 32, *range(32, 64)]  # they share their upper half
    r["vrl0"] = aie.vector([-1] * 4, "int32")
    assert r.vector("ya", "int16").data.tolist()[:9] == [-1] * 8 + [8]
    r["wd1"] = aie.vector([[1, 2]] * 8, "cint16")
    assert r.vector("xd", "cint16").data.tolist() == [[0, 0]] * 8 + [[1, 2]] * 8
    r["wc0"] = aie.accum([1.5] * 8, "accfloat")  # float accumulators live in vector registers
    assert r.vector("wc0", "float").data.tolist() == [1.5] * 8


@pytest.mark.parametrize("chip", ["aie-ml", "aie-mlv2"])
def test_later_register_files(chip: str) -> None:
    with aie.core(chip) as core:
        r = core.registers
        r["y3"] = aie.vector(np.arange(32, dtype=np.int32))
        assert r.vector("x6", "int32").data.tolist() == list(range(16))
        assert r.vector("wh7", "int32").data.tolist() == list(range(24, 32))
        wide, low, quarter = ("cm2", "bml2", "amhl2") if chip == "aie-ml" else ("dm2", "cml2", "bmhl2")
        count = 32 if chip == "aie-ml" else 64
        r[wide] = aie.accum(list(range(count)), "acc32")
        assert r.accum(low, "acc32").values().tolist() == list(range(count // 2))
        assert r.accum(quarter, "acc32").values().tolist() == list(range(count // 2, 3 * count // 4))
        r["x0"] = aie.vector([1, -8] * 64, "int4")
        assert r.vector("wl0", "int4").data.tolist() == [1, -8] * 32
        assert ("y0" in layout(chip)) == (chip == "aie-mlv2")


def test_register_sizes() -> None:
    for chip, vectors, accumulators in (
        ("aie", 16 * 128, 8 * 384),
        ("aie-ml", 24 * 256, 9 * 1024),
        ("aie-mlv2", 24 * 256, 8 * 2048),
    ):
        whole = {"vector": 0, "accumulator": 0, "mask": 0}
        for name, r in layout(chip).items():
            if r.parts == (name,):
                whole[r.kind] += r.bits
            assert r.bits == sum(layout(chip)[p].bits for p in r.parts)
        assert (whole["vector"], whole["accumulator"]) == (vectors, accumulators)


def test_registers_refuse(aie1: aie.Core) -> None:
    r = aie1.registers
    for call in (
        lambda: r.read("x9"),
        lambda: r.write("wr0", bytes(31)),
        lambda: r.__setitem__("aml0", aie.zeros("int32", 12)),
        lambda: r.__setitem__("wr0", aie.accum([1] * 4, "acc48")),
        lambda: r.__setitem__("bm0", aie.accum([1] * 8, "acc48")),
    ):
        with pytest.raises(LanewiseError):
            call()
