"""What kernels of a graph did that is seldom meant, as findings (engine/graph/kernel_events.cpp)."""

from __future__ import annotations

import json
import os
from dataclasses import replace

from lanewise.aie.checked import findings
from lanewise.aie.status import HAPPENINGS, Happened, Status
from lanewise.check.findings import Finding, Place, Severity
from lanewise.check.texts import finding


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
                fields = {"argument": str(one["argument"]), "need": str(one["size"])}
                said = finding("AIE-011", fields, place, None, kernel, count, cpp=True)
                found.append(said if "mem" in asked.split(",") else replace(said, severity=Severity.WARNING))
            elif what == "unread":
                if "sync" in asked.split(","):
                    fields = {"words": f"{one['bytes']} bytes are", "link": one["link"]}
                    found.append(finding("SYNC-105", fields, place, None, kernel, count, cpp=True))
            elif what in HAPPENINGS:
                noted = Happened(what, count, one["file"], one["line"], one["argument"], one["size"])
                found += findings(Status([noted]), kernel, asked)
            elif "sync" in asked.split(","):  # locks of buffers that a kernel takes and gives back itself
                found.append(finding("SYNC-104", {"case": what}, place, None, kernel, count, cpp=True))
    return found
