"""Everything that the page of a run shows, as data."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from time import strftime
from typing import Any

from lanewise import __version__
from lanewise.check.findings import Finding, Severity
from lanewise.machine.launch import Run
from lanewise.machine.settings import NOT_ENDED
from lanewise.report.found import findings_data
from lanewise.report.instructions import PICTURES, TEXTS, Instructions
from lanewise.report.memory import memory
from lanewise.report.sites import Files, Sites
from lanewise.report.timeline import MOST, timeline
from lanewise.timing import tables
from lanewise.timing.comparison import sections
from lanewise.timing.reports import Report
from lanewise.timing.traced import of
from lanewise.timing.units import UNSEEN, Call
from lanewise.timing.verdicts import verdict, verdict_of
from lanewise.why.chain import Node
from lanewise.why.texts import flat, number

Data = dict[str, Any]
MOST_LAUNCHES = 24  # that are shown one by one; of the others only sums
MOST_CONFLICTS = 20
LONGEST, ALL_TEXT = 300_000, 900_000  # characters of a source that the page holds, and of all


@dataclass
class RunContents:
    """Everything that is known about a run."""

    title: str
    launches: Sequence[tuple[Run, Report]] = ()
    calls: Sequence[Call] = ()
    findings: Sequence[Finding] | None = None  # None: nobody looked
    not_checked: Sequence[str] = ()
    status: int | None = None  # that the program ended with
    broken: Finding | None = None  # the rule of the machine that ended it
    sources: Sequence[str] = ()  # that are shown even if nothing points at them
    against: tuple[str, Mapping[str, Any]] | None = None  # another timing: its name, what `--json` wrote
    notes: list[str] = field(default_factory=list)
    graph: Graph | None = None
    elements: Sequence[Element] = ()  # that were asked about
    compared: Sequence[str] = ()  # what was found of arrays that were expected
    command: str = ""  # that ran it


@dataclass
class Graph:
    """A graph of AI Engine kernels: its drawing, and its kernels and links in rows."""

    svg: str
    kernels: list[tuple[str, str, int]]  # name, file, calls
    links: list[tuple[str, str, str, str, int]]  # name, kind, what it carries, how full it became, bytes
    time: str = ""  # in words; empty: it was not timed


@dataclass
class Element:
    """One element of an array, and where it comes from."""

    node: Node
    should: str = ""  # what it should be, where that is known and it is not


@dataclass
class Room:
    """What is left of a page for the next launch."""

    rows: int = MOST
    texts: int = TEXTS
    pictures: int = PICTURES


def collect(runs: Sequence[Any], title: str = "", **more: Any) -> RunContents:
    """Of runs that were traced; of AI Engines, of whatever has `calls`. Findings count where runs were checked."""
    calls = [call for run in runs if not isinstance(run, Run) for call in run.calls]
    launches = [(run, of(run)) for run in runs if isinstance(run, Run)]
    if any(run.settings.check for run, _ in launches):
        more.setdefault("findings", [one for run, _ in launches for one in run.findings])
    names = [run.kernel for run, _ in launches] + [call.kernel for call in calls]
    return RunContents(title or (names[0] if names else ""), launches, calls, **more)


def facts(what: RunContents) -> Data:
    files = Files()
    for path in what.sources:
        files.number(os.path.abspath(path))
    room, launches = Room(), []
    for run, report in what.launches[:MOST_LAUNCHES]:
        launches.append(_launch(run, report, files, room))
    findings = None if what.findings is None else findings_data(what.findings, files)
    calls = [_call(call, files) for call in what.calls]
    return {
        "title": what.title, "verdict": _verdict(what), "card": _card(what), "launches": launches, "calls": calls,
        "findings": findings,
        "broken": findings_data([what.broken] if what.broken else [], files), "not_checked": list(what.not_checked),
        "why": _elements(what, files), "against": _against(what), "notes": what.notes,
        "graph": _graph(what.graph, files),
        "rest": _omitted([report for _, report in what.launches[MOST_LAUNCHES:]], files), "files": _texts(files.paths),
    }  # fmt: skip


def _graph(graph: Graph | None, files: Files) -> Data | None:
    if graph is None:
        return None
    kernels = [[name, files.number(os.path.abspath(file)) if file else -1, calls]
               for name, file, calls in graph.kernels]  # fmt: skip
    return {"svg": graph.svg, "time": graph.time, "kernels": kernels, "links": [list(link) for link in graph.links]}


def _elements(what: RunContents, files: Files) -> Data | None:
    """Chains back from elements, each as a list of all that it is made of."""
    if not what.elements and not what.compared:
        return None
    rows = []
    for one in what.elements:
        nodes = flat(one.node)
        for node in nodes:
            file, line = node.pop("file", ""), node.pop("line", 0)
            node["place"] = [files.number(os.path.abspath(file)), line] if file else None
        rows.append({"name": one.node.name, "is": number(one.node), "should": one.should, "nodes": nodes})
    return {"compared": list(what.compared), "elements": rows}


def _omitted(reports: Sequence[Report], files: Files) -> Data:
    """The launches that are not shown: how many, and their lines."""
    return {"launches": len(reports), "lines": [line for report in reports for line in Sites(report, files).lines]}


def _launch(run: Run, report: Report, files: Files, room: Room) -> Data:
    sites, instructions = Sites(report, files), Instructions(report.chip)
    line = timeline(report, run.traces, sites, instructions, room.rows)
    rows = [block["rows"] for block in line["blocks"]]
    drawings = instructions.drawings(room.texts, room.pictures)
    room.rows -= sum(rows)
    room.texts -= len(drawings)
    room.pictures -= sum("svg" in one for one in drawings)
    return {
        "kernel": run.kernel, "chip": report.chip.name, "blocks": report.launched, "clock_mhz": report.numbers.clock,
        "cycles": report.cycles if report.numbers.clock else None, "microseconds": report.microseconds,
        "launch_us": report.launch_us, "pipes": tables.pipe_rows(report), "waits": tables.wait_rows(report),
        "sites": sites.rows, "lines": sites.lines, "timeline": line, "details": instructions.details,
        "details_left_out": instructions.missing, "shapes": instructions.shapes, "drawings": drawings,
        "memory": memory(report, run.traces, files, rows),
        "conflicts": _conflicts(report, files),
        "unknown": report.unknown, "rests_on": report.rests_on, "notes": report.notes,
    }  # fmt: skip


def _conflicts(report: Report, files: Files) -> list[Data]:
    """Costliest first. Accesses of registers that meet have no addresses to tell them apart: a line has one row."""
    out: dict[tuple[Any, ...], Data] = {}
    for one, place in zip(tables.conflicts(report, len(report.collisions)), report.collisions, strict=True):
        file, line = files.place(place["place"], report.files)
        key = file, line, one.instr, one.collides, one.cure
        about = {"file": file, "line": line, "instr": one.instr, "collides": one.collides, "cure": one.cure}
        row = out.setdefault(key, {**about, "calls": 0, "cycles": 0.0, "saved": 0.0})
        for name in ("calls", "cycles", "saved"):
            row[name] += getattr(one, name)
    return sorted(out.values(), key=lambda row: -row["cycles"])[:MOST_CONFLICTS]


def _call(call: Call, files: Files) -> Data:
    time = call.time
    return {
        "kernel": call.kernel, "count": call.count, "file": files.number(call.file), "chip": time.chip,
        "cycles": time.cycles, "as_written": time.as_written,
        "units": {**time.units, "accumulator chain": time.chain}, "first": time.first, "bound": time.bound,
        "unknown": list(time.unknown), "assumed": dict(time.assumed), "unseen": UNSEEN,
        "asked": [[files.number(one.file), one.line, one.what, one.count] for one in call.asked],
    }  # fmt: skip


def _card(what: RunContents) -> list[list[str]]:
    """On what, how, when and by which version it was run."""
    chips = [report.chip.name for _, report in what.launches] + [call.time.chip for call in what.calls]
    rows = (("chip", ", ".join(dict.fromkeys(chips))), ("command", what.command),
            ("date", strftime("%Y-%m-%d %H:%M %Z")), ("Lanewise", __version__))  # fmt: skip
    return [list(row) for row in rows if row[1]]


def _bound(what: RunContents) -> str:
    """What bounds the launch, or the kernel of AI Engines, that takes longest."""
    if what.launches:
        slow = max((report for _, report in what.launches), key=lambda report: report.cycles)
        return str(verdict(slow) or "")
    if what.calls:
        return str(verdict_of(max(what.calls, key=lambda call: call.count * call.time.cycles)) or "")
    return ""


def _verdict(what: RunContents) -> Data:
    """What bounds it, how it ended, what was found, how long it takes and what that rests on: a sentence each."""
    unfinished = [run.kernel for run, _ in what.launches if NOT_ENDED in run.notes]
    if unfinished:
        result = f"{unfinished[0]} did not end"
        result += f": {what.broken.id} {what.broken.what}" if what.broken else ""
    else:
        result = "the launch ended" if what.status is None else f"the program ended with status {what.status}"
    count = None if what.findings is None else len(what.findings)
    looked = "not checked" if count is None else "no finding" if not count else f"{count} finding{'s' * (count > 1)}"
    wrong = any(one.severity is Severity.ERROR for one in what.findings or ())
    return {"ok": not unfinished and not what.status and not wrong, "bound": _bound(what), "result": result,
            "findings": looked, "time": _time(what), "rests_on": _rests_on(what)}


def _time(what: RunContents) -> str:
    if what.calls and not what.launches:
        cycles = sum(call.count * call.time.cycles for call in what.calls)
        count = sum(call.count for call in what.calls)
        calls = f"{count} call{'s' * (count > 1)} of kernels"
        return f"at least {cycles:,.0f} cycles in {calls} on {what.calls[0].time.chip}"
    if what.graph is not None and not what.launches:
        return what.graph.time.partition("\n")[0] or "the graph is drawn, and not timed"
    if not what.launches:
        return "nothing that can be timed was launched"
    reports = [report for _, report in what.launches]
    chip = reports[0].chip.name
    if not all(report.numbers.clock for report in reports):
        return f"not timed: no timing of {chip} is published"
    cycles, us = sum(r.cycles for r in reports), sum(r.microseconds or 0.0 for r in reports)
    left = sum(sum(report.unknown.values()) for report in reports)
    without = f", without {left:,} instruction{'s' * (left > 1)} of unknown cost" if left else ""
    each = f" in {len(reports)} launches" if len(reports) > 1 else ""
    return f"predicted {us:,.2f} us = {cycles:,.0f} cycles{each} on {chip}{without}"


def _rests_on(what: RunContents) -> str:
    names: dict[str, str] = {}
    for _, report in what.launches:
        names |= report.rests_on
    for call in what.calls:
        names |= {name: f"assumed: {source}" for name, source in call.time.assumed.items()}
    if not names:
        timed = what.calls or any(report.numbers.clock for _, report in what.launches)
        return "based on documented costs" if timed else ""
    kinds: dict[str, int] = {}
    for why in names.values():
        kind = why.partition(":")[0]
        kinds[kind] = kinds.get(kind, 0) + 1
    one = sum(kinds.values()) == 1
    return f"based on {' and '.join(f'{count} {kind}' for kind, count in sorted(kinds.items()))} cost{'s' * (not one)}"


def _against(what: RunContents) -> Data | None:
    if what.against is None:
        return None
    name, other = what.against
    this = tables.bundle([(run.kernel, report) for run, report in what.launches])
    parts = [{"title": one.title, "rows": [list(row) for row in one.rows]} for one in sections(dict(other), this)]
    sides = [{"name": label, **{key: data[key] for key in ("chip", "cycles", "microseconds", "left_out")}}
             for label, data in ((name, other), (what.title, this))]
    return {"sides": sides, "sections": parts}


def _texts(paths: Sequence[str]) -> list[Data]:
    """With their text, as far as there is room and they can be read."""
    out, room = [], ALL_TEXT
    for path in paths:
        near, text, cut = os.path.relpath(path), None, 0
        with suppress(OSError), open(path, encoding="utf-8", errors="replace") as file:
            whole = file.read()
            text = whole[: min(LONGEST, room)] if room else None
            cut = len(whole) - len(text or "")
        room -= len(text or "")
        name = os.path.basename(path)
        out.append({"path": path if near.startswith("..") else near, "name": name, "text": text, "cut": cut})
    return out
