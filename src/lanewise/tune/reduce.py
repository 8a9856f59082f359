"""The tuner: every plan for a sum, checked, predicted and ranked."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from textwrap import wrap

from lanewise.chips import DEFAULT
from lanewise.chips.chip import Chip, chips
from lanewise.chips.chip import chip as find_chip
from lanewise.errors import LanewiseError
from lanewise.numerics.formats import dtype as find_dtype
from lanewise.terminal import hanging, width
from lanewise.timing.evidence import assumptions
from lanewise.timing.numbers import numbers
from lanewise.tune.code import ascend_c, python
from lanewise.tune.measure import Measured, measure
from lanewise.tune.plan import plans

TYPES = ("float", "half")
BAR, _LEAST_BAR = 36, 8
_BESIDE = 39  # columns of the rest of a line


@dataclass(frozen=True)
class Tuning:
    """`ranking` is fastest first; plans with a wrong sum and plans without a cost are not in it."""

    chip: str
    n: int
    dtype: str
    ranking: tuple[Measured, ...]
    wrong: tuple[Measured, ...] = ()
    unpriced: tuple[Measured, ...] = ()

    @property
    def best(self) -> Measured:
        return self.ranking[0]

    def find(self, name: str) -> Measured:
        return next(m for m in self.ranking if m.plan.name == name)

    def python(self) -> str:
        return python(self.best.plan)

    def ascend_c(self) -> str:
        return ascend_c(self.best.plan)

    def best_plans(self, most: int = 8) -> list[Measured]:
        """The fastest plans and the fastest of each family."""
        families: dict[str, Measured] = {}
        for m in self.ranking:
            families.setdefault(m.plan.family, m)
        keep = {id(m) for m in [*self.ranking[:most], *families.values()]}
        return [m for m in self.ranking if id(m) in keep]

    def text(self, *, code: bool = True, ascii: bool = False) -> str:
        ran = len(self.ranking) + len(self.unpriced) + len(self.wrong)
        sums = f"{len(self.wrong)} sums wrong" if self.wrong else "all sums right"
        head = f"sum of {self.n} {self.dtype} on {self.chip}: {ran} ways, {sums}"
        shown = self.best_plans()
        longest = max(len(m.plan.name) for m in shown)
        wide = min(longest, width() - _BESIDE - _LEAST_BAR)
        room = min(BAR, width() - wide - _BESIDE)
        slowest = max(m.cycles for m in shown)
        lines = [head, ""]
        for m in shown:
            bar = ("#" if ascii else "█") * max(1, round(room * m.cycles / slowest))
            sure = "assumed" if m.assumed else ""
            took = f"{m.cycles:>8,.0f} cycles  {m.microseconds:>7.2f} us"
            *before, name = wrap(m.plan.name, wide, subsequent_indent="  ")
            lines += [f"  {part}" for part in before]
            lines.append(f"  {name:<{wide}} {took} {sure:<7} {bar}")
        for said, ways in (("without a cost", self.unpriced), ("wrong", self.wrong)):
            if ways:
                lines.append(f"  {said}: {', '.join(m.plan.name for m in ways[:3])}{', ...' if ways[3:] else ''}"
                             f" ({len(ways)})")
        held = assumptions({name: why for m in shown for name, why in m.rests_on.items()})
        if held:
            lines += ["", hanging(f"rests on assumptions: {held}")]
        lines += ["", f"fastest: {self.best.plan.name}, {self.best.plan.bytes:,} bytes of UB"]
        if code:
            lines += ["", "Python", "", self.python(), "", "Ascend C", "", self.ascend_c()]
        return "\n".join(lines)

    __str__ = text


def _longest(kind: str, of: Chip) -> int:
    """The longest row that fits UB together with the least that a plan needs beside it."""
    room = of.usable("vector")
    lengths = range(1, room // find_dtype(kind).size + 1)
    return bisect_left(lengths, True, key=lambda n: not plans(n, kind, room=room))


def _timed() -> str:
    return ", ".join(c.name for c in chips().values() if numbers(c).clock)


def reduce_sum(
    n: int, dtype: str = "float", chip: str = DEFAULT, *, executor: Executor | None = None
) -> Tuning:
    """Rank the ways to sum `n` elements in UB. `executor` spreads the work."""
    kind, of = find_dtype(dtype).name, find_chip(chip)
    if kind not in TYPES:
        raise LanewiseError("OP-002", op="tune.reduce_sum", chip=of.name, types=kind, known=", ".join(TYPES))
    if not numbers(of).clock:
        raise LanewiseError("OP-001", op="timing", chip=of.name, known=_timed())
    found = plans(n, kind, room=of.usable("vector")) if n >= 1 else []
    if not found:
        raise LanewiseError("PARAM-001", op="tune.reduce_sum", what="n", value=n, need=f"1 to {_longest(kind, of)}")
    run = partial(measure, chip=of.spelling)
    done: Iterable[Measured] = map(run, found) if executor is None else executor.map(run, found, chunksize=8)
    ranked = sorted(done, key=lambda m: m.cycles)
    good = tuple(m for m in ranked if m.right and m.known)
    if not good:
        raise LanewiseError("OP-001", op="a timed reduction", chip=of.name, known=_timed())
    wrong, unpriced = (tuple(m for m in ranked if not m.right), tuple(m for m in ranked if m.right and not m.known))
    return Tuning(of.name, n, kind, good, wrong, unpriced)
