"""What happened to the numbers of a kernel: how often something was rounded, wrapped or clamped, and on which line."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from lanewise.markup import paragraph, table

# In the order of lanewise/aie/happened.h.
HAPPENINGS = (
    "rounded", "wrapped", "saturated", "accumulator_overflow", "ups_overflow", "shift_out_of_range", "uninitialised",
    "beyond", "overrun",
)  # fmt: skip
SAID = {
    "rounded": "results lost bits that were not zero, and were rounded",
    "wrapped": "results lost their high bits",
    "saturated": "results were clamped",
    "accumulator_overflow": "sums left their accumulator lane",
    "ups_overflow": "upshifts lost significant bits",
    "shift_out_of_range": "shifts are outside of what the chip takes",
    "uninitialised": "reads lanes of an uninitialised accumulator",
    "beyond": "loads reached behind the end of an array",
    "overrun": "stores reached behind the end of an array",
}


@dataclass(frozen=True)
class Happened:
    what: str
    count: int
    file: str
    line: int

    def __str__(self) -> str:
        return f"{os.path.basename(self.file)}:{self.line}: {self.what} {self.count}: {SAID[self.what]}"


class Status:
    """Counts by kind (`status["saturated"]`), and each place by itself (`for one in status`)."""

    def __init__(self, places: Iterable[Happened]) -> None:
        counts: Counter[tuple[str, str, int]] = Counter()
        for one in places:
            counts[one.what, one.file, one.line] += one.count
        self._places = [Happened(what, count, file, line) for (what, file, line), count in counts.items()]
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
        rows = [(f"{os.path.basename(h.file)}:{h.line}", h.what, h.count, SAID[h.what]) for h in self]
        return table(("line", "what", "times", "meaning"), rows) or paragraph(str(self))

    def __repr__(self) -> str:
        return f"<status: {self.counts or 'nothing happened'}>"
