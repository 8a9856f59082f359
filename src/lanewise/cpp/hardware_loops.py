"""What vector functions are written with that the vector unit does not have.

Its loops are `for` loops that the hardware counts, four of them inside each other at most; of other control flow
there is `if` alone. Programs run here whatever they are written with, so only the source tells.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from lanewise.check.findings import Finding, Place
from lanewise.check.texts import finding
from lanewise.cpp.functions import FUNCTION, WORDS, body_of
from lanewise.cpp.tokens import Token, closing, scan

DEEPEST = 4
_MISSING = ("while", "do", "switch", "goto")


class Found(NamedTuple):
    line: int
    fields: dict[str, str]


def unsupported(text: str) -> list[Found]:
    """Of each vector function, what hardware's compilers refuse."""
    if not any(word in text for word in WORDS):
        return []
    tokens, _ = scan(text)
    found = []
    for i, token in enumerate(tokens):
        start = body_of(tokens, i) if token.text in WORDS else None
        end = closing(tokens, start) if start is not None else None
        if start is None or end is None:
            continue
        function = "vector function" if token.text == FUNCTION else "function of a vector function"
        for at, fields in _loops_between(tokens, start + 1, end):
            found.append(Found(text.count("\n", 0, tokens[at].start) + 1, {**fields, "function": function}))
    return found


def _loops_between(tokens: list[Token], start: int, end: int) -> Iterator[tuple[int, dict[str, str]]]:
    open_loops: list[int] = []  # where the bodies of the loops around a token end
    tails: set[int] = set()  # `while` that ends a `do`
    for i in range(start, end):
        open_loops = [last for last in open_loops if last >= i]
        word = tokens[i].text
        if tokens[i].kind != "name":
            continue
        if word == "do" and tokens[i + 1].text == "{":
            tails.add((closing(tokens, i + 1) or end) + 1)
        if word in _MISSING and i not in tails:
            yield i, {"what": word, "depth": ""}
        if word != "for":
            continue
        open_loops.append(_end_of_statement(tokens, i, end))
        if len(open_loops) == DEEPEST + 1:
            yield i, {"case": "depth", "what": "for", "depth": str(len(open_loops))}


def _end_of_statement(tokens: list[Token], at: int, end: int) -> int:
    """The last token of the statement that begins at `at`."""
    while at < end:
        if tokens[at].text == "{":
            return closing(tokens, at) or end
        if tokens[at].text == ";":
            return at
        at = (closing(tokens, at) or end) + 1 if tokens[at].text in ("(", "[") else at + 1
    return end


def found_in(sources: Sequence[str]) -> list[Finding]:
    """Of programs' files and what they include by a name of their own, as a check tells it."""
    todo, seen = [Path(source) for source in sources], set()
    out = []
    while todo:
        path = todo.pop()
        if path in seen or not path.is_file():
            continue
        seen.add(path)
        text = path.read_text(encoding="utf-8", errors="replace")
        todo += [path.parent / include.name for include in scan(text)[1] if include.quoted]
        for one in unsupported(text):
            place = Place(str(path.absolute()), one.line)
            out.append(finding("REG-010", one.fields, place, None, "", 1, cpp=True))
    return out
