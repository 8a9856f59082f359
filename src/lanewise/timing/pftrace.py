"""Reports in Perfetto's binary format, which takes a quarter of the time and a tenth of the space of JSON.

A cycle is a microsecond, as in the JSON. Slices of a track must not cross: what runs at once in a lane has tracks of
its own, which Perfetto draws as one lane.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from lanewise.timing.order import why_text
from lanewise.timing.packets import (
    ANNOTATION,
    ANNOTATION_NAMES,
    BEGIN,
    END,
    EVENT_NAMES,
    FLAGS,
    FLOW,
    FLOW_ENDS,
    INTERNED,
    NAME_IID,
    NANOSECONDS,
    NEEDS_STATE,
    PACKET,
    SEQUENCE,
    STATE_CLEARED,
    STRINGS,
    TIMESTAMP,
    TRACK_EVENT,
    TRACK_UUID,
    TYPE,
    Array,
    Piece,
    column,
    constant,
    field,
    join_rows,
    lengths,
    packet,
    tag,
    track,
    uuid,
    varint,
    varints,
    write_compressed,
)
from lanewise.timing.reports import BlockTime, Report
from lanewise.timing.timeline import arrows, lanes, lanes_of
from lanewise.timing.traced import pipes, source_places

ROWS = 1 << 16  # that are written at a time
# Widths of varints: 49 bits of nanoseconds are six days.
TIME, TRACKS, NAMES_OF, NUMBER, LENGTH = 7, 7, 3, 5, 2
_DETAILS = ("code", "row", "repeat", "waited", "for", "conflict cycles", "cost")


def write_reports(path: str | Path, reports: Sequence[Report]) -> None:
    """Launches one after the other."""
    with open(path, "wb") as file:
        write_compressed(file, _launches(reports))


class _Words:
    """Strings by number, as packets refer to them; numbers start with 1."""

    def __init__(self) -> None:
        self.known: dict[str, int] = {}

    def __call__(self, word: str) -> int:
        return self.known.setdefault(word, len(self.known) + 1)

    def entries(self, number: int) -> bytes:
        return b"".join(field(number, field(1, iid) + field(2, word)) for word, iid in self.known.items())

    def of(self, keys: Array, text: Any) -> Array:
        """The number of each key's text; `text` is called once for each distinct key."""
        different, at = np.unique(keys, return_inverse=True)
        return np.array([self(text(key)) for key in different.tolist()], np.uint64)[at.reshape(-1)]


def _launches(reports: Sequence[Report]) -> Iterator[bytes]:
    begin, process = 0.0, 0
    for number, report in enumerate(reports, 1):
        launch = f"launch {number}, " if len(reports) > 1 else ""
        for block in report.blocks:
            one = _Block(report, block, process, begin)
            yield from one.tracks(launch + report.name_of(block))
            yield one.strings()
            yield from one.slices()
            process += 1
        begin += report.cycles


class _Block:
    """A block as a process with a lane per pipe."""

    def __init__(self, report: Report, block: BlockTime, process: int, begin: float) -> None:
        self.report, self.block, self.process = report, block, process
        rows = block.rows
        self.lane, self.level = lanes(block), np.zeros(len(rows), np.int64)
        self.start = np.rint((rows["start"] + begin) * NANOSECONDS).astype(np.int64)
        self.end = np.maximum(np.rint((rows["end"] + begin) * NANOSECONDS).astype(np.int64), self.start)
        for lane in np.unique(self.lane):
            here = np.flatnonzero(self.lane == lane)
            self.level[here] = _levels(self.start[here], self.end[here])
        self.names, self.texts, self.details = _Words(), _Words(), _Words()
        for detail in _DETAILS:
            self.details(detail)
        self.unknown = self.texts("unknown")
        records, reasons = block.records, pipes(block).astype(np.int64) << 8 | rows["why"]
        self.name = self.names.of(records["opcode"], lambda opcode: report.kinds[opcode].label)
        self.code = self.texts.of(source_places(records), report.where)
        self.reason = self.texts.of(reasons, lambda key: why_text(key & 0xFF, key >> 8))

    @cached_property
    def order(self) -> Array:
        """Rows lane by lane, as they begin: what ends comes before what begins at that moment."""
        return np.lexsort((np.arange(len(self.start)), self.start, self.level, self.lane))

    def tracks(self, name: str) -> Iterator[bytes]:
        process = uuid(self.process)
        yield track(process, name, process=self.process + 1, rank=self.process)
        for lane, title in lanes_of([self.block]).items():
            deepest = int(self.level[self.lane == lane].max(initial=0))
            for level in range(deepest + 1):
                yield track(uuid(self.process, lane + 1, level), title, parent=process, rank=lane)

    def strings(self) -> bytes:
        names = self.names.entries(EVENT_NAMES) + self.details.entries(ANNOTATION_NAMES)
        return packet(field(FLAGS, STATE_CLEARED), field(INTERNED, names + self.texts.entries(STRINGS)))

    def slices(self) -> Iterator[bytes]:
        flows = _Flows(self.block, self.process)
        for first in range(0, len(self.order), ROWS):
            yield self._slices_of(self.order[first : first + ROWS], flows)

    def _slices_of(self, at: Array, flows: _Flows) -> bytes:
        count, rows = len(at), self.block.rows[at]
        lane = varints(np.uint64((self.process + 1) << 32) | self.level[at].astype(np.uint64) << np.uint64(16)
                        | (self.lane[at] + 1).astype(np.uint64), TRACKS)
        where = column(tag(TRACK_UUID), lane)
        repeat, waited = self.block.records["repeat"][at], rows["wait"] > 0
        body = [
            constant(count, field(TYPE, BEGIN)), where, column(tag(NAME_IID), varints(self.name[at], NAMES_OF)),
            self._text("code", self.code[at]), self._number("row", at), self._number("repeat", repeat, repeat > 1),
            self._cycles("waited", rows["wait"], waited), self._text("for", self.reason[at], waited),
            self._cycles("conflict cycles", rows["lost"], rows["lost"] != 0),
            self._text("cost", np.full(count, self.unknown), ~rows["known"]), *flows.pieces(at),
        ]
        ends = [constant(count, field(TYPE, END)), where]
        return join_rows(count, [*_event(self.start[at], body), *_event(self.end[at], ends)])

    def _annotation(self, name: str, of_value: bytes, values: Array, rows: Array | None) -> Piece:
        head = field(1, self.details(name)) + of_value
        return column(tag(ANNOTATION, 2), varint(len(head) + values.shape[1]), head, values, rows=rows)

    def _text(self, name: str, iids: Array, rows: Array | None = None) -> Piece:
        return self._annotation(name, tag(17), varints(iids if rows is None else iids[rows], NAMES_OF), rows)

    def _number(self, name: str, values: Array, rows: Array | None = None) -> Piece:
        return self._annotation(name, tag(3), varints(values if rows is None else values[rows], NUMBER), rows)

    def _cycles(self, name: str, values: Array, rows: Array) -> Piece:
        doubles = np.ascontiguousarray(values[rows].astype("<f8"))
        return self._annotation(name, tag(5, 1), doubles.view(np.uint8).reshape(-1, 8), rows)


class _Flows:
    """The arrows of a block: rows that they leave and rows that they reach, with a number for each arrow."""

    def __init__(self, block: BlockTime, process: int) -> None:
        found = arrows(block)
        numbers = (np.uint64(process) << np.uint64(32)) | np.arange(len(found.first), dtype=np.uint64)
        rows = len(block.rows)
        self.columns = [(FLOW, *one) for one in _by_rank(found.first, numbers, rows)]
        self.columns += [(FLOW_ENDS, *one) for one in _by_rank(found.last, numbers, rows)]

    def pieces(self, at: Array) -> Iterator[Piece]:
        for number, has, arrow in self.columns:
            here = has[at]
            ids = np.ascontiguousarray(arrow[at][here].astype("<u8"))
            yield column(tag(number, 1), ids.view(np.uint8).reshape(-1, 8), rows=here)


def _by_rank(ends: Array, numbers: Array, rows: int) -> Iterator[tuple[Array, Array]]:
    """The first arrow of each row, the second of each and so on: which rows have one, and its number."""
    by_row = np.argsort(ends, kind="stable")
    ends, numbers = ends[by_row], numbers[by_row]
    ranks = np.arange(len(ends)) - np.searchsorted(ends, ends)
    for rank in range(int(ranks.max(initial=-1)) + 1):
        mine = ranks == rank
        has, arrow = np.zeros(rows, bool), np.zeros(rows, np.uint64)
        has[ends[mine]], arrow[ends[mine]] = True, numbers[mine]
        yield has, arrow


def _event(times: Array, body: Sequence[Piece]) -> list[Piece]:
    """The pieces of a packet around those of a track event."""
    count = len(times)
    inner = lengths(count, body)
    head = [
        column(tag(TIMESTAMP), varints(times, TIME)),
        constant(count, field(SEQUENCE, 1) + field(FLAGS, NEEDS_STATE)),
        column(tag(TRACK_EVENT, 2), varints(inner, LENGTH)),
    ]
    return [column(tag(PACKET, 2), varints(inner + lengths(count, head), LENGTH)), *head, *body]


def _levels(start: Array, end: Array) -> Array:
    """Tracks for slices of a lane, such that slices of one track do not overlap: each takes the first free track.

    A slice of no length overlaps with none."""
    out = np.zeros(len(start), np.int64)
    long = np.flatnonzero(end > start)
    long = long[np.argsort(start[long], kind="stable")]
    latest = np.maximum.accumulate(end[long])
    if (start[long][1:] >= latest[:-1]).all():
        return out
    taken: list[int] = []  # until when, of each track
    for row, begins, ends in zip(long.tolist(), start[long].tolist(), end[long].tolist(), strict=True):
        for level, until in enumerate(taken):
            if until <= begins:
                taken[level] = ends
                out[row] = level
                break
        else:
            out[row] = len(taken)
            taken.append(ends)
    return out
