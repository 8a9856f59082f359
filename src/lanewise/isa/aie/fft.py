"""Stages of a fast Fourier transform, decimated in time: groups of samples `vec` apart are turned by their twiddle
factors and combined, shifted once at the end (policy fft_stage). Twiddles have `shift_tw` fractional bits, `shift` is
that of the srs: with both equal a stage keeps the scale. Stages with falling `vec` leave the natural order.

    in:  x[q + vec * (radix * p + r)]      out: y[q + vec * (p + k * n / (radix * vec))]
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Callable
from typing import Any

import numpy as np

from lanewise.isa.aie import floats, lanes
from lanewise.isa.aie.env import Env, current
from lanewise.isa.aie.lanes import Array
from lanewise.isa.aie.record import FIRST, LATER, Operation, table
from lanewise.isa.aie.types import LaneType, lane_type
from lanewise.isa.aie.vectors import Vector, refuse

Pair = tuple[Array, Array]  # real and imaginary parts


def _times(core: Env, a: Pair, b: Pair, real: bool) -> Pair:
    if not real:
        return a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]
    products = [floats.multiply(core, x, y) for x, y in ((a[0], b[0]), (a[1], b[1]), (a[0], b[1]), (a[1], b[0]))]
    return floats.add(core, products[0], -products[1]), floats.add(core, products[2], products[3])


def _plus(core: Env, a: Pair, b: Pair, real: bool) -> Pair:
    if not real:
        return a[0] + b[0], a[1] + b[1]
    return floats.add(core, a[0], b[0]), floats.add(core, a[1], b[1])


def _turned(x: Pair, quarters: int) -> Pair:
    """x times (-i) ** quarters: no product at all."""
    re, im = x
    return [(re, im), (im, -re), (-re, -im), (-im, re)][quarters % 4]


def _stage(
    radix: int, x: Vector, twiddles: tuple[Vector, ...], vec: int, shift_tw: int, shift: int, inv: bool,
    to: str | LaneType | None,
) -> Vector:  # fmt: skip
    op = f"fft_dit_r{radix}_stage"
    core, result = current(op), x.type if to is None else lane_type(to)
    if not x.type.is_complex or x.size % (radix * vec) or len(twiddles) != radix - 1:
        raise refuse(op, f"it takes complex samples in groups of {radix * vec} and {radix - 1} vectors of twiddles")
    groups, real = x.size // (radix * vec), result.is_float
    kind: Any = np.float32 if real else object  # Python integers: nothing overflows before the shift

    def parts(v: Vector) -> Pair:
        wide = v.data.astype(kind)
        return wide[:, 0], wide[:, 1]

    data = [p.reshape(groups, radix, vec) for p in parts(x)]
    scale = 1 if real else 1 << shift_tw
    inputs: list[Pair] = [(data[0][:, 0] * scale, data[1][:, 0] * scale)]
    for r, tw in enumerate(twiddles, 1):
        wr, wi = (p[:groups, None] for p in parts(tw))
        inputs.append(_times(core, (data[0][:, r], data[1][:, r]), (wr, -wi if inv else wi), real))
    extra = 0 if radix in (2, 4) or real else shift_tw  # bits that the roots of 3 and 5 add
    out = np.zeros((radix, groups, vec, 2), kind)
    for k in range(radix):
        total = inputs[0] if not extra else (inputs[0][0] * scale, inputs[0][1] * scale)
        for r in range(1, radix):
            if radix in (2, 4):
                term = _turned(inputs[r], (-r * k if inv else r * k) * 4 // radix)
            else:
                root = cmath.exp((2j if inv else -2j) * math.pi * (r * k % radix) / radix)
                pair: Any = [np.float32(c) if real else round(c * scale) for c in (root.real, root.imag)]
                term = _times(core, inputs[r], pair, real)
            total = _plus(core, total, term, real)
        out[k, ..., 0], out[k, ..., 1] = total
    flat = out.reshape(-1, 2)
    if real:
        return Vector(flat, result)
    wide = lanes.from_integers(flat, 80)
    done, clamped = core.unit.srs(wide, shift + extra, core.rounding, core.saturation, result)
    core.note("srs_saturated", clamped)
    return Vector(done, result)


def fft_dit_r2_stage(
    x: Vector, tw: Vector, vec: int, shift_tw: int = 0, shift: int = 0, inv: bool = False, to: Any = None
) -> Vector:
    """One stage of radix 2. Integers: twiddles with `shift_tw` fractional bits, then srs by the stage's `shift`."""
    return _stage(2, x, (tw,), vec, shift_tw, shift, inv, to)


def fft_dit_r3_stage(
    x: Vector, tw0: Vector, tw1: Vector, vec: int, shift_tw: int = 0, shift: int = 0, inv: bool = False, to: Any = None
) -> Vector:
    return _stage(3, x, (tw0, tw1), vec, shift_tw, shift, inv, to)


def fft_dit_r4_stage(
    x: Vector, tw0: Vector, tw1: Vector, tw2: Vector, vec: int, shift_tw: int = 0, shift: int = 0, inv: bool = False,
    to: Any = None,
) -> Vector:  # fmt: skip
    return _stage(4, x, (tw0, tw1, tw2), vec, shift_tw, shift, inv, to)


def fft_dit_r5_stage(
    x: Vector, tw0: Vector, tw1: Vector, tw2: Vector, tw3: Vector, vec: int, shift_tw: int = 0, shift: int = 0,
    inv: bool = False, to: Any = None,
) -> Vector:  # fmt: skip
    return _stage(5, x, (tw0, tw1, tw2, tw3), vec, shift_tw, shift, inv, to)


def fft_dit_stage(radix: int, x: Vector, *twiddles: Vector, vec: int, shift_tw: int = 0, shift: int = 0,
                  inv: bool = False, to: Any = None) -> Vector:  # fmt: skip
    """One stage of any of the radices."""
    return _stage(radix, x, twiddles, vec, shift_tw, shift, inv, to)


_STAGES: dict[int, Callable[..., Vector]] = {
    2: fft_dit_r2_stage, 3: fft_dit_r3_stage, 4: fft_dit_r4_stage, 5: fft_dit_r5_stage,
}  # fmt: skip
_TYPES = table({FIRST: "cint16/cint16 cint32/cint32 cfloat/cfloat", LATER: "cint16/cint16 cint32/cint32"})
OPERATIONS = (
    *(
        Operation(
            f"fft_dit_r{radix}_stage", "fft", f"One stage of radix {radix}, decimated in time, srs by its shift", stage,
            _TYPES, (f"aie::fft_dit_r{radix}_stage",), policies=("fft_stage",), modes=("rounding", "saturation"),
            status=("srs_saturated",),
        )
        for radix, stage in _STAGES.items()
    ),
    Operation("fft_dit_stage", "fft", "One stage of a radix, as an object that is given groups in turn", fft_dit_stage,
              _TYPES, ("aie::fft_dit", "aie::fft_dit_stage"), policies=("fft_stage",), modes=("rounding", "saturation"),
              status=("srs_saturated",)),
)
