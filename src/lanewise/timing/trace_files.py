"""Timelines on disk: JSON as Chrome reads it, or Perfetto's binary format, as the file's name says."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

from lanewise.timing import packets, timeline
from lanewise.timing.packets import field, packet, track, uuid
from lanewise.timing.pftrace import write_reports
from lanewise.timing.reports import Report

BINARY = (".pftrace", ".perfetto-trace")
TOGETHER = 1000  # events that are written at a time
Event = dict[str, Any]
_NAME, _TEXT, _REAL, _WHOLE = 10, 6, 5, 3  # fields of an annotation


def is_binary(path: str | Path) -> bool:
    return str(path).endswith(BINARY)


def write_perfetto(path: str | Path, *reports: Report) -> None:
    """Launches one after the other."""
    if is_binary(path):
        write_reports(path, reports)
    else:
        write_events(path, timeline.events(reports), timeline.metadata(reports))


def write_events(path: str | Path, events: Iterable[Event], about: Mapping[str, Any]) -> None:
    """Events are as Chrome has them: names of processes and lanes, slices, counters and arrows. They are made one by
    one, so that a file of millions of them is never in memory as a whole."""
    if is_binary(path):
        with open(path, "wb") as file:
            packets.write_compressed(file, _packets(events))
        return
    with open(path, "w", encoding="utf-8") as text:
        text.write('{"traceEvents":[')
        rest, before = iter(events), ""
        while some := list(islice(rest, TOGETHER)):
            text.write(before + json.dumps(some, separators=(",", ":"))[1:-1])
            before = ",\n"
        text.write("]," + json.dumps({"displayTimeUnit": "ms", "otherData": about})[1:])


def _packets(events: Iterable[Event]) -> Iterator[bytes]:
    counters: dict[tuple[int, str, str], int] = {}
    for event in events:
        process, lane = event["pid"], event.get("tid", 0) + 1
        match event["ph"]:
            case "M" if event["name"] == "process_name":
                yield track(uuid(process), event["args"]["name"], process=process + 1, rank=process)
            case "M" if event["name"] == "thread_name":
                yield track(uuid(process, lane), event["args"]["name"], parent=uuid(process), rank=lane)
            case "X":
                at = field(packets.TRACK_UUID, uuid(process, lane))
                details = b"".join(field(packets.ANNOTATION, _annotation(*detail)) for detail in event["args"].items())
                named = field(packets.NAME, event["name"]) + details
                yield _timed(event["ts"], packets.BEGIN, at + named)
                yield _timed(event["ts"] + event["dur"], packets.END, at)
            case "C":
                for what, value in event["args"].items():
                    key = process, event["name"], what
                    if key not in counters:
                        counters[key] = uuid(process, level=len(counters) + 1)
                        yield track(counters[key], f"{event['name']} {what}", parent=uuid(process), counter=True)
                    at = field(packets.TRACK_UUID, counters[key])
                    yield _timed(event["ts"], packets.COUNTS, at + field(packets.COUNT, float(value)))


def _timed(cycles: float, kind: int, of_event: bytes) -> bytes:
    event = field(packets.TRACK_EVENT, field(packets.TYPE, kind) + of_event)
    return packet(field(packets.TIMESTAMP, round(cycles * packets.NANOSECONDS)), event)


def _annotation(name: str, value: Any) -> bytes:
    kinds = {str: _TEXT, float: _REAL, int: _WHOLE}
    return field(_NAME, name) + field(kinds[type(value)], value)
