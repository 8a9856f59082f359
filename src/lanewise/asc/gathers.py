"""Functions for Gather, Gatherb and Scatter, and for Interleave and DeInterleave."""

from __future__ import annotations

from typing import Any

from lanewise.asc.arguments import PLAIN, as_params, masked, require_integer
from lanewise.asc.comparisons import need_tensors, resolve_count
from lanewise.asc.elementwise import Function
from lanewise.asc.params import GatherRepeatParams
from lanewise.isa.catalogue import opcodes
from lanewise.isa.record import Instruction
from lanewise.machine.tensor import Tensor


def _issue(
    ins: Instruction, usage: str, tensors: tuple[Any, ...], base: Any, mask: Any, repeat_times: Any, stride: Any,
    count: Any, strided: int,
) -> None:
    """`strided` is the operand with a repeat stride of its own; offsets lie without gaps."""
    name = ins.name
    need_tensors(name, usage, *tensors)
    op = opcodes()[name]
    params = (base if base.__class__ is int else require_integer(name, usage, "the base address", base),)
    core = tensors[0].core
    if stride is None:
        number = resolve_count(name, usage, mask, repeat_times, True, count)
        core.issue(op, 0, 1, tensors, (), number, 1, None, params)
        return
    how, mask, repeat = masked(name, usage, mask, repeat_times)
    lanes = 256 // max(tensors[0].dtype.size, ins.form.least_width)
    repeats = [0, 0, lanes * 4 // 32]
    repeats[strided] = require_integer(name, usage, "the repeat stride", stride)
    core.issue(op, how, 1, tensors, (), mask, repeat, (1, 1, 1, *repeats), params)


def gather(ins: Instruction) -> Function:
    usage = (
        "asc.gather(dst, src, src_offset, src_base_addr, count) or asc.gather(dst, src, src_offset, src_base_addr, "
        "mask, repeat_times, dst_rep_stride)"
    )

    def function(
        dst: Any, src: Any, src_offset: Any, src_base_addr: Any = 0, mask: Any = None, repeat_times: Any = None,
        dst_rep_stride: Any = None, *, count: Any = None,
    ) -> None:
        tensors = (dst, src, src_offset)
        _issue(ins, usage, tensors, src_base_addr, mask, repeat_times, dst_rep_stride, count, 0)

    return function


def scatter(ins: Instruction) -> Function:
    usage = (
        "asc.scatter(dst, src, dst_offset, dst_base_addr, count) or asc.scatter(dst, src, dst_offset, dst_base_addr, "
        "mask, repeat_times, src_rep_stride)"
    )

    def function(
        dst: Any, src: Any, dst_offset: Any, dst_base_addr: Any = 0, mask: Any = None, repeat_times: Any = None,
        src_rep_stride: Any = None, *, count: Any = None,
    ) -> None:
        tensors = (dst, src, dst_offset)
        _issue(ins, usage, tensors, dst_base_addr, mask, repeat_times, src_rep_stride, count, 1)

    return function


def block_gather(ins: Instruction) -> Function:
    op, name = opcodes()[ins.name], ins.name
    usage = f"asc.{name}(dst, src0, offset, repeat_times, repeat_params)"

    def function(dst: Any, src0: Any, offset: Any, repeat_times: Any, repeat_params: Any) -> None:
        need_tensors(name, usage, dst, src0, offset)
        p = as_params(repeat_params, GatherRepeatParams)
        repeat = require_integer(name, usage, "repeat_times", repeat_times)
        dst.core.issue(op, PLAIN, 0, (dst, src0, offset), (), 0, repeat, None, (p.dst_blk_stride, p.dst_rep_stride))

    return function


def pairs(ins: Instruction) -> Function:
    op, name = opcodes()[ins.name], ins.name
    usage = f"asc.{name}(dst0, dst1, src0, src1, count)"

    def function(dst0: Any, dst1: Any, src0: Any, src1: Any, count: Any) -> None:
        need_tensors(name, usage, dst0, dst1, src0, src1)
        number = require_integer(name, usage, "count", count)
        dst0.core.issue(op, 0, 1, (dst0, dst1, src0, src1), (), number)

    return function


def split(forms: dict[str, Instruction]) -> Function:
    two, one = pairs(forms["interleave"]), opcodes()[forms["de-interleave-one"].name]
    usage = "asc.de_interleave(dst0, dst1, src0, src1, count) or asc.de_interleave(dst0, dst1, src, src_count)"

    def function(dst0: Any, dst1: Any, src0: Any, src1: Any = None, count: Any = None) -> None:
        """With one source the count is that of the source."""
        if isinstance(src1, Tensor):
            two(dst0, dst1, src0, src1, count)
            return
        need_tensors("de_interleave", usage, dst0, dst1, src0)
        number = require_integer("de_interleave", usage, "src_count", src1 if count is None else count)
        dst0.core.issue(one, 0, 1, (dst0, dst1, src0), (), number)

    return function
