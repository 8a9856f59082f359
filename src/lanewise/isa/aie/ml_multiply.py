"""Multiplications of later generations by their shape: elementwise, matrices, convolutions.

{mul|negmul|mac|msc|addmac|addmsc}_{elem_C_N | MxK_KxN[T] | conv_MxN}: operands first, the accumulator last. Operands of
transposed products may be block floats of the third generation, whose blocks are rows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from lanewise.isa.aie import arithmetic, blocks
from lanewise.isa.aie.accums import Accum, empty
from lanewise.isa.aie.accums import multiply as multiply_lanes
from lanewise.isa.aie.blocks import BlockVector
from lanewise.isa.aie.env import current
from lanewise.isa.aie.lanes import Array, from_integers, integers
from lanewise.isa.aie.operands import Operand, operand
from lanewise.isa.aie.record import LATER, LATEST, Operation, Row
from lanewise.isa.aie.types import LANE_TYPES, TAGS, LaneType, Tag, product_tag
from lanewise.isa.aie.vectors import Vector, concat, refuse


class Shape(NamedTuple):
    """Which elements meet in lane l, term k: for every lane and term, one of each operand."""

    name: str
    a: Array
    b: Array


def _by_element(lanes: int, terms: int) -> Shape:
    where = np.arange(terms)[None] * lanes + np.arange(lanes)[:, None]
    return Shape(f"elem_{lanes}" + (f"_{terms}" if terms > 1 else ""), where, where)


def _by_matrix(m: int, k: int, n: int, transposed: bool) -> Shape:
    lane, term = np.arange(m * n)[:, None], np.arange(k)[None]
    b = lane % n * k + term if transposed else term * n + lane % n
    return Shape(f"{m}x{k}_{k}x{n}{'T' * transposed}", lane // n * k + term, b)


def _by_convolution(lanes: int, points: int) -> Shape:
    lane, term = np.arange(lanes)[:, None], np.arange(points)[None]
    return Shape(f"conv_{lanes}x{points}", lane + term, np.broadcast_to(term, (lanes, points)))


_MATRICES = """1x2x4 1x2x8 1x4x8 2x2x8 2x4x8 2x8x8 2x16x8 4x1x4 4x1x8 4x2x4 4x2x8 4x4x4 4x4x8 4x8x4 4x8x8 4x8x16 4x16x4
    4x16x8 4x16x16 4x32x8 8x1x8 8x2x8 8x4x8 8x8x4 8x8x8 8x16x8"""


def _shapes() -> Iterator[Shape]:
    for lanes, terms in ((8, 1), (8, 2), (16, 1), (16, 2), (16, 4), (32, 1), (32, 2), (64, 1), (64, 2)):
        yield _by_element(lanes, terms)
    for lanes, points in ((16, 4), (16, 8), (32, 4), (32, 8), (64, 8)):
        yield _by_convolution(lanes, points)
    for word in _MATRICES.split():
        m, k, n = (int(number) for number in word.split("x"))
        yield _by_matrix(m, k, n, False)
        yield _by_matrix(m, k, n, True)


SHAPES = {shape.name: shape for shape in _shapes()}


def result_tag(a: LaneType, b: LaneType, lanes: int, family: str) -> Tag:
    """16-bit products fill 32 lanes of 32 bits, or 16 of 64."""
    plain = not (a.is_float or a.is_complex or b.is_complex)
    return TAGS["acc64"] if plain and a.bits == b.bits == 16 and lanes <= 16 else product_tag(a, b, family)


def _gather(x: Operand, where: Array) -> Operand:
    """Elements of a term; those that the operand does not have are zeros."""
    inside = where < len(x.real)
    index = np.where(inside, where, 0)

    def part(values: Array) -> Array:
        return np.ascontiguousarray(np.where(inside, values[index], 0).astype(values.dtype))

    return Operand(x.type, part(x.real), None if x.imag is None else part(x.imag))


def _signed(op: str, v: Vector, sign: Any) -> Vector:
    """Lanes read as signed or unsigned, where a call says so."""
    if sign is None or v.type.is_float or v.type.is_complex:
        return v
    to = LANE_TYPES[f"{'' if sign else 'u'}int{v.type.bits}"]
    return v if to == v.type else Vector(arithmetic.wrapped(v.data.astype(np.int64), to), to)


def _multiply(shape: Shape, start: Accum | None, a: Vector, b: Vector, minus: bool) -> Accum:
    core = current(shape.name)
    x, y = operand(shape.name, a), operand(shape.name, b)
    lanes, terms = shape.a.shape
    kind = start.tag if start is not None else result_tag(a.type, b.type, lanes, core.family)
    total = start
    if total is not None and total.size != lanes:
        raise refuse(shape.name, "accumulator_size", size=total.size, lanes=lanes)
    for k in range(terms):
        there = (shape.a[:, k] < a.size) & (shape.b[:, k] < b.size)
        if there.any():
            total = multiply_lanes(core, total, kind, _gather(x, shape.a[:, k]), _gather(y, shape.b[:, k]), minus)
    return Accum(empty(core, kind, lanes), kind, core.family) if total is None else total


def _split_operands(
    op: str, shape: Shape, arguments: tuple[Any, ...]
) -> tuple[Vector | BlockVector, Vector | BlockVector, list[Any]]:
    """Both operands, each perhaps with its sign behind it or in two registers, and the rest."""
    rest, found = list(arguments), list[Vector]()
    if len(rest) > 1 and isinstance(rest[0], BlockVector) and isinstance(rest[1], BlockVector):
        return rest[0], rest[1], rest[2:]
    if shape.a.shape[1] == 2 and len(rest) > 3 and all(isinstance(v, Vector) for v in rest[:4]):
        halves = [concat(*rest[i : i + 2]) for i in (0, 2)]
        return halves[0], halves[1], rest[4:]
    while rest and len(found) < 2:
        v = rest.pop(0)
        if not isinstance(v, Vector):
            raise refuse(op, "two_vectors")
        sign = rest.pop(0) if rest and isinstance(rest[0], int | np.integer) else None
        found.append(_signed(op, v, sign))
    if len(found) != 2:
        raise refuse(op, "two_vectors")
    return found[0], found[1], rest


def _start(op: str, acc: Accum, zero: Any, shift16: Any, sub_acc: Any) -> Accum | None:
    """The accumulator as _conf changes it before anything is added."""
    if zero:
        return Accum(np.zeros_like(acc.lanes), acc.tag, acc.family)
    if not shift16 and not sub_acc:
        return acc
    if acc.tag.is_float:
        return Accum(-acc.lanes if sub_acc else acc.lanes, acc.tag, acc.family)
    whole = integers(acc.lanes)
    if shift16 and not acc.tag.is_complex:
        whole = whole >> 16
    return Accum(from_integers(-whole if sub_acc else whole, acc.bits), acc.tag, acc.family)


_ARGUMENTS = """Operands, each perhaps with its sign behind it, then the accumulator.

_conf adds whether to start at zero, to shift the accumulator by 16, to subtract the products, to negate it.
"""


def _function(verb: str, shape: Shape) -> Callable[..., Accum]:
    name = f"{verb}_{shape.name}"
    minus = verb in ("negmul", "msc", "addmsc")

    def product(start: Accum | None, a: Vector | BlockVector, b: Vector | BlockVector, minus: bool) -> Accum:
        if isinstance(a, BlockVector) and isinstance(b, BlockVector):
            if not shape.name.endswith("T"):
                raise refuse(name, "block_order")
            return blocks.multiply(name, start, a, b, shape.a, shape.b, minus)
        assert isinstance(a, Vector)
        assert isinstance(b, Vector)
        return _multiply(shape, start, a, b, minus)

    def multiply(*arguments: Any) -> Accum:
        a, b, rest = _split_operands(name, shape, arguments)
        if verb in ("mul", "negmul"):
            return product(None, a, b, minus)
        if not rest or not isinstance(rest[0], Accum):
            raise refuse(name, "no_accumulator")
        if verb.startswith("add"):
            return product(arithmetic.add(rest[0], rest[1]), a, b, minus)
        if isinstance(a, BlockVector):  # floats have no shift
            rest.insert(2, 0)
        zero, shift16, sub_mul, sub_acc = [*rest[1:], 0, 0, 0, 0][:4]
        return product(_start(name, rest[0], zero, shift16, sub_acc), a, b, minus != bool(sub_mul))

    multiply.__name__ = multiply.__qualname__ = name
    multiply.__doc__ = _ARGUMENTS
    return multiply


def parse(name: str) -> tuple[str, Shape] | None:
    found = re.fullmatch(r"(mul|negmul|mac|msc|addmac|addmsc)_(\w+?)(?:_conf)?", name)
    return (found[1], SHAPES[found[2]]) if found and found[2] in SHAPES else None


_FACTORS = """int8*int4 int8*int8 uint8*uint8 int16*int8 int16*int16 int32*int16 int32*int32 cint16*cint16 cint32*cint16
    cint32*cint32 bfloat16*bfloat16 float*float"""
_SAID = {"mul": "", "negmul": "-", "mac": "acc + ", "msc": "acc - ", "addmac": "first + second + ",
         "addmsc": "first + second - "}


_WORDS = {"mul": "a[, sign_a], b[, sign_b]", "negmul": "a[, sign_a], b[, sign_b]",
          "mac": "a[, sign_a], b[, sign_b], acc", "msc": "a[, sign_a], b[, sign_b], acc"}
_OTHERS = "a, b, first, second"


def _rows(shape: Shape, accumulates: int) -> tuple[Row, ...]:
    """Factors whose operands fill registers of at most 1024 bits."""
    found = []
    lanes = shape.a.shape[0]
    for word in _FACTORS.split():
        a, b = (LANE_TYPES[name] for name in word.split("*"))
        sizes = [(int(where.max()) + 1) * t.lane_bits for where, t in ((shape.a, a), (shape.b, b))]
        if max(sizes) <= 1024 and max(sizes) >= 256:
            to = result_tag(a, b, lanes, "aie-ml").name
            found.append(Row(LATER, (a.name, b.name, *[to] * accumulates, to), evidence="inferred"))
    if shape.name in ("8x8_8x8T", "4x8_8x16T"):
        found.append(Row(LATEST, ("bfp16ebs8", "bfp16ebs8", *["accfloat"] * accumulates, "accfloat")))
    return tuple(found)


def _operations() -> Iterator[Operation]:
    for shape in SHAPES.values():
        for verb, said in _SAID.items():
            name = f"{verb}_{shape.name}"
            count = {"mul": 0, "negmul": 0, "mac": 1, "msc": 1}.get(verb, 2)
            names = (name, f"{name}_conf") if count == 1 else (name,)
            sizes = [1 << int(where.max()).bit_length() for where in (shape.a, shape.b)]
            operands = f"a*{sizes[0]} b*{sizes[1]}" + (f" acc:accum*{shape.a.shape[0]}" if count else "")
            cpp = f"{name}({{a}}, {{b}}{', {acc}' * count})" if verb in ("mul", "mac") else ""
            yield Operation(
                name, "multiplication by shape", f"{said}sum over {shape.a.shape[1]} terms of a * b, "
                f"{shape.a.shape[0]} lanes", _function(verb, shape), _rows(shape, count), names,
                operands if cpp else "", cpp, policies=("accumulator_overflow", "float_sum_order", "float_product",
                *(["block_product"] if shape.name in ("8x8_8x8T", "4x8_8x16T") else [])), modes=("rounding",),
                status=("accumulator_overflow",), evidence="inferred", usage=f"{name}({_WORDS.get(verb, _OTHERS)})",
                stands_on=(_by_element, _by_matrix, _by_convolution), timing="multiply",
            )


OPERATIONS = tuple(_operations())
