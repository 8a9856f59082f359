"""A design as SVG: the host on both sides, cores and links between, an arrow for each fifo with what it carries."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from lanewise.draw.network import Arrow, Box
from lanewise.draw.network import svg as network
from lanewise.iron.fifos import Link
from lanewise.iron.levels import levels
from lanewise.iron.program import Design
from lanewise.iron.running import Run

Node = Any  # "in", "out", a worker or a link


def svg(design: Design, run: Run | None = None, title: str = "") -> str:
    """With a run, arrows also say how full their ends became and how often cores waited."""
    edges = _edges(design)
    level = {one.name: one for one in levels(design, run)}
    nodes: list[Node] = list(dict.fromkeys(n for _, source, sink in edges for n in (source, sink)))
    nodes += [w for w in design.workers if w not in nodes]
    boxes: dict[Hashable, Box] = {node: _box(design, node) for node in nodes}
    seen: dict[Any, int] = {}
    arrows = []
    for name, source, sink in edges:
        seen[name, source] = seen.get((name, source), 0) + 1
        label = [f"{name}: {level[name].source.depth} x {level[name].type}"] if seen[name, source] == 1 else [name]
        if seen[name, source] == 1 and run is not None:
            label.append(_filled(level[name]))
        arrows.append(Arrow(source, sink, tuple(label)))
    return network(title or f"{design.name} on {design.device.name}", boxes, arrows, "out")


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


def _box(design: Design, node: Node) -> Box:
    if isinstance(node, str):
        return Box("host", "host", "fills" if node == "in" else "drains")
    if isinstance(node, Link):
        return Box("memory", node.kind, "memory tile" if node.tile is None else str(node.tile))
    used = f"{node.tile_bytes} bytes"
    return Box("core", design.names[node], f"core, {used}" if node.while_true else f"core, once, {used}")
