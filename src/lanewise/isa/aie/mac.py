"""First-generation multiplications with lane selection, under the intrinsics' names: `aie.mac8_sym(acc, x, 0, ...)`.

[l]{mul|negmul|mac|msc}{2|4|8|16}[_abs|_max|_min|_maxdiff|_sym|_antisym][_ct|_uct][_c|_cn|_nc|_cc]: l for 80-bit lanes,
the number of lanes, what the pre-adder does, a centre tap, conjugates. _uct gives twice the lanes: the upper half is
the data of one column, shifted up. Arguments as in C++: the x buffer and its numbers
(start, offsets, offsets_hi for 16 lanes, step where there are columns to step over, square for 8 and 16 bits), the y
buffer if any, y start and square, then the z buffer and its numbers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Protocol

import numpy as np

from lanewise.errors import LanewiseError
from lanewise.isa.aie.accums import Accum, empty
from lanewise.isa.aie.env import current
from lanewise.isa.aie.lanes import Array, Product
from lanewise.isa.aie.operands import Operand, operand, products
from lanewise.isa.aie.record import Operation, Row
from lanewise.isa.aie.selection import Selection, columns, element, elements, x_scheme, z_scheme
from lanewise.isa.aie.types import LANE_TYPES, TAGS, LaneType
from lanewise.isa.aie.vectors import Vector, refuse

NAME = re.compile(
    r"(l?)(mul|negmul|mac|msc)(2|4|8|16)(?:_(abs|max|min|maxdiff|(?:conj_)?(?:sym|antisym)))?(_u?ct)?(?:_(c|cn|nc|cc))?"
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
    conj_z: bool = False  # y meets the conjugate of what x meets


def parse(name: str) -> Kind | None:
    """What a name says, or None when it is no multiplication."""
    found = NAME.fullmatch(name)
    if found is None:
        return None
    conj_z, adder = (found[4] or "").startswith("conj_"), (found[4] or "").removeprefix("conj_")
    if found[5] and adder not in ("sym", "antisym"):
        return None
    return Kind(name, 80 if found[1] else 48, found[2], int(found[3]), adder, (found[5] or "_")[1:], found[6] or "",
                conj_z)


def intrinsic(name: str) -> Callable[..., Accum]:
    """The function of a name: hundreds, made when asked for."""
    kind = parse(name)
    if kind is None:
        raise AttributeError(f"no intrinsic is called {name}")

    def multiply(*arguments: Any) -> Accum:
        return _run(kind, arguments)

    multiply.__name__ = multiply.__qualname__ = name
    multiply.__doc__ = _formula_name(kind)
    return multiply


class Buffer(Protocol):
    """What choosing elements depends on."""

    @property
    def type(self) -> LaneType: ...

    @property
    def size(self) -> int: ...


class Numbers:
    """The numbers behind a buffer, taken one by one. `usual` are those of a filter, where a reader left some out."""

    def __init__(self, kind: Kind, values: list[Any], usual: Mapping[str, int] | None = None) -> None:
        self.kind, self._usual = kind, usual or {}
        self.flag = any(v for v in values if isinstance(v, bool))  # a conjugate that the overload decides while running
        self.values = [int(v) for v in values if not isinstance(v, bool)]

    def take(self, what: str) -> int:
        if not self.values and what in self._usual:
            return self._usual[what]
        if not self.values:
            raise refuse(self.kind.name, "missing", missing=what)
        return self.values.pop(0)

    def selection(self, scheme: str, count: int, two_words: bool) -> Selection:
        start, offsets = self.take("a start"), self.take("offsets") & 0xFFFF_FFFF
        if self.kind.lanes == 16 and two_words:
            offsets |= (self.take("offsets_hi") & 0xFFFF_FFFF) << 32
        step = self.take("a step") if count > (1 if scheme == "regular" else 2) else 0
        return Selection(start, offsets, step, self.take("a square") if scheme != "regular" else 0)

    def done(self) -> None:
        if self.values:
            raise refuse(self.kind.name, "numbers_left", count=len(self.values))


def _split_arguments(kind: Kind, arguments: tuple[Any, ...]) -> tuple[Accum | None, list[tuple[Vector, Numbers]]]:
    rest = list(arguments)
    acc = rest.pop(0) if kind.verb in ("mac", "msc") else None
    buffers: list[tuple[Vector, list[Any]]] = []
    for argument in rest:
        if isinstance(argument, Vector):
            buffers.append((argument, []))
        elif not buffers:
            raise refuse(kind.name, "no_first_buffer")
        else:
            buffers[-1][1].append(argument)
    if not 2 <= len(buffers) <= 3 or (acc is not None and not isinstance(acc, Accum)):
        raise refuse(kind.name, "mac_operands")
    return acc, [(buffer, Numbers(kind, values)) for buffer, values in buffers]


def _gather_operand(buffer: Vector, where: Array, conjugate: bool) -> Operand:
    x = operand("mul", buffer)
    imag = None if x.imag is None else (-x.imag if conjugate else x.imag)[where]
    return Operand(x.type, x.real[where], imag)


def _formula_name(kind: Kind) -> str:
    """In a formula."""
    data = {"": "x", "sym": "(x + y)", "antisym": "(x - y)", "abs": "|x|"}.get(kind.adder, f"{kind.adder}(x, y)")
    total = f"sum over columns of {data} * z"
    if kind.conj_z:
        total = f"sum over columns of x * z {'-' if kind.adder == 'antisym' else '+'} y * conj(z)"
    start = {"mul": "", "negmul": "-", "mac": "acc + ", "msc": "acc - "}[kind.verb]
    tap = {"": "", "ct": "; the last column is a centre tap without y",
           "uct": f"; {kind.lanes} more lanes take one column of x, shifted up"}[kind.centre]
    return f"{kind.lanes} lanes of {kind.bits} bits: {start}{total}{tap}"


def _pre_add(kind: Kind, x: Operand, y: Operand) -> Operand:
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


class Reads(NamedTuple):
    """Elements that meet in every lane and column, what becomes of them, and what is left over for a unit tap."""

    x: Array
    y: Array | None
    z: Array
    conj_x: bool
    conj_z: bool
    centre: Array | None = None  # of the last column, in the place of x and y
    unit: Array | None = None  # of the upper lanes
    shift: int = 0


def elements_read(kind: Kind, buffers: Sequence[tuple[Buffer, Numbers]]) -> Reads:
    """Which elements a call reads: all that its numbers mean."""
    (xbuff, nx), (zbuff, nz) = buffers[0], buffers[-1]
    ybuff, ny = buffers[1] if len(buffers) == 3 else (xbuff, nx)
    count = columns(xbuff.type, zbuff.type, kind.lanes)
    scheme = x_scheme(xbuff.type, zbuff.type)
    x = nx.selection(scheme, count, xbuff.type.bits != 8)
    y = centre = unit = None
    if kind.adder and kind.adder != "abs":
        start = ny.take("the start of y")
        square = ny.take("the square of y") if scheme != "regular" else 0
        y = elements(scheme, Selection(start, x.offsets, -x.step, square), kind.lanes, count, ybuff.size)
    if kind.centre == "ct":  # the last column is the centre tap, which has no partner
        tap = replace(x, start=x.start + ny.take("the middle tap"))
        centre = elements(scheme, tap, kind.lanes, count, xbuff.size)[:, 0]
    if kind.centre == "uct":
        column = ny.take("the column of the unit tap")
        unit = elements(scheme, x, kind.lanes, max(count, column + 1), xbuff.size)[:, column]
        if ny.values:  # the shift stands here, or behind everything
            nz.values.append(ny.values.pop(0))
    nx.done()
    ny.done()
    factors = z_scheme(xbuff.type, zbuff.type)
    z = elements(factors, nz.selection(factors, count, xbuff.type.bits != 8), kind.lanes, count, zbuff.size)
    shift = nz.take("the shift of the unit tap") if kind.centre == "uct" else 0
    nz.done()
    one = kind.conjugates == "c"  # the one that is complex
    return Reads(
        elements(scheme, x, kind.lanes, count, xbuff.size), y, z,
        nx.flag or ny.flag or kind.conjugates in ("cn", "cc") or (one and xbuff.type.is_complex),
        nz.flag or kind.conjugates in ("nc", "cc") or (one and not xbuff.type.is_complex), centre, unit, shift,
    )  # fmt: skip


def _data(kind: Kind, xbuff: Vector, ybuff: Vector, found: Reads) -> Operand:
    """What the multiplier gets for every lane and column."""
    data = _gather_operand(xbuff, found.x, found.conj_x)
    if kind.adder and not kind.conj_z:
        data = _pre_add(kind, data, data if found.y is None else _gather_operand(ybuff, found.y, found.conj_x))
    if found.centre is not None:
        centre = _gather_operand(xbuff, found.centre, found.conj_x)
        data.real[:, -1] = centre.real
        if data.imag is not None and centre.imag is not None:
            data.imag[:, -1] = centre.imag
    return data


def _run(kind: Kind, arguments: tuple[Any, ...]) -> Accum:
    core = current(kind.name)
    if not core.has("lane_selection"):
        raise LanewiseError("AIE-003", what=kind.name, chip=core.family, known="mul, mac and mmul, without selection")
    acc, buffers = _split_arguments(kind, arguments)
    xbuff, zbuff = buffers[0][0], buffers[-1][0]
    found = elements_read(kind, buffers)
    data = _data(kind, xbuff, buffers[1][0] if len(buffers) == 3 else xbuff, found)
    factor = _gather_operand(zbuff, found.z, found.conj_z)
    size = kind.lanes if found.unit is None else 2 * kind.lanes
    tag = TAGS[f"{'c' if xbuff.type.is_complex or zbuff.type.is_complex else ''}acc{kind.bits}"]
    if acc is not None and (acc.tag != tag or acc.size != size):
        raise refuse(kind.name, "accumulator_shape", given_size=acc.size, given_tag=acc.tag, size=size, tag=tag)
    sums = empty(core, tag, size) if acc is None else acc.lanes.copy()
    minus = kind.verb in ("negmul", "msc")
    low = [products(_column(data, c), _column(factor, c), minus) for c in range(found.x.shape[1])]
    if kind.conj_z:
        low += _conjugate_pairs(kind, buffers, found, minus)
    core.multiplied(kind.lanes * sum(len(part) for column in low for part in column))
    core.note("accumulator_overflow", core.unit.mac(sums[: kind.lanes], kind.bits, _merge_columns(low)))
    if found.unit is not None:
        no_imag = np.zeros(kind.lanes, np.int64) if tag.is_complex and not xbuff.type.is_complex else None
        one = Operand(LANE_TYPES["int64"], np.full(kind.lanes, 1 << found.shift, np.int64), no_imag)
        high = _merge_columns([products(_gather_operand(xbuff, found.unit, found.conj_x), one, minus)])
        core.note("accumulator_overflow", core.unit.mac(sums[kind.lanes :], kind.bits, high))
    return Accum(sums, tag, core.family)


def _conjugate_pairs(
    kind: Kind, buffers: Sequence[tuple[Vector, Numbers]], found: Reads, minus: bool
) -> list[list[list[Product]]]:
    """The other half of every column: y, which no pre-adder can join to x, as its factor is another one."""
    assert found.y is not None
    partner = _gather_operand(buffers[-2][0], found.y, found.conj_x)
    factor = _gather_operand(buffers[-1][0], found.z, not found.conj_z)
    paired = found.x.shape[1] - (found.centre is not None)
    turned = minus != (kind.adder == "antisym")
    return [products(_column(partner, c), _column(factor, c), turned) for c in range(paired)]


def _merge_columns(terms: list[list[list[Product]]]) -> list[list[Product]]:
    """The products of all columns, by component."""
    return [[product for column in terms for product in column[part]] for part in range(len(terms[0]))]


def _column(x: Operand, c: int) -> Operand:
    imag = None if x.imag is None else np.ascontiguousarray(x.imag[:, c])
    return Operand(x.type, np.ascontiguousarray(x.real[:, c]), imag)


# Names

_RULES = ("accumulator_overflow", "centre_tap", "square_nibble")
_ADDERS = ("", "sym", "antisym", "abs", "max", "min", "maxdiff")
_ON_REAL = ("abs", "max", "min", "maxdiff")  # pre-adders that order numbers
# Factors x * z, the bits of the accumulators that take them, and how many lanes they make.
_SHAPES = """
    int8*int8 48 8,16    int8*uint8 48 8,16   uint8*int8 48 8,16   uint8*uint8 48 8,16
    int16*int8 48 8,16   int16*uint8 48 8,16  int16*int16 48 8,16  int16*int32 48 8,16
    int32*int16 48,80 8,16                    int32*int32 80 4,8
    int16*cint16 48 4,8  cint16*int16 48 4,8  cint16*cint16 48 4,8 cint16*int32 48 4,8
    int32*cint16 48,80 4 cint32*int16 48,80 4 int16*cint32 48,80 4
    cint32*cint16 48,80 2,4                   cint16*cint32 48,80 2,4
    int32*cint32 80 2,4  cint32*int32 80 2,4  cint32*cint32 80 2
"""


def _rows(kind: Kind) -> tuple[Row, ...]:
    """Factors that make this many lanes in this accumulator."""
    found = []
    words = _SHAPES.split()
    for pair, bits, lanes in zip(words[0::3], words[1::3], words[2::3], strict=True):
        x, z = (LANE_TYPES[name] for name in pair.split("*"))
        if str(kind.bits) not in bits.split(",") or str(kind.lanes) not in lanes.split(","):
            continue
        if (kind.adder and x.bits == 8) or (kind.adder in _ON_REAL and x.is_complex):
            continue
        if kind.centre == "uct" and x.bits == 32 and not x.is_complex:
            continue
        to = f"{'c' if x.is_complex or z.is_complex else ''}acc{kind.bits}"
        acc = (to,) if kind.verb in ("mac", "msc") else ()
        count = columns(x, z, kind.lanes)
        shape = f"{count} column{'s' if count > 1 else ''}"
        found.append(Row(("aie",), (*acc, x.name, z.name, to), shape, "inferred" if kind.centre else "documented"))
    return tuple(found)


def _usage(kind: Kind) -> str:
    words = ["acc"] if kind.verb in ("mac", "msc") else []
    words.append("xbuff, xstart, xoffsets[, xoffsets_hi][, xstep][, xsquare]")
    if kind.adder and kind.adder != "abs":
        words.append("[ybuff, ]ystart[, ysquare]")
    words += {"ct": ["mtap"], "uct": ["uct_col"]}.get(kind.centre, [])
    words.append("zbuff, zstart, zoffsets[, zoffsets_hi][, zstep][, zsquare]")
    words += ["uct_shift"] if kind.centre == "uct" else []
    return f"{kind.name}({', '.join(words)})"


def _operation(name: str) -> Operation | None:
    kind = parse(name)
    assert kind is not None
    rows = _rows(kind)
    if not rows:
        return None
    conjugates = (name,) if kind.adder in _ON_REAL else (name, f"{name}_{{c,cn,nc,cc}}")
    if kind.adder in ("sym", "antisym") and kind.centre != "uct":
        start, _, end = name.partition(f"_{kind.adder}")
        conjugates = (*conjugates, f"{start}_conj_{kind.adder}{end}")
    policies = _RULES[:1] if not kind.centre else _RULES[:2]
    return Operation(
        name, "multiplication with selection", _formula_name(kind), intrinsic(name), rows, conjugates,
        policies=(*policies, "square_nibble"), status=("accumulator_overflow",),
        evidence="inferred" if kind.centre else "documented", usage=_usage(kind), stands_on=(element,),
        notes=("Buffers part arguments: x, start, offsets[, offsets_hi][, step][, square][, y], y start[, y square], z,"
               " start, offsets[, ...]. `lanewise explain` draws which lane reads which element.",), timing="multiply",
    )


def _operations() -> Iterator[Operation]:
    for adder in _ADDERS:
        for centre in ("", "_ct", "_uct") if adder in ("sym", "antisym") else ("",):
            for verb in ("mul", "negmul", "mac", "msc"):
                for lanes in (2, 4, 8, 16):
                    for wide in ("", "l"):
                        made = _operation(f"{wide}{verb}{lanes}{'_' * bool(adder)}{adder}{centre}")
                        if made:
                            yield made


OPERATIONS = tuple(_operations())
