"""First-generation multiplications with lane selection, under the intrinsics' names: `aie.mac8_sym(acc, x, 0, ...)`.

[l]{mul|negmul|mac|msc}{2|4|8|16}[_abs|_max|_min|_maxdiff|_sym|_antisym][_ct|_uct][_c|_cn|_nc|_cc]: l for 80-bit lanes,
the number of lanes, what the pre-adder does, a centre tap, conjugates. _uct gives twice the lanes: the upper half is
the data of one column, shifted up. Arguments as in C++: the x buffer and its numbers
(start, offsets, offsets_hi for 16 lanes, step where there are columns to step over, square for 8 and 16 bits), the y
buffer if any, y start and square, then the z buffer and its numbers.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from lanewise.aie.accums import Accum, empty
from lanewise.aie.cores import current_core
from lanewise.aie.lanes import Array, Product, mac
from lanewise.aie.operands import Operand, operand, products
from lanewise.aie.vectors import Vector, refuse
from lanewise.errors import LanewiseError
from lanewise.isa.aie.selection import Selection, columns, elements, x_scheme, z_scheme
from lanewise.isa.aie.types import LANE_TYPES, TAGS, LaneType

NAME = re.compile(
    r"(l?)(mul|negmul|mac|msc)(2|4|8|16)(?:_(abs|max|min|maxdiff|sym|antisym))?(_u?ct)?(?:_(c|cn|nc|cc))?$"
)


@dataclass(frozen=True)
class Kind:
    name: str
    bits: int
    verb: str
    lanes: int
    adder: str
    centre: str  # ct, uct or nothing
    conjugates: str


def parse(name: str) -> Kind | None:
    """What a name says, or None when it is no multiplication."""
    found = NAME.match(name)
    if found is None or (found[5] and found[4] not in ("sym", "antisym")):
        return None
    return Kind(name, 80 if found[1] else 48, found[2], int(found[3]), found[4] or "", (found[5] or "_")[1:],
                found[6] or "")


def __getattr__(name: str) -> Callable[..., Accum]:
    kind = parse(name)
    if kind is None:
        raise AttributeError(f"no intrinsic is called {name}")

    def intrinsic(*arguments: Any) -> Accum:
        return _run(kind, arguments)

    intrinsic.__name__ = intrinsic.__qualname__ = name
    return intrinsic


class _Numbers:
    """The numbers behind a buffer, taken one by one."""

    def __init__(self, kind: Kind, values: list[Any]) -> None:
        self.kind = kind
        self.flag = any(v for v in values if isinstance(v, bool))  # a conjugate that the overload decides while running
        self.values = [int(v) for v in values if not isinstance(v, bool)]

    def take(self, what: str) -> int:
        if not self.values:
            raise refuse(self.kind.name, f"{what} is missing")
        return self.values.pop(0)

    def selection(self, scheme: str, count: int, two_words: bool) -> Selection:
        start, offsets = self.take("a start"), self.take("offsets") & 0xFFFF_FFFF
        if self.kind.lanes == 16 and two_words:
            offsets |= (self.take("offsets_hi") & 0xFFFF_FFFF) << 32
        step = self.take("a step") if count > (1 if scheme == "regular" else 2) else 0
        return Selection(start, offsets, step, self.take("a square") if scheme != "regular" else 0)

    def done(self) -> None:
        if self.values:
            raise refuse(self.kind.name, f"there are {len(self.values)} numbers too many behind a buffer")


def _parted(kind: Kind, arguments: tuple[Any, ...]) -> tuple[Accum | None, list[tuple[Vector, _Numbers]]]:
    rest = list(arguments)
    acc = rest.pop(0) if kind.verb in ("mac", "msc") else None
    buffers: list[tuple[Vector, list[Any]]] = []
    for argument in rest:
        if isinstance(argument, Vector):
            buffers.append((argument, []))
        elif not buffers:
            raise refuse(kind.name, "the first buffer is missing")
        else:
            buffers[-1][1].append(argument)
    if not 2 <= len(buffers) <= 3 or (acc is not None and not isinstance(acc, Accum)):
        raise refuse(kind.name, "it takes an accumulator (mac and msc), an x buffer, perhaps one for y, and a z buffer")
    return acc, [(buffer, _Numbers(kind, values)) for buffer, values in buffers]


def _picked(buffer: Vector, where: Array, conjugate: bool) -> Operand:
    x = operand("mul", buffer)
    imag = None if x.imag is None else (-x.imag if conjugate else x.imag)[where]
    return Operand(x.type, x.real[where], imag)


def _added(kind: Kind, x: Operand, y: Operand) -> Operand:
    """What the pre-adder makes of a pair; it is a bit wider than its data."""
    match kind.adder:
        case "abs":
            return replace(x, real=np.abs(x.real))
        case "max":
            return replace(x, real=np.maximum(x.real, y.real))
        case "min":
            return replace(x, real=np.minimum(x.real, y.real))
        case "maxdiff":
            return replace(x, real=np.maximum(x.real - y.real, 0))
    sign = -1 if kind.adder == "antisym" else 1
    imag = None if x.imag is None or y.imag is None else x.imag + sign * y.imag
    return replace(x, real=x.real + sign * y.real, imag=imag)


def _data(
    kind: Kind, buffers: list[tuple[Vector, _Numbers]], z: LaneType, count: int
) -> tuple[Operand, Operand | None]:
    """What the multiplier gets for every lane and column, and the column of a unit tap."""
    xbuff, nx = buffers[0]
    ybuff, ny = buffers[1] if len(buffers) == 3 else (xbuff, nx)
    scheme = x_scheme(xbuff.type, z)
    x = nx.selection(scheme, count, xbuff.type.bits != 8)
    named = kind.conjugates in ("cn", "cc") or (kind.conjugates == "c" and xbuff.type.is_complex)
    conjugate = named or nx.flag or ny.flag

    def picked(buffer: Vector, s: Selection) -> Operand:
        return _picked(buffer, elements(scheme, s, kind.lanes, count, buffer.size), conjugate)

    data = picked(xbuff, x)
    if kind.adder == "abs":
        data = _added(kind, data, data)
    elif kind.adder:
        start = ny.take("the start of y")
        square = ny.take("the square of y") if scheme != "regular" else 0
        data = _added(kind, data, picked(ybuff, Selection(start, x.offsets, -x.step, square)))
    if kind.centre == "ct":  # the last column is the centre tap, which has no partner
        centre = picked(xbuff, replace(x, start=x.start + ny.take("the middle tap")))
        data.real[:, -1] = centre.real[:, 0]
        if data.imag is not None and centre.imag is not None:
            data.imag[:, -1] = centre.imag[:, 0]
    unit = None
    if kind.centre == "uct":
        column = ny.take("the column of the unit tap")
        where = elements(scheme, x, kind.lanes, max(count, column + 1), xbuff.size)
        unit = _column(_picked(xbuff, where, conjugate), column)
        if ny.values:  # the shift stands here, or behind everything
            buffers[-1][1].values.append(ny.values.pop(0))
    nx.done()
    ny.done()
    return data, unit


def _factor(kind: Kind, zbuff: Vector, nz: _Numbers, x: LaneType, count: int) -> tuple[Operand, int]:
    """The other factors, and the shift of a unit tap."""
    scheme = z_scheme(x, zbuff.type)
    z = nz.selection(scheme, count, x.bits != 8)
    shift = nz.take("the shift of the unit tap") if kind.centre == "uct" else 0
    nz.done()
    conjugate = nz.flag or kind.conjugates in ("nc", "cc") or (kind.conjugates == "c" and not x.is_complex)
    return _picked(zbuff, elements(scheme, z, kind.lanes, count, zbuff.size), conjugate), shift


def _run(kind: Kind, arguments: tuple[Any, ...]) -> Accum:
    core = current_core(kind.name)
    if core.family != "aie":
        raise LanewiseError("AIE-003", what=kind.name, chip=core.family, known="mul, mac and mmul, without selection")
    acc, buffers = _parted(kind, arguments)
    x, z = buffers[0][0].type, buffers[-1][0].type
    count = columns(x, z, kind.lanes)
    data, unit = _data(kind, buffers, z, count)
    factor, shift = _factor(kind, *buffers[-1], x, count)
    size = kind.lanes if unit is None else 2 * kind.lanes
    tag = TAGS[f"{'c' if x.is_complex or z.is_complex else ''}acc{kind.bits}"]
    if acc is not None and (acc.tag != tag or acc.size != size):
        raise refuse(kind.name, f"the accumulator is {acc.size} lanes of {acc.tag}, not {size} of {tag}")
    sums = empty(core, tag, size) if acc is None else acc.lanes.copy()
    minus = kind.verb in ("negmul", "msc")
    low = [products(_column(data, c), _column(factor, c), minus) for c in range(count)]
    core.note("accumulator_overflow", mac(sums[: kind.lanes], kind.bits, _joined(low)))
    if unit is not None:
        one = Operand(LANE_TYPES["int64"], np.full(kind.lanes, 1 << shift, np.int64), None)
        high = _joined([products(unit, one, minus)])
        core.note("accumulator_overflow", mac(sums[kind.lanes :], kind.bits, high))
    return Accum(sums, tag, core.family)


def _joined(terms: list[list[list[Product]]]) -> list[list[Product]]:
    """The products of all columns, by component."""
    return [[product for column in terms for product in column[part]] for part in range(len(terms[0]))]


def _column(x: Operand, c: int) -> Operand:
    imag = None if x.imag is None else np.ascontiguousarray(x.imag[:, c])
    return Operand(x.type, np.ascontiguousarray(x.real[:, c]), imag)
