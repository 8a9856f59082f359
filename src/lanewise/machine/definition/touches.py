"""What the instruction at hand touches, by the definition: told when the instruction has run, as the engine does."""

from __future__ import annotations

import weakref
from typing import Any

import numpy as np

from lanewise.isa.issued import ACCESS, Space

Array = np.ndarray[Any, Any]


def merge_runs(starts: Array, sizes: Any) -> tuple[Array, Array]:
    """The first byte and the length of every run of neighbours among pieces of memory."""
    order = np.argsort(starts, kind="stable")  # numpy's other way is wrong on emulated AVX2
    first, end = starts[order], np.maximum.accumulate((starts + sizes)[order])
    new = np.append(np.zeros(min(1, first.size), np.intp), 1 + np.flatnonzero(first[1:] > end[:-1]))
    return first[new], end[np.append(new, first.size)[1:] - 1] - first[new]


class Touches:
    """Nothing is kept unless somebody listens to the core's accesses."""

    def __init__(self, core: Any) -> None:
        self._core = weakref.proxy(core)  # or its memory would stay until somebody looks for cycles
        self._pending: list[tuple[Space, Array, int, bool, bool]] = []

    def clear(self) -> None:
        self._pending = []

    def add(self, space: int, starts: Any, size: int, *, write: bool, atomic: bool = False) -> None:
        """`size` bytes from each of these addresses on."""
        if self._core.observed and size:
            at = np.asarray(starts).astype(np.uint64).reshape(-1)
            self._pending.append((Space(space), at, size, write, atomic))

    def rows(self, record: Any) -> Array:
        """The accesses of a record, one for each run of bytes."""
        rows = []
        for space, pieces, size, write, atomic in self._pending:
            starts, lengths = merge_runs(pieces, np.uint64(size))
            part = np.zeros(len(starts), ACCESS)
            part["address"], part["bytes"] = starts, lengths
            part["space"], part["write"], part["atomic"] = space, write, atomic
            for field in ("sequence", "line", "file", "block", "thread", "pipe"):
                part[field] = record[field]
            rows.append(part)
        return np.concatenate(rows) if rows else np.zeros(0, ACCESS)
