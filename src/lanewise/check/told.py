"""What the engine tells, as findings."""

from __future__ import annotations

import json
from collections.abc import Callable

from lanewise.check.findings import Finding, Place
from lanewise.check.texts import finding

Find = Callable[[int], "Place | None"]  # the line of a place as the engine knows it


def told(text: str | bytes, place: Find, kernel: str, *, cpp: bool) -> Finding:
    """One finding as the engine writes it (engine/check/findings.cpp)."""
    said = json.loads(text)
    other = place(said["other"]) if said["other"] else None
    return finding(said["id"], said["fields"], place(said["place"]), other, kernel, said["count"], cpp=cpp)
