"""The map of winners: which way to sum a row is fastest, over the lengths that fit UB.

    python -m lanewise.tune.chart docs/figures/reduce-winners.svg
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import partial
from math import log2
from pathlib import Path

from lanewise.chips import DEFAULT
from lanewise.chips.chip import chip as find_chip
from lanewise.tune.plan import plans
from lanewise.tune.reduce import reduce_sum

COLOURS = {
    "WholeReduceSum": "#4477aa", "BlockReduceSum": "#66ccee", "mixed chain": "#228833",
    "binary accumulation": "#ccbb44", "binary, then mixed": "#ee6677", "ReduceSum API": "#aa3377",
}
LONGEST, PER_OCTAVE = 65536, 8
LEFT, WIDTH, TOP, HEIGHT, STRIP = 70, 800, 70, 260, 26


def lengths() -> list[int]:
    """Eight lengths to every doubling; each stands for those up to the next."""
    return sorted({round(2 ** (k / PER_OCTAVE)) for k in range(PER_OCTAVE * 16 + 1)})


def fastest(n: int, dtype: str, chip: str) -> dict[str, tuple[float, str]] | None:
    """Cycles and name of the fastest plan of each family; None where the row does not fit UB."""
    if not plans(n, dtype, room=find_chip(chip).usable("vector")):
        return None
    out: dict[str, tuple[float, str]] = {}
    for m in reduce_sum(n, dtype, chip).ranking:
        out.setdefault(m.plan.family, (m.cycles, m.plan.name))
    return out


def chart(dtypes: Sequence[str] = ("float", "half"), chip: str = DEFAULT, executor: Executor | None = None) -> str:
    """An SVG: a strip of winners per type over the lengths, and the cycles of each family for the first type."""
    ns = lengths()
    rows = {}
    for kind in dtypes:
        run = partial(fastest, dtype=kind, chip=chip)
        rows[kind] = list(map(run, ns) if executor is None else executor.map(run, ns, chunksize=8))
    parts = [_text(LEFT, 24, f"Fastest way to sum a row in UB, {chip}, by the timing model", 16)]
    for k, (kind, found) in enumerate(rows.items()):
        parts += _strip(ns, found, kind, TOP + k * (STRIP + 8))
    top = TOP + len(rows) * (STRIP + 8) + 40
    parts += _curves(ns, rows[dtypes[0]], dtypes[0], top)
    parts += _legend(40)
    height = top + HEIGHT + 50
    head = (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + WIDTH + 30} {height}" '
            'font-family="sans-serif"><rect width="100%" height="100%" fill="white"/>')
    return "\n".join([head, *parts, "</svg>\n"])


def _x(n: float) -> float:
    return LEFT + WIDTH * log2(n) / log2(LONGEST)


def _text(x: float, y: float, text: str, size: int = 12, anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}">{text}</text>'


def _strip(ns: list[int], found: list[dict[str, tuple[float, str]] | None], kind: str, y: float) -> list[str]:
    out = [_text(LEFT - 8, y + STRIP * 0.7, kind, 12, "end")]
    for k, (n, families) in enumerate(zip(ns, found, strict=True)):
        end = ns[k + 1] if k + 1 < len(ns) else LONGEST * 1.05
        winner = min(families.items(), key=lambda item: item[1][0]) if families else None
        colour = COLOURS[winner[0]] if winner else "#dddddd"
        says = f"{n}: {winner[1][1]}, {winner[1][0]:,.0f} cycles" if winner else f"{n}: does not fit UB"
        out.append(f'<rect x="{_x(n):.1f}" y="{y}" width="{_x(end) - _x(n) + 0.3:.1f}" height="{STRIP}" '
                   f'fill="{colour}"><title>{says}</title></rect>')
    return out


def _curves(ns: list[int], found: list[dict[str, tuple[float, str]] | None], kind: str, top: float) -> list[str]:
    low, high = 64.0, 8192.0

    def y(cycles: float) -> float:
        return top + HEIGHT * (1 - log2(min(max(cycles, low), high) / low) / log2(high / low))

    out = [_text(LEFT, top - 10, f"cycles of the fastest plan of each family, {kind}")]
    for tick in (64, 128, 256, 512, 1024, 2048, 4096, 8192):
        out.append(f'<line x1="{LEFT}" x2="{LEFT + WIDTH}" y1="{y(tick):.1f}" y2="{y(tick):.1f}" stroke="#ddd"/>')
        out.append(_text(LEFT - 8, y(tick) + 4, f"{tick:,}", 11, "end"))
    for tick in (1, 4, 16, 64, 256, 1024, 4096, 16384, 65536):
        out.append(f'<line x1="{_x(tick):.1f}" x2="{_x(tick):.1f}" y1="{top}" y2="{top + HEIGHT}" stroke="#eee"/>')
        out.append(_text(_x(tick), top + HEIGHT + 18, f"{tick:,}", 11, "middle"))
    out.append(_text(LEFT + WIDTH / 2, top + HEIGHT + 38, "elements", 12, "middle"))
    for family, colour in COLOURS.items():
        points = [(n, f[family][0]) for n, f in zip(ns, found, strict=True) if f and family in f]
        if points:
            path = " ".join(f"{_x(n):.1f},{y(c):.1f}" for n, c in points)
            out.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
    return out


def _legend(y: float) -> list[str]:
    out, x = [], float(LEFT)
    for family, colour in COLOURS.items():
        out.append(f'<rect x="{x}" y="{y}" width="12" height="12" fill="{colour}"/>')
        out.append(_text(x + 16, y + 11, family, 11))
        x += 30 + 6.6 * len(family)
    return out


if __name__ == "__main__":
    with ProcessPoolExecutor(2) as pool:
        Path(sys.argv[1]).write_text(chart(executor=pool), encoding="utf-8")
