"""Nests of all kinds, and a nest as plain loops over single positions with nothing but whole numbers."""

from __future__ import annotations

import random
from collections.abc import Iterator

from lanewise.moves import NEAREST, Axis, Conversion, Coordinate, Digit, Fill, Layout, constant

Placed = list[tuple[int, int | None]]


def split(digits: tuple[Digit, ...], position: int) -> list[tuple[Digit, int]]:
    out = []
    for d in digits:
        value = position
        if d.count:
            position, value = divmod(position, d.count)
        out.append((d, value))
    return out


def addresses_of_items(layout: Layout) -> Placed:
    """(to, from) of every item in order; no source is None."""
    return list(_walk(layout, 0, layout.to, layout.source, [c.first for c in layout.box], True))


def _walk(
    layout: Layout, k: int, to: int, frm: int, coordinates: list[int], inside: bool
) -> Iterator[tuple[int, int | None]]:
    nearest = layout.fill.kind == NEAREST
    if k == len(layout.axes):
        for c, x in zip(layout.box, coordinates, strict=True):
            if nearest:
                x = min(max(x, 0), c.size - 1)
            elif not 0 <= x < c.size:
                inside = False
            frm += x * c.stride
        yield to, frm if inside or nearest else None
        return
    a = layout.axes[k]
    for i in range(a.extent):
        position, ok = i + a.first, True
        if a.limit is not None:
            ok = 0 <= position < a.limit
            if nearest:
                position = min(max(position, 0), a.limit - 1)
        source, at = frm, list(coordinates)
        for d, v in split(a.source, position):
            if d.along is None:
                source += d.step * v
            else:
                at[d.along] += d.step * v
        yield from _walk(layout, k + 1, to + sum(d.step * v for d, v in split(a.to, i)), source, at, inside and ok)


def any_layout(r: random.Random) -> Layout:
    box = tuple(
        Coordinate(r.choice((1, 3, 20)), r.randint(1, 5), r.randint(-2, 2)) for _ in range(r.choice((0, 0, 1, 2)))
    )
    axes = []
    for _ in range(r.randint(1, 4)):
        sides: list[tuple[Digit, ...]] = []
        for side in range(2):
            counts = [r.randint(1, 4) for _ in range(r.choice((0, 0, 0, 1, 2)))] + [0]
            along = [r.randrange(len(box)) if side and box and r.random() < 0.6 else None for _ in counts]
            sides.append(tuple(Digit(r.choice((1, 1, 0, 2, 16)), n, c) for n, c in zip(counts, along, strict=True)))
        limited = r.random() < 0.4
        first = r.randint(-3, 4) if limited else r.choice((0, 0, 3))
        extent = r.choice((1, 2, 3, 5, 8)) if r.random() < 0.97 else 0
        axes.append(Axis(extent, sides[0], sides[1], first, r.randint(1, 9) if limited else None))
    bits = r.choice((4, 8, 16, 32))
    fill = r.choice((Fill(NEAREST), constant(r.randrange(2**bits)), constant(r.randrange(2**bits))))
    by = Conversion(bits, lambda items, words: items, r.randrange(len(axes))) if r.random() < 0.3 else None
    return Layout(tuple(axes), bits, r.randint(0, 9), r.randint(0, 9), box, fill, by)


def random_layouts(n: int, seed: int) -> Iterator[tuple[Layout, Placed]]:
    """Those whose source lies at 0 or above."""
    r = random.Random(seed)
    while n:
        layout = any_layout(r)
        placed = addresses_of_items(layout)
        if all(frm is None or frm >= 0 for _, frm in placed):
            yield layout, placed
            n -= 1
