"""What an operation of an AI Engine is: its names in both languages, types per chip, rules, modes and meaning.

An Operation is written once, beside its meaning. The Python function, its page, its stub and the test that holds
Python, C++ and the definition together come from it.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from lanewise.isa.aie.types import FAMILIES, LANE_TYPES, SUPPORTED, LaneType, factors, product_tag
from lanewise.markup import paragraph
from lanewise.markup import table as html_table

Meaning = Callable[..., Any]

FIRST: tuple[str, ...] = ("aie",)
LATER: tuple[str, ...] = ("aie-ml", "aie-mlv2")
LATEST: tuple[str, ...] = ("aie-mlv2",)

# Classes of cost, see engine/timing/slots.hpp; the first is that of operations which take nothing that is counted.
# Of multiply_lanes the parts of a product of words wait for each other, with no other terms between them.
TIMINGS = ("", "load", "store", "stream_in", "stream_out", "cascade", "multiply", "multiply_lanes", "alu", "convert",
           "function", "move")

# What stands in braces in a name: a number, an element type or tag, one of several words.
PLACES = {"N": r"\d+", "M": r"\d+", "K": r"\d+", "T": r"c?[a-z]+\d*", "A": r"c?acc(?:float|\d+)"}


@dataclass(frozen=True)
class Row:
    """One legal combination on these chips: types of the operands and of the result, and its shape where it has one."""

    chips: tuple[str, ...]
    types: tuple[str, ...]
    shape: str = ""
    evidence: str = "documented"

    @property
    def label(self) -> str:
        """`int16 x int8 -> acc48 (8 columns)`; one type where all are the same."""
        *operands, result = self.types
        text = result if not operands or set(operands) == {result} else f"{' x '.join(operands)} -> {result}"
        return f"{text} ({self.shape})" if self.shape else text


@dataclass(frozen=True, repr=False)
class Operation:
    name: str
    family: str
    summary: str
    meaning: Meaning
    rows: tuple[Row, ...]
    names: tuple[str, ...] = ()  # in C++: `aie::add` of the API, intrinsics bare; `{4,8}`, `{N}`, `{T}` stand for many
    operands: str = ""  # parameters in order: name, or name:kind, perhaps with a size; see `kinds` and `sizes`
    cpp: str = ""  # the C++ expression of a call, parameters in braces; empty where no test can write it by itself
    policies: tuple[str, ...] = ()
    modes: tuple[str, ...] = ()  # rounding, saturation: the state of the core that its result depends on
    status: tuple[str, ...] = ()  # what it can note on the core
    sets: tuple[str, ...] = ()  # the modes that it changes
    evidence: str = "documented"
    usage: str = ""  # how it is called, where the parameters of its meaning do not say
    notes: tuple[str, ...] = ()
    stands_on: tuple[Meaning, ...] = ()  # what a reader of the definition wants to see, too
    timing: str = ""  # its class of cost, of TIMINGS

    def __post_init__(self) -> None:
        if self.timing not in TIMINGS:
            raise ValueError(f"{self.name} has a class of cost that no core knows: {self.timing}")

    def __repr__(self) -> str:
        return f"<{self.signature}: {self.summary}; on {', '.join(self.chips)}>"

    def _repr_html_(self) -> str:
        types = [(chip, ", ".join(row.label for row in self.rows_on(chip))) for chip in self.chips]
        about = [("C++", ", ".join(self.names)), ("Python", f"aie.{self.signature}"),
                 ("depends on modes", ", ".join(self.modes)), ("rests on policies", ", ".join(self.policies)),
                 ("notes", "\n".join(self.notes))]
        head = paragraph(self.name, bold=True) + paragraph(self.summary)
        return head + html_table(("", ""), [row for row in about if row[1]]) + html_table(("chip", "types"), types)

    @property
    def chips(self) -> tuple[str, ...]:
        return tuple(c for c in FAMILIES if any(c in row.chips for row in self.rows))

    def rows_on(self, chip: str) -> Iterator[Row]:
        return (row for row in self.rows if chip in row.chips)

    @property
    def api(self) -> tuple[str, ...]:
        return tuple(name for name in self.names if name.startswith("aie::"))

    @property
    def intrinsics(self) -> tuple[str, ...]:
        return tuple(name for name in self.names if not name.startswith("aie::"))

    @property
    def kinds(self) -> dict[str, str]:
        """Parameters: vector, accum, mask, lane (a number of the vector's type), word (any 32 bits), or a range."""
        words = (word.partition("*")[0].partition(":") for word in self.operands.split())
        return {name: kind or "vector" for name, _, kind in words}

    @property
    def sizes(self) -> dict[str, str]:
        """Lanes of the operands that say so: `x*32` has 32, `acc*/2` half as many as the others, `v*x2` twice."""
        words = (word.partition("*") for word in self.operands.split())
        return {name.partition(":")[0]: size for name, _, size in words if size}

    @cached_property
    def _name_pattern(self) -> re.Pattern[str]:
        return re.compile("|".join([re.escape(self.name), *(_pattern(n.removeprefix("aie::")) for n in self.names)]))

    def is_called(self, name: str) -> bool:
        return self._name_pattern.fullmatch(name) is not None

    @property
    def signature(self) -> str:
        """`mul(a, b, tag=None)`: how Python calls it."""
        if self.usage:
            return self.usage
        try:
            parameters = inspect.signature(self.meaning).parameters.values()
        except (TypeError, ValueError):
            return f"{self.name}(...)"
        return f"{self.name}({', '.join(str(p.replace(annotation=p.empty)) for p in parameters)})"


def _pattern(name: str) -> str:
    """A name with places in braces as a regular expression."""
    parts = re.split(r"\{([^}]*)\}", name)
    parts[1::2] = [PLACES[p] if p in PLACES else f"(?:{'|'.join(map(re.escape, p.split(',')))})" for p in parts[1::2]]
    parts[0::2] = [re.escape(p) for p in parts[0::2]]
    return "".join(parts)


# Kinds of lanes, one letter each: i signed, u unsigned, n nibbles, c complex integers, f floats, b bfloat16, z complex.
def _letter(t: LaneType) -> str:
    if t.is_complex:
        return "z" if t.is_float else "c"
    if t.is_float:
        return "b" if t.bits == 16 else "f"
    return "n" if t.bits == 4 else "l" if t.bits == 64 else t.kind


def types_on(chip: str, kinds: str) -> list[str]:
    """Lane types of a chip, by the letters of their kinds."""
    return [n for n, t in LANE_TYPES.items() if n in SUPPORTED[chip] and _letter(t) in kinds]


ALL = "iuncfbz"
INTEGERS = "iunc"
ORDERED = "iufb"
WHOLE = "iu"


def lanes(
    kinds: str = ALL, count: int = 1, result: str | Callable[[str], str] = "", chips: Iterable[str] = FAMILIES,
    evidence: str = "documented",
) -> tuple[Row, ...]:  # fmt: skip
    """A row for every lane type of these kinds: `count` operands of it, and a result of it or of another type."""
    out: dict[tuple[str, ...], list[str]] = {}
    for chip in chips:
        for name in types_on(chip, kinds):
            made = result(name) if callable(result) else result or name
            if made:
                out.setdefault((*[name] * count, made), []).append(chip)
    return tuple(Row(tuple(on), types, evidence=evidence) for types, on in out.items())


def table(by_chip: Mapping[tuple[str, ...], str], evidence: str = "documented") -> tuple[Row, ...]:
    """Rows as text: chips -> `int16/int8/acc48 int8/acc48`, the result last."""
    return tuple(
        Row(chips, tuple(word.split("/")), evidence=evidence)
        for chips, text in by_chip.items()
        for word in text.split()
    )


def any_type(chips: Iterable[str] = FAMILIES, evidence: str = "documented") -> tuple[Row, ...]:
    """Whatever the operand holds."""
    return (Row(tuple(chips), ("any",), evidence=evidence),)


def products(accumulates: bool = False, squares: bool = False, kinds: str = ALL) -> tuple[Row, ...]:
    """Rows of a multiplication: two factors, or one and itself, and the accumulator that they go to."""
    out: dict[tuple[str, ...], list[str]] = {}
    for chip in FAMILIES:
        for a, b in factors(chip):
            if (squares and a != b) or {_letter(a), _letter(b)} - set(kinds):
                continue
            to = product_tag(a, b, chip).name
            types = (*([to] if accumulates else []), a.name, *([] if squares else [b.name]), to)
            out.setdefault(types, []).append(chip)
    return tuple(Row(tuple(chips), types) for types, chips in out.items())
