"""`c ? x : 0` where x is a bfloat16. Hardware's compilers have that type built in and find a common one; a class that
converts both ways leaves C++ undecided. The places that a compiler complains about are told what the other operand is.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from lanewise.cpp.tokens import CLOSES, OPENS, Token, closing, closing_angle, flat, scan

# As g++ and clang say it; clang names the place in a macro in notes behind.
_COMPLAINT = re.compile(
    r"^[^\s:][^:\n]*:\d+:(?:\d+:)? error: "
    r"(?:operands to '\?:' have different types|conditional expression is ambiguous).*bfloat16.*"
    r"(?:\n.*note: expanded from macro.*)*",
    re.MULTILINE,
)
_PLACE = re.compile(r"^(?P<file>[^\s:][^:\n]*):(?P<line>\d+):", re.MULTILINE)


def complaints(output: str) -> set[tuple[str, int]]:
    """File and line of the operators that a compiler could not decide."""
    output = output.replace("‘", "'").replace("’", "'")
    return {(match["file"], int(match["line"])) for c in _COMPLAINT.finditer(output) for match in _PLACE.finditer(c[0])}


def decide_ternaries(text: str, lines: Collection[int]) -> str:
    """The text with every `?:` of these lines decided. No line moves."""
    tokens, _ = scan(text)
    return _rendered(text, tokens, 0, len(tokens), lines)


def _rendered(text: str, tokens: list[Token], first: int, end: int, lines: Collection[int] | None) -> str:
    """Tokens from `first` to `end` as text; without lines, every operator in them is decided."""
    parts, at, i = [], tokens[first].start if lines is None else 0, first
    stop = tokens[end - 1].end
    while i < end:
        token = tokens[i]
        if token.text == "?" and (lines is None or text.count("\n", 0, token.start) + 1 in lines):
            colon = _colon(tokens, i)
            last = None if colon is None else _end(tokens, colon + 1)
            if colon is not None and last is not None and i + 1 < colon and colon + 1 < last:
                one = _rendered(text, tokens, i + 1, colon, None)
                two = _rendered(text, tokens, colon + 1, last, None)
                between = text[tokens[colon - 1].end : tokens[colon + 1].start]
                parts += [text[at : tokens[i + 1].start], _arm(one, two), between, _arm(two, one)]
                at, i = tokens[last - 1].end, last
                continue
        i += 1
    return "".join([*parts, text[at:stop]])


def _arm(own: str, other: str) -> str:
    tokens, _ = scan(other)
    return f"lanewise::aie::arm<decltype(({flat(tokens)}))>({own})"


def _colon(tokens: list[Token], at: int) -> int | None:
    """The `:` of the `?` at `at`."""
    nested, i = 0, at + 1
    while i < len(tokens):
        word = tokens[i].text
        if word in OPENS:
            i = closing(tokens, i) or len(tokens)
        elif word in (";", *CLOSES) or tokens[i].kind == "edge":
            return None
        elif word == "?":
            nested += 1
        elif word == ":":
            if not nested:
                return i
            nested -= 1
        i += 1
    return None


def _end(tokens: list[Token], at: int) -> int | None:
    """Behind the expression that begins at `at`."""
    nested, i = 0, at
    while i < len(tokens):
        word = tokens[i].text
        if word in OPENS:
            i = closing(tokens, i) or len(tokens)
        elif word == "<":
            i = closing_angle(tokens, i, len(tokens)) or i
        elif word == "?":
            nested += 1
        elif word == ":" and nested:
            nested -= 1
        elif word in (",", ";", ":", *CLOSES) or tokens[i].kind == "edge":
            return i
        i += 1
    return None
