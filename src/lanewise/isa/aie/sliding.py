"""Sliding multiplications: every lane is a sum of products of coefficients with data that move along."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from lanewise.isa.aie import floats
from lanewise.isa.aie.accums import Accum, empty
from lanewise.isa.aie.env import current
from lanewise.isa.aie.lanes import Array, Product
from lanewise.isa.aie.operands import Operand, operand, products
from lanewise.isa.aie.record import ALL, INTEGERS, Operation
from lanewise.isa.aie.record import products as record_products
from lanewise.isa.aie.types import LANE_TYPES, LaneType, Tag, check_tag, product_tag, tag
from lanewise.isa.aie.vectors import Vector, refuse


@dataclass(frozen=True)
class Walk:
    """Where lane l finds its data for point p: start + l * step_y + p * step_x, around the end."""

    start: int
    step_x: int
    step_y: int


def _planes(data: Vector) -> list[Array]:
    """Components of the data, not widened: the engine reads them where they lie."""
    return [data.data[:, 0], data.data[:, 1]] if data.type.is_complex else [data.data]


def _terms(data: Vector, coefficients: Operand, minus: bool) -> list[list[Product]]:
    planes = _planes(data)
    imaginary = planes[1] if len(planes) == 2 else None
    if imaginary is None and coefficients.imag is None:
        return [[(planes[0], coefficients.real, minus)]]
    real: list[Product] = [(planes[0], coefficients.real, minus)]
    imag: list[Product] = []
    if imaginary is not None and coefficients.imag is not None:
        real.append((imaginary, coefficients.imag, not minus))
    if coefficients.imag is not None:
        imag.append((planes[0], coefficients.imag, minus))
    if imaginary is not None:
        imag.append((imaginary, coefficients.real, minus))
    return [real, imag]


def _float_points(
    acc: Accum, data: Vector, coefficients: Operand, samples: Iterable[list[Array]], minus: bool, fresh: bool
) -> None:
    """Point after point, each product added on its own; into a fresh accumulator the first one goes as it is."""
    core = current("sliding_mul")
    whole = data.type.bits == 32 or coefficients.type.bits == 32
    for p, planes in enumerate(samples):
        imag = None if coefficients.imag is None else np.full(acc.size, coefficients.imag[p], np.float32)
        one = Operand(coefficients.type, np.full(acc.size, coefficients.real[p], np.float32), imag)
        other = Operand(data.type, planes[0], planes[1] if len(planes) == 2 else None)
        for i, terms in enumerate(products(one, other, minus)):
            here = acc.lanes[..., i] if acc.tag.is_complex else acc.lanes
            here[...] = floats.accumulate(core, None if fresh and not p else here.copy(), terms, whole)


def _float_samples(data: Vector, walk: Walk, lanes: int, points: int) -> Iterator[list[Array]]:
    """What all lanes meet at each point."""
    for p in range(points):
        index = (walk.start + np.arange(lanes) * walk.step_y + p * walk.step_x) % data.size
        yield [plane[index].astype(np.float32) for plane in _planes(data)]


def _float_pairs(data: Vector, first: Walk, last: Walk, lanes: int, points: int, minus: bool) -> Iterator[list[Array]]:
    """Samples from both ends, added before they are multiplied; the one in the middle stands alone."""
    core = current("sliding_mul_sym")
    both = zip(*(_float_samples(data, walk, lanes, (points + 1) // 2) for walk in (first, last)), strict=True)
    for p, (left, right) in enumerate(both):
        alone = 2 * p + 1 == points
        yield left if alone else [floats.add(core, a, -b if minus else b) for a, b in zip(left, right, strict=True)]


def _count(acc: Accum, coefficients: Operand, data: LaneType) -> None:
    """A product for every lane and point: what the pre-adder joins is multiplied once."""
    real = (1 if coefficients.imag is None else 2) * (2 if data.is_complex else 1)
    current("sliding_mul").multiplied(acc.size * len(coefficients.real) * real)


def _slide(
    acc: Accum, data: Vector, coefficients: Operand, walk: Walk, minus: bool, fresh: bool = False
) -> None:
    if acc.tag.is_float:
        samples = _float_samples(data, walk, acc.size, len(coefficients.real))
        _float_points(acc, data, coefficients, samples, minus, fresh)
        return
    core = current("sliding_mul")
    parts = _terms(data, coefficients, minus)
    over = core.unit.slide(acc.lanes, acc.bits, parts, walk.start, walk.step_x, walk.step_y)
    core.note("accumulator_overflow", over)


def _select_coefficients(coefficients: Any, start: int, step: int, points: int) -> Operand:
    """The coefficients of the points, in order; they wrap around too."""
    x = operand("sliding_mul", coefficients)
    index = (start + np.arange(points) * step) % len(x.real)
    imag = None if x.imag is None else np.ascontiguousarray(x.imag[index])
    return Operand(x.type, np.ascontiguousarray(x.real[index]), imag)


def _start(op: str, acc: Accum | None, a: LaneType, b: LaneType, size: int, tag_name: str | Tag | None) -> Accum:
    core = current(op)
    if acc is not None:
        return acc.copy()
    if size <= 0:
        raise refuse(op, "few_data")
    kind = check_tag(product_tag(a, b, core.family) if tag_name is None else tag(tag_name), core.family)
    return Accum(empty(core, kind, size), kind, core.family)


def sliding_mul(
    coefficients: Any, data: Vector, lanes: int | None = None, points: int | None = None, *, coeff_start: int = 0,
    data_start: int = 0, coeff_step: int = 1, data_step_x: int = 1, data_step_y: int = 1, tag: str | Tag | None = None,
    acc: Accum | None = None, negate: bool = False,
) -> Accum:  # fmt: skip
    """Lane l is the sum over points p of coefficients[coeff_start + p * coeff_step] times
    data[data_start + l * data_step_y + p * data_step_x].

    Indices wrap around. Without `lanes` there are as many as have all their data; without `points`, as many points as
    coefficients. `coefficients` may be op_conj of a vector.
    """
    count = points if points is not None else len(operand("sliding_mul", coefficients).real)
    chosen = _select_coefficients(coefficients, coeff_start, coeff_step, count)
    room = (data.size - data_start - 1 - (count - 1) * data_step_x) // max(data_step_y, 1) + 1
    size = acc.size if acc is not None else lanes if lanes is not None else room
    out = _start("sliding_mul", acc, chosen.type, data.type, size, tag)
    _count(out, chosen, data.type)
    _slide(out, data, chosen, Walk(data_start, data_step_x, data_step_y), negate, acc is None)
    return out


def sliding_mac(acc: Accum, coefficients: Any, data: Vector, points: int | None = None, **where: Any) -> Accum:
    """acc + sliding_mul."""
    return sliding_mul(coefficients, data, None, points, acc=acc, **where)


def _symmetric(
    coefficients: Any, data: Vector, lanes: int | None, points: int, coeff_start: int, data_start: int,
    data_step_x: int, data_step_y: int, tag: str | Tag | None, acc: Accum | None, minus: bool,
) -> Accum:  # fmt: skip
    chosen = _select_coefficients(coefficients, coeff_start, 1, (points + 1) // 2)
    half = points // 2
    last = data_start + (points - 1) * data_step_x
    size = acc.size if acc is not None else lanes if lanes is not None else (data.size - 1 - last) // data_step_y + 1
    out = _start("sliding_mul_sym", acc, chosen.type, data.type, size, tag)
    _count(out, chosen, data.type)
    first, back = Walk(data_start, data_step_x, data_step_y), Walk(last, -data_step_x, data_step_y)
    if out.tag.is_float:
        pairs = _float_pairs(data, first, back, size, points, minus)
        _float_points(out, data, chosen, pairs, False, acc is None)
        return out
    _slide(out, data, chosen, first, False)  # the centre is alone
    outer = Operand(chosen.type, chosen.real[:half], None if chosen.imag is None else chosen.imag[:half])
    if half:
        _slide(out, data, outer, back, minus)
    return out


def sliding_mul_sym(
    coefficients: Any, data: Vector, lanes: int | None = None, *, points: int, coeff_start: int = 0,
    data_start: int = 0, data_step_x: int = 1, data_step_y: int = 1, tag: str | Tag | None = None,
    acc: Accum | None = None,
) -> Accum:  # fmt: skip
    """A symmetric filter of `points` taps, given its first half: c[p] * (data[l + p] + data[l + points - 1 - p]).

    With an odd number of taps the last coefficient is the centre's.
    """
    return _symmetric(
        coefficients, data, lanes, points, coeff_start, data_start, data_step_x, data_step_y, tag, acc, False
    )


def sliding_mul_antisym(
    coefficients: Any, data: Vector, lanes: int | None = None, *, points: int, coeff_start: int = 0,
    data_start: int = 0, data_step_x: int = 1, data_step_y: int = 1, tag: str | Tag | None = None,
    acc: Accum | None = None,
) -> Accum:  # fmt: skip
    """The same with minus in place of plus."""
    return _symmetric(
        coefficients, data, lanes, points, coeff_start, data_start, data_step_x, data_step_y, tag, acc, True
    )


def sliding_mul_sym_uct(
    coefficients: Any, data: Vector, lanes: int, *, points: int, uct_shift: int, coeff_start: int = 0,
    data_start: int = 0, data_step_x: int = 1, data_step_y: int = 1, tag: str | Tag | None = None,
    acc: Accum | None = None, antisym: bool = False,
) -> Accum:  # fmt: skip
    """Twice as wide: the low half of the lanes is the symmetric sum without its centre, the high half the samples at
    the centre, shifted up by `uct_shift`.
    """
    half = lanes // 2
    low = None if acc is None else acc.extract(half, 0)
    sums = _symmetric(
        coefficients, data, half, points, coeff_start, data_start, data_step_x, data_step_y, tag, low, antisym
    )
    high = Accum(empty(current("sliding_mul_sym_uct"), sums.tag, half), sums.tag, sums.family)
    if acc is not None:
        high = acc.extract(half, 1)
    centre = data_start + points // 2 * data_step_x
    no_imag = np.zeros(1, np.int64) if sums.tag.is_complex and not data.type.is_complex else None
    unit = Operand(LANE_TYPES["int64"], np.array([1 << uct_shift], np.int64), no_imag)
    _count(high, unit, data.type)
    _slide(high, data, unit, Walk(centre, data_step_x, data_step_y), False)
    return Accum(np.concatenate([sums.lanes, high.lanes]), sums.tag, sums.family)


def sliding_mul_ch(
    coefficients: Any, data: Vector, lanes: int, channels: int, points: int, *, coeff_start: int = 0,
    data_start: int = 0, data_step_x: int = 1, data_step_y: int = 1, tag: str | Tag | None = None,
    acc: Accum | None = None, negate: bool = False,
) -> Accum:  # fmt: skip
    """Channels side by side: lane l of channel c is the sum over points p of coefficients[c + p * channels] times
    data[c + (l * data_step_y + p * data_step_x) * channels].
    """
    rows = lanes // channels
    out = _start("sliding_mul_ch", acc, operand("sliding_mul", coefficients).type, data.type, lanes, tag)
    for c in range(channels):
        chosen = _select_coefficients(coefficients, coeff_start + c, channels, points)
        part = Accum(np.ascontiguousarray(out.lanes[c::channels]), out.tag, out.family)
        walk = Walk(data_start + c, data_step_x * channels, data_step_y * channels)
        _count(part, chosen, data.type)
        _slide(part, data, chosen, walk, negate, acc is None)
        out.lanes[c : rows * channels : channels] = part.lanes
    return out


_RULES = ("accumulator_overflow", "float_sum_order", "float_product")


def _slides(
    name: str, summary: str, meaning: Any, *names: str, accumulates: bool = False, kinds: str = ALL
) -> Operation:
    return Operation(name, "special multiplication", summary, meaning, record_products(accumulates, kinds=kinds), names,
                     policies=_RULES, modes=("rounding",), status=("accumulator_overflow",), timing="multiply")


OPERATIONS = (
    _slides("sliding_mul", "out[l] = sum over p of coeff[cs + p * cstep] * data[ds + l * dy + p * dx], around the end",
            sliding_mul, "aie::sliding_mul", "aie::sliding_negmul", "aie::sliding_mul_ops",
            "aie::sliding_mul_{x,y,xy}_ops"),
    _slides("sliding_mac", "acc + sliding_mul", sliding_mac, "aie::sliding_mac", "aie::sliding_msc",
            accumulates=True),
    _slides("sliding_mul_sym", "A symmetric filter: c[p] * (data[l + p] + data[l + points - 1 - p])", sliding_mul_sym,
            "aie::sliding_{mul,mac,negmul,msc}_sym", "aie::sliding_mul_sym_ops", "aie::sliding_mul_sym_{x,y,xy}_ops"),
    _slides("sliding_mul_antisym", "An antisymmetric filter: minus in place of plus", sliding_mul_antisym,
            "aie::sliding_{mul,mac,negmul,msc}_antisym"),
    _slides("sliding_mul_sym_uct", "A symmetric filter with a unit centre tap: twice the lanes, the upper half shifted "
            "data", sliding_mul_sym_uct, "aie::sliding_{mul,mac}_{sym,antisym}_uct", "aie::sliding_mul_sym_uct_ops",
            kinds=INTEGERS),
    _slides("sliding_mul_ch", "A filter of several channels side by side", sliding_mul_ch, "aie::sliding_{mul,mac}_ch",
            "aie::sliding_mul_ch_ops"),
)
