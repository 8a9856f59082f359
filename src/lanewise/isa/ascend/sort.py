"""Sorting: records of a score and an index (8 bytes), and region proposals (8 elements) on the older chips."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from lanewise.isa.ascend.chips import A2A3, C310B, C310P, C910, ON_950
from lanewise.isa.ascend.move import no_effect
from lanewise.isa.calls import REPEATS, call
from lanewise.isa.env import Array
from lanewise.isa.form import STATE, WALK
from lanewise.isa.record import PLAIN, Instruction, Row, rows
from lanewise.isa.walk import Walk

FAMILY = "sort"
RECORD = 8  # bytes of a record; elements of a proposal
SCORE = 4  # where a proposal keeps its score
VALID = {3: 2, 7: 3, 15: 4}  # valid_bit -> lists


def rank(score: Any) -> tuple[bool, float]:
    """What orders scores: the smallest rank is the highest score. Any NaN is above all numbers; zeros are equal."""
    number = float(score)
    return (False, 0.0) if np.isnan(number) else (True, -number)


def descending(scores: Array) -> list[int]:
    """Positions by falling score; equal scores keep their order."""
    return sorted(range(len(scores)), key=lambda i: rank(scores[i]))


def sort32(w: Walk) -> None:
    """32 scores and indices a repeat become 32 sorted records."""
    if not w.repeat:
        return
    size = w.env.to.size
    w.reach(0, w.repeat * 32 * RECORD)
    w.reach(1, w.repeat * 32 * size)
    w.reach(2, w.repeat * 32 * 4)
    for r in range(w.repeat):
        at = 32 * r + np.arange(32)
        scores, indices = w.read(1, at), w.read(2, at)
        best = descending(scores)
        records = np.zeros((32, RECORD), np.uint8)  # the two bytes beside a half stay 0
        records[:, :size] = scores[best].view(np.uint8).reshape(32, size)
        records[:, 4:] = indices[best].view(np.uint8).reshape(32, 4)
        elements = records.ravel().view(scores.dtype)
        w.write(0, r * elements.size + np.arange(elements.size), elements)
        w.next_repeat()


def merge_records(w: Walk) -> None:
    size = w.env.to.size
    if w.repeat:
        merge(w, RECORD // size, 0, 32, RECORD)


def merge_proposals(w: Walk) -> None:
    if w.repeat < 1:
        w.refuse("REPEAT-001", repeat=w.repeat, low=1, high=255)
    whole = RECORD * w.env.to.size
    merge(w, RECORD, SCORE, whole, whole)


def merge(w: Walk, elements: int, score: int, dst_align: int, src_align: int) -> None:
    """`elements` make a record, its score is element `score`. params: 4 lengths, suspension, valid_bit."""
    suspend, valid_bit = w.params[4:]
    if valid_bit not in VALID:
        w.refuse("PARAM-001", what="valid_bit", value=valid_bit, need="3, 7 or 15")
    lengths = w.params[: VALID[valid_bit]]
    for i, length in enumerate(lengths):
        w.within(f"element_lengths[{i}]", length, 0, 4095)
    size = elements * w.env.to.size
    total = sum(lengths)
    if w.repeat > 1:
        starts = [w.address(1 + i) for i in range(len(lengths))]
        follow = all(at == starts[0] + i * lengths[0] * size for i, at in enumerate(starts))
        if suspend or valid_bit != 15 or len(set(lengths)) > 1 or not follow:
            w.refuse("REPEAT-002", repeat=w.repeat)
    for i, length in enumerate(lengths):
        w.reach(1 + i, ((w.repeat - 1) * total + length) * size, src_align)
    for r in range(w.repeat):
        first = r * total * elements
        def record(i: int, n: int, first: int = first) -> Array:
            return w.read(1 + i, first + n * elements + np.arange(elements))

        merged, used = merge_lists(record, lengths, score, bool(suspend))
        w.reach(0, (r * total + len(merged)) * size, dst_align)
        if merged:
            w.write(0, first + np.arange(len(merged) * elements), np.concatenate(merged))
        w.state["vms4_sr"] = used
        w.next_repeat()


def merge_lists(
    record: Callable[[int, int], Array], lengths: Sequence[int], score: int, suspend: bool
) -> tuple[list[Array], list[int]]:
    """Records in falling order, the lower list first where scores are equal, and how many each list gave.

    `record(i, n)` reads one of list i; no list is read further than to its first record that was not taken.
    """
    used = [0, 0, 0, 0]
    merged: list[Array] = []
    heads: dict[int, Array] = {}
    while True:
        left = [i for i, length in enumerate(lengths) if used[i] < length]
        if not left or (suspend and len(left) < len(lengths)):
            return merged, used
        heads |= {i: record(i, used[i]) for i in left if i not in heads}
        i = min(left, key=lambda i: rank(heads[i][score]))
        merged.append(heads.pop(i))
        used[i] += 1


def sort_proposals(w: Walk) -> None:
    """16 proposals a repeat."""
    _reach_proposals(w, (0, 1), ())
    for r in range(w.repeat):
        at = (16 * r + np.arange(16))[:, None] * RECORD + np.arange(RECORD)
        proposals = w.read(1, at.ravel()).reshape(16, RECORD)
        w.write(0, at.ravel(), proposals[descending(proposals[:, SCORE])].ravel())
        w.next_repeat()


def concat_field(w: Walk) -> None:
    """One field of 16 proposals a repeat, from 16 contiguous elements."""
    _between_fields(w, 0)


def extract_field(w: Walk) -> None:
    """One field of 16 proposals a repeat, to 16 contiguous elements."""
    _between_fields(w, 1)


def _between_fields(w: Walk, proposals: int) -> None:
    (mode,) = w.params
    w.within("mode_number", mode, 0, 5)
    _reach_proposals(w, (proposals,), (1 - proposals,))
    for r in range(w.repeat):
        plain = 16 * r + np.arange(16)
        fields = plain * RECORD + mode
        to, frm = (fields, plain) if proposals == 0 else (plain, fields)
        w.write(0, to, w.read(1, frm))
        w.next_repeat()


def _reach_proposals(w: Walk, proposals: tuple[int, ...], plain: tuple[int, ...]) -> None:
    size = 16 * w.repeat * w.env.to.size
    for operand in (0, 1):
        if size:
            w.reach(operand, size * RECORD if operand in proposals else size)


_MERGE = WALK("dst src0 src1 src2 src3")

_SORTERS = (*ON_950, *A2A3, C310B)
_BOTH = "half float"
_TABLE: dict[tuple[str, ...], str] = {(C310P,): _BOTH, (C910,): "half"}
_LISTS_NOTE = ("lists beyond valid_bit are not looked at",
               "repeat_times above 1 takes four lists of equal length, one after the other, without suspension")

_MERGE_CALL = call(
    "<T>(dst:T, src:MrgSortSrcList<T>&, params:MrgSort4Info&) -> params.elementLengths[0], params.elementLengths[1], "
    "params.elementLengths[2], params.elementLengths[3], params.ifExhaustedSuspension, params.validBit",
    operands="dst, src.src1, src.src2, src.src3, src.src4", repeat="params.repeatTimes",
)

INSTRUCTIONS = (
    Instruction("sort32", FAMILY, WALK("dst src0 src1"), ("Sort32",),
                "32 scores and indices a repeat become 32 records by falling score", sort32,
                rows({_SORTERS: "half/half/uint32 float/float/uint32"}, operands=3, overloads=PLAIN),
                policies=("sort_order", "sort_reserved", "sort32_half_pitch"), call="record-sort", timing="sort",
                notes=("ignores the vector mask", "a record is 8 bytes: the score first, the index at byte 4",
                       "equal scores keep their order"),
                calls=(call("<T>(dst:T, src0:T, src1:uint32, repeatTime)"),)),
    Instruction("mrg_sort", FAMILY, _MERGE, ("MrgSort",), "merge two to four lists of records by falling score",
                merge_records, rows({_SORTERS: _BOTH}, operands=5, overloads=PLAIN),
                policies=("sort_order", "merge_repeats", "merge_counts"), call="merge", timing="merge",
                notes=("equal scores: the lower list first", "suspension stops right after a list has run out",
                       *_LISTS_NOTE),
                calls=(_MERGE_CALL,)),
    Instruction("mrg_sort4", FAMILY, _MERGE, ("MrgSort4",), "merge two to four lists of proposals by falling score",
                merge_proposals, rows(_TABLE, operands=5, overloads=PLAIN),
                policies=("sort_order", "merge_repeats", "merge_counts"), call="merge", timing="merge",
                notes=("a proposal is 8 elements: x1, y1, x2, y2, score, label and two spare", *_LISTS_NOTE),
                calls=(_MERGE_CALL,)),
    Instruction("rp_sort16", FAMILY, WALK("dst src"), ("RpSort16",), "16 proposals a repeat by falling score",
                sort_proposals, rows(_TABLE, operands=2, overloads=PLAIN), policies=("sort_order",), call="proposals",
                timing="sort",
                notes=("equal scores keep their order",),
                calls=REPEATS),
    Instruction("proposal_concat", FAMILY, WALK("dst src"), ("ProposalConcat",),
                "field mode_number of proposal k = src[k], 16 proposals a repeat", concat_field,
                rows(_TABLE, operands=2, overloads=PLAIN), call="proposal-field", timing="proposal",
                notes=("mode_number: 0 x1, 1 y1, 2 x2, 3 y2, 4 score, 5 label; the other fields keep their values",),
                calls=(call("<T>(dst:T, src:T, repeatTime, modeNumber:i32)"),)),
    Instruction("proposal_extract", FAMILY, WALK("dst src"), ("ProposalExtract",),
                "dst[k] = field mode_number of proposal k, 16 proposals a repeat", extract_field,
                rows(_TABLE, operands=2, overloads=PLAIN), call="proposal-field", timing="proposal",
                notes=("mode_number: 0 x1, 1 y1, 2 x2, 3 y2, 4 score, 5 label",),
                calls=(call("<T>(dst:T, src:T, repeatTime, modeNumber:i32)"),)),
    Instruction("get_mrg_sort_result", FAMILY, STATE, ("GetMrgSortResult",),
                "how many entries of each list the last merge took", no_effect,
                (Row((*_SORTERS, C310P), (), PLAIN),), policies=("merge_counts",), timing="state", pipe="S",
                notes=("documented for merges with suspension",),
                calls=(call("(list1:out u16, list2:out u16, list3:out u16, list4:out u16) ->",
                            after="lanewise::taken_by_merge(list1, list2, list3, list4)"),)),
)
