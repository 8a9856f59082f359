"""A design as SVG: the host on both sides, cores and links between, an arrow for each fifo with what it carries."""

from __future__ import annotations

from html import escape
from typing import Any

from lanewise.iron.fifos import Link
from lanewise.iron.levels import levels
from lanewise.iron.program import Design
from lanewise.iron.running import Run

BOX_W, BOX_H, GAP_X, GAP_Y, TOP, LEFT = 150, 46, 250, 34, 64, 20
COLOURS = {"host": "#bbbbbb", "worker": "#66ccee", "link": "#ccbb44"}
DIM = "#555555"

Node = Any  # "in", "out", a worker or a link


def svg(design: Design, run: Run | None = None, title: str = "") -> str:
    """With a run, arrows also say how full their ends became and how often cores waited."""
    edges = _edges(design)
    places = _places(design, edges)
    level = {one.name: one for one in levels(design, run)}
    parts = [_box(design, node, *place) for node, place in places.items()]
    seen: dict[Any, int] = {}
    for name, source, sink in edges:
        seen[name, source] = seen.get((name, source), 0) + 1
        label = [f"{name}: {level[name].source.depth} x {level[name].type}"] if seen[name, source] == 1 else [name]
        if seen[name, source] == 1 and run is not None:
            label.append(_filled(level[name]))
        parts.append(_arrow(places[source], places[sink], [text for text in label if text]))
    width = max(x for x, _ in places.values()) + BOX_W + LEFT
    height = max(y for _, y in places.values()) + BOX_H + 30
    head = title or f"{design.name} on {design.device.name}"
    start = (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
             'font-family="Helvetica, Arial, sans-serif"><rect width="100%" height="100%" fill="white"/>'
             '<defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" '
             f'orient="auto"><path d="M0 0L8 4L0 8z" fill="{DIM}"/></marker></defs>')  # fmt: skip
    return "\n".join([start, _text(LEFT, 30, head, 16, bold=True), *parts, "</svg>\n"])


def _filled(level: Any) -> str:
    ends = [end for end in (level.source, *level.sinks) if end.most is not None]
    return "; ".join(str(end).partition(" (")[2].rstrip(")") for end in ends[:2])


def _edges(design: Design) -> list[tuple[str, Node, Node]]:
    out = []
    for fifo in design.fifos:
        producer = fifo.producer
        assert producer is not None
        source = "in" if producer.owner is design.runtime else producer.owner
        for handle in design.ends(fifo):
            out.append((fifo.name, source, "out" if handle.owner is design.runtime else handle.owner))
    return out


def _places(design: Design, edges: list[tuple[str, Node, Node]]) -> dict[Node, tuple[int, int]]:
    """A column for each step away from the host's input; what comes back to itself stays where it is."""
    nodes: list[Node] = list(dict.fromkeys(n for _, source, sink in edges for n in (source, sink)))
    nodes += [w for w in design.workers if w not in nodes]
    column = dict.fromkeys(nodes, 0 if "in" not in nodes else 1)
    if "in" in nodes:
        column["in"] = 0
    for _ in nodes:  # as many steps as a path can have; a circle stops there
        for _, source, sink in edges:
            if source is not sink and column[sink] <= column[source] < len(nodes):
                column[sink] = column[source] + 1
    if "out" in nodes:
        column["out"] = max(column.values(), default=0) + (0 if column["out"] == max(column.values()) else 1)
    order = sorted(set(column.values()))
    rows: dict[int, int] = {}
    places = {}
    for node in nodes:
        at = order.index(column[node])
        rows[at] = rows.get(at, -1) + 1
        places[node] = (LEFT + at * GAP_X, TOP + rows[at] * (BOX_H + GAP_Y))
    deepest = max(rows.values(), default=0)
    free = {column: (deepest - last) * (BOX_H + GAP_Y) // 2 for column, last in rows.items()}  # above the first box
    return {node: (x, y + free[(x - LEFT) // GAP_X]) for node, (x, y) in places.items()}


def _box(design: Design, node: Node, x: int, y: int) -> str:
    if isinstance(node, str):
        kind, lines = "host", ["host", "fills" if node == "in" else "drains"]
    elif isinstance(node, Link):
        kind, lines = "link", [node.kind, "memory tile" if node.tile is None else str(node.tile)]
    else:
        used = f"{node.tile_bytes} bytes"
        kind, lines = "worker", [design.names[node], f"core, {used}" if node.while_true else f"core, once, {used}"]
    fill = COLOURS[kind]
    box = (f'<rect x="{x}" y="{y}" width="{BOX_W}" height="{BOX_H}" rx="5" fill="{fill}" fill-opacity="0.35" '
           f'stroke="{DIM}"/>')  # fmt: skip
    return box + _text(x + 10, y + 19, lines[0][:20], 13, bold=True) + _text(x + 10, y + 36, lines[1], 10, fill=DIM)


def _arrow(start: tuple[int, int], end: tuple[int, int], label: list[str]) -> str:
    x1, y1, x2, y2 = start[0] + BOX_W, start[1] + BOX_H / 2, end[0], end[1] + BOX_H / 2
    if start == end:  # a fifo to itself
        path = f"M{x1 - 40} {start[1]}c0 -26 -50 -26 -50 0"
        middle = (x1 - 120.0, start[1] - 22.0)
    else:
        bend = max(40, abs(x2 - x1) / 2)
        path = f"M{x1} {y1}C{x1 + bend} {y1} {x2 - bend} {y2} {x2} {y2}"
        middle = ((x1 + x2) / 2 - 44, (y1 + y2) / 2 - 8)
    line = f'<path d="{path}" fill="none" stroke="{DIM}" stroke-width="1.3" marker-end="url(#tip)"/>'
    return line + "".join(_text(middle[0], middle[1] + 11 * k, text, 9) for k, text in enumerate(label))


def _text(x: float, y: float, text: str, size: int, bold: bool = False, fill: str = "#222222") -> str:
    weight = ' font-weight="bold"' if bold else ""
    return f'<text x="{x:.0f}" y="{y:.0f}" font-size="{size}" fill="{fill}"{weight}>{escape(text)}</text>'
