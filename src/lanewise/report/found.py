"""Findings for the page: their words, their lines, and of a race the two instructions that nothing orders."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lanewise.check.findings import Finding, Place
from lanewise.check.texts import Front
from lanewise.isa.events import VECTOR
from lanewise.isa.issued import GM, VECTOR_MEMORY
from lanewise.report.sites import Files

Data = dict[str, Any]


def findings_data(findings: Sequence[Finding], files: Files) -> list[Data]:
    return [{
        "id": one.id, "severity": one.severity.value, "what": one.what, "write": one.write, "kernel": one.kernel,
        "count": one.count, "place": _place_data(one.place, files),
        "other": _place_data(one.other, files), "race": _race(one),
    } for one in findings]  # fmt: skip


def _place_data(place: Place | None, files: Files) -> list[int] | None:
    return None if place is None else [files.number(place.file), place.line]


def _race(one: Finding) -> Data | None:
    """The earlier one first; `arrow` is the order that is missing between their pipes."""
    said = one.fields or {}
    if not one.id.startswith("RACE-") or "other_op" not in said:
        return None
    front = Front(cpp=one.place is None or not one.place.file.endswith(".py"))
    pipe, other = said.get("pipe", VECTOR.name), said.get("other_pipe", VECTOR.name)
    blocks = [said.get("other_block", ""), said.get("block", "")]
    if one.id == "RACE-002":
        arrow = "SyncAll"
    elif one.id == "RACE-003":
        arrow = "LocalMemBar"
    else:
        arrow = f"{other}_{pipe}" if other != pipe else f"PipeBarrier {pipe}"
    return {
        "ops": [front.op(said["other_op"]), front.op(said.get("op", ""))], "pipes": [other, pipe],
        "blocks": blocks if one.id == "RACE-002" else ["", ""], "kind": said.get("kind", ""), "arrow": arrow,
        "space": said.get("space", GM.name if one.id == "RACE-002" else VECTOR_MEMORY.name),
        "bytes": [said.get("first", ""), said.get("last", "")],
    }  # fmt: skip
