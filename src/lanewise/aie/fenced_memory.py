"""Memory for a C++ kernel's arrays between pages that nobody may touch: a kernel that leaves it ends, not Python."""

from __future__ import annotations

import ctypes
import mmap
from functools import cache
from threading import Lock
from typing import Any
from weakref import WeakValueDictionary

import numpy as np

BEHIND = 4096  # kernels read past the last row; there they find zeros
_NO_ACCESS = 0  # PROT_NONE
_WIDTH = 1 << 17  # of a fence, and a whole number of pages everywhere; lanewise/aie/entry.h blames an array as far away


def fenced(size: int) -> Any:
    """At least `size` bytes of zeros from the start of a page to the end of one."""
    inside = _pages(size)
    memory = mmap.mmap(-1, inside + 2 * _WIDTH, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    whole = np.frombuffer(memory, np.uint8)
    for fence in (whole.ctypes.data, whole.ctypes.data + _WIDTH + inside):
        _protect()(fence, _WIDTH, _NO_ACCESS)
    return whole[_WIDTH : _WIDTH + inside]


def lent(size: int) -> Any:
    """The same for the time of a call, with anything in the first `size` bytes and BEHIND zeros or more after them."""
    with _lock:
        ready = _returned.get(_pages(size + BEHIND))
        raw = ready.pop() if ready else None
    if raw is None:
        return fenced(size + BEHIND)
    raw[size:] = 0
    return raw


def give_back(raw: Any) -> None:
    """What was lent is lent again: a system takes longer to make and clear memory than kernels take to fill it."""
    with _lock:
        if sum(inside * len(ready) for inside, ready in _returned.items()) + raw.size <= _MOST_RETURNED:
            _returned.setdefault(raw.size, []).append(raw)


def _pages(size: int) -> int:
    return -(-size // mmap.PAGESIZE) * mmap.PAGESIZE


_MOST_RETURNED = 64 << 20
_returned: dict[int, list[Any]] = {}  # by size
_lock = Lock()


def home(size: int) -> tuple[Any, Any]:
    """Memory that kernels may be given as it is, as long as the second array lives: `size` bytes between fences, with
    zeros behind them."""
    raw = fenced(size + BEHIND)
    _homes[raw.__array_interface__["data"][0], size] = raw
    return raw[:size], raw


def home_of(array: Any) -> Any:
    """The whole memory of an array that is one of those; else None."""
    return _homes.get((array.__array_interface__["data"][0], array.nbytes)) if array.flags.c_contiguous else None


_homes: WeakValueDictionary[tuple[int, int], Any] = WeakValueDictionary()  # by address and size


@cache
def _protect() -> Any:
    function = ctypes.CDLL(None).mprotect
    function.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)
    return function
