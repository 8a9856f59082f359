"""Classes and kernels of a program that are called like an operation of our headers (`class mul : public graph`).

A name cannot be both in one place, so the program's own becomes another word where it is compiled.
"""

from __future__ import annotations

import re

from lanewise.isa.aie.catalogue import named

_CLASS = re.compile(r"\b(?:class|struct)\s+([a-z]\w*)\s*(?:final\s*)?(?::(?!:)|\{)")
_KERNEL = re.compile(r"\bvoid\s+([a-z]\w*)\s*\([^()]*\b(?:in|out|inout)put_\w+\s*[<*&]")
_OWN = "lanewise_own_"


def renamed(text: str, kernels: bool) -> str:
    """Lines that stand between our headers and the program; in their own files kernels are found by signature."""
    found = [*_CLASS.findall(text), *(_KERNEL.findall(text) if kernels else ())]
    own = dict.fromkeys(name for name in found if named(name))
    free = [name for name in own if not re.search(rf"\b(?:aie|std)\s*::\s*{name}\b", text)]
    return "".join(f"#define {name} {_OWN}{name}\n" for name in free)


def plain(text: str) -> str:
    """A demangled name as the program's text has it."""
    return text.replace(_OWN, "").replace("(anonymous namespace)::", "")
