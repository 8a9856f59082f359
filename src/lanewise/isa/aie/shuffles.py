"""Lanes that change places."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from lanewise.isa.aie.lanes import Array
from lanewise.isa.aie.record import ALL, Operation, lanes
from lanewise.isa.aie.vectors import Vector, concat, refuse, same_type


def _gather_lanes(v: Vector, index: Array) -> Vector:
    return Vector(np.ascontiguousarray(v.data[index]), v.type)


def _amount(op: str, v: Vector, n: int) -> int:
    if not 0 <= n <= v.size:
        raise refuse(op, "lane_count", n=n, size=v.size)
    return n


def shuffle_down_fill(v: Vector, fill: Vector, n: int) -> Vector:
    """lane i = v[i + n]; the lanes that become free take fill[0], fill[1], ..."""
    same_type("shuffle_down_fill", v, fill)
    n = _amount("shuffle_down_fill", v, n)
    return Vector(np.concatenate([v.data[n:], fill.data[:n]]), v.type)


def shuffle_up_fill(v: Vector, fill: Vector, n: int) -> Vector:
    """lane i = v[i - n]; the lanes that become free take the last n of fill."""
    same_type("shuffle_up_fill", v, fill)
    n = _amount("shuffle_up_fill", v, n)
    return Vector(np.concatenate([fill.data[fill.size - n :], v.data[: v.size - n]]), v.type)


def _zeros_like(v: Vector) -> Vector:
    return Vector(np.zeros_like(v.data), v.type)


def shuffle_down(v: Vector, n: int) -> Vector:
    """lane i = v[i + n]; the top n are undefined, here zero."""
    return shuffle_down_fill(v, _zeros_like(v), n)


def shuffle_up(v: Vector, n: int) -> Vector:
    return shuffle_up_fill(v, _zeros_like(v), n)


def shuffle_down_rotate(v: Vector, n: int) -> Vector:
    return _gather_lanes(v, (np.arange(v.size) + n) % v.size)


def shuffle_up_rotate(v: Vector, n: int) -> Vector:
    return _gather_lanes(v, (np.arange(v.size) - n) % v.size)


def shuffle_down_replicate(v: Vector, n: int) -> Vector:
    """The top n repeat the last lane."""
    return _gather_lanes(v, np.minimum(np.arange(v.size) + n, v.size - 1))


def shuffle_up_replicate(v: Vector, n: int) -> Vector:
    return _gather_lanes(v, np.maximum(np.arange(v.size) - n, 0))


def _chunks(op: str, v: Vector, step: int, pieces: int) -> Array:
    """Lane numbers in rows of `step`."""
    if step <= 0 or v.size % (step * pieces):
        raise refuse(op, "chunks", size=v.size, step=step)
    return np.arange(v.size).reshape(-1, step)


def interleave_zip(a: Vector, b: Vector, step: int = 1) -> tuple[Vector, Vector]:
    """Chunks of a and b in turn; the low and the high half."""
    same_type("interleave_zip", a, b)
    rows = _chunks("interleave_zip", a, step, 1)
    both = concat(a, b)
    order = np.stack([rows, rows + a.size], axis=1).reshape(-1)
    zipped = _gather_lanes(both, order)
    return zipped.extract(a.size, 0), zipped.extract(a.size, 1)


def interleave_unzip(a: Vector, b: Vector, step: int = 1) -> tuple[Vector, Vector]:
    """Every other chunk of a and b together, and the rest."""
    same_type("interleave_unzip", a, b)
    both = concat(a, b)
    rows = _chunks("interleave_unzip", both, step, 2)
    return _gather_lanes(both, rows[0::2].reshape(-1)), _gather_lanes(both, rows[1::2].reshape(-1))


def filter_even(v: Vector, step: int = 1) -> Vector:
    """Chunks 0, 2, 4, ... of `step` lanes."""
    return _gather_lanes(v, _chunks("filter_even", v, step, 2)[0::2].reshape(-1))


def filter_odd(v: Vector, step: int = 1) -> Vector:
    return _gather_lanes(v, _chunks("filter_odd", v, step, 2)[1::2].reshape(-1))


def filter(v: Vector, odd: bool = False, step: int = 1) -> Vector:
    """The even or the odd chunks."""
    return filter_odd(v, step) if odd else filter_even(v, step)


def transpose(v: Vector, rows: int, columns: int | None = None) -> Vector:
    """rows x columns becomes columns x rows."""
    columns = v.size // rows if columns is None else columns
    if rows * columns != v.size:
        raise refuse("transpose", "rows_and_columns", size=v.size, rows=rows, columns=columns)
    return _gather_lanes(v, np.arange(v.size).reshape(rows, columns).T.reshape(-1))


def reverse(v: Vector) -> Vector:
    return _gather_lanes(v, np.arange(v.size)[::-1])


_UNDEFINED = ("undefined_lanes",)


def _moved(
    name: str, summary: str, meaning: Callable[..., Any], operands: str, cpp: str, policies: tuple[str, ...] = ()
) -> Operation:
    count = sum(":" not in word for word in operands.split())
    return Operation(name, "reshape", summary, meaning, lanes(ALL, count), (f"aie::{name}",), operands, cpp, policies,
                     timing="alu")


OPERATIONS = (
    _moved("shuffle_down", "lane i = v[i + n]; the top n are undefined", shuffle_down, "v n:lanes",
           "aie::shuffle_down({v}, {n})", _UNDEFINED),
    _moved("shuffle_up", "lane i = v[i - n]; the low n are undefined", shuffle_up, "v n:lanes",
           "aie::shuffle_up({v}, {n})", _UNDEFINED),
    _moved("shuffle_down_fill", "lane i = v[i + n]; free lanes take fill[0], fill[1], ...", shuffle_down_fill,
           "v fill n:lanes", "aie::shuffle_down_fill({v}, {fill}, {n})"),
    _moved("shuffle_up_fill", "lane i = v[i - n]; free lanes take the last n of fill", shuffle_up_fill,
           "v fill n:lanes", "aie::shuffle_up_fill({v}, {fill}, {n})"),
    _moved("shuffle_down_rotate", "lane i = v[(i + n) % N]", shuffle_down_rotate, "v n:lanes",
           "aie::shuffle_down_rotate({v}, {n})"),
    _moved("shuffle_up_rotate", "lane i = v[(i - n) % N]", shuffle_up_rotate, "v n:lanes",
           "aie::shuffle_up_rotate({v}, {n})"),
    _moved("shuffle_down_replicate", "lane i = v[i + n]; the top n repeat the last lane", shuffle_down_replicate,
           "v n:lanes", "aie::shuffle_down_replicate({v}, {n})"),
    _moved("shuffle_up_replicate", "lane i = v[i - n]; the low n repeat the first lane", shuffle_up_replicate,
           "v n:lanes", "aie::shuffle_up_replicate({v}, {n})"),
    _moved("interleave_zip", "Chunks of a and b in turn; the low and the high half", interleave_zip, "a b step:chunk",
           "aie::interleave_zip({a}, {b}, {step})"),
    _moved("interleave_unzip", "Every other chunk of a and b together, and the rest", interleave_unzip,
           "a b step:chunk", "aie::interleave_unzip({a}, {b}, {step})"),
    _moved("filter_even", "Chunks 0, 2, 4, ... of `step` lanes", filter_even, "v step:chunk",
           "aie::filter_even({v}, {step})"),
    _moved("filter_odd", "Chunks 1, 3, 5, ... of `step` lanes", filter_odd, "v step:chunk",
           "aie::filter_odd({v}, {step})"),
    Operation("filter", "reshape", "The even or the odd chunks", filter, lanes(ALL), ("aie::filter",), timing="alu"),
    Operation("transpose", "reshape", "rows x columns becomes columns x rows", transpose, lanes(ALL),
              ("aie::transpose",), "v rows:chunk", "aie::transpose({v}, {rows}, {N} / {rows})", timing="alu"),
    _moved("reverse", "lane i = v[N - 1 - i]", reverse, "v", "aie::reverse({v})"),
)
