"""A move as a nest of strides: which item goes where, in which order, and what stands where there is no source.

Everything is counted in items, numbers of that many bits. An axis takes one position after the other; the digits of a
position say where its item is, on each side by digits of its own. Most axes have one digit, a stride. Two split one
position: `(Digit(1, 16), Digit(512))` are 16 neighbours, then 16 more 512 items on.

A position of the source is inside of the axis' limit, and where several axes step along one coordinate (im2col: the row
of the output and that of the filter) their sum is inside of the coordinate's size. Outside is the fill.

`engine/moves/layout.hpp` is the same in C++.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from math import prod
from typing import Any, NamedTuple

import numpy as np

Array = np.ndarray[Any, Any]

FIRST, NEAREST = "first", "nearest"


@dataclass(frozen=True)
class Digit:
    """`step` items for each of `count` values; the last digit has all that is left. `along` steps a coordinate."""

    step: int
    count: int = 0
    along: int | None = None


@dataclass(frozen=True)
class Axis:
    """Positions first..first+extent-1 of the source, 0..extent-1 of the target; outside of 0..limit-1 is no source."""

    extent: int
    to: tuple[Digit, ...]
    source: tuple[Digit, ...]
    first: int = 0
    limit: int | None = None

    @property
    def is_plain(self) -> bool:
        """One stride on each side, and all of it has a source."""
        return len(self.to) == len(self.source) == 1 and self.limit is None and self.source[0].along is None

    def inside(self) -> range:
        """The steps that have a source, as far as this axis says."""
        if self.limit is None:
            return range(self.extent)
        low = min(max(-self.first, 0), self.extent)
        return range(low, max(low, min(self.extent, self.limit - self.first)))


@dataclass(frozen=True)
class Coordinate:
    """Of the source: `stride` items from one to the next of `size`; outside is the fill. It starts at `first`."""

    stride: int
    size: int
    first: int = 0


@dataclass(frozen=True)
class Fill:
    """What stands where there is no source: `value` of so many bits again and again from the start of each run; FIRST,
    the element at the start of the stretch of the source at hand, of so many bits; or NEAREST, the nearest item that is
    inside."""

    kind: str = "value"
    value: int = 0
    bits: int = 0  # 0: those of an item


@dataclass(frozen=True)
class Conversion:
    """What becomes of an item on its way: `of(items, words)` are the target's, of `bits` bits. `words` are the
    positions on the axis `by`: each column of a matrix may have a scale of its own."""

    bits: int
    of: Callable[[Array, Array], Array]
    by: int = -1


class Run(NamedTuple):
    """Neighbours on both sides that move at once, in items; without a source they are filled. `stretch` is where the
    source's stretch at hand starts, and `begins` that this is the first run of it."""

    to: int
    source: int | None
    items: int
    stretch: int
    begins: bool


class Bounds(NamedTuple):
    """The lowest item of a side and the one past the highest."""

    low: int
    high: int


@dataclass(frozen=True)
class Layout:
    """Axes from the outermost to the innermost, whose neighbours make runs."""

    axes: tuple[Axis, ...]
    bits: int = 8
    to: int = 0  # where the nest starts
    source: int = 0
    box: tuple[Coordinate, ...] = ()
    fill: Fill = Fill()
    conversion: Conversion | None = None

    @property
    def items(self) -> int:
        return prod(axis.extent for axis in self.axes)

    @property
    def is_plain(self) -> bool:
        return not self.box and all(axis.is_plain for axis in self.axes)

    def within(self, *outer: Axis) -> Layout:
        """The whole move again at each position of more axes around it."""
        by = self.conversion and replace(self.conversion, by=self.conversion.by + len(outer))
        return replace(self, axes=(*outer, *self.axes), conversion=by)

    # --- where items are --------------------------------------------------------------------------------------------

    def places(self) -> tuple[Array, Array, Array]:
        """Of every item, in order: where it goes, where it comes from, and whether there is a source."""
        to, source, steps, inside = self._grid(self.axes)
        source, inside = self._resolved(source, steps, inside)
        return to, source, inside

    def runs(self) -> Iterator[Run]:
        """What moves, in order."""
        if not self.items:
            return
        *outer, inner = self.axes
        grid = self._grid(tuple(outer))
        stretches = _stretches(inner, self.fill.kind == NEAREST, len(self.box))
        for k in range(len(grid[0])):
            to, source, steps, inside = (int(grid[0][k]), int(grid[1][k]), grid[2][:, k], bool(grid[3][k]))
            for s in stretches:
                own = np.array([inside and s.inside])
                at, there = self._resolved(np.array([source + s.source]), (steps + s.steps)[:, None], own)
                ahead = sum(int(x) * c.stride for c, x in zip(self.box, steps + s.start_steps, strict=True))
                yield Run(to + s.to, int(at[0]) if there[0] else None, s.items, source + s.start + ahead, s.begins)

    def bounds(self) -> tuple[Bounds | None, Bounds | None]:
        """Of the target and of the source; None where nothing is touched."""
        if not self.items:
            return None, None
        to = _sum(Bounds(self.to, self.to + 1), *(_offset_bounds(a.to, range(a.extent)) for a in self.axes))
        if self.box:
            _, source, inside = self.places()
            touched = source[inside]
            return to, Bounds(int(touched.min()), int(touched.max()) + 1) if touched.size else None
        if self.fill.kind == NEAREST:
            ranges = [_clamped(a) for a in self.axes]
        else:
            ranges = [range(a.inside().start + a.first, a.inside().stop + a.first) for a in self.axes]
        if not all(ranges):
            return to, None
        sides = (_offset_bounds(a.source, r) for a, r in zip(self.axes, ranges, strict=True))
        return to, _sum(Bounds(self.source, self.source + 1), *sides)

    def seen(self, target: bool) -> tuple[int, int, int]:
        """As the memory of one side sees it: so many pieces of that many items, and items from one to the next. The
        lowest digit is a piece, the next one's step the pitch."""
        levels = [level for a in reversed(self.axes) for level in _levels(a, target)]
        (_, size), rest = levels[0], levels[1:]
        return prod(count for _, count in rest), size, rest[0][0] if rest else size

    # --- what it means ----------------------------------------------------------------------------------------------

    def move(self, dst: Array, src: Array) -> None:
        """From an array of items to another one that is not the same memory. Items of four bits come one a byte."""
        if not self.items:
            return
        if self.is_plain and self.conversion is None:
            levels = [(a.extent, a.to[0].step) for a in self.axes]
            if _is_disjoint(levels):  # else of two items that meet the later one stays
                sources = [(a.extent, a.source[0].step) for a in self.axes]
                at = self.source + sum(a.first * a.source[0].step for a in self.axes)
                _strided(dst, self.to, levels)[...] = _strided(src, at, sources)
                return
        to, source, inside = self.places()
        if self.fill.kind == NEAREST:
            values = src[source]
        else:
            values = self._filling(src)
            values[inside] = src[source[inside]]
        if self.conversion is not None:
            values = self.conversion.of(values, self._item_offsets())
        dst[to] = values

    def _filling(self, src: Array) -> Array:
        """What would stand at each item that has no source."""
        width = max(1, self.fill.bits // self.bits)
        filling = np.zeros(self.items, src.dtype)
        if self.fill.kind == "value" and width == 1:
            filling[:] = self.fill.value & ((1 << self.bits) - 1)
            return filling
        at, element = 0, _split(self.fill.value, width, self.bits, src.dtype)
        for run in self.runs():
            if self.fill.kind == FIRST and run.begins:
                element = src[run.stretch : run.stretch + width]
            if run.source is None:
                filling[at : at + run.items] = np.resize(element, run.items)
            at += run.items
        return filling

    def _item_offsets(self) -> Array:
        assert self.conversion is not None
        by = self.conversion.by
        shape = [a.extent for a in self.axes]
        return (np.indices(shape)[by] + self.axes[by].first).ravel()

    # --- how it is found --------------------------------------------------------------------------------------------

    def _grid(self, axes: tuple[Axis, ...]) -> tuple[Array, Array, Array, Array]:
        """Of every position of a nest: target, source without coordinates, steps along each coordinate, and whether all
        limits have it inside."""
        to, source = np.array([self.to]), np.array([self.source])
        steps = np.array([[c.first] for c in self.box]).reshape(len(self.box), 1)
        inside = np.array([True])
        for a in axes:
            at = np.arange(a.extent)
            position = _clip_position(a, at + a.first) if self.fill.kind == NEAREST else at + a.first
            own, own_steps = _digits(a.source, position, len(self.box))
            ok = np.zeros(a.extent, bool)
            ok[a.inside().start : a.inside().stop] = True
            to = (to[:, None] + _digits(a.to, at, 0)[0]).ravel()
            source = (source[:, None] + own).ravel()
            steps = (steps[:, :, None] + own_steps[:, None, :]).reshape(len(self.box), len(to))
            inside = (inside[:, None] & ok).ravel()
        return to, source, steps, inside

    def _resolved(self, source: Array, steps: Array, inside: Array) -> tuple[Array, Array]:
        for c, at in zip(self.box, steps, strict=True):
            if self.fill.kind == NEAREST:
                at = np.clip(at, 0, max(c.size - 1, 0))
            else:
                inside = inside & (at >= 0) & (at < c.size)
            source = source + at * c.stride
        return source, np.ones_like(inside) if self.fill.kind == NEAREST else inside


def axis(extent: int, source: int = 1, to: int = 1, first: int = 0, limit: int | None = None) -> Axis:
    """An axis with a stride on each side."""
    return Axis(extent, (Digit(to),), (Digit(source),), first, limit)


def constant(value: int, bits: int = 0) -> Fill:
    return Fill("value", value, bits)


def _clip_position(a: Axis, position: Array) -> Array:
    return position if a.limit is None else np.clip(position, 0, max(a.limit - 1, 0))


def _clamped(a: Axis) -> range:
    if a.limit is None:
        return range(a.first, a.first + a.extent)
    top = max(a.limit - 1, 0)
    return range(min(max(a.first, 0), top), min(max(a.first + a.extent - 1, 0), top) + 1)


def _digits(digits: tuple[Digit, ...], position: Array, coordinates: int) -> tuple[Array, Array]:
    """Items from the start, and steps along each coordinate, of positions."""
    offset = np.zeros_like(position)
    steps = np.zeros((coordinates, *position.shape), np.int64)
    for d in digits:
        value = position % d.count if d.count else position
        position = position // d.count if d.count else position
        if d.along is None:
            offset = offset + value * d.step
        else:
            steps[d.along] += value * d.step
    return offset, steps


def _offset_bounds(digits: tuple[Digit, ...], positions: range) -> Bounds:
    """The lowest and the highest offset of a stretch of positions: at an end of a stretch of the lowest digit."""
    ends = {positions.start, positions.stop - 1}
    if digits[0].count:
        each = digits[0].count
        cuts = range(-(-positions.start // each) * each, positions.stop, each)
        ends |= {cut for cut in cuts} | {cut - 1 for cut in cuts if cut > positions.start}
    offsets, _ = _digits(digits, np.array(sorted(ends)), 0)
    return Bounds(int(offsets.min()), int(offsets.max()))


def _sum(start: Bounds, *more: Bounds) -> Bounds:
    return Bounds(start.low + sum(b.low for b in more), start.high + sum(b.high for b in more))


def _levels(a: Axis, target: bool) -> Iterator[tuple[int, int]]:
    """Step and count of each digit of one side; of the source's only what is inside."""
    left = a.extent if target else len(a.inside())
    for d in a.to if target else a.source:
        yield d.step, min(d.count, left) if d.count else left
        left = -(-left // d.count) if d.count else 1


class _Stretch(NamedTuple):
    """A part of the innermost axis that is neighbours on both sides; `start` is where its stretch of the source starts,
    and `begins` that it is the first part of that."""

    items: int
    to: int
    source: int
    steps: Array
    inside: bool
    start: int
    start_steps: Array
    begins: bool


def _stretches(a: Axis, nearest: bool, coordinates: int) -> list[_Stretch]:
    inside, source = a.inside(), a.source[0]
    cuts = {0, a.extent, inside.start, inside.stop}
    if a.to[0].step != 1 or source.step != 1 or source.along is not None:
        cuts |= set(range(a.extent))
    if nearest:
        cuts |= set(range(inside.start)) | set(range(inside.stop, a.extent))
    if a.to[0].count:
        cuts |= set(range(0, a.extent, a.to[0].count))
    if source.count:
        cuts |= set(range(inside.start + -(inside.start + a.first) % source.count, inside.stop, source.count))
    edges = sorted(cuts)
    found: list[_Stretch] = []
    last = None
    for i, stop in pairwise(edges):
        position = np.array([i + a.first])
        held = int(_clip_position(a, position)[0])
        start = held // source.count * source.count if source.count else 0 if a.limit is not None else a.first
        own, steps = _digits(a.source, _clip_position(a, position) if nearest else position, coordinates)
        at, at_steps = _digits(a.source, np.array([start]), coordinates)
        to, _ = _digits(a.to, np.array([i]), 0)
        starts = int(at[0]), at_steps[:, 0], start != last
        found.append(_Stretch(stop - i, int(to[0]), int(own[0]), steps[:, 0], i in inside, *starts))
        last = start
    return found


def _is_disjoint(levels: list[tuple[int, int]]) -> bool:
    """Whether no two items of a nest can meet: every step is longer than all shorter ones together."""
    reach = 0
    for extent, step in sorted(levels, key=lambda level: abs(level[1])):
        if extent > 1 and abs(step) <= reach:
            return False
        reach += abs(step) * (extent - 1)
    return True


def _strided(array: Array, start: int, levels: list[tuple[int, int]]) -> Array:
    size = array.itemsize
    shape, strides = [extent for extent, _ in levels], [step * size * (array.strides[0] // size) for _, step in levels]
    return np.lib.stride_tricks.as_strided(array[start:], shape, strides)


def _split(value: int, width: int, bits: int, dtype: Any) -> Array:
    """A value as items, the lowest first."""
    return np.array([value >> bits * k & ((1 << bits) - 1) for k in range(width)]).astype(dtype)
