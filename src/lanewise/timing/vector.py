"""What an instruction of the vector unit costs: a fixed part, a part per repeat, and its bank conflicts.

Costs of all records are looked up at once; bank conflicts are worked out once for every different use of memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from lanewise.isa.catalogue import by_opcode, opcodes
from lanewise.isa.issued import MaskMode, Space
from lanewise.isa.record import Instruction, Overload
from lanewise.numerics.formats import BY_CODE
from lanewise.timing.banks import BLOCK, Walk, traffic
from lanewise.timing.numbers import Numbers

REPEAT = 256
BLOCKS = 8
REDUCE_ALL = "core.reduce_all"
Array = np.ndarray[Any, Any]


@dataclass
class VectorCosts:
    """Per record: cycles, how many of them are bank conflicts, and whether the class has a number at all."""

    cycles: Array
    lost: Array
    known: Array


def costs(numbers: Numbers, records: Array, payload: Array) -> VectorCosts:
    count = len(records)
    out = VectorCosts(np.zeros(count), np.zeros(count), np.zeros(count, bool))
    if not count:
        return out
    uses, back = np.unique(_fingerprints(records), return_index=True, return_inverse=True)[1:]
    found = [one(numbers, records[i], payload) for i in uses]
    table = np.array([(c, lost, known) for c, lost, known in found], float).reshape(-1, 3)
    out.cycles, out.lost, out.known = table[back, 0], table[back, 1], table[back, 2] > 0
    return out


def _fingerprints(records: Array) -> Array:
    """One number for everything that the cost of a record depends on."""
    plain = ("opcode", "overload", "mask_mode", "repeat", "payload_count")
    fields = [records[name].astype(np.uint64) for name in plain]
    fields += [records["mask"][:, k] for k in range(4)]
    for k in range(5):
        operand = records["operands"][:, k]
        fields += [operand[name].astype(np.int64).view(np.uint64) for name in
                   ("address", "block_stride", "repeat_stride", "dtype")]
    special = np.isin(records["opcode"], [opcodes()[name] for name in _BY_PARAMETERS])
    fields.append(np.where(special, records["sequence"] + np.uint64(1), np.uint64(0)))  # parameters are not compared
    return mixed(fields)


def mixed(fields: Sequence[Array]) -> Array:
    """One 64-bit number for the fields of each row; equal rows have equal numbers."""
    out = np.zeros(len(fields[0]), np.uint64)
    for values in fields:
        out = (out ^ values.astype(np.uint64)) * np.uint64(0x9E3779B97F4A7C15)
        out ^= out >> np.uint64(29)
    return out


def one(numbers: Numbers, record: Any, payload: Array) -> tuple[float, float, bool]:
    """Cycles, conflict cycles and whether they are known."""
    ins = by_opcode()[int(record["opcode"])]
    assert ins is not None
    start = int(record["payload"])
    params = [int(v) for v in payload[start : start + int(record["payload_count"])]]
    if ins.form.group == "all":
        cycles = _whole_tensor(numbers, ins, record)
        return (0, 0, False) if cycles is None else (cycles, 0, True)
    cost = numbers.cost(ins.timing, bits(ins, record))
    if cost is None:
        return 0, 0, False
    if ins.name in _BY_PARAMETERS:
        return cost.fixed + cost.repeat * _BY_PARAMETERS[ins.name](record, params), 0, True
    repeats = int(record["repeat"])
    moved = traffic(numbers, walks(ins, record), repeats, cost.repeat)  # less than ideal where few blocks are active
    tail = numbers.get("core.tail") if partial(ins, record) else 0
    return cost.fixed + tail + moved.cycles, max(0.0, moved.lost), True


@dataclass(frozen=True)
class Counted(Walk):
    """Behind the `whole` repeats of Counter mode comes one of which only the blocks `last` take part."""

    whole: int = 0
    last: int = 0xFF

    def blocks(self, repeats: int) -> Array:
        out = super().blocks(repeats)
        taken = [k for k in range(self.width) if self.last >> (k * BLOCKS // self.width) & 1]
        if repeats > self.whole and taken:  # a block that is named again is fetched once
            out[self.whole, taken[-1] + 1 :] = out[self.whole, taken[-1]]
        return out


def walks(ins: Instruction, record: Any) -> tuple[Walk, ...]:
    """The operands of a record that walk UB by strides."""
    if ins.form.executor not in ("elementwise", "reduce") and not ins.form.compares:
        return ()
    lanes = REPEAT // width(ins, record)
    active, whole, last = _active(record, lanes)
    out = []
    for i, operand in enumerate(ins.form.operands):
        o = record["operands"][i]
        if i in ins.form.unstrided or operand.role == "scratch" or int(o["space"]) != Space.UB:
            continue
        if (ins.form.executor == "reduce" or ins.form.compares) and not operand.reads:
            continue  # few results: they follow no block strides
        blocks = max(1, min(BLOCKS, lanes * BY_CODE[int(o["dtype"])].size // BLOCK))
        block, repeat = int(o["block_stride"]), int(o["repeat_stride"])
        if int(record["overload"]) == Overload.COUNT:
            block, repeat = 1, blocks
        where = int(o["address"]) // BLOCK
        out.append(Counted(operand.name, where, block, repeat, blocks, operand.reads, operand.writes, active, whole,
                           last))
    return tuple(out)


def width(ins: Instruction, record: Any) -> int:
    """Bytes of one lane."""
    sizes = [BY_CODE[int(o["dtype"])].size for o in record["operands"][: int(record["operand_count"])]]
    if ins.form.executor == "reduce":
        return sizes[1]
    return ins.form.width(sizes) if sizes else 4


def bits(ins: Instruction, record: Any) -> int:
    return 8 * width(ins, record)


def _active(record: Any, lanes: int) -> tuple[int, int, int]:
    """Blocks of a repeat in which a lane takes part, how many repeats are such, and the blocks of the rest."""
    per_block = lanes // BLOCKS
    if int(record["mask_mode"]) == MaskMode.COUNTER:
        whole, rest = divmod(int(record["mask"][0]), lanes)
        last = (1 << -(-rest // per_block)) - 1
        return (0xFF, whole, last) if whole else (last, 1, 0xFF)
    if int(record["mask_mode"]) != MaskMode.NORMAL:
        return 0xFF, int(record["repeat"]), 0xFF
    mask = sum(int(w) << 64 * k for k, w in enumerate(record["mask"])) & ((1 << lanes) - 1)
    active = sum(1 << b for b in range(BLOCKS) if mask >> b * per_block & ((1 << per_block) - 1))
    return active, int(record["repeat"]), 0xFF


def partial(ins: Instruction, record: Any) -> bool:
    """Counter mode with a last repeat that is not whole."""
    counts = int(record["mask_mode"]) == MaskMode.COUNTER
    return counts and bool(int(record["mask"][0]) % (REPEAT // width(ins, record)))


def reduce_step(ins: Instruction) -> str:
    """The class of the instruction that a whole-tensor reduction repeats."""
    return f"reduce-repeat-{'sum' if ins.fold == 'sum' else 'max'}"


def _whole_tensor(numbers: Numbers, ins: Instruction, record: Any) -> float | None:
    """ReduceSum, ReduceMax and ReduceMin, as ReduceRepeat until one element is left.

    In the count form of a sum the scalar unit then fetches the result and writes it. How the library really goes about
    it is not published, so all of it is one assumption of the chip.
    """
    step = numbers.cost(reduce_step(ins), bits(ins, record))
    if step is None or REDUCE_ALL not in numbers.facts:
        return None
    left, lanes = int(record["repeat"]), REPEAT // width(ins, record)
    total = step.fixed + step.repeat * left
    if ins.fold == "sum" and int(record["overload"]) == Overload.COUNT:
        total += numbers[REDUCE_ALL]
    while left > 1:
        left = -(-left * (1 if ins.fold == "sum" else 2) // lanes)
        total += step.fixed + step.repeat * left + numbers.get("core.barrier")
    return total


# --- instructions whose parameters say how much they do -----------------------------------------------------------


def _gathered(record: Any, params: list[int]) -> float:
    """reduce_mode, mask, block stride, repeats; a counted mask may span several repeats."""
    counted, mask, _, repeats = params[-6:-2]
    lanes = REPEAT // BY_CODE[int(record["operands"][0]["dtype"])].size
    return repeats * (-(-mask // lanes) if counted else 1)


def _merged(record: Any, params: list[int]) -> float:
    """Four lengths; the published repeat has 256 records."""
    return int(record["repeat"]) * sum(params[:4]) / 256


def _copied(record: Any, params: list[int]) -> float:
    """Bytes inside UB, in repeats of 256."""
    if int(record["overload"]) == Overload.COUNT:
        return params[0] * BY_CODE[int(record["operands"][0]["dtype"])].bits / 8 / REPEAT
    return params[0] * params[1] * BLOCK / REPEAT


_BY_PARAMETERS = {
    "gather_mask": _gathered, "gather_mask_builtin": _gathered, "mrg_sort": _merged, "mrg_sort4": _merged,
    "data_copy_ub": _copied,
}
