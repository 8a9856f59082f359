"""The engine's walk through layouts, in a program of its own, against plain loops."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from math import prod
from pathlib import Path

from cube_cases import cube_cases, in_order_of
from nests import Placed, random_layouts

from lanewise.moves import FIRST, NEAREST, Digit, Fill, Layout

HERE, ROOT = Path(__file__).parent, Path(__file__).resolve().parents[2]
KINDS = ("value", FIRST, NEAREST)
OLD = -7


def numbers_of(layout: Layout, to: int, source: list[int]) -> Iterator[int]:
    """A layout and its memories as walk.cpp reads them."""

    def digits(side: tuple[Digit, ...]) -> Iterator[int]:
        yield len(side)
        for d in side:
            yield from (d.step, d.count, -1 if d.along is None else d.along)

    yield from (layout.bits, layout.to, layout.source, KINDS.index(layout.fill.kind), layout.fill.value,
                layout.conversion.by if layout.conversion else -1, len(layout.box))  # fmt: skip
    for c in layout.box:
        yield from (c.stride, c.size, c.first)
    yield len(layout.axes)
    for a in layout.axes:
        yield from (a.extent, a.first, -1 if a.limit is None else a.limit)
        yield from digits(a.to)
        yield from digits(a.source)
    yield from (to, OLD, len(source), *source)


def cases() -> Iterator[tuple[Layout, Placed]]:
    yield from random_layouts(400, seed=21)
    for _, layout, placed, _ in cube_cases():
        yield layout, in_order_of(layout, placed)


def test_the_walk_is_the_loops(tmp_path: Path) -> None:
    program = tmp_path / "walk"
    flags = ["-std=c++20", "-O1", "-Wall", "-Wextra", "-Werror"]
    subprocess.run(["g++", *flags, f"-I{ROOT / 'engine'}", str(HERE / "walk.cpp"), "-o", str(program)], check=True)
    asked, wanted, tried = [], [], list(cases())
    for layout, placed in tried:
        to = max([0, *(to + 1 for to, _ in placed)])
        source = [k * 7919 % 10007 for k in range(max([0, *(frm + 1 for _, frm in placed if frm is not None)]))]
        asked.append(list(numbers_of(layout, to, source)))
        wanted.append(expected_line(layout, placed, to, source))
    text = "\n".join(" ".join(map(str, numbers)) for numbers in ([len(asked)], *asked))
    lines = subprocess.run([program], input=text, capture_output=True, text=True, check=True).stdout.splitlines()
    assert len(lines) == len(wanted)
    for line, expected, (layout, _) in zip(lines, wanted, tried, strict=True):
        assert line == expected, layout


def expected_line(layout: Layout, placed: Placed, to: int, source: list[int]) -> str:
    """Bounds and values from the loops; how the two memories see it and where runs begin are the definition's."""
    if not placed:
        return "empty"
    sources = [frm for _, frm in placed if frm is not None]
    bounds = (min(t for t, _ in placed), max(t for t, _ in placed) + 1,
              *((min(sources), max(sources) + 1) if sources else (0, 0)))  # fmt: skip
    runs, done = [], 0
    for r in layout.runs():
        runs.append((word(layout, done), r.to, -1 if r.source is None else r.source, r.items, r.stretch, int(r.begins)))
        done += r.items
    target = [OLD] * to
    for t, frm in placed:
        target[t] = layout.fill.value if frm is None else source[frm]
    parts = ([*bounds, *layout.seen(False), *layout.seen(True)], [n for run in runs for n in run], target)
    return " | ".join(" ".join(map(str, part)) for part in parts)


def word(layout: Layout, item: int) -> int:
    """Where an item stands on the axis that conversions go by."""
    if layout.conversion is None:
        return 0
    by = layout.conversion.by
    return item // prod(a.extent for a in layout.axes[by + 1 :]) % layout.axes[by].extent + layout.axes[by].first


def test_kinds_of_filling_have_the_numbers_of_the_engine() -> None:
    found = (ROOT / "engine" / "moves" / "layout.hpp").read_text()
    assert "enum class Kind { value, first, nearest };" in found
    assert [Fill(kind).kind for kind in KINDS] == ["value", "first", "nearest"]
