"""Arrays of one call in emulated GM."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any

import numpy as np

from lanewise.cpp.faults import runtime

_TO_DEVICE, _TO_HOST = 1, 2
Array = np.ndarray[Any, Any]


class Memory:
    """What it holds, until it is freed."""

    def __init__(self) -> None:
        self._held: list[int] = []

    def free(self) -> None:
        for place in self._held:
            runtime().aclrtFree(ctypes.c_void_p(place))
        self._held.clear()

    def room(self, size: int) -> int:
        """Bytes that hold whatever was there before."""
        place = ctypes.c_void_p()
        beyond = size >= 1 << 48  # more than a process can address, and perhaps than a size_t can hold
        if beyond or runtime().aclrtMalloc(ctypes.byref(place), ctypes.c_size_t(max(size, 1)), 0):
            raise MemoryError(f"{size} bytes of GM")
        self._held.append(place.value or 0)
        return place.value or 0

    def call(self, place: int, name: str) -> None:
        """What messages call it."""
        runtime().lw_call_buffer(ctypes.c_void_p(place), name.encode())

    def put(self, data: Array) -> int:
        """A copy of these bytes."""
        place = self.room(data.nbytes)
        if data.nbytes:
            size = ctypes.c_size_t(data.nbytes)
            runtime().aclrtMemcpy(ctypes.c_void_p(place), size, ctypes.c_void_p(data.ctypes.data), size, _TO_DEVICE)
        return place

    def table(self, shapes: Sequence[Sequence[int]], places: Sequence[int]) -> int:
        """A list of tensors as one argument: where the pointers begin, a row for each tensor, then the pointers."""
        return self.put(np.concatenate([head(shapes), np.array(places, np.uint64)]))


def head(shapes: Sequence[Sequence[int]]) -> Array:
    """The words of a list of tensors that stand in front of the pointers."""
    words: list[int] = []
    for number, shape in enumerate(shapes):
        words += [(len(shapes) if number == 0 else number) << 32 | len(shape), *shape]
    return np.array([8 * (1 + len(words)), *words], np.uint64)


def bytes_at(place: int, size: int) -> Array:
    data = np.empty(size, np.uint8)
    if size:
        count = ctypes.c_size_t(size)
        runtime().aclrtMemcpy(ctypes.c_void_p(data.ctypes.data), count, ctypes.c_void_p(place), count, _TO_HOST)
    return data
