"""What makes one timing longer than another, by cause. Works on the data of two reports.

The slowest blocks are compared, as one pipe sees them: its work and its waits add up to all of a block, so that their
differences add up to the difference.
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from lanewise.isa.events import SCALAR
from lanewise.timing.order import NAMES

Data = dict[str, Any]
LEAST = 0.5  # cycles that are worth a line
MOST = 10  # lines
_TOP, _LAUNCH = {"chip", "cycles", "microseconds", "launches"}, {"blocks", "slowest", "unknown"}  # what is compared


class Change(NamedTuple):
    """Cycles on both sides; None where they are unknown."""

    what: str
    before: float | None
    after: float | None

    @property
    def more(self) -> float | None:
        return None if self.before is None or self.after is None else self.after - self.before


class Section(NamedTuple):
    title: str
    rows: list[Change]


def read_json(path: str) -> Data:
    """What `lanewise run --json` wrote; ValueError says why it cannot be compared."""
    try:
        with open(path, encoding="utf-8") as file:
            found = json.load(file)
    except RecursionError:
        raise ValueError(f"{path}: it nests too deep") from None
    except (OSError, ValueError) as problem:
        raise ValueError(f"{path}: {problem}") from None
    if not isinstance(found, dict) or not set(found) >= _TOP or not all(
        isinstance(one, dict) and set(one) >= _LAUNCH for one in found["launches"]
    ):
        raise ValueError(f"{path}: not a timing that this version's `lanewise run --json` wrote")
    return found


def compare(before: Data, after: Data, names: tuple[str, str] = ("A", "B")) -> str:
    """A text: totals, what they leave out, and where the difference comes from."""
    sides = list(zip(names, (before, after), strict=True))
    untimed = [f"{name}: nothing was timed on {data['chip']}" for name, data in sides if not data["cycles"]]
    if untimed:
        return "\n".join(untimed)
    a, b = before["cycles"], after["cycles"]
    faster, slower = (names[1], names[0]) if b < a else (names[0], names[1])
    verdict = "both take the same" if a == b else f"{faster} is {max(a, b) / min(a, b):.2f} times as fast as {slower}"
    lines = [*(f"{name}: {_total(data)}" for name, data in sides), verdict]
    if before["chip"] != after["chip"]:
        lines.append("the two ran on different chips: cycles are not of one length")
    lines += [f"{name} leaves out, because no cost is published: {left}"
              for name, data in sides if (left := _unknown_counts(data))]
    for section in sections(before, after):
        lines += _section_lines(section)
    return "\n".join(lines)


def sections(before: Data, after: Data) -> list[Section]:
    """Where the difference comes from; nothing where one side is not timed."""
    if not before["cycles"] or not after["cycles"]:
        return []
    old, new = _busy_cycles(before), _busy_cycles(after)
    out = [_section("busy cycles of the slowest block, by pipe", old, new)]
    pipe = _pipe(old, new)
    if pipe is not None:
        split = [_cycles_by_cause(data, pipe) for data in (before, after)]
        more = sum(split[1].values()) - sum(split[0].values())
        out += [_section(f"time of the slowest block as {pipe} sees it, {more:+,.0f} in all", *map(_causes, split)),
                _section("the same by line", *map(_by_line, split))]
    return [section for section in out if section.rows]


def _total(data: Data) -> str:
    us = data["microseconds"]
    return f"{data['cycles']:,.0f} cycles" + (f" = {us:,.2f} us" if us is not None else "") + f" on {data['chip']}"


def _unknown_counts(data: Data) -> str:
    out: dict[str, int] = {}
    for one in data["launches"]:
        for name, count in one["unknown"].items():
            out[name] = out.get(name, 0) + count
    return ", ".join(f"{name} x {count}" for name, count in out.items())


def _busy_cycles(data: Data) -> dict[str, float | None]:
    """Of the slowest block of each launch; None where one of them is not known."""
    out: dict[str, float | None] = {}
    for one in data["launches"]:
        block = next((b for b in one["blocks"] if b["block"] == one["slowest"]["block"]), None)
        for pipe, cycles in block["busy"].items() if block else ():
            held = out.get(pipe, 0.0)
            out[pipe] = None if held is None or cycles is None else held + cycles
    return out


def _pipe(old: dict[str, float | None], new: dict[str, float | None]) -> str | None:
    """The busiest pipe that both sides report."""
    both = {p: (old.get(p) or 0) + (new.get(p) or 0) for p in NAMES if p != NAMES[SCALAR]}
    return max((p for p in both if both[p]), key=lambda p: both[p], default=None)


def _cycles_by_cause(data: Data, pipe: str) -> dict[tuple[str, str], float]:
    """(cause, line) -> cycles."""
    out: dict[tuple[str, str], float] = {}
    for one in data["launches"]:
        for part in one["slowest"]["pipes"].get(pipe, ()):
            key = part["cause"], part["code"]
            out[key] = out.get(key, 0.0) + part["cycles"]
    return out


def _causes(parts: dict[tuple[str, str], float]) -> dict[str, float | None]:
    out: dict[str, float | None] = {}
    for (cause, _), cycles in parts.items():
        out[cause] = (out.get(cause) or 0.0) + cycles
    return out


def _by_line(parts: dict[tuple[str, str], float]) -> dict[str, float | None]:
    return {f"{code}: {cause}": cycles for (cause, code), cycles in parts.items() if code}


def _section(title: str, old: dict[str, float | None], new: dict[str, float | None]) -> Section:
    """What changed most; what one side does not know, too."""
    rows = [Change(key, old.get(key, 0.0), new.get(key, 0.0)) for key in {**old, **new}]
    kept = [row for row in rows if row.more is None or abs(row.more) >= LEAST]
    return Section(title, sorted(kept, key=lambda row: -abs(row.more or 0.0))[:MOST])


def _section_lines(section: Section) -> list[str]:
    def format_cycles(cycles: float | None, how: str) -> str:
        return f"{'unknown' if cycles is None else format(cycles, how):>12}"

    wide = max(len(row.what) for row in section.rows)
    rows = [f"  {row.what:<{wide}}  {format_cycles(row.before, ',.0f')} -> {format_cycles(row.after, ',.0f')}"
            + ("" if row.more is None else f"  {format_cycles(row.more, '+,.0f')}") for row in section.rows]
    return ["", section.title, *rows]
