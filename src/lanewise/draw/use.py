"""What one issued instruction touches, as facts that drawings and sentences are made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from lanewise.chips import DEFAULT
from lanewise.chips.chip import Chip
from lanewise.chips.chip import chip as find_chip
from lanewise.draw.access import kind_of, lanes_of, pitch_of, units_of
from lanewise.isa.ascend.move import FAMILY, MoveEnv
from lanewise.isa.catalogue import by_opcode
from lanewise.isa.form import Operand
from lanewise.isa.issued import MaskMode, Space, on_core
from lanewise.isa.record import Instruction, Overload
from lanewise.machine.definition.elementwise import offsets
from lanewise.machine.definition.lanes import BLOCK, Lanes
from lanewise.moves import Layout
from lanewise.numerics.formats import DType

MOST = 1024  # repeats that are looked at: a count goes on to the end of UB


@dataclass(frozen=True)
class Use:
    """One operand. `rows` has, for each repeat, the blocks it touches: number from its start -> a bit per element."""

    name: str
    role: str
    kind: DType
    space: str
    address: int
    block: int  # strides in blocks; for results of reductions `repeat` is in bytes
    repeat: int
    rows: tuple[dict[int, int], ...]

    @property
    def per_block(self) -> int:
        return BLOCK // self.kind.size

    @property
    def whole(self) -> int:
        """The bits of a block that is touched in full."""
        return (1 << self.per_block) - 1

    @property
    def span(self) -> int:
        """Blocks from the first to the last one touched."""
        return max((max(row, default=-1) for row in self.rows), default=-1) + 1

    def times(self) -> dict[int, dict[int, int]]:
        """Block -> element -> how many repeats touch it."""
        out: dict[int, dict[int, int]] = {}
        for row in self.rows:
            for block, bits in row.items():
                spot = out.setdefault(block, {})
                for k in range(self.per_block):
                    if bits >> k & 1:
                        spot[k] = spot.get(k, 0) + 1
        return out


@dataclass(frozen=True)
class Pieces:
    """A copy: so many pieces of that many bytes, and how many bytes lie from one to the next in dst and in src."""

    count: int
    size: int
    pitches: tuple[int, int]


@dataclass(frozen=True)
class Touched:
    ins: Instruction
    chip: Chip
    how: Overload
    lanes: Lanes | None
    uses: tuple[Use, ...]
    record: Any
    params: tuple[int, ...] = ()  # extra ones, where the record came with them
    pieces: Pieces | None = None  # of a copy

    @property
    def repeats(self) -> int:
        """Repeats, or pieces of a copy."""
        return self.lanes.repeats if self.lanes else self.pieces.count if self.pieces else 0

    @property
    def counts(self) -> bool:
        """Whether a count, not a mask, says which elements take part."""
        return self.lanes is not None and self.lanes.mode == MaskMode.COUNTER

    def uses_of(self, *roles: str) -> list[Use]:
        return [use for use in self.uses if use.role in roles]


def touched_elements(record: Any, chip: str | Chip = DEFAULT, params: Sequence[int] = ()) -> Touched:
    """`params` are the record's extra parameters; a row taken from a trace has its own."""
    ins = by_opcode()[int(record["opcode"])]
    assert ins is not None
    of, how = find_chip(chip), Overload(int(record["overload"]))
    operands = record["operands"][: int(record["operand_count"])]
    types = [kind_of(o) for o in operands]
    held: tuple[int, ...] = tuple(params) or getattr(record, "params", ())
    units = units_of(ins, how, types, of.instructions)
    walks = ins.form.executor == "elementwise" or ins.form.strides is not None
    masked = MaskMode(int(record["mask_mode"])) != MaskMode.NONE and walks
    lanes = lanes_of(ins, record, units) if masked else None
    pairs = list(zip(ins.form.operands, operands, units, strict=True))
    if ins.form.executor == "move" and ins.family == FAMILY and held:  # loads of cube cores are not drawn yet
        spaces = [Space(int(o["space"])) for o in operands]
        layout = ins.meaning(MoveEnv(types[0], held, int(record["flags"]), how, spaces[1], spaces[0], 0, 0))
        pieces, rows = _layout_pieces(layout, units)
        moved = [_moved(pieces.pitches[i], rows[i], *pair) for i, pair in enumerate(pairs)]
        return Touched(ins, of, how, lanes, tuple(moved), record, held, pieces)
    uses = [_use(ins, how, lanes, i, *pair) for i, pair in enumerate(pairs)]
    return Touched(ins, of, how, lanes, tuple(uses), record, held)


def _layout_pieces(layout: Layout, units: Sequence[DType]) -> tuple[Pieces, list[list[dict[int, int]]]]:
    """A piece is a stretch of the source, with what is filled around it. What each touches in dst and in src."""
    size = layout.bits // 8
    count, items, _ = layout.seen(target=False)
    rows: list[list[dict[int, int]]] = [[], []]
    starts: list[tuple[int, int]] = []
    for run in layout.runs():
        if run.begins:
            if len(starts) == MOST:
                break
            starts.append((run.to * size, run.stretch * size))
            for side in rows:
                side.append({})
        for side, unit, at in zip(rows, units, (run.to, run.source), strict=True):
            if at is not None:  # a piece that ends inside an element is drawn with all of it
                touched = _bits(np.arange(at * size, (at + run.items) * size, unit.size), unit.size)
                for block, bits in touched.items():
                    side[-1][block] = side[-1].get(block, 0) | bits
    pitches = [starts[1][k] - starts[0][k] if len(starts) > 1 else items * size for k in (0, 1)]
    return Pieces(count if starts else 0, items * size, (pitches[0], pitches[1])), rows


def _moved(pitch: int, rows: list[dict[int, int]], operand: Operand, o: Any, unit: DType) -> Use:
    space, address = Space(int(o["space"])), int(o["address"])
    return Use(operand.name, operand.role, unit, space.name, address if on_core(space) else 0, 1, pitch, tuple(rows))


def _use(ins: Instruction, how: Overload, lanes: Lanes | None, i: int, operand: Operand, o: Any, unit: DType) -> Use:
    space, address = Space(int(o["space"])).name, int(o["address"])
    if lanes is None or not operand.strided or operand.role == "scratch":
        return Use(operand.name, operand.role, unit, space, address, 0, 0, ())
    count = min(lanes.repeats, MOST)
    if ins.form.executor == "reduce" and not operand.reads:
        each, pitch = _results(ins, lanes.per_repeat, int(o["repeat_stride"]), unit.size)
        rows = [_bits(r * pitch + np.arange(each) * unit.size, unit.size) for r in range(count)]
        return Use(operand.name, operand.role, unit, space, address, 1, pitch, tuple(rows))
    block, repeat = pitch_of(o, how, lanes.per_repeat * unit.size)
    rows = [_bits(offsets(lanes.active(r), r, block, repeat, unit.size), unit.size) for r in range(count)]
    return Use(operand.name, operand.role, unit, space, address, block // BLOCK, repeat // BLOCK, tuple(rows))


def _bits(at: Any, size: int) -> dict[int, int]:
    """Byte offsets of elements -> block -> bits."""
    out: dict[int, int] = {}
    for offset in at.tolist():
        block = offset // BLOCK
        out[block] = out.get(block, 0) | 1 << (offset % BLOCK // size)
    return out


def _results(ins: Instruction, lanes: int, stride: int, size: int) -> tuple[int, int]:
    """Elements that a repeat of a reduction gives, and bytes from those of one repeat to the next."""
    if ins.form.group == "pair":
        return lanes // 2, stride * 128
    each = 8 if ins.form.group == "block" else 1
    if ins.form.group == "repeat" and ins.fold != "sum":
        each = 2  # value and index
    return each, stride * each * size
