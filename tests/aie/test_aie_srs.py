"""Shift-round-saturate: the definition against fractions, the engine against quotients, every tie of every result."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from fixed_oracle import Array, fitted_all, rounded, rounded_all
from fixed_oracle import srs as slow_srs

from lanewise import aie
from lanewise.aie.units import unit
from lanewise.errors import LanewiseError
from lanewise.isa.aie import lanes
from lanewise.isa.aie.types import LANE_TYPES
from lanewise.machine.settings import settings
from lanewise.numerics import accumulator
from lanewise.numerics.accumulator import ROUNDINGS, SATURATIONS

# The table of the specification: acc, then shift 2 under each mode.
COLUMNS = """floor ceil symmetric_floor symmetric_ceil negative_inf positive_inf symmetric_zero symmetric_inf
    conv_even conv_odd"""
TABLE = """
-14 -4 -3 -3 -4 -4 -3 -3 -4 -4 -3
-11 -3 -2 -2 -3 -3 -3 -3 -3 -3 -3
-10 -3 -2 -2 -3 -3 -2 -2 -3 -2 -3
-6  -2 -1 -1 -2 -2 -1 -1 -2 -2 -1
-2  -1  0  0 -1 -1  0  0 -1  0 -1
-1  -1  0  0 -1  0  0  0  0  0  0
1    0  1  0  1  0  0  0  0  0  0
2    0  1  0  1  0  1  0  1  0  1
6    1  2  1  2  1  2  1  2  2  1
10   2  3  2  3  2  3  2  3  2  3
11   2  3  2  3  3  3  3  3  3  3
14   3  4  3  4  3  4  3  4  4  3
"""


def test_srs_table_of_the_specification(path: str) -> None:
    rows = [[int(w) for w in line.split()] for line in TABLE.split("\n") if line]
    values = np.array([row[0] for row in rows])
    for column, mode in enumerate(COLUMNS.split(), 1):
        want = [row[column] for row in rows]
        assert aie.srs(values, 2, "int16", mode).tolist() == want, mode
        assert [accumulator.shift_round(v, 2, mode) for v in values.tolist()] == want


def test_srs_saturation_of_the_specification(path: str) -> None:
    values = np.array([200, -200, -128])
    assert aie.srs(values, 0, "int8").tolist() == [-56, 56, -128]
    assert aie.srs(values, 0, "int8", saturation="saturate").tolist() == [127, -128, -128]
    assert aie.srs(values, 0, "int8", saturation="symmetric").tolist() == [127, -127, -127]
    assert aie.srs(values, 0, "uint8").tolist() == [200, 56, 128]
    for mode in ("saturate", "symmetric"):
        assert aie.srs(values, 0, "uint8", saturation=mode).tolist() == [200, 0, 0]


@pytest.mark.parametrize("rounding", ROUNDINGS)
@pytest.mark.parametrize("saturation", SATURATIONS)
def test_definition_against_fractions(rounding: str, saturation: str) -> None:
    edges = [0, 1, 2, 3, 2**15, 2**31, 2**47, 2**79]
    values = sorted({sign * e + d for e in edges for sign in (1, -1) for d in (-2, -1, 0, 1, 2)})
    for shift in (-4, -1, 0, 1, 2, 3, 15, 16, 31, 47, 62, 63):
        half = 2 ** (shift - 1) if shift > 0 else 0
        for a in [*values, *(v * 2 * half + half + d for v in (-3, -2, -1, 0, 1, 2) for d in (-1, 0, 1))]:
            for bits, signed in ((4, True), (8, True), (8, False), (16, True), (32, True), (32, False), (64, True)):
                got = accumulator.srs(a, shift, rounding, saturation, bits, signed)
                assert got == slow_srs(a, shift, rounding, saturation, bits, signed)


def _around_ties(results: Array, shift: int) -> Array:
    """Accumulator values at, just below and just above every result and every tie beside it."""
    half = (1 << shift) >> 1
    offsets = sorted({0, 1, -1, half, half - 1, half + 1, -half, -half - 1, 1 - half})
    return ((results << shift)[:, None] + np.array(offsets)).reshape(-1)


def _check(values: Array, shift: int, kinds: list[str]) -> None:
    for rounding in ROUNDINGS:
        exact = rounded_all(values, shift, rounding)
        for name in kinds:
            to = LANE_TYPES[name]
            for saturation in SATURATIONS:
                got, clamped = unit(settings().engine).srs(values, shift, rounding, saturation, to)
                want = fitted_all(exact, to.bits, to.kind == "i", saturation)
                assert np.array_equal(got, want), (rounding, saturation, shift, name)
                assert clamped == (saturation != "none" and not np.array_equal(want, exact))


@pytest.mark.parametrize("shift", range(32))
def test_srs_every_mode_around_some_ties(shift: int) -> None:
    edges = [
        np.arange(e - 20, e + 21) for e in (-40000, -32768, -256, -128, 0, 127, 128, 255, 256, 32767, 65535, 70000)
    ]
    results = np.concatenate([*edges, np.arange(-33000, 33000, 257)])
    values = _around_ties(results, shift)
    _check(values, shift, ["int16", "int8", "uint8", "uint16", "int32", "uint32"])
    small = values[np.abs(values) < 2**31].astype(np.int32)  # the narrow accumulators of AIE-ML
    for rounding in ROUNDINGS:
        for saturation in SATURATIONS:
            got, _ = unit(settings().engine).srs(small, shift, rounding, saturation, LANE_TYPES["int16"])
            exact = rounded_all(small.astype(np.int64), shift, rounding)
            assert np.array_equal(got, fitted_all(exact, 16, True, saturation))


@pytest.mark.sweep
@pytest.mark.parametrize("shift", range(32))
def test_srs_every_mode_around_every_tie_of_every_result(shift: int) -> None:
    """All 16-bit results and those next to them that saturate or wrap."""
    _check(_around_ties(np.arange(-32768 - 300, 32768 + 300), shift), shift, ["int16"])
    _check(_around_ties(np.arange(-700, 700), shift), shift, ["int8", "uint8", "int4", "uint4"])


def test_oracle_against_fractions() -> None:
    """The fast oracle of this file is itself held to the slow one."""
    values = _around_ties(np.arange(-40, 41), 5)
    for mode in ROUNDINGS:
        want = [rounded(Fraction(int(v), 32), mode) for v in values]
        assert rounded_all(values, 5, mode).tolist() == want


@pytest.mark.parametrize("rounding", ROUNDINGS)
def test_srs_wide_lanes(rounding: str, path: str) -> None:
    """80-bit lanes and 64-bit ones at the ends of their range, where a sum would overflow."""
    wide = [s * (2**79 - 1) + d for s in (1, -1) for d in (0, -1 if s > 0 else 1)] + [-(2**79), 2**62, 5, -5, 2**46 + 3]
    for shift in (0, 1, 8, 40, 47, 48, 62):
        for name in ("int32", "int64", "int16"):
            to = LANE_TYPES[name]
            for saturation in SATURATIONS:
                got, _ = unit(settings().engine).srs(lanes.from_integers(wide, 80), shift, rounding, saturation, to)
                assert got.tolist() == [slow_srs(a, shift, rounding, saturation, to.bits) for a in wide]
    ends = [2**63 - 1, -(2**63), 2**63 - 2, 1 - 2**63, 2**62, -(2**62) - 1]
    for shift in (0, 1, 2, 31, 59, 63):
        for saturation in SATURATIONS:
            got, _ = unit(settings().engine).srs(np.array(ends), shift, rounding, saturation, LANE_TYPES["int32"])
            assert got.tolist() == [slow_srs(a, shift, rounding, saturation, 32) for a in ends]


@pytest.mark.parametrize(("bits", "name"), [(32, "int8"), (48, "int16"), (64, "int32"), (80, "int32"), (80, "int64")])
def test_srs_random_lanes_against_integers(bits: int, name: str) -> None:
    """Lanes of every width, all bits random, and numbers of every magnitude."""
    rng = np.random.default_rng(bits)
    words = [int.from_bytes(rng.bytes(10), "little", signed=True) >> int(rng.integers(0, 80)) for _ in range(400)]
    values = [accumulator.wrap(w, bits) for w in words]
    stored, to = lanes.from_integers(values, bits), LANE_TYPES[name]
    for rounding in ROUNDINGS:
        for saturation in SATURATIONS:
            shift = int(rng.integers(0, 63))
            got, _ = unit(settings().engine).srs(stored, shift, rounding, saturation, to)
            assert got.tolist() == [slow_srs(v, shift, rounding, saturation, to.bits) for v in values]


@pytest.mark.parametrize("shift", [-4, -3, -2, -1])
def test_srs_negative_shift(shift: int, path: str) -> None:
    values = np.array([0, 1, -1, 1000, -1000, 2**46, -(2**46), 2**63 - 1, -(2**63)])
    for saturation in SATURATIONS:
        got = aie.srs(values, shift, "int32", "ceil", saturation)
        assert got.tolist() == [slow_srs(int(a), shift, "ceil", saturation, 32) for a in values]


def test_srs_four_bits(path: str) -> None:
    values = np.arange(-300, 300)
    for name in ("int4", "uint4"):
        for saturation in SATURATIONS:
            got = aie.srs(values, 3, name, "conv_even", saturation)
            assert got.tolist() == [slow_srs(int(a), 3, "conv_even", saturation, 4, name == "int4") for a in values]


def test_srs_shapes_and_types() -> None:
    block = np.arange(24, dtype=np.int16).reshape(2, 3, 4)
    assert aie.srs(block, 1, "int8", "ceil").tolist() == ((block + 1) // 2).tolist()
    assert aie.srs(block[:, ::2, :], 0, "int16").tolist() == block[:, ::2, :].tolist()
    frozen = np.arange(5)
    frozen.flags.writeable = False
    assert aie.srs(frozen, 0, "int32").tolist() == [0, 1, 2, 3, 4]
    assert aie.srs([2**70, -(2**70)], 60, "int16").tolist() == [1024, -1024]
    assert aie.srs(np.zeros(0, np.int64), 3).size == 0


@pytest.mark.parametrize("bad", [5, 63])
def test_srs_shift_out_of_range(bad: int) -> None:
    with aie.core("aie-ml" if bad == 63 else "aie"), pytest.raises(LanewiseError) as caught:
        aie.srs(np.zeros(3, np.int64), bad if bad == 63 else -2)
    assert caught.value.id == "AIE-005"


def test_srs_on_a_chip() -> None:
    values = np.array([6, 10])
    assert aie.srs(values, 2, np.int8, "conv_even", chip="aie").dtype == np.int8
    assert aie.srs(values, 2, to="int16", rounding="conv_odd", chip="aie2").tolist() == [1, 3]
    with pytest.raises(LanewiseError, match="AIE-003"):
        aie.srs(values, 2, rounding="symmetric_ceil", chip="aie")
    with pytest.raises(LanewiseError, match="AIE-005"):
        aie.srs(values, 60, chip="aie-ml")
    assert aie.ups(values.astype(np.int16), 40, "acc32", chip="aie").tolist() == [6 << 40, 10 << 40]
    assert aie.ups(values.astype(np.int16), 40, "acc32", chip="aie-ml").tolist() == [0, 0]


def test_srs_refuses_what_is_no_accumulator() -> None:
    for values in (np.zeros(3), np.zeros(3, np.uint64)):
        with pytest.raises(LanewiseError) as caught:
            aie.srs(values, 1)
        assert caught.value.id == "AIE-004"
    for words in ({"to": "float"}, {"to": "int7"}, {"rounding": "nearest"}, {"saturation": "clip"}):
        with pytest.raises(LanewiseError):
            aie.srs(np.zeros(3, np.int64), 1, **words)


def test_ups_examples(path: str) -> None:
    with aie.core("aie") as core:
        acc = aie.ups(aie.vector([-3, 5, 0, 0, 0, 0, 0, 0], "int32"), 8)
        assert acc.values()[:2].tolist() == [-768, 1280]
        assert acc.tobytes()[:6] == bytes.fromhex("00fdffffffff")
        assert not core.status
        lost = aie.ups(aie.vector([2**31 - 1], "int32"), 20).values()[0]
        assert lost == ((2**31 - 1) * 2**20 + 2**47) % 2**48 - 2**47
        assert core.status == {"ups_overflow"}


@pytest.mark.parametrize(("tag", "bits"), [("acc32", 32), ("acc48", 48), ("acc64", 64), ("acc80", 80)])
def test_ups_against_integers(tag: str, bits: int, path: str) -> None:
    for dtype in (np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32):
        info = np.iinfo(dtype)
        values = np.array([info.min, info.min + 1, info.max // 3, 1, 0, info.max - 1, info.max], dtype)
        for shift in (0, 1, 7, 16, 31, 32, 47, 62, 63):
            want = [((int(v) << shift) + 2 ** (bits - 1)) % 2**bits - 2 ** (bits - 1) for v in values]
            assert lanes.integers(aie.ups(values, shift, tag)).tolist() == want
