"""What a function of threads is: its names, calls, meaning, and what is known of it.

A Function is written once, beside its meaning, which computes all lanes at a time. `lanewise.simt`, the pages and the
test that compares the headers with the definition come from it.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from lanewise.numerics import small
from lanewise.numerics.formats import DTYPES, DType
from lanewise.numerics.rounding import exact_integers, fit_integers, round_to_layout, to_float, widen

Array = np.ndarray[Any, Any]
Meaning = Callable[..., Any]

_ELEMENTS = {
    "bool": "bool", "char": "int8", "signed char": "int8", "unsigned char": "uint8", "short": "int16",
    "unsigned short": "uint16", "int": "int32", "unsigned int": "uint32", "long": "int64", "unsigned long": "uint64",
    "long long": "int64", "unsigned long long": "uint64", "half": "half", "bfloat16_t": "bfloat16", "float": "float",
}  # fmt: skip
_SHORT = {"uchar": "unsigned char", "ushort": "unsigned short", "uint": "unsigned int", "ulong": "unsigned long",
          "longlong": "long long", "ulonglong": "unsigned long long", "char": "signed char"}  # fmt: skip
_PAIRS = {"half2": "half", "bfloat16x2_t": "bfloat16", "hifloat8x2_t": "hifloat8", "float8_e4m3x2_t": "fp8_e4m3fn",
          "float8_e5m2x2_t": "fp8_e5m2"}  # fmt: skip
_NAMED = {"__asc_saturation_t": "int32", "__asc_fp8_interpretation_t": "int32", "__asc_fp8x2_storage_t": "uint16"}


@dataclass(frozen=True)
class Type:
    """A type of C++ as lanes hold it: so many elements of a type, or a pointer to several."""

    name: str
    element: DType
    members: int = 0  # of a short vector: the last axis of its arrays
    many: bool = False  # a pointer that is read: as many as another operand says, on the last axis

    @property
    def vector(self) -> bool:
        return bool(self.members) or self.many


def type_of(name: str) -> Type:
    if name in _PAIRS:
        return Type(name, DTYPES[_PAIRS[name]], 2)
    if name in _ELEMENTS or name in _NAMED:
        return Type(name, DTYPES[{**_ELEMENTS, **_NAMED}[name]])
    short = re.fullmatch(r"([a-z]+)([234])", name)
    if short is None:
        raise KeyError(name)
    one = _SHORT.get(short[1], short[1])
    return Type(name, DTYPES[_ELEMENTS[one]], int(short[2]))


@dataclass(frozen=True)
class Operand:
    type: Type
    name: str


@dataclass(frozen=True)
class Call:
    """One way to call a function: its result, what it is handed, and what it writes through pointers."""

    text: str
    result: Type | None
    operands: tuple[Operand, ...]
    outputs: tuple[Operand, ...]

    @property
    def results(self) -> list[Type]:
        return [*([self.result] if self.result else []), *(o.type for o in self.outputs)]


def _call(text: str) -> Call:
    """`float(float x, int* exponent)`: a pointer that is not to const is written to."""
    result, _, rest = text.partition("(")
    operands: list[Operand] = []
    outputs: list[Operand] = []
    for word in filter(None, rest.rstrip(")").split(", ")):
        name, _, last = word.rpartition(" ")
        one = type_of(name.removeprefix("const ").rstrip("*"))
        if name.startswith("const "):
            one = Type(f"{one.name}*", one.element, many=True)
        (outputs if name.endswith("*") and not one.many else operands).append(Operand(one, last))
    return Call(text, None if result == "void" else type_of(result), tuple(operands), tuple(outputs))


def calls(*texts: str, **places: str) -> tuple[Call, ...]:
    """Calls as text; `T="half, bfloat16_t"` writes each out for every one of these types."""
    choices = [words.split(",") for words in places.values()]
    chosen = zip(*choices, strict=True)
    rows = [dict(zip(places, (word.strip() for word in row), strict=True)) for row in chosen] or [{}]
    written = (_substitute_types(text, row) for row in rows for text in texts)
    return tuple(map(_call, dict.fromkeys(written)))


def _substitute_types(text: str, places: dict[str, str]) -> str:
    return re.sub(r"\b[A-Z]\b", lambda m: places.get(m[0], m[0]), text)


class Lanes:
    """What a meaning sees besides its lanes: the types of its call."""

    def __init__(self, call: Call) -> None:
        self.call = call

    @property
    def to(self) -> DType:
        return self.call.results[0].element

    @property
    def of(self) -> DType:
        return self.call.operands[0].type.element

    def step(self, exact: Array) -> Array:
        """An intermediate result, rounded to the type of the result and still held exactly."""
        assert self.to.layout is not None
        return round_to_layout(exact, self.to.layout)

    def exact(self, lanes: Array, of: Type) -> Array:
        """Python ints for integers, float64 for floats."""
        if of.element.name in small.NAMES:
            return small.decode(lanes, of.element)
        return exact_integers(lanes) if of.element.kind in "iub" else widen(lanes, of.element)

    def rounded(self, exact: Any, to: Type) -> Array:
        """Exact values brought into the type of a result, once; integers wrap."""
        value = np.asarray(exact)
        if value.dtype == to.element.numpy:
            return value
        if to.element.kind == "b":
            return value.astype(bool)
        if to.element.is_integer:
            return np.asarray(fit_integers(value.astype(object), to.element, False))
        return to_float(value.astype(np.float64), to.element)


@dataclass(frozen=True, repr=False)
class Function:
    name: str
    family: str
    summary: str
    meaning: Meaning  # of Lanes and exact operands: exact results, a tuple where there are several
    calls: tuple[Call, ...]
    names: tuple[str, ...] = ()  # other spellings
    raw: bool = False  # the meaning takes and gives elements as they are, not exact values
    accuracy: str = ""  # as documented
    policies: tuple[str, ...] = ()
    evidence: str = "documented"
    notes: tuple[str, ...] = ()
    stands_on: tuple[Meaning, ...] = field(default=())  # what a reader of the definition wants to see, too

    def __repr__(self) -> str:
        return f"<{self.signatures[0]}: {self.summary}>"

    @property
    def signatures(self) -> tuple[str, ...]:
        """`float expf(float x)`"""
        return tuple(call.text.replace("(", f" {self.name}(", 1) for call in self.calls)

    @property
    def all_names(self) -> tuple[str, ...]:
        return (self.name, *self.names)

    def of(self, call: Call, lanes: Sequence[Array]) -> Any:
        """The results of one call for arrays of lanes, each in its type; a tuple where there are several."""
        e = Lanes(call)
        with np.errstate(all="ignore"):
            given = lanes if self.raw else [e.exact(a, o.type) for a, o in zip(lanes, call.operands, strict=True)]
            found = self.meaning(e, *given)
            several = found if isinstance(found, tuple) else (found,)
            results = tuple(e.rounded(one, to) for one, to in zip(several, call.results, strict=True))
        return results if len(results) > 1 else results[0]

    @property
    def parameters(self) -> list[str]:
        return list(inspect.signature(self.meaning).parameters)[1:]
