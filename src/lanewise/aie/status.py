"""What happened to the numbers of a kernel: how often something was rounded, wrapped or clamped, and on which line."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from lanewise.markup import paragraph, table

# In the order of lanewise/aie/status.h.
HAPPENINGS = (
    "rounded", "wrapped", "saturated", "accumulator_overflow", "ups_overflow", "shift_out_of_range", "uninitialised",
    "beyond", "overrun", "left_rounding", "left_saturation", "past_window", "ahead_of_window",
    "over_window", "unaligned", "taken_twice", "given_back_twice", "still_held",
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
    "left_rounding": "results were rounded by a mode that another kernel of this core has set and left",
    "left_saturation": "results were clamped by a mode that another kernel of this core has set and left",
    "past_window": "samples were read behind the end of a window, where those at its start come again",
    "ahead_of_window": "one vector was read behind the end of a window, where those at its start come again",
    "over_window": "samples were written behind the end of a window, over those at its start",
    "unaligned": "accesses went to the last aligned address, as on hardware",
    "taken_twice": "a lock is acquired that the kernel holds already; on hardware it waits for ever",
    "given_back_twice": "a lock is released that the kernel no longer holds; on hardware another one may take it",
    "still_held": "a lock is acquired here and held when the kernel ends; on hardware the next one waits for ever",
}

_OF_LOCKS = ("taken_twice", "given_back_twice", "still_held")


@dataclass(frozen=True)
class Happened:
    what: str
    count: int
    file: str
    line: int
    argument: int = 0  # of the kernel that it was about, or the number of a lock
    size: int = 0  # how many samples it has, or to how many bytes it has to be aligned

    @property
    def text(self) -> str:
        said = SAID[self.what]
        if self.what.endswith("window"):
            return f"{said}: argument {self.argument} has {self.size} samples"
        if self.what in _OF_LOCKS and self.argument:
            return said.replace("a lock", f"lock {self.argument}", 1)
        return said

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
