"""What a graph was made of and how full its links became: read from what the program left, told in words and drawn."""

from __future__ import annotations

import json
import os
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from lanewise.draw.network import Arrow, Box
from lanewise.draw.network import svg as network

_KINDS = {"kernel": "core", "PLIO": "host", "GMIO": "host", "external buffer": "host"}


@dataclass(frozen=True)
class Node:
    id: int
    kind: str  # kernel, PLIO, GMIO, shared buffer, ...
    name: str
    file: str
    bits: int = 32
    mhz: float = 0.0  # of a PLIO; 0: the program names none
    reads: bool = False
    core: int = -1
    calls: int = 0
    repetitions: int = 1


@dataclass(frozen=True)
class Link:
    """Sizes are in bytes, but for `gives` and `takes`: elements of a block, 0 for a stream."""

    source: int
    sink: int
    name: str
    kind: str
    type: str
    gives: int
    takes: int
    margin: int
    capacity: int  # 0: it holds anything
    most: int
    full: int  # at the end
    bytes: int
    waits_for_data: int
    waits_for_room: int

    @property
    def carries(self) -> str:
        sizes = f"{self.gives} -> {self.takes}" if self.gives and self.takes and self.gives != self.takes else (
            str(self.takes or self.gives))  # fmt: skip
        margin = f" + {self.margin}" if self.margin else ""
        return f"{self.type or 'words'}[{sizes}{margin}]" if self.gives or self.takes else f"{self.type or 'words'}"

    @property
    def level(self) -> str:
        held = f"{self.most} of {self.capacity} bytes full" if self.capacity else f"{self.bytes} bytes"
        waits = [f"{times}x for {what}" for times, what in
                 ((self.waits_for_data, "data"), (self.waits_for_room, "room")) if times]  # fmt: skip
        return held + (f", waited {' and '.join(waits)}" if waits else "")


@dataclass(frozen=True)
class Picture:
    nodes: Sequence[Node]
    links: Sequence[Link]

    @staticmethod
    def read(path: str) -> Picture:
        with open(path, encoding="utf-8") as file:
            data = json.load(file)
        return Picture([Node(**n) for n in data["nodes"]], [Link(**one) for one in data["links"]])

    def table(self) -> str:
        """Lines for a terminal."""
        lines = [f"  {node.name}, {node.file}: {node.calls} calls" for node in self.nodes if node.kind == "kernel"]
        for link in self.links:
            total = f", {link.bytes} bytes in all" if link.capacity else ""
            lines.append(f"  {link.kind} {link.name}, {link.carries}: {link.level}{total}")
        return "\n".join(["graph:", *lines])

    def svg(self, title: str) -> str:
        linked = {end for link in self.links for end in (link.source, link.sink)}
        boxes: dict[Hashable, Box] = {n.id: _box(n) for n in self.nodes if n.id in linked or n.kind == "kernel"}
        arrows = [Arrow(link.source, link.sink, (f"{link.kind} {link.carries}", link.level))
                  for link in self.links if link.source in boxes and link.sink in boxes]  # fmt: skip
        return network(title, boxes, arrows)


def _box(node: Node) -> Box:
    kind = _KINDS.get(node.kind, "memory")
    if node.kind == "kernel":
        return Box(kind, node.name, f"{os.path.basename(node.file)}, {node.calls} calls")
    if node.kind == "PLIO":
        return Box(kind, node.name or "PLIO", f"PLIO, {node.bits} bits, {os.path.basename(node.file)}"[:30])
    return Box(kind, node.name or node.kind, node.kind)
