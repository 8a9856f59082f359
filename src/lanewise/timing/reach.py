"""Where the operands of an instruction lie in UB, to the byte: what advice must not let meet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from lanewise.chips.chip import Chip
from lanewise.isa.issued import MaskMode, Space
from lanewise.isa.record import Instruction, Overload
from lanewise.numerics.formats import BY_CODE

BLOCK, REPEAT, BLOCKS = 32, 256, 8
Span = tuple[int, int]  # the first byte and the one behind the last


@dataclass(frozen=True)
class Room:
    """The spans of the operands of one instruction, by name, and the end of UB."""

    spans: Mapping[str, Span]
    end: int

    def shared(self, name: str) -> bool:
        """Whether another operand lies in the same memory: then neither can move alone."""
        return any(_meet(self.spans[name], span) for other, span in self.spans.items() if other != name)

    def with_moved(self, name: str, by: int, longer: int = 0) -> Room | None:
        """The room after a change of one operand, or None where that would meet another one or leave UB."""
        first, last = self.spans[name]
        moved = replace(self, spans={**self.spans, name: (first + by, last + by + longer)})
        first, last = moved.spans[name]
        return None if first < 0 or last > self.end or moved.shared(name) else moved


def _meet(one: Span, other: Span) -> bool:
    return one[0] < other[1] and other[0] < one[1]


def room(ins: Instruction, record: Any, chip: Chip) -> Room:
    """Of a record whose operands walk UB by strides."""
    end = int(chip.fact("ub_usable"))
    operands = record["operands"][: int(record["operand_count"])]
    sizes = [BY_CODE[int(o["dtype"])].size for o in operands]
    lanes = REPEAT // (sizes[1] if ins.form.executor == "reduce" else ins.form.width(sizes))
    spans = {}
    for i, (operand, o, size) in enumerate(zip(ins.form.operands, operands, sizes, strict=True)):
        if int(o["space"]) != Space.UB:
            continue
        first = int(o["address"])
        if operand.role == "scratch" or (i in ins.form.unstrided and not ins.form.compares):
            length = int(o["extent"]) or end - first  # its bytes are not known: all of the tensor
        elif ins.form.compares and not operand.reads:
            length = -(-int(record["repeat"]) * lanes // 8)
        elif ins.form.executor == "reduce" and not operand.reads:
            each, pitch = results(ins, lanes, int(o["repeat_stride"]), size)
            length = (int(record["repeat"]) - 1) * pitch + each * size
        else:
            length = _walked(ins, record, o, size, lanes)
        spans[operand.name] = first, first + length
    return Room(spans, end)


def results(ins: Instruction, lanes: int, stride: int, size: int) -> tuple[int, int]:
    """Elements that a repeat of a reduction gives, and bytes from those of one repeat to the next."""
    if ins.form.group == "pair":
        return lanes // 2, stride * 128
    each = BLOCKS if ins.form.group == "block" else 1
    if ins.form.group == "repeat" and ins.fold != "sum":
        each = 2  # value and index
    return each, stride * each * size


def _walked(ins: Instruction, record: Any, o: Any, size: int, lanes: int) -> int:
    """Bytes up to the last one that a lane may touch."""
    repeats, count = int(record["repeat"]), int(record["mask"][0]) & 0xFFFFFFFF
    if int(record["overload"]) == Overload.COUNT:
        return count * size
    block, repeat = int(o["block_stride"]) * BLOCK, int(o["repeat_stride"]) * BLOCK
    if int(record["mask_mode"]) == MaskMode.NORMAL:
        bits = sum(int(w) << 64 * k for k, w in enumerate(record["mask"]))
        whole = last = min(lanes, bits.bit_length())
    elif ins.form.name == "copy":
        whole = last = count
    else:
        whole, last = lanes, count - (repeats - 1) * lanes
    ends = [(repeats - 1) * repeat + _end(last, block, size)]
    if repeats > 1:
        ends.append((repeats - 2) * repeat + _end(whole, block, size))
    return max(ends)


def _end(lanes: int, block: int, size: int) -> int:
    """Bytes from the start of a repeat to the end of its first `lanes` lanes."""
    full, rest = divmod(lanes, BLOCK // size)
    return max((full - 1) * block + BLOCK if full else 0, full * block + rest * size if rest else 0)
