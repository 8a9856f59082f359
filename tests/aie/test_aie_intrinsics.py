"""Lane selection: the patterns of real use, by what they mean, and every kind of call against integers."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from lanewise import aie
from lanewise.errors import LanewiseError
from lanewise.isa.aie.selection import Selection, columns, element
from lanewise.isa.aie.types import LANE_TYPES as T

pytestmark = pytest.mark.usefixtures("aie1")


def lanes(rng: np.random.Generator, name: str, size: int) -> Any:
    kind = T[name]
    shape = (size, 2) if kind.is_complex else (size,)
    return rng.integers(kind.lowest, kind.highest, shape, endpoint=True, dtype=np.int64).astype(kind.dtype)


@pytest.fixture
def rng() -> np.random.Generator:
    return np.random.default_rng(11)


def as_complex(values: Any) -> list[Any]:
    """Python's complex numbers are floats; pairs of integers stay exact."""
    return [(int(v[0]), int(v[1])) for v in values]


def dot(x: Any, z: Any) -> int:
    return sum(int(a) * int(b) for a, b in zip(x, z, strict=True))


def test_columns_by_type() -> None:
    for x, z, products in (
        ("int8", "int8", 128), ("int16", "int8", 64), ("int16", "int16", 32), ("int16", "cint16", 16),
        ("int16", "int32", 16),
        ("cint16", "cint16", 8), ("int32", "int16", 16), ("int32", "int32", 8), ("int32", "cint16", 8),
        ("cint32", "int16", 8),
        ("cint32", "cint16", 4), ("int32", "cint32", 4), ("cint32", "cint32", 2),
    ):  # fmt: skip
        assert columns(T[x], T[z], 2) == products // 2


def test_guide_check_of_the_square() -> None:
    """Offsets 0x24: even 8, 9 and odd 14, 15; square 0x2103: lanes get 15, 8 and 9, 14."""
    s = Selection(0, 0x24, 0, 0x2103)
    assert [[element("halves", s, lane, c) for c in range(2)] for lane in range(2)] == [[15, 8], [9, 14]]


def test_mul4_complex(rng: np.random.Generator) -> None:
    x, z = lanes(rng, "cint16", 16), lanes(rng, "cint16", 8)
    got = aie.mul4(aie.vector(x), 1, 0x3210, 1, aie.vector(z), 0, 0, 1)
    for lane, value in enumerate(as_complex(got.values())):
        terms = [(as_complex(x)[lane + 1 + k], as_complex(z)[k]) for k in range(2)]
        assert value == (sum(a * c - b * d for (a, b), (c, d) in terms), sum(a * d + b * c for (a, b), (c, d) in terms))


def test_lmul8_by_one_coefficient(rng: np.random.Generator) -> None:
    x, z = lanes(rng, "int32", 16), lanes(rng, "int32", 8)
    got = aie.lmul8(aie.vector(x), 0, 0x76543210, aie.vector(z), 0, 0)
    assert got.values().tolist() == [int(v) * int(z[0]) for v in x[:8]]
    assert str(got.tag) == "acc80"


def test_matrix_2_by_2_of_int32(rng: np.random.Generator) -> None:
    x, z = lanes(rng, "int32", 16), lanes(rng, "int32", 8)
    got = aie.lmul4(aie.vector(x), 0, 0x2200, 1, aie.vector(z), 0, 0x1010, 2).values()
    a, b = x[:4].reshape(2, 2).astype(object), z[:4].reshape(2, 2).astype(object)
    assert got.tolist() == (a @ b).reshape(-1).tolist()


def test_element_wise_mul16(rng: np.random.Generator) -> None:
    v, w = lanes(rng, "int16", 16), lanes(rng, "int16", 16)
    x = aie.concat(aie.vector(v), aie.zeros("int16", 16))
    got = aie.mul16(x, 0, 0x73727170, 0x77767574, 0x3120, aie.vector(w), 0, 0x76543210, 0xFEDCBA98, 0)
    assert got.values().tolist() == [int(a) * int(b) for a, b in zip(v, w, strict=True)]


@pytest.mark.parametrize("start", range(8))
def test_fir_mul8(start: int, rng: np.random.Generator) -> None:
    x, z = lanes(rng, "int16", 32), lanes(rng, "int16", 16)
    even = start - start % 2
    square = 0x3221 if start % 2 else 0x2110
    got = aie.mul8(aie.vector(x), even, 0x03020100, 2, square, aie.vector(z), 0, 0, 1)
    assert got.values().tolist() == [dot(x[start + n : start + n + 4], z[:4]) for n in range(8)]


def test_decimating_mul8(rng: np.random.Generator) -> None:
    x, z = lanes(rng, "int16", 32), lanes(rng, "int16", 16)
    got = aie.mul8(aie.vector(x), 2, 0x06040200, 2, 0x3210, aie.vector(z), 0, 0, 1)
    assert got.values().tolist() == [dot(x[2 + 2 * n : 6 + 2 * n], z[:4]) for n in range(8)]


def test_matrix_4_by_4_of_int16(rng: np.random.Generator) -> None:
    a, b = lanes(rng, "int16", 32), lanes(rng, "int16", 16)
    x, z = aie.vector(a), aie.vector(b)
    acc = aie.mul16(x, 0, 0x02020000, 0x06060404, 0x1010, z, 0, 0x32103210, 0x32103210, 4)
    acc = aie.mac16(acc, x, 2, 0x02020000, 0x06060404, 0x1010, z, 8, 0x32103210, 0x32103210, 4)
    want = a[:16].reshape(4, 4).astype(object) @ b.reshape(4, 4).astype(object)
    assert acc.values().tolist() == want.reshape(-1).tolist()


def test_matrix_2_by_8_by_8_of_int8(rng: np.random.Generator) -> None:
    a, b = lanes(rng, "int8", 32), lanes(rng, "int8", 64)
    got = aie.mul16(aie.vector(b), 0, 0x11101110, 16, 0x3120, aie.vector(a), 0, 0x44440000, 2, 0x3210)
    want = a[:16].reshape(2, 8).astype(object) @ b.reshape(8, 8).astype(object)
    assert got.values().tolist() == want.reshape(-1).tolist()


def test_symmetric_filter(rng: np.random.Generator) -> None:
    x, z = lanes(rng, "int16", 32), lanes(rng, "int16", 16)
    d = [int(v) for v in x]
    for name, sign in (("sym", 1), ("antisym", -1)):
        got = getattr(aie, f"mul8_{name}")(aie.vector(x), 0, 0x03020100, 2, 0x2110, 6, 0x1201, aie.vector(z), 0, 0, 1)
        want = [sum(int(z[k]) * (d[n + k] + sign * d[n + 7 - k]) for k in range(4)) for n in range(8)]
        assert got.values().tolist() == want


def test_subtraction_of_the_guide() -> None:
    va, vb = aie.vector([[30000, -7]] * 16, "cint16"), aie.vector([[-10000, 5]] * 16, "cint16")
    coeff = aie.vector([1] * 8, "int32")
    acc = aie.mul8_antisym(va, 0, 0x76543210, vb, 0, False, coeff, 0, 0x76543210)
    assert acc.to_vector("cint16").data.tolist() == [[-25536, -12]] * 8
    aie.set_sat()
    assert acc.to_vector("cint16").data.tolist() == [[32767, -12]] * 8
    assert aie.sub(va, vb).data.tolist() == [[-25536, -12]] * 16


def test_pre_adders_and_signs(rng: np.random.Generator) -> None:
    x, y, z = lanes(rng, "int32", 16), lanes(rng, "int32", 16), lanes(rng, "int16", 16)
    vx, vy, vz = aie.vector(x), aie.vector(y), aie.vector(z)
    pairs = [(int(a), int(b), int(c)) for a, b, c in zip(x[:8], y[8:], z[:8], strict=True)]
    rules = {
        "_max": lambda a, b: max(a, b), "_min": lambda a, b: min(a, b), "_maxdiff": lambda a, b: max(a - b, 0),
        "_sym": lambda a, b: a + b, "_antisym": lambda a, b: a - b,
    }  # fmt: skip
    start = aie.lmul8(vx, 0, 0x76543210, 0, vz, 0, 0x76543210, 0)
    for suffix, rule in rules.items():
        # The second column of 32 by 16 bits repeats the first: steps of zero.
        numbers = (vx, 0, 0x76543210, 0, vy, 8, vz, 0, 0x76543210, 0)
        s = [2 * rule(a, b) * c for a, b, c in pairs]
        before = [int(v) for v in start.values()]
        assert getattr(aie, f"lmul8{suffix}")(*numbers).values().tolist() == s
        assert getattr(aie, f"lnegmul8{suffix}")(*numbers).values().tolist() == [-v for v in s]
        assert getattr(aie, f"lmac8{suffix}")(start, *numbers).values().tolist() == [
            p + v for p, v in zip(before, s, strict=True)
        ]
        assert getattr(aie, f"lmsc8{suffix}")(start, *numbers).values().tolist() == [
            p - v for p, v in zip(before, s, strict=True)
        ]
    got = aie.lmul8_abs(vx, 0, 0x76543210, 0, vz, 0, 0x76543210, 0)
    assert got.values().tolist() == [2 * abs(a) * c for a, _, c in pairs]


def test_conjugates(rng: np.random.Generator) -> None:
    x, z = lanes(rng, "cint16", 16), lanes(rng, "cint16", 8)
    for suffix, sx, sz in (("", 1, 1), ("_cn", -1, 1), ("_nc", 1, -1), ("_cc", -1, -1)):
        got = getattr(aie, f"mul8{suffix}")(aie.vector(x), 0, 0x76543210, aie.vector(z), 0, 0x76543210)
        want = []
        for (a, b), (c, d) in zip(as_complex(x[:8]), as_complex(z), strict=True):
            b, d = sx * b, sz * d
            want.append((a * c - b * d, a * d + b * c))
        assert as_complex(got.values()) == want


def test_centre_tap(rng: np.random.Generator) -> None:
    """Seven taps of which the last coefficient is the centre's."""
    x, z = lanes(rng, "int32", 16), lanes(rng, "int16", 16)
    d = [int(v) for v in x]
    got = aie.mul4_sym_ct(aie.vector(x), 0, 0x3210, 1, 6, 3, aie.vector(z), 0, 0, 1)
    want = [sum(int(z[k]) * (d[n + k] + d[n + 6 - k]) for k in range(3)) + int(z[3]) * d[n + 3] for n in range(4)]
    assert got.values().tolist() == want


def test_intrinsics_refuse() -> None:
    x, z = aie.zeros("int32", 16), aie.zeros("int32", 8)
    for call in (
        lambda: aie.lmul8(x, 0, z, 0, 0),
        lambda: aie.lmul8(x, 0, 0, 5, z, 0, 0),
        lambda: aie.lmul8(0, x, 0, 0, z, 0, 0),
        lambda: aie.lmac8(aie.zeros("acc48", 8), x, 0, 0, z, 0, 0),
        lambda: aie.lmul8(x, 0, 0),
    ):
        with pytest.raises(LanewiseError, match="AIE-004"):
            call()
    with aie.core("aie-ml"), pytest.raises(LanewiseError, match="AIE-003"):
        aie.lmul8(x, 0, 0, z, 0, 0)
    for name in ("mul8_nonsense", "mul3", "mul8_abs_ct", "mul16x"):
        with pytest.raises(AttributeError):
            getattr(aie, name)
