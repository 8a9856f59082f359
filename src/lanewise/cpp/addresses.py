"""A number where a pointer is wanted: `__ubuf__ float* p = tensor.GetPhyAddr();`.

g++ lets that pass when it is told to. clang never does, so the expressions that it complains about are wrapped in
something that converts, and compiled again.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import NamedTuple

from lanewise.cpp.tokens import CLOSES, OPENS, closing, closing_angle, scan

RANGES = ("-fdiagnostics-print-source-range-info",)  # of the expression, not only the place of the error
WRAPPER = "lanewise/shared/pointed.h"
_RANGE = re.compile(r"\{(\d+):(\d+)-(\d+):(\d+)\}")
_SAID = re.compile(
    r"^(?P<file>[^\s:][^:\n]*):(?P<line>\d+):(?P<column>\d+):(?P<ranges>(?:\{[\d:-]+\})*)(?:(?<=\}):)? "
    r"(?P<kind>fatal error|error|note): (?P<text>.*)$",
    re.MULTILINE,
)
_AKA = r"(?: \(aka '[^']*'\))?"
_NUMBER = r"'(?:const )?(?:std::)?(?:u?int(?:\d+|ptr)_t|size_t|(?:unsigned )?(?:int|long|long long))'" + _AKA
_POINTER = r"'[^']*\*(?: ?const)?'" + _AKA
_WRONG = re.compile(
    rf"cannot initialize .* of type {_POINTER} with an [lr]value of type {_NUMBER}"
    rf"|incompatible integer to pointer conversion .* {_POINTER} .*{_NUMBER}"
    rf"|assigning to {_POINTER} from incompatible type {_NUMBER}"
)
_NO_MATCH = re.compile(r"no matching (?:member )?function for call to ")
_ARGUMENT = re.compile(rf"no known conversion from {_NUMBER} to {_POINTER} for (?:(\d+)\w\w )?argument")


class Wanted(NamedTuple):
    """An expression, or an argument of the call whose name is there."""

    file: str  # as the user calls it
    line: int  # of the copy, however that counts its lines
    column: int  # in bytes, from 1
    last_line: int
    behind: int
    argument: int  # 0: the expression itself


def complaints(output: str) -> set[Wanted]:
    """What clang could not take for a pointer."""
    found: set[Wanted] = set()
    call: Wanted | None = None
    for said in _SAID.finditer(output):
        place = _RANGE.search(said["ranges"])
        if said["kind"] == "error":
            call = None
        if said["kind"] == "note":
            argument = _ARGUMENT.search(said["text"])
            if call and argument:
                found.add(call._replace(argument=int(argument[1] or 1)))
        elif place:
            line, column, last, behind = map(int, place.groups())
            wanted = Wanted(said["file"], line, column, last, behind, 0)
            if _WRONG.match(said["text"]):
                found.add(wanted)
            elif _NO_MATCH.match(said["text"]):
                call = wanted
    return found


def strip_ranges(output: str) -> str:
    """What was said, without the ranges."""
    return re.sub(r"^([^\s:][^:\n]*:\d+:\d+:)(?:\{[\d:-]+\})+:", r"\1", output, flags=re.MULTILINE)


def wrap_expressions(text: str, places: Collection[Wanted]) -> str:
    """The text with these expressions wrapped. No line moves."""
    data = text.encode("utf-8", "surrogateescape").decode("latin-1")  # a character for each byte: so columns count
    starts = [0, *(match.end() for match in re.finditer("\n", data))]
    edits: list[tuple[int, str]] = []
    for first, behind in {span for wanted in places for span in _spans(data, starts, wanted)}:
        edits += [(first, "::lanewise::pointed("), (behind, ")")]
    for at, more in sorted(edits, reverse=True):
        data = data[:at] + more + data[at:]
    return data.encode("latin-1").decode("utf-8", "surrogateescape")


def _spans(data: str, starts: list[int], wanted: Wanted) -> Iterator[tuple[int, int]]:
    if not 0 < wanted.line <= wanted.last_line <= len(starts):
        return
    first, behind = starts[wanted.line - 1] + wanted.column - 1, starts[wanted.last_line - 1] + wanted.behind - 1
    if wanted.argument:
        yield from list(_arguments(data, behind))[wanted.argument - 1 : wanted.argument]
    elif _is_whole(data[first:behind]):
        yield first, behind


def _is_whole(expression: str) -> bool:
    """A place in a macro may be half an expression."""
    brackets = [token.text for token in scan(expression)[0] if token.text in (*OPENS, *CLOSES)]
    return bool(expression.strip()) and sum(text in OPENS for text in brackets) * 2 == len(brackets)


def _arguments(data: str, behind: int) -> Iterator[tuple[int, int]]:
    """Where each argument of the call lies whose name ends at `behind`."""
    tokens, _ = scan(data[behind:])
    last = closing(tokens, 0) if tokens and tokens[0].text == "(" else None
    if last is None:
        return
    first = i = 1
    while i <= last:
        if i == last or tokens[i].text == ",":
            if first < i:
                yield behind + tokens[first].start, behind + tokens[i - 1].end
            first = i + 1
        elif tokens[i].text in OPENS:
            i = closing(tokens, i) or i
        elif tokens[i].text == "<":
            i = closing_angle(tokens, i, last) or i
        i += 1
