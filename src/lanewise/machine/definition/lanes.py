"""Which lanes an instruction works on: masks, Counter mode, repeats, and what the call leaves behind."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from lanewise.errors import LanewiseError
from lanewise.isa.issued import ALL_ONES, COUNTER_BIT, MaskMode
from lanewise.isa.record import Flag, Instruction, Overload
from lanewise.machine.leniency import complain

BLOCK = 32
REPEAT = 256
BLOCKS = 8
COUNT_LIMIT = 8  # elements per byte of UB: beyond this a count is a bit pattern by mistake


@dataclass
class Lanes:
    """The resolved mask of one issued instruction."""

    mode: MaskMode
    words: list[int]
    repeats: int
    per_repeat: int  # elements of one whole repeat
    last: int  # active prefix of the last repeat in Counter mode
    each: int = 0  # Copy in Counter mode: elements in each repeat
    mask_after: list[int] | None = None  # what the call leaves in MASK
    normal_after: bool = False  # the call ends in Normal mode

    def active(self, repeat: int) -> np.ndarray[Any, Any]:
        """Active lanes of one repeat, in order."""
        if self.each:
            return np.arange(self.each)
        if self.mode == MaskMode.COUNTER:
            return np.arange(self.last if repeat == self.repeats - 1 else self.per_repeat)
        return np.array([k for k in range(self.per_repeat) if self.words[k >> 6] >> (k & 63) & 1], int)

    def highest(self, last: bool) -> int:
        """Highest active lane of the last repeat, or of the others; -1 when there is none."""
        if self.each:
            return self.each - 1
        if self.mode == MaskMode.COUNTER:
            return (self.last if last else self.per_repeat) - 1
        bits = sum(w << 64 * i for i, w in enumerate(self.words)) & ((1 << self.per_repeat) - 1)
        return bits.bit_length() - 1

    @property
    def empty(self) -> bool:
        return self.repeats == 0 or self.highest(True) < 0


def mask_words(n: int, per_repeat: int) -> list[int]:
    """The bit pattern of a contiguous mask, as the older chips make it."""
    if per_repeat > 128:
        bits = (1 << n) - 1
        return [bits >> 64 * i & ALL_ONES for i in range(4)]
    if n == 64:
        return [ALL_ONES, 0, 0, 0]
    if n == per_repeat or n >= 128:
        return [ALL_ONES] * 4
    bits = (1 << n) - 1
    return [bits & ALL_ONES, bits >> 64, 0, 0]


def repeats_in_field(ins: Instruction, repeat: int) -> None:
    if not 0 <= repeat <= ins.form.most_repeats:
        raise LanewiseError("REPEAT-001", op=ins.name, repeat=repeat, low=0, high=ins.form.most_repeats)


def resolve(core: Any, ins: Instruction, overload: Overload, flags: int, mask: Any, repeat: int, width: int) -> Lanes:
    """`width` is the size in bytes of the widest element: it sets how many elements a repeat holds."""
    policy = core.policy
    per_repeat = REPEAT // width
    counter = bool(int(core.state["ctrl"]) >> COUNTER_BIT & 1)
    # To a sum of everything is_set_mask means something only where that is one accumulating instruction.
    always = ins.form.group == "all" and overload == Overload.COUNT and policy["reduce_sum_count"] != "accumulate"
    set_mask = always or bool(flags & Flag.SET_MASK)
    current = [int(w) for w in core.state["mask"]]

    if overload == Overload.COUNT:
        if mask < 0:
            raise LanewiseError("COUNT-001", op=ins.name, count=mask)
        if set_mask or not ins.count_reads_mask or policy["count_is_set_mask"] == "ignored":
            whole = ins.form.compares and policy["compare_count"] == "whole_repeats"
            lost = mask % per_repeat if whole else 0
            if lost:
                problem = LanewiseError(
                    "COUNT-002", op=ins.name, count=mask, chip=core.chip.name, left=lost, unit=per_repeat
                )
                complain(core, problem)
            lanes = _counter_lanes(mask - lost, per_repeat)
            if policy["count_form"] == "resets":
                lanes.mask_after, lanes.normal_after = [ALL_ONES] * 4, True
            return lanes
        return _from_words(core, ins, current, counter, 1, per_repeat)

    repeats_in_field(ins, repeat)
    if not set_mask:
        return _from_words(core, ins, current, counter, repeat, per_repeat)

    if overload == Overload.CONTIGUOUS:
        if mask < 0 or (mask > per_repeat and not counter):
            complain(core, LanewiseError("MASK-001", op=ins.name, mask=mask, low=0, high=per_repeat, bits=8 * width))
            mask = per_repeat
        words = mask_words(mask, per_repeat)
        if counter and policy["counter_contiguous"] == "number":
            lanes = _from_words(core, ins, [mask, 0, 0, 0], counter, repeat, per_repeat)
        else:
            lanes = _from_words(core, ins, words, counter, repeat, per_repeat)
        if policy["contiguous_mask"] == "kept":
            lanes.mask_after = words
        return lanes

    words = ([int(w) for w in mask] + [0, 0, 0, 0])[:4]
    if not counter:
        value = sum(w << 64 * i for i, w in enumerate(words))
        kept = value & ((1 << per_repeat) - 1)
        if kept != value:
            complain(core, LanewiseError("MASK-003", op=ins.name, high=per_repeat - 1, bits=8 * width, word=words[1]))
        if kept == 0 and policy["zero_bitmask"] == "error":
            complain(core, LanewiseError("MASK-002", op=ins.name, chip=core.chip.name))
        taken = [kept >> 64 * i & (1 << 64) - 1 for i in range(4)]
    lanes = _from_words(core, ins, words if counter else taken, counter, repeat, per_repeat)
    lanes.mask_after = words
    return lanes


def _counter_lanes(n: int, per_repeat: int) -> Lanes:
    repeats = -(-n // per_repeat)
    return Lanes(MaskMode.COUNTER, [n, 0, 0, 0], repeats, per_repeat, n - (repeats - 1) * per_repeat)


def _from_words(
    core: Any, ins: Instruction, words: list[int], counter: bool, repeat: int, per_repeat: int
) -> Lanes:
    if ins.form.compares and core.policy["compare_mask"] == "ignored":
        return Lanes(MaskMode.NORMAL, [ALL_ONES] * 4, repeat if any(words) else 0, per_repeat, 0)
    if not counter:
        return Lanes(MaskMode.NORMAL, words, repeat, per_repeat, 0)
    n = words[0] & 0xFFFFFFFF
    if n > COUNT_LIMIT * core.mem.size:
        raise LanewiseError("MASK-005", op=ins.name, count=n)
    if ins.form.counts_each_repeat:
        return Lanes(MaskMode.COUNTER, words, repeat if n else 0, per_repeat, 0, each=n)
    lanes = _counter_lanes(n, per_repeat)
    lanes.words = words
    return lanes
