"""Which operation made what a register or memory of a Python kernel holds, as lanewise/aie/makers.h knows it in C++."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from lanewise.isa.aie.accums import Accum
from lanewise.isa.aie.masks import Mask
from lanewise.isa.aie.vectors import Vector

_GRAIN = 32  # bytes of memory whose last writes are known, _MOST of them
_MOST = 4
_Write = tuple[int, int, int]  # where it began and ended, and its record


class Makers:
    """Registers carry the number of their record themselves; `me` tells those of this core from others'."""

    def __init__(self) -> None:
        self._me = object()
        self._memory: dict[int, list[_Write]] = {}  # the newest first

    def of(self, arguments: Sequence[Any]) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The records that made the operands, and those of them that are accumulators."""
        found = [(one.maker[1], isinstance(one, Accum)) for one in _registers(arguments)
                 if one.maker is not None and one.maker[0] is self._me]  # fmt: skip
        return tuple(dict.fromkeys(n for n, _ in found)), tuple(dict.fromkeys(n for n, sums in found if sums))

    def made(self, result: Any, record: int) -> None:
        for one in _registers((result,)):
            one.maker = self._me, record

    def stored(self, arguments: Sequence[Any], bytes_: int, record: int) -> None:
        begin = _address(arguments)
        if begin is not None:
            end = begin + bytes_
            for piece in _grain_indices(begin, end):
                older = (w for w in self._memory.get(piece, ()) if not _is_covered(piece, begin, end, w))
                self._memory[piece] = [(begin, end, record), *older][:_MOST]

    def loaded(self, arguments: Sequence[Any], bytes_: int) -> tuple[int, ...]:
        """The stores that a load has to wait for."""
        begin = _address(arguments)
        if begin is None:
            return ()
        found = [w for piece in _grain_indices(begin, begin + bytes_) for w in self._memory.get(piece, ())]
        return tuple(dict.fromkeys(w[2] for w in found if w[0] < begin + bytes_ and begin < w[1]))


def _is_covered(piece: int, begin: int, end: int, other: _Write) -> bool:
    """Whether nothing of another write is left in a piece."""
    first, last = piece * _GRAIN, (piece + 1) * _GRAIN
    return begin <= max(first, other[0]) and min(last, other[1]) <= end


def _registers(values: Sequence[Any]) -> Iterator[Any]:
    for value in values:
        if isinstance(value, Vector | Accum | Mask):
            yield value
        elif isinstance(value, tuple | list):
            yield from _registers(value)
        elif isinstance(getattr(value, "acc", None), Accum):  # a matrix tile
            yield value.acc


def _address(arguments: Sequence[Any]) -> int | None:
    """Of what load_v and store_v reach: an array, and the number of an element behind the vector or its size."""
    if not arguments or not isinstance(arguments[0], np.ndarray):
        return None
    at = arguments[2] if len(arguments) > 2 and isinstance(arguments[2], int | np.integer) else 0
    return int(arguments[0].ctypes.data) + int(at) * int(arguments[0].strides[0] if arguments[0].ndim else 0)


def _grain_indices(begin: int, end: int) -> range:
    return range(begin // _GRAIN, -(-end // _GRAIN))
