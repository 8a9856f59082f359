"""Writes instruction streams by hand, on a real core: for measurements that are re-created and for the tuner.

A stream issues through the engine, so its records and its values are those of any front.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from lanewise.chips import DEFAULT
from lanewise.isa.catalogue import opcodes
from lanewise.isa.events import VECTOR, HardEvent, PipeID, vendor
from lanewise.isa.record import Flag, Overload
from lanewise.machine.core import Core
from lanewise.machine.events import note
from lanewise.machine.tensor import GlobalTensor, LocalTensor, TPosition
from lanewise.numerics.formats import dtype
from lanewise.timing.reports import Report
from lanewise.timing.traced import report_blocks

_VECTOR = vendor(VECTOR)


class Stream:
    def __init__(self, chip: str = DEFAULT, kind: str = "") -> None:
        self.core = Core(chip, trace=True, kind=kind)

    def ub(self, address: int, count: int, kind: str = "float") -> LocalTensor:
        return LocalTensor.place(self.core, address, count, kind, TPosition.VECCALC)

    def gm(self, count: int, kind: str = "float") -> GlobalTensor:
        found: GlobalTensor = self.core.gm(np.zeros(count * dtype(kind).size, np.uint8)).reinterpret_cast(kind)
        return found

    def count(self, name: str, tensors: Sequence[Any], n: int, scalars: tuple[int, ...] = (), *params: int) -> None:
        """The count form."""
        form, flags = int(Overload.COUNT), int(Flag.SET_MASK)
        self.core.issue(opcodes()[name], form, flags, tuple(tensors), scalars, n, 1, None, params)

    def masked(
        self, name: str, tensors: Sequence[Any], mask: int, repeat: int, strides: tuple[int, ...], *params: int,
        scalars: tuple[int, ...] = (), counter: bool = False,
    ) -> None:
        """The masked form; `counter` takes the number of elements from MASK."""
        flags = 0 if counter else int(Flag.SET_MASK)
        self.core.issue(
            opcodes()[name], int(Overload.CONTIGUOUS), flags, tuple(tensors), scalars, 0 if counter else mask, repeat,
            strides, params,
        )

    def state(self, name: str, *params: int) -> None:
        self.core.issue(opcodes()[name], int(Overload.PLAIN), 0, (), (), 0, 1, None, params)

    def plain(self, name: str, tensors: Sequence[Any], *params: int) -> None:
        """An instruction that has one form."""
        self.core.issue(opcodes()[name], int(Overload.PLAIN), 0, tuple(tensors), (), 0, 1, None, params)

    def set_count(self, n: int) -> None:
        """MASK = n elements, for Counter mode."""
        self.state("set_vector_mask", n, 0)

    def copy(self, to: Any, source: Any, n: int) -> None:
        self.core.issue(opcodes()["data_copy"], int(Overload.COUNT), 0, (to, source), (), 0, 1, None, (n,))

    def copy_pieces(self, to: Any, source: Any, pieces: int, size: int, gap: int = 0, to_gap: int = 0) -> None:
        """DataCopyPad: pieces of `size` bytes with gaps in bytes of GM or blocks of UB."""
        params = (pieces, size, gap, to_gap, 0, 0, 0)
        self.core.issue(opcodes()["data_copy_pad"], int(Overload.PLAIN), 0, (to, source), (), 0, 1, None, params)

    def set(self, event: HardEvent, number: int = 0) -> None:
        note(self.core, "set_flag", event, number)

    def wait(self, event: HardEvent, number: int = 0) -> None:
        note(self.core, "wait_flag", event, number)

    def barrier(self, pipe: PipeID = _VECTOR) -> None:
        note(self.core, "pipe_barrier", pipe)

    def report(self, blocks: int = 1, *, whole: bool = False) -> Report:
        """Of this block, while `blocks` of them share the memory. `whole`: its arrays in GM are those of all blocks."""
        trace, host = self.core.trace(), self.core.host() if whole else None
        return report_blocks(
            [(trace.records, trace.payload)], self.core.chip, files=trace.files, blocks=blocks, host=host
        )
