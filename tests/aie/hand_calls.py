"""Calls of the operations that no test can write by itself: about memory, windows, streams, modes, named types.

Each has a line of C++ and its like in Python, by the same names: vectors of 256 bits `v` of int16, `n` and `m` of int32
and `f` of float, twice as wide `v2`, `w2`, `n2` and `f2`, accumulators `acc` and `acc8`, and what a kernel is given.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from lanewise import aie
from lanewise.isa.aie.record import FIRST, LATER
from lanewise.isa.aie.types import FAMILIES


class Hand(NamedTuple):
    name: str  # of its record; behind a stroke that of the operation that it may be told as
    waits: str  # the registers that it takes
    cpp: str
    python: Callable[[Any], Any] | None  # none where Python has no such call
    chips: tuple[str, ...] = FAMILIES
    bytes: int = 0  # that it reaches in memory


def _pairs(*names: str) -> list[Hand]:
    """Those of the later generations that give a vector and the bits of a comparison."""
    return [
        Hand(name, "v2 w2", f"{name}(v2, w2, bits)", lambda o, name=name: getattr(aie, name)(o.v2, o.w2), LATER)
        for name in names
    ]


def _of_one(*names: str) -> list[Hand]:
    return [Hand(name, "v2", f"{name}(v2, bits)", lambda o, name=name: getattr(aie, name)(o.v2), LATER)
            for name in names]  # fmt: skip


def _extremes(*names: str) -> list[Hand]:
    """Of the first generation: the registers are 512 bits of int32 or, for 32 lanes, of int16."""
    found = []
    for name in names:
        x, lanes = ("v2", "int16") if name.endswith("32") else ("n2", "int32")
        more = ", 0, 0x76543210" + (", 0xfedcba98" if name[6:] in ("16", "32") else "") + (
            ", 0x3210" if lanes == "int16" else "")  # fmt: skip
        given = [int(word, 0) for word in more.split(", ")[1:]]
        call = f"{name}({x}{more}{more}, select)"
        found.append(Hand(name, x, call, lambda o, name=name, x=x, given=given: getattr(aie, name)(
            getattr(o, x), *given, *given), FIRST))  # fmt: skip
    return found


HANDS = (
    # memory
    Hand("store_v", "v", "aie::store_v(memory, v)", lambda o: aie.store_v(o.memory, o.v), bytes=32),
    Hand(
        "store_unaligned_v",
        "v",
        "aie::store_unaligned_v(memory + 3, v)",
        lambda o: aie.store_unaligned_v(o.memory, o.v, 3),
        bytes=32,
    ),
    Hand(
        "load_floor_v/load_v",
        "",
        "aie::load_floor_v<16>(memory + 3)",
        lambda o: aie.load_floor_v(o.memory, 16, 3),
        bytes=32,
    ),
    Hand(
        "store_floor_v/store_v",
        "v",
        "aie::store_floor_v(memory + 3, v)",
        lambda o: aie.store_floor_v(o.memory, o.v, 3),
        bytes=32,
    ),
    # modes
    Hand("set_rounding", "", "aie::set_rounding(aie::rounding_mode::floor)", lambda o: aie.set_rounding("floor")),
    Hand("set_saturation", "", "aie::set_saturation(aie::saturation_mode::none)", lambda o: aie.set_saturation("none")),
    Hand("set_rnd", "", "set_rnd(0)", lambda o: aie.set_rnd(0)),
    Hand("clr_rnd", "", "clr_rnd()", lambda o: aie.clr_rnd()),
    Hand("set_satmode", "", "set_satmode(0)", lambda o: aie.set_satmode(0)),
    Hand("set_sat", "", "set_sat()", lambda o: aie.set_sat()),
    Hand("set_symsat", "", "set_symsat()", lambda o: aie.set_symsat()),
    Hand("clr_sat", "", "clr_sat()", lambda o: aie.clr_sat()),
    # what a call makes of nothing or of one number
    Hand("broadcast", "", "aie::broadcast<int16, 16>(3)", lambda o: aie.broadcast(3, "int16", 16)),
    Hand("iota", "", "aie::iota<int16, 16>(0, 1)", lambda o: aie.iota("int16", 16)),
    # parts of registers
    Hand("extract", "v", "v.extract<8>(1)", lambda o: aie.extract(o.v, 8, 1)),
    Hand("extract", "acc", "acc.extract<8>(1)", lambda o: aie.extract(o.acc, 8, 1)),
    Hand("insert", "v2 v", "v2.insert(1, v)", lambda o: aie.insert(o.v2, 1, o.v)),
    Hand("insert", "acc acc8", "acc.insert(1, acc8)", lambda o: aie.insert(o.acc, 1, o.acc8)),
    Hand("grow", "v", "v.grow<32>(1)", lambda o: aie.grow(o.v, 32, 1)),
    Hand("grow", "acc8", "acc8.grow<16>(1)", None),
    Hand("set", "v", "v.set(5, 1)", lambda o: aie.set(o.v, 5, 1)),
    Hand("push", "v", "v.push(5)", lambda o: aie.push(o.v, 5)),
    Hand("reduce_add_v", "n m", "aie::reduce_add_v(n, m, n, m)", lambda o: aie.reduce_add_v(o.n, o.m, o.n, o.m)),
    # types that a call names
    Hand("vector_cast", "v", "aie::vector_cast<int32>(v)", lambda o: aie.vector_cast("int32", o.v)),
    Hand("accum_cast", "acc", "aie::accum_cast<TAG>(acc)", lambda o: aie.accum_cast(o.acc.tag, o.acc)),
    Hand("srs/to_vector", "acc", "srs(acc, 2)", lambda o: aie.srs(o.acc, 2, "int16"), FIRST),
    # the first generation
    Hand("fpmaxcmp", "f f2", "fpmaxcmp(f, f2, 0, 0x76543210, select)", lambda o: aie.fpmaxcmp(o.f, o.f2), FIRST),
    Hand("fpmincmp", "f f2", "fpmincmp(f, f2, 0, 0x76543210, select)", lambda o: aie.fpmincmp(o.f, o.f2), FIRST),
    *_extremes(*(f"{which}cmp{lanes}" for which in ("max", "min") for lanes in (4, 8, 16, 32))),
    Hand("upd_elem", "v", "upd_elem(v, 1, 5)", lambda o: aie.upd_elem(o.v, 1, 5), FIRST),
    Hand("ext_lo", "acc", "ext_lo(acc)", lambda o: aie.ext_lo(o.acc), FIRST),
    Hand("ext_hi", "acc", "ext_hi(acc)", lambda o: aie.ext_hi(o.acc), FIRST),
    Hand("upd_lo", "acc acc8", "upd_lo(acc, acc8)", lambda o: aie.upd_lo(o.acc, o.acc8), FIRST),
    Hand("upd_hi", "acc acc8", "upd_hi(acc, acc8)", lambda o: aie.upd_hi(o.acc, o.acc8), FIRST),
    Hand("fsrs", "f", "fsrs(f, 2)", lambda o: aie.fsrs(o.f, 2), FIRST),
    # the later ones
    *_pairs("max_lt", "min_ge", "maxdiff_lt", "sub_lt", "sub_ge"),
    *_of_one("abs_gtz", "neg_gtz", "bneg_ltz"),
    Hand("eqz", "v2", "eqz(v2)", lambda o: aie.eqz(o.v2), LATER),
    Hand("sel", "v2 w2", "sel(v2, w2, 5u)", lambda o: aie.sel(o.v2, o.w2, 5), LATER),
    Hand("srs_to/to_vector", "acc", "srs_to_v16int16(acc, 2)", lambda o: aie.srs_to(o.acc, 2, "int16"), LATER),
    Hand("ups_to/from_vector", "v", "ups_to_v16acc32(v, 2)", lambda o: aie.ups_to(o.v, 2, "acc32"), LATER),
    # streams, cascades and windows
    Hand("readincr", "", "readincr(in)", lambda o: aie.readincr(o.stream)),
    Hand("readincr", "", "readincr_v<4>(in)", lambda o: aie.readincr(o.stream, 4)),
    Hand("writeincr", "", "writeincr(out, 5)", lambda o: aie.writeincr(o.out, 5)),
    Hand("writeincr", "n4", "writeincr(out, n4)", lambda o: aie.writeincr(o.out, o.n4)),
    Hand("get_ss", "", "get_ss(0)", lambda o: aie.get_ss(o.stream)),
    Hand("put_ms", "", "put_ms(0, 5)", lambda o: aie.put_ms(o.out, 5)),
    *(
        Hand(
            f"window_{name}",
            "",
            f"window_{name}(block)",
            lambda o, name=name: getattr(aie, f"window_{name}")(o.block),
            bytes=4,
        )
        for name in ("read", "readincr", "readdecr")
    ),
    Hand("window_readincr", "", "window_readincr_v<4>(block)", lambda o: aie.window_readincr(o.block, 4), bytes=16),
    *(
        Hand(
            f"window_{name}",
            "n4",
            f"window_{name}(room, n4)",
            lambda o, name=name: getattr(aie, f"window_{name}")(o.room, o.n4),
            bytes=16,
        )
        for name in ("write", "writeincr", "writedecr")
    ),
    Hand("put_mcd", "acc8", "put_mcd(acc8)", lambda o: aie.put_mcd(o.cascade, o.acc8), FIRST),
)
# Families of objects: what is done with them is another operation's, or nothing that a core does.
OBJECTS = ("type", "lazy operand", "iterator", "lookup", "utility", "block float")
# What leaves no record of its own, and why.
SILENT = {
    "the scalar unit does it, on numbers": "get_rounding get_saturation swap_rounding swap_saturation get_rnd "
    "get_satmode get_sat cyclic_add byte_incr floor_pointer packet_id sincos sincos_complex undef",
    "nothing is computed": "event window_incr window_decr window_size window_acquire window_release",
    "Python alone has it, on whole arrays": "matmul sparse_pack sparse_vector",
    "a case of one that is walked": "get_scd fpselect fpmul_conf fpmac_conf filter",
}
