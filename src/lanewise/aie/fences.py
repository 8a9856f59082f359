"""Memory for a C++ kernel's arrays between pages that nobody may touch: a kernel that leaves it ends, not Python."""

from __future__ import annotations

import ctypes
import mmap
from functools import cache
from typing import Any

import numpy as np

_NO_ACCESS = 0  # PROT_NONE


def fenced(size: int) -> Any:
    """At least `size` bytes of zeros from the start of a page to the end of one."""
    page = mmap.PAGESIZE
    inside = -(-size // page) * page
    memory = mmap.mmap(-1, inside + 2 * page)
    whole = np.frombuffer(memory, np.uint8)
    for fence in (whole.ctypes.data, whole.ctypes.data + page + inside):
        _protect()(fence, page, _NO_ACCESS)
    return whole[page : page + inside]


@cache
def _protect() -> Any:
    function = ctypes.CDLL(None).mprotect
    function.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)
    return function
