"""How long a design takes on the chip: what its slowest stage allows, what comes out, and a timeline for Perfetto."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from lanewise.iron.program import Design
from lanewise.iron.running import Run
from lanewise.iron.workers import Worker
from lanewise.timing.trace_files import write_events

_CORES, _LEVELS = "cores", "objects in fifos"


def text(design: Design, run: Run | None) -> str:
    """For a terminal; empty where nothing took time. Where no kernel is in C++, streams alone do."""
    if run is None or not run.clocks.busy:
        return ""
    total, busy = run.clocks.end, run.clocks.busy
    slowest = max(busy, key=lambda lane: busy[lane])
    lines = [f"design {design.name} on {design.device.name}: about {total:,.0f} cycles or more for each run; "
             f"the slowest stage is {slowest.removeprefix('worker ')}"]  # fmt: skip
    for stream in _outputs(design, run):
        lines.append(f"  fifo {stream.name} gives {stream.bytes / total if total else 0:.3g} bytes a cycle "
                     f"({stream.bytes} in all)")  # fmt: skip
    for worker, (calls, spent) in run.spent.items():
        share = spent / total if total else 0.0
        waits = _waits(run, f"worker {design.names[worker]}")
        lines.append(f"  {design.names[worker]:<24}{calls:>8} calls{spent:>14,.0f} cycles{share:>7.0%} busy{waits}")
    lines.append("a core's own Python, memory of the host and locks are not counted")
    return "\n".join(lines)


def write(path: str, designs: Sequence[tuple[Design, Run]]) -> None:
    """1 us of the timeline is a cycle; each design has three processes."""
    events = (event for number, (design, run) in enumerate(designs) for event in _events(design, run, 3 * number))
    write_events(path, events, {"unit": "1 us here is 1 cycle"})


def _events(design: Design, run: Run, first: int) -> Iterator[dict[str, Any]]:
    streams = f"streams, {run.clocks.rates.stream:g} bytes a cycle"
    for number, what in enumerate((_CORES, streams, _LEVELS)):
        name = f"{design.name}: {what}"
        yield {"ph": "M", "pid": first + number, "name": "process_name", "args": {"name": name}}
    lanes = [*run.crew.names, *(stream.lane for stream in run.streams)]
    place = {lane: (first + (lane not in run.crew.names), at) for at, lane in enumerate(lanes)}
    for lane, (process, thread) in place.items():
        yield {"ph": "M", "pid": process, "tid": thread, "name": "thread_name", "args": {"name": lane}}
    for span in run.clocks.spans:
        process, thread = place[span.lane]
        yield {"ph": "X", "pid": process, "tid": thread, "ts": span.start, "dur": span.end - span.start,
               "name": span.name, "args": {"cycles": span.end - span.start}}  # fmt: skip
    full: dict[str, int] = {}
    for level in sorted(run.clocks.levels, key=lambda one: (one.at, -one.change)):
        full[level.end] = full.get(level.end, 0) + level.change
        count = max(0, full[level.end])
        yield {"ph": "C", "pid": first + 2, "ts": level.at, "name": level.end, "args": {"full": count}}


def _outputs(design: Design, run: Run) -> list[Any]:
    """Streams to the host."""
    drained = {f.name for f in design.fifos if any(h.owner is design.runtime for h in design.ends(f))}
    return [stream for stream in run.streams if stream.name in drained]


def _waits(run: Run, lane: str) -> str:
    """What most of its waiting is for."""
    lost: dict[str, float] = {}
    for span in run.clocks.spans:
        if span.lane == lane and span.waits:
            lost[span.name] = lost.get(span.name, 0.0) + span.end - span.start
    return f", {max(lost, key=lambda what: lost[what])}" if lost else ""


def kernels(design: Design, run: Run | None) -> list[tuple[str, str, int]]:
    """Each core with the file of its program and its calls of C++, for a report."""
    def file(worker: Worker) -> str:
        code = getattr(worker.core_fn, "__code__", None)
        return str(code.co_filename) if code is not None else ""

    spent = run.spent if run is not None else {}
    return [(design.names[w], file(w), spent.get(w, (0, 0.0))[0]) for w in design.workers]
