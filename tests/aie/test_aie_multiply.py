"""Products and sums of products, against Python integers."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from lanewise import aie
from lanewise.errors import LanewiseError
from lanewise.isa.aie import lanes
from lanewise.isa.aie.mmul import shapes
from lanewise.isa.aie.types import LANE_TYPES, SUPPORTED, LaneType

INTEGERS = ["int8", "uint8", "int16", "int32", "cint16", "cint32"]


def numbers(rng: np.random.Generator, kind: LaneType, size: int) -> Any:
    """Random lanes with the ends of the range among them."""
    shape = (size, 2) if kind.is_complex else (size,)
    data = rng.integers(kind.lowest, kind.highest, shape, endpoint=True, dtype=np.int64)
    ends = rng.integers(0, 4, shape)
    return np.where(ends == 0, kind.lowest, np.where(ends == 1, kind.highest, data)).astype(kind.dtype)


def as_numbers(values: Any, kind: LaneType) -> list[Any]:
    """Lanes as (real, imaginary) pairs of Python integers."""
    return [(int(v[0]), int(v[1])) if kind.is_complex else (int(v), 0) for v in values]


def times(a: tuple[int, int], b: tuple[int, int]) -> tuple[int, int]:
    return a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]


def wrap(x: int, bits: int) -> int:
    return (x + 2 ** (bits - 1)) % 2**bits - 2 ** (bits - 1)


def pairs_of(acc: aie.Accum) -> list[tuple[int, int]]:
    return as_numbers(lanes.integers(acc.lanes), LANE_TYPES["cint32" if acc.tag.is_complex else "int32"])


@pytest.mark.parametrize("left", INTEGERS)
@pytest.mark.parametrize("right", INTEGERS)
def test_mul_mac_msc_negmul(left: str, right: str, core: aie.Core, path: str) -> None:
    rng = np.random.default_rng(7)
    a_kind, b_kind = LANE_TYPES[left], LANE_TYPES[right]
    a, b = numbers(rng, a_kind, 16), numbers(rng, b_kind, 16)
    x, y = as_numbers(a, a_kind), as_numbers(b, b_kind)
    va, vb = aie.vector(a, left), aie.vector(b, right)
    product = [times(p, q) for p, q in zip(x, y, strict=True)]
    acc = aie.mul(va, vb)
    for got, factor in (
        (acc, 1), (aie.negmul(va, vb), -1), (aie.mac(acc, va, vb), 2), (aie.msc(acc, va, vb), 0),
        (aie.mac(aie.mac(acc, va, vb), va, vb), 3),
    ):  # fmt: skip
        assert pairs_of(got) == [(wrap(r * factor, acc.bits), wrap(i * factor, acc.bits)) for r, i in product]


def test_mul_by_a_number(core: aie.Core) -> None:
    v = aie.vector(np.array([1, -2, 3, 300], np.int16))
    assert aie.mul(v, 7).values().tolist() == [7, -14, 21, 2100]
    assert aie.mul(-3, v).values().tolist() == [-3, 6, -9, -900]
    c = aie.vector(np.array([[1, 2], [3, -4]], np.int16))
    assert aie.mul(c, 5).values().tolist() == [[5, 10], [15, -20]]
    assert aie.mul(c, 2 + 1j).values().tolist() == [[0, 5], [10, -5]]
    assert aie.mul(v, v[1]).values().tolist() == [-2, 4, -6, -600]


def test_operand_modifiers_are_exact(core: aie.Core) -> None:
    """The pre-adder is a bit wider than its lanes."""
    a, b = aie.vector([30000, -32768], "int16"), aie.vector([-10000, 32767], "int16")
    one = aie.vector([1, 1], "int16")
    assert aie.mul(aie.op_sub(a, b), one).values().tolist() == [40000, -65535]
    assert aie.mul(aie.op_add(a, a), one).values().tolist() == [60000, -65536]
    assert aie.mul(aie.op_abs(a), one).values().tolist() == [30000, 32768]
    assert aie.mul(aie.op_max(a, b), one).values().tolist() == [30000, 32767]
    assert aie.mul(aie.op_min(a, b), one).values().tolist() == [-10000, -32768]
    assert aie.mul(aie.op_none(a), one).values().tolist() == [30000, -32768]
    c = aie.vector([[5, -32768]], "cint16")
    assert aie.mul(aie.op_conj(c), aie.vector([1], "int16")).values().tolist() == [[5, 32768]]
    acc = aie.mul(a, one)
    assert aie.op_zero(acc, True).values().tolist() == [0, 0]
    assert aie.op_zero(acc, False) is acc


def test_subtraction_with_and_without_srs(aie1: aie.Core) -> None:
    """The guide's example: through the multiplier the modes count, in plain sub they do not."""
    a, b = aie.vector([[30000, -7]] * 8, "cint16"), aie.vector([[-10000, 5]] * 8, "cint16")
    ones = aie.vector([1] * 8, "int32")
    acc = aie.mul(aie.op_sub(a, b), ones)
    assert str(acc.tag) == "cacc48"
    assert acc.to_vector("cint16").data.tolist() == [[-25536, -12]] * 8
    aie.set_sat()
    assert acc.to_vector("cint16").data.tolist() == [[32767, -12]] * 8
    assert aie.sub(a, b).data.tolist() == [[-25536, -12]] * 8


def test_squares_and_accumulate(core: aie.Core) -> None:
    v = aie.vector([3, -4, 5, 100], "int16")
    acc = aie.mul_square(v)
    assert acc.values().tolist() == [9, 16, 25, 10000]
    assert aie.mac_square(acc, v).values().tolist() == [18, 32, 50, 20000]
    assert aie.msc_square(acc, v).values().tolist() == [0, 0, 0, 0]
    assert aie.abs_square(aie.vector([[3, 4], [-5, 12]], "cint16")).data.tolist() == [25, 169]
    c = aie.vector([1, 10, 100, 1000], "int16")
    got = aie.accumulate(c, 3, v, v, aie.vector([1, 1, 1, 1], "int16"))
    assert got.values().tolist() == [3 * 1001 + 10, -4 * 1001 + 10, 5 * 1001 + 10, 100100 + 10]


@pytest.mark.parametrize("data_kind", ["int8", "uint8", "int16", "int32", "cint16", "cint32"])
@pytest.mark.parametrize("coeff_kind", ["int8", "int16", "int32", "cint16", "cint32"])
def test_sliding_mul(data_kind: str, coeff_kind: str, core: aie.Core, path: str) -> None:
    rng = np.random.default_rng(3)
    d_kind, c_kind = LANE_TYPES[data_kind], LANE_TYPES[coeff_kind]
    d, c = numbers(rng, d_kind, 32), numbers(rng, c_kind, 8)
    x, h = as_numbers(d, d_kind), as_numbers(c, c_kind)
    data, coefficients = aie.vector(d, data_kind), aie.vector(c, coeff_kind)
    for lanes_, points, cs, ds, cstep, dx, dy in (
        (8, 4, 0, 0, 1, 1, 1), (8, 8, 2, 29, 1, 1, 1), (4, 3, 1, 5, 2, 2, 3), (8, 4, 7, 31, -1, -1, 1),
        (5, 2, 0, 9, 1, 1, -2),
    ):  # fmt: skip
        where = {"coeff_start": cs, "data_start": ds, "coeff_step": cstep, "data_step_x": dx, "data_step_y": dy}
        got = aie.sliding_mul(coefficients, data, lanes_, points, **where)
        want = []
        for lane in range(lanes_):
            terms = [times(h[(cs + p * cstep) % 8], x[(ds + lane * dy + p * dx) % 32]) for p in range(points)]
            want.append(tuple(wrap(sum(t[i] for t in terms), got.bits) for i in range(2)))
        assert pairs_of(got) == want
        twice = aie.sliding_mac(got, coefficients, data, points, **where)
        assert pairs_of(twice) == [(wrap(2 * r, got.bits), wrap(2 * i, got.bits)) for r, i in want]


@pytest.mark.parametrize("points", [1, 2, 7, 8])
def test_sliding_mul_symmetric(points: int, core: aie.Core, path: str) -> None:
    rng = np.random.default_rng(4)
    d, c = rng.integers(-(2**15), 2**15, 40), rng.integers(-(2**15), 2**15, (points + 1) // 2)
    data, half = aie.vector(d, "int16"), aie.vector(c, "int16")
    for function, sign in ((aie.sliding_mul_sym, 1), (aie.sliding_mul_antisym, -1)):
        got = function(half, data, 16, points=points, data_start=3, tag="acc48")
        outer = points // 2
        want = [
            sum(int(c[p]) * (int(d[3 + n + p]) + sign * int(d[3 + n + points - 1 - p])) for p in range(outer))
            + (int(c[outer]) * int(d[3 + n + outer]) if points % 2 else 0)
            for n in range(16)
        ]
        assert got.values().tolist() == want
        whole = function(half, data, points=points, tag="acc48")
        assert whole.size == 40 - points + 1


def test_sliding_mul_of_a_whole_array(aie1: aie.Core) -> None:
    rng = np.random.default_rng(5)
    d, c = rng.integers(-(2**15), 2**15, 5000, dtype=np.int16), rng.integers(-(2**15), 2**15, 16, dtype=np.int16)
    got = aie.sliding_mul(aie.vector(c), aie.vector(d))
    want = np.correlate(d.astype(np.int64), c.astype(np.int64), "valid")
    assert got.size == 4985
    assert np.array_equal(got.values(), want)


@pytest.mark.parametrize("chip", ["aie", "aie-ml", "aie-mlv2"])
def test_mmul_every_shape(chip: str) -> None:
    rng = np.random.default_rng(6)
    seen = 0
    with aie.core(chip) as core:
        kinds = [LANE_TYPES[n] for n in sorted(SUPPORTED[chip]) if not LANE_TYPES[n].is_float and n != "int64"]
        for a_kind, b_kind in ((a, b) for a in kinds for b in kinds):
            for shape in shapes(a_kind, b_kind, chip):
                m, k, n = map(int, shape.split("x"))
                a, b = numbers(rng, a_kind, m * k), numbers(rng, b_kind, k * n)
                tile = aie.mmul(m, k, n, a_kind, b_kind).mul(aie.vector(a, a_kind), aie.vector(b, b_kind))
                x, y = as_numbers(a, a_kind), as_numbers(b, b_kind)
                acc = tile.to_accum()
                want = []
                for i in range(m):
                    for j in range(n):
                        terms = [times(x[i * k + p], y[p * n + j]) for p in range(k)]
                        want.append(tuple(wrap(sum(t[q] for t in terms), acc.bits) for q in range(2)))
                assert pairs_of(acc) == want
                tile.mac(aie.vector(a, a_kind), aie.vector(b, b_kind))
                assert pairs_of(tile.to_accum()) == [(wrap(2 * r, acc.bits), wrap(2 * i, acc.bits)) for r, i in want]
                seen += 1
        assert core.status <= {"accumulator_overflow"}
    assert seen > 60


def test_mmul_refuses_other_shapes(aie1: aie.Core) -> None:
    with pytest.raises(LanewiseError, match=r"AIE-003.*4x8x4"):
        aie.mmul(5, 8, 4, "int8", "int8")
    with pytest.raises(LanewiseError, match="AIE-004"):
        aie.mmul(4, 8, 4, "int8", "int8").mul(aie.zeros("int8", 16), aie.zeros("int8", 32))


def test_matmul_of_whole_matrices(core: aie.Core, path: str) -> None:
    rng = np.random.default_rng(8)
    a, b = rng.integers(-128, 128, (9, 20), dtype=np.int8), rng.integers(-128, 128, (20, 2), dtype=np.int8)
    acc = aie.matmul(a, b)
    assert acc.values().reshape(9, 2).tolist() == (a.astype(int) @ b.astype(int)).tolist()
    c = rng.integers(-99, 99, (3, 4, 2), dtype=np.int16)
    d = rng.integers(-99, 99, (4, 5, 2), dtype=np.int16)
    want = (c[..., 0] + 1j * c[..., 1]) @ (d[..., 0] + 1j * d[..., 1])
    got = aie.matmul(c, d).values().reshape(3, 5, 2)
    assert np.array_equal(got[..., 0], want.real)
    assert np.array_equal(got[..., 1], want.imag)


def test_products_that_do_not_go(aie1: aie.Core) -> None:
    a, b = aie.zeros("int16", 8), aie.zeros("int16", 16)
    for call in (
        lambda: aie.mul(a, b),
        lambda: aie.mul(1, 2),
        lambda: aie.mul(a, 40000),
        lambda: aie.mul(a, aie.zeros("float", 8)),
        lambda: aie.mac(aie.mul(b, b), a, a),
        lambda: aie.mul(a, a, "cacc48"),
        lambda: aie.mul(aie.zeros("cint16", 8), a, "acc48"),
        lambda: aie.sliding_mul(b, a),
        lambda: aie.accumulate(a, 0),
    ):
        with pytest.raises(LanewiseError, match="AIE-004"):
            call()
