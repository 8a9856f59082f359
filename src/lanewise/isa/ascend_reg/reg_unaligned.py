"""Loads and stores of vector registers at any address, through a register that holds one block of the stream.

An unaligned register has 64 bytes: a block of 32, then what it is used for, an address and a number of bytes. For loads
the block at the address was read ahead. For stores the pending bytes end at the address: those of a block that is not
full yet.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from lanewise.isa.ascend.chips import ON_950
from lanewise.isa.ascend_reg.reg_load import BLOCK, BYTE, TYPES, moved
from lanewise.isa.calls import FIRST_ONLY, MOVES_ON, SECOND, Call, by_hand, call
from lanewise.isa.env import Array
from lanewise.isa.form import REGISTER_WALK
from lanewise.isa.record import PLAIN, Instruction, Row
from lanewise.isa.registers import BYTES, RegisterWalk

FAMILY = "unaligned register moves"


class Use(IntEnum):
    """What a register is in the middle of. Stores that find their address in different ways do not mix."""

    NOTHING = 0
    LOAD = 1
    STORE = 2  # the call says how many lanes
    STORE_ADDRESS = 3  # whole registers at address registers
    STORE_COUNTED = 4  # what the last Squeeze kept, at AR


FORMS = {
    Use.NOTHING: "nothing", Use.LOAD: "loads", Use.STORE: "stores with a count",
    Use.STORE_ADDRESS: "stores with an address register", Use.STORE_COUNTED: "stores that follow Squeeze",
}


class Stream:
    """The bytes of an unaligned register as fields."""

    def __init__(self, raw: Array) -> None:
        self.block = raw[:BLOCK]
        self.words = raw[BLOCK:].view(np.uint64)

    @property
    def use(self) -> Use:
        return Use(int(self.words[0]))

    @property
    def address(self) -> int:
        return int(self.words[1])

    @property
    def pending(self) -> int:
        return int(self.words[2])

    def become(self, use: Use, address: int = 0, pending: int = 0) -> None:
        self.words[:3] = use, address, pending


# --- loads ---


def load_pre(w: RegisterWalk) -> None:
    """Read the block that holds the address."""
    stream = Stream(w.stream(0))
    start = w.address(1) // BLOCK * BLOCK
    stream.block[:] = w.load(1, start - w.address(1), BLOCK)
    stream.become(Use.LOAD, start)


def load_unaligned(w: RegisterWalk) -> None:
    """params: for elements in two registers, how many bytes behind the first half the second is read."""
    stream = Stream(w.stream(1))
    if stream.use != Use.LOAD:
        w.refuse("REG-006", used=FORMS[stream.use])
    if w.count(0) * w.env.types[0].size > BYTES:
        halves = [_advance(w, stream, 0), _advance(w, stream, w.params[0])]
        w.put(0, np.concatenate(halves).view(w.lanes(0).dtype))
    else:
        w.put(0, _advance(w, stream, 0), BYTE)


def _advance(w: RegisterWalk, stream: Stream, offset: int) -> Array:
    """256 bytes: the first ones from the block read ahead, if it is theirs. Then the block behind is read ahead."""
    base = w.address(2)
    start = base + offset
    head = start // BLOCK * BLOCK
    w.reach(2, offset, size=BYTES)
    if stream.address != head and w.strict:
        w.refuse("REG-007", have=stream.address, want=start)
    ahead = stream.block[start - head :].copy() if stream.address == head else stream.block[:0]
    data = np.concatenate([ahead, w.load(2, offset + len(ahead), BYTES - len(ahead))])
    tail = (start + BYTES) // BLOCK * BLOCK
    stream.block[:] = w.load(2, tail - base, BLOCK) if w.reaches(tail + BLOCK) else 0
    stream.become(Use.LOAD, tail)
    return data


# --- stores ---


def store_unaligned(w: RegisterWalk) -> None:
    """params: the form (a Use), how many lanes or (after Squeeze) whether AR goes on."""
    form, number = Use(w.params[0]), w.params[1]
    size = w.env.types[1].size
    data = w.lanes(1).view(np.uint8)
    at = w.address(0)
    if form == Use.STORE:
        if not 0 <= number * size <= len(data):
            w.refuse("PARAM-001", what="the number of lanes", value=number, need=f"0..{len(data) // size}")
        length = number * size
    elif form == Use.STORE_ADDRESS:
        length = len(data)
    else:
        if not w.state["squeezed"]:
            w.refuse("REG-002", case="no_squeeze")
        length = int(w.state["squeezed"]) - 1
        at += int(w.state["ar"])
        w.state["squeezed"] = 0
        if number:
            w.state["ar"] = int(w.state["ar"]) + length
    append(w, Stream(w.stream(2)), form, at, data[:length])


def append(w: RegisterWalk, stream: Stream, form: Use, at: int, data: Array) -> None:
    """Full blocks go to memory, the rest waits. Nothing below the first byte of a stream is touched."""
    _check_continuation(w, stream, form, at)
    start = at - stream.pending
    whole = np.concatenate([stream.block[: stream.pending], data])
    end = at + len(data)
    full = max(end // BLOCK * BLOCK - start, 0)
    w.reach(0, end - w.address(0))
    if full:
        w.store(0, start - w.address(0), whole[:full])
    rest = whole[full:]
    stream.block[: len(rest)] = rest
    stream.block[len(rest) :] = 0
    stream.become(form, end, len(rest))


def _check_continuation(w: RegisterWalk, stream: Stream, form: Use, at: int) -> None:
    """Pending bytes must belong to this stream, and end where it goes on."""
    if not stream.pending:
        stream.become(form, at)
        return
    if stream.use != form:
        w.refuse("REG-005", used=FORMS[stream.use], form=FORMS[form])
    if stream.address != at:
        if form != Use.STORE_ADDRESS:
            w.refuse("REG-008", count=stream.pending, have=stream.address, want=at)
        _flush(w, stream)
        stream.become(form, at)


def _flush(w: RegisterWalk, stream: Stream) -> None:
    if stream.pending:
        w.store(0, stream.address - stream.pending - w.address(0), stream.block[: stream.pending].copy())


def store_post(w: RegisterWalk) -> None:
    """Write what is pending. params: the form (a Use)."""
    form = Use(w.params[0])
    stream = Stream(w.stream(1))
    at = w.address(0) + (int(w.state["ar"]) if form == Use.STORE_COUNTED else 0)
    if form == Use.STORE_COUNTED:
        if w.state["squeezed"]:
            w.refuse("REG-002", case="not_stored")
        w.state["compacting"] = 0
    if stream.use not in (Use.NOTHING, form):
        w.refuse("REG-005", used=FORMS[stream.use], form=FORMS[form])
    if stream.pending and form != Use.STORE_ADDRESS and stream.address != at:
        w.refuse("REG-008", count=stream.pending, have=stream.address, want=at)
    _flush(w, stream)
    stream.become(Use.NOTHING)
    stream.block[:] = 0


def store_mask_unaligned(w: RegisterWalk) -> None:
    """The bits of lanes that are `params[0]` bytes wide, without gaps."""
    width = w.params[0]
    if width not in (2, 4):
        w.refuse("PARAM-001", what="the width of a lane", value=width, need="2 or 4 bytes")
    w.reach(0, 0, BLOCK // width)
    bits = np.packbits(w.lane_bits(1, width), bitorder="little")
    append(w, Stream(w.stream(2)), Use.STORE, w.address(0), bits)


def end_of_stream(w: RegisterWalk) -> None:
    """The register goes out of use: what is pending would be lost."""
    stream = Stream(w.stream(0))
    if stream.pending:
        w.refuse("REG-004", count=stream.pending, start=stream.address - stream.pending)


_POST = "postMode:PostLiteral=PostLiteral::POST_MODE_UPDATE"
_STREAM = "lanewise::StreamForm::"  # what a store has begun with


def _calls(names: str, *lines: tuple[str, dict[str, str]]) -> tuple[Call, ...]:
    return tuple(call(f"{name}<{line}", **how) for name in names.split() for line, how in lines)


def _post_update(address: str) -> str:
    return MOVES_ON.format(move=f"{address} += postUpdateStride")


_LOADED = "dst, stream, lanewise::elements<U>({at})"
_STORED = "lanewise::elements<U>({at}), src, stream"
_LOADS = _calls(
    "LoadUnAlign DataCopyUnAlign",
    (f"T=DefaultType>(dst:U, stream, src:const T*) -> {FIRST_ONLY}", {"operands": _LOADED.format(at="src")}),
    (f"T=DefaultType, {_POST}>(dst:U, stream, src:out T*, postUpdateStride:u32) -> {SECOND}",
     {"operands": _LOADED.format(at="src"), "after": _post_update("src")}),
    (f"T=DefaultType>(dst:U, stream, src:out T*, offset:AddrReg&, _:u32) -> {FIRST_ONLY}",
     {"operands": _LOADED.format(at="lanewise::moved_by(src, offset)")}),
)
# With a count that many lanes are appended; with an address register whole registers; else what the last Squeeze kept,
# AR bytes behind the destination, which stays while AR moves on.
_STORES = _calls(
    "StoreUnAlign DataCopyUnAlign",
    (f"T=DefaultType, {_POST}>(dst:out T*, src:U, stream, postUpdateStride:u32) -> {_STREAM}count, postUpdateStride",
     {"operands": _STORED.format(at="dst"), "after": _post_update("dst")}),
    (f"T=DefaultType, _{_POST}>(dst:out T*, src:U, stream, offset:AddrReg&) -> {_STREAM}address, 0",
     {"operands": _STORED.format(at="lanewise::moved_by(dst, offset)")}),
    (f"T=DefaultType, {_POST}>(dst:T*, src:U, stream) -> {_STREAM}squeezed, postMode == PostLiteral::POST_MODE_UPDATE",
     {"operands": _STORED.format(at="dst")}),
)
_ENDS = (
    call(f"<T, {_POST}>(dst:out T*, stream, postUpdateStride:i32) -> {_STREAM}count", operands="dst, stream",
         after=_post_update("dst")),
    call(f"<T>(dst:out T*, stream, offset:AddrReg&) -> {_STREAM}address",
         operands="lanewise::moved_by(dst, offset), stream"),
    call(f"<T>(dst:T*, stream) -> {_STREAM}squeezed", operands="dst, stream"),
)
_OWN = "it has an unaligned register of its own, and issues two instructions"

INSTRUCTIONS = (
    Instruction("reg_load_pre", FAMILY, REGISTER_WALK("dst:unaligned src"), ("Reg::LoadUnAlignPre",),
                "read the block of UB where unaligned loads begin", load_pre,
                tuple(Row(ON_950, ("", name), PLAIN) for name in TYPES), old=("Reg::DataCopyUnAlignPre",),
                python=("reg_load_un_align_pre",), timing="load-unaligned",
                calls=(call("<T>(dst, src:const T*)", operands="dst, const_cast<T*>(src)"),
                       call("<T>(dst, src:const T*, offset:AddrReg&) ->",
                            operands="dst, const_cast<T*>(lanewise::moved_by(src, offset))"))),
    Instruction("reg_load_unaligned", FAMILY, REGISTER_WALK("dst:reg stream+:unaligned src"),
                ("Reg::LoadUnAlign", "Reg::Load"), "dst = 256 bytes of UB from any address", load_unaligned,
                tuple(Row(ON_950, (name, "", name), PLAIN) for name in TYPES), old=("Reg::DataCopyUnAlign",),
                python=("reg_load_un_align",), timing="load-unaligned", parameters={"second": BYTES},
                notes=("second: bytes from the first to the second of two registers",
                      "a register that holds another block is refused in strict mode, else memory is read"),
                calls=(*_LOADS, *by_hand(_OWN, "Load<T=DefaultType>(dst:U, src:const T*)"))),
    Instruction("reg_store_unaligned", FAMILY, REGISTER_WALK("dst src:reg stream+:unaligned"),
                ("Reg::StoreUnAlign", "Reg::Store"), "append lanes of src to a stream at any address of UB",
                store_unaligned, tuple(Row(ON_950, (name, name, ""), PLAIN) for name in TYPES),
                old=("Reg::DataCopyUnAlign",), python=("reg_store_un_align",), timing="store-unaligned",
                parameters={"form": int(Use.STORE), "count": 0},
                notes=("count: lanes; after Squeeze 1 moves AR on",
                      "an address register stores whole registers; bytes pending for another place go there first"),
                calls=(*_STORES, *by_hand(_OWN, "Store<T=DefaultType>(dst:T*, src:U)",
                                           "Store<T=DefaultType>(dst:T*, src:U, count:u32)"))),
    Instruction("reg_store_post", FAMILY, REGISTER_WALK("dst stream+:unaligned"),
                ("Reg::StoreUnAlignPost",), "write the pending bytes of a stream", store_post, moved(TYPES, 1, 1),
                old=("Reg::DataCopyUnAlignPost",), parameters={"form": int(Use.STORE)},
                python=("reg_store_un_align_post",), timing="store-unaligned",
                calls=_ENDS),
    Instruction("reg_store_mask_unaligned", FAMILY,
                REGISTER_WALK("dst src:mask stream+:unaligned"), ("Reg::StoreUnAlign",),
                "append the bits of lanes to a stream in UB", store_mask_unaligned,
                (Row(ON_950, ("uint8", "", ""), PLAIN),), old=("Reg::DataCopyUnAlign",), parameters={"width": 4},
                python=("reg_store_mask_un_align",), timing="store-unaligned",
                calls=(call("<T>(dst:out T*, src, stream) -> sizeof(T)",
                            operands="lanewise::raw_bytes(dst), src, stream",
                            check="static_assert(sizeof(T) == 2 || sizeof(T) == 4, "
                                  '"the bits of lanes of 16 or 32 bits are stored")',
                            after="lanewise::step_bytes(dst, 32 / sizeof(T))"),)),
    Instruction("reg_end_of_stream", FAMILY, REGISTER_WALK("stream:unaligned"),
                ("Reg::UnalignRegForStore",), "the end of a vector function: no bytes may be pending", end_of_stream,
                (Row(ON_950, ("",), PLAIN),), timing="state", pipe="S",
                calls=by_hand("the end of a variable tells it", "()")),
)
