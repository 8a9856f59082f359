"""Which cores a kernel's block is made of: one vector core, or a group of cube and vector cores."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from lanewise.machine.group import CUBE, MIXED, VECTOR, Group

_WORDS = {"__vector__": VECTOR, "__cube__": CUBE}
KINDS = {
    "KERNEL_TYPE_AIV_ONLY": VECTOR, "KERNEL_TYPE_MIX_AIV_1_0": VECTOR, "KERNEL_TYPE_VECTORCORE": VECTOR,
    "KERNEL_TYPE_AIC_ONLY": CUBE, "KERNEL_TYPE_MIX_AIC_1_0": CUBE,
    "KERNEL_TYPE_MIX_AIC_1_1": Group(1, 1), "KERNEL_TYPE_MIX_AIC_1_2": MIXED,
}  # fmt: skip
_TASKS = ("KERNEL_TASK_TYPE_DEFAULT", "KERNEL_TASK_TYPE")
# Whoever writes none of these words has no code for cube cores.
_MARKS = re.compile(r"__cube__|__mix__|KERNEL_TYPE_(?:AIC|MIX_AIC)_")
# Calls that need a cube core: what the vendor's compiler sees for itself in a kernel that does not say its kind. Loads
# are not among them: nobody loads what is not multiplied, and many a vector kernel has a LoadData of its own.
_CALLS = re.compile(
    r"\b(?:Mmad(?:WithSparse|Mx|Operation)?|Fixpipe|REGIST_MATMUL_OBJ|MatmulImpl|CopyGM2L1|CopyL12\w+|CopyL0C2\w+)\b|\bMatmul\s*<"
)
_OWN = re.compile(r"\b(?!return\b|else\b)\w+[\s&*>]+(Mmad\w*|Fixpipe)\s*\(")  # functions of the program's
_SILENT = re.compile(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"", re.DOTALL)  # comments and strings call nothing
_DEFINE = re.compile(r"^\s*#\s*define\b((?:[^\n\\]|\\.|\\\n)*)", re.MULTILINE)
ANY = "*"  # kernels that no name is known of: what is in front of it came from a macro
_CUBE_ONLY = re.compile(r"^\s*#\s*define\s+ASCENDC_CUBE_ONLY\b", re.MULTILINE)


def written(head: Iterable[str], body: Iterable[str]) -> Group | None:
    """What a kernel says of itself, in words in front of its name or in its body; None: nothing."""
    words = list(head)
    for i, word in enumerate(words):
        if word in _WORDS:
            return _WORDS[word]
        if word == "__mix__":
            numbers = [int(w) for w in words[i + 1 : i + 6] if w.isdigit()]
            return Group(*numbers[:2]) if len(numbers) >= 2 else None
    words = list(body)
    for i, word in enumerate(words):
        if word in _TASKS:
            return next((KINDS[w] for w in words[i + 1 : i + 6] if w in KINDS), None)
    return None


def inferred(text: str) -> Group:
    """Of a kernel that says nothing, in a program with this text."""
    if not _calls_cubes(text):
        return VECTOR
    return CUBE if _CUBE_ONLY.search(text) else MIXED


def by_macro(text: str) -> Group | None:
    """Of kernels whose head a macro writes, in a program with this text; None: there is none such that says it."""
    bodies = (match[1] for match in _DEFINE.finditer(text) if "__global__" in match[1])
    return next((found for body in bodies if (found := written(re.findall(r"\w+", body), ()))), None)


def may_use_cubes(text: str) -> bool:
    return _MARKS.search(text) is not None or _calls_cubes(text)


def _calls_cubes(text: str) -> bool:
    if not _CALLS.search(text):
        return False
    code = _SILENT.sub(" ", text)
    own = {match[1] for match in _OWN.finditer(code)}
    return any(match[0] not in own for match in _CALLS.finditer(code))


def encode_groups(groups: Mapping[str, Group]) -> str:
    """As the runtime is told: lw_kernel_groups."""
    return "".join(f"{name} {group.cubes} {group.vectors}\\n" for name, group in sorted(groups.items()))
