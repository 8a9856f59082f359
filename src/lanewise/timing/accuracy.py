"""How far published measurements were off on which no number was fitted: what a prediction can be trusted for.

`make validate-timing` writes the file beside this one.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from lanewise.chips.chip import Chip

FILE = Path(__file__).with_name("accuracy.json")


class Accuracy(NamedTuple):
    rows: int
    median: float
    worst: float

    def __str__(self) -> str:
        return (f"{self.rows} published measurements of this generation that no number was fitted on are off by "
                f"{self.median:.0%} at the median, {self.worst:.0%} at most".replace("%", " %"))


def accuracy(chip: Chip) -> Accuracy | None:
    """Of the generation that a chip's numbers are of; None where nothing judges it."""
    return _all().get(chip.timing)


@cache
def _all() -> Mapping[str, Accuracy]:
    found = json.loads(FILE.read_text(encoding="utf-8"))
    return {generation: Accuracy(**row) for generation, row in found.items()}
