"""Instructions that set the mask register and its mode."""

from __future__ import annotations

from typing import Any

from lanewise.isa.ascend.chips import C910, NOT_910, ON_950
from lanewise.isa.calls import NOTHING, Call, call
from lanewise.isa.form import STATE
from lanewise.isa.issued import ALL_ONES, COUNTER_BIT
from lanewise.isa.record import PLAIN, Instruction, Row

FAMILY = "mask"


def set_mask_count(state: Any, params: tuple[int, ...]) -> None:
    state["ctrl"] |= 1 << COUNTER_BIT


def set_mask_norm(state: Any, params: tuple[int, ...]) -> None:
    state["ctrl"] &= ALL_ONES ^ (1 << COUNTER_BIT)


def set_vector_mask(state: Any, params: tuple[int, ...]) -> None:
    """params: low word, high word. The front has already turned a length into words."""
    low, high = params
    state["mask"] = [low, high, high, high] if low == high == ALL_ONES else [low, high, 0, 0]


def reset_mask(state: Any, params: tuple[int, ...]) -> None:
    state["mask"] = ALL_ONES


def _mask(name: str, vendor: str, summary: str, meaning: Any, chips: tuple[str, ...],
          calls: tuple[Call, ...] = NOTHING) -> Instruction:
    return Instruction(
        name, FAMILY, STATE, (vendor,), summary, meaning, (Row(chips, (), PLAIN),), timing="state", pipe="S",
        calls=calls,
    )


def _mask_call(parameters: str, made: str) -> Call:
    return call(
        f"<T, mode:MaskMode=MaskMode::NORMAL>({parameters}) -> words.low, words.high",
        check=f"const auto words = lanewise::{made}, lanewise::widest<T>, mode == MaskMode::COUNTER)",
    )


_MOST = (*ON_950, *NOT_910)

INSTRUCTIONS = (
    _mask("set_mask_count", "SetMaskCount", "Counter mode: MASK holds a total element count", set_mask_count, _MOST),
    _mask("set_mask_norm", "SetMaskNorm", "Normal mode: MASK bits gate the elements of every repeat", set_mask_norm,
          _MOST),
    _mask("set_vector_mask", "SetVectorMask", "MASK = high:low, or the first len elements, or a count",
          set_vector_mask, (*_MOST, C910),
          # The high word comes first. `mode` says what the numbers mean; it does not switch the mode of the core.
          (_mask_call("maskHigh:u64, maskLow:u64", "mask_of_words(maskHigh, maskLow"),
           _mask_call("len:i64", "mask_of_length(len"))),
    _mask("reset_mask", "ResetMask", "MASK = all ones; the mode stays", reset_mask, _MOST),
)
