"""Functions of a design that are said in a loop and run later: what they see is what it was when they were said.

The compiler runs the body of a core where it stands; `for i in range(4): @core(tiles[i])` means a core for each i.
"""

from __future__ import annotations

from collections.abc import Callable
from types import CellType, FunctionType
from typing import Any


def as_now(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function with the variables around it as they are now, as are those of functions that it reaches."""
    return _frozen(function, {}) if isinstance(function, FunctionType) else function


def _frozen(function: FunctionType, done: dict[int, FunctionType]) -> FunctionType:
    if id(function) in done or not function.__closure__:
        return done.get(id(function), function)
    cells = [CellType() for _ in function.__closure__]
    copy = FunctionType(function.__code__, function.__globals__, function.__name__, function.__defaults__, tuple(cells))
    copy.__kwdefaults__, copy.__qualname__ = function.__kwdefaults__, function.__qualname__
    done[id(function)] = copy  # before its variables: it may be one of them
    for cell, original in zip(cells, function.__closure__, strict=True):
        try:
            value = original.cell_contents
        except ValueError:  # not assigned yet
            continue
        cell.cell_contents = _frozen(value, done) if isinstance(value, FunctionType) else value
    return copy
