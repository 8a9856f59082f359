"""All instructions, by name and by opcode."""

from __future__ import annotations

import difflib
import importlib
import pkgutil
from functools import cache
from types import ModuleType

from lanewise.errors import LanewiseError
from lanewise.isa import ascend, ascend_lib, ascend_reg
from lanewise.isa.record import Instruction


def _families() -> list[ModuleType]:
    """The family modules of every instruction set, in a fixed order."""
    return [
        importlib.import_module(f"{package.__name__}.{module.name}")
        for package in (ascend, ascend_reg, ascend_lib)
        for module in sorted(pkgutil.iter_modules(package.__path__), key=lambda m: m.name)
    ]


@cache
def instructions() -> dict[str, Instruction]:
    """Every record of every family module, in opcode order."""
    found: dict[str, Instruction] = {}
    for family in _families():
        for instruction in getattr(family, "INSTRUCTIONS", ()):
            if instruction.name in found:
                raise ValueError(f"two instructions are called {instruction.name}")
            found[instruction.name] = instruction
    return found


@cache
def module_of_instruction() -> dict[str, str]:
    """The family module each instruction is written in: its lane function is in the engine's file of the same name."""
    out = {}
    for family in _families():
        home = family.__name__.rpartition(".")[2]
        out.update({i.name: home for i in getattr(family, "INSTRUCTIONS", ())})
    return out


@cache
def opcodes() -> dict[str, int]:
    return {name: code for code, name in enumerate(instructions(), start=1)}


@cache
def by_opcode() -> tuple[Instruction | None, ...]:
    return (None, *instructions().values())


def find(name: str) -> list[Instruction]:
    """Instructions called `name` in any spelling: canonical, Python, vendor or old."""
    wanted = name.lower().replace("_", "")
    hits = [
        i
        for i in instructions().values()
        if wanted in {n.lower().replace("_", "") for n in (i.name, *i.python_names, *i.vendor, *i.old)}
    ]
    if not hits:
        names = sorted({n for i in instructions().values() for n in (*i.python_names, *i.vendor)})
        near = difflib.get_close_matches(name, names, 5, 0.3) or names[:5]
        raise LanewiseError("OP-004", asked=name, known=", ".join(near))
    return hits
