"""Functions for sorting records."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from lanewise.asc.arguments import PLAIN, explain, require_integer
from lanewise.asc.elementwise import Function
from lanewise.asc.params import MrgSort4Info, MrgSortSrcList
from lanewise.errors import LanewiseError
from lanewise.isa.catalogue import opcodes
from lanewise.isa.record import Instruction
from lanewise.machine.core import current_core


def _tensors(name: str, usage: str, *tensors: Any) -> None:
    problem = explain(name, usage, *tensors)
    if problem:
        raise problem


def record_sort(ins: Instruction) -> Function:
    op, name = opcodes()[ins.name], ins.name
    usage = f"asc.{name}(dst, src0, src1, repeat_time)"

    def function(dst: Any, src0: Any, src1: Any, repeat_time: Any) -> None:
        _tensors(name, usage, dst, src0, src1)
        dst.core.issue(op, PLAIN, 0, (dst, src0, src1), (), 0, require_integer(name, usage, "repeat_time", repeat_time))

    return function


def merge(ins: Instruction) -> Function:
    op, name = opcodes()[ins.name], ins.name
    usage = (
        f"asc.{name}(dst, asc.MrgSortSrcList(...), asc.MrgSort4Info(...)) or asc.{name}(dst, sort_list, "
        "element_count_list, sorted_num, valid_bit, repeat_time, is_exhausted_suspension)"
    )

    def function(
        dst: Any, src: Any = None, params: Any = None, sorted_num: Any = None, valid_bit: Any = None,
        repeat_time: Any = None, is_exhausted_suspension: bool = False, *, sort_list: Any = None,
        element_count_list: Any = None,
    ) -> None:
        """The long form writes how many entries each list gave into `sorted_num`, a list of four."""
        source = src if src is not None else sort_list
        lists = source.lists if isinstance(source, MrgSortSrcList) else source
        if not isinstance(lists, (list, tuple)) or not 2 <= len(lists) <= 4:
            raise LanewiseError("CALL-001", op=name, case="lists", usage=usage)
        _tensors(name, usage, dst, *lists)
        info = params if params is not None else element_count_list
        if not isinstance(info, MrgSort4Info):
            if valid_bit is None or not isinstance(info, (Sequence, np.ndarray)):
                raise LanewiseError("CALL-001", op=name, case="params", type=type(info).__name__, usage=usage)
            repeat_time = 1 if repeat_time is None else repeat_time
            info = MrgSort4Info(list(info), is_exhausted_suspension, valid_bit, repeat_time)
        numbers = _numbers(name, usage, info, len(lists))
        empty = lists[0][0:]  # stands for a list that takes no part
        empty.set_size(0)
        tensors = (dst, *lists, *[empty] * (4 - len(lists)))
        repeat = require_integer(name, usage, "repeat_times", info.repeat_times)
        dst.core.issue(op, PLAIN, 0, tensors, (), 0, repeat, None, numbers)
        if sorted_num is not None:
            sorted_num[:] = [int(n) for n in dst.core.result("vms4_sr")]

    return function


def _numbers(name: str, usage: str, info: MrgSort4Info, lists: int) -> tuple[int, ...]:
    lengths = [require_integer(name, usage, "an element length", n) for n in info.element_lengths]
    valid = require_integer(name, usage, "valid_bit", info.valid_bit)
    if len(lengths) > 4 or min(len(lengths), lists) < valid.bit_length():
        raise LanewiseError(
            "CALL-001", op=name, usage=usage,
            case="valid_bit", valid=valid, lists=lists, count=len(lengths),
        )
    return (*lengths, *[0] * (4 - len(lengths)), int(bool(info.if_exhausted_suspension)), valid)


def proposals(ins: Instruction) -> Function:
    op, name = opcodes()[ins.name], ins.name
    usage = f"asc.{name}(dst, src, repeat_time)"

    def function(dst: Any, src: Any, repeat_time: Any) -> None:
        _tensors(name, usage, dst, src)
        dst.core.issue(op, PLAIN, 0, (dst, src), (), 0, require_integer(name, usage, "repeat_time", repeat_time))

    return function


def proposal_field(ins: Instruction) -> Function:
    op, name = opcodes()[ins.name], ins.name
    usage = f"asc.{name}(dst, src, repeat_time, mode_number)"

    def function(dst: Any, src: Any, repeat_time: Any, mode_number: Any) -> None:
        _tensors(name, usage, dst, src)
        mode = require_integer(name, usage, "mode_number", mode_number)
        dst.core.issue(
            op, PLAIN, 0, (dst, src), (), 0, require_integer(name, usage, "repeat_time", repeat_time), None, (mode,)
        )

    return function


def get_mrg_sort_result() -> tuple[int, int, int, int]:
    """Four numbers, one for each list."""
    core = current_core("get_mrg_sort_result")
    core.issue(opcodes()["get_mrg_sort_result"], PLAIN, 0, ())
    first, second, third, fourth = (int(n) for n in core.result("vms4_sr"))
    return first, second, third, fourth
