"""What a compiler made of our code: instructions that do not give what the operations of the source give.

From the command line: `python disassembly.py LIBRARY [OBJDUMP]` for an engine of any architecture.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from lanewise.isa.tables import fused_lanes

ENGINE = Path(__file__).parents[2] / "engine"

# Products and sums rounded once, estimates of reciprocals and roots, and (x86) arithmetic that keeps excess precision.
_X86 = (
    r"vf[a-z]*m(?:add|sub)\w*|vfc?mulc[ps]h|vdpbf16ps|v?(?:rcp|rsqrt)\d*[ps][sdh]"
    r"|fi?(?:add|sub|mul|div)r?p?[sl]?|fsqrt|fscale|fprem1?|f2xm1|fyl2x(?:p1)?|fp?a?tan|fsin(?:cos)?|fcos"
)
_ARM = r"fn?m(?:add|sub|ad|sb)|fn?ml[as]\w*|fcmla|bf(?:mlal|dot|mmla)\w*|fr(?:ecp|sqrt)[es]\w*"
_INSTRUCTIONS = {"x86-64": _X86, "aarch64": _ARM}
GUESSES = ("exp", "exp_sub")  # their guesses call guessed_sum
_ESTIMATE = "r(?:cp|ecp|sqrt)"


def odd_instructions(binary: str | Path, objdump: str = "objdump") -> dict[str, set[str]]:
    """The functions of a library, program or object file that have such instructions, and which."""
    said = subprocess.run(
        [objdump, "-d", "-C", "--no-show-raw-insn", str(binary)], capture_output=True, text=True, check=True
    ).stdout
    machine = re.search(r"file format elf64-(?:little)?(\S+)", said)
    odd = _INSTRUCTIONS[machine[1] if machine else "unknown"]
    wanted = rf"^[0-9a-f]+ <(.+)>:$|^ *[0-9a-f]+:\t(?:\{{\w+\}} )?({odd})(?=\s)"
    found: dict[str, set[str]] = {}
    function = "(no symbol)"
    for match in re.finditer(wanted, said, re.MULTILINE):
        if match[1]:
            function = match[1]
        else:
            found.setdefault(function, set()).add(match[2])
    return found


def asks(function: str) -> bool:
    """Whether the source of a function of the engine asks for a fused multiply-add.

    Lane functions do so by their records; `multiply_add` is named as the policy that it obeys. Those that guess and
    look again where the guess is not good enough may guess as they like, and products of matrices whose elements have
    so few digits that no product is rounded may be added at once. Elsewhere, files do so that call std::fma.
    """
    if re.search(r"::multiply_packed<true\b", function):
        return True
    lane = re.search(r"\blanes::(\w+)", function)
    if lane:
        return lane[1] in {"multiply_add", *GUESSES, *(name for _, name in fused_lanes())}
    texts = [path.read_text() for path in ENGINE.rglob("*.cpp")]
    rooms = [re.findall(r"^namespace ([\w:]+)", text, re.MULTILINE) for text in texts if "std::fma(" in text]
    inside = "|".join(sorted(room for found in rooms for room in found))
    return bool(re.search(rf"\b(?:{inside})::(?:\(anonymous namespace\)::)?\w+\(", function))


def unasked(binary: str | Path, objdump: str = "objdump") -> dict[str, set[str]]:
    """The functions of an engine whose results are not those of their operations, though nothing asks for that."""
    return {
        function: made
        for function, made in odd_instructions(binary, objdump).items()
        if not asks(function) or any(re.search(_ESTIMATE, name) for name in made)
    }


if __name__ == "__main__":
    for name, made in unasked(*sys.argv[1:3]).items():
        print(f"{name}: {', '.join(sorted(made))}")
