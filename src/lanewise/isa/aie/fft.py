"""Stages of a fast Fourier transform, decimated in time: groups of samples `vec` apart are turned by their twiddle
factors and combined. Twiddles have `shift_tw` fractional bits, `shift` is that of the srs at the end: with both equal a
stage keeps the scale. Stages with falling `vec` leave the natural order.

    in:  x[q + vec * (radix * p + j)]      out: y[q + vec * (p + k * groups)]      groups = n / (radix * vec)

A table has one factor for every p: that of leg j is exp(-2 pi i j p / (radix * groups)). Radix 4 takes the table of its
second leg first. What is rounded on the way is policy fft_stage.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from lanewise.isa.aie import floats, lanes
from lanewise.isa.aie.env import Env, current
from lanewise.isa.aie.lanes import Array
from lanewise.isa.aie.record import FIRST, LATER, Operation, Row, table
from lanewise.isa.aie.types import LANE_TYPES, LaneType, lane_type
from lanewise.isa.aie.vectors import Vector, refuse
from lanewise.numerics import elementary

Pair = tuple[Array, Array]  # real and imaginary parts

_LEGS = {2: (1,), 3: (1, 2), 4: (2, 1, 3), 5: (1, 2, 3, 4)}  # whose twiddles each table holds
# Roots of unity with 15 fractional bits and their signs turned: the unit subtracts what they multiply.
_MINUS_ROOTS = {3: ((16384, 28378),), 5: ((-10126, 31164), (26510, 19261))}
_WORDS = LANE_TYPES["cint32"]


def _plus(a: Pair, b: Pair) -> Pair:
    return a[0] + b[0], a[1] + b[1]


def _minus(a: Pair, b: Pair) -> Pair:
    return a[0] - b[0], a[1] - b[1]


def _times(a: Pair, b: Any) -> Pair:
    return a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]


def _rotate_quarters(x: Pair, quarters: int) -> Pair:
    """x times (-i) ** quarters: no product at all."""
    re, im = x
    return [(re, im), (im, -re), (-re, -im), (-im, re)][quarters % 4]


class _Fixed:
    """The butterfly of integers: exact sums, and an srs wherever the unit has one."""

    def __init__(self, core: Env, shift_tw: int, shift: int, inv: bool, to: LaneType, long_twiddles: bool) -> None:
        self.core, self.s, self.shift, self.inv, self.to = core, shift_tw, shift, inv, to
        self.in_steps = core.policy("fft_stage") == "rounded_steps"
        self.long_twiddles = long_twiddles

    def __call__(self, x: Sequence[Pair], w: dict[int, Pair]) -> list[Pair]:
        if len(x) == 4 and self.in_steps:
            return self.two_steps(x, w)
        sums = self.rooted(x, w) if len(x) in _MINUS_ROOTS else self.one_sum(x, w)
        return [self.srs(total, self.shift, self.to) for total in sums]

    def scaled_up(self, x: Pair) -> Pair:
        return x[0] << self.s, x[1] << self.s

    def srs(self, x: Pair, shift: int, to: LaneType = _WORDS) -> Pair:
        wide = lanes.from_integers(np.stack(x, -1), 80)
        done, clamped = self.core.unit.srs(wide, shift, self.core.rounding, self.core.saturation, to)
        self.core.note("srs_saturated", clamped)
        exact = done.astype(object)
        return exact[..., 0], exact[..., 1]

    def one_sum(self, x: Sequence[Pair], w: dict[int, Pair]) -> list[Pair]:
        """Radix 2 and 4: every root is a sign or a turn."""
        radix, sums = len(x), []
        turned = {leg: _times(x[leg], factor) for leg, factor in w.items()}
        for k in range(radix):
            total = self.scaled_up(x[0])
            for leg, term in turned.items():
                quarters = leg * k * 4 // radix
                total = _plus(total, _rotate_quarters(term, -quarters if self.inv else quarters))
            sums.append(total)
        return sums

    def two_steps(self, x: Sequence[Pair], w: dict[int, Pair]) -> list[Pair]:
        """Radix 4 as two steps of radix 2: the factor of the third leg is the product of the others."""
        even, odd = _times(x[2], w[2]), _times(x[3], w[2])
        p, m = _plus(self.scaled_up(x[0]), even), _minus(self.scaled_up(x[0]), even)
        u = self.srs(_plus(self.scaled_up(x[1]), odd), self.s)
        v = self.srs(_minus(self.scaled_up(x[1]), odd), self.s)
        if not self.long_twiddles:
            p, m = (self.scaled_up(self.srs(half, self.s)) for half in (p, m))
        straight, across = _times(u, w[1]), _rotate_quarters(_times(v, w[1]), -1 if self.inv else 1)
        sums = _plus(p, straight), _plus(m, across), _minus(p, straight), _minus(m, across)
        return [self.srs(total, self.shift, self.to) for total in sums]

    def rooted(self, x: Sequence[Pair], w: dict[int, Pair]) -> list[Pair]:
        """Radix 3 and 5: samples are turned and rounded before they meet the roots."""
        radix = len(x)
        turned = {leg: _times(x[leg], factor) for leg, factor in w.items()}
        down = self.shift if self.in_steps and radix == 5 else self.s
        rounded = {leg: self.srs(term, down) for leg, term in turned.items()}
        first = self.scaled_up(x[0])
        for leg in rounded:
            first = _plus(first, self.scaled_up(rounded[leg]) if self.in_steps else turned[leg])
        sums = [first]
        for k in range(1, radix):
            total = self.scaled_up(x[0])
            for leg, term in rounded.items():
                total = _minus(total, _times(term, self.minus_root(radix, leg * k % radix)))
            sums.append(total)
        return sums

    def minus_root(self, radix: int, power: int) -> tuple[int, int]:
        other = power > radix // 2
        re, im = (_moved(c, self.s - 15) for c in _MINUS_ROOTS[radix][(radix - power if other else power) - 1])
        return re, -im if other != self.inv else im


def _moved(x: int, left: int) -> int:
    return x << left if left >= 0 else x >> -left


class _Real:
    """The butterfly of floats: every product and every sum is rounded, in order."""

    def __init__(self, core: Env, inv: bool) -> None:
        self.core, self.inv = core, inv

    def __call__(self, x: Sequence[Pair], w: dict[int, Pair]) -> list[Pair]:
        radix, sums = len(x), []
        turned = {leg: self.times(x[leg], w[leg]) for leg in sorted(w)}
        for k in range(radix):
            total = x[0]
            for leg, term in turned.items():
                if radix in (2, 4):
                    quarters = leg * k * 4 // radix
                    term = _rotate_quarters(term, -quarters if self.inv else quarters)
                else:
                    turns = (1 if self.inv else -1) * (leg * k % radix) / radix
                    root = np.float32(elementary.cos_turns(turns)), np.float32(elementary.sin_turns(turns))
                    term = self.times(term, root)
                total = self.plus(total, term)
            sums.append(total)
        return sums

    def plus(self, a: Pair, b: Pair) -> Pair:
        return floats.add(self.core, a[0], b[0]), floats.add(self.core, a[1], b[1])

    def times(self, a: Pair, b: Any) -> Pair:
        factors = (a[0], b[0]), (a[1], b[1]), (a[0], b[1]), (a[1], b[0])
        products = [floats.multiply(self.core, x, y) for x, y in factors]
        return floats.add(self.core, products[0], -products[1]), floats.add(self.core, products[2], products[3])


def _stage(
    radix: int, x: Vector, twiddles: tuple[Vector, ...], vec: int, shift_tw: int, shift: int, inv: bool,
    to: str | LaneType | None,
) -> Vector:  # fmt: skip
    op = f"fft_dit_r{radix}_stage"
    core, result = current(op), x.type if to is None else lane_type(to)
    if not x.type.is_complex or x.size % (radix * vec) or len(twiddles) != radix - 1:
        raise refuse(op, "fft_operands", group=radix * vec, twiddles=radix - 1)
    asked = x.type.name, twiddles[0].type.name, result.name
    legal = [row.types for row in _ROWS[radix] if core.family in row.chips]
    if asked not in legal:
        known = ", ".join("/".join(t) for t in legal)
        raise refuse(op, "fft_stage" if legal else "fft_radix", family=core.family, asked="/".join(asked), known=known)
    groups, real = x.size // (radix * vec), result.is_float
    kind: Any = np.float32 if real else object  # Python integers: nothing overflows before a shift

    def components(v: Vector) -> Pair:
        wide = v.data.astype(kind)
        return wide[:, 0], wide[:, 1]

    data = [p.reshape(groups, radix, vec) for p in components(x)]
    samples = [(data[0][:, j], data[1][:, j]) for j in range(radix)]
    turns = {}
    for leg, tw in zip(_LEGS[radix], twiddles, strict=True):
        re, im = (p[:groups, None] for p in components(tw))
        turns[leg] = re, -im if inv else im
    combine: Callable[[Sequence[Pair], dict[int, Pair]], list[Pair]] = (
        _Real(core, inv) if real else _Fixed(core, shift_tw, shift, inv, result, twiddles[0].type is _WORDS)
    )
    out = np.stack([np.stack(pair, -1) for pair in combine(samples, turns)]).reshape(-1, 2)
    if real and result.bits == 16:
        return Vector(core.unit.to_bfloat16(out, core.rounding), result)
    return Vector(out.astype(result.dtype), result)


def fft_dit_r2_stage(
    x: Vector, tw: Vector, vec: int, shift_tw: int = 0, shift: int = 0, inv: bool = False, to: Any = None
) -> Vector:
    """One stage of radix 2. Integers: twiddles with `shift_tw` fractional bits, then srs by the stage's `shift`."""
    return _stage(2, x, (tw,), vec, shift_tw, shift, inv, to)


def fft_dit_r3_stage(
    x: Vector, tw1: Vector, tw2: Vector, vec: int, shift_tw: int = 0, shift: int = 0, inv: bool = False, to: Any = None
) -> Vector:
    return _stage(3, x, (tw1, tw2), vec, shift_tw, shift, inv, to)


def fft_dit_r4_stage(
    x: Vector, tw2: Vector, tw1: Vector, tw3: Vector, vec: int, shift_tw: int = 0, shift: int = 0, inv: bool = False,
    to: Any = None,
) -> Vector:  # fmt: skip
    """The table of the second leg, which turns twice as fast as that of the first, comes first."""
    return _stage(4, x, (tw2, tw1, tw3), vec, shift_tw, shift, inv, to)


def fft_dit_r5_stage(
    x: Vector, tw1: Vector, tw2: Vector, tw3: Vector, tw4: Vector, vec: int, shift_tw: int = 0, shift: int = 0,
    inv: bool = False, to: Any = None,
) -> Vector:  # fmt: skip
    return _stage(5, x, (tw1, tw2, tw3, tw4), vec, shift_tw, shift, inv, to)


def fft_dit_stage(radix: int, x: Vector, *twiddles: Vector, vec: int, shift_tw: int = 0, shift: int = 0,
                  inv: bool = False, to: Any = None) -> Vector:  # fmt: skip
    """One stage of any of the radices."""
    return _stage(radix, x, twiddles, vec, shift_tw, shift, inv, to)


_STAGES: dict[int, Callable[..., Vector]] = {
    2: fft_dit_r2_stage, 3: fft_dit_r3_stage, 4: fft_dit_r4_stage, 5: fft_dit_r5_stage,
}  # fmt: skip
_SHORT = "cint16/cint16/cint16 cint16/cint16/cint32 cint32/cint16/cint16 cint32/cint16/cint32"
_LONG = "cint16/cint32/cint16 cint16/cint32/cint32 cint32/cint32/cint16 cint32/cint32/cint32"
_REAL = "cfloat/cfloat/cfloat"
_ROWS: dict[int, tuple[Row, ...]] = {
    2: table({FIRST: f"{_SHORT} {_LONG} {_REAL}", LATER: _SHORT, ("aie-ml",): "cbfloat16/cbfloat16/cbfloat16"}),
    3: table({FIRST: f"{_SHORT} {_LONG} {_REAL}", ("aie-ml",): _SHORT}),
    4: table({FIRST: f"{_SHORT} {_LONG}", LATER: _SHORT, ("aie-ml",): "cbfloat16/cbfloat16/cbfloat16"}),
    5: table({FIRST: f"{_SHORT} {_LONG} {_REAL}", ("aie-ml",): _SHORT}),
}
_ORDER = "Tables in order of arguments: those of leg 2, leg 1, leg 3. The first generation does not read the third one."
OPERATIONS = (
    *(
        Operation(
            f"fft_dit_r{radix}_stage", "fft", f"One stage of radix {radix}, decimated in time, srs by its shift", stage,
            _ROWS[radix], (f"aie::fft_dit_r{radix}_stage",), policies=("fft_stage",), modes=("rounding", "saturation"),
            status=("srs_saturated",), notes=(_ORDER,) if radix == 4 else (), timing="multiply",
        )
        for radix, stage in _STAGES.items()
    ),
    Operation("fft_dit_stage", "fft", "One stage of a radix, as an object that is given groups in turn", fft_dit_stage,
              _ROWS[2], ("aie::fft_dit", "aie::fft_dit_stage"), policies=("fft_stage",),
              modes=("rounding", "saturation"), status=("srs_saturated",), timing="multiply"),
)
