"""A finding: what is wrong, where, and what to write instead."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from lanewise.markup import paragraph, table


class Severity(str, Enum):
    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


@dataclass(frozen=True)
class Place:
    file: str
    line: int

    @property
    def text(self) -> str:
        """The line itself; empty where it cannot be read."""
        import linecache

        return linecache.getline(self.file, self.line).strip()

    def __str__(self) -> str:
        near = os.path.relpath(self.file)
        return f"{self.file if near.startswith('..') else near}:{self.line}"


@dataclass(frozen=True, repr=False)
class Finding:
    id: str
    severity: Severity
    what: str
    write: str  # what to write instead
    place: Place | None = None
    other: Place | None = None  # of an earlier instruction that takes part
    kernel: str = ""
    count: int = 1
    fields: Mapping[str, str] | None = None

    @property
    def text(self) -> str:
        """One line, as compilers print."""
        where = f"{self.place}: " if self.place else ""
        kind = "" if self.severity is Severity.ERROR else f"{self.severity.value}: "
        kernel = f" [kernel {self.kernel}]" if self.kernel else ""
        times = f" ({self.count} times)" if self.count > 1 else ""
        write = f" {self.write}" if self.write else ""
        return f"{where}{kind}{self.id} {self.what}{times}.{write}{kernel}"

    def __repr__(self) -> str:
        return f"<{self.text}>"

    def _repr_html_(self) -> str:
        rows = [("what", self.what), ("write", self.write), ("where", self.place or ""), ("and", self.other or ""),
                ("kernel", self.kernel), ("times", self.count if self.count > 1 else "")]
        return paragraph(f"{self.severity.value}: {self.id}", bold=True) + table(("", ""), [r for r in rows if r[1]])

    def as_data(self) -> dict[str, Any]:
        def place_data(at: Place | None) -> dict[str, Any] | None:
            return None if at is None else {"file": at.file, "line": at.line}

        return {
            "id": self.id, "severity": self.severity.value, "message": self.what, "write": self.write,
            "place": place_data(self.place), "other": place_data(self.other), "kernel": self.kernel,
            "count": self.count,
            "fields": dict(self.fields or {}),
        }  # fmt: skip

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Finding:
        """What `as_data` gave, in another process."""
        place, other = (Place(**data[name]) if data[name] else None for name in ("place", "other"))
        return cls(data["id"], Severity(data["severity"]), data["message"], data["write"], place, other,
                   data["kernel"], data["count"], data["fields"])  # fmt: skip


def merge_duplicates(found: Sequence[Finding]) -> list[Finding]:
    """Several calls may be one line, and several launches find the same; the gravest case of a line is told."""
    gravest = list(Severity)
    kept: dict[tuple[str, Place | None, Place | None], Finding] = {}
    for one in found:
        key = one.id, one.place, one.other
        same = kept.get(key, one)
        told = min(same, one, key=lambda f: gravest.index(f.severity))
        kept[key] = replace(told, count=same.count + one.count) if key in kept else one
    return list(kept.values())
