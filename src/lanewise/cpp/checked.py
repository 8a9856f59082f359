"""What the checker found in a compiled program while it ran (engine/runtime/checking.cpp)."""

from __future__ import annotations

import os
from functools import partial

from lanewise.check.findings import Finding, Place
from lanewise.check.parsing import parse_finding
from lanewise.cpp.launch_outputs import Lines, entries, findings


def read_findings(path: str) -> list[Finding]:
    """In the order in which they were found; nothing where the program wrote nothing."""
    if not os.path.exists(path):
        return []
    found = findings(entries(path))
    return [parse_finding(text, partial(place_of_address, lines), kernel, cpp=True) for text, kernel, lines in found]


def place_of_address(lines: Lines, address: int) -> Place | None:
    found = lines.get(address)
    return None if found is None else Place(found.file, found.line)
