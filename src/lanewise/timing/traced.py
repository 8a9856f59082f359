"""The timing of a launch from its records, whichever front made them.

`report(records, payload, chip)` is the whole lens. It reads records and nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from lanewise.chips.chip import Chip
from lanewise.chips.chip import chip as find_chip
from lanewise.isa.catalogue import by_opcode, opcodes
from lanewise.isa.events import SCALAR
from lanewise.machine.trace import Trace
from lanewise.timing.kinds import Kind, kind
from lanewise.timing.model import time_blocks
from lanewise.timing.printed import PrintedReport
from lanewise.timing.reports import BlockTime, Report, made_of

Array = np.ndarray[Any, Any]


@cache
def kinds() -> dict[int, Kind]:
    return {opcode: kind(ins) for opcode, ins in enumerate(by_opcode()) if ins is not None}


def report(
    records: Array, payload: Array, chip: str | Chip, *, files: Sequence[str] = (), blocks: int | None = None
) -> Report:
    """The timing of one launch. `records` may hold several blocks; `blocks` says how many ran when some left none."""
    numbers_of = [int(b) for b in np.unique(records["block"])]
    parts = [(records, payload)] if len(numbers_of) <= 1 else [
        (records[records["block"] == b], payload) for b in numbers_of
    ]
    return report_blocks(parts, chip, files=files, blocks=blocks)


def report_blocks(
    parts: Sequence[tuple[Array, Array]], chip: str | Chip, *, files: Sequence[str] = (), blocks: int | None = None,
    host: Trace | None = None, cores: Sequence[str] = (),
) -> Report:
    """The same from records that are apart already, a pair of records and parameters for each block. `host` says where
    buffers of GM begin and end: what several cores read of one comes from memory once. `cores`: the kinds of cores of
    a group, where it has several."""
    count = max(blocks or 0, len(parts), 1)
    buffers = [] if host is None else _buffers(host)
    done, collisions = time_blocks(find_chip(chip).name, parts, count, buffers, cores)
    return made_of(done, chip, count, kinds(), collisions, files, PrintedReport)


def _buffers(host: Trace) -> list[tuple[int, int]]:
    """Address and bytes of what the host has made."""
    made = host.records[host.records["opcode"] == opcodes()["device_malloc"]]
    at = made["payload"].astype(np.int64)
    return [(int(host.payload[k]), int(host.payload[k + 1])) for k in at]


def report_traces(
    traces: Sequence[Any], chip: str | Chip, *, blocks: int | None = None, host: Trace | None = None,
    cores: Sequence[str] = (),
) -> Report:
    """From the traces of a launch, one per block."""
    parts, files = [(t.records, t.payload) for t in traces], traces[0].files if traces else ()
    return report_blocks(parts, chip, files=files, blocks=blocks, host=host, cores=cores)


def of(what: Any, chip: Any = None) -> Report:
    """The timing of a launch that was traced, or of a core."""
    if not hasattr(what, "traces"):
        return report_traces([what.trace()], chip or what.chip, host=what.host())
    made = report_traces(what.traces, chip or what.settings.chip, blocks=what.blocks, host=what.host, cores=what.cores)
    made.notes += what.notes
    made.group = what.cores
    return made


def pipes(block: BlockTime) -> Array:
    """The pipe of each row."""
    of: Array = block.rows["pipe"]
    return of


def cycles_spent(block: BlockTime) -> Array:
    """Cycles of each row on its own pipe."""
    return np.where(pipes(block) != SCALAR, block.rows["end"] - block.rows["start"], 0.0)


def flags(block: BlockTime) -> tuple[Array, Array]:
    """Rows that set a flag which was waited for, and the rows that waited."""
    waiters = np.flatnonzero(block.rows["setter"] >= 0)
    return block.rows["setter"][waiters], waiters


def source_places(records: Array) -> Array:
    """Where in the source each record comes from."""
    return records["file"].astype(np.uint64) << np.uint64(32) | records["line"]
