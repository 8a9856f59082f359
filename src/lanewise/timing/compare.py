"""What makes one timing longer than another, by cause. Works on the data of two reports."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Data = dict[str, Any]
LEAST = 0.5  # cycles that are worth a line
MOST = 10  # lines


def compare(before: Data, after: Data, names: tuple[str, str] = ("A", "B")) -> str:
    """A text: totals, then what changed most."""
    a, b = before["cycles"], after["cycles"]
    if not a or not b:
        return "nothing was timed in one of the two"
    faster, slower = (names[1], names[0]) if b < a else (names[0], names[1])
    verdict = "both take the same" if a == b else f"{faster} is {max(a, b) / min(a, b):.2f} times as fast as {slower}"
    lines = [f"{names[0]}: {_total(before)}", f"{names[1]}: {_total(after)}", verdict]
    if before["chip"] != after["chip"]:
        lines.append("the two ran on different chips: cycles are not of one length")
    for title, of in (
        ("busy cycles of the mean block, by pipe", _pipes), ("waits of the mean block, by reason", _waits),
        ("bank conflicts, all blocks", _conflicts), ("instructions, all blocks", _instructions),
    ):
        rows = _changes(of, before, after)
        if rows:
            lines += ["", title, *rows]
    return "\n".join(lines)


def _total(data: Data) -> str:
    us = data["microseconds"]
    return f"{data['cycles']:,.0f} cycles" + (f" = {us:,.2f} us" if us is not None else "") + f" on {data['chip']}"


def _changes(of: Callable[[Data], dict[str, float]], before: Data, after: Data) -> list[str]:
    old, new = of(before), of(after)
    changed = {key: new.get(key, 0.0) - old.get(key, 0.0) for key in {**old, **new}}
    keep = sorted((k for k in changed if abs(changed[k]) >= LEAST), key=lambda k: -abs(changed[k]))
    wide = max((len(k) for k in keep), default=0)
    return [f"  {k:<{wide}}  {old.get(k, 0):>12,.0f} -> {new.get(k, 0):>12,.0f}  {changed[k]:>+12,.0f}"
            for k in keep[:MOST]]


def _pipes(data: Data) -> dict[str, float]:
    return _sum((row["pipe"], row["cycles"]) for one in data["launches"] for row in one["pipes"])


def _waits(data: Data) -> dict[str, float]:
    return _sum((f"{w['pipe']} for {w['reason']}", w["cycles"]) for one in data["launches"] for w in one["waits"])


def _conflicts(data: Data) -> dict[str, float]:
    return _sum((r["instr"], r["conflict_cycles"]) for one in data["launches"] for r in one["instructions"])


def _instructions(data: Data) -> dict[str, float]:
    return _sum((f"{r['instr']} on {r['pipe']}", r["cycles"]) for one in data["launches"] for r in one["instructions"])


def _sum(pairs: Any) -> dict[str, float]:
    out: dict[str, float] = {}
    for key, value in pairs:
        out[key] = out.get(key, 0.0) + value
    return out
