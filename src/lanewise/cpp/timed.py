"""What the timing model said of a compiled program while it ran (engine/runtime/timer.cpp)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from lanewise.cpp.launch_outputs import LaunchOutput, launches
from lanewise.timing.kinds import Kind
from lanewise.timing.layouts import summary, tallies
from lanewise.timing.reports import BlockTime, Report, made_of


def read_reports(path: str) -> list[tuple[str, Report]]:
    """The launches of a program and of what it started, in order, each with its name."""
    found, told = launches(path)
    kinds = {opcode: Kind(*json.loads(text)) for opcode, text in told.items()}
    return [(left.kernel, _report(left, kinds)) for left in found]


def _report(left: LaunchOutput, kinds: Mapping[int, Kind]) -> Report:
    files: dict[str, int] = {}

    def encode_place(address: int) -> int:
        """As reports have it: file << 32 | line."""
        found = left.lines.get(address)
        return -1 if found is None else files.setdefault(found.file, len(files)) << 32 | found.line

    places = {address: encode_place(address) for address in left.lines}
    blocks = []
    for number in sorted(left.times):
        whole, sums = left.times[number]
        lines = [tally._replace(place=places.get(tally.place, -1)) for tally in tallies(sums)]
        blocks.append(BlockTime(number, summary(whole), lines))
    collisions: list[dict[str, Any]] = json.loads(left.collisions)
    for one in collisions:
        one["place"] = places.get(one["place"], -1)
    made = made_of(blocks, left.chip, left.blocks, kinds, collisions, list(files))
    made.notes += left.notes
    return made
