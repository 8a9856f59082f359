"""Data moves between global memory and the Unified Buffer, and inside it.

A move's meaning is its layout: nested strides from the start of its operands. Gaps and strides of a call are turned
into one here; the executor only copies, fills and checks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from lanewise.chips.cores import every_memory, memory
from lanewise.isa.ascend.chips import A2A3, C310B, C310P, C910, ON_950, VECTOR_CORE
from lanewise.isa.calls import NOTHING, Call, by_hand, call
from lanewise.isa.form import MOVE, PARAMETERS, STATE
from lanewise.isa.issued import Space, on_core
from lanewise.isa.record import COUNT, MOVES, PLAIN, Flag, Instruction, Overload, Row, rows
from lanewise.moves import FIRST, NEAREST, Axis, Digit, Fill, Layout, axis, constant
from lanewise.numerics.formats import DTYPES, DType

FAMILY = "move"
BLOCK = 32


def _no_scales(columns: int) -> Any:
    raise ValueError("this move reads no scales")


@dataclass(frozen=True)
class MoveEnv:
    to: DType
    params: tuple[int, ...]
    flags: int
    overload: Overload
    source: Space
    target: Space
    pad_value: int  # the pad register
    pad_is_set: int  # 0 never, 1 by a padded copy, 2 by SetPadValue
    poison: int = 0xA5
    value_alone: bool = False  # a value fills the last block, too, where no padding was asked for
    of: DType = DTYPES["uint8"]  # the type of the source
    state: Any = None  # the registers of the core
    policy: Mapping[str, str] = field(default_factory=dict)
    scales: Callable[[int], Any] = _no_scales  # so many words of the scales of columns
    apart: int = 0  # bytes from the memory of one vector core to that of the next, as a cube core sees them

    def has(self, flag: Flag) -> bool:
        return bool(self.flags & flag)

    @property
    def unit(self) -> int:
        """Bytes that the target is written in at once."""
        return every_memory()[self.target.name].unit

    @property
    def is_right(self) -> bool:
        """Whether it leads to the right operand of a product."""
        return self.target.name == memory("right").name

    @property
    def ctrl(self) -> int:
        return int(self.state["ctrl"])


def round_up(n: int, unit: int = BLOCK) -> int:
    return -(-n // unit) * unit


def plain_copy(m: MoveEnv) -> Layout:
    """count elements rounded down to 32 bytes; or block_count, block_len, src_gap, dst_gap in blocks."""
    if m.overload == Overload.COUNT:
        return Layout((axis(m.params[0] * m.to.bits // 8 // BLOCK * BLOCK),))
    count, length, src_gap, dst_gap = m.params
    return Layout((axis(count, (length + src_gap) * BLOCK, (length + dst_gap) * BLOCK), axis(length * BLOCK)))


def padded_copy(m: MoveEnv) -> Layout:
    """params: block_count, block_len (bytes), src_stride, dst_stride, left, right (elements), padding value."""
    count, length, src_stride, dst_stride, left, right, value = m.params
    size = m.to.size
    if on_core(m.source):
        pitch = length if m.has(Flag.COMPACT) else round_up(length) + BLOCK * src_stride
        return Layout((axis(count, pitch, length + dst_stride), axis(length)))
    fill = _filling(m, left + right, value)
    if m.has(Flag.COMPACT):  # one piece after the other, and the rest of the last block
        source = (Digit(1, length), Digit(length + src_stride))
        return Layout((Axis(round_up(count * length), (Digit(1),), source, limit=count * length),), fill=fill)
    row = left * size + length + right * size
    pieces = axis(count if length else 0, length + src_stride, round_up(dst_stride * BLOCK + row))
    return Layout((pieces, axis(round_up(row), first=-left * size, limit=length)), fill=fill)


def _filling(m: MoveEnv, padding: int, value: int) -> Fill:
    """Where a value is for padding alone, the rest of a block repeats the first element, as without a value."""
    bits = 8 * m.to.size
    if m.has(Flag.PAD_VALUE) and (padding or m.value_alone):
        return constant(value, bits)
    if m.has(Flag.PAD_VALUE) or m.has(Flag.NEAREST):
        return Fill(FIRST, bits=bits)
    if m.pad_is_set == 2 or (m.pad_is_set and padding):
        return constant(m.pad_value, bits)
    if not padding:
        return Fill(FIRST, bits=bits)
    return constant(m.poison, 8)


def slice_copy(m: MoveEnv) -> Layout:
    """params: dims, then per dimension start, end, stride, burst, shape of the destination, then of the source."""
    dims, rest = m.params[0], m.params[1:]
    to, frm = (_slice_axes(rest[s : s + 5 * dims], m.to.size) for s in (0, 5 * dims))
    sides = zip(reversed(to), reversed(frm), strict=True)
    axes = [axis(pieces, src_step, dst_step) for (pieces, _, dst_step), (_, _, src_step) in sides]
    starts = [sum(start for _, start, _ in side) for side in (to, frm)]
    return Layout((*axes, axis(rest[3] * BLOCK)), to=starts[0], source=starts[1])


def _slice_axes(fields: tuple[int, ...], size: int) -> list[tuple[int, int, int]]:
    """(pieces, first byte, bytes from one piece to the next) per dimension, innermost first."""
    axes, weight = [], size
    for d in range(len(fields) // 5):
        start, end, stride, burst, shape = fields[5 * d : 5 * d + 5]
        span = burst * BLOCK // size if d == 0 else 1
        axes.append((max(0, (end - start + 1 + stride) // (span + stride)), start * weight, (span + stride) * weight))
        weight *= shape
    return axes


def nd_to_nz(m: MoveEnv) -> Layout:
    """params: nd_num, n_value, d_value, src_matrix, src_d, c0_stride, n_stride, dst_matrix, small_c0."""
    nd_num, n_value, d_value, src_matrix, src_d, c0_stride, n_stride, dst_matrix, small = m.params
    c0 = 4 if small and d_value <= 4 else BLOCK // m.to.size
    columns = Axis(round_up(d_value, c0), (Digit(1, c0), Digit(c0_stride * c0)), (Digit(1),), limit=d_value)
    return Layout((axis(nd_num, src_matrix, dst_matrix), axis(n_value, src_d, n_stride * c0), columns), 8 * m.to.size)


def nz_to_nd(m: MoveEnv) -> Layout:
    """params: nd_num, n_value, d_value, src_matrix (256 elements), src_n (16 elements), dst_d, dst_matrix."""
    nd_num, n_value, d_value, src_matrix, src_n, dst_d, dst_matrix = m.params
    columns = Axis(d_value // 16 * 16, (Digit(1),), (Digit(1, 16), Digit(src_n * 16)))
    return Layout((axis(nd_num, src_matrix * 256, dst_matrix), axis(n_value, 16, dst_d), columns), 8 * m.to.size)


def nd_dma(m: MoveEnv) -> Layout:
    """params: dims, constant, then per dimension src_stride, dst_stride, size, left, right; innermost first."""
    dims, value, *rest = m.params
    axes = []
    for d in reversed(range(dims)):
        src_stride, dst_stride, n, left, right = rest[5 * d : 5 * d + 5]
        axes.append(axis(left + n + right, src_stride, dst_stride, -left, n))
    return Layout(tuple(axes), 8 * m.to.size, fill=Fill(NEAREST) if m.has(Flag.NEAREST) else constant(value))


# --- state that moves use -------------------------------------------------------------------------------------------


def set_pad_value(state: Any, params: tuple[int, ...]) -> None:
    state["pad_value"], state["pad_is_set"] = params[0], 2


def set_loop_mode(state: Any, params: tuple[int, ...]) -> None:
    """params: direction (0 UB_TO_OUT, 1 OUT_TO_UB), loop1 size, loop2 size, src1, dst1, src2, dst2."""
    state["loop_in" if params[0] else "loop_out"] = params[1:]


def reset_loop_mode(state: Any, params: tuple[int, ...]) -> None:
    state["loop_in" if params[0] else "loop_out"] = (1, 1, 0, 0, 0, 0)


def no_effect(state: Any, params: tuple[int, ...]) -> None:
    """No effect on values."""


_B8 = "bool int8 uint8 hifloat8 fp8_e8m0 fp8_e5m2 fp8_e4m3fn"
_B16 = "int16 uint16 half bfloat16"
_B32 = "int32 uint32 float complex32"
_B64 = "int64 uint64 double complex64"
_ANY = f"{_B8} fp4x2_e2m1 fp4x2_e1m2 int4x2 {_B16} {_B32} {_B64}"
_LISTED = f"{_B8} {_B16} {_B32} {_B64}"
_PLAIN8_32 = "int8 uint8 int16 uint16 half int32 uint32 float"
_WITH_BF16 = f"{_PLAIN8_32} bfloat16"
_64 = "int64 uint64 double"
_PADDED = f"bool {_WITH_BF16} complex32 {_64} complex64"
_COPY_FORMS = COUNT + PLAIN


def _move(name: str, vendor: str, summary: str, meaning: Any, table: Any, **more: Any) -> Instruction:
    overloads = more.pop("overloads", PLAIN)
    form = MOVE(more.pop("operands", None), **{name: more.pop(name) for name in more.keys() & PARAMETERS})
    return Instruction(
        name, FAMILY, form, (vendor,), summary, meaning, rows(table, operands=2, overloads=overloads),
        timing=more.pop("timing", "dma"), pipe=more.pop("pipe", MOVES), **more,
    )


def _state(name: str, vendor: str, summary: str, meaning: Any, chips: tuple[str, ...],
           calls: tuple[Call, ...] = NOTHING) -> Instruction:
    return Instruction(
        name, "move-aux", STATE, (vendor,), summary, meaning, (Row(chips, (), PLAIN),), timing="state", pipe="S",
        calls=calls,
    )


_SPACES = "the spaces of its tensors choose between two records, and a count is rounded down with a word"
_BOUNDS = "its fields have bounds that depend on each other, on the direction and on the chip"
_AXES = "a structure holds one group of numbers for each axis"
_COPIES = by_hand(_SPACES, "<T>(dst:T, src:T, count:u32)", "<T>(dst:T, src:T, repeatParams:DataCopyParams&)",
                  "<T>(dst:T, src:T, intriParams:DataCopyParams&, enhancedParams:DataCopyEnhancedParams&)")
_LOOPS = ("loop1Size", "loop2Size", "loop1SrcStride", "loop1DstStride", "loop2SrcStride", "loop2DstStride")


INSTRUCTIONS = (
    _move("data_copy", "DataCopy", "copy between GM and UB or L1: count elements, or blocks with gaps", plain_copy,
          {ON_950: _ANY, (*A2A3, C310B): f"{_WITH_BF16} {_64}", (C310P, VECTOR_CORE, C910): f"{_PLAIN8_32} {_64}"},
          operands="dst:ub|l1|gm src:ub|l1|gm", overloads=_COPY_FORMS, loops=True, whole_elements=True,
          notes=("the count form rounds the byte amount down to a multiple of 32",),
          policies=("direct_ways",), calls=_COPIES),
    _move("data_copy_ub", "DataCopy", "copy inside UB: count elements, or blocks with gaps", plain_copy,
          {ON_950: _LISTED, A2A3: f"{_WITH_BF16} {_64}", (C310P, C910): f"{_PLAIN8_32} {_64}"},
          overloads=_COPY_FORMS, python=("data_copy",), pipe="V", timing="copy",
          calls=_COPIES),
    _move("data_copy_pad", "DataCopyPad", "pieces of any byte length between GM and UB, padded to 32 bytes in UB",
          padded_copy, {ON_950: _PADDED, A2A3: f"{_WITH_BF16} {_64}", (C310B,): _WITH_BF16},
          operands="dst:ub|l1|gm src:ub|gm", loops=True, keeps_padding=True,
          policies=("pad_filler", "pad_value_alone", "pad_compact_out"),
          calls=by_hand(_BOUNDS, *(f"<T, mode:PaddingMode=PaddingMode::Normal>(dst:T, src:T, params:{p})"
                                   for p in ("DataCopyExtParams&, padParams:DataCopyPadExtParams<T>&",
                                             "DataCopyParams&, padParams:DataCopyPadParams&", "DataCopyExtParams&",
                                             "DataCopyParams&")))),
    _move("data_copy_slice", "DataCopy", "rectangular slices between GM and UB", slice_copy,
          {ON_950: _LISTED, A2A3: _WITH_BF16, (C310P,): _PLAIN8_32}, python=("data_copy",), whole_blocks=True,
          calls=by_hand(_AXES, "<T>(dst:T, src:T, dstSliceInfo:SliceInfo[], srcSliceInfo:SliceInfo[], "
                               "dimValue:u32=1)")),
    _move("data_copy_nd2nz", "DataCopy", "ND matrix in GM to NZ fractals in L1 or UB", nd_to_nz,
          {ON_950: f"{_B8} {_B16} {_B32}", A2A3: _WITH_BF16, (C310P,): _PLAIN8_32}, python=("data_copy",),
          operands="dst:ub|l1 src:gm|ub", whole_elements=True, policies=("nd2nz_layout",),
          calls=by_hand(_BOUNDS, "<T, enableSmallC0:bool=false>(dst:T, src:T, params:Nd2NzParams&)")),
    _move("data_copy_nz2nd", "DataCopy", "NZ fractals in UB to ND matrix in GM", nz_to_nd,
          {ON_950: _LISTED, A2A3: "int16 uint16 half bfloat16 int32 uint32 float",
           (C310P,): "int16 uint16 half int32 uint32 float"}, python=("data_copy",), whole_elements=True,
          calls=by_hand(_BOUNDS, "<T>(dst:T, src:T, params:Nz2NdParamsFull&)")),
    _move("data_copy_nddma", "DataCopy", "up to five strided dimensions from GM to UB, padded per dimension", nd_dma,
          {ON_950: _PADDED}, python=("data_copy",), whole_elements=True,
          calls=by_hand(_AXES, "<T, dim:u8, config:NdDmaConfig=kDefaultNdDmaConfig>(dst:T, src:T, "
                               "params:NdDmaParams<T, dim>&)")),
    _state("set_pad_value", "SetPadValue", "filler of later padded copies", set_pad_value, (*ON_950, *A2A3),
           (call("<T, _pos:TPosition=TPosition::MAX>(paddingValue:T) -> lanewise::raw_bits(paddingValue)"),)),
    _state("set_loop_mode_para", "SetLoopModePara", "wrap later copies of one direction in two loops", set_loop_mode,
           ON_950,
           (call("(params:LoopModeParams&, type:DataCopyMVType) -> "
                 f"{', '.join(('type', *(f'params.{name}' for name in _LOOPS)))}",
                 check="lanewise::check_loops(params, type == DataCopyMVType::OUT_TO_UB)"),)),
    _state("reset_loop_mode_para", "ResetLoopModePara", "end the loops of one direction", reset_loop_mode, ON_950,
           (call("(type:DataCopyMVType)"),)),
    _state("nd_dma_dci", "NdDmaDci", "refresh the cache of NdDma copies: no effect on values", no_effect, ON_950),
)
