"""A program that calls every overload of the C interface with exactly its types: made from c_api/overloads.txt."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

TABLE = Path(__file__).parent / "c_api" / "overloads.txt"
_POINTED, _REGISTERS = {"int4": "int4b_t"}, {"int4": "int4x2_t"}


def calls(arch: int) -> Iterator[tuple[str, str]]:
    """A name and a function around one call of it."""
    number = 0
    for line in TABLE.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        chips, result, parameters, types, names = (part.strip() for part in line.split("|"))
        if str(arch) not in chips.split():
            continue
        for name in names.split():
            for kinds in types.split() or [""]:
                number += 1
                yield name, _function(number, name, result, parameters, kinds)


def _function(number: int, name: str, result: str, parameters: str, kinds: str) -> str:
    for i, kind in enumerate(kinds.split("/")):
        parameters = parameters.replace(f"vector_<{i}>", f"vector_{_REGISTERS.get(kind, kind)}")
        parameters = parameters.replace(f"<{i}>", _POINTED.get(kind, kind))
    declared, passed = [], []
    for i, kind in enumerate(parameters.split(", ") if parameters else []):
        if kind.isupper():  # a constant
            passed.append(kind)
        else:
            declared.append(f"{kind} p{i}")
            passed.append(f"p{i}")
    returned = "" if result == "void" else f"{result} r = "
    return f"void lanewise_call_{number}({', '.join(declared)}) {{ {returned}{name}({', '.join(passed)}); }}"


def program(arch: int) -> str:
    return '#include "c_api/asc_simd.h"\n' + "\n".join(f"{text}  // {name}" for name, text in calls(arch)) + "\n"
