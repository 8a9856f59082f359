"""What everything held while a program ran: instructions, accesses and the bytes that were written, as the engine keeps
them (engine/trace/history.hpp)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from lanewise.isa.issued import ACCESS, RECORD, STATE

Array = np.ndarray[Any, Any]

STEP = np.dtype([
    ("record", RECORD),
    ("tick", "<u8"),  # of all blocks together, as they came
    ("state", "<u8"),  # number of the state that it found, from 1
    ("mask", "<u8", (4,)),  # as the call gives it: the count, the number of elements or the words
    ("repeat", "<u8"),
])  # fmt: skip
TOUCH = np.dtype([("row", ACCESS), ("tick", "<u8"), ("data", "<u8"), ("kept", "<u8")])
LAST = (1 << 64) - 1  # a tick behind all others


@dataclass
class Argument:
    """An array in GM that a kernel was launched with."""

    number: int  # among the kernel's arguments, from 1
    names: tuple[str, ...]
    address: int
    size: int  # bytes
    type: str = ""  # of its elements; empty: nobody says


@dataclass
class Launched:
    """One launch of a history."""

    kernel: str
    chip: str
    blocks: int
    kinds: tuple[str, ...] = ()  # of a block's cores, where it has several
    begin: int = 0  # its first tick
    arguments: list[Argument] = field(default_factory=list)
    cut: bool = False  # there was more than is kept


@dataclass
class BlockHistory:
    """What a block of a launch left, in pieces that count from their own beginnings."""

    launch: int  # number of the launch, from 0
    block: int
    steps: Array
    payload: Array
    states: Array
    touches: Array
    data: Array


@dataclass
class History:
    """Of all launches of a process."""

    launches: list[Launched] = field(default_factory=list)
    blocks: list[BlockHistory] = field(default_factory=list)
    memory: list[tuple[int, int, Array]] = field(default_factory=list)  # what the host left in GM: address, tick, bytes
    buffers: dict[int, int] = field(default_factory=dict)  # of GM: address, bytes
    observed: bool = True  # the kernel's own code was watched, too
    compiled: bool = False  # its instructions have the names of C++

    def name(self, names: Mapping[int, str]) -> None:
        """Says what arrays are called that lie at these addresses."""
        for launch in self.launches:
            for argument in launch.arguments:
                if argument.address in names:
                    argument.names = (names[argument.address], *argument.names)


def block_history(launch: int, block: int, parts: tuple[Any, ...]) -> BlockHistory:
    """As the engine hands it over: bytes."""
    steps, payload, states, touches, data = (np.frombuffer(part, np.uint8) for part in parts)
    return BlockHistory(launch, block, steps.view(STEP), payload.view(np.int64), states.view(STATE),
                        touches.view(TOUCH), data)  # fmt: skip
