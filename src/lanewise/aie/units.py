"""Who computes for a core: the engine's loops, the definition, or both side by side."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from lanewise.errors import LanewiseError
from lanewise.isa.aie.lanes import BFLOAT16, WIDE, Array, storage
from lanewise.isa.aie.types import LaneType
from lanewise.isa.aie.unit import Definition, Terms, Unit, component_layout
from lanewise.machine.engine import native
from lanewise.numerics import accumulator

_ROUNDINGS = {name: number for number, name in enumerate(accumulator.ROUNDINGS)}
_SATURATIONS = {name: number for number, name in enumerate(accumulator.SATURATIONS)}


def _as_words(lanes: Array) -> Array:
    """The same memory, as the engine takes it."""
    return lanes.view(np.uint64) if lanes.itemsize == WIDE.itemsize else lanes


class Native:
    """The engine, on the numerics of `lanewise/aie/{srs,accumulate,small}.h`."""

    def __init__(self) -> None:
        self._engine: Any = native(required=True).aie

    def srs(self, lanes: Array, shift: int, rounding: str, saturation: str, to: LaneType) -> tuple[Array, bool]:
        lanes = np.ascontiguousarray(lanes)
        results = np.empty(lanes.shape, to.dtype)
        wide = lanes.itemsize == WIDE.itemsize
        return results, self._engine.srs(
            _as_words(lanes), results, shift, _ROUNDINGS[rounding], _SATURATIONS[saturation], to.bits, wide
        )

    def ups(self, values: Array, shift: int, bits: int) -> tuple[Array, bool]:
        values = np.ascontiguousarray(values)
        lanes = np.empty(values.shape, storage(bits))
        return lanes, self._engine.ups(values, _as_words(lanes), shift, bits)

    def to_bfloat16(self, values: Array, rounding: str) -> Array:
        values = np.ascontiguousarray(values, np.float32)
        results = np.empty(values.shape, np.uint16)
        self._engine.to_bfloat16(values, results, _ROUNDINGS[rounding])
        return results.view(BFLOAT16)

    def mac(self, lanes: Array, bits: int, parts: Terms) -> bool:
        words = _as_words(lanes)
        if len(parts) == 1:
            return bool(self._engine.mac(words, bits, 0, 1, parts[0]))
        real, imag = (self._engine.mac(words, bits, component, 2, parts[component]) for component in (0, 1))
        return bool(real | imag)

    def matmul(self, lanes: Array, bits: int, parts: Terms) -> bool:
        overflow = False
        for (_, first, step), products in zip(component_layout(parts), parts, strict=True):
            (m, k), (_, n) = products[0][0].shape, products[0][1].shape
            flat = [(a.reshape(-1), b.reshape(-1), minus) for a, b, minus in products]
            overflow |= self._engine.matmul(_as_words(lanes), bits, first, step, flat, m, k, n)
        return overflow

    def slide(self, lanes: Array, bits: int, parts: Terms, start: int, step_x: int, step_y: int) -> bool:
        overflow, count = False, lanes.shape[0]
        for (_, first, step), products in zip(component_layout(parts), parts, strict=True):
            overflow |= self._engine.slide(
                _as_words(lanes), bits, first, step, list(products), count, start, step_x, step_y
            )
        return overflow


class Lockstep:
    """Both, on the same lanes; where they differ the program stops."""

    def __init__(self) -> None:
        self._fast, self._slow = Native(), Definition()

    def srs(self, lanes: Array, shift: int, rounding: str, saturation: str, to: LaneType) -> tuple[Array, bool]:
        return self._given("srs", lanes, shift, rounding, saturation, to)

    def ups(self, values: Array, shift: int, bits: int) -> tuple[Array, bool]:
        return self._given("ups", values, shift, bits)

    def to_bfloat16(self, values: Array, rounding: str) -> Array:
        found: Array = self._given("to_bfloat16", values, rounding)
        return found

    def mac(self, lanes: Array, bits: int, parts: Terms) -> bool:
        return self._summed("mac", lanes, bits, parts)

    def matmul(self, lanes: Array, bits: int, parts: Terms) -> bool:
        return self._summed("matmul", lanes, bits, parts)

    def slide(self, lanes: Array, bits: int, parts: Terms, start: int, step_x: int, step_y: int) -> bool:
        return self._summed("slide", lanes, bits, parts, start, step_x, step_y)

    def _given(self, op: str, *arguments: Any) -> Any:
        """What both give."""
        fast, slow = (getattr(unit, op)(*arguments) for unit in (self._fast, self._slow))
        one, other = (x if isinstance(x, tuple) else (x, False) for x in (fast, slow))
        self._compare(op, one[0], other[0], one[1] == other[1])
        return fast

    def _summed(self, op: str, lanes: Array, *arguments: Any) -> bool:
        """What both leave in the lanes."""
        again = lanes.copy()
        fast, slow = getattr(self._fast, op)(lanes, *arguments), getattr(self._slow, op)(again, *arguments)
        self._compare(op, lanes, again, fast == slow)
        return bool(fast)

    @staticmethod
    def _compare(op: str, fast: Array, slow: Array, same_status: bool) -> None:
        if fast.tobytes() == slow.tobytes() and same_status:
            return
        one, other = (np.ascontiguousarray(x).reshape(-1) for x in (fast, slow))
        lane = next((i for i in range(len(one)) if one[i].tobytes() != other[i].tobytes()), None)
        if lane is None:
            raise LanewiseError("AIE-010", case="noted", op=op)
        raise LanewiseError("AIE-010", case="lane", op=op, lane=lane, fast=one[lane], slow=other[lane])


_MAKERS: dict[str, Callable[[], Unit]] = {"fast": Native, "definition": Definition, "lockstep": Lockstep}


@cache
def unit(engine: str = "fast") -> Unit:
    """By the name that `engine=` has. Where the engine is not built, the definition computes."""
    if engine not in _MAKERS:
        raise LanewiseError("AIE-002", asked=engine, what="engine", known=", ".join(_MAKERS))
    return (_MAKERS[engine] if native(required=engine != "definition") else Definition)()
