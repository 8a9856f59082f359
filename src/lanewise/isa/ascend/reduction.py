"""Reductions: one result per repeat, per 32-byte block, per pair of lanes, or one for the whole call.

Sums are trees of neighbouring pairs: lane 0 + lane 1, lane 2 + lane 3 and so on, then the pairs of those sums, until
one is left. Every step rounds to the destination type.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from lanewise.isa.ascend.arithmetic import add, maximum, minimum
from lanewise.isa.ascend.chips import A2A3, C310B, C310P, C910, NOT_910, ON_950
from lanewise.isa.ascend.move import no_effect
from lanewise.isa.calls import Call, by_hand, call
from lanewise.isa.env import Array, Env
from lanewise.isa.form import REDUCE, STATE
from lanewise.isa.record import MASKED, PLAIN, Instruction, Row, rows
from lanewise.isa.reduce import Group, ReduceOrder, Result, Whole

FAMILY = "reduction"


# --- sums -----------------------------------------------------------------------------------------------------------


def tree(e: Env, leaves: Array) -> Any:
    """Neighbours first; the number of leaves is a power of two."""
    while len(leaves) > 1:
        leaves = add(e, leaves[0::2], leaves[1::2])
    return leaves[0]


def total(e: Env, group: Group) -> Any:
    """Masked lanes are leaves of +0."""
    return tree(e, np.where(group.active, group.values, 0).astype(e.to.numpy))


def trees_of(e: Env, values: list[Any]) -> Any:
    """A tree for every repeat full of values, again and again until one value is left."""
    lanes = 256 // e.to.size
    while len(values) > 1:
        padded = np.zeros(-(-len(values) // lanes) * lanes, e.to.numpy)
        padded[: len(values)] = values
        values = [tree(e, leaves) for leaves in padded.reshape(-1, lanes)]
    return values[0]


def sum_repeat(e: Env, group: Group) -> Result | None:
    return Result(total(e, group)) if group.active.any() else masked(e, "masked_repeat", "sum")


def sum_block(e: Env, group: Group) -> Result | None:
    return Result(total(e, group)) if group.active.any() else masked(e, "masked_block", "sum")


def sum_pair(e: Env, group: Group) -> Result | None:
    return Result(total(e, group)) if group.active.any() else masked(e, "masked_pair", "sum")


def sum_all(e: Env, call: Whole) -> Result:
    order = e.policy["reduce_sum_count"]
    if order == "merge" and call.counter and 1 < len(call.repeats) <= 4:
        return Result(merged(e, call.repeats))
    sums = [total(e, repeat) for repeat in call.repeats]
    if order == "accumulate" and call.counted:
        one_by_one = np.zeros(1, e.to.numpy)
        for value in sums:
            one_by_one = add(e, one_by_one, np.array([value], e.to.numpy))
        return Result(one_by_one[0])
    if order == "tail_apart" and call.counted and len(sums) > 1 and not call.repeats[-1].active.all():
        return Result(trees_of(e, [trees_of(e, sums[:-1]), sums[-1]]))
    return Result(trees_of(e, sums))


def merged(e: Env, repeats: list[Group]) -> Any:
    """Two to four repeats added lane by lane, then one tree; where the last one has no lane, the other is kept."""

    def plus(a: Array, b: Group) -> Array:
        return np.where(b.active, add(e, a, b.values), a)

    first = repeats[0].values
    if len(repeats) == 4:
        return tree(e, add(e, plus(first, repeats[1]), plus(repeats[2].values, repeats[3])))
    for repeat in repeats[1:]:
        first = plus(first, repeat)
    return tree(e, first)


# --- maxima and minima ----------------------------------------------------------------------------------------------


def largest_repeat(e: Env, group: Group) -> Result | None:
    return min_or_max(e, group, "max") if group.active.any() else masked(e, "masked_repeat", "max")


def smallest_repeat(e: Env, group: Group) -> Result | None:
    return min_or_max(e, group, "min") if group.active.any() else masked(e, "masked_repeat", "min")


def largest_block(e: Env, group: Group) -> Result | None:
    return extreme_block(e, group, "max")


def smallest_block(e: Env, group: Group) -> Result | None:
    return extreme_block(e, group, "min")


def largest_all(e: Env, call: Whole) -> Result:
    return extreme_all(e, call, "max")


def smallest_all(e: Env, call: Whole) -> Result:
    return extreme_all(e, call, "min")


def min_or_max(e: Env, group: Group, fold: str) -> Result:
    """The extreme of the active lanes and the lowest lane that equals it; of the first NaN, if there is one."""
    lanes = np.flatnonzero(group.active)
    values = group.values[lanes]
    value = fold_all(e, values, fold)
    return Result(value, int(lanes[first_equal(e, values, value)]))


def extreme_block(e: Env, group: Group, fold: str) -> Result | None:
    if not group.active.any():
        return masked(e, "masked_block", fold)
    outside = neutral(e, fold, e.policy["masked_block"])
    return Result(fold_all(e, np.where(group.active, group.values, outside), fold))


def extreme_all(e: Env, call: Whole, fold: str) -> Result:
    lanes = [np.flatnonzero(repeat.active) for repeat in call.repeats]
    values = np.concatenate([repeat.values[at] for repeat, at in zip(call.repeats, lanes, strict=True)])
    value = fold_all(e, values, fold)
    if e.policy["reduce_start"] == "finite" and e.to.layout is not None:
        start = np.array([-e.to.layout.maximum if fold == "max" else e.to.layout.maximum], e.to.numpy)
        value = fold_all(e, np.concatenate([start, np.array([value], e.to.numpy)]), fold)
    found = first_equal(e, values, value)
    if found is None:
        return Result(value)
    sequence = e.policy["reduce_index"] == "sequence" and call.counter
    per_repeat = 256 // e.to.size
    for r, (repeat, at) in enumerate(zip(call.repeats, lanes, strict=True)):
        if found < len(at):
            return Result(value, int(at[found]) + (r * per_repeat if sequence else repeat.offset))
        found -= len(at)
    raise AssertionError


def fold_all(e: Env, values: Array, fold: str) -> Any:
    """The largest or smallest of some values; their order does not matter."""
    pick = maximum if fold == "max" else minimum
    while len(values) > 1:
        half = len(values) // 2
        values = np.concatenate([pick(e, values[:half], values[half : 2 * half]), values[2 * half :]])
    return pick(e, values, values)[0]  # a lone NaN becomes the quiet one


def first_equal(e: Env, values: Array, value: Any) -> Any:
    """Position of the first element that equals the value (the first NaN for a NaN); None where there is none."""
    if e.to.is_float and np.isnan(value):
        hits = np.flatnonzero(np.isnan(values))
    else:
        hits = np.flatnonzero(values == value)
    return hits[0] if len(hits) else None


# --- groups without an active lane ----------------------------------------------------------------------------------


def masked(e: Env, policy: str, fold: str) -> Result | None:
    """What a group without an active lane gives; None leaves the destination as it is."""
    choice = e.policy[policy]
    return None if choice == "keep" else Result(neutral(e, fold, choice))


def neutral(e: Env, fold: str, choice: str) -> Any:
    """The value that changes nothing: 0 for sums, the lowest for maxima, the highest for minima."""
    if fold == "sum":
        return e.to.numpy.type(0)
    if e.to.is_integer:
        return e.to.numpy.type(e.to.minimum if fold == "max" else e.to.maximum)
    end = 65504.0 if choice == "largest" and e.to.name == "half" else np.inf
    return e.to.numpy.type(-end if fold == "max" else end)


# --- records --------------------------------------------------------------------------------------------------------

_FLOATS = {(*ON_950, *NOT_910): "half float", (C910,): "half"}
_NARROW_950 = "int16 uint16 half int32 uint32 float"
_WIDE = "int64 uint64"
_ORDERS = {
    **dict.fromkeys((*ON_950, *A2A3), tuple(int(o) for o in ReduceOrder)),
    C310B: (int(ReduceOrder.ORDER_VALUE_INDEX), int(ReduceOrder.ORDER_ONLY_VALUE)),
    C310P: (int(ReduceOrder.ORDER_VALUE_INDEX), int(ReduceOrder.ORDER_INDEX_VALUE)),
    C910: (int(ReduceOrder.ORDER_VALUE_INDEX),),
}

_SUM_POLICIES = ("float_rounding", "float_saturation", "nan_result", "integer_overflow", "tree_rounding", "masked_leaf")
_EXTREME_POLICIES = ("max_min_special", "nan_result", "reduce_nan", "masked_leaf")
_ALL_POLICIES = ("reduce_buffer", "reduce_mask")

_REPEAT = REDUCE(group="repeat")
_BLOCK = REDUCE(group="block")
_PAIR = REDUCE(group="pair")
_ALL = REDUCE("dst src shared_tmp_buffer~", group="all")

_TREE_NOTE = "neighbouring pairs are added first; every step rounds, and half saturates while CTRL[48] is 0"
_INDEX_NOTE = "the index is an integer stored bit for bit in an element; the lowest index wins"


def _timing(group: str, fold: str) -> str:
    """Minima cost what maxima cost."""
    return f"reduce-{group}-{'sum' if fold == 'sum' else 'max'}"


_STRIDES = "dstRepStride:i32, srcBlkStride:i32, srcRepStride:i32"
_ORDER = "order:ReduceOrder=ReduceOrder::ORDER_VALUE_INDEX"


def _new_name(name: str, fold: str, more: str = "") -> Call:
    """The newer names are told by a template argument what to make of the lanes."""
    return call(
        f"{name}<reduceType:ReduceType, T, U, isSetMask>(dst:T, src:U, mask, repeatTime, {_STRIDES}{more}",
        when=f"reduceType == ReduceType::{fold.upper()}",
    )


def _old_name(name: str, parameters: str) -> tuple[Call, ...]:
    """The older names have one element type or two, and their numbers in another order."""
    return (call(f"{name}<T, isSetMask>(dst:T, src:T, {parameters}"),
            call(f"{name}<T, U, isSetMask>(dst:T, src:U, {parameters}"))


def _repeat_calls(fold: str) -> tuple[Call, ...]:
    if fold != "sum":
        whole = _old_name(f"WholeReduce{fold.title()}", f"mask, repeatTime, {_STRIDES}, {_ORDER})")
        return (_new_name("ReduceRepeat", fold, f", {_ORDER})"), *whole)
    # The block stride of RepeatReduceSum's destination has no effect.
    return (_new_name("ReduceRepeat", fold, f", _{_ORDER}) ->"),
            *_old_name("WholeReduceSum", f"mask, repeatTime, {_STRIDES})"),
            *_old_name("RepeatReduceSum", "repeatTime, mask, _:i32, srcBlkStride:i32, dstRepStride:i32, "
                       "srcRepStride:i32)"))


def _block_calls(new: str, fold: str, old: str) -> tuple[Call, ...]:
    return (_new_name(new, fold, ")"), *_old_name(old, f"repeatTime, mask, {_STRIDES})"))


def _all_calls(fold: str) -> tuple[Call, ...]:
    types, more = ("T, isSetMask", "") if fold == "sum" else ("T", ", calIndex:bool=false")
    return (call(f"<{types}>(dst:T, src:T, sharedTmpBuffer:T, count{more})"),
            call(f"<T>(dst:T, src:T, sharedTmpBuffer:T, mask, repeatTime, srcRepStride:i32{more})"))


def _repeat(fold: str, meaning: Callable[..., Any], summary: str, table: Any, old: tuple[str, ...]) -> Instruction:
    indexed = fold != "sum"
    unit = "2 elements, 1 for ORDER_ONLY_VALUE, 4 bytes for ORDER_ONLY_INDEX" if indexed else "1 element"
    notes = (
        f"dst_rep_stride counts {unit}; dst is aligned to one such unit",
        _INDEX_NOTE if indexed else _TREE_NOTE,
        *(("ORDER_ONLY_INDEX writes 4 bytes, for 16-bit elements too",) if indexed else ()),
    )
    shared = (*_EXTREME_POLICIES, "extreme_register") if indexed else _SUM_POLICIES
    return Instruction(
        f"reduce_repeat_{fold}", FAMILY, _REPEAT, ("ReduceRepeat",), summary, meaning, rows(table, operands=2,
        overloads=MASKED), old=old, python=(f"reduce_repeat_{fold}", *(_snake(name) for name in old)),
        lane=f"reduce_{fold}", saturates=not indexed, policies=(*shared, "masked_repeat", "reduce_zero_stride"),
        fold=fold,
        orders=_ORDERS if indexed else {}, timing=_timing("repeat", fold), notes=notes,
        calls=_repeat_calls(fold),
    )


def _block(fold: str, meaning: Callable[..., Any], summary: str, old: str) -> Instruction:
    shared = _SUM_POLICIES if fold == "sum" else _EXTREME_POLICIES
    return Instruction(
        f"reduce_data_block_{fold}", FAMILY, _BLOCK, ("ReduceDataBlock",), summary, meaning,
        rows(_FLOATS, operands=2, overloads=MASKED), old=(old,), python=(f"reduce_data_block_{fold}", _snake(old)),
        lane=f"reduce_{fold}", saturates=fold == "sum", policies=(*shared, "masked_block", "reduce_zero_stride"),
        fold=fold,
        timing=_timing("block", fold), calls=_block_calls("ReduceDataBlock", fold, old),
        notes=("eight results a repeat; dst_rep_stride counts eight elements, and dst is aligned to them",
               *((_TREE_NOTE,) if fold == "sum" else ())),
    )


def _all(fold: str, meaning: Callable[..., Any], summary: str, vendor: str, table: Any, **more: Any) -> Instruction:
    return Instruction(
        f"reduce_{fold}", FAMILY, _ALL, (vendor,), summary, meaning, rows(table, {ON_950: _WIDE}, 3), fold=fold,
        timing=_timing("all", fold), calls=_all_calls(fold), **more,
    )


def _snake(name: str) -> str:
    return "".join(f"_{c.lower()}" if c.isupper() else c for c in name).strip("_")


def _register(name: str, vendor: str, summary: str, chips: tuple[str, ...], old: str, calls: tuple[str, ...],
              **more: Any) -> Instruction:
    return Instruction(
        name, FAMILY, STATE, (vendor,), summary, no_effect, (Row(chips, (), PLAIN),), old=(old,),
        python=(name, _snake(old)), timing="state", pipe="S",
        calls=by_hand("what a register of the core holds is given back", *calls), **more,
    )


INSTRUCTIONS = (
    _repeat("sum", sum_repeat, "one sum for each repeat",
            {ON_950: "int32/int16 uint32/uint16 half int32 uint32 float", NOT_910: "half float", (C910,): "half"},
            ("WholeReduceSum", "RepeatReduceSum")),
    _repeat("max", largest_repeat, "the largest element of each repeat, its lane, or both",
            {ON_950: _NARROW_950, NOT_910: "half float", (C910,): "half"}, ("WholeReduceMax",)),
    _repeat("min", smallest_repeat, "the smallest element of each repeat, its lane, or both",
            {ON_950: _NARROW_950, NOT_910: "half float", (C910,): "half"}, ("WholeReduceMin",)),
    _block("sum", sum_block, "one sum for each 32-byte block", "BlockReduceSum"),
    _block("max", largest_block, "the largest element of each 32-byte block", "BlockReduceMax"),
    _block("min", smallest_block, "the smallest element of each 32-byte block", "BlockReduceMin"),
    Instruction("reduce_pair_elem_sum", FAMILY, _PAIR, ("ReducePairElem",), "dst[k] = src[2k] + src[2k + 1]", sum_pair,
                rows(_FLOATS, operands=2, overloads=MASKED), old=("PairReduceSum",),
                python=("reduce_pair_elem_sum", "pair_reduce_sum"), lane="reduce_sum", saturates=True,
                policies=(*_SUM_POLICIES, "masked_pair", "reduce_zero_stride"), fold="sum", timing="reduce-pair",
                calls=_block_calls("ReducePairElem", "sum", "PairReduceSum"),
                notes=("half as many results as lanes a repeat; dst_rep_stride counts 128 bytes",)),
    _all("sum", sum_all, "dst[0] = the sum of all active elements", "ReduceSum",
         {ON_950: f"half float int32 uint32 {_WIDE}", NOT_910: "half float", (C910,): "half"}, saturates=True,
         wraps_wide=True,
         count_reads_mask=True,
         policies=(*_SUM_POLICIES, "reduce_sum_count", "reduce_accumulator", *_ALL_POLICIES),
         notes=(_TREE_NOTE, "masked forms: a tree for each repeat, then trees of those sums until one is left",
                "shared_tmp_buffer: an element for each repeat, in whole blocks; the accumulating form needs none",
                "is_set_mask=False matters only where the count form accumulates")),
    _all("max", largest_all, "dst[0] = the largest active element; dst[1] = its index when cal_index is true",
         "ReduceMax", {ON_950: f"{_NARROW_950} {_WIDE}", NOT_910: "half float", (C910,): "half"},
         policies=(*_EXTREME_POLICIES, "reduce_index", "reduce_start", "extreme_register", *_ALL_POLICIES),
         notes=(_INDEX_NOTE, "shared_tmp_buffer: a pair for each repeat, in whole blocks; with cal_index also one for "
                "each repeat of those pairs, and again while more than one pair is left")),
    _all("min", smallest_all, "dst[0] = the smallest active element; dst[1] = its index when cal_index is true",
         "ReduceMin", {ON_950: f"{_NARROW_950} {_WIDE}", NOT_910: "half float", (C910,): "half"},
         policies=(*_EXTREME_POLICIES, "reduce_index", "reduce_start", "extreme_register", *_ALL_POLICIES),
         notes=(_INDEX_NOTE, "shared_tmp_buffer as for ReduceMax")),
    _register("get_reduce_repeat_sum_spr", "GetReduceRepeatSumSpr",
              "the result of the last ReduceSum in the count form", (*ON_950, *A2A3), "GetAccVal", ("<T>()",),
              notes=("half and float",)),
    _register("get_reduce_repeat_max_min_spr", "GetReduceRepeatMaxMinSpr",
              "value and index of the last ReduceRepeat for maxima or minima, or the value of the last ReduceMax or "
              "ReduceMin", (*A2A3, C310P), "GetReduceMaxMinCount",
              ("<T>(maxMinValue:out T)", "<T>(maxMinValue:out T, maxMinIndex:out T)"),
              policies=("extreme_register",),
              orders={**dict.fromkeys(A2A3, (0, 2)), C310P: (2,)},
              notes=("half and float; ascend310p has only the value",
                     "documented for source block stride 1, repeat stride 8 and Normal mode only",
                     "the index after ReduceMax and ReduceMin is not meaningful on hardware")),
)
