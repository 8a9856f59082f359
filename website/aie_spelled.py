"""Calls of AI Engine operations that are written down, in aie_examples.toml: those that their records do not say."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

from lanewise.isa.aie.types import LANE_TYPES, TAGS
from website import toml

FILE = Path(__file__).with_name("aie_examples.toml")
_OPERAND = re.compile(r"(\w+):([&0<>\[\]{}]?)(\w+)\*(\d+)(?:\+(\d+))?")
# How Python makes what a letter stands for, and what C++ is given; a cascade is a port of the core.
_PYTHON = {
    "&": "{name} = {array}", "0": "{name} = {zeros}", "<": '{name} = aie.Stream("{of}", {numbers})',
    ">": '{name} = aie.OutputStream("{of}")', "[": '{name} = aie.Buffer("{of}", {n}, values={numbers}).input.acquire()',
    "]": '{name} = aie.OutputBuffer("{of}", {n}).output.acquire()',
    "{": '{name} = aie.Cascade("{of}")\naie.put_mcd({name}, aie.accum({numbers}, "{of}"))',
    "}": '{name} = aie.Cascade("{of}")',
}  # fmt: skip
_CPP = {
    "&": "{of}*", "0": "{of}*", "<": "input_stream<{of}>*", ">": "output_stream<{of}>*", "[": "input_window<{of}>*",
    "]": "output_window<{of}>*",
}  # fmt: skip
WRITTEN = {"0": "{}", ">": "{}.numpy()", "]": "{}.data", "}": "{}.get({}).values()"}  # what is there afterwards


class Operand(NamedTuple):
    name: str
    letter: str
    of: str
    n: int
    start: int
    backwards: bool  # every other one counts down, so that no two are the same

    @property
    def numbers(self) -> str:
        up = f"np.arange({self.start}, {self.start + self.n})" if self.start else f"np.arange({self.n})"
        ways = [up, f"{up}[::-1]"]
        if self.backwards:
            ways.reverse()
        kind = TAGS.get(self.of) or LANE_TYPES.get(self.of)
        return f"np.stack([{', '.join(ways)}], 1)" if kind is not None and kind.is_complex else ways[0]

    @property
    def lanes(self) -> str:
        """The type of a lane as numpy calls it."""
        return "np." + self.of.removeprefix("c").replace("pktstream", "int32").replace("float", "float32")

    def python(self) -> str:
        if self.of == "mask":
            return f"{self.name} = aie.mask(np.arange({self.n}) % 2 == 0)"
        if not self.letter:
            return f'{self.name} = aie.{"accum" if self.of in TAGS else "vector"}({self.numbers}, "{self.of}")'
        shape = f"({self.n}, 2)" if self.of.startswith("c") else str(self.n)
        words = {"name": self.name, "of": self.of.replace("pktstream", "int32"), "n": self.n, "numbers": self.numbers,
                 "array": f"{self.numbers}.astype({self.lanes})", "zeros": f"np.zeros({shape}, {self.lanes})"}
        return _PYTHON[self.letter].format(**words)


@dataclass(frozen=True)
class Spelled:
    """A call with its operands, in both languages."""

    name: str
    chip: str
    operands: tuple[Operand, ...]
    body: str
    call: str
    shows: str
    whole: bool

    @property
    def arrays(self) -> list[tuple[str, str, str]]:
        """What C++ is given: the name of a parameter, its type, and the numbers that are there, as Python."""
        out = []
        for one in self.operands:
            if one.of == "mask" or (one.letter and one.letter in "{}"):
                continue
            kind = _CPP.get(one.letter, "const {of}*").format(of=source(one.of))
            numbers = f"np.zeros_like({one.numbers})" if one.letter in WRITTEN else one.numbers
            name = one.name if one.letter else f"{one.name}_in"
            out.append((name, kind.replace("stream<pktstream>", "pktstream"), numbers))
        return out

    @property
    def ports(self) -> dict[str, str]:
        """Cascades, by the port that a call is given them at."""
        return {f"cascade_{'in' if one.letter == '{' else 'out'}": one.numbers for one in self.operands
                if one.letter and one.letter in "{}"}

    @property
    def written_to(self) -> Operand | None:
        return next((one for one in self.operands if one.name == self.shows), None)

    def python(self) -> str:
        made = [] if self.whole else [line for one in self.operands for line in one.python().split("\n")]
        lines = [*made, *self.body.strip().split("\n"), f"print({self.shown_value})"]
        body = "".join(f"    {line}\n" for line in lines)
        return f'import numpy as np\n\nfrom lanewise import aie\n\nwith aie.core("{self.chip}"):\n{body}'

    @property
    def shown_value(self) -> str:
        one = self.written_to
        return WRITTEN[one.letter].format(one.name, one.n) if one is not None else "result"

    def cpp(self) -> str:
        if not self.call:
            return ""
        lines = []
        for one in self.operands:
            if one.of == "mask":
                lines.append(f"auto {one.name} = aie::mask<{one.n}>::from_uint32(0x55555555u);")
            elif not one.letter and one.of in TAGS:
                lines.append(f"aie::accum<{one.of}, {one.n}> {one.name}(aie::load_v<{one.n}>({one.name}_in));")
            elif not one.letter:
                lines.append(f"aie::vector<{one.of}, {one.n}> {one.name} = aie::load_v<{one.n}>({one.name}_in);")
        return "\n".join([*lines, self.call.strip()]) + "\n"


def source(of: str) -> str:
    """What an operand is loaded from: accumulators from the vector that they take as it is."""
    if of not in TAGS:
        return of
    tag = TAGS[of]
    return ("c" if tag.is_complex else "") + ("float" if tag.is_float else "int16" if of.endswith("32") else "int32")


@cache
def spelled_examples() -> dict[str, Spelled]:
    """By the names of operations, and of families whose operations have a page together."""
    return {name: _spelled(name, **entry) for name, entry in toml.read(FILE).items()}


def _spelled(
    name: str, given: str, python: str, cpp: str, chip: str = "aie-ml", shows: str = "", whole: bool = False
) -> Spelled:
    operands = []
    for number, word in enumerate(given.split()):
        found = _OPERAND.fullmatch(word)
        assert found is not None, word
        sizes = int(found[4]), int(found[5] or 0)
        operands.append(Operand(found[1], found[2], found[3], *sizes, number % 2 == 1))
    return Spelled(name, chip, tuple(operands), python, cpp, shows, whole)
