"""What the tables need to know of an instruction.

A program that was timed brings it along (engine/runtime/timer.cpp), so that a report needs none of the records.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from lanewise.isa.record import Instruction


class Kind(NamedTuple):
    name: str
    label: str  # the vendor's name
    timing: str  # the class of its cost
    executor: str
    group: str = ""  # reductions: the lanes that make one result
    fold: str = ""

    @property
    def on_registers(self) -> bool:
        return self.executor.startswith("register")

    @property
    def reduces_all(self) -> bool:
        return self.group == "all"

    @property
    def step(self) -> str:
        """The class of the instruction that a whole-tensor reduction repeats."""
        return f"reduce-repeat-{'sum' if self.fold == 'sum' else 'max'}"


def label(ins: Instruction) -> str:
    """The vendor's name; of reductions the earlier one, since the new one is shared by sum, max and min."""
    return ins.old[0] if ins.old and ins.form.executor == "reduce" else ins.vendor[0]


def kind(ins: Instruction) -> Kind:
    return Kind(ins.name, label(ins), ins.timing, ins.form.executor, ins.form.group, ins.fold)
