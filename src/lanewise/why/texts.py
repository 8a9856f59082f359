"""A chain as a tree of lines, and as data."""

from __future__ import annotations

import os
from collections import deque
from typing import Any

from lanewise.numerics.formats import DType
from lanewise.why.chain import Node, Place

_SHORTEST = 4  # bytes of a type whose shortest form numpy prints; others have few digits anyway
_DEEPEST = 60  # levels that are printed
_SAME = 3  # equal rounds, of which more are folded
_BODY = 16  # steps of a round at most
_LOOKED_AT = 200  # elements among which the round before is looked for
_DEEPEST_DATA = 200  # levels that JSON has: readers go down them one call in another


def number(node: Node) -> str:
    """Its value, the shortest that its type reads back."""
    if node.source == "unwritten" and set(node.raw) == {0xFF}:
        return "?"
    return number_of(node.raw, node.kind, node.bits)


def number_of(raw: bytes, kind: DType, bits: int = 0xFF) -> str:
    import numpy as np

    if kind.kind in "iufb" and len(raw) == kind.size:
        found = np.frombuffer(raw, kind.numpy)[0]
        if kind.size == 1 and bits != 0xFF:  # of a mask, the bits that matter
            return f"{int(found) & bits:#04x} & {bits:#04x}"
        return f"{float(found):.7g}" if kind.is_float and kind.size < _SHORTEST else str(found)
    return "0x" + raw[::-1].hex()


def bits_of(node: Node) -> str:
    return "0x" + node.raw[::-1].hex()


def where(node: Node) -> str:
    """The line of who wrote it."""
    return where_at(node.place)


def where_at(place: Place | None) -> str:
    return f"{os.path.basename(place.file)}:{place.line} " if place else ""


def line(node: Node, blocks: bool = True) -> str:
    """An element and who wrote it."""
    text = f"{node.name} = {number(node)}" if node.raw else node.name
    if node.again:
        return f"{text}  as above"
    if node.source in ("instruction", "code"):
        block = f"block {node.block}" if blocks and node.block >= 0 else ""
        more = ", ".join(word for word in (block, *node.how) if word)
        text += f"  <- {where(node)}{node.op}" + (f" ({more})" if more else "")
    if node.how and any(word.startswith("CAST") for word in node.how):
        text += f"  bits {bits_of(node)}"
    if node.note:
        text += f"  -- {node.note}" if node.source in ("instruction", "code") else f"  {node.note}"
    if node.count:
        text += f"  from {node.count:,} elements, of which {node.by}:"
    return text


def tree(root: Node) -> list[str]:
    """Of an element: itself, and below it what it was made of."""
    lines: list[str] = []
    shown: set[int] = set()

    def put(node: Node, head: str, tail: str, role: str) -> None:
        node = _if_shown(node, shown)
        lines.append(head + (f"{role}: " if role else "") + line(node))
        if len(tail) > 3 * _DEEPEST:
            if node.inputs:
                lines.append(f"{tail}... and so on")
            return
        inputs, folded, what = fold(node)
        if folded:
            lines.append(f"{tail}... {folded:,} more such {what}, then")
        for i, (name, child) in enumerate(inputs):
            end = i + 1 == len(inputs)
            put(child, tail + ("`- " if end else "|- "), tail + ("   " if end else "|  "), name)

    put(root, "", "", "")
    return lines


def fold(node: Node) -> tuple[list[tuple[str, Node]], int, str]:
    """Its inputs. Where it is one of many equal rounds that each go on with the result of the one before, of one step
    or of several, those of the last of them, how many lie between, and what they are."""
    body = _round(node)
    at, count = node, 0
    while body and (before := _along(at, body)) is not None:
        at, count = before, count + 1
    if count < _SAME:
        return node.inputs, 0, ""
    if len(body) == 1:
        return at.inputs, count, f"steps of {where(node)}{node.op}"
    steps = dict.fromkeys(f"{where(one)}{one.op}" for one in (node, *body[:-1]))
    return at.inputs, count, f"rounds of {', '.join(steps)}"


def _if_shown(node: Node, shown: set[int]) -> Node:
    """As above, where that is there: what stands there may be folded."""
    if node.again and node.first is not None and id(node.first) not in shown:
        node = node.first
    shown.add(id(node))
    return node


def _alike(one: Node, other: Node) -> bool:
    """The same step, of another round, which left its result at the same place."""
    return _of_one_line(one, other) and one.address == other.address


def _of_one_line(one: Node, other: Node) -> bool:
    same = one.source == other.source == "instruction" and one.op == other.op and one.place == other.place
    return same and one.home == other.home and not other.again


def _round(node: Node) -> list[Node]:
    """The steps back to the same one of the round before, and that one; empty: there is none near it."""
    if node.source != "instruction":
        return []
    paths: deque[list[Node]] = deque([[node]])
    seen = {id(node)}
    while paths and len(seen) < _LOOKED_AT:
        path = paths.popleft()
        for _, child in path[-1].inputs:
            if child.source != "instruction" or child.again or id(child) in seen:
                continue
            if _alike(node, child):
                return [*path[1:], child]
            seen.add(id(child))
            if len(path) < _BODY:
                paths.append([*path, child])
    return []


def _along(node: Node, body: list[Node]) -> Node | None:
    """The end of the same way from another round. On the way buffers may take turns."""
    for step in body:
        fitting = [child for _, child in node.inputs if _of_one_line(step, child)]
        same_place = [child for child in fitting if child.address == step.address]
        if not fitting or (step is body[-1] and not same_place):
            return None
        node = (same_place or fitting)[0]
    return node


def data(node: Node, level: int = 0, shown: set[int] | None = None) -> dict[str, Any]:
    """As JSON has it. A chain may be long, so that what stands elsewhere is named once."""
    shown = set() if shown is None else shown
    node = _if_shown(node, shown)
    inputs, folded, what = fold(node)
    out = about(node)
    if folded:
        out |= {"folded": folded, "folded_are": what}
    if inputs and level < _DEEPEST_DATA:
        out["inputs"] = [{"operand": name, **data(child, level + 1, shown)} for name, child in inputs]
    elif inputs:
        out["more"] = True
    return out


def flat(root: Node) -> list[dict[str, Any]]:
    """All elements of a chain in a list, the element itself first; inputs are named by their numbers there."""
    out: list[dict[str, Any]] = []
    numbers: dict[int, int] = {}
    left: list[Node] = []

    def number_for(node: Node) -> int:
        node = node.first or node
        if id(node) not in numbers:
            numbers[id(node)] = len(numbers)
            left.append(node)
        return numbers[id(node)]

    number_for(root)
    while left:
        node = left.pop(0)
        inputs, folded, what = fold(node)
        row = {**about(node), "text": number(node)}
        if folded:
            row["folded"] = f"{folded:,} more such {what}"
        row["inputs"] = [[name, number_for(child)] for name, child in inputs]
        out.append(row)
    return out


def about(node: Node) -> dict[str, Any]:
    """It alone."""
    out: dict[str, Any] = {"element": node.name, "type": node.kind.vendor, "bits": bits_of(node), "from": node.source}
    value = node.value
    out["value"] = value if not isinstance(value, float) or value - value == 0 else str(value)
    if node.place is not None:
        out |= {"file": node.place.file, "line": node.place.line}
    if node.op:
        out |= {"instruction": node.op, "block": node.block}
    if node.how:
        out["how"] = node.how
    if node.note:
        out["note"] = node.note
    if node.count:
        out |= {"elements": node.count, "shown": node.by}
    if node.again:
        out["again"] = True
    return out
