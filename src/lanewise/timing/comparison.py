"""What makes one timing longer than another, by cause. Works on the data of two reports.

The slowest blocks are compared, as one pipe sees them: its work and its waits add up to all of a block, so that their
differences add up to the difference.
"""

from __future__ import annotations

from typing import Any

Data = dict[str, Any]
LEAST = 0.5  # cycles that are worth a line
MOST = 10  # lines


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
              for name, data in sides if (left := _left(data))]
    old, new = _busy(before), _busy(after)
    lines += _section("busy cycles of the slowest block, by pipe", old, new)
    pipe = _pipe(old, new)
    if pipe is None:
        return "\n".join(lines)
    split = [_parts(data, pipe) for _, data in sides]
    more = sum(split[1].values()) - sum(split[0].values())
    lines += _section(f"time of the slowest block as {pipe} sees it, {more:+,.0f} in all", *map(_causes, split))
    lines += _section("the same by line", *map(_by_line, split))
    return "\n".join(lines)


def _total(data: Data) -> str:
    us = data["microseconds"]
    return f"{data['cycles']:,.0f} cycles" + (f" = {us:,.2f} us" if us is not None else "") + f" on {data['chip']}"


def _left(data: Data) -> str:
    out: dict[str, int] = {}
    for one in data["launches"]:
        for name, count in one["unknown"].items():
            out[name] = out.get(name, 0) + count
    return ", ".join(f"{name} x {count}" for name, count in out.items())


def _busy(data: Data) -> dict[str, float | None]:
    """Of the slowest block of each launch; None where one of them is not known."""
    out: dict[str, float | None] = {}
    for one in data["launches"]:
        block = next((b for b in one["blocks"] if b["block"] == one["slowest"]["block"]), None)
        for pipe, cycles in block["busy"].items() if block else ():
            held = out.get(pipe, 0.0)
            out[pipe] = None if held is None or cycles is None else held + cycles
    return out


def _pipe(old: dict[str, float | None], new: dict[str, float | None]) -> str | None:
    """The busiest one that both sides know."""
    both = {p: (old.get(p) or 0) + (new.get(p) or 0) for p in ("V", "MTE2", "MTE3")}
    return max((p for p in both if both[p]), key=lambda p: both[p], default=None)


def _parts(data: Data, pipe: str) -> dict[tuple[str, str], float]:
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


def _section(title: str, old: dict[str, float | None], new: dict[str, float | None]) -> list[str]:
    """What changed most; what one side does not know, too."""
    def of(side: dict[str, float | None], key: str) -> float | None:
        return side.get(key, 0.0)

    def change(key: str) -> float | None:
        a, b = of(old, key), of(new, key)
        return None if a is None or b is None else b - a

    def shown(cycles: float | None, how: str) -> str:
        return f"{'unknown' if cycles is None else format(cycles, how):>12}"

    keys = [k for k in {**old, **new} if (d := change(k)) is None or abs(d) >= LEAST]
    keys.sort(key=lambda k: -abs(change(k) or 0.0))
    wide = max(map(len, keys), default=0)
    rows = [f"  {k:<{wide}}  {shown(of(old, k), ',.0f')} -> {shown(of(new, k), ',.0f')}"
            + ("" if change(k) is None else f"  {shown(change(k), '+,.0f')}") for k in keys[:MOST]]
    return ["", title, *rows] if rows else []
