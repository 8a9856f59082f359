"""Loops over the grid in functions of threads:

    for (uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) y[i] = x[i];

One thread after the other would walk through memory in large steps, once for each thread. Where each step stands by
itself, all threads take their first step, then all their second, as hardware does: `strided` in
include/lanewise/ascend/simt/phases.h, which looks first whether threads begin side by side. A step may change memory
and variables of its own; what a thread would carry to its next step, or where it says who it is, keeps the loop as it
stands.
"""

from __future__ import annotations

from collections.abc import Container
from typing import NamedTuple

from lanewise.cpp.tokens import NO_QUALIFIER, Token, closing, closing_angle, flat

_NOT_HERE = {"return", "goto", "break", "case", "switch", "static", "__ubuf__", "__local_mem__", "asm", "volatile"}
_LOOPS = {"for", "while", "do"}
SAYS = {"printf", "PRINTF", "assert", "ASSERT", "__trap"}  # where a thread is counts, or in which order
_CHANGES = set("+-*/%&|^")


class Stride(NamedTuple):
    first: tuple[int, int]  # where its variable begins, as tokens
    most: tuple[int, int]  # where it ends
    step: tuple[int, int]  # how far it goes
    body: int  # behind its header
    end: int  # behind its body
    kind: str
    name: str


def loop(tokens: list[Token], at: int) -> Stride | None:
    """`for (T name = first; name < most; name += step) ...`"""
    close = closing(tokens, at + 1)
    if close is None:
        return None
    marks = [i for i in range(at, close) if tokens[i].text == ";"]
    if len(marks) != 2:
        return None
    equal = next((i for i in range(at + 2, marks[0]) if tokens[i].text == "="), None)
    if equal is None or equal - at < 4:
        return None
    name, second, third = tokens[equal - 1].text, marks[0] + 1, marks[1] + 1
    kind = [t for t in tokens[at + 2 : equal - 1] if t.text != "const"]
    forms = tokens[second].text == name and tokens[second + 1].text == "<" and tokens[second + 2].text not in ("<", "=")
    steps = [t.text for t in tokens[third : third + 3]] == [name, "+", "="]
    ranges = ((equal + 1, marks[0]), (second + 2, marks[1]), (third + 3, close))
    if not forms or not steps or any(t.text == name for a, b in ranges for t in tokens[a:b]):
        return None
    if any(t.kind != "name" and t.text != "::" for t in kind):
        return None
    body = close + 1
    last = closing(tokens, body) if tokens[body].text == "{" else _simple(tokens, body)
    return None if last is None else Stride(*ranges, body, last + 1, flat(kind), name)


def _simple(tokens: list[Token], at: int) -> int | None:
    """Where a statement without braces ends."""
    if tokens[at].text in (*_LOOPS, "if", "switch"):
        return None
    return next(i for i in range(at, len(tokens)) if tokens[i].text in (";", "{")) if tokens[at].text != ";" else None


def is_independent(tokens: list[Token], stride: Stride, changes: Container[str]) -> bool:
    """Whether each step of it stands by itself: it changes memory, and variables of its own."""
    words = {t.text for t in tokens[stride.body : stride.end]}
    if words & _NOT_HERE or (words & _LOOPS and "continue" in words):
        return False
    own = {tokens[i].text for i in range(stride.body, stride.end) if declared(tokens, i)} - {stride.name}
    for i in range(stride.body, stride.end):
        token = tokens[i]
        if token.kind != "name":
            continue
        if token.text in changes and tokens[i + 1].text in ("(", "<") and not _called_with(tokens, i, own):
            return False
        if token.text not in own and changed(tokens, i):
            return False
    return True


def declared(tokens: list[Token], at: int) -> bool:
    before, kind = tokens[at - 1], tokens[at - 2]
    if tokens[at].kind != "name" or tokens[at + 1].text not in ("=", ";", "{", ":"):
        return False
    if before.text in ("*", "&"):  # float* p = ...
        return kind.kind == "name" and tokens[at - 3].text in (";", "{", "}", "(", "const", "__gm__")
    return before.text == ">" or (before.kind == "name" and before.text not in NO_QUALIFIER)


def changed(tokens: list[Token], at: int) -> bool:
    """Whether a variable, or a member of one, is changed there, or its address taken."""
    before, after, behind = tokens[at - 1].text, tokens[at + 1].text, tokens[at + 2].text
    if before in (".", "->", "::"):
        return False
    last = at
    while tokens[last + 1].text == ".":
        last += 2
    after, behind = tokens[last + 1].text, tokens[last + 2].text
    through = before == "*" and tokens[at - 2].text in (";", "{", "}", ")", "else")  # *p = ...
    stores = after == "<<=" or (after == "=" and behind != "=") or (after in _CHANGES and behind == "=")
    stores |= after == behind == ">" and tokens[last + 3].text == "="
    steps = (after in "+-" and behind == after) or (before in "+-" and tokens[at - 2].text == before)
    taken = before == "&" and after not in ("[", "->") and tokens[at - 2].kind not in ("name", "number")
    return (stores and not through) or steps or (taken and tokens[at - 2].text not in (")", "]", "&"))


def _called_with(tokens: list[Token], at: int, own: Container[str]) -> bool:
    """Whether what a call may change is the step's own."""
    opens = at + 1
    if tokens[opens].text == "<":
        opens = (closing_angle(tokens, opens, len(tokens)) or at) + 1
    close = closing(tokens, opens) if tokens[opens].text == "(" else None
    if close is None:
        return False
    for i in range(opens + 1, close):
        bare = tokens[i].kind == "name" and tokens[i - 1].text in ("(", ",") and tokens[i + 1].text in (")", ",")
        if bare and tokens[i].text not in own:
            return False
    return True
