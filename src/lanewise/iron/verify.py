"""How designs compare what came with what should have come."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]
RTOL, ATOL = 0.128, 1e-5
_LARGEST = float(np.finfo(np.float32).max)


def _numbers(of: Any) -> Array:
    array = np.asarray(of.numpy() if hasattr(of, "numpy") else of)
    return array.reshape(-1)


def nearly_equal(a: Any, b: Any, rtol: float = RTOL, atol: float | None = None, **ignored: Any) -> bool:
    """|a - b| < max(atol, rtol * (|a| + |b|))."""
    x, y = np.asarray([a], np.float64), np.asarray([b], np.float64)
    return bool(_is_close(x, y, rtol, ATOL if atol is None else atol)[0])


def _is_close(a: Array, b: Array, rtol: float, atol: float) -> Array:
    with np.errstate(all="ignore"):
        scale = np.minimum(np.abs(a) + np.abs(b), _LARGEST)
        return (a == b) | (np.abs(a - b) < np.maximum(atol, rtol * scale))


def _mismatches(actual: Any, expected: Any, rtol: float | None, atol: float | None) -> tuple[Array, Array, Array]:
    a, b = _numbers(actual), _numbers(expected)
    if a.shape != b.shape:
        raise ValueError(f"{a.size} values are compared with {b.size}; pass two arrays of one shape")
    if rtol is None and atol is None:
        return a, b, np.flatnonzero(~((a == b) | ((a != a) & (b != b))))
    x, y = a.astype(np.float64), b.astype(np.float64)
    # The comparison that designs know ends at the first value that is no number.
    special = np.flatnonzero(~(np.isfinite(x) & np.isfinite(y)))
    end = special[0] if special.size else x.size
    bad = ~_is_close(x[:end], y[:end], RTOL if rtol is None else rtol, ATOL if atol is None else atol)
    return a, b, np.flatnonzero(bad)


def count_mismatches(
    actual: Any, ref: Any, *, rtol: float = RTOL, atol: float | None = None, stop_at_nonfinite: bool = True
) -> tuple[int, int]:
    """How many differ, and how many were compared: as float32, up to the first inf or NaN unless that is off."""
    given = [of.numpy() if hasattr(of, "numpy") else np.asarray(of) for of in (actual, ref)]
    if given[0].shape != given[1].shape:
        raise ValueError(f"arrays of {given[0].shape} and {given[1].shape} are compared; pass two of one shape")
    x, y = (of.reshape(-1).astype(np.float32).astype(np.float64) for of in given)
    finite = np.isfinite(x) & np.isfinite(y)
    end = int(np.argmin(finite)) if stop_at_nonfinite and not finite.all() else x.size
    near = _is_close(x[:end], y[:end], rtol, ATOL if atol is None else atol)
    return int((~near).sum()), end


def assert_pass(
    actual: Any, expected: Any, rtol: float | None = None, atol: float | None = None, fail_msg: str | None = None,
    print_pass: bool = True, **ignored: Any,
) -> None:  # fmt: skip
    """Prints PASS!, or ends the program with what differs. Without a tolerance values must be equal."""
    a, b, bad = _mismatches(actual, expected, rtol, atol)
    if bad.size:
        first = bad[0]
        more = f"{fail_msg}: " if fail_msg else ""
        sys.exit(f"FAIL! {more}{bad.size} of {a.size} values differ, first at {first}: {a[first]} for {b[first]}")
    if print_pass:
        print("PASS!")


def assert_close_with_benchmark(
    *given: Any, rtol: float | None = None, atol: float | None = None, **named: Any
) -> None:
    """Results, what they should be, and times, in the order that a design has them."""
    values = [v for v in (*given, *named.values()) if hasattr(v, "shape")]
    assert_pass(values[0], values[1], RTOL if rtol is None else rtol, atol)
