"""Numbers of a Python kernel that are finite no more: in C++ lanewise/aie/watching.h."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from lanewise.isa.aie.accums import Accum
from lanewise.isa.aie.env import Listener
from lanewise.isa.aie.lanes import Array
from lanewise.isa.aie.masks import Mask
from lanewise.isa.aie.operands import Operand
from lanewise.isa.aie.types import LaneType, Tag
from lanewise.isa.aie.vectors import Vector

_WITHOUT_FLOATS = (int, str, np.integer, np.bool_, LaneType, Tag, Mask, type(None))


class NumberWatch:
    """Counts lanes that operations make of finite numbers and that are not finite."""

    def __init__(self, count: Callable[[str, int], None]) -> None:
        self._count = count

    def __call__(self, name: str, arguments: Sequence[Any]) -> None:
        pass

    def done(self, arguments: Sequence[Any], result: Any) -> None:
        floats = _floats(result)
        lanes = 0 if floats is None else int((~np.isfinite(floats)).sum())
        if lanes and all(map(_is_finite, arguments)):
            self._count("not_finite", lanes)


class Several:
    """Listeners that hear of the same operations."""

    def __init__(self, listeners: Sequence[Listener]) -> None:
        self._listeners = listeners

    def __call__(self, name: str, arguments: Sequence[Any]) -> None:
        for one in self._listeners:
            one(name, arguments)

    def done(self, arguments: Sequence[Any], result: Any) -> None:
        for one in self._listeners:
            one.done(arguments, result)


def _floats(x: Any) -> Array | None:
    """The numbers of a register or of one lane; None: it holds no floats."""
    if isinstance(x, Vector):
        return x.data.astype(np.float32) if x.type.is_float else None
    if isinstance(x, Accum):
        return x.lanes if x.tag.is_float else None
    if isinstance(x, Operand):
        parts = [x.real] if x.imag is None else [x.real, x.imag]
        return np.stack(parts) if x.type.is_float else None
    return np.asarray(x) if isinstance(x, float | np.floating) else None


def _is_finite(x: Any) -> bool:
    """Whether all of an operand is known to be finite: not what lies in memory."""
    if isinstance(x, tuple | list):
        return all(map(_is_finite, x))
    floats = _floats(x)
    if floats is not None:
        return bool(np.isfinite(floats).all())
    return isinstance(x, (Vector, Accum, Operand, *_WITHOUT_FLOATS))
