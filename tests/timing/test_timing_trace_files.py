"""Timelines in Perfetto's binary format say what those in JSON say; their reader is the test's own."""

from __future__ import annotations

import runpy
import struct
import zlib
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lanewise import timing
from lanewise.timing import trace_files
from lanewise.timing.packets import varints

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
Fields = dict[int, list[Any]]


def parse_fields(data: bytes) -> Fields:
    """Fields by number, as the guide of protocol buffers describes them: a number, or bytes."""
    out: Fields = defaultdict(list)
    at = 0

    def number() -> int:
        nonlocal at
        value = shift = 0
        while True:
            byte = data[at]
            at += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    while at < len(data):
        key = number()
        if key & 7 == 0:
            out[key >> 3].append(number())
            continue
        size = {1: 8, 2: 0, 5: 4}[key & 7] or number()
        assert at + size <= len(data)
        out[key >> 3].append(data[at : at + size])
        at += size
    return out


def packets(path: Path) -> Iterator[Fields]:
    for packet in map(parse_fields, parse_fields(path.read_bytes())[1]):
        for part in packet[50]:
            yield from map(parse_fields, parse_fields(zlib.decompress(part))[1])
        if not packet[50]:
            yield packet


class Trace:
    """Slices with their lanes and details, and arrows between them."""

    def __init__(self, path: Path) -> None:
        self.tracks: dict[int, Fields] = {}
        self.slices: list[tuple[str, str, float, float, dict[str, Any]]] = []
        self.leave: dict[int, int] = {}
        self.arrive: dict[int, int] = {}
        self.counts: list[tuple[str, float, float]] = []
        words: dict[int, dict[int, str]] = defaultdict(dict)
        open_: dict[int, list[int]] = defaultdict(list)
        timed = []
        for packet in packets(path):
            assert packet[10] == [1]
            for track in map(parse_fields, packet[60]):
                self.tracks[track[1][0]] = track
            for number, entries in (parse_fields(packet[12][0]) if packet[12] else {}).items():
                words[number] |= {entry[1][0]: entry[2][0].decode() for entry in map(parse_fields, entries)}
            if packet[11]:
                timed.append((packet[8][0], self._resolved(parse_fields(packet[11][0]), words)))
        for at, (event, name, details) in sorted(timed, key=lambda one: one[0]):
            of = event[11][0]
            match event[9][0]:
                case 1:
                    open_[of].append(len(self.slices))
                    for flow in event[47]:
                        self.leave[struct.unpack("<Q", flow)[0]] = len(self.slices)
                    for flow in event[48]:
                        self.arrive[struct.unpack("<Q", flow)[0]] = len(self.slices)
                    process = parse_fields(self.tracks[self.tracks[of][5][0]][3][0])[6][0].decode()
                    self.slices.append((process, self.tracks[of][2][0].decode(), at / 1000, at / 1000,
                                        {"name": name, **details}))  # fmt: skip
                case 2:
                    last = open_[of].pop()
                    self.slices[last] = (*self.slices[last][:3], at / 1000, self.slices[last][4])
                case 4:
                    count = struct.unpack("<d", event[44][0])[0]
                    self.counts.append((self.tracks[of][2][0].decode(), at / 1000, count))
        assert not any(open_.values())

    @staticmethod
    def _resolved(event: Fields, words: dict[int, dict[int, str]]) -> tuple[Fields, str, dict[str, Any]]:
        name = event[23][0].decode() if event[23] else words[2][event[10][0]] if event[10] else ""
        details: dict[str, Any] = {}
        for one in map(parse_fields, event[4]):
            key = one[10][0].decode() if one[10] else words[3][one[1][0]]
            doubles = [struct.unpack("<d", value)[0] for value in one[5]]
            texts = [value.decode() for value in one[6]] + [words[29][value] for value in one[17]]
            (details[key],) = one[3] + doubles + texts
        return event, name, details


def as_slices(events: list[dict[str, Any]]) -> list[tuple[str, str, float, float, dict[str, Any]]]:
    names = {(e["pid"], e.get("tid") if e["name"] == "thread_name" else None): e["args"]["name"] for e in events
             if e["ph"] == "M" and e["name"] != "thread_sort_index"}  # fmt: skip
    out = []
    for e in events:
        if e["ph"] == "X":
            details = {key: value for key, value in e["args"].items() if key != "op"}
            out.append((names[e["pid"], None], names[e["pid"], e["tid"]], round(e["ts"], 3),
                        round(e["ts"] + e["dur"], 3), {"name": e["name"], **details}))  # fmt: skip
    return out


def in_order(slices: list[tuple[str, str, float, float, dict[str, Any]]]) -> list[Any]:
    return sorted(slices, key=lambda one: (one[0], one[4].get("row", 0), one[1:4], one[4]["name"]))


@pytest.fixture(scope="module")
def reports() -> list[timing.Report]:
    """Two launches of the shipped example: copies and sums that wait for each other."""
    module: Any = runpy.run_path(str(EXAMPLES / "vector_add.py"))
    x = np.ones(2 * module["TILES"] * module["TILE"], np.float32)
    return [timing.of(module["vector_add"][2](x, x, x.copy(), trace=True)) for _ in range(2)]


def test_a_binary_timeline_says_what_the_json_says(reports: list[timing.Report], tmp_path: Path) -> None:
    timing.write_perfetto(tmp_path / "t.pftrace", *reports)
    events = timing.perfetto(*reports)["traceEvents"]
    want, have = in_order(as_slices(events)), in_order(Trace(tmp_path / "t.pftrace").slices)
    assert len({one[0] for one in want}) == 4
    assert [one[:2] + one[4:] for one in have] == [one[:2] + one[4:] for one in want]
    assert np.allclose([one[2:4] for one in have], [one[2:4] for one in want], atol=0.0011)


def test_arrows_of_a_binary_timeline_join_the_same_slices(reports: list[timing.Report], tmp_path: Path) -> None:
    timing.write_perfetto(tmp_path / "t.pftrace", reports[0])
    trace = Trace(tmp_path / "t.pftrace")
    arrows = [e for e in timing.perfetto(reports[0])["traceEvents"] if e["ph"] in "sf"]
    assert len(arrows) == 2 * len(trace.leave) > 0
    assert trace.leave.keys() == trace.arrive.keys() == {e["id"] for e in arrows}
    named = [e for e in timing.perfetto(reports[0])["traceEvents"] if e["name"] == "thread_name"]
    lanes = {e["tid"]: e["args"]["name"] for e in named}
    for e in arrows:
        ends = trace.leave if e["ph"] == "s" else trace.arrive
        _, lane, start, end, _ = trace.slices[ends[e["id"]]]
        assert lane == lanes[e["tid"]]
        assert start - 0.002 <= e["ts"] <= end + 0.002


def test_slices_of_a_track_never_cross() -> None:
    from lanewise.timing.pftrace import _levels

    random = np.random.default_rng(5)
    for _ in range(50):
        start = random.integers(0, 40, 30)
        end = start + random.integers(0, 9, 30)
        level = _levels(start, end)
        for a in range(30):
            for b in range(30):
                if a != b and level[a] == level[b] and end[a] > start[a] and end[b] > start[b]:
                    assert end[a] <= start[b] or end[b] <= start[a]
    assert not _levels(np.array([0, 5, 5]), np.array([5, 5, 9])).any()


def test_events_of_graphs_and_designs_are_written_in_both_formats(tmp_path: Path) -> None:
    events = [
        {"ph": "M", "pid": 0, "name": "process_name", "args": {"name": "cores"}},
        {"ph": "M", "pid": 0, "tid": 300, "name": "thread_name", "args": {"name": "fir"}},
        {"ph": "X", "pid": 0, "tid": 300, "ts": 1.5, "dur": 2.0, "name": "fir", "args": {"call": 1, "cycles": 2.0}},
        {"ph": "C", "pid": 0, "ts": 3.5, "name": "x", "args": {"bytes": 64}},
        {"ph": "C", "pid": 0, "ts": 4.0, "name": "x", "args": {"bytes": 0}},
    ]
    trace_files.write_events(tmp_path / "t.perfetto-trace", events, {})
    trace = Trace(tmp_path / "t.perfetto-trace")
    assert trace.slices == [("cores", "fir", 1.5, 3.5, {"name": "fir", "call": 1, "cycles": 2.0})]
    assert trace.counts == [("x bytes", 3.5, 64.0), ("x bytes", 4.0, 0.0)]


def test_a_varint_of_a_column_that_does_not_fit_is_refused() -> None:
    assert varints(np.array([0, 300]), 2).tolist() == [[0x80, 0], [0xAC, 2]]
    with pytest.raises(ValueError, match="too large for a varint of 2 bytes"):
        varints(np.array([1 << 14]), 2)


def test_no_launch_is_a_trace_with_nothing_in_it(tmp_path: Path) -> None:
    timing.write_perfetto(tmp_path / "t.pftrace")
    assert (tmp_path / "t.pftrace").read_bytes() == b""
