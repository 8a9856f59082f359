"""An instruction by any of its names, of either family."""

from __future__ import annotations

from lanewise.errors import LanewiseError
from lanewise.isa.aie import catalogue as aie
from lanewise.isa.aie.record import Operation
from lanewise.isa.catalogue import find
from lanewise.isa.record import Instruction


def instruction(name: str) -> Instruction | Operation:
    """`instruction("ShiftRight")`, `instruction("Reg::Add")`, `instruction("aie::srs")`: what its record says.

    Where several have the name, the one that works on memory; `lanewise ops NAME` shows all.
    """
    if not name.startswith("aie::"):
        try:
            return find(name)[0]
        except LanewiseError:
            if not aie.named(name):
                raise
    found = aie.named(name)
    if not found:
        raise LanewiseError("OP-004", asked=name, known=", ".join(list(aie.names())[:5]))
    return found[0]
