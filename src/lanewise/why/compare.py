"""Arrays beside what they should be: which are wrong, what they have in common, and where the first comes from."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from lanewise.errors import LanewiseError
from lanewise.machine.history import Argument
from lanewise.markup import Printed
from lanewise.numerics.formats import DType
from lanewise.why.chain import Chains, Node
from lanewise.why.texts import data as node_data
from lanewise.why.texts import line, number_of, tree
from lanewise.why.writers import HOST, Found

if TYPE_CHECKING:
    from lanewise.why.drift import Drift

Array = np.ndarray[Any, Any]
_PERIODS = 4096  # the longest that is looked for
_CANDIDATES = 64  # places that a value may have been shifted from
_FEW = 3  # elements of which a pattern needs more
_MANY, _CHANCE = 20, 12  # of more than so many one in so many may be right by chance
_OFTEN = 8  # times that scattered ones come back
_PIECE = 1 << 18  # elements that are compared at once
_SAMPLE = 1 << 16  # wrong ones of which it is seen whether they differ
_MOSTLY = 1.1  # a pattern leaves out more than this of its period


@dataclass(frozen=True)
class Tolerance:
    rtol: float = 0.0
    atol: float = 0.0
    ulps: int = 0


@dataclass
class Compared:
    """One array."""

    name: str
    launch: int
    argument: Argument
    kind: DType
    got: Array
    want: Array
    wrong: Array  # indexes
    tolerance: Tolerance
    held: Found | None = None  # and who wrote it

    @cached_property
    def owners(self) -> Array:
        """The touch that wrote each element's first byte; -1: nobody."""
        assert self.held is not None
        return self.held.every(self.kind.size)[: len(self.got)]

    def written(self, chains: Chains) -> Array:
        """Whether its launch wrote the first byte of each element."""
        assert self.held is not None
        by = self.held.holders
        wrote = (by >= 0) & (chains.writers.touch_launch[np.maximum(by, 0)] == self.launch)
        return self.held.every(self.kind.size, wrote)[: len(self.got)]

    def close(self, got: Array) -> Array:
        """Which elements of another result are as they should be."""
        with np.errstate(all="ignore"):
            close = np.ones(len(self.want), bool)
            close[_differ(got, self.want, self.kind, self.tolerance)] = False
            return close


@dataclass(repr=False)
class Comparison(Printed):
    chains: Chains
    arrays: list[Compared]
    lines: list[str] = field(default_factory=list)
    element: Node | None = None  # the first that is wrong
    launch: int = -1  # and that wrote it
    causes: list[Any] = field(default_factory=list)

    def exact(self) -> Drift | None:
        """Of the first element that is wrong, how far rounding takes it from what higher precision gives."""
        from lanewise.why.drift import drift

        return drift(self.chains, self.element, self.chains.end_of(self.launch)) if self.element else None

    @property
    def wrong(self) -> int:
        return sum(len(one.wrong) for one in self.arrays)

    def __str__(self) -> str:
        return "\n".join(self.lines)

    def __bool__(self) -> bool:
        """Whether all is as it should be."""
        return not self.wrong

    def data(self) -> dict[str, Any]:
        found = [{"argument": one.name, "elements": len(one.got), "wrong": len(one.wrong),
                  "first": int(one.wrong[0]) if len(one.wrong) else None} for one in self.arrays]  # fmt: skip
        causes = [{"text": cause.text, "file": cause.place.file if cause.place else None,
                   "line": cause.place.line if cause.place else None} for cause in self.causes]  # fmt: skip
        return {"arrays": found, "causes": causes, "lines": self.lines,
                "element": node_data(self.element) if self.element else None}  # fmt: skip


def compare(chains: Chains, wanted: dict[str, Any], tolerance: Tolerance) -> Comparison:
    from lanewise.why.causes import causes

    found = Comparison(chains, [_compared(chains, name, np.asarray(want), tolerance) for name, want in wanted.items()])
    for one in found.arrays:
        found.lines.append(summary(chains, one))
        if found.element is None and len(one.wrong):
            first = int(one.wrong[0])
            found.element = chains.element(one.launch, one.argument, first, one.kind)
            found.launch = one.launch
            found.causes = causes(chains, one, found.element)
            found.lines += [f"{cause.text}" for cause in found.causes]
            lines = tree(found.element)
            found.lines.append(f"{line(found.element)}; it should be {number_of(one.want[first].tobytes(), one.kind)}")
            found.lines += lines[1:]
    return found


def _compared(chains: Chains, name: str, want: Array, tolerance: Tolerance) -> Compared:
    launch, argument = chains.find(name)
    kind = chains.type_of(launch, argument)
    if want.dtype.itemsize == kind.size and (not argument.type or want.dtype.kind == "V"):
        kind = _as_wanted(kind, want)
    want = want.reshape(-1)
    held = chains.values(launch, argument)
    if want.size * kind.size > argument.size:
        raise ValueError(f"{name} has {argument.size // kind.size:,} elements of {kind.vendor}, and {want.size:,} are "
                         "expected")  # fmt: skip
    got = held.bytes[: want.size * kind.size].view(kind.numpy)
    with np.errstate(all="ignore"):
        should = want.astype(kind.numpy, copy=False)
        wrong = _differ(got, should, kind, tolerance)
    return Compared(name, launch, argument, kind, got, should, wrong, tolerance, held)


def _differ(got: Array, want: Array, kind: DType, tolerance: Tolerance) -> Array:
    """Which do. In pieces: what is computed of them takes many times their own memory."""
    found = [np.zeros(0, np.int64)]
    for start in range(0, len(want), _PIECE):
        piece = slice(start, start + _PIECE)
        at = start + np.flatnonzero(got[piece] != want[piece])
        found.append(at[~_close(got[at], want[at], kind, tolerance)] if len(at) else at)
    return np.concatenate(found)


def _as_wanted(kind: DType, want: Array) -> DType:
    from lanewise.numerics.formats import dtype

    try:
        return dtype(want.dtype)
    except LanewiseError:  # what numpy has and no chip
        return kind


def _close(got: Array, want: Array, kind: DType, tolerance: Tolerance) -> Array:
    same = got == want
    if not kind.is_float:
        if kind.is_integer and (tolerance.rtol or tolerance.atol or tolerance.ulps):
            off = np.abs(got.astype(np.float64) - want.astype(np.float64))
            most = tolerance.atol + tolerance.rtol * np.abs(want.astype(np.float64))
            return same | (off <= np.maximum(most, tolerance.ulps))
        return np.asarray(same)
    a, b = got.astype(np.float64), want.astype(np.float64)
    same = same | (np.isnan(a) & np.isnan(b))
    finite = np.isfinite(a) & np.isfinite(b)
    off = np.abs(np.where(finite, a - b, np.inf))
    same |= off <= tolerance.atol + tolerance.rtol * np.abs(np.where(finite, b, 0.0))
    if tolerance.ulps:
        same |= finite & (ulps_between(got, want, kind) <= tolerance.ulps)
    return np.asarray(same)


def ulps_between(got: Array, want: Array, kind: DType) -> Array:
    """How many numbers of the type lie from one to the other."""

    def order(all_of: Array) -> Array:
        raw = all_of.view(f"<i{kind.size}").astype(np.int64)
        return np.where(raw < 0, -(raw & ((1 << (kind.bits - 1)) - 1)), raw)

    return np.abs(order(got) - order(want))


# --- what they have in common ---


def summary(chains: Chains, one: Compared) -> str:
    words = (pattern(chains, one), values(chains, one)) if len(one.wrong) else ()
    return "; ".join([share(one), *(word for word in words if word)])


def share(one: Compared) -> str:
    """How many are wrong."""
    total, count = len(one.got), len(one.wrong)
    if not count:
        return f"{one.name}: all {total:,} elements are as expected"
    part = f" ({100 * count / total:.3g} %)" if count < total else ""
    which = (
        f"{count:,} of {total:,} elements are wrong{part}" if count < total else f"all {total:,} elements are wrong"
    )
    return f"{one.name}: {which if count > 1 else f'1 of {total:,} elements is wrong'}"


def pattern(chains: Chains, one: Compared) -> str:
    """Where they lie."""
    return pattern_of(one, _in_blocks(chains, one))


def pattern_of(one: Compared, blocks: str = "") -> str:
    """Where they lie; `blocks` says which blocks wrote them and nothing else.

    A few elements may be right by chance where others are wrong.
    """
    total, at = len(one.got), one.wrong
    first, last, count = int(at[0]), int(at[-1]), len(at)
    name = one.name
    if count == total:
        return ""
    if count == 1:
        return f"{name}[{first}]"
    nan = _is_nan(one.got)
    span = last - first + 1
    if span == total and _nearly(count, span):
        return f"all but {span - count:,}"
    if _nearly(count, span):
        but = _but(span - count)
        if last == total - 1:
            reason = ", all from the first nan on" if nan[first] and nan[at].all() else ""
            return f"the last {span:,}, from {name}[{first}] on{but}{reason}{blocks}"
        if first == 0:
            return f"the first {span:,}, up to {name}[{last}]{but}{blocks}"
        return f"those in a row from {name}[{first}] to {name}[{last}]{but}{blocks}"
    step = np.diff(at)
    if count > _FEW and (step == step[0]).all():
        return f"every {_ordinal(int(step[0]))}, from {name}[{first}] on"
    if blocks:
        return blocks.removeprefix(", ")
    return _period(one) or f"from {name}[{first}] to {name}[{last}]"


def _nearly(count: int, most: int) -> bool:
    """Whether those that are missing are few, and may be right by chance."""
    return count == most or (count > _MANY and (most - count) * _CHANCE <= most)


def _but(missing: int) -> str:
    return f" but for {missing:,} that {'is' if missing == 1 else 'are'} right" if missing else ""


def _is_nan(all_of: Array) -> Array:
    try:
        return np.isnan(all_of)
    except TypeError:
        return np.zeros(len(all_of), bool)


def _ordinal(n: int) -> str:
    ending = "th" if n % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")
    return f"{n:,}{ending}"


def _in_blocks(chains: Chains, one: Compared) -> str:
    """Where they are all that some blocks wrote, and nothing else is."""
    if len(chains.history.launches) <= one.launch or chains.history.launches[one.launch].blocks == 1:
        return ""
    blocks = blocks_of(chains, one)
    bad, many = np.unique(blocks[one.wrong], return_counts=True)
    if bad[0] < 0 or len(bad) > _FEW + 1 or len(bad) == chains.history.launches[one.launch].blocks:
        return ""
    if not all(_nearly(int(n), int((blocks == block).sum())) for block, n in zip(bad, many, strict=True)):
        return ""
    names = ", ".join(str(block) for block in bad)
    return f", all that block{'s' * (len(bad) > 1)} {names} wrote and nothing else"


def blocks_of(chains: Chains, one: Compared) -> Array:
    """Of each element the block that wrote it; -1: none."""
    found = np.full(len(one.owners), -1)
    there = one.owners >= 0
    touch = one.owners[there]
    blocks = chains.writers.touches["row"]["block"][touch].astype(np.int64)
    blocks[chains.writers.touch_step[touch] == HOST] = -1
    found[there] = blocks
    return found


def _period(one: Compared) -> str:
    """Whether it is the same in each of so many elements."""
    total, count = len(one.got), len(one.wrong)
    if count < _FEW:
        return ""
    for period in range(2, min(total // 2, _PERIODS) + 1):
        places, many = np.unique(one.wrong % period, return_counts=True)
        often = np.array([(total - place + period - 1) // period for place in places.tolist()])
        if len(places) * _MOSTLY > period or not _nearly(count, int(often.sum())) or (many * 2 < often).any():
            continue
        but, first, last = _but(int(often.sum()) - count), int(places[0]), int(places[-1])
        if len(places) != last - first + 1:
            if total < _OFTEN * period:
                continue
            return f"the same {len(places):,} of every {period:,}{but}"
        if last == period - 1:
            return f"the last {len(places):,} of every {period:,}{but}"
        if first == 0:
            return f"the first {len(places):,} of every {period:,}{but}"
        return f"of every {period:,} those from {first} to {last}{but}"
    return ""


def values(chains: Chains, one: Compared) -> str:
    """What they hold."""
    owners = one.owners[one.wrong]
    known = owners >= 0
    steps = np.where(known, chains.writers.touch_step[np.maximum(owners, 0)], HOST)
    launches = np.where(known, chains.writers.touch_launch[np.maximum(owners, 0)], -1)
    if (launches != one.launch).all():
        return "the launch has written none of them"
    if ((steps == HOST) | (launches != one.launch)).any():
        return f"the launch has not written {int((launches != one.launch).sum()):,} of them"
    return contents(one)


def contents(one: Compared) -> str:
    """What the wrong ones hold, beside what they should."""
    got, want = one.got[one.wrong], one.want[one.wrong]
    if _is_nan(got).all():
        return "they are nan"
    with np.errstate(all="ignore"):
        a, b = got.astype(np.float64), want.astype(np.float64)
        if np.isinf(a).all():
            return "they are infinite"
        if not np.isfinite(a).any():
            return "they are infinite or nan"
        if (a == 0).all():
            return "they are 0"
        if len(a) >= _FEW and (a == a[0]).all() and not (b == b[0]).all():
            return f"they are all {got[0]}"
        if (a == -b).all():
            return "their sign is the other one"
        if shifted := _shift(one):
            return shifted
        ratio, off = a / b, a - b
        if len(a) >= _FEW and np.isfinite(ratio).all() and np.allclose(ratio, ratio[0], rtol=2e-3, atol=0):
            return f"they are {_short(float(np.median(ratio)))} times what they should be"
        if len(a) >= _FEW and np.isfinite(off).all() and np.allclose(off, off[0], rtol=2e-3, atol=0):
            return f"they are off by {_short(float(np.median(off)))}"
        worst = int(np.nanargmax(np.where(np.isfinite(off), np.abs(off), np.inf)))
        text = f"the furthest off is {one.name}[{one.wrong[worst]}]: {got[worst]}, not {want[worst]}"
        if one.kind.is_float and np.isfinite(off).all():
            most = int(ulps_between(got, want, one.kind).max())
            text += f" (up to {most:,} ulp{'s' * (most > 1)})" if most < 1 << 16 else ""
        return text


def _short(number: float) -> str:
    return f"{number:.4g}"


def _shift(one: Compared) -> str:
    """Whether they are what other elements should be, all as far away."""
    at = one.wrong
    if len(at) < _FEW or len(set(one.want[at[:: 1 + len(at) // _SAMPLE]].tolist())) < _FEW:
        return ""
    first = int(at[len(at) // 2])
    sources = np.flatnonzero(one.want == one.got[first])
    for source in sources[np.argsort(np.abs(sources - first))][:_CANDIDATES]:
        shift = int(source) - first
        there = at[(at + shift >= 0) & (at + shift < len(one.want))]
        if shift and len(there) * 2 > len(at) and (one.got[there] == one.want[there + shift]).all():
            way = "before" if shift < 0 else "behind"
            return f"they are what the elements {abs(shift):,} {way} them should be"
    return ""
