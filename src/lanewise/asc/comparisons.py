"""Functions for Compare, with its result in memory or in CMPMASK, for Compares, and for CMPMASK itself."""

from __future__ import annotations

from typing import Any

from lanewise.asc.arguments import (
    PLAIN,
    as_params,
    encode,
    explain,
    flexible_scalar,
    masked,
    odd_count,
    require_integer,
)
from lanewise.asc.elementwise import Function
from lanewise.asc.params import BinaryRepeatParams, UnaryRepeatParams
from lanewise.errors import LanewiseError
from lanewise.isa.catalogue import opcodes
from lanewise.isa.record import Flag, Instruction
from lanewise.machine.tensor import Tensor

SCALAR_TENSOR = int(Flag.SCALAR_TENSOR)  # a plain int: enum arithmetic is slow


def need_tensors(name: str, usage: str, *tensors: Any) -> None:
    for tensor in tensors:
        if not isinstance(tensor, Tensor):
            raise explain(name, usage, tensor) or AssertionError


def resolve_count(name: str, usage: str, mask: Any, repeat_times: Any, is_set_mask: Any, count: Any) -> int:
    """The count of a call without repeat_params; the plain one goes straight through."""
    if mask.__class__ is int and repeat_times is None and count is None:
        return int(mask)
    return odd_count(name, usage, mask, repeat_times, is_set_mask, count)[0]


def a_mode(name: str, usage: str, what: str, mode: Any) -> int:
    return mode if isinstance(mode, int) else require_integer(name, usage, what, mode)


def compare(forms: dict[str, Instruction]) -> Function:
    memory, register = (opcodes()[forms[form].name] for form in ("compare", "compare-register"))
    usage = (
        "asc.compare(dst, src0, src1, cmp_mode, count), asc.compare(dst, src0, src1, cmp_mode, mask, repeat_times, "
        "repeat_params) or, into CMPMASK, asc.compare(src0, src1, cmp_mode, mask, repeat_params)"
    )

    def to_register(src0: Any, src1: Any, cmp_mode: Any, mask: Any, repeat_params: Any, is_set_mask: Any) -> None:
        need_tensors("compare", usage, src0, src1)
        mode = a_mode("compare", usage, "cmp_mode", cmp_mode)
        how, mask, _ = masked("compare", usage, mask, 1)
        p = as_params(BinaryRepeatParams() if repeat_params is None else repeat_params, BinaryRepeatParams)
        strides = (p.src0_blk_stride, p.src1_blk_stride, p.src0_rep_stride, p.src1_rep_stride)
        src0.core.issue(register, how, 1 if is_set_mask else 0, (src0, src1), (), mask, 1, strides, (mode,))

    def function(
        dst: Any = None, src0: Any = None, src1: Any = None, cmp_mode: Any = None, mask: Any = None,
        repeat_times: Any = None, repeat_params: Any = None, is_set_mask: bool = True, *, count: Any = None,
    ) -> None:
        """Without dst the result goes to CMPMASK: src0, src1, cmp_mode, mask, repeat_params."""
        if dst is None:
            to_register(src0, src1, cmp_mode, mask, repeat_params, is_set_mask)
            return
        if not isinstance(src1, Tensor):  # two tensors only: everything moves one place to the right
            given = [v for v in (src1, cmp_mode, mask, repeat_times, repeat_params) if v is not None]
            if not 3 <= len(given) <= 5:
                raise LanewiseError("CALL-001", op="compare", case="argument_count", usage=usage)
            last = given[3] if len(given) > 3 else None
            switch = given[4] if len(given) > 4 else is_set_mask
            if isinstance(last, bool):
                last, switch = None, last
            to_register(dst, src0, given[0], given[1], given[2] if last is None else last, switch)
            return
        need_tensors("compare", usage, dst, src0)
        params = (a_mode("compare", usage, "cmp_mode", cmp_mode),)
        flags = 1 if is_set_mask else 0
        if repeat_params is None:
            number = resolve_count("compare", usage, mask, repeat_times, is_set_mask, count)
            dst.core.issue(memory, 0, flags, (dst, src0, src1), (), number, 1, None, params)
            return
        how, mask, repeat = masked("compare", usage, mask, repeat_times)
        strides = as_params(repeat_params, BinaryRepeatParams).strides
        dst.core.issue(memory, how, flags, (dst, src0, src1), (), mask, repeat, strides, params)

    return function


def compares(ins: Instruction) -> Function:
    op, name = opcodes()[ins.name], ins.name
    usage = (
        f"asc.{name}(dst, src0, src1_scalar, cmp_mode, count) or asc.{name}(dst, src0, src1_scalar, cmp_mode, mask, "
        "repeat_times, repeat_params)"
    )

    def function(
        dst: Any, src0: Any, src1_scalar: Any, cmp_mode: Any = None, mask: Any = None, repeat_times: Any = None,
        repeat_params: Any = None, is_set_mask: bool = True, *, count: Any = None, config: Any = None,
    ) -> None:
        vector, scalar, side = flexible_scalar(name, usage, src0, src1_scalar, config)
        need_tensors(name, usage, dst)
        tensors: tuple[Any, ...] = (dst, vector)
        bits: tuple[int, ...] = ()
        if side & SCALAR_TENSOR:
            tensors = (dst, vector, scalar)
        else:
            bits = (encode(name, scalar, vector.dtype, vector.trait),)
        params = (a_mode(name, usage, "cmp_mode", cmp_mode),)
        flags = side | (1 if is_set_mask else 0)
        if repeat_params is None:
            number = resolve_count(name, usage, mask, repeat_times, is_set_mask, count)
            dst.core.issue(op, 0, flags, tensors, bits, number, 1, None, params)
            return
        how, mask, repeat = masked(name, usage, mask, repeat_times)
        strides = as_params(repeat_params, UnaryRepeatParams).strides
        dst.core.issue(op, how, flags, tensors, bits, mask, repeat, strides, params)

    return function


def get_register(ins: Instruction) -> Function:
    op, name = opcodes()[ins.name], ins.name

    def function(dst: Any) -> None:
        need_tensors(name, f"asc.{name}(dst)", dst)
        dst.core.issue(op, PLAIN, 0, (dst,))

    return function


def set_register(ins: Instruction) -> Function:
    op, name = opcodes()[ins.name], ins.name

    def function(src: Any) -> None:
        need_tensors(name, f"asc.{name}(src)", src)
        src.core.issue(op, PLAIN, 0, (src,))

    return function
