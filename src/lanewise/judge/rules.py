"""When a result is right: by the type of its elements, and by what a benchmark says.

The idea of the bounds is cann-bench's: relative errors of a type stay below a step of it on average and below ten at
most; where what is wanted is small, the same errors count as absolute ones.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from lanewise.numerics.formats import dtype

Values = np.ndarray[Any, Any]


class Bound(NamedTuple):
    mean: float  # relative error on average; ten times that at most
    small: float  # what is wanted below this has absolute errors, relative to this


_MOST = 10
BOUNDS = {
    "double": Bound(2.0**-40, 2.0**-40), "float": Bound(2.0**-13, 2.0**-14), "half": Bound(2.0**-10, 2.0**-11),
    "bfloat16": Bound(2.0**-7, 2.0**-8), "hifloat8": Bound(2.0**-3, 2.0**-4),
    "fp8_e4m3fn": Bound(2.0**-3, 2.0**-4), "fp8_e5m2": Bound(2.0**-2, 2.0**-3),
}  # fmt: skip


@dataclass(frozen=True)
class Rule:
    """`wrong(got, wanted)` says of each element of two arrays of one shape and type whether it is wrong."""

    text: str
    wrong: Callable[[Values, Values], Values]

    def passes(self, got: Values, wanted: Values) -> bool:
        return not bool(self.wrong(got, wanted).any())


class Compared(NamedTuple):
    """How an array differs from what is wanted. Numbers that make no sense for it are None."""

    compared: int
    equal_bits: int
    max_abs: float | None
    max_rel: float | None
    mean_rel: float | None
    max_ulp: int | None
    got_nonfinite: int
    wanted_nonfinite: int
    wrong: Values  # whether each element is, by the bound of its type


def is_float(values: Values) -> bool:
    return values.dtype.kind == "f" or values.dtype.name.startswith(("bfloat", "float"))


def wide(values: Values) -> Values:
    """Values as numbers that hold them."""
    if values.dtype.kind in "iub":
        return values.astype(np.float64) if values.dtype.itemsize < 8 else values.astype(np.longdouble)
    with np.errstate(invalid="ignore"):
        return values.astype(np.float64)


def _bound(values: Values) -> Bound:
    return BOUNDS.get(dtype(values.dtype).name, BOUNDS["fp8_e5m2"])


def compare(got: Values, wanted: Values, atol: float | None = None, rtol: float | None = None) -> Compared:
    """By the bound of their type, or by a tolerance on both sides of what is wanted."""
    got, wanted = got.reshape(-1), wanted.reshape(-1)
    equal = bits(got) == bits(wanted)
    if not is_float(wanted):
        differ = np.abs(wide(got) - wide(wanted))
        wrong = ~equal if atol is None and rtol is None else differ > (atol or 0) + (rtol or 0) * np.abs(wide(wanted))
        most = float(differ.max()) if differ.size else 0.0
        return Compared(wanted.size, int(equal.sum()), most, None, None, int(most), 0, 0, wrong)
    a, b = wide(got), wide(wanted)
    finite = np.isfinite(a) & np.isfinite(b)
    same = (np.isnan(a) & np.isnan(b)) | (np.isinf(a) & (a == b))
    with np.errstate(invalid="ignore", over="ignore"):
        error = np.where(finite, np.abs(a - b), 0.0)
        bound = _bound(wanted)
        scale = np.maximum(np.where(finite, np.abs(b), 1.0), bound.small)
        relative = error / scale
    if atol is None and rtol is None:
        wrong = relative > _MOST * bound.mean
        mean = float(relative[finite].mean()) if finite.any() else 0.0
        if mean > bound.mean:  # then those above it are what is wrong
            wrong |= relative > bound.mean
    else:
        wrong = error > (atol or 0.0) + (rtol or 0.0) * np.where(finite, np.abs(b), 0.0)
        mean = float(relative[finite].mean()) if finite.any() else 0.0
    wrong = np.where(finite, wrong, ~same)
    steps = np.abs(ordered(got).astype(np.longdouble) - ordered(wanted).astype(np.longdouble))[finite]
    with np.errstate(over="ignore"):
        return Compared(
            wanted.size, int(equal.sum()), float(error.max(initial=0.0)), float(relative.max(initial=0.0)), mean,
            int(steps.max(initial=0)), int((~np.isfinite(a)).sum()), int((~np.isfinite(b)).sum()), wrong,
        )


def bits(values: Values) -> Values:
    """Elements as unsigned numbers of their size."""
    flat = np.ascontiguousarray(values).reshape(-1)
    return flat.view(np.dtype(f"u{flat.dtype.itemsize}"))


def ordered(values: Values) -> Values:
    """Floats as integers in the same order, a step apart where they are neighbours."""
    raw = bits(values)
    top = 8 * raw.dtype.itemsize - 1
    number = raw.astype(np.int64) & ((1 << top) - 1)
    return np.where(raw >> np.uint64(top) if top == 63 else raw >> top, -number, number)


OWN = Rule("by type: relative errors below a step of it on average and below ten at most; integers are equal",
           lambda got, wanted: compare(got, wanted).wrong)  # fmt: skip


def within(atol: float, rtol: float, said: str = "") -> Rule:
    """|got - wanted| <= atol + rtol |wanted|, and nothing that is not finite but where it is wanted."""
    text = said or f"|got - wanted| <= {atol:g} + {rtol:g} |wanted|"
    return Rule(text, lambda got, wanted: compare(got, wanted, atol, rtol).wrong)
