"""Accumulators: widths, wrapping beyond the guard bits, the way out in one or two steps, bytes and printing."""

from __future__ import annotations

import numpy as np
import pytest
from fixed_oracle import srs as slow_srs

from lanewise import aie
from lanewise.errors import LanewiseError
from lanewise.isa.aie.types import LANE_TYPES as T
from lanewise.isa.aie.types import TAGS, product_tag


def test_lane_widths_by_family() -> None:
    widths = {
        "acc32": (48, 32), "acc40": (48, 64), "acc48": (48, 64), "acc56": (80, 64), "acc64": (80, 64),
        "acc80": (80, None), "cacc32": (48, 64), "cacc48": (48, 64), "cacc64": (80, 64), "accfloat": (32, 32),
    }  # fmt: skip
    for name, (first, later) in widths.items():
        with aie.core("aie"):
            assert aie.zeros(name, 4).bits == first
        with aie.core("aie-ml"):
            if later is None:
                with pytest.raises(LanewiseError, match="AIE-003"):
                    aie.zeros(name, 4)
            else:
                assert aie.zeros(name, 4).bits == later


def test_default_accumulators_of_products() -> None:
    def names(family: str, *pairs: str) -> list[str]:
        return [str(product_tag(T[a], T[b], family)) for a, b in (p.split("*") for p in pairs)]

    assert names("aie", "int8*int8", "int16*int32", "int32*int32", "cint16*cint16", "cint32*int16") == [
        "acc48", "acc48", "acc80", "cacc48", "cacc48"
    ]  # fmt: skip
    assert names("aie", "cint32*int32", "cint32*cint32", "float*float") == ["cacc80", "cacc80", "accfloat"]
    assert names("aie-ml", "int8*int8", "int16*int16", "int32*int16", "cint16*int16", "bfloat16*bfloat16") == [
        "acc32", "acc32", "acc64", "cacc64", "accfloat"
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("chip", "tag", "bits"),
    [
        ("aie", "acc48", 48),
        ("aie", "acc32", 48),
        ("aie", "acc80", 80),
        ("aie-ml", "acc32", 32),
        ("aie-ml", "acc64", 64),
    ],
)
def test_sums_wrap_beyond_the_guard_bits(chip: str, tag: str, bits: int, path: str) -> None:
    top = 2 ** (bits - 1) - 1
    with aie.core(chip) as core:
        one, two = (aie.vector([n] * 4, "int16") for n in (1, 2))
        acc = aie.accum([top, top - 1, -top - 1, 0], tag)
        up = aie.mac(acc, one, one)
        assert up.values().tolist() == [-top - 1, top, -top, 1]
        assert core.status == {"accumulator_overflow"}
        core.status.clear()
        down = aie.msc(up, one, one)
        assert down.values().tolist() == acc.values().tolist()
        assert core.status == {"accumulator_overflow"}  # lane 0 came back over the edge
        core.status.clear()
        inside = aie.mac(aie.accum([top - 2] * 4, tag), one, two)
        assert (inside.values().tolist(), core.status) == ([top] * 4, set())


def test_guard_bits_hold_2_to_the_16_products(aie1: aie.Core) -> None:
    lowest = aie.vector([-(2**15)] * 8, "int16")
    acc = aie.accum([(2**16 - 2) * 2**30] * 8)  # so many largest products before
    acc = aie.mac(aie.mac(acc, lowest, lowest), lowest, lowest)
    assert acc.values().tolist() == [2**46] * 8
    assert not aie1.status


def test_memory_of_acc48(aie1: aie.Core) -> None:
    acc = aie.accum([0, 1, -1, 2**47 - 1, -(2**47), 0x123456789ABC, -768, 7])
    raw = acc.tobytes()
    assert len(raw) == 64  # a lane every eight bytes
    assert [raw[8 * i : 8 * i + 6].hex() for i in (1, 2, 5, 6)] == [
        "010000000000",
        "ffffffffffff",
        "bc9a78563412",
        "00fdffffffff",
    ]
    assert raw[22:24] == b"\xff\xff"
    pairs = aie.accum([[1, -2], [3, -4]], "cacc48")
    assert np.frombuffer(pairs.tobytes(), np.int64).tolist() == [1, -2, 3, -4]
    assert len(aie.accum([1, 2], "acc80").tobytes()) == 32


def test_print_as_the_guide_does(aie1: aie.Core, capsys: pytest.CaptureFixture[str]) -> None:
    """The guide's loop over the bytes of eight lanes, and our print beside it."""
    acc = aie.accum(list(range(8)))
    raw = acc.tobytes()
    lines = [f"acc value[{i}]=0x" + "".join(f"{raw[8 * i + j]:02x}" for j in range(5, -1, -1)) for i in range(8)]
    assert lines == [f"acc value[{i}]=0x00000000000{i}" for i in range(8)]
    aie.print(acc, True, "acc: ")
    assert capsys.readouterr().out == "acc: " + "".join(f"0x00000000000{i} " for i in range(8)) + "\n"


def test_print_formats(aie1: aie.Core) -> None:
    assert aie.text(aie.accum([-1, 16], "acc48")) == "0xffffffffffff 0x000000000010 "
    assert aie.text(aie.accum([-1], "acc32")) == "0xffffffff "
    assert aie.text(aie.accum([2**70], "acc80")) == "0x00400000000000000000 "
    assert aie.text(aie.accum([[1, -1]], "cacc48")) == "(0x000000000001, 0xffffffffffff) "
    assert aie.text(aie.vector([1, -2], "int16")) == "1 -2 "
    assert aie.text(aie.vector([[1, -2]], "cint16")) == "(1 -2) "
    assert aie.text(aie.vector([1.5], "float")) == "1.500000 "


def test_to_vector_through_a_wider_one(aie1: aie.Core) -> None:
    """80 bits to 16 go through 32: fitted twice, rounded once."""
    values = [2**40 + 5, -(2**40) - 5, 70000, -70000, 32767, 3]
    acc = aie.accum(values, "acc80")
    for saturation in ("none", "saturate", "symmetric"):
        for rounding in ("floor", "symmetric_inf"):
            aie1.saturation, aie1.rounding = saturation, rounding
            for name, bits, signed in (("int16", 16, True), ("int8", 8, True), ("uint8", 8, False)):
                for shift in (0, 1, 9):
                    middle = [slow_srs(v, shift, rounding, saturation, 32) for v in values]
                    want = [slow_srs(m, 0, rounding, saturation, bits, signed) for m in middle]
                    assert acc.to_vector(name, shift).data.tolist() == want


def test_to_vector_on_aie_ml(ml: aie.Core) -> None:
    acc = aie.accum([1000, -1000, 5, -5], "acc32")
    assert acc.to_vector("int32", 3).data.tolist() == [1000, -1000, 5, -5]  # the same register: no shift
    assert acc.to_vector("int16", 3).data.tolist() == [125, -125, 0, -1]
    wide = aie.accum([100000, -100000, 300, 40000], "acc64")
    ml.saturation = "saturate"
    assert wide.to_vector("int8", 0).data.tolist() == [127, -128, 127, 127]
    assert wide.to_vector("uint8", 0).data.tolist() == [255, 0, 255, 255]
    assert wide.to_vector("int32", 2).data.tolist() == [25000, -25000, 75, 10000]


def test_accumulators_add_and_split(core: aie.Core) -> None:
    a, b = aie.accum([1, 2, 3, 4], "acc64"), aie.accum([10, 20, 30, 40], "acc64")
    assert aie.add(a, b).values().tolist() == [11, 22, 33, 44]
    assert aie.sub(a, b).values().tolist() == [-9, -18, -27, -36]
    assert aie.add(a, aie.vector([1, 1, 1, -1], "int16")).values().tolist() == [2, 3, 4, 3]
    assert a.extract(2, 1).values().tolist() == [3, 4]
    assert a.copy().insert(0, b.extract(2, 1)).values().tolist() == [30, 40, 3, 4]
    with pytest.raises(LanewiseError, match="AIE-004"):
        a.extract(2, 2)


def test_accumulators_refuse(aie1: aie.Core) -> None:
    for call in (
        lambda: aie.accum([2**47]),
        lambda: aie.accum([1], "acc48").to_vector("cint16"),
        lambda: aie.accum([1], "acc48").to_vector("float"),
        lambda: aie.accum([1], "acc48").to_vector("bfloat16"),
        lambda: aie.accum([1], "acc48").to_vector("int16", 63),
        lambda: aie.ups(aie.vector([1], "int16"), -1),
        lambda: aie.ups(aie.vector([1.0], "float"), 0, "acc48"),
        lambda: aie.accum([1], "acc49"),
    ):
        with pytest.raises(LanewiseError):
            call()


def test_every_tag_has_lanes_somewhere() -> None:
    assert {t.lane_bits("aie") for t in TAGS.values()} == {32, 48, 80}
    assert {t.lane_bits("aie-ml") for t in TAGS.values()} == {32, 64}
