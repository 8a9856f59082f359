"""Functions for filling and copying records."""

from __future__ import annotations

from typing import Any

from lanewise.asc.arguments import PLAIN, as_params, encode, masked, odd_count, require_integer
from lanewise.asc.elementwise import Function
from lanewise.asc.params import BrcbRepeatParams, CopyRepeatParams, UnaryRepeatParams
from lanewise.errors import LanewiseError
from lanewise.isa.catalogue import opcodes
from lanewise.isa.record import Flag, Instruction
from lanewise.machine.tensor import Tensor


def _need_tensors(name: str, usage: str, *tensors: Any) -> None:
    for tensor in tensors:
        if not isinstance(tensor, Tensor):
            raise LanewiseError("CALL-001", op=name, case="operand", type=type(tensor).__name__, usage=usage)


def fill(ins: Instruction) -> Function:
    op, name = opcodes()[ins.name], ins.name
    usage = (
        f"asc.{name}(dst, scalar, count) or asc.{name}(dst, scalar, mask, repeat_times, dst_block_stride, "
        "dst_repeat_stride)"
    )

    def function(
        dst: Any, scalar: Any, mask: Any = None, repeat_times: Any = None, dst_block_stride: Any = None,
        dst_repeat_stride: Any = None, is_set_mask: bool = True, *, count: Any = None,
    ) -> None:
        _need_tensors(name, usage, dst)
        flags = 1 if is_set_mask else 0
        tensors: tuple[Any, ...] = (dst,)
        bits: tuple[int, ...] = ()
        if isinstance(scalar, Tensor):
            flags |= Flag.SCALAR_TENSOR
            tensors = (dst, scalar)
        else:
            bits = (encode(name, scalar, dst.dtype, dst.trait),)
        if dst_block_stride is None and dst_repeat_stride is None:
            count, _ = odd_count(name, usage, mask, repeat_times, is_set_mask, count)
            dst.core.issue(op, 0, flags, tensors, bits, count)
            return
        how, mask, repeat = masked(name, usage, mask, repeat_times)
        strides = (
            require_integer(name, usage, "dst_block_stride", dst_block_stride),
            require_integer(name, usage, "dst_repeat_stride", dst_repeat_stride),
        )
        dst.core.issue(op, how, flags, tensors, bits, mask, repeat, strides)

    return function


def ramp(ins: Instruction) -> Function:
    op, name = opcodes()[ins.name], ins.name
    usage = (
        f"asc.{name}(dst, first_value, count) or asc.{name}(dst, first_value, mask, repeat_times, dst_blk_stride, "
        "dst_rep_stride)"
    )

    def function(
        dst: Any, first_value: Any, mask: Any = None, repeat_times: Any = None, dst_blk_stride: Any = None,
        dst_rep_stride: Any = None, *, count: Any = None,
    ) -> None:
        _need_tensors(name, usage, dst)
        bits = (encode(name, first_value, dst.dtype, dst.trait),)
        if dst_blk_stride is None and dst_rep_stride is None:
            count, _ = odd_count(name, usage, mask, repeat_times, True, count)
            dst.core.issue(op, 0, 1, (dst,), bits, count)
            return
        how, mask, repeat = masked(name, usage, mask, repeat_times)
        strides = (
            require_integer(name, usage, "dst_blk_stride", dst_blk_stride),
            require_integer(name, usage, "dst_rep_stride", dst_rep_stride),
        )
        dst.core.issue(op, how, 1, (dst,), bits, mask, repeat, strides)

    return function


def copy(ins: Instruction) -> Function:
    op, name = opcodes()[ins.name], ins.name
    usage = f"asc.{name}(dst, src, mask, repeat_time, repeat_params) or, on some chips, asc.{name}(dst, src, count)"

    def function(
        dst: Any, src: Any, mask: Any = None, repeat_time: Any = None, repeat_params: Any = None,
        is_set_mask: bool = True, *, count: Any = None, repeat_times: Any = None,
    ) -> None:
        _need_tensors(name, usage, dst, src)
        flags = 1 if is_set_mask else 0
        if repeat_params is None:
            count, _ = odd_count(name, usage, mask, repeat_time, is_set_mask, count)
            dst.core.issue(op, 0, flags, (dst, src), (), count)
            return
        how, mask, repeat = masked(name, usage, mask, repeat_times if repeat_time is None else repeat_time)
        strides = as_params(repeat_params, CopyRepeatParams).strides
        dst.core.issue(op, how, flags, (dst, src), (), mask, repeat, strides)

    return function


def block_broadcast(ins: Instruction) -> Function:
    op, name = opcodes()[ins.name], ins.name
    usage = f"asc.{name}(dst, src0, repeat_times, repeat_params)"

    def function(dst: Any, src0: Any, repeat_times: Any, repeat_params: Any) -> None:
        _need_tensors(name, usage, dst, src0)
        params = as_params(repeat_params, BrcbRepeatParams)
        repeat = require_integer(name, usage, "repeat_times", repeat_times)
        strides = {"dst_blk_stride": params.dst_blk_stride, "dst_rep_stride": params.dst_rep_stride}
        for field, value in strides.items():
            if not 0 <= value <= 0xFFFF:
                raise LanewiseError("STRIDE-001", op=name, field=field, stride=value, low=0, high=0xFFFF)
        dst.core.issue(op, PLAIN, 0, (dst, src0), (), 0, repeat, None, tuple(strides.values()))

    return function


def block_padding(ins: Instruction) -> Function:
    op, name = opcodes()[ins.name], ins.name
    usage = (
        f"asc.{name}(dst, src, pad_mode, pad_side, count) or asc.{name}(dst, src, pad_mode, pad_side, mask, "
        "repeat_times, repeat_params)"
    )

    def function(
        dst: Any, src: Any, pad_mode: Any, pad_side: Any, mask: Any = None, repeat_times: Any = None,
        repeat_params: Any = None, is_set_mask: bool = True, *, count: Any = None,
    ) -> None:
        _need_tensors(name, usage, dst, src)
        mode = require_integer(name, usage, "pad_mode", pad_mode)
        if not 0 <= mode <= 2:
            raise LanewiseError("CALL-001", op=name, case="pad_mode", mode=mode, usage=usage)
        params = (mode, int(bool(pad_side)))
        flags = 1 if is_set_mask else 0
        if repeat_params is None:
            count, _ = odd_count(name, usage, mask, repeat_times, is_set_mask, count)
            dst.core.issue(op, 0, flags, (dst, src), (), count, 1, None, params)
            return
        how, mask, repeat = masked(name, usage, mask, repeat_times)
        strides = as_params(repeat_params, UnaryRepeatParams).strides
        dst.core.issue(op, how, flags, (dst, src), (), mask, repeat, strides, params)

    return function


def bilinear(ins: Instruction) -> Function:
    op, name = opcodes()[ins.name], ins.name
    usage = (
        f"asc.{name}(dst, src0, src0_offset, src1, mask, h_repeat, repeat_mode, dst_blk_stride, v_r_offset, v_repeat, "
        "shared_tmp_buffer)"
    )

    def function(
        dst: Any, src0: Any, src0_offset: Any, src1: Any, mask: Any, h_repeat: Any, repeat_mode: Any,
        dst_blk_stride: Any, v_r_offset: Any, v_repeat: Any, shared_tmp_buffer: Any,
    ) -> None:
        tensors = (dst, src0, src0_offset, src1, shared_tmp_buffer)
        _need_tensors(name, usage, *tensors)
        how, mask, _ = masked(name, usage, mask, 1)
        numbers = {"h_repeat": h_repeat, "repeat_mode": repeat_mode, "dst_blk_stride": dst_blk_stride,
                   "v_r_offset": v_r_offset, "v_repeat": v_repeat}
        params = tuple(require_integer(name, usage, label, value) for label, value in numbers.items())
        dst.core.issue(op, how, 1, tensors, (), mask, 1, None, params)

    return function
