"""What a compiled program left for the lenses, launch by launch: files of entries (engine/runtime/entries.hpp)."""

from __future__ import annotations

import os
import struct
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from shutil import which

from lanewise.cpp.entries import HEADER, Entry
from lanewise.cpp.lines import Place, source_places
from lanewise.machine.settings import NOT_ENDED

Lines = dict[int, Place | None]  # of the addresses of a process


@dataclass
class LaunchOutput:
    """Of one launch."""

    kernel: str
    blocks: int
    chip: str
    cores: tuple[str, ...] = ()  # of a block, where it has several: their kinds
    lines: Lines = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    chunks: dict[int, list[tuple[bytes, bytes, bytes]]] = field(default_factory=dict)  # records of each block
    accesses: dict[int, list[bytes]] = field(default_factory=dict)  # of each block
    times: dict[int, tuple[bytes, bytes]] = field(default_factory=dict)  # of each block as a whole, and its tallies
    collisions: bytes = b"[]"
    host: LaunchOutput | None = None  # the host of its process, as if it were a launch of one block
    missing: int | None = None  # instructions that did not fit; None: the launch did not finish


def launches(path: str) -> tuple[list[LaunchOutput], dict[int, bytes]]:
    """Of a program and of what it started, in order; and what the program says of its instructions, by opcode."""
    found: dict[tuple[int, int], LaunchOutput] = {}
    rows: dict[int, tuple[bytes, bytes]] = {}  # of each process: the records that differ, until their order comes
    calls: dict[tuple[int, int], tuple[str, int]] = {}  # (process, address) -> module and offset
    kinds: dict[int, bytes] = {}
    hosts: dict[int, LaunchOutput] = {}
    for kind, process, launch, number, first, second in entries(path):
        if not launch and kind in (b"RECS", b"ROWS", b"ACCS"):  # launches count from 1: of the host
            left: LaunchOutput | None = hosts.setdefault(process, LaunchOutput("host", 1, ""))
        else:
            left = found.get((process, launch))
        if kind == b"LNCH":
            found[process, launch] = LaunchOutput(first.decode(), number, second.decode())
        elif kind == b"ADDR":
            address, offset = struct.unpack("<QQ", first)
            calls[process, address] = os.fsdecode(second), offset
        elif kind == b"KIND":
            kinds[number] = first
        elif left is None:
            continue
        elif kind == b"RECS":
            rows[process] = first, second
        elif kind == b"ROWS":
            left.chunks.setdefault(number, []).append((*rows[process], first))
        elif kind == b"ACCS":
            left.accesses.setdefault(number, []).append(first)
        elif kind == b"TIME":
            left.times[number] = first, second
        elif kind == b"CORE":
            left.cores = tuple(first.decode().split())
        elif kind == b"MEET":
            left.collisions = first
        elif kind == b"DONE":
            left.missing = int.from_bytes(first, "little")
    lines = source_places(set(calls.values()))
    for (process, _), left in found.items():
        left.lines = {address: lines.get(call) for (p, address), call in calls.items() if p == process}
        left.notes = _notes(left, bool(lines) or not calls)
        if host := hosts.get(process):
            left.host, host.lines = host, left.lines
    return list(found.values()), kinds


def findings(told: Iterable[Entry]) -> list[tuple[bytes, str, Lines]]:
    """What the checker found in a program and in what it started: JSON, the kernel, and the lines of addresses."""
    calls: dict[tuple[int, int], tuple[str, int]] = {}
    found = []
    for kind, process, _, _, first, second in told:
        if kind == b"ADDR" and len(first) == 16:
            address, offset = struct.unpack("<QQ", first)
            calls[process, address] = os.fsdecode(second), offset
        elif kind == b"FIND":
            found.append((process, first, second.decode(errors="replace")))
    lines = source_places(set(calls.values()))
    by_process: dict[int, Lines] = {}
    for (process, address), call in calls.items():
        by_process.setdefault(process, {})[address] = lines.get(call)
    return [(text, kernel, by_process.get(process, {})) for process, text, kernel in found]


def entries(path: str) -> Iterator[Entry]:
    """A program that was killed may leave the last entry unfinished."""
    with open(path, "rb") as file:
        while len(head := file.read(HEADER.size)) == HEADER.size:
            kind, process, launch, number, first, second = HEADER.unpack(head)
            pieces = file.read(first), file.read(second)
            if (len(pieces[0]), len(pieces[1])) != (first, second):
                return
            yield kind, process, launch, number, *pieces


def _notes(left: LaunchOutput, lines: bool) -> list[str]:
    notes = []
    if left.missing is None:
        notes.append(NOT_ENDED)
    elif left.missing:
        notes.append(f"more was issued than is recorded: {left.missing:,} instructions of this launch are missing, "
                     "and its times are too short")
    if not lines:
        why = "the program has none, or is not optimised (-O0), so that our calls are not part of your lines"
        notes.append(f"there are no source lines: {why if which('addr2line') else 'addr2line (binutils) is not here'}")
    return notes
