"""How an instruction is called, as data: one line for each overload, in the words of the record.

    call("<T, isSetMask>(dst:T, src0:T, src1:T, count)")
    call("ProposalConcat<T>(dst:T, src:T, repeatTime, modeNumber:i32)")
    call("Truncate<T, roundMode:RoundMode>(dst:T, src:T, count) -> roundMode")

A line without a name stands for every name of its record, old ones too. What a parameter fills follows from its name:
an operand or scalar of the record, `count`, `mask`, `repeatTime`, or a stride (`srcBlkStride`, `repeatParams`); all
others are the record's parameters, in order, unless `->` says which values those are.

Types: `T` is an element type of the template, `uint32` one of the chips', `S?` a tensor or a number, `i32` and `u16`
are numbers, `X&` is a structure that is only read, `out u64` a variable that is written. In templates `T~U` is the
element type of register U, which may be left out; `options...` are isSetMask and configurations; `merge` is a merge
mode, or a precision where the record has some; a name that starts with `_` is taken and has no effect.

Families share shapes: tuples of calls that many records name.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_PROTOTYPE = re.compile(r"(?P<name>\w*)(?:<(?P<template>.*)>)?\((?P<parameters>.*)\)$", re.DOTALL)


@dataclass(frozen=True)
class Word:
    """A parameter: of the function, or of its template."""

    name: str
    type: str = ""
    default: str = ""

    @property
    def unused(self) -> bool:
        return self.name.startswith("_")

    @property
    def snake(self) -> str:
        """The name as records spell it."""
        return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", self.name).lower()


@dataclass(frozen=True)
class Call:
    """One overload. What is empty follows from the names of the parameters."""

    name: str  # empty: every name of the record
    template: tuple[Word, ...]
    parameters: tuple[Word, ...]
    payload: str | None = None  # the record's parameters, as expressions
    operands: str = ""  # the record's operands, as expressions
    repeat: str = ""  # how many repeats, as an expression
    strides: str = ""  # more strides: "operand, block, repeat" and a semicolon between two
    flags: str = ""
    when: str = ""  # what the template arguments must be for this overload
    check: str = ""  # statements ahead of the instruction
    after: str = ""  # statements behind it
    bits: str = ""  # the C interface: elements are only moved, and registers of any type are taken as bits
    by_tensor: str = ""  # the record that takes a whole tensor where this one takes a number
    made_by: str = ""  # the record whose overloads of the same name issue this one
    by_hand: str = ""  # why the overload is written in a header instead of being generated

    def signature(self, name: str) -> str:
        """The overload as its documentation shows it."""
        template = ", ".join(_parameter_text(w) for w in self.template if not w.unused)
        parameters = ", ".join(_parameter_text(w) for w in self.parameters if w.name != "_")
        return f"{self.name or name}{f'<{template}>' if template else ''}({parameters})"


_SHOWN = {"isSetMask": "isSetMask = true", "merge": "MaskMergeMode mode = ZEROING"}
_PLAIN_TYPES = re.compile(r"[A-Z]\d?|[iu]\d+|(u?int|half|float)\d*|(Any)?Count|plain .*|")


def _parameter_text(word: Word) -> str:
    """A parameter with its type, where that is no tensor and no plain number."""
    kind = word.type.removeprefix("const ").removeprefix("out ").rstrip("&?*")
    name = word.name.partition("~")[0].lstrip("_")
    if name in _SHOWN:
        return _SHOWN[name]
    typed = name if _PLAIN_TYPES.fullmatch(kind) else f"{kind} {name}".strip()
    return typed + (f" = {word.default}" if word.default else "")


def split(text: str, separator: str = ",") -> list[str]:
    """Parts of a list; brackets of any kind keep what is inside together."""
    parts, depth, start = [], 0, 0
    for at, letter in enumerate(text):
        depth += (letter in "<([{") - (letter in ">)]}" and text[at - 1 : at + 1] != "->")
        if letter == separator and depth == 0:
            parts.append(text[start:at].strip())
            start = at + 1
    return [part for part in (*parts, text[start:].strip()) if part]


def _parse_parameter(text: str) -> Word:
    text, _, default = text.partition("=")
    name, _, kind = text.partition(":") if not text.startswith("std::") else (text, "", "")
    return Word(name.strip(), kind.strip(), default.strip())


def call(text: str, **how: str) -> Call:
    """A call from its line."""
    prototype, arrow, payload = (*re.split(r"\s*(->)\s*", text, maxsplit=1), "", "")[:3]
    match = _PROTOTYPE.match(prototype.strip())
    if match is None:
        raise ValueError(f"{text!r} is no call: write name<template>(parameters) -> values")
    template = tuple(map(_parse_parameter, split(match["template"] or "")))
    words = tuple(map(_parse_parameter, split(match["parameters"])))
    return Call(match["name"], template, words, payload if arrow else None, **how)


_REAL = "LANEWISE_REAL({name}, T)"  # a word where the call is compiled, not only where it runs
_SOURCES = {2: "src:T", 3: "src0:T, src1:T", 4: "src0:T, src1:T, src2:T"}


def elements(tensors: int = 2, template: str = "T, _isReuseSource:bool=false", tail: str = "tail", more: str = "",
             check: str = _REAL, **how: str) -> tuple[Call, ...]:
    """A function of elements in the library: its tensors, then scratch, a count, both or neither; `tail:counted` needs
    the count."""
    return (call(f"<{template}>(dst:T, {_SOURCES[tensors]}{more}, {tail})", check=check, **how),)


def scratched(line: str, **how: str) -> tuple[Call, ...]:
    """A call without scratch and one with it, in the place of `{scratch}`. Scratch is never used."""
    return tuple(call(line.replace("{scratch}", word), **how) for word in ("", "_tmp:LocalTensor<std::uint8_t>&, "))


def powers(**how: str) -> tuple[Call, ...]:
    """Of a tensor and a tensor, a tensor and a number, or a number and a tensor."""
    template = "T, _isReuseSource:bool=false, _config:PowerConfig=defaultPowerConfig"
    return tuple(call(f"<{template}>(dst:T, {sources}, tail){how.get('payload', '')}",
                      **{key: value for key, value in how.items() if key != "payload"})
                 for sources in ("src0:T, src1:T", "src0:T, src1:plain T&", "src0:plain T&, src1:T"))


def by_hand(why: str, *lines: str) -> tuple[Call, ...]:
    """Calls that a header writes out, because they follow no line; `why` is its reason."""
    return tuple(call(line, by_hand=why) for line in lines)


def _elementwise(operands: str, other: str, params: str) -> tuple[Call, ...]:
    """A count with the vendor's own types, because programs hand the function on by its address; then any number, and
    masks; one element type or two."""
    return (
        call(f"<T, isSetMask>({operands}, count:i32&)"),
        *(
            call(f"<{types}, options...>({words}, {how})")
            for types, words in (("T", operands), ("T, U", other))
            for how in ("count:Count", f"mask, repeatTime, repeatParams:{params}&")
        ),
    )


NOTHING = (call("()"),)
UNARY = _elementwise("dst:T, src:T", "dst:T, src:U", "UnaryRepeatParams")
BINARY = _elementwise("dst:T, src0:T, src1:T", "dst:T, src0:U, src1:U", "BinaryRepeatParams")
TWO_RESULTS = (call("<T>(dst0:T, dst1:T, src0:T, src1:T, count)"),)
REPEATS = (call("<T>(dst:T, src:T, repeatTime)"),)


def vector_scalar(by_tensor: str = "") -> tuple[Call, ...]:
    """A vector and a number, which may stand left or be one element of a tensor. Only ShiftRight rounds.

    Programs take the address of the first, so it is the vendor's to the letter. The others take a count of any type as
    it is: a number of another type then decides for them alone, where a count to convert would speak against them.
    """
    masked = "mask, repeatTime, repeatParams:UnaryRepeatParams&, roundEn:bool=false"
    rounds = "lanewise::flags_of<options...> | lanewise::flag_if(roundEn, lanewise::ROUND)"
    return (
        call("<T, isSetMask>(dst:T, src:T, scalar:T&, count:i32&)"),
        *(
            overload
            for types in ("T=BinaryDefaultType", "T, U")
            for overload in (
                call(f"<{types}, options...>(dst:D, src0:S?, src1:V?, count:AnyCount)", by_tensor=by_tensor),
                call(f"<{types}, options...>(dst:D, src0:S?, src1:V?, {masked}) ->", flags=rounds),
            )
        ),
    )


VECTOR_SCALAR = vector_scalar()
REG_PAIRS = (call("<T~U>(dst0:U, dst1:U, src0:U, src1:U)"),)


def lane_by_lane(operands: tuple[str, ...], scalars: tuple[str, ...]) -> tuple[Call, ...]:
    """Registers under a mask; a number has a type of its own."""
    registers = ", ".join(f"{name}:{'S' if scalars else 'U'}" for name in operands if name != "mask")
    if scalars:
        return (call(f"<T~S, U, merge>({registers}, scalarValue:U, mask)"),)
    return (call(f"<T~U, merge>({registers}, mask)"),)


# What moves a pointer on behind an access. The second of two registers lies where it is then, unless that is farther.
MOVES_ON = "if constexpr (postMode == PostLiteral::POST_MODE_UPDATE) {move}"
FIRST_ONLY = "lanewise::register_bytes"
SECOND = "lanewise::second_at(postUpdateStride * static_cast<std::int64_t>(sizeof(T)))"


def aligned(template: str, words: str, address: str, operands: str, payload: str, *, in_bytes: bool = False,
            check: str = "") -> tuple[Call, ...]:
    """A register and memory at an aligned address: as it is, moved on afterwards, and behind an address register.

    `{at}` and `{more}` are the places of the address and of what follows it, `{second}` that of a second register;
    `in_bytes`: the address moves on by bytes, not by elements.
    """
    first, *rest = split(template)
    posting = ", ".join([first, "postMode:PostLiteral", *rest])
    step, move = ("offset:i32", f"lanewise::step_bytes({address}, offset)") if in_bytes else (
        "postUpdateStride:i32", f"{address} += postUpdateStride")
    still = f"{address}:T*" if address == "dst" else f"{address}:const T*"

    def line(template: str, at: str, more: str, place: str, second: str, **how: str) -> Call:
        return call(f"<{template}>({words.format(at=at, more=more)}) -> {payload.format(second=second)}",
                    operands=operands.format(at=place), check=check, **how)

    return (
        line(template, still, "", address, FIRST_ONLY),
        line(posting, f"{address}:out T*", f", {step}", address, SECOND, after=MOVES_ON.format(move=move)),
        line(template, still, ", offset:AddrReg&", f"lanewise::moved_by({address}, offset)", FIRST_ONLY),
    )


def c_lane_by_lane(name: str, operands: tuple[str, ...], scalars: tuple[str, ...]) -> tuple[Call, ...]:
    """A function of the C interface on registers under a mask."""
    registers = ", ".join(f"{operand}:T" for operand in operands if operand != "mask")
    return (call(f"asc_{name}<T>({registers}, {'value:plain T, ' if scalars else ''}mask)"),)


def shape(name: str, operands: tuple[str, ...], scalars: tuple[str, ...]) -> tuple[Call, ...]:
    """The calls that have a name, because many records are called like that."""
    if name == "registers":
        return lane_by_lane(operands, scalars)
    return {"unary": UNARY, "binary": BINARY, "vector-scalar": VECTOR_SCALAR}.get(name, ())
