"""Vectors, accumulators and masks made, taken apart and put together: parts of registers, lanes, other readings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from lanewise.isa.aie import accums
from lanewise.isa.aie.accums import Accum, accum
from lanewise.isa.aie.env import current
from lanewise.isa.aie.masks import mask
from lanewise.isa.aie.record import ALL, FIRST, LATER, Operation, any_type, lanes, table
from lanewise.isa.aie.types import TAGS, LaneType, Tag, check_tag
from lanewise.isa.aie.types import tag as find_tag
from lanewise.isa.aie.vectors import Vector, broadcast, concat, refuse, vector

_BITS = {"v": 128, "w": 256, "x": 512, "y": 1024}


def _lanes_in(op: str, v: Vector, bits: int) -> int:
    if bits % v.type.lane_bits:
        raise refuse(op, "whole_lanes", bits=bits, type=v.type)
    return bits // v.type.lane_bits


def _ext(letter: str) -> Callable[[Vector, int], Vector]:
    def ext(v: Vector, i: int = 0) -> Vector:
        """Part number i of so many bits."""
        return v.extract(_lanes_in(f"ext_{letter}", v, _BITS[letter]), i)

    return ext


def _upd(letter: str) -> Callable[[Vector, int, Vector], Vector]:
    def upd(v: Vector, i: int, part: Vector) -> Vector:
        """The vector with part number i replaced."""
        if part.bits != _BITS[letter]:
            raise refuse(f"upd_{letter}", "part_bits", bits=part.bits, need=_BITS[letter])
        return v.copy().insert(i, part)

    return upd


def _set(whole: str) -> Callable[[int, Vector], Vector]:
    def set_(i: int, part: Vector) -> Vector:
        """A larger register with one part; the others are undefined, here zero."""
        return part.grow(_lanes_in("set", part, _BITS[whole]), i)

    return set_


def ext_elem(v: Vector, i: int) -> Any:
    """One lane."""
    return v.get(i)


def upd_elem(v: Vector, i: int, x: Any) -> Vector:
    """The vector with one lane replaced."""
    return v.copy().set(x, i)


def shft_elem(v: Vector, x: Any) -> Vector:
    """Every lane moves up by one; x becomes lane 0."""
    return v.copy().push(x)


def shiftr_elem(v: Vector, x: Any) -> Vector:
    """Every lane moves down by one; x becomes the last one."""
    return concat(Vector(v.data[1:].copy(), v.type), broadcast(x, v.type, 1))


def broadcast_elem(v: Vector, i: int) -> Vector:
    """One lane in every lane."""
    return broadcast(v.get(i), v.type, v.size)


def ext_lo(acc: Accum) -> Accum:
    """The lower half of an accumulator."""
    return acc.extract(acc.size // 2, 0)


def ext_hi(acc: Accum) -> Accum:
    """The upper half of an accumulator."""
    return acc.extract(acc.size // 2, 1)


def upd_lo(acc: Accum, part: Accum) -> Accum:
    """The accumulator with its lower half replaced."""
    return acc.copy().insert(0, part)


def upd_hi(acc: Accum, part: Accum) -> Accum:
    """The accumulator with its upper half replaced."""
    return acc.copy().insert(1, part)


def extract(x: Any, size: int, part: int) -> Any:
    """Part number `part` of so many lanes, of a vector or an accumulator."""
    return x.extract(size, part)


def insert(x: Any, part: int, sub: Any) -> Any:
    """The vector or accumulator with one part, or one lane, replaced."""
    return x.copy().insert(part, sub) if isinstance(sub, (Vector, Accum)) else x.copy().set(sub, part)


def grow(v: Vector, size: int, part: int = 0) -> Vector:
    """A larger vector with this one as a part; the other lanes are undefined, here zero."""
    return v.grow(size, part)


def push(v: Vector, x: Any) -> Vector:
    """Every lane moves up by one; x becomes lane 0."""
    return v.copy().push(x)


def get(v: Vector, lane: int) -> Any:
    return v.get(lane)


def set_lane(v: Vector, x: Any, lane: int) -> Vector:
    """The vector with one lane replaced."""
    return v.copy().set(x, lane)


def zeros(type: str | LaneType | Tag, size: int) -> Any:
    """A vector or an accumulator of zeros."""
    return accums.zeros(type, size)


def iota(type: str | LaneType, size: int, start: int = 0) -> Vector:
    """start, start + 1, ..."""
    return vector([start + i for i in range(size)], type)


def vector_cast(type: str | LaneType | Tag, v: Vector | Accum) -> Vector | Accum:
    """The same bits as lanes of another type, or of an accumulator where its lanes fill their register."""
    if isinstance(v, Accum):
        v = Vector(_register(v.lanes, v.tag, v.family), vector(np.zeros(0, np.uint8)).type)
    if not isinstance(type, Tag) and type not in TAGS:
        return v.cast_to(type)
    core = current("vector_cast")
    kind = check_tag(find_tag(type), core.family)
    empty = accums.empty(core, kind, 0)
    _register(empty, kind, core.family)
    lanes = np.ascontiguousarray(v.data).view(np.uint8).reshape(-1).view(empty.dtype)
    return Accum(lanes.reshape(-1, 2).copy() if kind.is_complex else lanes.copy(), kind, core.family)


def _register(lanes: Any, kind: Tag, family: str) -> Any:
    """Its bytes, where no padding stands between lanes."""
    if kind.lane_bits(family) not in (32, 64):
        bits = kind.lane_bits(family)
        raise refuse("vector_cast", "wide_lanes", kind=kind, bits=bits)
    return np.ascontiguousarray(lanes).view(np.uint8).reshape(-1)


def accum_cast(tag: str | Tag, acc: Accum) -> Accum:
    """The same lanes under another tag of the same width."""
    kind = find_tag(tag)
    if kind.lane_bits(acc.family) != acc.bits or kind.is_complex != acc.tag.is_complex:
        raise refuse("accum_cast", "accumulator_cast", tag=acc.tag, kind=kind)
    return Accum(acc.lanes.copy(), kind, acc.family)


def pack(v: Vector) -> Vector:
    """Lanes of half the width; some chips saturate by their mode."""
    return v.pack()


def unpack(v: Vector) -> Vector:
    """Lanes of twice the width, sign or zero extended."""
    return v.unpack()


def undef(type: str | LaneType | Tag, size: int) -> Any:
    """Undefined lanes, here zero (policy undefined_lanes)."""
    return accums.zeros(type, size)


_UNDEFINED = ("undefined_lanes",)
_ALL = lanes(ALL)


def _half(name: str) -> str:
    return {"int8": "int4", "uint8": "uint4", "int16": "int8", "uint16": "uint8", "int32": "int16", "uint32": "uint16",
            "cint32": "cint16"}.get(name, "")


def _double(name: str) -> str:
    return {"int4": "int8", "uint4": "uint8", "int8": "int16", "uint8": "uint16", "int16": "int32", "uint16": "uint32",
            "cint16": "cint32"}.get(name, "")


def _move(name: str, summary: str, meaning: Any, *names: str, **more: Any) -> Operation:
    rows = more.pop("rows", _ALL)
    family = more.pop("family", "register move")
    return Operation(name, family, summary, meaning, rows, names or (name,), timing=_TIMINGS.get(family, ""), **more)


# What makes a register out of nothing takes no slot of its own.
_TIMINGS = {"register move": "move", "vector member": "move", "conversion": "convert"}
OPERATIONS = (
    _move("vector", "Lanes of one type", vector, "aie::vector", family="type"),
    _move("accum", "Wide lanes that sums wrap in", accum, "aie::accum", family="type",
          rows=table({FIRST: "acc48 acc80 cacc48 cacc80 accfloat caccfloat", LATER: "acc32 acc64 cacc64 accfloat",
                      ("aie-ml",): "caccfloat"}), policies=("accumulator_padding", "wide_accumulator_memory")),
    _move("mask", "One bit per lane", mask, "aie::mask", family="type", rows=any_type()),
    _move("zeros", "Lanes of zeros", zeros, "aie::zeros", "aie::zero", "null_v{N}{T}", "broadcast_zero_to_v{N}{T}",
          "broadcast_zero_{s8,u8,s16,u16,s32,u32,float,bfloat16}", family="init", operands="type:type",
          cpp="aie::zeros<{T}, {N}>()"),
    _move("undef", "Undefined lanes", undef, "undef_v{N}{T}", policies=_UNDEFINED, family="init"),
    _move("broadcast", "One number in every lane", broadcast, "aie::broadcast", "broadcast_to_v{N}{T}",
          "broadcast_{s8,u8,s16,u16,s32,u32,float,bfloat16}", "broadcast_one_to_v{16,32}bfloat16", family="init"),
    _move("iota", "start, start + 1, ...", iota, "aie::iota", family="init", rows=lanes("iufb"), evidence="inferred"),
    _move("concat", "One vector of several, the first lowest", concat, "aie::concat", "concat", operands="a b",
          cpp="aie::concat({a}, {b})", family="init", rows=lanes(ALL, 2)),
    _move("vector_cast", "The same bits as lanes of another type", vector_cast, "aie::vector_cast", "as_v{N}{T}",
          "as_{int32,cint16,cint32,cfloat}", "aie::cast_to", family="conversion"),
    _move("accum_cast", "The same lanes under another tag of the same width", accum_cast, "aie::accum_cast",
          family="conversion", rows=any_type(), evidence="inferred"),
    _move("pack", "Lanes of half the width", pack, "aie::pack", "aie::pack_sign", "pack", family="conversion",
          operands="v", cpp="aie::pack({v})", policies=("pack_overflow",), modes=("saturation",),
          status=("srs_saturated",),
          rows=(*lanes("iuc", 1, _half, LATER), *table({FIRST: "int16/int8 int32/int16 cint32/cint16"}))),
    _move("unpack", "Lanes of twice the width, sign or zero extended", unpack, "aie::unpack", "aie::unpack_sign",
          "unpack", family="conversion", operands="v", cpp="aie::unpack({v})",
          rows=(*lanes("iunc", 1, _double, LATER),
                *table({FIRST: "int8/int16 uint8/int16 int16/int32 cint16/cint32"}))),
    _move("extract", "Part number `part` of so many lanes", extract, "aie::extract", "extract_v{N}{T}",
          family="vector member"),
    _move("insert", "A vector with a part or a lane replaced", insert, "aie::insert", "insert", "insert_elem",
          family="vector member"),
    _move("grow", "A larger vector with this one as a part", grow, "aie::grow", "set_v{N}{T}", policies=_UNDEFINED,
          family="vector member"),
    _move("push", "Every lane moves up by one; x becomes lane 0", push, "aie::push", "shiftl_elem",
          family="vector member", operands="v x:lane", cpp="aie::vector<{T}, {N}>({v}).push({x})"),
    _move("get", "One lane", get, "aie::get", family="vector member", rows=lanes(ALL, 1, lambda t: f"{t} number"),
          operands="v lane:lanes", cpp="{v}.get({lane} % {N})"),
    _move("set", "A vector with one lane replaced", set_lane, "aie::set", family="vector member"),
    *(
        _move(f"ext_{letter}", f"Part number i of {_BITS[letter]} bits", _ext(letter), f"ext_{letter}",
              f"ext_{letter}{{0,1,2,3}}", operands=operands, cpp=f"ext_{letter}({{v}}, {{i}})")
        for letter, operands in (("v", "v i:0..3"), ("w", "v i:0..1"), ("x", "v*x2 i:0..1"))
    ),
    *(
        _move(f"upd_{letter}", f"A vector with part number i of {_BITS[letter]} bits replaced", _upd(letter),
              f"upd_{letter}", f"upd_{letter}{{0,1,2,3}}", operands=operands,
              cpp=f"upd_{letter}({{v}}, {{i}}, {{sub}})")
        for letter, operands in (("v", "v i:0..3 sub*/4"), ("w", "v i:0..1 sub*/2"), ("x", "v*x2 i:0..1 sub"))
    ),
    *(
        _move(f"{whole}set_{part}", f"A register of {_BITS[whole]} bits with one part of {_BITS[part]}", _set(whole),
              policies=_UNDEFINED, operands=f"i:0..{_BITS[whole] // _BITS[part] - 1} sub*/{512 // _BITS[part]}",
              cpp=f"{whole}set_{part}({{i}}, {{sub}})")
        for whole, part in ("wv", "xv", "xw", "yv", "yw", "yx")
    ),
    _move("ext_elem", "One lane", ext_elem, "ext_elem", "extract_elem", rows=lanes(ALL, 1, lambda t: f"{t} number"),
          operands="v i:lanes", cpp="ext_elem({v}, {i} % {N})"),
    _move("upd_elem", "A vector with one lane replaced", upd_elem),
    _move("shft_elem", "Every lane moves up by one; x becomes lane 0", shft_elem, operands="v x:lane",
          cpp="shft_elem({v}, {x})"),
    _move("shiftr_elem", "Every lane moves down by one; x becomes the last one", shiftr_elem,
          rows=lanes(ALL, chips=LATER), operands="v x:lane", cpp="shiftr_elem({v}, {x})", evidence="inferred"),
    _move("broadcast_elem", "One lane in every lane", broadcast_elem, rows=lanes(ALL, chips=LATER),
          operands="v i:lanes", cpp="broadcast_elem({v}, {i} % {N})", evidence="inferred"),
    _move("ext_lo", "The lower half of an accumulator", ext_lo, rows=any_type()),
    _move("ext_hi", "The upper half of an accumulator", ext_hi, rows=any_type()),
    _move("upd_lo", "An accumulator with its lower half replaced", upd_lo, rows=any_type()),
    _move("upd_hi", "An accumulator with its upper half replaced", upd_hi, rows=any_type()),
    _move("print", "Lanes as text: accumulators in hexadecimal, as many digits as their tag has bits", accums.print,
          "aie::print", "aie::print_matrix", family="utility", rows=any_type()),
)
