"""make coverage: what the agreement test reaches, as a table with a line for each record.

`executed`: of the calls that are meant to be legal. Then what was reached of all there is: rows (on each chip), choices
of the policies that the record depends on, overloads, modes (round modes and others), and kinds of masks.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import library
import test_agreement_registers as registers
from cells import required_cells
from judging import run_both
from special import MEMORY, calls

from lanewise import Core
from lanewise.isa.catalogue import instructions
from lanewise.isa.record import Instruction

COLUMNS = ("row", "policy", "overload", "mode", "mask")
Entry = tuple[str, ...]
Call = tuple[bool, set[Entry]]  # whether it was executed, and what it is one for


def of_memory(name: str) -> Iterator[Call]:
    for cell, call in calls(name):
        yield run_both(call) == "", set(cell.entries())


def of_library(name: str) -> Iterator[Call]:
    for cell, call in library.calls(name, 30):
        yield run_both(call) == "", set(cell.entries())


def of_registers(ins: Instruction) -> Iterator[Call]:
    """Draws that are refused are made again; a slot counts once."""
    for case in registers.CASES:
        of, row, twice = case.values
        if of is not ins:
            continue
        slots: dict[int, bool] = dict.fromkeys(range(len(registers.SLOTS)), False)
        for slot, id, _ in registers.legal_draws(Core(registers.CHIP, engine="lockstep"), ins, row, twice):
            slots[slot] |= not id
        yield from ((done, set(registers.entries(ins, row, slot))) for slot, done in slots.items())


def wanted_of_library(ins: Instruction) -> set[Entry]:
    """One chip for each way that policies are answered, not all of them."""
    return {entry for cell in library.cells(ins, 0) for entry in cell.entries()}


def line(ins: Instruction) -> tuple[str, bool]:
    """The line of a record, and whether all of it was reached."""
    if ins.form.executor.startswith("register"):
        made = list(of_registers(ins))
        goal = {entry for _, entries in made for entry in entries}
    elif ins.name in MEMORY:
        made, goal = list(of_memory(ins.name)), required_cells(ins)
    else:
        made, goal = list(of_library(ins.name)), wanted_of_library(ins)
    reached: set[Entry] = set().union(*(entries for done, entries in made if done))
    counts = Counter(entry[0] for entry in goal), Counter(entry[0] for entry in goal & reached)
    cells = "".join(f"{f'{counts[1][c]}/{counts[0][c]}' if counts[0][c] else '':>10}" for c in COLUMNS)
    share = sum(done for done, _ in made) / len(made)
    return f"{ins.name:<28}{len(made):>7}{share:>10.0%}{cells}", goal <= reached


def main() -> int:
    print(f"{'record':<28}{'calls':>7}{'executed':>10}" + "".join(f"{c:>10}" for c in COLUMNS))
    empty = 0
    for ins in instructions().values():
        text, whole = line(ins)
        empty += not whole
        print(text + ("" if whole else "  <- not all"), flush=True)
    print(f"{len(instructions())} records, {empty} with cells that no call reaches")
    return int(bool(empty))


if __name__ == "__main__":
    sys.exit(main())
