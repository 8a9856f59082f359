"""The cells that the agreement test must reach: each row on each chip, in each overload and mode, under each mask."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import cycle, zip_longest

from lanewise.chips.chip import chip
from lanewise.isa.catalogue import instructions
from lanewise.isa.record import Instruction, Overload, Row
from lanewise.numerics.rounding import RoundMode

AT_LEAST = 40  # calls of a record, however few cells it has

# How a call says which lanes take part. "kept": what MASK held counts; "counter": MASK holds a number of elements.
MASKS = {
    Overload.COUNT: ("tail", "part", "whole", "one", "none"),
    Overload.CONTIGUOUS: ("part", "whole", "kept", "counter", "one", "kept counter", "none"),
    Overload.BITWISE: ("part", "whole", "kept", "counter", "one", "kept counter", "none"),
    Overload.PLAIN: ("-",),
}


@cache
def policy_of(on: str) -> dict[str, str]:
    return chip(on).policy


@cache
def answers(name: str, on: str) -> tuple[tuple[str, str], ...]:
    """The policies that an instruction meets on a chip, each with the chip's choice."""
    return tuple((p, policy_of(on)[p]) for p in instructions()[name].policies_on(on))


@dataclass(frozen=True)
class Cell:
    """What a call must be. The rest of it is random."""

    instruction: Instruction
    row: Row
    chip: str
    overload: Overload
    mode: int | None  # a round mode or a mode of the instruction, where the row has some
    mask: str

    @property
    def policy(self) -> dict[str, str]:
        return policy_of(self.chip)

    def entries(self) -> Iterator[tuple[str, ...]]:
        """The entries of the coverage table that a call in this cell is one for."""
        ins, types = self.instruction, "/".join(self.row.types)
        yield "row", ins.name, types, self.chip
        yield "overload", ins.name, types, self.overload.label
        for name, choice in answers(ins.name, self.chip):
            yield "policy", ins.name, name, choice
        if self.mode is not None:
            name = RoundMode(self.mode).name if self.row.round_modes else ins.modes[self.mode]
            yield "mode", ins.name, types, name
        if self.mask != "-":
            yield "mask", ins.name, self.overload.label, self.mask


def modes_of(ins: Instruction, row: Row) -> list[int | None]:
    if row.round_modes:
        return [int(m) for m in RoundMode if row.round_modes >> m & 1]
    return list(row.modes or range(len(ins.modes))) or [None]


def masks_of(ins: Instruction, overload: Overload, on: str) -> tuple[str, ...]:
    """The kinds that are legal on a chip."""
    kinds = MASKS[overload]
    if overload == Overload.COUNT and ins.count_reads_mask:
        kinds = (*kinds, "kept")
    if overload == Overload.BITWISE and policy_of(on)["zero_bitmask"] == "error":
        kinds = tuple(k for k in kinds if k != "none")
    return kinds


def required_cells(ins: Instruction) -> set[tuple[str, ...]]:
    """All that calls of a record must be one for."""
    return {
        key
        for row in ins.rows for on in row.chips for overload in row.overloads
        for mode, kind in zip_longest(modes_of(ins, row), masks_of(ins, overload, on))
        for key in Cell(ins, row, on, overload, mode, kind or "-").entries()
    }  # fmt: skip


def cells(ins: Instruction, at_least: int = AT_LEAST) -> list[Cell]:
    """Every row on every chip in every overload and mode; kinds of masks take turns, until each was there."""
    bare = [
        Cell(ins, row, on, overload, mode, "")
        for row in ins.rows for on in row.chips for overload in row.overloads for mode in modes_of(ins, row)
    ]  # fmt: skip
    turns = {o: cycle(MASKS[o] + (("kept",) if ins.count_reads_mask and o == Overload.COUNT else ())) for o in Overload}
    missing = required_cells(ins)
    out: list[Cell] = []
    for cell in cycle(bare):
        if len(out) >= max(at_least, len(bare)) and not missing:
            return out
        legal = masks_of(ins, cell.overload, cell.chip)
        out.append(replace(cell, mask=next(kind for kind in turns[cell.overload] if kind in legal)))
        missing.difference_update(out[-1].entries())
    return out
