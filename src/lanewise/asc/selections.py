"""Functions for Select in all its forms, and for GatherMask."""

from __future__ import annotations

from typing import Any

from lanewise.asc.arguments import CONTIGUOUS, PLAIN, as_params, encode, flexible_scalar, masked, require_integer
from lanewise.asc.comparisons import SCALAR_TENSOR, a_mode, need_tensors, resolve_count
from lanewise.asc.elementwise import Function
from lanewise.asc.enums import SELMODE, GatherMaskMode
from lanewise.asc.params import BinaryRepeatParams, GatherMaskParams
from lanewise.isa.catalogue import opcodes
from lanewise.isa.record import Flag, Instruction
from lanewise.machine.tensor import Tensor

_USAGE = (
    "asc.select(dst, sel_mask, src0, src1, sel_mode, count), asc.select(dst, sel_mask, src0, src1, sel_mode, mask, "
    "repeat_times, repeat_params) or, with CMPMASK set before, asc.select(dst, src0, src1, repeat_times, "
    "repeat_params, sel_mode) and asc.select(dst, sel_mask, src0, repeat_times, repeat_params)"
)
_PARAMS = (BinaryRepeatParams, tuple, list)
SCALAR_LEFT = int(Flag.SCALAR_LEFT)


def _with_bits(params: Any, *sources: int) -> tuple[int, ...]:
    """Block strides, then repeat strides, of dst, sel_mask and these sources (0 or 1); sel_mask has none."""
    strides = as_params(params, BinaryRepeatParams).strides
    if len(sources) == 2:
        return (strides[0], 1, strides[1], strides[2], strides[3], 0, strides[4], strides[5])
    return (strides[0], 1, strides[1 + sources[0]], strides[3], 0, strides[4 + sources[0]])


def select(forms: dict[str, Instruction]) -> Function:
    by_tensor, by_scalar, preset, preset_scalar = (
        opcodes()[forms[f].name] for f in ("select", "select-scalar", "select-preset", "select-preset-scalar")
    )

    def with_preset(dst: Any, first: Any, second: Any, repeat_times: Any, repeat_params: Any, sel_mode: Any) -> None:
        need_tensors("select", _USAGE, dst, first, second)
        repeat = require_integer("select", _USAGE, "repeat_times", repeat_times)
        tensors = (dst, first, second)
        if sel_mode is None or sel_mode == SELMODE.VSEL_TENSOR_SCALAR_MODE:
            strides = _with_bits(repeat_params, 0)
            dst.core.issue(preset_scalar, CONTIGUOUS, 0, tensors, (), 0, repeat, strides)
            return
        mode = a_mode("select", _USAGE, "sel_mode", sel_mode)
        strides = as_params(repeat_params, BinaryRepeatParams).strides
        dst.core.issue(preset, CONTIGUOUS, 0, tensors, (), 0, repeat, strides, (mode,))

    def function(
        dst: Any, sel_mask: Any = None, src0: Any = None, src1: Any = None, sel_mode: Any = None, mask: Any = None,
        repeat_times: Any = None, repeat_params: Any = None, is_set_mask: bool = True, *, count: Any = None,
        config: Any = None,
    ) -> None:
        """Without sel_mask, or without src1, the rest comes from CMPMASK; MASK stays as it was set before."""
        if isinstance(sel_mode, _PARAMS):  # dst, two tensors, repeat_times, repeat_params and perhaps a mode
            with_preset(dst, sel_mask, src0, src1, sel_mode, mask)
            return
        if sel_mask is None:
            with_preset(dst, src0, src1, repeat_times, repeat_params, sel_mode)
            return
        if src1 is None:
            with_preset(dst, sel_mask, src0, repeat_times, repeat_params, sel_mode)
            return
        need_tensors("select", _USAGE, dst, sel_mask)
        mode = a_mode("select", _USAGE, "sel_mode", sel_mode)
        flags = 1 if is_set_mask else 0
        tensors: tuple[Any, ...] = (dst, sel_mask, src0, src1)
        sources: tuple[int, ...] = (0, 1)
        bits: tuple[int, ...] = ()
        op = by_tensor
        both = isinstance(src0, Tensor) and isinstance(src1, Tensor)
        if not both or (mode == SELMODE.VSEL_TENSOR_SCALAR_MODE and config is not None):
            op = by_scalar
            vector, scalar, side = flexible_scalar("select", _USAGE, src0, src1, config)
            flags |= side
            tensors, sources = (dst, sel_mask, vector), (1 if side & SCALAR_LEFT else 0,)
            if side & SCALAR_TENSOR:
                tensors = (*tensors, scalar)
            else:
                bits = (encode("select", scalar, vector.dtype, vector.trait),)
        if repeat_params is None:
            number = resolve_count("select", _USAGE, mask, repeat_times, is_set_mask, count)
            dst.core.issue(op, 0, flags, tensors, bits, number, 1, None, (mode,))
            return
        how, mask, repeat = masked("select", _USAGE, mask, repeat_times)
        dst.core.issue(op, how, flags, tensors, bits, mask, repeat, _with_bits(repeat_params, *sources), (mode,))

    return function


def gather_mask(forms: dict[str, Instruction]) -> Function:
    custom, builtin = (opcodes()[forms[f].name] for f in ("gather-mask", "gather-mask-builtin"))
    usage = "asc.gather_mask(dst, src0, src1_pattern, reduce_mode, mask, params)"

    def function(
        dst: Any, src0: Any, src1_pattern: Any, reduce_mode: Any, mask: Any, params: Any,
        gather_mask_mode: Any = GatherMaskMode.DEFAULT,
    ) -> None:
        """`src1_pattern` is a tensor of bits or the number of a fixed pattern; `mask` counts in reduce mode only."""
        need_tensors("gather_mask", usage, dst, src0)
        p = as_params(params, GatherMaskParams)
        strides = (p.src0_block_stride, p.repeat_times, p.src0_repeat_stride, p.src1_repeat_stride)
        rest: tuple[int, ...] = (1 if reduce_mode else 0, mask, *strides)
        if not all(v.__class__ is int for v in rest):
            rest = tuple(require_integer("gather_mask", usage, "a number", v) for v in rest)
        if isinstance(src1_pattern, Tensor):
            dst.core.issue(custom, PLAIN, 0, (dst, src0, src1_pattern), (), 0, 1, None, rest)
            return
        pattern = require_integer("gather_mask", usage, "src1_pattern", src1_pattern)
        dst.core.issue(builtin, PLAIN, 0, (dst, src0), (), 0, 1, None, (pattern, *rest))

    return function
