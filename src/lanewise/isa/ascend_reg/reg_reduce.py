"""Reductions of a register: to one lane, to one lane per 32-byte block, or pair by pair.

Sums are trees of neighbouring pairs, every step rounded to the type of the result.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from lanewise.isa.ascend.arithmetic import add
from lanewise.isa.ascend.chips import ON_950
from lanewise.isa.ascend.reduction import first_equal, fold_all, neutral, tree
from lanewise.isa.calls import Call, call
from lanewise.isa.env import Array, Env
from lanewise.isa.form import REGISTER_WALK
from lanewise.isa.record import PLAIN, Instruction, Row
from lanewise.isa.registers import RegisterWalk

FAMILY = "register reduce"
BLOCK = 32


def _wide(e: Env) -> bool:
    return e.types[1].size == 8


def _summands(w: RegisterWalk) -> tuple[Env, Array]:
    """What a sum adds: elements in the type of the result, 0 where the mask is clear."""
    e = w.env
    values = w.lanes(1).astype(e.to.numpy)
    return e, np.where(w.active(2, 1), values, np.zeros(1, values.dtype))


def reduce_sum(w: RegisterWalk) -> None:
    """64-bit: the library's carries run under the mask, so that nothing is left when lane 0 is masked."""
    e, leaves = _summands(w)
    lost = _wide(e) and not w.active(2, 1)[0]
    w.put(0, np.array([0 if lost else tree(e, leaves)], leaves.dtype))


def block_sum(w: RegisterWalk) -> None:
    e, leaves = _summands(w)
    blocks = leaves.reshape(-1, BLOCK // w.env.types[1].size)
    w.put(0, np.array([tree(e, block) for block in blocks], leaves.dtype))


def pair_sum(w: RegisterWalk) -> None:
    e, leaves = _summands(w)
    w.put(0, add(e, leaves[0::2], leaves[1::2]))


def _min_or_max(w: RegisterWalk, fold: str) -> None:
    """The value in lane 0 and the number of its first lane in lane 1, as an integer of the same width."""
    e, values = w.env, w.lanes(1)
    lanes = np.flatnonzero(w.active(2, 1))
    if len(lanes):
        value = fold_all(e, values[lanes], fold)
        index = int(lanes[first_equal(e, values[lanes], value)])
    else:
        value, index = neutral(e, fold, e.policy["masked_repeat"]), 0
    place = np.array([index], f"u{e.to.size}").view(values.dtype)
    w.put(0, np.concatenate([np.array([value], values.dtype), place]))


def reduce_max(w: RegisterWalk) -> None:
    _min_or_max(w, "max")


def reduce_min(w: RegisterWalk) -> None:
    _min_or_max(w, "min")


def _block_extreme(w: RegisterWalk, fold: str) -> None:
    e, values = w.env, w.lanes(1)
    outside = neutral(e, fold, e.policy["masked_block"])
    blocks = np.where(w.active(2, 1), values, outside).astype(values.dtype).reshape(-1, BLOCK // e.to.size)
    w.put(0, np.array([fold_all(e, block, fold) for block in blocks], values.dtype))


def block_max(w: RegisterWalk) -> None:
    _block_extreme(w, "max")


def block_min(w: RegisterWalk) -> None:
    _block_extreme(w, "min")


_FORM = REGISTER_WALK("dst:reg src:reg mask:mask")
_SUMS = "half int32/int16 uint32/uint16 int32 uint32 float"
_EXTREMES = "int16 uint16 half int32 uint32 float"
_WIDE = "int64 uint64"
_SUM_POLICIES = ("float_rounding", "float_saturation", "nan_result", "integer_overflow", "tree_rounding", "masked_leaf")
_EXTREME_POLICIES = ("max_min_special", "nan_result", "reduce_nan", "masked_leaf")


def _rows(types: str) -> tuple[Row, ...]:
    words = (word.split("/") for word in types.split())
    return tuple(Row(ON_950, (word[0], word[-1], ""), PLAIN) for word in words)


_FITS = "(lanewise::Fits<T, S> || lanewise::Fits<T, V>)"


def _calls(new: str, old: str, fold: str) -> tuple[Call, ...]:
    """The new name with a type of reduction, the old one with its own; one element type or two."""
    chosen = f"type == ReduceType::{fold.upper()} && lanewise::Fits<T, S>"
    either = "(lanewise::Fits<U, V> || lanewise::Fits<T, V>)"
    two, one = "T=DefaultType, U=DefaultType, _merge", "T, mode:MaskMergeMode"
    return (
        call(f"{new}<type:ReduceType=ReduceType::SUM, {two}>(dst:S, src:V, mask)", when=f"{chosen} && {either}"),
        call(f"{new}<type:ReduceType, {one}>(dst:S, src:V, mask)", when=chosen),
        *_old_calls(old),
    )


def _old_calls(old: str) -> tuple[Call, ...]:
    return (call(f"{old}<T=DefaultType, U=DefaultType, _merge>(dst:S, src:V, mask)", when=_FITS),
            call(f"{old}<T, mode:MaskMergeMode>(dst:S, src:V, mask)", when=_FITS))


_PAIR = (call("PairReduceElem<type:PairReduce=PairReduce::SUM, T~U, _merge>(dst:U, src:U, mask)"),
         *_old_calls("PairReduceSum"))


def _reduce(name: str, vendor: str, old: str, summary: str, meaning: Any, types: str, fold: str,
            timing: str, c: str) -> Instruction:
    sums = fold == "sum"
    shared = _SUM_POLICIES if sums else (*_EXTREME_POLICIES, "masked_block" if "block" in name else "masked_repeat")
    return Instruction(f"reg_{name}", FAMILY, _FORM, (f"Reg::{vendor}",), summary, meaning, _rows(types),
                       old=(f"Reg::{old}",), saturates=sums, wraps_wide=sums, policies=shared, timing=timing,
                       calls=_PAIR if vendor == "PairReduceElem" else _calls(vendor, old, fold),
                       c=(call(f"asc_{c}<D, T>(dst:D, src:T, mask)"),))


INSTRUCTIONS = (
    _reduce("reduce_sum", "Reduce", "ReduceSum", "lane 0 of dst = the sum of src", reduce_sum, f"{_SUMS} {_WIDE}",
            "sum", "reduce-sum", "reduce_sum"),
    _reduce("reduce_max", "Reduce", "ReduceMax", "lanes 0 and 1 of dst = the largest of src and its lane", reduce_max,
            f"{_EXTREMES} {_WIDE}", "max", "reduce-max", "reduce_max"),
    _reduce("reduce_min", "Reduce", "ReduceMin", "lanes 0 and 1 of dst = the smallest of src and its lane", reduce_min,
            f"{_EXTREMES} {_WIDE}", "min", "reduce-max", "reduce_min"),
    _reduce("reduce_data_block_sum", "ReduceDataBlock", "ReduceSumWithDataBlock",
            "lane b of dst = the sum of block b of src", block_sum, _SUMS, "sum", "reduce-block",
            "reduce_sum_datablock"),
    _reduce("reduce_data_block_max", "ReduceDataBlock", "ReduceMaxWithDataBlock",
            "lane b of dst = the largest of block b of src", block_max, _EXTREMES, "max", "reduce-block",
            "reduce_max_datablock"),
    _reduce("reduce_data_block_min", "ReduceDataBlock", "ReduceMinWithDataBlock",
            "lane b of dst = the smallest of block b of src", block_min, _EXTREMES, "min", "reduce-block",
            "reduce_min_datablock"),
    _reduce("pair_reduce_elem", "PairReduceElem", "PairReduceSum", "lane i of dst = src[2i] + src[2i + 1]", pair_sum,
            "half float", "sum", "reduce-pair", "pair_reduce_sum"),
)
