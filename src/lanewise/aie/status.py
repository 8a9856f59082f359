"""What happened to the numbers of a kernel: how often something was rounded, wrapped or clamped, and on which line."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from lanewise import findings
from lanewise.markup import paragraph, table

# In the order of lanewise/aie/status.h.
HAPPENINGS = (
    "rounded", "wrapped", "saturated", "accumulator_overflow", "ups_overflow", "shift_out_of_range", "uninitialised",
    "beyond", "overrun", "left_rounding", "left_saturation", "past_window", "ahead_of_window",
    "over_window", "unaligned", "taken_twice", "given_back_twice", "still_held", "outside", "unwritten",
    "not_finite",
)  # fmt: skip
# Which finding it is a case of, whose entry has its words; what is none says them here.
FINDINGS = {
    "accumulator_overflow": "NUM-004", "wrapped": "NUM-003", "not_finite": "NUM-001", "shift_out_of_range": "AIE-005",
    "uninitialised": "INIT-004", "unwritten": "INIT-004", "beyond": "MEM-009", "overrun": "MEM-009",
    "past_window": "MEM-009", "ahead_of_window": "MEM-009", "over_window": "MEM-009", "outside": "MEM-009",
    "left_rounding": "STATE-107", "left_saturation": "STATE-107", "taken_twice": "SYNC-104",
    "given_back_twice": "SYNC-104", "still_held": "SYNC-104",
}  # fmt: skip
SAID = {
    "rounded": "results lost bits that were not zero, and were rounded",
    "saturated": "results were clamped",
    "ups_overflow": "upshifts lost significant bits",
    "unaligned": "accesses went to the last aligned address, as on hardware",
}


@dataclass(frozen=True)
class Happened:
    what: str
    count: int
    file: str
    line: int
    argument: int = 0  # of the kernel that it was about, the number of a lock, or an index
    size: int = 0  # how many samples it has, or to how many bytes it has to be aligned

    @property
    def fields(self) -> dict[str, str]:
        """What the words of its finding name."""
        lock = f"lock {self.argument}" if self.argument else "a lock"
        return {"argument": str(self.argument), "size": str(self.size), "lock": lock}

    @property
    def text(self) -> str:
        if self.what in SAID:
            return SAID[self.what]
        return findings.entry(FINDINGS[self.what]).cases[self.what].what.format_map(self.fields)

    def __str__(self) -> str:
        return f"{os.path.basename(self.file)}:{self.line}: {self.what} {self.count}: {self.text}"


class Status:
    """Counts by kind (`status["saturated"]`), and each place by itself (`for one in status`)."""

    def __init__(self, places: Iterable[Happened]) -> None:
        counts: Counter[Happened] = Counter()
        for one in places:
            counts[replace(one, count=0)] += one.count
        self._places = [replace(one, count=count) for one, count in counts.items()]
        self._places.sort(key=lambda h: (h.file, h.line, HAPPENINGS.index(h.what)))

    def __getitem__(self, what: str) -> int:
        if what not in HAPPENINGS:
            raise KeyError(f"{what}; there are {', '.join(HAPPENINGS)}")
        return sum(h.count for h in self._places if h.what == what)

    def __iter__(self) -> Iterator[Happened]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)

    @property
    def counts(self) -> dict[str, int]:
        """What happened at all, with how often."""
        return {what: self[what] for what in HAPPENINGS if self[what]}

    def __str__(self) -> str:
        return "\n".join(map(str, self._places)) or "nothing was rounded, wrapped or clamped"

    def _repr_html_(self) -> str:
        rows = [(f"{os.path.basename(h.file)}:{h.line}", h.what, h.count, h.text) for h in self]
        return table(("line", "what", "times", "meaning"), rows) or paragraph(str(self))

    def __repr__(self) -> str:
        return f"<status: {self.counts or 'nothing happened'}>"
