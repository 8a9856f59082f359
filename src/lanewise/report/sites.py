"""Where instructions come from: a site is an instruction on a line, on a lane of the timeline."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from lanewise.isa.events import SCALAR
from lanewise.timing.layouts import Tally
from lanewise.timing.order import Act, working_pipe
from lanewise.timing.reports import Report
from lanewise.timing.tables import Row, grouped
from lanewise.timing.timeline import LANE_OF, SYNC

Array = np.ndarray[Any, Any]
Data = dict[str, Any]


class Files:
    """Source files by the number that the page has for them; -1: nowhere."""

    def __init__(self) -> None:
        self.paths: list[str] = []

    def number(self, path: str) -> int:
        if not path:
            return -1
        if path not in self.paths:
            self.paths.append(path)
        return self.paths.index(path)

    def place(self, place: int, names: Sequence[str]) -> tuple[int, int]:
        """File and line of a place as records have it."""
        number, line = divmod(place, 1 << 32)
        return (self.number(names[number]), line) if 0 <= number < len(names) else (-1, 0)


class Sites:
    """The sites of a launch with their sums over all blocks, and the same by line."""

    def __init__(self, report: Report, files: Files) -> None:
        def describe_tally(tally: Tally) -> Row:
            file, line = files.place(tally.place, report.files)
            return {"key": _site_key(tally), "name": report.kinds[tally.opcode].label, "file": file, "line": line,
                    "lane": _lane(tally)}

        self.rows = grouped(report, _site_key, describe_tally)
        self._numbers = {row.pop("key"): number for number, row in enumerate(self.rows)}
        self.lines = grouped(report, lambda tally: tally.place,
                             lambda tally: dict(zip(("file", "line"), files.place(tally.place, report.files),
                                                    strict=True)))  # fmt: skip

    def numbers(self, records: Array, lanes: Array) -> Array:
        """The site of each record."""
        keys = _key(records["file"].astype(np.uint64), records["line"].astype(np.uint64),
                    records["opcode"].astype(np.uint64), lanes.astype(np.uint64))
        known, back = np.unique(keys, return_inverse=True)
        return np.array([self._numbers.get(int(key), -1) for key in known], int)[back.reshape(-1)]


def _key(file: Any, line: Any, opcode: Any, lane: Any) -> Any:
    """In 64 bits."""
    word = np.uint64 if isinstance(file, np.ndarray) else int
    return (file % word(1 << 16)) << word(48) | (line % word(1 << 26)) << word(22) | opcode << word(3) | lane


def _site_key(tally: Tally) -> int:
    file, line = divmod(tally.place, 1 << 32)
    return int(_key(file, line, tally.opcode, _lane(tally)))


def _lane(tally: Tally) -> int:
    pipe = working_pipe(tally)
    return SYNC if pipe == SCALAR and tally.act != Act.SCALAR else int(LANE_OF[pipe])
