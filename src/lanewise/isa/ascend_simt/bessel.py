"""Bessel functions, lane by lane: by Hankel's series far from zero, by the recurrence downwards elsewhere.

Near a zero of the function they are exact to about 1e-15 of its largest values, elsewhere correctly rounded but for
ties. The headers take the same steps in the same order.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from lanewise.isa.ascend_simt.record import Array, Lanes
from lanewise.numerics import elementary

MOST = 128  # the highest order, documented
EULER, TWO_OVER_PI, ROOT_HALF = 0.57721566490153286061, 0.63661977236758134308, 0.70710678118654752440


def is_far(n: int, x: float) -> bool:
    return x > 25 and x > 0.5 * n * n


def asymptotic_series(n: int, x: float) -> tuple[float, float]:
    """J and Y by a series that is asymptotic: its smallest term is far below a last bit there."""
    p, q, term, smallest = 1.0, 0.0, 1.0, 1.0
    for k in range(1, 60):
        odd = 2.0 * k - 1
        term *= (4.0 * n * n - odd * odd) / (8.0 * x * k)
        if abs(term) > smallest:
            break
        smallest = abs(term)
        signed = -term if k // 2 % 2 else term
        if k % 2:
            q += signed
        else:
            p += signed
    s, c = float(elementary.sin(x)), float(elementary.cos(x))
    size = math.sqrt(TWO_OVER_PI / x)
    cosine, sine = (c + s) * ROOT_HALF, (s - c) * ROOT_HALF  # of x - pi / 4, then turned back by quarters
    for _ in range(n % 4):
        cosine, sine = sine, -cosine
    return size * (p * cosine - q * sine), size * (p * sine + q * cosine)


def neumann_series(n: int, x: float) -> tuple[float, float, float]:
    """J of order n, Y of orders 0 and 1: J0 + 2 (J2 + J4 + ...) is 1, and Neumann's series of them are Y."""
    reach = x if x > n else float(n)
    start = 2 * (int(reach + math.sqrt(200 * (reach + 1)) + 20) // 2)
    above = wanted = whole = even = odd = j0 = j1 = 0.0
    here = 1e-280
    for k in range(start, -1, -1):
        if k == n:
            wanted = here
        if k == 1:
            j1 = here
        if k == 0:
            j0 = here
        if k % 2 == 0:
            whole += 2 * here if k else here
            if k:
                even += (-here if k // 2 % 2 else here) / (k // 2)
        elif k > 1:
            half = float((k - 1) // 2)
            odd += (-here if (k - 1) // 2 % 2 else here) * (2 * half + 1) / (half * (half + 1))
        if not k:
            break
        above, here = here, 2.0 * k / x * here - above
        if abs(here) > 1e200:
            above, here, wanted, whole, even, odd, j1 = (
                v * 1e-200 for v in (above, here, wanted, whole, even, odd, j1)
            )
    log_half, factor = float(elementary.log(x / 2)), 1 / whole
    j0, j1 = j0 * factor, j1 * factor
    return (wanted * factor, TWO_OVER_PI * ((log_half + EULER) * j0 - 2 * even * factor),
            TWO_OVER_PI * (-j0 / x + (log_half + EULER - 1) * j1 - odd * factor))  # fmt: skip


def first_kind(n: int, x: float) -> float:
    """J"""
    if x != x or n < 0 or n > MOST:
        return math.nan
    if math.isinf(x):
        return 0.0
    size = abs(x)
    value = (
        float(n == 0) if size == 0 else asymptotic_series(n, size)[0] if is_far(n, size) else neumann_series(n, size)[0]
    )
    return -value if x < 0 and n % 2 else value


def second(n: int, x: float) -> float:
    """Y, from orders 0 and 1 upwards"""
    if x != x or n < 0 or n > MOST or x < 0:
        return math.nan
    if x == 0:
        return -math.inf
    if math.isinf(x):
        return 0.0
    below, here = (asymptotic_series(0, x)[1], asymptotic_series(1, x)[1]) if is_far(1, x) else neumann_series(0, x)[1:]
    if n == 0:
        return below
    for k in range(1, n):
        if not here > -1e300:
            break
        below, here = here, 2.0 * k / x * here - below
    return here


def modified(n: int, x: float) -> float:
    """I: all terms have one sign, so their sum loses nothing."""
    if x != x:
        return x
    size = abs(x)
    if size > 100:
        total = math.inf
    else:
        quarter, term, total, k = size * size / 4, size / 2 if n else 1.0, 0.0, 1
        while term != 0 and total + term != total:
            total += term
            term *= quarter / (float(k) * (k + n))
            k += 1
    return math.copysign(total, x) if n else total


def _elementwise(of: Callable[[int, float], float], order: int | None = None) -> Callable[..., Any]:
    if order is None:

        def lanes(e: Lanes, n: Array, x: Array) -> Array:
            n, x = np.broadcast_arrays(n, x)
            return np.array([of(int(k), float(v)) for k, v in zip(n.flat, x.flat, strict=True)]).reshape(x.shape)

        return lanes

    def of_order(e: Lanes, x: Array) -> Array:
        return np.array([of(order, float(v)) for v in x.flat]).reshape(x.shape)

    return of_order


j0, j1, jn = _elementwise(first_kind, 0), _elementwise(first_kind, 1), _elementwise(first_kind)
y0, y1, yn = _elementwise(second, 0), _elementwise(second, 1), _elementwise(second)
i0, i1 = _elementwise(modified, 0), _elementwise(modified, 1)
