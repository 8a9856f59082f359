"""From addresses in compiled programs to lines of their sources, by one run of addr2line for each program."""

from __future__ import annotations

import subprocess
from collections.abc import Collection
from typing import NamedTuple

# As in engine/runtime/place.cpp: frames of our own headers and of the system's are not the user's.
_OURS = ("/include/lanewise/", "/usr/include/", "/usr/lib/", "/c++/", "??")


class Place(NamedTuple):
    file: str
    line: int


def source_places(calls: Collection[tuple[str, int]]) -> dict[tuple[str, int], Place]:
    """(module, offset behind a call) -> the nearest line of the user's; what has none is left out."""
    found = {}
    for module in sorted({module for module, _ in calls}):
        offsets = sorted(offset for m, offset in calls if m == module)
        for offset, place in zip(offsets, _addr2line(module, offsets), strict=False):
            if place is not None:
                found[module, offset] = place
    return found


def _addr2line(module: str, offsets: list[int]) -> list[Place | None]:
    """addr2line prints every address, and then file:line of each function that was inlined there, innermost first."""
    asked = "\n".join(f"{offset - 1:#x}" for offset in offsets)  # inside the call, not behind it
    try:
        said = subprocess.run(
            ["addr2line", "-a", "-i", "-e", module], input=asked, capture_output=True, text=True, check=True,
            errors="surrogateescape",
        ).stdout
    except (OSError, subprocess.CalledProcessError):
        return []
    found: list[Place | None] = []
    for line in said.splitlines():
        if line.startswith("0x"):
            found.append(None)
        elif found and found[-1] is None:
            found[-1] = _parse_place(line)
    return found


def _parse_place(text: str) -> Place | None:
    file, _, rest = text.rpartition(":")
    number = rest.split(" ")[0]  # "12 (discriminator 3)"
    if any(part in file for part in _OURS) or not number.isdigit() or number == "0":
        return None
    return Place(file, int(number))
