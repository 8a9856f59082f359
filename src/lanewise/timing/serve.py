"""The cycle counter of compiled programs: a process beside the program, which asks it over a socket.

The other end is engine/runtime/clock.cpp. A message has the records that a block has issued since the last one, and how
often it has read the counter. A question is answered with the time in cycles, or with -1 where nobody has published
timing of the chip, with what a read takes and the counter's ticks in a cycle, and with the names of instructions that
have no cost there, once each.
"""

from __future__ import annotations

import socket
import struct
from typing import BinaryIO

import numpy as np

from lanewise.chips.chip import chip as find_chip
from lanewise.isa.issued import RECORD
from lanewise.timing.clock import Clock
from lanewise.timing.numbers import numbers

_MESSAGE = struct.Struct("<32s5I4xQQ")  # chip, launch, block, blocks, is it a question, reads, records, parameters
_ANSWER = struct.Struct("<3d120s")
_LAUNCHES = 8  # that are remembered; more never run at once


def serve(stream: BinaryIO, answer: BinaryIO) -> None:
    launches: dict[int, dict[int, Clock]] = {}
    told: set[str] = set()
    while len(head := stream.read(_MESSAGE.size)) == _MESSAGE.size:
        name, launch, block, blocks, question, reads, count, words = _MESSAGE.unpack(head)
        records = np.frombuffer(stream.read(count * RECORD.itemsize), RECORD)
        payload = np.frombuffer(stream.read(words * 8), np.int64)
        chip = find_chip(name.rstrip(b"\0").decode())
        time, unknown = (-1.0, 0.0, 0.0), set()
        if numbers(chip).clock:
            clocks = launches.setdefault(launch, {})
            if len(launches) > _LAUNCHES:
                del launches[min(launches)]
            clock = clocks.get(block) or clocks.setdefault(block, Clock(chip, blocks))
            clock.add(records, payload)
            clock.read(reads)
            time, unknown = (clock.cycles, clock.each, clock.rate), clock.unknown - told
        if question:
            told |= unknown
            answer.write(_ANSWER.pack(*time, ", ".join(sorted(unknown)).encode()))
            answer.flush()


def main() -> None:
    """On the socket that is our standard input."""
    with socket.socket(fileno=0) as program, program.makefile("rb") as stream, program.makefile("wb") as answer:
        serve(stream, answer)
