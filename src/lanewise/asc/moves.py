"""Functions for data moves: data_copy in all its overloads, and data_copy_pad."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lanewise.asc.arguments import COUNT, PLAIN, encode, explain, require_integer
from lanewise.asc.cube import dn2nz
from lanewise.asc.cube_params import Dn2NzParams
from lanewise.asc.elementwise import Function
from lanewise.asc.enums import PaddingMode
from lanewise.asc.params import (
    DataCopyEnhancedParams,
    DataCopyExtParams,
    DataCopyPadExtParams,
    DataCopyPadParams,
    DataCopyParams,
    Nd2NzParams,
    NdDmaConfig,
    NdDmaParams,
    Nz2NdParamsFull,
    SliceInfo,
)
from lanewise.chips.cores import memory
from lanewise.errors import LanewiseError
from lanewise.isa.catalogue import opcodes
from lanewise.isa.issued import GM, VECTOR_MEMORY, Space
from lanewise.isa.record import Flag, Instruction
from lanewise.machine.leniency import complain
from lanewise.numerics.formats import DType

BLOCK_BITS = 256
STAGING = Space[memory("staging").name]
# What fills the tables of a cube core.
TABLES = {Space[memory("bias").name]: "data_copy_bias", Space[memory("scales").name]: "data_copy_scales"}
UNSET = 0xFFFF
USAGE = (
    "asc.data_copy(dst, src, count), (dst, src, DataCopyParams), (dst, src, dst_slices, src_slices, dim_value), or "
    "with Nd2NzParams, Nz2NdParamsFull or NdDmaParams"
)


def _check_strides(name: str, high: dict[str, tuple[int, int, int]]) -> None:
    for field, (value, low, top) in high.items():
        if not low <= value <= top:
            raise LanewiseError("STRIDE-001", op=name, field=field, stride=value, low=low, high=top)


def data_copy(records: dict[str, Instruction]) -> Function:
    """`records` are those called data_copy in Python; spaces and the type of the third argument pick one."""
    codes = {name: opcodes()[name] for name in records}
    across, inside = codes["data_copy"], codes["data_copy_ub"]

    def function(
        dst: Any, src: Any, count: Any = None, enhanced_params: Any = None, dim_value: Any = None, *,
        repeat_params: Any = None, params: Any = None, intri_params: Any = None, slice_list1: Any = None,
        slice_list2: Any = None, enable_small_c0: bool = False, config: Any = None,
    ) -> None:
        try:
            if count.__class__ is int and not (dst.space == src.space == GM) and dst.space not in TABLES:
                op = inside if dst.space == src.space else across
                if count * dst.dtype.bits % BLOCK_BITS:
                    _say_less(dst, count)
                dst.core.issue(op, COUNT, 0, (dst, src), (), 0, 1, None, (count,))
                return
        except AttributeError:
            raise explain("data_copy", USAGE, dst, src) or AttributeError() from None
        problem = explain("data_copy", USAGE, dst, src)
        if problem:
            raise problem
        if dst.space == src.space == GM:
            raise LanewiseError("POS-001", op="data_copy", operand="src", position="GM",
                                need=f"{VECTOR_MEMORY.name} when dst is in GM")  # fmt: skip
        third = next(
            (p for p in (count, repeat_params, params, intri_params, slice_list1) if p is not None), None
        )
        fourth = slice_list2 if slice_list2 is not None else enhanced_params
        overload, name, numbers, flags = _choose(dst, src, third, fourth, dim_value, enable_small_c0, config)
        if overload == COUNT and numbers[0] * dst.dtype.bits % BLOCK_BITS:
            _say_less(dst, numbers[0])
        dst.core.issue(codes[name], overload, flags, (dst, src), (), 0, 1, None, numbers)

    return function


def _say_less(dst: Any, count: int) -> None:
    """A count is rounded down to whole blocks, without a word from hardware."""
    kind: DType = dst.dtype
    unit = BLOCK_BITS // kind.bits
    problem = LanewiseError(
        "COPY-001", op="data_copy", count=count, type=kind.name, bytes=count * kind.bits // 8,
        moved=count - count % unit, unit=unit, other="data_copy_pad",
    )
    complain(dst.core, problem)


def _choose(
    dst: Any, src: Any, third: Any, fourth: Any, dims: Any, small_c0: bool, config: Any
) -> tuple[int, str, tuple[int, ...], int]:
    """Overload, record, parameters and flags."""
    plain = "data_copy_ub" if dst.space == src.space else "data_copy"
    if dst.space in TABLES:
        return PLAIN, TABLES[dst.space], _table(dst, third), 0
    if isinstance(third, DataCopyParams):
        if fourth is not None and not isinstance(fourth, DataCopyEnhancedParams):
            raise LanewiseError("CALL-001", op="data_copy", case="fourth_argument", type=type(fourth).__name__,
                                usage=USAGE)
        return PLAIN, plain, _blocks(third), 0
    if isinstance(third, Nd2NzParams):
        if dst.space != STAGING:
            _direction("an Nd2NzParams copy", dst, src, VECTOR_MEMORY)
        wide = dst.core.chip.has("wide_copies")  # where the sizes of matrices have wider fields
        far, farther = ((1 << 32) - 1, (1 << 63) - 1) if wide else (65535, 65535)
        _check_strides("data_copy", {
            "nd_num": (third.nd_num, 0, 4095), "n_value": (third.n_value, 0, 16384),
            "d_value": (third.d_value, 0, 65535),
            "src_nd_matrix_stride": (third.src_nd_matrix_stride, 0, farther),
            "src_d_value": (third.src_d_value, 1, farther),
            "dst_nz_c0_stride": (third.dst_nz_c0_stride, 1, 16384),
            "dst_nz_n_stride": (third.dst_nz_n_stride, 1, 16384),
            "dst_nz_matrix_stride": (third.dst_nz_matrix_stride, int(third.nd_num > 1), far),
        })
        return PLAIN, "data_copy_nd2nz", (
            third.nd_num, third.n_value, third.d_value, third.src_nd_matrix_stride, third.src_d_value,
            third.dst_nz_c0_stride, third.dst_nz_n_stride, third.dst_nz_matrix_stride, int(small_c0),
        ), 0
    if isinstance(third, Dn2NzParams):
        return PLAIN, "data_copy_dn2nz", dn2nz(third), 0
    if isinstance(third, Nz2NdParamsFull):
        _direction("an Nz2NdParamsFull copy", dst, src, GM)
        _check_strides("data_copy", {
            "nd_num": (third.nd_num, 0, 4095), "n_value": (third.n_value, 1, 8192), "d_value": (third.d_value, 1, 8192),
            "src_nd_matrix_stride": (third.src_nd_matrix_stride, int(third.nd_num > 1), 512),
            "src_n_stride": (third.src_n_stride, 0, 4096),
            "dst_d_stride": (third.dst_d_stride, 1, 65535),
            "dst_nd_matrix_stride": (third.dst_nd_matrix_stride, int(third.nd_num > 1), 65535),
        })
        if third.d_value % 16:
            raise LanewiseError("PARAM-001", op="data_copy", what="d_value", value=third.d_value,
                                need="a multiple of 16")
        return PLAIN, "data_copy_nz2nd", (
            third.nd_num, third.n_value, third.d_value, third.src_nd_matrix_stride, third.src_n_stride,
            third.dst_d_stride, third.dst_nd_matrix_stride,
        ), 0
    if isinstance(third, NdDmaParams):
        _direction("an NdDmaParams copy", dst, src, VECTOR_MEMORY)
        return _nd_dma(dst, third, config or NdDmaConfig())
    if isinstance(third, Sequence) and third and isinstance(third[0], SliceInfo):
        return PLAIN, "data_copy_slice", _slices(third, fourth, dims, dst.dtype.size), 0
    return COUNT, plain, (require_integer("data_copy", USAGE, "count", third),), 0


def _direction(what: str, dst: Any, src: Any, target: int) -> None:
    source = GM if target == VECTOR_MEMORY else VECTOR_MEMORY
    if (dst.space, src.space) != (target, source):
        way = f"{source.name} to {Space(target).name}"
        raise LanewiseError("CALL-001", op="data_copy", case="way", what=what, way=way, usage=USAGE)


def _table(dst: Any, third: Any) -> tuple[int, ...]:
    """Into the tables of a cube core: blocks, or a count of elements."""
    if isinstance(third, DataCopyParams):
        return _blocks(third)
    line = 64 if dst.core.policy["bias_copy_unit"] == "line64" else 32
    unit = 128 if TABLES[dst.space] == "data_copy_scales" else line
    return 1, require_integer("data_copy", USAGE, "count", third) * dst.dtype.size // unit, 0, 0


def _blocks(p: DataCopyParams) -> tuple[int, ...]:
    _check_strides("data_copy", {
        "block_count": (p.block_count, 0, 4095), "block_len": (p.block_len, 0, 65535),
        "src_stride": (p.src_stride, 0, 65535), "dst_stride": (p.dst_stride, 0, 65535),
    })
    return p.block_count, p.block_len, p.src_stride, p.dst_stride


def _slices(to: Any, frm: Any, dims: Any, size: int) -> tuple[int, ...]:
    count = require_integer("data_copy", USAGE, "dim_value", 1 if dims is None else dims)
    if not isinstance(frm, Sequence) or min(len(to), len(frm)) < count or not 1 <= count <= 8:
        raise LanewiseError(
            "CALL-001", op="data_copy", case="slices", count=count,
            usage=USAGE,
        )
    if to[0].burst_len != frm[0].burst_len:
        raise LanewiseError("CALL-001", op="data_copy", case="burst_len", usage=USAGE)
    for d in range(count):
        if _piece_count(d, to[d], size) != _piece_count(d, frm[d], size):
            raise LanewiseError(
                "CALL-001", op="data_copy", case="pieces", d=d, usage=USAGE
            )
    numbers = [count]
    for side in (to, frm):
        for s in side[:count]:
            numbers += [s.start_index, s.end_index, s.stride, s.burst_len, s.shape_value]
    return tuple(numbers)


def _piece_count(dimension: int, s: SliceInfo, size: int) -> int:
    """How many pieces n a slice has: its length is (n - 1) * stride + n pieces."""
    span = s.burst_len * 32 // size if dimension == 0 else 1
    length = s.end_index - s.start_index + 1
    count, rest = divmod(length + s.stride, span + s.stride) if span + s.stride else (0, 0)
    if rest or count < 1:
        raise LanewiseError(
            "PARAM-001", op="data_copy", what=f"the length of dimension {dimension}", value=length,
            need=f"n pieces of {span} and n - 1 gaps of {s.stride} elements",
        )
    return count


def _nd_dma(dst: Any, p: NdDmaParams, config: NdDmaConfig) -> tuple[int, str, tuple[int, ...], int]:
    info = p.loop_info
    dims = len(info.loop_size)
    lists = (info.loop_src_stride, info.loop_dst_stride, info.loop_size)
    left = list(info.loop_lp_size) or [0] * dims
    right = list(info.loop_rp_size) or [0] * dims
    if config.loop_lp_size != UNSET:
        left = [config.loop_lp_size] * dims
    if config.loop_rp_size != UNSET:
        right = [config.loop_rp_size] * dims
    if not 1 <= dims <= 5 or any(len(one) != dims for one in (*lists, left, right)):
        raise LanewiseError("CALL-001", op="data_copy", case="loop_info",
                            usage=USAGE)
    if config.is_nearest_value_mode and dst.dtype.bits == 64:
        raise LanewiseError("CALL-001", op="data_copy",
                            case="wide_nearest", usage=USAGE)
    numbers = [dims, encode("data_copy", p.constant_value, dst.dtype)]
    for axis in zip(*lists, left, right, strict=True):
        _check_strides("data_copy", {
            "loop_src_stride": (axis[0], 0, (1 << 40) - 1), "loop_dst_stride": (axis[1], 0, (1 << 20) - 1),
            "loop_size": (axis[2], 1, (1 << 20) - 1), "loop_lp_size": (axis[3], 0, 255),
            "loop_rp_size": (axis[4], 0, 255),
        })
        numbers += axis
    return PLAIN, "data_copy_nddma", tuple(numbers), int(Flag.NEAREST) if config.is_nearest_value_mode else 0


PAD_USAGE = (
    "asc.data_copy_pad(local, global, DataCopyExtParams, DataCopyPadExtParams) or "
    "asc.data_copy_pad(global, local, DataCopyExtParams)"
)


def data_copy_pad(ins: Instruction) -> Function:
    op, name = opcodes()[ins.name], ins.name

    def function(
        dst: Any, src: Any, data_copy_params: Any = None, pad_params: Any = None, *, params: Any = None,
        mode: PaddingMode = PaddingMode.NORMAL,
    ) -> None:
        problem = explain(name, PAD_USAGE, dst, src)
        if problem:
            raise problem
        if dst.space == src.space:
            raise LanewiseError("CALL-001", op=name, case="gm_and_core", usage=PAD_USAGE)
        shape = data_copy_params if data_copy_params is not None else params
        if not isinstance(shape, (DataCopyExtParams, DataCopyParams)):
            raise LanewiseError("CALL-001", op=name, case="third_argument", type=type(shape).__name__,
                                usage=PAD_USAGE)
        if dst.space not in (GM, VECTOR_MEMORY) and not dst.core.chip.has("wide_copies"):
            raise LanewiseError("OP-005", op=name, case="memory", memory=Space(dst.space).name,
                                chip=dst.core.chip.name)
        _shape_in_range(name, dst, shape)
        left, right, value, flags = _padding(name, dst, pad_params)
        if mode == PaddingMode.COMPACT:
            if not dst.core.chip.has("compact_padding"):
                raise LanewiseError("OP-005", op=name, case="padding_mode", mode="PaddingMode.COMPACT",
                                    chip=dst.core.chip.name)
            flags |= Flag.COMPACT
        numbers = (shape.block_count, shape.block_len, shape.src_stride, shape.dst_stride, left, right, value)
        dst.core.issue(op, PLAIN, flags, (dst, src), (), 0, 1, None, numbers)

    return function


def _shape_in_range(name: str, dst: Any, p: Any) -> None:
    wide = dst.core.chip.has("wide_copies")
    far, near = ((1 << 40) - 1, 65535) if wide else (0xFFFFFFFF, 0xFFFFFFFF)
    inward = dst.space != GM
    low = -p.block_len if wide and inward else 0
    old = isinstance(p, DataCopyParams)
    sides = ((p.src_stride, low, far), (p.dst_stride, 0, near)) if inward else (
        (p.src_stride, 0, near), (p.dst_stride, 0, far))
    _check_strides(name, {
        "block_count": (p.block_count, 0, 4095), "block_len": (p.block_len, 0, 65535 if old else 2097151),
        "src_stride": (sides[0][0], sides[0][1], 65535 if old else sides[0][2]),
        "dst_stride": (sides[1][0], sides[1][1], 65535 if old else sides[1][2]),
    })


def _padding(name: str, dst: Any, p: Any) -> tuple[int, int, int, int]:
    """Left, right, bits of the filler and flags."""
    if p is None:
        return 0, 0, 0, 0
    if dst.space == GM or not isinstance(p, (DataCopyPadExtParams, DataCopyPadParams)):
        raise LanewiseError("CALL-001", op=name, case="padding_way",
                            usage=PAD_USAGE)
    kind = dst.dtype
    most = 32 // kind.size
    _check_strides(name, {"left_padding": (p.left_padding, 0, most), "right_padding": (p.right_padding, 0, most)})
    if not p.is_pad:
        return p.left_padding, p.right_padding, 0, 0
    raw = isinstance(p, DataCopyPadParams) and isinstance(p.padding_value, int)
    bits = p.padding_value & ((1 << kind.bits) - 1) if raw else encode(name, p.padding_value, kind)
    if kind.bits == 64 and bits:
        raise LanewiseError("CALL-001", op=name, case="wide_padding", usage=PAD_USAGE)
    return p.left_padding, p.right_padding, bits, int(Flag.PAD_VALUE)
