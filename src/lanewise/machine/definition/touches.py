"""What the instruction at hand touches, by the definition: told when the instruction has run, as the engine does."""

from __future__ import annotations

from typing import Any

import numpy as np

from lanewise.isa.issued import ACCESS, Space

Array = np.ndarray[Any, Any]


def runs(addresses: Array) -> tuple[Array, Array]:
    """The first byte and the length of every run of neighbours among byte addresses."""
    each = np.unique(addresses)
    first = np.flatnonzero(np.append(True, np.diff(each) != 1)) if each.size else np.zeros(0, np.int64)
    return each[first], np.diff(np.append(first, each.size)).astype(np.uint64)


class Touches:
    """Nothing is kept unless somebody listens to the core's accesses."""

    def __init__(self, core: Any) -> None:
        self._core = core
        self._pending: list[tuple[Space, Array, bool, bool]] = []

    def clear(self) -> None:
        self._pending = []

    def add(self, space: int, starts: Any, size: int, *, write: bool, atomic: bool = False) -> None:
        """`size` bytes from each of these addresses on."""
        if self._core.observed:
            at = np.atleast_1d(np.asarray(starts, np.uint64))[:, None] + np.arange(size, dtype=np.uint64)
            self._pending.append((Space(space), at.reshape(-1), write, atomic))

    def rows(self, record: Any) -> Array:
        """The accesses of a record, one for each run of bytes."""
        rows = []
        for space, addresses, write, atomic in self._pending:
            starts, lengths = runs(addresses)
            part = np.zeros(len(starts), ACCESS)
            part["address"], part["bytes"] = starts, lengths
            part["space"], part["write"], part["atomic"] = space, write, atomic
            for field in ("sequence", "line", "file", "block", "pipe"):
                part[field] = record[field]
            rows.append(part)
        return np.concatenate(rows) if rows else np.zeros(0, ACCESS)
