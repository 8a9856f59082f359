"""The drawing on an instruction's page: the bytes that its example touched, or else the values in its lanes."""

from __future__ import annotations

from html import escape
from typing import Any

from lanewise.draw.explain import Explanation
from lanewise.draw.use import touched_elements
from lanewise.isa.catalogue import opcodes
from website.examples import example
from website.running import run

WIDE, HIGH, LEFT, SHOWN = 62, 30, 110, 8


def figure(name: str) -> str:
    """SVG of the example of a record; empty where nothing can be drawn."""
    made = example(name)
    if made is None:
        return ""
    _, variables = run(name)
    core = variables.get("core")
    if core is None:
        return ""
    if not made.on_registers:
        trace = core.trace()
        for row in reversed(list(trace)):
            if int(row["opcode"]) == opcodes()[name]:
                drawn = Explanation(touched_elements(row, made.chip))
                if any(use.rows for use in drawn.touched.uses_of("src", "dst", "inout")):
                    return drawn.svg()
    return _values(name, [(o.name, variables.get(o.name)) for o, kind in made.operands if kind])


def _values(name: str, operands: list[tuple[str, Any]]) -> str:
    rows = [(who, [_number(v) for v in what.numpy().ravel()[:SHOWN].tolist()]) for who, what in operands
            if hasattr(what, "numpy")]
    if not rows:
        return ""
    width, height = LEFT + SHOWN * WIDE + 60, 40 + len(rows) * (HIGH + 12)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
             'font-family="Helvetica, Arial, sans-serif"><rect width="100%" height="100%" fill="white"/>',
             f'<text x="16" y="24" font-size="15" font-weight="bold" fill="#222222">{escape(name)}</text>']
    for line, (who, values) in enumerate(rows):
        y = 36 + line * (HIGH + 12)
        fill = "#dce9f5" if not who.startswith(("dst", "out")) else "#fbdfe3"
        parts.append(f'<text x="16" y="{y + 20}" font-size="13" font-weight="bold" fill="#222222">{escape(who)}</text>')
        for k, value in enumerate(values):
            x = LEFT + k * WIDE
            parts.append(f'<rect x="{x}" y="{y}" width="{WIDE - 3}" height="{HIGH}" fill="{fill}" stroke="#999999"/>')
            parts.append(f'<text x="{x + (WIDE - 3) / 2}" y="{y + 20}" font-size="12" text-anchor="middle" '
                         f'fill="#222222">{escape(value)}</text>')
        parts.append(f'<text x="{LEFT + len(values) * WIDE + 6}" y="{y + 20}" font-size="13" fill="#666666">...</text>')
    return "\n".join([*parts, "</svg>\n"])


def _number(value: Any) -> str:
    if isinstance(value, bool):
        return str(int(value))
    return f"{value:.4g}" if isinstance(value, float) else str(value)[:9]
