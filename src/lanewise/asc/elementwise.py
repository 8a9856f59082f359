"""Functions for element-wise records: unary, binary, vector-scalar, and two results.

Each maker returns a closure with a fixed signature; a count call goes through it in a few steps and ends in one issue.
Python is quicker where no parameter is for keywords alone, and where an attribute is fetched before it is called.
The fourth operand slot is `mask`; without repeat_params it is the count, as in pyasc.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from lanewise.asc.arguments import (
    CONTIGUOUS,
    SEEN,
    algorithm_flags,
    as_params,
    encode,
    explain,
    flexible_scalar,
    masked,
    odd_count,
)
from lanewise.asc.params import BinaryRepeatParams, UnaryRepeatParams
from lanewise.errors import LanewiseError
from lanewise.isa.catalogue import opcodes
from lanewise.isa.record import Flag, Instruction
from lanewise.machine.tensor import Tensor

Function = Callable[..., None]
PLAIN_NUMBERS = (int, float)
SCALAR_TENSOR, ROUND = int(Flag.SCALAR_TENSOR), int(Flag.ROUND)  # plain ints: enum arithmetic is slow


def unary(ins: Instruction) -> Function:
    op, name = opcodes()[ins.name], ins.name
    usage = f"asc.{name}(dst, src, count) or asc.{name}(dst, src, mask, repeat_times, repeat_params)"

    def function(
        dst: Any, src: Any, mask: Any = None, repeat_times: Any = None, repeat_params: Any = None,
        is_set_mask: bool = True, count: Any = None, config: Any = None,
    ) -> None:
        try:
            flags = 1 if is_set_mask else 0
            if config is not None:
                flags |= algorithm_flags(name, config)
            if repeat_params is None:
                if count is None and repeat_times is None and mask.__class__ is int:
                    count = mask
                elif mask is not None or repeat_times is not None or count.__class__ is not int:
                    count, _ = odd_count(name, usage, mask, repeat_times, is_set_mask, count)
                issue = dst.core.issue
                issue(op, 0, flags, (dst, src), (), count)
            else:
                how = CONTIGUOUS
                if mask.__class__ is not int or repeat_times.__class__ is not int:
                    how, mask, repeat_times = masked(name, usage, mask, repeat_times)
                if repeat_params.__class__ is not UnaryRepeatParams:
                    repeat_params = as_params(repeat_params, UnaryRepeatParams)
                issue = dst.core.issue
                issue(op, how, flags, (dst, src), (), mask, repeat_times, repeat_params.strides)
        except (AttributeError, TypeError):
            raise explain(name, usage, dst, src) or _current_exception() from None

    return function


def binary(ins: Instruction) -> Function:
    if len(ins.form.operands) == 4:
        return two_results(ins)
    op, name = opcodes()[ins.name], ins.name
    usage = f"asc.{name}(dst, src0, src1, count) or asc.{name}(dst, src0, src1, mask, repeat_times, repeat_params)"

    def function(
        dst: Any, src0: Any, src1: Any, mask: Any = None, repeat_times: Any = None, repeat_params: Any = None,
        is_set_mask: bool = True, count: Any = None, config: Any = None,
    ) -> None:
        try:
            flags = 1 if is_set_mask else 0
            if config is not None:
                flags |= algorithm_flags(name, config)
            if repeat_params is None:
                if count is None and repeat_times is None and mask.__class__ is int:
                    count = mask
                elif mask is not None or repeat_times is not None or count.__class__ is not int:
                    count, is_set_mask = odd_count(name, usage, mask, repeat_times, is_set_mask, count)
                    flags = flags | 1 if is_set_mask else flags & ~1
                issue = dst.core.issue
                issue(op, 0, flags, (dst, src0, src1), (), count)
            else:
                how = CONTIGUOUS
                if mask.__class__ is not int or repeat_times.__class__ is not int:
                    how, mask, repeat_times = masked(name, usage, mask, repeat_times)
                if repeat_params.__class__ is not BinaryRepeatParams:
                    repeat_params = as_params(repeat_params, BinaryRepeatParams)
                issue = dst.core.issue
                issue(op, how, flags, (dst, src0, src1), (), mask, repeat_times, repeat_params.strides)
        except (AttributeError, TypeError):
            raise explain(name, usage, dst, src0, src1) or _current_exception() from None

    return function


def two_results(ins: Instruction) -> Function:
    op, name = opcodes()[ins.name], ins.name
    usage = f"asc.{name}(dst0, dst1, src0, src1, count)"

    def function(dst0: Any, dst1: Any, src0: Any, src1: Any, count: Any) -> None:
        problem = explain(name, usage, dst0, dst1, src0, src1)
        if problem:
            raise problem
        count, _ = odd_count(name, usage, None, None, True, count)
        dst0.core.issue(op, 0, 1, (dst0, dst1, src0, src1), (), count)

    return function


def vector_scalar(ins: Instruction, by_tensor: Instruction | None = None) -> Function:
    """`by_tensor` is the record of the same name that takes a tensor in place of the scalar."""
    op, name = opcodes()[ins.name], ins.name
    usage = f"asc.{name}(dst, src, scalar, count) or asc.{name}(dst, src, scalar, mask, repeat_times, repeat_params)"
    with_tensor = binary(by_tensor) if by_tensor is not None else None

    def function(
        dst: Any, src: Any, scalar: Any, mask: Any = None, repeat_times: Any = None, repeat_params: Any = None,
        is_set_mask: bool = True, round_en: bool = False, count: Any = None, config: Any = None,
    ) -> None:
        flags = 1 if is_set_mask else 0
        tensors: tuple[Any, ...] = (dst, src)
        bits: tuple[int, ...]
        try:
            if scalar.__class__ not in PLAIN_NUMBERS and (isinstance(scalar, Tensor) or not isinstance(src, Tensor)):
                if with_tensor is not None and isinstance(src, Tensor):
                    with_tensor(dst, src, scalar, mask, repeat_times, repeat_params, is_set_mask, count=count)
                    return
                src, scalar, side = flexible_scalar(name, usage, src, scalar, config)
                flags |= side
                tensors = (dst, src, scalar) if side & SCALAR_TENSOR else (dst, src)
            if flags & SCALAR_TENSOR:
                bits = ()
            else:  # without a call where it was encoded before
                word = SEEN[src.dtype.code].get(scalar) if src.trait is None else None
                bits = (encode(name, scalar, src.dtype, src.trait) if word is None else word,)
            if round_en:
                flags |= ROUND
            if repeat_params is None:
                if round_en:
                    raise LanewiseError("CALL-001", op=name, case="round_en", usage=usage)
                if count is None and repeat_times is None and mask.__class__ is int:
                    count = mask
                elif mask is not None or repeat_times is not None or count.__class__ is not int:
                    count, is_set_mask = odd_count(name, usage, mask, repeat_times, is_set_mask, count)
                    flags = flags | 1 if is_set_mask else flags & ~1
                issue = dst.core.issue
                issue(op, 0, flags, tensors, bits, count)
            else:
                how = CONTIGUOUS
                if mask.__class__ is not int or repeat_times.__class__ is not int:
                    how, mask, repeat_times = masked(name, usage, mask, repeat_times)
                if repeat_params.__class__ is not UnaryRepeatParams:
                    repeat_params = as_params(repeat_params, UnaryRepeatParams)
                issue = dst.core.issue
                issue(op, how, flags, tensors, bits, mask, repeat_times, repeat_params.strides)
        except (AttributeError, TypeError):
            raise explain(name, usage, dst, src) or _current_exception() from None

    return function


def _current_exception() -> BaseException:
    """The exception being handled: nothing better is known about it."""
    problem = sys.exc_info()[1]
    assert problem is not None
    return problem
