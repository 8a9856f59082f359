"""What a compiled program issued: reads the file that its runtime wrote (engine/runtime/recorder.cpp)."""

from __future__ import annotations

import os
import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from shutil import which
from typing import Any

import numpy as np

from lanewise.cpp.lines import Place, places
from lanewise.isa.issued import RECORD
from lanewise.machine.launch import NOT_ENDED, Run
from lanewise.machine.settings import settings
from lanewise.machine.trace import Trace, file_number

Array = np.ndarray[Any, Any]
_HEADER = struct.Struct("<4sIIIQQ")  # kind, process, launch, number, bytes of the first and of the second piece
_NOWHERE = 0xFFFFFFFF  # the number of no file


@dataclass
class _Raw:
    """A launch as the file has it."""

    run: Run
    chunks: dict[int, list[tuple[bytes, bytes, bytes]]] = field(default_factory=dict)  # of each block; see _trace
    missing: int | None = None  # instructions that found no room; None: the launch did not end


def read(path: str) -> list[Run]:
    """The launches of a program and of what it started, in order."""
    found: dict[tuple[int, int], _Raw] = {}
    kinds: dict[int, tuple[bytes, bytes]] = {}  # of each process, until its rows come
    calls: dict[tuple[int, int], tuple[str, int]] = {}  # (process, address) -> module and offset
    for kind, process, launch, number, first, second in _entries(path):
        raw = found.get((process, launch))
        if kind == b"LNCH":
            found[process, launch] = _Raw(Run(first.decode(), number, settings().using(chip=second.decode())))
        elif kind == b"ADDR":
            address, offset = struct.unpack("<QQ", first)
            calls[process, address] = os.fsdecode(second), offset
        elif raw is None:
            continue
        elif kind == b"RECS":
            kinds[process] = first, second
        elif kind == b"ROWS":
            raw.chunks.setdefault(number, []).append((*kinds[process], first))
        elif kind == b"LIBR":
            name = second.decode()
            raw.run.outside[name] = raw.run.outside.get(name, 0) + int.from_bytes(first, "little")
        elif kind == b"DONE":
            raw.missing = int.from_bytes(first, "little")
    lines = places(set(calls.values()))
    for (process, _), raw in found.items():
        at = {address: lines.get(call) for (p, address), call in calls.items() if p == process}
        raw.run.traces = [_trace(raw.chunks[block], at) for block in sorted(raw.chunks)]
        raw.run.notes = _notes(raw, bool(lines) or not calls)
    return [raw.run for raw in found.values()]


def _entries(path: str) -> Iterator[tuple[bytes, int, int, int, bytes, bytes]]:
    """A program that was killed may leave the last entry unfinished."""
    with open(path, "rb") as file:
        while len(head := file.read(_HEADER.size)) == _HEADER.size:
            kind, process, launch, number, first, second = _HEADER.unpack(head)
            pieces = file.read(first), file.read(second)
            if (len(pieces[0]), len(pieces[1])) != (first, second):
                return
            yield kind, process, launch, number, *pieces


def _trace(chunks: list[tuple[bytes, bytes, bytes]], at: dict[int, Place | None]) -> Trace:
    """Each chunk has the records that differ, their parameters, and which of the records each instruction was."""
    parts, words = [], 0
    for kinds, params, rows in chunks:
        part = np.frombuffer(kinds, RECORD)[np.frombuffer(rows, np.uint32)]
        part["payload"] += np.uint64(words)
        parts.append(part)
        words += len(params) // 8
    records = np.concatenate(parts)
    payload = np.frombuffer(b"".join(params for _, params, _ in chunks), np.int64)
    records["sequence"] = np.arange(len(records))
    addresses = records["file"].astype(np.uint64) << np.uint64(32) | records["line"]
    known, back = np.unique(addresses, return_inverse=True)
    found = [at.get(int(address)) for address in known]
    numbers = [(_NOWHERE, 0) if place is None else (file_number(place.file), place.line) for place in found]
    files, lines = np.array(numbers, np.uint32).reshape(-1, 2).T
    records["file"], records["line"] = files[back], lines[back]
    return Trace(records, payload)


def _notes(raw: _Raw, lines: bool) -> list[str]:
    notes = []
    if raw.missing is None:
        notes.append(NOT_ENDED)
    elif raw.missing:
        notes.append(f"more was issued than is recorded: {raw.missing:,} instructions of this launch are missing, "
                     "and its times are too short")
    if not lines:
        why = "the program has none, or is not optimised (-O0), so that our calls are not part of your lines"
        notes.append(f"there are no source lines: {why if which('addr2line') else 'addr2line (binutils) is not here'}")
    return notes
