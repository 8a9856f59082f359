"""What the engine tells, as findings."""

from __future__ import annotations

import json
import os
from collections.abc import Callable

from lanewise.check.findings import Finding, Place, Severity
from lanewise.check.texts import finding
from lanewise.errors import LanewiseError

Find = Callable[[int], "Place | None"]  # the line of a place as the engine knows it


def broken(problem: LanewiseError) -> Finding:
    """A rule that ended a run, as a finding."""
    place = Place(*problem.where) if problem.where else None
    return Finding(problem.id, Severity.ERROR, problem.message.rstrip("."), "", place)


def parse_finding(text: str | bytes, place: Find, kernel: str, *, cpp: bool) -> Finding:
    """One finding as the engine writes it (engine/check/findings.cpp)."""
    said = json.loads(text.decode(errors="surrogateescape") if isinstance(text, bytes) else text)
    fields = said["fields"]
    where = place(said["place"]) if said["place"] else None
    if fields.get("file"):  # outside an instruction
        where = Place(os.path.abspath(fields["file"]), int(fields["line"]))
    if fields.get("at"):  # an instruction of the launch that the place is of
        at = place(int(fields["at"]))
        fields["at"] = str(at) if at else "in the kernel"
    other = place(said["other"]) if said["other"] else None
    return finding(said["id"], fields, where, other, kernel, said["count"], cpp=cpp)
