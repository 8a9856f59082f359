"""What calls leave behind: memory that is in use, mappings, files. Counted, so that no allocator's habits are in it."""

from __future__ import annotations

import ctypes
import gc
import os
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import lanewise.op
from lanewise.errors import LanewiseError

OPERATORS = Path(__file__).parents[1] / "programs" / "operators"
CALLS = 40
ROUNDS = 10
X = np.ones((8, 1000), np.float32)


class _Used(ctypes.Structure):
    """struct mallinfo2."""

    _fields_ = [
        (name, ctypes.c_size_t)
        for name in (
            "arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks", "uordblks", "fordblks", "keepcost",
        )
    ]  # fmt: skip


def resources_in_use() -> tuple[int, int, int]:
    """Bytes in use, mappings and open files of this process."""
    gc.collect()  # errors and their frames hold each other
    library = ctypes.CDLL(None)
    if not hasattr(library, "mallinfo2"):
        pytest.skip("the C library does not count")
    library.mallinfo2.restype = _Used
    used = library.mallinfo2()
    mappings = len(Path("/proc/self/maps").read_text().splitlines())
    return used.uordblks + used.hblkhd, mappings, len(os.listdir("/proc/self/fd"))


def left_behind(call: Callable[[], object]) -> None:
    """What each call leaves is left in every round; threads of blocks have heaps of their own, which grow in some.

    So one round that leaves nothing is enough.
    """
    rounds = []
    for _ in range(ROUNDS):
        before = resources_in_use()
        for _ in range(CALLS):
            call()
        memory, mappings, files = (after - then for after, then in zip(resources_in_use(), before, strict=True))
        if memory < 16 * CALLS and mappings < CALLS // 2 and files <= 0:  # operators of other tests may end meanwhile
            return
        rounds.append((memory, mappings, files))
    raise AssertionError(f"bytes, mappings and files that rounds of {CALLS} calls left: {rounds}")


def expect_refusal(call: Callable[[], object]) -> Callable[[], None]:
    def expected() -> None:
        with pytest.raises(LanewiseError):
            call()

    return expected


def test_calls_leave_nothing_behind() -> None:
    add = lanewise.op.load(OPERATORS / "add_custom")
    left_behind(lambda: add(X, X))
    left_behind(lambda: add.tiling(X, X))
    left_behind(expect_refusal(lambda: add(X, X[:3])))  # by its tiling function
    left_behind(expect_refusal(lambda: add(X.astype(np.int8), X)))


def test_calls_with_lists_and_workspaces_leave_nothing_behind() -> None:
    lists = lanewise.op.load(OPERATORS / "list_sum")
    left_behind(lambda: lists([X, X, X], weights=[1, 2, 3]))
    rows = lanewise.op.load(OPERATORS / "reduce_sum_last_dim")
    left_behind(lambda: rows(X))
