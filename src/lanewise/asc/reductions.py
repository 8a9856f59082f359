"""Functions for reductions. Older names take their numbers in another order, so the name picks the maker."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lanewise.asc.arguments import CONTIGUOUS, PLAIN, explain, masked, odd_count, require_integer
from lanewise.asc.elementwise import Function
from lanewise.errors import LanewiseError
from lanewise.isa.catalogue import instructions, opcodes
from lanewise.isa.record import Instruction
from lanewise.isa.reduce import ReduceOrder
from lanewise.machine.core import current_core
from lanewise.numerics.formats import DTYPES, DType, dtype

_STRIDES = ("dst_rep_stride", "src_blk_stride", "src_rep_stride")


def make(name: str, ins: Instruction) -> Function | None:
    """The function of one name of a reduction."""
    if ins.form.executor == "state":
        return {"get_reduce_repeat_sum_spr": last_sum, "get_reduce_repeat_max_min_spr": last_extreme}.get(ins.name)
    if ins.form.group == "all":
        return whole_sum(ins) if ins.fold == "sum" else whole_extreme(ins)
    if name == "repeat_reduce_sum":
        return with_dst_block_stride(ins)
    if name.startswith(("block_reduce", "pair_reduce")):
        return repeat_first(name, ins)
    return with_order(ins) if ins.orders else mask_first(ins)


def _issuer(ins: Instruction, name: str, arguments: str) -> Callable[..., None]:
    op, usage = opcodes()[ins.name], f"asc.{name}({arguments})"

    def issue(
        dst: Any, src: Any, mask: Any, repeat: Any, to: Any, block: Any, pitch: Any, is_set_mask: Any,
        params: tuple[int, ...] = (),
    ) -> None:
        try:
            how = CONTIGUOUS
            if mask.__class__ is not int or repeat.__class__ is not int:
                how, mask, repeat = masked(name, usage, mask, repeat)
            if to.__class__ is not int or block.__class__ is not int or pitch.__class__ is not int:
                to, block, pitch = (
                    require_integer(name, usage, *s) for s in zip(_STRIDES, (to, block, pitch), strict=True)
                )
            strides = (1, block, to, pitch)
            dst.core.issue(op, how, 1 if is_set_mask else 0, (dst, src), (), mask, repeat, strides, params)
        except (AttributeError, TypeError):
            problem = explain(name, usage, dst, src)
            if problem is None:
                raise
            raise problem from None

    return issue


def mask_first(ins: Instruction) -> Function:
    issue = _issuer(ins, ins.name, "dst, src, mask, repeat_time, dst_rep_stride, src_blk_stride, src_rep_stride")

    def function(
        dst: Any, src: Any, mask: Any, repeat_time: Any, dst_rep_stride: Any, src_blk_stride: Any,
        src_rep_stride: Any, is_set_mask: bool = True,
    ) -> None:
        issue(dst, src, mask, repeat_time, dst_rep_stride, src_blk_stride, src_rep_stride, is_set_mask)

    return function


def with_order(ins: Instruction) -> Function:
    name = ins.name
    issue = _issuer(ins, name, "dst, src, mask, repeat_time, dst_rep_stride, src_blk_stride, src_rep_stride, order")

    def function(
        dst: Any, src: Any, mask: Any, repeat_time: Any, dst_rep_stride: Any, src_blk_stride: Any,
        src_rep_stride: Any, order: Any = ReduceOrder.ORDER_VALUE_INDEX, is_set_mask: bool = True,
    ) -> None:
        if order not in tuple(ReduceOrder):
            raise LanewiseError(
                "CALL-001", op=name, case="order", order=repr(order),
                usage="asc.ReduceOrder.ORDER_VALUE_INDEX or another",
            )
        params = (int(order),)
        issue(dst, src, mask, repeat_time, dst_rep_stride, src_blk_stride, src_rep_stride, is_set_mask, params)

    return function


def repeat_first(name: str, ins: Instruction) -> Function:
    issue = _issuer(ins, name, "dst, src, repeat, mask, dst_rep_stride, src_blk_stride, src_rep_stride")

    if name.startswith("pair"):

        def pair(
            dst: Any, src: Any, repeat_time: Any, mask: Any, dst_rep_stride: Any, src_blk_stride: Any,
            src_rep_stride: Any, is_set_mask: bool = True,
        ) -> None:
            issue(dst, src, mask, repeat_time, dst_rep_stride, src_blk_stride, src_rep_stride, is_set_mask)

        return pair

    def block(
        dst: Any, src: Any, repeat: Any, mask: Any, dst_rep_stride: Any, src_blk_stride: Any, src_rep_stride: Any,
        is_set_mask: bool = True,
    ) -> None:
        issue(dst, src, mask, repeat, dst_rep_stride, src_blk_stride, src_rep_stride, is_set_mask)

    return block


def with_dst_block_stride(ins: Instruction) -> Function:
    issue = _issuer(
        ins, "repeat_reduce_sum",
        "dst, src, repeat_time, mask, dst_blk_stride, src_blk_stride, dst_rep_stride, src_rep_stride",
    )

    def function(
        dst: Any, src: Any, repeat_time: Any, mask: Any, dst_blk_stride: Any, src_blk_stride: Any,
        dst_rep_stride: Any, src_rep_stride: Any, is_set_mask: bool = True,
    ) -> None:
        """dst_blk_stride has no effect."""
        issue(dst, src, mask, repeat_time, dst_rep_stride, src_blk_stride, src_rep_stride, is_set_mask)

    return function


# --- one result for the call ----------------------------------------------------------------------------------------


def _whole_issuer(ins: Instruction, usage: str) -> Callable[..., None]:
    op, name = opcodes()[ins.name], ins.name

    def issue(
        tensors: tuple[Any, Any, Any], mask: Any, repeat_time: Any, src_rep_stride: Any, is_set_mask: Any, count: Any,
        *params: int,
    ) -> None:
        problem = explain(name, usage, *tensors)
        if problem is not None:
            raise problem
        flags = 1 if is_set_mask else 0
        if src_rep_stride is None:
            count, is_set_mask = odd_count(name, usage, mask, repeat_time, is_set_mask, count)
            flags = 1 if is_set_mask else 0
            tensors[0].core.issue(op, 0, flags, tensors, (), count, 1, None, params)
            return
        how, mask, repeat = masked(name, usage, mask, repeat_time)
        strides = (1, 1, 1, 0, require_integer(name, usage, "src_rep_stride", src_rep_stride), 0)
        tensors[0].core.issue(op, how, flags, tensors, (), mask, repeat, strides, params)

    return issue


def whole_sum(ins: Instruction) -> Function:
    issue = _whole_issuer(
        ins, f"asc.{ins.name}(dst, src, shared_tmp_buffer, count) or asc.{ins.name}(dst, src, shared_tmp_buffer, mask, "
        "repeat_time, src_rep_stride)",
    )

    def function(
        dst: Any, src: Any, shared_tmp_buffer: Any, mask: Any = None, repeat_time: Any = None,
        src_rep_stride: Any = None, is_set_mask: bool = True, *, count: Any = None,
    ) -> None:
        issue((dst, src, shared_tmp_buffer), mask, repeat_time, src_rep_stride, is_set_mask, count)

    return function


def whole_extreme(ins: Instruction) -> Function:
    issue = _whole_issuer(
        ins, f"asc.{ins.name}(dst, src, shared_tmp_buffer, count, cal_index) or asc.{ins.name}(dst, src, "
        "shared_tmp_buffer, mask, repeat_time, src_rep_stride, cal_index)",
    )

    def function(
        dst: Any, src: Any, shared_tmp_buffer: Any, mask: Any = None, repeat_time: Any = None,
        src_rep_stride: Any = None, cal_index: bool = False, *, count: Any = None,
    ) -> None:
        if src_rep_stride is None and isinstance(repeat_time, bool):  # by position: count, cal_index
            cal_index, repeat_time = repeat_time, None
        issue((dst, src, shared_tmp_buffer), mask, repeat_time, src_rep_stride, True, count, int(bool(cal_index)))

    return function


# --- registers ------------------------------------------------------------------------------------------------------


def _read_result(name: str, register: str, of: Any) -> tuple[Any, DType, int]:
    core, kind = current_core(name), DTYPES["float"] if of is None else dtype(of)
    if kind.name not in ("half", "float"):
        raise LanewiseError("OP-002", op=name, chip=core.chip.name, types=kind.name, known="half, float")
    core.issue(opcodes()[name], PLAIN, 0, (), (), 0, 1, None, ())
    return core, kind, int(core.result(register))


def last_sum(dtype: Any = None) -> Any:
    """The value as a number of `dtype`, float when it is left out."""
    _, kind, bits = _read_result("get_reduce_repeat_sum_spr", "acc_val", dtype)
    return kind.decode(bits & ((1 << kind.bits) - 1))


def last_extreme(dtype: Any = None, with_index: bool = True) -> Any:
    """Value and index, or the value alone. `dtype` is half or float; float when it is left out."""
    name = "get_reduce_repeat_max_min_spr"
    core, kind, bits = _read_result(name, "max_min_cnt", dtype)
    if with_index and ReduceOrder.ORDER_VALUE_INDEX not in instructions()[name].orders[core.chip.instructions]:
        raise LanewiseError("OP-005", op=name, case="index", chip=core.chip.name)
    value = kind.decode(bits & ((1 << kind.bits) - 1))
    return (value, bits >> 32) if with_index else value
