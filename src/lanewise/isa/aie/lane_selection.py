"""First-generation intrinsics that choose lanes like multiplications do and add, compare or select them.

They use the pre-adder alone: no mode changes them and their results wrap at the lane. Arguments: the x buffer, start,
offsets[, offsets_hi][, square], then the same for y, in the x buffer where no other is given. Buffers alone mean that
lanes meet as they lie.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from lanewise.isa.aie import arithmetic
from lanewise.isa.aie.masks import Mask
from lanewise.isa.aie.record import FIRST, Operation, table
from lanewise.isa.aie.selection import Selection, element
from lanewise.isa.aie.vectors import Vector, refuse

Pair = tuple[Vector, Vector]


def _in_blocks(v: Vector) -> bool:
    """Real 16-bit data go through 2 x 2 blocks: a pair of nibbles and the square serve four lanes."""
    return v.type.name == "int16"


def _selection(op: str, v: Vector, lanes: int, numbers: list[int]) -> Selection:
    two_words = lanes > (16 if _in_blocks(v) else 8)
    wanted = 2 + two_words + _in_blocks(v)
    if len(numbers) < wanted:
        raise refuse(op, "buffer_numbers", type=v.type, wanted=wanted, count=len(numbers))
    taken = [numbers.pop(0) for _ in range(wanted)]
    offsets = taken[1] & 0xFFFF_FFFF
    if two_words:
        offsets |= (taken[2] & 0xFFFF_FFFF) << 32
    return Selection(taken[0], offsets, 0, taken[-1] if _in_blocks(v) else 0)


def _gather_lanes(v: Vector, s: Selection, lanes: int) -> Vector:
    if _in_blocks(v):
        index = [element("halves", s, lane // 4 * 2 + lane // 2 % 2, lane % 2) for lane in range(lanes)]
    else:
        index = [element("regular", s, lane, 0) for lane in range(lanes)]
    return Vector(v.data[np.array(index) % v.size].copy(), v.type)


def _operands(op: str, lanes: int, x: Vector, rest: tuple[Any, ...]) -> Pair:
    """x and y lanes of a call."""
    second = next((i for i, a in enumerate(rest) if isinstance(a, Vector)), None)
    y = x if second is None else rest[second]
    first = [int(a) for a in (rest if second is None else rest[:second])]
    other = first if second is None else [int(a) for a in rest[second + 1 :]]
    if not first and not other:
        return Vector(x.data[:lanes].copy(), x.type), Vector(y.data[:lanes].copy(), y.type)
    left = _gather_lanes(x, _selection(op, x, lanes, first), lanes)
    right = _gather_lanes(y, _selection(op, y, lanes, other), lanes) if other else left
    return left, right


_RESULTS: dict[str, Callable[[Vector, Vector], Any]] = {
    "shuffle": lambda x, y: x,
    "add": arithmetic.add, "sub": arithmetic.sub, "abs": lambda x, y: arithmetic.abs(x), "max": arithmetic.max,
    "min": arithmetic.min, "maxdiff": arithmetic.maxdiff,
    "lt": lambda x, y: arithmetic.lt(x, y).to_int(), "le": lambda x, y: arithmetic.le(x, y).to_int(),
    "gt": lambda x, y: arithmetic.gt(x, y).to_int(), "ge": lambda x, y: arithmetic.ge(x, y).to_int(),
    "eq": lambda x, y: arithmetic.eq(x, y).to_int(), "ne": lambda x, y: arithmetic.neq(x, y).to_int(),
    "maxcmp": lambda x, y: (arithmetic.max(x, y), arithmetic.lt(x, y).to_int()),
    "mincmp": lambda x, y: (arithmetic.min(x, y), arithmetic.gt(x, y).to_int()),
}  # fmt: skip
_SAID = {
    "shuffle": "lane l = x[start + offset l]", "add": "x + y", "sub": "x - y", "abs": "|x|", "max": "max(x, y)",
    "min": "min(x, y)", "maxdiff": "max(x - y, 0)", "lt": "bits x < y", "le": "bits x <= y", "gt": "bits x > y",
    "ge": "bits x >= y", "eq": "bits x == y", "ne": "bits x != y", "maxcmp": "max(x, y), and the bits of those from y",
    "mincmp": "min(x, y), and the bits of those from y", "select": "y where the bit of the mask is set, else x",
}  # fmt: skip


def _function(verb: str, lanes: int) -> Callable[..., Any]:
    op = f"{verb}{lanes}"

    def on_lanes(x: Vector, *rest: Any) -> Any:
        return _RESULTS[verb](*_operands(op, lanes, x, rest))

    def select(mask: int, x: Vector, *rest: Any) -> Vector:
        return arithmetic.select(*_operands(op, lanes, x, rest), Mask.from_int(mask, lanes))

    made: Callable[..., Any] = select if verb == "select" else on_lanes
    made.__name__ = made.__qualname__ = op
    made.__doc__ = f"{_SAID[verb]}, {lanes} lanes chosen by start and offsets."
    return made


_LANES = {4: "int32 float cint32 cfloat", 8: "int32 cint16 cint32 float cfloat", 16: "int32 cint16 float", 32: "int16"}
_ORDER = {"max", "min", "maxdiff", "lt", "le", "gt", "ge", "maxcmp", "mincmp", "abs"}


def _written(verb: str, lanes: int) -> tuple[str, str]:
    """Operands and the call in C++: both buffers with their numbers; abs and shuffle have one."""
    numbers = ["start:0..31", "offsets:word", *(["offsets_hi:word"] if lanes > 8 else []),
               *(["square:word"] if lanes == 32 else [])]
    words = ["mask:word"] if verb == "select" else []
    for buffer in "x" if verb in ("abs", "shuffle") else "xy":
        words += [f"{buffer}*{2 * lanes}", *(f"{buffer}{number}" for number in numbers)]
    names = (word.partition("*")[0].partition(":")[0] for word in words)
    return " ".join(words), f"{verb}{lanes}({', '.join(f'{{{name}}}' for name in names)})"


def _operation(verb: str, lanes: int) -> Operation | None:
    types = [t for t in _LANES[lanes].split() if verb not in _ORDER or not t.startswith("c")]
    if not types:
        return None
    move = verb in ("shuffle", "select")
    evidence = "documented" if move else "inferred"
    names = (f"{verb}{lanes}", f"fp{verb}{lanes}") if move and lanes < 32 else (f"{verb}{lanes}",)
    operands, cpp = ("", "") if verb.endswith("cmp") else _written(verb, lanes)  # in C++ they give bits by reference
    return Operation(
        f"{verb}{lanes}", "lane selection" if move else "pre-adder", f"{_SAID[verb]}, lanes chosen by offsets",
        _function(verb, lanes), table({FIRST: " ".join(types)}, evidence), names, operands, cpp,
        policies=() if move else ("pre_adder_overflow",), evidence=evidence, timing="alu",
    )


OPERATIONS = tuple(
    made for verb in _SAID for lanes in _LANES if (made := _operation(verb, lanes)) is not None
)
