"""Small designs in one line: what the host sends, what happens on the way, what comes back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from lanewise import iron
from lanewise.iron.types import ArrayType


def array_type(shape: Any, dtype: Any) -> Any:
    return ArrayType(tuple(np.atleast_1d(shape).tolist()), np.dtype(dtype))


def through(source: Any, count: int, dtype: Any, wire: Callable[[Any], Any]) -> Any:
    """What comes back when the array is sent through the fifos that `wire(rt)` gives the first and the last of."""

    @iron.jit
    def design(a, b):  # type: ignore[no-untyped-def]
        rt = iron.Runtime()
        first, last = wire(rt)
        with rt.sequence(array_type(source.size, source.dtype), array_type(count, dtype)) as (x, y):
            rt.fill(first.prod(), x)
            rt.drain(last.cons(), y, wait=True)
        return iron.Program(iron.NPU1(), rt).resolve_program()

    result = iron.zeros(count, dtype=dtype)
    design(iron.tensor(np.ascontiguousarray(source), dtype=source.dtype), result)
    return result.numpy()


def mover(tiles: int = 1) -> Callable[..., None]:
    """A core's program that copies objects, some in each round."""

    def move(source: Any, sink: Any) -> None:
        for _ in iron.range_(tiles):
            x, y = source.acquire(1), sink.acquire(1)
            for i in iron.range_(x.shape[0]):
                y[i] = x[i]
            source.release(1)
            sink.release(1)

    return move
