"""The elementary functions against 200 bits, and what they give at the ends of their ranges."""

from __future__ import annotations

import math

import mpmath as mp
import numpy as np
import pytest
from references import ALL, arguments, ulps

from lanewise.isa.catalogue import instructions
from lanewise.numerics import elementary, straight

# Where a function crosses zero between floats, its error is small against what it is made of, not against itself.
CROSSES_ZERO = {"lgamma", "digamma"}
# Exponents of tens are rounded, too.
AMPLIFIES = {"gelu", "gelu_erf", "geglu", "power", "swish", "swiglu", "silu", "faster_gelu"}


@pytest.mark.parametrize("name", ALL)
def test_elementary_accuracy(name: str) -> None:
    """Within a few last places of float64: far below what rounding to float can show."""
    reference, low, high, arity = ALL[name]
    given = arguments(low, high, arity, 90, np.float32)
    got = getattr(elementary, name)(*given)
    want = [reference(*values) for values in zip(*(g.tolist() for g in given), strict=True)]
    if name in CROSSES_ZERO:
        keep = [i for i, exact in enumerate(want) if mp.isnan(exact) or abs(exact) > 0.5]
        got, want = got[keep], [want[i] for i in keep]
    for value, exact in zip(got.tolist(), want, strict=True):
        assert math.isnan(value) == mp.isnan(exact), (name, value, exact)
    if name != "multiply_add":  # which is rounded to odd, for one more rounding
        assert ulps(got, want, 53, -1022)[0] < (256 if name in AMPLIFIES | CROSSES_ZERO else 5)


@pytest.mark.parametrize("name", ALL)
def test_elementary_rounds_to_float_correctly(name: str) -> None:
    reference, low, high, arity = ALL[name]
    given = arguments(low, high, arity, 60, np.float32, 7)
    with np.errstate(over="ignore"):
        got = getattr(elementary, name)(*given).astype(np.float32).astype(np.float64)
    want = [reference(*values) for values in zip(*(g.tolist() for g in given), strict=True)]
    assert ulps(got, want, 24, -126)[1] == 0


INF, NAN = math.inf, math.nan
EDGES = {
    "exp": [(-INF, 0), (INF, INF), (1000, INF), (-1000, 0), (0, 1)], "log": [(0, -INF), (-1, NAN), (INF, INF), (1, 0)],
    "log2": [(8, 3), (2**-140, -140)], "sin": [(INF, NAN), (0, 0)], "cos": [(-INF, NAN), (0, 1)],
    "atan": [(INF, math.pi / 2)], "asin": [(2, NAN)], "acosh": [(0.5, NAN), (-3e38, NAN), (INF, INF)],
    "atanh": [(1, INF), (-1, -INF), (2, NAN)], "tanh": [(3e38, 1), (-INF, -1)], "erf": [(INF, 1), (-3e38, -1)],
    "erfc": [(INF, 0), (-INF, 2)], "lgamma": [(0, INF), (-3, INF), (1, 0), (2, 0), (INF, INF), (-INF, INF)],
    "digamma": [(0, NAN), (-2, NAN), (INF, INF)], "sigmoid": [(INF, 1), (-INF, 0), (-3e38, 0)],
    "gelu": [(-INF, 0), (INF, INF)], "gelu_erf": [(-INF, 0), (INF, INF), (0, 0)],
    "exp2": [(-INF, 0), (INF, INF), (2000, INF), (-2000, 0), (10, 1024), (-3, 0.125)],
    "sin_turns": [(0.25, 1), (0.5, 0), (-0.25, -1), (1, 0), (-7.75, 1)], "cos_turns": [(0.5, -1), (0.25, 0), (3, 1)],
    "nearest": [(2.5, 2), (3.5, 4), (-0.5, 0), (2.0**100, 2.0**100)], "away": [(2.5, 3), (-2.5, -3)],
}  # fmt: skip


@pytest.mark.parametrize("name", EDGES)
def test_elementary_edges(name: str) -> None:
    for x, want in EDGES[name]:
        got = float(getattr(elementary, name)(np.float64(np.float32(x))))
        assert got == want or (math.isnan(got) and math.isnan(want)), (name, x, got)


POWERS = [(0, 0, 1), (NAN, 0, 1), (1, NAN, 1), (-2, 3, -8), (-2, 0.5, NAN), (0, -1, INF), (-0.0, -1, -INF),
          (-0.0, 3, -0.0), (2, INF, INF), (0.5, INF, 0), (-1, INF, 1), (-INF, 3, -INF), (-INF, -3, -0.0), (INF, -2, 0),
          (2, 200, 2.0**200)]


@pytest.mark.parametrize(("a", "b", "want"), POWERS)
def test_elementary_power_edges(a: float, b: float, want: float) -> None:
    got = float(elementary.power(np.float64(a), np.float64(b)))
    assert (math.isnan(got) and math.isnan(want)) or (got == want and math.copysign(1, got) == math.copysign(1, want))


def test_elementary_large_angles() -> None:
    """Every exponent of float: the quarter turns are found exactly."""
    x = (np.float32(1.7) * 2.0 ** np.arange(-120, 127)).astype(np.float32).astype(np.float64)
    want = [mp.sin(mp.mpf(v)) for v in x.tolist()]
    assert ulps(elementary.sin(x), want, 53, -1022)[0] < 4


def test_elementary_every_lane_is_written() -> None:
    lanes = {i.lane for i in instructions().values() if i.form.executor == "macro" and i.lane}
    assert lanes <= set(straight.FUNCTIONS)
    text = straight.as_cpp(straight.FUNCTIONS)
    assert all(f"inline double {name}(" in text for name in straight.FUNCTIONS)
