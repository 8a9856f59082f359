"""A report for people, as plain text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lanewise.terminal import columns, flowing, hanging
from lanewise.timing.accuracy import accuracy
from lanewise.timing.evidence import assumptions
from lanewise.timing.reports import Report
from lanewise.timing.tables import Conflict, conflicts, instruction_rows, line_rows, pipe_rows, wait_rows
from lanewise.timing.verdicts import verdict

BAR = 24
CONFLICTS = 5  # lines that lose most


def text(report: Report, *, most: int = 12, name: str = "") -> str:
    on = f"{name} on " if name else ""
    if not report.numbers.clock:
        return "\n".join([f"{on}{report.chip.name}, {report.launched} block{'s' * (report.launched > 1)}: not timed",
                          *report.notes])
    said = verdict(report)
    parts = [flowing(str(said), rest="  ") if said else "", _head(report, on), _pipes(report), _waits(report),
             _instructions(report, most), _lines(report, most), _conflicts(report), _notes(report)]
    return "\n\n".join(part for part in parts if part)


def headline(report: Report) -> str:
    """Blocks, cycles and time in one line."""
    return (_head(report, "") if report.numbers.clock else text(report)).partition("\n")[0]


def _head(report: Report, on: str) -> str:
    blocks = report.launched
    took = report.microseconds
    time = "" if took is None else f" = {took:,.2f} us at {report.numbers.clock:g} MHz"
    launch = report.launch_us
    cores = report.cores
    more = "" if launch is None else f"; starting {cores} core{'s' if cores > 1 else ''} adds about {launch:.1f} us"
    count = sum(report.unknown.values())
    left = f" without {count:,} instruction{'s' * (count > 1)} of unknown cost" if count else ""
    of = f"{on}{report.chip.name}, {blocks} block{'s' if blocks > 1 else ''}"
    judged = accuracy(report.chip)
    sure = f"{flowing(f'how sure: {judged}', rest='  ')}\n" if judged else ""
    return (f"{flowing(f'{of}: {report.cycles:,.0f} cycles{left}{time}{more}', rest='  ')}\n{sure}"
            f"GetSystemCycle: {report.ticks:,} ticks of {report.chip.fact('counter_mhz')} MHz")


def _pipes(report: Report) -> str:
    lines = ["pipe     busy cycles   share   of the mean block"]
    for row in pipe_rows(report):
        if row["cycles"] is None:
            lines.append(f"{row['pipe']:<7}{'unknown':>13}")
            continue
        bar = "█" * round(BAR * min(1.0, row["ratio"]))
        rate = f"  {row['bytes'] / row['cycles']:.1f} bytes a cycle" if row["bytes"] and row["cycles"] else ""
        lines.append(f"{row['pipe']:<7}{row['cycles']:>13,.0f}  {row['ratio']:>5.1%}  {bar}{rate}")
    return "\n".join(lines)


def _waits(report: Report) -> str:
    rows = [(r["pipe"], r["reason"], f"{r['cycles']:,.0f}") for r in wait_rows(report) if r["cycles"] >= 0.5]
    return _table(("pipe", "waited for, in the mean block", "cycles"), rows[:8], right=(2,))


def _instructions(report: Report, most: int) -> str:
    rows = [
        (r["instr"], r["pipe"], r["call_count"], "unknown" if r["unknown"] else f"{r['cycles']:,.0f}",
         "" if r["unknown"] else f"{r['running_time_us']:,.3f}", f"{r['wait_cycles']:,.0f}",
         f"{r['conflict_cycles']:,.0f}")
        for r in instruction_rows(report) if r["cycles"] or r["unknown"]
    ]
    head = ("instr", "pipe", "call_count", "cycles", "running_time(us)", "wait", "conflict")
    table = _table(head, rows[:most], right=range(2, 7))
    return f"all blocks\n{table}" if table else ""


def _lines(report: Report, most: int) -> str:
    rows = [
        (r["code"], r["call_count"], f"{r['cycles']:,.0f}", f"{r['wait_cycles']:,.0f}", f"{r['conflict_cycles']:,.0f}")
        for r in line_rows(report) if r["code"] and r["cycles"]
    ]
    table = _table(("code", "call_count", "cycles", "wait", "conflict"), rows[:most], right=range(1, 5))
    return f"all blocks\n{table}" if table else ""


def _conflicts(report: Report) -> str:
    lines = []
    alike: dict[tuple[str, str], list[Conflict]] = {}  # a line once, however many buffers it works on
    for one in conflicts(report, len(report.collisions)):
        alike.setdefault((one.where, one.instr), []).append(one)
    for uses in sorted(alike.values(), key=lambda uses: -sum(c.cycles for c in uses))[:CONFLICTS]:
        c, calls = uses[0], sum(c.calls for c in uses)
        places = f" on {len(uses)} sets of operands, the costliest" if len(uses) > 1 else ""
        lines.append(f"{c.where or c.instr}: {c.instr} loses {sum(c.cycles for c in uses):,.0f} cycles in {calls} "
                     f"call{'s' if calls > 1 else ''}{places}: {c.collides}")
        if c.cure:
            total = "" if c.total is None else f"; {c.total:,.0f} cycles in all, not {report.cycles:,.0f}"
            lines.append(f"    {c.cure}: {c.saved / c.blocks:,.0f} cycles of V less in a block{total}")
    return "\n".join(["bank conflicts, all blocks", *map(hanging, lines)]) if lines else ""


def _notes(report: Report) -> str:
    lines = list(report.notes)
    for name, count in report.unknown.items():
        lines.append(f"{name} x {count}: no cost is published for {report.chip.name}; it is in no total")
    held = assumptions(report.rests_on)
    if held:
        lines.append(f"rests on assumptions: {held}")
    return "\n".join(map(hanging, lines))


def _table(head: Sequence[str], rows: Sequence[Sequence[Any]], right: Any = ()) -> str:
    return columns([head, *rows], right) if rows else ""
