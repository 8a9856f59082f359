"""What the checker found in a compiled program while it ran (engine/runtime/checking.cpp)."""

from __future__ import annotations

import os
from functools import partial

from lanewise.check.findings import Finding, Place
from lanewise.check.told import told
from lanewise.cpp.left import Lines, entries, findings


def read(path: str) -> list[Finding]:
    """In the order in which they were found; nothing where the program wrote nothing."""
    if not os.path.exists(path):
        return []
    return [told(text, partial(place, lines), kernel, cpp=True) for text, kernel, lines in findings(entries(path))]


def place(lines: Lines, address: int) -> Place | None:
    found = lines.get(address)
    return None if found is None else Place(found.file, found.line)
