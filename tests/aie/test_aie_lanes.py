"""Vectors, lane-wise operations, comparisons, shuffles and reductions."""

from __future__ import annotations

import numpy as np
import pytest

from lanewise import aie
from lanewise.errors import LanewiseError
from lanewise.isa.aie.types import LANE_TYPES, SUPPORTED


def test_vector_types_from_arrays(ml: aie.Core) -> None:
    for name in SUPPORTED["aie-ml"] - {"int4", "uint4"}:
        kind = LANE_TYPES[name]
        data = np.zeros((8, 2) if kind.is_complex else 8, kind.dtype)
        assert aie.vector(data).type.name == name
    assert aie.vector(np.ones(4, np.complex64)).type.name == "cfloat"
    assert aie.vector([1, -8], "int4").type.name == "int4"
    assert aie.vector([1, 2], "float32").type.name == "float"


def test_vector_refuses(aie1: aie.Core) -> None:
    for call in (
        lambda: aie.vector([40000], "int16"),
        lambda: aie.vector([1.5], "int16"),
        lambda: aie.vector(np.zeros(4)),
        lambda: aie.vector(np.zeros((2, 3), np.int16)),
        lambda: aie.vector([1], "bfloat16"),
        lambda: aie.vector([1], "int17"),
        lambda: aie.vector(np.zeros((4, 2), np.int8)),
        lambda: aie.zeros("int16", 4).get(4),
        lambda: aie.zeros("int16", 4).extract(2, 2),
        lambda: aie.zeros("int16", 4).insert(0, aie.zeros("int32", 2)),
        lambda: aie.concat(aie.zeros("int16", 4), aie.zeros("int32", 4)),
        lambda: aie.zeros("int16", 8).grow(4),
        lambda: aie.add(aie.zeros("int16", 4), aie.zeros("int16", 8)),
    ):
        with pytest.raises(LanewiseError):
            call()


def test_vector_parts() -> None:
    v = aie.vector(np.arange(8, dtype=np.int16))
    assert v.extract(4, 1).data.tolist() == [4, 5, 6, 7]
    assert [p.data.tolist() for p in v.split(2)] == [[0, 1], [2, 3], [4, 5], [6, 7]]
    assert v.copy().insert(1, aie.vector([-1, -2], "int16")).data.tolist() == [0, 1, -1, -2, 4, 5, 6, 7]
    assert v.copy().push(9).data.tolist() == [9, 0, 1, 2, 3, 4, 5, 6]
    assert v.copy().set(7, 0).get(0) == 7
    assert v.extract(4, 0).grow(8, 1).data.tolist() == [0, 0, 0, 0, 0, 1, 2, 3]
    assert v.extract(2, 1).grow_replicate(6).data.tolist() == [2, 3, 2, 3, 2, 3]
    assert aie.concat(v.extract(2, 3), v.extract(2, 0)).data.tolist() == [6, 7, 0, 1]
    assert aie.broadcast([1, -1], "cint16", 2).data.tolist() == [[1, -1], [1, -1]]
    assert (len(v), list(v)[3], v[2], np.asarray(v).dtype) == (8, 3, 2, np.int16)
    memory = np.zeros(8, np.int16)
    aie.store_v(memory, aie.load_v(np.arange(8, dtype=np.int16), 4, 2), 1)
    assert memory.tolist() == [0, 2, 3, 4, 5, 0, 0, 0]


def test_vector_casts() -> None:
    v = aie.vector(np.array([0x0201, -1, 0x7F80, -0x8000], np.int16))
    assert v.cast_to("int8").data.tolist() == [1, 2, -1, -1, -128, 127, 0, -128]
    assert v.cast_to("int32").data.tolist() == [-0x10000 + 0x201, -0x80000000 + 0x7F80]
    assert v.cast_to("cint16").data.tolist() == [[0x0201, -1], [0x7F80, -0x8000]]
    assert aie.vector_cast("int16", v.cast_to("cint16")).data.tolist() == v.data.tolist()
    assert v.pack().data.tolist() == [1, -1, -128, 0]
    assert v.pack().unpack().data.tolist() == [1, -1, -128, 0]
    assert aie.vector([0x1F, -1, 8], "int8").pack().data.tolist() == [-1, -1, -8]
    assert aie.vector([0x1F, 255, 8], "uint8").pack().data.tolist() == [15, 15, 8]
    assert aie.pack(np.array([300, -200]), "int8").tolist() == [44, 56]


def test_vectors_and_accumulators_are_read_as_each_other() -> None:
    numbers = np.array([1.0, -2.5, 3e38, 0.0], np.float32)
    with aie.core("aie-ml"):
        acc = aie.vector_cast("acc32", aie.vector(numbers))
        assert acc.values().tolist() == numbers.view(np.int32).tolist()
        assert aie.vector_cast("float", acc).data.tolist() == numbers.tolist()
        assert aie.vector_cast("int16", acc).data.tolist() == numbers.view(np.int16).tolist()
        assert aie.vector_cast("accfloat", acc).values().tolist() == numbers.tolist()
        assert aie.vector_cast("acc64", acc).values().tolist() == numbers.view(np.int64).tolist()
        assert aie.vector_cast("cacc64", aie.vector(np.arange(16, dtype=np.int32))).values().shape == (4, 2)
    with aie.core("aie"):
        assert aie.vector_cast("accfloat", aie.vector(numbers.view(np.int32))).values().tolist() == numbers.tolist()
        with pytest.raises(LanewiseError, match="AIE-004 vector_cast: acc48 lanes of 48 bits"):
            aie.vector_cast("int32", aie.zeros("acc48", 8))
        with pytest.raises(LanewiseError, match="AIE-004 vector_cast: acc48 lanes of 48 bits"):
            aie.vector_cast("acc48", aie.vector(numbers))


def test_pack_saturates_where_the_chip_does() -> None:
    for chip, want in (("aie", [44, -1]), ("aie-ml", [127, -1])):
        with aie.core(chip, saturation="saturate"):
            assert aie.vector([300, -1], "int16").pack().data.tolist() == want


def test_pre_adder_wraps_whatever_the_modes(core: aie.Core) -> None:
    aie.set_sat()
    aie.set_rounding("ceil")
    a, b = aie.vector([30000, -30000, -32768, 5], "int16"), aie.vector([10000, -10000, 1, -7], "int16")
    assert aie.add(a, b).data.tolist() == [-25536, 25536, -32767, -2]
    assert aie.sub(a, b).data.tolist() == [20000, -20000, 32767, 12]
    assert aie.add(a, 1).data.tolist() == [30001, -29999, -32767, 6]
    assert aie.neg(a).data.tolist() == [-30000, 30000, -32768, -5]
    assert aie.abs(a).data.tolist() == [30000, 30000, -32768, 5]
    assert aie.maxdiff(a, b).data.tolist() == [20000, 0, 0, 12]
    assert aie.saturating_add(a, b).data.tolist() == [32767, -32768, -32767, -2]
    assert aie.saturating_sub(a, aie.neg(b)).data.tolist() == [32767, -32768, -32767, -2]
    assert core.status == {"srs_saturated"}
    aie.clr_sat()
    assert aie.saturating_add(a, b).data.tolist() == aie.add(a, b).data.tolist()


def test_complex_lanes(core: aie.Core) -> None:
    v = aie.vector([[1, 2], [-3, -32768]], "cint16")
    assert aie.conj(v).data.tolist() == [[1, -2], [-3, -32768]]
    assert aie.real(v).data.tolist() == [1, -3]
    assert aie.imag(v).data.tolist() == [2, -32768]
    assert aie.eq(v, aie.vector([[1, 2], [-3, 0]], "cint16")).to_int() == 0b01
    assert aie.neq(v, aie.vector([[1, 2], [-3, 0]], "cint16")).to_int() == 0b10
    with pytest.raises(LanewiseError, match="no order"):
        aie.lt(v, v)


def test_comparisons_masks_and_select() -> None:
    a, b = aie.vector([1, 5, -3, 4], "int16"), aie.vector([2, 5, -4, 4], "int16")
    got = {f.__name__: f(a, b).to_int() for f in (aie.lt, aie.le, aie.gt, aie.ge, aie.eq, aie.neq)}
    assert got == {"lt": 1, "le": 11, "gt": 4, "ge": 14, "eq": 10, "neq": 5}
    assert aie.select(a, b, aie.mask(0b0101, 4)).data.tolist() == [2, 5, -4, 4]
    assert aie.select(a, 9, aie.mask([True, False, False, True])).data.tolist() == [9, 5, -3, 9]
    assert aie.max(a, b).data.tolist() == [2, 5, -3, 4]
    assert aie.min(a, b).data.tolist() == [1, 5, -4, 4]
    assert aie.clamp(a, -1, 3).data.tolist() == [1, 3, -1, 3]
    assert aie.equal(a, a.copy())
    assert aie.not_equal(a, b)


def test_masks() -> None:
    m, n = aie.mask(0b00110, 5), aie.mask(0b01010, 5)
    assert ((m & n).to_int(), (m | n).to_int(), (m ^ n).to_int(), (~m).to_int()) == (2, 14, 12, 0b11001)
    assert (m.count(), m.clz(), m.ctz(), m.empty(), m.full(), m.test(1), m[0]) == (2, 2, 1, False, False, True, False)
    assert (aie.mask(0, 5).clz(), aie.mask(0, 5).empty(), aie.mask(31, 5).full()) == (5, True, True)
    with pytest.raises(LanewiseError):
        m & aie.mask(1, 4)
    with pytest.raises(LanewiseError):
        aie.mask(7)


def test_bits_and_shifts() -> None:
    a, b = aie.vector([0b1100, -1, 1, -32768], "int16"), aie.vector([0b1010, 5, -2, 1], "int16")
    assert aie.bit_and(a, b).data.tolist() == [8, 5, 0, 0]
    assert aie.bit_or(a, b).data.tolist() == [14, -1, -1, -32767]
    assert aie.bit_xor(a, b).data.tolist() == [6, -6, -1, -32767]
    assert aie.bit_not(a).data.tolist() == [-13, 0, -2, 32767]
    assert aie.upshift(a, 12).data.tolist() == [-16384, -4096, 4096, 0]
    assert aie.downshift(a, 2).data.tolist() == [3, -1, 0, -8192]
    assert aie.logical_downshift(a, 2).data.tolist() == [3, 0x3FFF, 0, 0x2000]


def test_shuffles() -> None:
    v, w = aie.vector(np.arange(8, dtype=np.int16)), aie.vector(np.arange(80, 88, dtype=np.int16))

    def lanes(x: aie.Vector) -> list[int]:
        return x.data.tolist()

    assert lanes(aie.shuffle_down(v, 3)) == [3, 4, 5, 6, 7, 0, 0, 0]
    assert lanes(aie.shuffle_up(v, 3)) == [0, 0, 0, 0, 1, 2, 3, 4]
    assert lanes(aie.shuffle_down_fill(v, w, 3)) == [3, 4, 5, 6, 7, 80, 81, 82]
    assert lanes(aie.shuffle_up_fill(v, w, 3)) == [85, 86, 87, 0, 1, 2, 3, 4]
    assert lanes(aie.shuffle_down_rotate(v, 3)) == [3, 4, 5, 6, 7, 0, 1, 2]
    assert lanes(aie.shuffle_up_rotate(v, 3)) == [5, 6, 7, 0, 1, 2, 3, 4]
    assert lanes(aie.shuffle_down_replicate(v, 3)) == [3, 4, 5, 6, 7, 7, 7, 7]
    assert lanes(aie.shuffle_up_replicate(v, 3)) == [0, 0, 0, 0, 1, 2, 3, 4]
    assert [lanes(x) for x in aie.interleave_zip(v, w, 1)] == [
        [0, 80, 1, 81, 2, 82, 3, 83],
        [4, 84, 5, 85, 6, 86, 7, 87],
    ]
    assert [lanes(x) for x in aie.interleave_zip(v, w, 2)] == [
        [0, 1, 80, 81, 2, 3, 82, 83],
        [4, 5, 84, 85, 6, 7, 86, 87],
    ]
    for step in (1, 2, 4, 8):
        back = aie.interleave_unzip(*aie.interleave_zip(v, w, step), step)
        assert [lanes(x) for x in back] == [lanes(v), lanes(w)]
    assert lanes(aie.filter_even(v, 2)) == [0, 1, 4, 5]
    assert lanes(aie.filter_odd(v)) == [1, 3, 5, 7]
    assert lanes(aie.transpose(v, 2, 4)) == [0, 4, 1, 5, 2, 6, 3, 7]
    assert lanes(aie.reverse(v)) == [7, 6, 5, 4, 3, 2, 1, 0]
    for call in (
        lambda: aie.shuffle_up(v, 9),
        lambda: aie.filter_even(v, 3),
        lambda: aie.transpose(v, 3, 3),
        lambda: aie.shuffle_up_fill(v, w.extract(4, 0), 2),
    ):
        with pytest.raises(LanewiseError, match="AIE-004"):
            call()


def test_reductions(core: aie.Core) -> None:
    v = aie.vector([30000, 10000, -3, 7, 1, 2, 3, 4], "int16")
    assert aie.reduce_add(v) == 40014 - 65536
    assert (aie.reduce_max(v), aie.reduce_min(v)) == (30000, -3)
    assert aie.reduce_mul(v) == (30000 * 10000 * -3 * 7 * 24 + 2**15) % 2**16 - 2**15
    assert aie.reduce_add_v(v, aie.vector([1] * 8, "int16")).data.tolist()[:3] == [-25522, 8, 0]
    with pytest.raises(LanewiseError, match="halve"):
        aie.reduce_add(aie.zeros("int16", 6))


def test_float_reduction_folds_halves(core: aie.Core) -> None:
    data = np.array([1e8, 1, -1e8, 1, 3, 1e-3, 7, 5], np.float32)
    want = data
    while len(want) > 1:
        want = want[: len(want) // 2] + want[len(want) // 2 :]
    assert aie.reduce_add(aie.vector(data)) == float(want[0])
