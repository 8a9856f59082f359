"""What a compiled program issued, as traces: what its runtime wrote down (engine/runtime/recorder.cpp)."""

from __future__ import annotations

from typing import Any

import numpy as np

from lanewise.cpp.launch_outputs import LaunchOutput, Lines, launches
from lanewise.isa.ascend.host import HOST_BLOCK
from lanewise.isa.issued import ACCESS, RECORD
from lanewise.machine.launch import Run
from lanewise.machine.settings import settings
from lanewise.machine.trace import Trace, file_number

Array = np.ndarray[Any, Any]
_NOWHERE = 0xFFFFFFFF  # the number of no file


def read_runs(path: str) -> list[Run]:
    """The launches of a program and of what it started, in order."""
    out = []
    hosts: dict[int, tuple[Trace, Array]] = {}
    for left in launches(path)[0]:
        run = Run(left.kernel, left.blocks, settings().using(chip=left.chip), notes=left.notes, cores=left.cores)
        run.traces = [_trace(left.chunks[block], left.lines) for block in sorted(left.chunks)]
        run.accesses = [_accesses(left.accesses[block], left.lines) for block in sorted(left.accesses)]
        if left.host is not None:
            if id(left.host) not in hosts:
                hosts[id(left.host)] = _host(left.host)
            run.host, run.host_accesses = hosts[id(left.host)]
        out.append(run)
    return out


def _host(left: LaunchOutput) -> tuple[Trace, Array]:
    return _trace(left.chunks[HOST_BLOCK], left.lines), _accesses(left.accesses.get(HOST_BLOCK, []), left.lines)


def _trace(chunks: list[tuple[bytes, bytes, bytes]], lines: Lines) -> Trace:
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
    _find_lines(records, lines)
    return Trace(records, payload)


def _accesses(chunks: list[bytes], lines: Lines) -> Array:
    rows = np.frombuffer(b"".join(chunks), ACCESS).copy()
    _find_lines(rows, lines)
    return rows


def _find_lines(rows: Array, lines: Lines) -> None:
    """Puts files and lines in place of the addresses that the program wrote there."""
    addresses = rows["file"].astype(np.uint64) << np.uint64(32) | rows["line"]
    known, back = np.unique(addresses, return_inverse=True)
    found = [lines.get(int(address)) for address in known]
    numbers = [(_NOWHERE, 0) if place is None else (file_number(place.file), place.line) for place in found]
    files, numbered = np.array(numbers, np.uint32).reshape(-1, 2).T
    rows["file"], rows["line"] = files[back], numbered[back]
