"""What kernels of a graph did that is seldom meant, as findings (engine/graph/happened.cpp)."""

from __future__ import annotations

import json
import os

from lanewise.aie.checked import findings
from lanewise.aie.status import HAPPENINGS, Happened, Status
from lanewise.check.findings import Finding, Place, Severity

_ALIGN = "Use load_unaligned_v or store_unaligned_v, or start at a multiple of the vector"
# Locks of buffers that a kernel takes and gives back itself.
_LOCKS = {
    "acquired_twice": ("a buffer is acquired that the kernel holds already; on hardware it waits for ever",
                       "Release it first, or leave this acquire() out"),
    "released_unheld": ("a buffer is released that the kernel does not hold; on hardware the next one is given away",
                        "Acquire it first, or leave this release() out"),
}  # fmt: skip


def read(path: str, asked: str) -> list[Finding]:
    """Of the kinds that were asked for; nothing where the program wrote nothing."""
    if not os.path.exists(path):
        return []
    found: list[Finding] = []
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            one = json.loads(line)
            what, kernel, count = one["what"], one["kernel"], one["count"]
            place = Place(one["file"], one["line"])
            if what == "unaligned":
                severity = Severity.ERROR if "mem" in asked.split(",") else Severity.WARNING
                said = f"argument {one['argument']} is accessed as an aligned vector at an address that is no multiple "
                said += f"of {one['size']} bytes: the hardware goes to the last one"
                found.append(Finding("AIE-011", severity, said, _ALIGN, place, kernel=kernel, count=count))
            elif what in HAPPENINGS:
                noted = Happened(what, count, one["file"], one["line"], one["argument"], one["size"])
                found += findings(Status([noted]), kernel, asked)
            elif "sync" in asked.split(","):
                said, write = _LOCKS[what]
                found.append(Finding("SYNC-104", Severity.ERROR, said, write, place, kernel=kernel, count=count))
    return found
