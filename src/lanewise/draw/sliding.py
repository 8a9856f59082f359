"""Sliding multiplications of AI Engines: which lane reads which coefficient and which element of the data."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import escape

from lanewise.markup import Printed
from lanewise.terminal import flowing

_CALL = re.compile(r"\s*(?:aie::)?sliding_(mul|mac)\s*<([^<>]*)>\s*\((.*)\)\s*;?\s*", re.S)
_DEFAULTS = (None, None, 1, 1, 1)  # Lanes, Points, CoeffStep, DataStepX, DataStepY


@dataclass(frozen=True, repr=False)
class Sliding(Printed):
    """A call with what each lane reads."""

    call: str
    operation: str  # mul or mac
    lanes: int
    points: int
    steps: tuple[int, int, int]  # of coefficients, of data from point to point, and from lane to lane
    coefficients: tuple[str, int]  # name and first element
    data: tuple[str, int]

    def term(self, lane: int, point: int) -> str:
        by, x, y = self.steps
        (taps, first), (data, start) = self.coefficients, self.data
        return f"{taps}[{first + point * by}]*{data}[{start + lane * y + point * x}]"

    def row(self, lane: int) -> str:
        terms = [self.term(lane, point) for point in range(self.points)]
        if len(terms) > 4:
            terms = [*terms[:3], "...", terms[-1]]
        before = "acc + " if self.operation == "mac" else ""
        return f"lane {lane}: {before}{' + '.join(terms)}"

    def text(self, *, ascii: bool = False) -> str:
        shown = [lane for lane in range(self.lanes) if lane < 3 or lane == self.lanes - 1]
        rows = [self.row(lane) for lane in shown]
        if self.lanes > 4:
            rows.insert(3, "...")
        _, x, y = self.steps
        reach = (self.points - 1) * x + (self.lanes - 1) * y + 1
        last = f"It reads {self.points} coefficients and {reach} elements of {self.data[0]}, from {self.data[1]} on."
        return "\n".join([*rows, "", flowing(last)])

    def svg(self, title: str = "") -> str:
        """The same rows as a picture."""
        rows = [title or self.call, *self.text().splitlines()]
        width, height = 16 + 7.5 * max(map(len, rows)), 16 + 18 * len(rows)
        lines = "".join(f'<text x="8" y="{22 + 18 * i}">{escape(row)}</text>' for i, row in enumerate(rows))
        head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height}"'
        return f'{head} font-family="monospace" font-size="12" fill="currentColor">{lines}</svg>'

    def __str__(self) -> str:
        return self.text()


def sliding(text: str) -> Sliding | None:
    """The call, where its numbers are written out; None: it is another one."""
    found = _CALL.fullmatch(text)
    if found is None:
        return None
    numbers = [int(word, 0) for word in found[2].split(",") if re.fullmatch(r"\s*-?\w+\s*", word) and _is_number(word)]
    words = [word.strip() for word in found[3].split(",")]
    if found[1] == "mac":
        words = words[1:]
    if len(numbers) < 2 or len(words) < 4 or not _is_number(words[1]) or not _is_number(words[3]):
        return None
    lanes, points, *steps = [*numbers, *_DEFAULTS[len(numbers) :]][:5]
    by, x, y = (int(step or 1) for step in steps)
    ends = (words[0], int(words[1], 0)), (words[2], int(words[3], 0))
    return Sliding(text.strip(), found[1], int(lanes or 1), int(points or 1), (by, x, y), *ends)


def _is_number(word: str) -> bool:
    try:
        int(word, 0)
    except ValueError:
        return False
    return True
