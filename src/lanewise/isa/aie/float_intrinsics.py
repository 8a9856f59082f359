"""First-generation float intrinsics: no accumulators; eight float or four complex lanes, by start and offsets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from lanewise.isa.aie import arithmetic, floats
from lanewise.isa.aie.accums import Accum
from lanewise.isa.aie.env import current
from lanewise.isa.aie.lanes import Array
from lanewise.isa.aie.masks import Mask
from lanewise.isa.aie.operands import Operand, operand, products
from lanewise.isa.aie.record import FIRST, Operation, table
from lanewise.isa.aie.selection import Selection, element
from lanewise.isa.aie.types import LANE_TYPES
from lanewise.isa.aie.vectors import Vector, refuse

EACH = 0x76543210
_TURNS = {"c": (True, True), "cn": (True, False), "nc": (False, True), "cc": (True, True), "": (False, False)}


def _lanes(paired: bool) -> int:
    return 4 if paired else 8


def _select(v: Vector, start: int = 0, offsets: int = EACH, lanes: int | None = None) -> Vector:
    s = Selection(start, offsets & 0xFFFF_FFFF)
    count = _lanes(v.type.is_complex) if lanes is None else lanes
    index = np.array([element("regular", s, lane, 0) for lane in range(count)]) % v.size
    return Vector(v.data[index].copy(), v.type)


def _float_vector(x: Vector | Accum) -> Vector:
    """A float accumulator is a vector here."""
    if isinstance(x, Accum):
        return Vector(x.lanes.copy(), LANE_TYPES["cfloat" if x.tag.is_complex else "float"])
    return x


def _factors(op: str, rest: tuple[Any, ...]) -> tuple[Operand, Operand]:
    """(x, z), or (x, start, offsets, z, start, offsets)."""
    if len(rest) == 2:
        rest = (rest[0], 0, EACH, rest[1], 0, EACH)
    if len(rest) != 6:
        raise refuse(op, "buffers")
    x, z = rest[0], rest[3]
    lanes = _lanes(x.type.is_complex or z.type.is_complex)
    return operand(op, _select(x, *rest[1:3], lanes)), operand(op, _select(z, *rest[4:6], lanes))


def _conjugated(x: Operand, yes: bool) -> Operand:
    return Operand(x.type, x.real, None if x.imag is None else -x.imag if yes else x.imag)


def _multiply(op: str, acc: Vector | None, x: Operand, z: Operand, minus: bool, absolute: bool) -> Vector:
    core = current(op)
    parts = products(x, z, minus)
    core.multiplied(len(x.real) * sum(map(len, parts)))
    if absolute:
        product = np.abs(floats.multiply(core, x.real, z.real))
        signed = -product if minus else product
        return Vector(signed if acc is None else floats.add(core, acc.data, signed), LANE_TYPES["float"])
    before: list[Array | None] = [None] * len(parts)
    if acc is not None:
        before = [acc.data[:, 0], acc.data[:, 1]] if len(parts) == 2 else [acc.data]
    after = [floats.accumulate(core, b, p, True) for b, p in zip(before, parts, strict=True)]
    paired = len(parts) == 2
    return Vector(np.stack(after, -1) if paired else after[0], LANE_TYPES["cfloat" if paired else "float"])


def _product(name: str, accumulates: bool, minus: bool, absolute: bool, conjugates: str) -> Callable[..., Vector]:
    def multiply(*arguments: Any) -> Vector:
        acc = _float_vector(arguments[0]) if accumulates else None
        x, z = _factors(name, arguments[1:] if accumulates else arguments)
        turn_x, turn_z = _TURNS[conjugates]
        if conjugates == "c":  # the one that is complex
            turn_x, turn_z = x.imag is not None, x.imag is None
        return _multiply(name, acc, _conjugated(x, turn_x), _conjugated(z, turn_z), minus, absolute)

    multiply.__name__ = multiply.__qualname__ = name
    return multiply


def fpneg(x: Vector, start: int = 0, offsets: int = EACH) -> Vector:
    """-x."""
    return arithmetic.neg(_select(x, start, offsets))


def fpabs(x: Vector, start: int = 0, offsets: int = EACH) -> Vector:
    """|x|."""
    return arithmetic.abs(_select(x, start, offsets))


def fpshuffle(x: Vector, start: int, offsets: int) -> Vector:
    """As many lanes as a register has."""
    return _select(x, start, offsets)


def fpselect(mask: int, x: Vector, xstart: int, xoffsets: int, ystart: int, yoffsets: int) -> Vector:
    """The y choice where the bit of the mask is set, else the x choice."""
    a, b = _select(x, xstart, xoffsets), _select(x, ystart, yoffsets)
    return arithmetic.select(a, b, Mask.from_int(mask, a.size))


_TWO: dict[str, tuple[str, Callable[[Vector, Vector], Any]]] = {
    "fpadd": ("acc + x", arithmetic.add),
    "fpsub": ("acc - x", arithmetic.sub),
    "fpadd_abs": ("acc + |x|", lambda a, x: arithmetic.add(a, arithmetic.abs(x))),
    "fpsub_abs": ("acc - |x|", lambda a, x: arithmetic.sub(a, arithmetic.abs(x))),
    "fpmax": ("max(acc, x)", arithmetic.max),
    "fpmin": ("min(acc, x)", arithmetic.min),
    "fplt": ("bits acc < x", lambda a, x: arithmetic.lt(a, x).to_int()),
    "fpge": ("bits acc >= x", lambda a, x: arithmetic.ge(a, x).to_int()),
    "fpmaxcmp": ("max(acc, x), and the bits of those from x",
                 lambda a, x: (arithmetic.max(a, x), arithmetic.lt(a, x).to_int())),
    "fpmincmp": ("min(acc, x), and the bits of those from x",
                 lambda a, x: (arithmetic.min(a, x), arithmetic.gt(a, x).to_int())),
}


def _sum(name: str) -> Callable[..., Any]:
    def add_or_subtract(acc: Vector | Accum, x: Vector, start: int = 0, offsets: int = EACH) -> Any:
        return _TWO[name][1](_float_vector(acc), _select(x, start, offsets))

    add_or_subtract.__name__ = add_or_subtract.__qualname__ = name
    add_or_subtract.__doc__ = f"{_TWO[name][0]}, x chosen by start and offsets."
    return add_or_subtract


def _subtracts(addmode: int, addmask: int, bit: int) -> bool:
    """Modes: 0 add, 1 subtract, 2 and 3 the same with a sign for every lane."""
    by_mode = addmode == 1 if addmode < 2 else bit % 2 == (1 if addmode == 2 else 0)
    return by_mode != bool(addmask >> bit & 1)


def fpmac_conf(
    acc: Vector | Accum, x: Vector, xstart: int, xoffsets: int, z: Vector, zstart: int, zoffsets: int, ones: bool,
    absolute: bool, addmode: int, addmask: int, cmpmode: int = 0,
) -> tuple[Vector, int]:  # fmt: skip
    """Everything by arguments (policy float_conf): the lanes, and the bits of those where the accumulator won."""
    core, before = current("fpmac_conf"), _float_vector(acc)
    a, b = _factors("fpmac_conf", (x, xstart, xoffsets, z, zstart, zoffsets))
    one = Operand(LANE_TYPES["float"], np.ones(len(b.real), np.float32), None)
    if not before.type.is_complex:
        made = a.real if ones else floats.multiply(core, a.real, b.real)
        made = np.abs(made) if absolute else made
        turn = np.array([_subtracts(addmode, addmask, lane) for lane in range(len(made))])
        made = np.where(turn, -made, made).astype(np.float32)
        if cmpmode == 0:
            return Vector(floats.add(core, before.data, made), before.type), 0
        stays = before.data < made if cmpmode == 1 else before.data >= made
        return Vector(np.where(stays, before.data, made).astype(np.float32), before.type), Mask(stays).to_int()
    pair = _multiply("fpmac_conf", None, a, one if ones else b, False, False).data
    pair = np.abs(pair) if absolute else pair
    for lane in range(len(pair)):
        for part in range(2):
            if _subtracts(addmode, addmask, 2 * lane + part):
                pair[lane, part] = -pair[lane, part]
    return Vector(floats.add(core, before.data, pair), before.type), 0


def fpmul_conf(
    x: Vector, xstart: int, xoffsets: int, z: Vector, zstart: int, zoffsets: int, ones: bool, absolute: bool,
    addmode: int, addmask: int, cmpmode: int = 0,
) -> tuple[Vector, int]:  # fmt: skip
    """fpmac_conf on zeros."""
    paired = x.type.is_complex or z.type.is_complex
    shape: Any = (4, 2) if paired else 8
    acc = Vector(np.zeros(shape, np.float32), LANE_TYPES["cfloat" if paired else "float"])
    return fpmac_conf(acc, x, xstart, xoffsets, z, zstart, zoffsets, ones, absolute, addmode, addmask, cmpmode)


_RULES = ("float_denormals", "float_nan", "complex_float_order")
_PRODUCTS = {  # name: accumulates, minus, absolute, formula
    "fpmul": (False, False, False, "x * z"), "fpneg_mul": (False, True, False, "-(x * z)"),
    "fpabs_mul": (False, False, True, "|x * z|"), "fpneg_abs_mul": (False, True, True, "-|x * z|"),
    "fpmac": (True, False, False, "acc + x * z"), "fpmsc": (True, True, False, "acc - x * z"),
    "fpmac_abs": (True, False, True, "acc + |x * z|"), "fpmsc_abs": (True, True, True, "acc - |x * z|"),
}  # fmt: skip
_BOTH = table({FIRST: "float cfloat"})
_REAL = table({FIRST: "float"}, "inferred")


_CHOSEN = "{0} {0}start:0..15 {0}offsets:word"


def _written(name: str) -> tuple[str, str]:
    """Operands and the call in C++."""
    one = name in ("fpneg", "fpabs", "fpshuffle")
    acc = [] if one or "mul" in name else ["acc*/2"]
    buffers = [_CHOSEN.format("x")] if one or name in _TWO else [_CHOSEN.format("x"), _CHOSEN.format("z")]
    operands = " ".join([*acc, *buffers])
    names = (word.partition("*")[0].partition(":")[0] for word in operands.split())
    return operands, f"{name}({', '.join(f'{{{n}}}' for n in names)})"


def _float(
    name: str, said: str, meaning: Callable[..., Any], real_only: bool = False, timing: str = "alu"
) -> Operation:
    operands, cpp = ("", "") if name == "fpselect" or name.endswith("cmp") else _written(name)
    rows = _REAL if real_only else _BOTH
    return Operation(name, "float", said, meaning, rows, (name,), operands, cpp, policies=_RULES,
                     evidence="documented" if name in ("fpmul", "fpmac", "fpmsc") else "inferred", timing=timing)


OPERATIONS = (
    *(
        _float(f"{name}{'_' * bool(c)}{c}", said + (" with conjugates" if c else ""),
               _product(f"{name}{'_' * bool(c)}{c}", acc, minus, absolute, c), absolute, "multiply")
        for name, (acc, minus, absolute, said) in _PRODUCTS.items()
        for c in (_TURNS if name in ("fpmul", "fpmac", "fpmsc") else ("",))
    ),
    *(_float(name, said, _sum(name), name not in ("fpadd", "fpsub")) for name, (said, _) in _TWO.items()),
    _float("fpneg", "-x", fpneg),
    _float("fpabs", "|x|", fpabs, True),
    _float("fpshuffle", "Lanes by start and offsets", fpshuffle),
    _float("fpselect", "The y choice where the bit is set, else the x choice", fpselect),
    Operation("fpmul_conf", "float", "x * z, everything by arguments", fpmul_conf, _BOTH, ("fpmul_conf",),
              policies=(*_RULES, "float_conf"), evidence="inferred", timing="multiply"),
    Operation("fpmac_conf", "float", "acc + x * z, everything by arguments", fpmac_conf, _BOTH, ("fpmac_conf",),
              policies=(*_RULES, "float_conf"), evidence="inferred", timing="multiply"),
)
