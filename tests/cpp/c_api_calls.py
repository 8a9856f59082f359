"""A program that calls every overload of the C interface with exactly its types: made from c_api/overloads.txt."""

from __future__ import annotations

import re
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


# Their arguments must fit each other, or lie in global memory.
_NOT_ALONE = re.compile(
    r"asc_(atomic|store_dev|dcci|ub_dcci|sync|dump|datacache|icache|set_va|mrgsort4|transto5hd|copy_gm|copy_ub2gm|ndim_copy|get_vms4)"
)
_TRIAL = """#include "c_api/asc_simd.h"
#include <cstdio>
#include <cstring>
static const char* current;
static void told(const lw_report* report) { std::printf("%s %s: %s\\n", report->id, current, report->message); }
template <class T>
T* place(int i) { return reinterpret_cast<T*>(lw_current()->ub + 4096 * i); }
template <class T>
T value() {
    if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) {
        return static_cast<T>(1);
    } else {
        T made;
        std::memset((void*)&made, 0, sizeof made);
        return made;
    }
}
"""


def trial(arch: int) -> str:
    """A program that runs each call once, with small numbers, and prints what is refused."""
    lines = []
    for name, text in calls(arch):
        if _NOT_ALONE.match(name):
            continue
        head, call = text.split(" { ", 1)
        parameters = head[head.index("(") + 1 : -1]
        made = " ".join(_variable(i, p) for i, p in enumerate(parameters.split(", "))) if parameters else ""
        run = f'::lanewise::launch("k", one, [] {{ {made} {call[:-2]} }});'
        lines.append(f'    current = "{name}({parameters})"; {run}')
    parts = [lines[i : i + 100] for i in range(0, len(lines), 100)]
    head = "(const ::lanewise::LaunchConfig& one) {\n"
    functions = [f"void part{n}{head}" + "\n".join(part) + "\n}" for n, part in enumerate(parts)]
    runs = "".join(f"    part{n}(::lanewise::LaunchConfig(1));\n" for n in range(len(parts)))
    return _TRIAL + "\n".join(functions) + f"\nint main() {{\n    lw_on_fault(told);\n{runs}}}\n"


def _variable(number: int, parameter: str) -> str:
    kind = parameter.rsplit(" ", 1)[0].removesuffix("&")
    if kind.endswith("*"):
        pointed = "uint8_t" if kind == "void*" else kind[:-1]
        return f"{kind} p{number} = place<{pointed}>({number});"
    return f"{kind} p{number} = value<{kind}>();"
