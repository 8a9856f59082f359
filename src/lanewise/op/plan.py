"""What a tiling function decided, and its data field by field."""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

ELEMENT, NESTED, PLAIN = range(3)  # kinds of a field, as the host says them
_CODES = {"bool": "?", "int8_t": "b", "uint8_t": "B", "int16_t": "h", "uint16_t": "H", "int32_t": "i", "uint32_t": "I",
          "int64_t": "q", "uint64_t": "Q", "float": "f", "double": "d"}  # fmt: skip
Layout = Mapping[str, Any]  # bytes, and fields: type, name, offset, bytes, count, kind, and inner of a nested one


@dataclass
class Plan:
    """`print` shows all of it."""

    operator: str
    block_dim: int
    tiling_key: int
    workspaces: list[int]
    data: bytes
    structure: str = ""
    fields: dict[str, Any] = field(default_factory=dict)
    schedule_mode: int = 0
    dynamic_ub: int = 0
    need_atomic: bool = False

    def __str__(self) -> str:
        sizes = ", ".join(f"{n:,}" for n in self.workspaces) or "none"
        head = [f"{self.operator}: {self.block_dim} blocks, key {self.tiling_key}, workspaces {sizes}"]
        named = f"  {self.structure}, " if self.structure else "  "
        return "\n".join([*head, f"{named}{len(self.data)} bytes", *_rows(self.fields, 4)])


def _rows(fields: Mapping[str, Any], indent: int) -> list[str]:
    wide = max(map(len, fields), default=0)
    rows = []
    for name, value in fields.items():
        if isinstance(value, dict):
            rows += [f"{' ' * indent}{name}", *_rows(value, indent + 2)]
        else:
            rows.append(f"{' ' * indent}{name:<{wide}}  {value}")
    return rows


def decoded(layout: Layout, data: bytes, at: int = 0) -> dict[str, Any]:
    """The fields of a structure in these bytes."""
    out: dict[str, Any] = {}
    for one in layout["fields"]:
        place = at + one["offset"]
        if one.get("inner") is not None:
            if one["count"]:
                out[one["name"]] = [decoded(one["inner"], data, place + i * one["bytes"]) for i in range(one["count"])]
            else:
                out[one["name"]] = decoded(one["inner"], data, place)
        elif one["type"] in _CODES and place + one["bytes"] * max(one["count"], 1) <= len(data):
            values = struct.unpack_from(f"<{max(one['count'], 1)}{_CODES[one['type']]}", data, place)
            out[one["name"]] = list(values) if one["count"] else values[0]
    return out


def structures(classes: Sequence[Mapping[str, Any]], known: frozenset[str]) -> dict[str, str]:
    """The structures that kernels read, as C++ text by name, inner ones first. `known` ones are there already."""
    texts: dict[str, str] = {}
    for one in classes:
        _structure(one["name"], one["layout"], known, texts)
    return texts


def _structure(name: str, layout: Layout, known: frozenset[str], texts: dict[str, str]) -> None:
    if name in texts or name in known:
        return
    rows, at = [], 0
    for one in layout["fields"]:
        if one["kind"] == NESTED:
            _structure(one["type"], one["inner"], known, texts)
        if one["offset"] > at:
            rows.append(f"uint8_t lanewise_gap_{at}[{one['offset'] - at}];")
        array = f"[{one['count']}]" if one["count"] else ""
        rows.append(f"{one['type']} {one['name']}{array};")
        at = one["offset"] + one["bytes"] * max(one["count"], 1)
    if layout["bytes"] > at:
        rows.append(f"uint8_t lanewise_gap_{at}[{layout['bytes'] - at}];")
    texts[name] = f"struct {name} {{ {' '.join(rows)} }};"
