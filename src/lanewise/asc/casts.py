"""Functions for conversions, and for the register that scales them."""

from __future__ import annotations

from typing import Any

from lanewise.asc.arguments import CONTIGUOUS, PLAIN, as_params, encode, explain, masked, odd_count
from lanewise.asc.elementwise import Function, _current_exception
from lanewise.asc.params import UnaryRepeatParams, VdeqInfo
from lanewise.asc.states import issue
from lanewise.errors import LanewiseError
from lanewise.isa.catalogue import opcodes
from lanewise.isa.record import Instruction
from lanewise.machine.tensor import Tensor
from lanewise.numerics.formats import DTYPES
from lanewise.numerics.rounding import RoundMode


def convert(ins: Instruction) -> Function:
    op, name = opcodes()[ins.name], ins.name
    usage = (
        f"asc.{name}(dst, src, round_mode, count) or "
        f"asc.{name}(dst, src, round_mode, mask, repeat_times, repeat_params)"
    )
    modes = {mode: (int(mode),) for mode in RoundMode}

    def function(
        dst: Any, src: Any, round_mode: Any, mask: Any = None, repeat_times: Any = None, repeat_params: Any = None,
        is_set_mask: bool = True, *, count: Any = None,
    ) -> None:
        params = modes.get(round_mode)
        if params is None:
            raise LanewiseError("CALL-001", op=name, case="round_mode", round_mode=repr(round_mode), usage=usage)
        try:
            flags = 1 if is_set_mask else 0
            if repeat_params is None:
                if count is None and repeat_times is None and mask.__class__ is int:
                    count = mask
                elif mask is not None or repeat_times is not None or count.__class__ is not int:
                    count, _ = odd_count(name, usage, mask, repeat_times, is_set_mask, count)
                dst.core.issue(op, 0, flags, (dst, src), (), count, 1, None, params)
            else:
                how = CONTIGUOUS
                if mask.__class__ is not int or repeat_times.__class__ is not int:
                    how, mask, repeat_times = masked(name, usage, mask, repeat_times)
                if repeat_params.__class__ is not UnaryRepeatParams:
                    repeat_params = as_params(repeat_params, UnaryRepeatParams)
                dst.core.issue(op, how, flags, (dst, src), (), mask, repeat_times, repeat_params.strides, params)
        except (AttributeError, TypeError):
            raise explain(name, usage, dst, src) or _current_exception() from None

    return function


def dequant(ins: Instruction) -> Function:
    op, name = opcodes()[ins.name], ins.name
    usage = f"asc.{name}(dst, src, count) or asc.{name}(dst, src, mask, repeat_times, repeat_params)"

    def function(
        dst: Any, src: Any, mask: Any = None, repeat_times: Any = None, repeat_params: Any = None,
        is_set_mask: bool = True, is_vec_deq: bool = True, half_block: bool = True, *, count: Any = None,
    ) -> None:
        problem = explain(name, usage, dst, src)
        if problem:
            raise problem
        params = (int(bool(is_vec_deq)), int(bool(half_block)))
        flags = 1 if is_set_mask else 0
        if repeat_params is None:
            count, _ = odd_count(name, usage, mask, repeat_times, is_set_mask, count)
            dst.core.issue(op, 0, flags, (dst, src), (), count, 1, None, params)
            return
        how, mask, repeat = masked(name, usage, mask, repeat_times)
        strides = as_params(repeat_params, UnaryRepeatParams).strides
        dst.core.issue(op, how, flags, (dst, src), (), mask, repeat, strides, params)

    return function


_SCALE_USAGE = (
    "asc.set_deq_scale(scale) or asc.set_deq_scale(scale, offset, sign_mode) or asc.set_deq_scale(vdeq, vdeq_info)"
)


def set_deq_scale(*args: Any, **named: Any) -> None:
    """A half; or a float scale, an offset of 9 bits and whether results are signed; or a tensor of 16 words."""
    name = "set_deq_scale"
    for names in (("scale",), ("scale", "offset", "sign_mode"), ("vdeq", "vdeq_info")):
        rest = names[len(args) :]
        if len(args) + len(named) == len(names) and set(named) == set(rest):
            values = (*args, *(named[n] for n in rest))
            break
    else:
        raise LanewiseError("CALL-001", op=name, case="no_form", usage=_SCALE_USAGE)
    if len(values) == 1:
        issue(name, encode(name, values[0], DTYPES["half"]))
    elif len(values) == 3:
        issue(name, _deq_scale_word(*values))
    else:
        _table(*values)


def _deq_scale_word(scale: Any, offset: Any, sign_mode: Any) -> int:
    if not -256 <= int(offset) <= 255:
        raise LanewiseError("SCALAR-003", op="set_deq_scale", value=offset, type="a 9-bit offset", low=-256, high=255)
    return encode("set_deq_scale", scale, DTYPES["float"]) | (int(offset) & 0x1FF) << 37 | bool(sign_mode) << 46


def _table(vdeq: Any, info: VdeqInfo) -> None:
    if not isinstance(vdeq, Tensor):
        raise LanewiseError("CALL-001", op="set_deq_scale", case="vdeq", usage=_SCALE_USAGE)
    lists = (info.vdeq_scale, info.vdeq_offset, info.vdeq_sign_mode)
    if any(len(values) != 16 for values in lists):
        raise LanewiseError("CALL-001", op="set_deq_scale", case="vdeq_info", usage=_SCALE_USAGE)
    words = tuple(_deq_scale_word(*one) for one in zip(*lists, strict=True))
    vdeq.core.issue(opcodes()["set_deq_scale_vector"], PLAIN, 0, (vdeq,), (), 0, 1, None, words)
