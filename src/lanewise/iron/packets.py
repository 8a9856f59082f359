"""Packets: a header of one word says where they go; on their way it is dropped, unless the route keeps it."""

from __future__ import annotations

from typing import Any

import numpy as np

from lanewise.iron.patterns import Pattern

Array = np.ndarray[Any, Any]
HEADER = 4  # bytes


def header(kind: int, number: int, col: int | None, row: int | None) -> Array:
    """A header as the policy `design_packet_header` has it."""
    word = number | kind << 12 | ((row or 0) & 31) << 16 | ((col or 0) & 127) << 21
    word |= (1 - word.bit_count() % 2) << 31
    return np.array([word], "<u4").view(np.uint8)


def packet_id(first: Array) -> int:
    return int(first[:HEADER].view("<u4")[0]) & 31


class Framed(Pattern):
    """A transfer in packets of `unit` bytes, with a header in front of each."""

    def __init__(self, inner: Pattern, first: Array, unit: int) -> None:
        super().__init__(inner.total + inner.total // unit * HEADER, 1)
        self._inner, self._head, self.unit = inner, first, unit + HEADER

    def read(self, memory: Array, start: int, count: int) -> Array:
        out = []
        while count:
            packet, at = divmod(start, self.unit)
            if at < HEADER:
                size = min(count, HEADER - at)
                out.append(self._head[at : at + size])
            else:
                size = min(count, self.unit - at)
                out.append(self._inner.read(memory, packet * (self.unit - HEADER) + at - HEADER, size))
            start, count = start + size, count - size
        return np.concatenate(out)
