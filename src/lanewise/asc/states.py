"""Functions for records that change the state of a core: masks, the pad value and loop mode."""

from __future__ import annotations

from typing import Any

from lanewise.asc.arguments import PLAIN, WORD, encode, require_integer
from lanewise.asc.elementwise import Function
from lanewise.asc.enums import DataCopyMVType, MaskMode
from lanewise.asc.params import LoopModeParams
from lanewise.errors import LanewiseError
from lanewise.isa.catalogue import opcodes
from lanewise.isa.record import Instruction
from lanewise.machine.core import current_core
from lanewise.machine.definition.lanes import mask_words
from lanewise.machine.tensor import TPosition
from lanewise.numerics.formats import DTYPES, dtype

ALL = WORD - 1


def issue(name: str, *params: int) -> None:
    current_core(name).issue(opcodes()[name], PLAIN, 0, (), (), 0, 1, None, params)


def make_stateless_call(ins: Instruction) -> Function:
    """A state instruction without arguments."""
    name = ins.name

    def function() -> None:
        issue(name)

    return function


_MASK_USAGE = "asc.set_vector_mask(length, dtype, mode) or asc.set_vector_mask(high, low, dtype, mode)"


def set_vector_mask(
    *args: Any, dtype: Any = None, mode: Any = None, length: Any = None, high: Any = None, low: Any = None
) -> None:
    """The high word comes first. `mode` says what the numbers mean; it does not switch the mode of the core."""
    words: list[Any] = []
    rest: list[Any] = []
    for value in args:
        (words if isinstance(value, int) and not isinstance(value, MaskMode) else rest).append(value)
    for value in rest:
        if isinstance(value, MaskMode):
            mode = value
        else:
            dtype = value
    if high is not None or low is not None:
        words = [high, low]
    elif length is not None:
        words = [length]
    numbers = [require_integer("set_vector_mask", _MASK_USAGE, "a mask word", w) for w in words]
    if len(numbers) not in (1, 2):
        raise LanewiseError("CALL-001", op="set_vector_mask", case="numbers", count=len(numbers), usage=_MASK_USAGE)
    kind = DTYPES["half"] if dtype is None else _dtype(dtype)
    issue("set_vector_mask", *_mask_words(numbers, kind.size, MaskMode.NORMAL if mode is None else MaskMode(mode)))


_dtype = dtype


def _mask_words(numbers: list[int], size: int, mode: MaskMode) -> tuple[int, int]:
    per_repeat = 256 // size
    if len(numbers) == 2:
        high, low = numbers
        if not (0 <= high < WORD and 0 <= low < WORD):
            raise LanewiseError("MASK-004", op="set_vector_mask", got=f"({high}, {low})")
        if mode == MaskMode.NORMAL and per_repeat <= 64 and high and (high, low) != (ALL, ALL):
            raise LanewiseError("MASK-003", op="set_vector_mask", high=per_repeat - 1, bits=8 * size, word=high)
        return low, high
    (length,) = numbers
    top = 0xFFFFFFFF if mode == MaskMode.COUNTER else per_repeat
    if not 0 <= length <= top:
        raise LanewiseError("MASK-001", op="set_vector_mask", mask=length, low=0, high=top, bits=8 * size)
    if mode == MaskMode.COUNTER:
        return length, 0
    words = mask_words(length, per_repeat)
    if per_repeat == 256 and words[2] != (ALL if length == 256 else 0):
        raise LanewiseError("MASK-001", op="set_vector_mask", mask=length, low=0, high=128, bits=8)
    return words[0], words[1]


def set_pad_value(padding_value: Any, pos: TPosition = TPosition.MAX, *, dtype: Any = None) -> None:
    """The type is `dtype`, else that of a typed number; a plain int fits all integer types, a float means float32."""
    kind = dtype if dtype is not None else getattr(padding_value, "dtype", None)
    if kind is not None:
        bits = encode("set_pad_value", padding_value, _dtype(kind))
    elif isinstance(padding_value, int):
        bits = padding_value & ALL
    else:
        bits = encode("set_pad_value", padding_value, DTYPES["float"])
    issue("set_pad_value", bits)


def set_loop_mode_para(loop_params: LoopModeParams, type: DataCopyMVType) -> None:
    p = loop_params
    sizes = (p.loop1_size, p.loop2_size)
    if not all(0 <= n < 1 << 21 for n in sizes):
        raise LanewiseError("STRIDE-001", op="set_loop_mode_para", field="loop size", stride=max(sizes), low=0,
                            high=(1 << 21) - 1)
    strides = (p.loop1_src_stride, p.loop1_dst_stride, p.loop2_src_stride, p.loop2_dst_stride)
    inward = DataCopyMVType(type) == DataCopyMVType.OUT_TO_UB
    for i, stride in enumerate(strides):
        in_ub = (i % 2 == 1) == inward
        high = (1 << 21) - 1 if in_ub else (1 << 40) - 1
        if not 0 <= stride <= high or (in_ub and stride % 32):
            raise LanewiseError("STRIDE-001", op="set_loop_mode_para", field=f"loop{i // 2 + 1} "
                                f"{'dst' if i % 2 else 'src'} stride", stride=stride, low=0, high=high)
    issue("set_loop_mode_para", int(type), *sizes, *strides)


def reset_loop_mode_para(type: DataCopyMVType) -> None:
    issue("reset_loop_mode_para", int(type))
