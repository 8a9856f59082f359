"""Functions of threads that end with a loop over the grid:

    for (uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) y[i] = x[i];

One thread after the other would walk through memory in large steps, once for each thread. Where threads do not meet
and nothing stands before the loop but values, all threads take their first step, then all their second, as hardware
does: `::lanewise::simt::strided` in include/lanewise/ascend/simt/strided.h, which looks first whether threads begin
side by side. A step may change memory and variables of its own; what a thread would carry to its next step, or where
it says who it is, keeps the loop as it stands.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from typing import NamedTuple

from lanewise.cpp.tokens import NO_QUALIFIER, Edit, Token, closing, closing_angle, flat

_INDEX = "const ::lanewise::simt::Index threadIdx"
NOT_HERE = {"return", "goto", "break", "case", "switch", "static", "__ubuf__", "__local_mem__", "asm", "volatile"}
_LOOPS = {"for", "while", "do"}
SAYS = {"printf", "PRINTF", "assert", "ASSERT", "__trap"}  # where a thread is counts, or in which order
_CALLS = {"static_cast", "sizeof", "GetThreadIdx", "GetThreadNum", "GetBlockIdx", "GetBlockNum"}
_VALUES = set("+-*/%().,;:<>") | {"::", "<<"}
_CHANGES = set("+-*/%&|^=") | {"<<", "<<="}


class Stride(NamedTuple):
    values: list[Token]  # declared before the loop
    head: int  # the loop's first token
    body: int  # behind its header
    end: int  # behind its body
    kind: str
    name: str
    parts: tuple[str, str, str]  # where it begins, where it ends, how far it goes


def strided(
    tokens: list[Token], body: int, end: int, taken: Container[str], changes: Container[str]
) -> Stride | None:
    """The loop of a function between two braces. Others rewrite the names that are taken, and some functions may change
    what they are called with."""
    i = body + 1
    while tokens[i].text != "for":
        stop = _statement(tokens, i, end)
        if not _declares_value(tokens, i, stop, taken):
            return None
        i = stop + 1
    found = _loop(tokens, i, body, taken)
    if found is None or found.end != end or not _plain(tokens, found, changes):
        return None
    return found


def _statement(tokens: list[Token], first: int, end: int) -> int:
    return next((i for i in range(first, end) if tokens[i].text in (";", "{", "}")), end)


def _declares_value(tokens: list[Token], first: int, end: int, taken: Container[str]) -> bool:
    """Whether a value is declared that is computed from values alone, so that it may be computed again."""
    equal = next((i for i in range(first, end) if tokens[i].text == "="), None)
    if equal is None or tokens[end].text != ";" or equal - first < 2 or tokens[equal - 1].kind != "name":
        return False
    if any(t.kind != "name" and t.text not in ("::", "<", ">", ",") for t in tokens[first:equal]):
        return False
    if any(t.text in NOT_HERE or t.text == "using" for t in tokens[first:equal]):
        return False
    return _pure(tokens, equal + 1, end, taken)


def _pure(tokens: list[Token], first: int, end: int, taken: Container[str]) -> bool:
    for i in range(first, end):
        token, before = tokens[i], tokens[i - 1]
        if token.in_macro or token.text in taken:
            return False
        if token.kind not in ("name", "number") and token.text not in _VALUES:
            return False
        if token.text == "*" and not (before.kind in ("name", "number") or before.text == ")"):
            return False
        called = tokens[i + 1].text == "(" and token.kind == "name" and i + 1 < end
        if called and token.text not in _CALLS and not token.text.endswith("_t"):
            return False
        if token.text in "+-" and before.text == token.text:
            return False
    return first < end


def _loop(tokens: list[Token], at: int, outer: int, taken: Container[str]) -> Stride | None:
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
    if not forms or not steps or not all(_pure(tokens, a, b, taken) for a, b in ranges):
        return None
    again = any(t.text == name for a, b in ranges for t in tokens[a:b])
    if again or any(t.kind != "name" and t.text != "::" for t in kind):
        return None
    body = close + 1
    last = closing(tokens, body) if tokens[body].text == "{" else _simple(tokens, body)
    if last is None:
        return None
    parts = tuple(flat(tokens[a:b]) for a, b in ranges)
    return Stride(tokens[outer + 1 : at], at, body, last + 1, flat(kind), name, (parts[0], parts[1], parts[2]))


def _simple(tokens: list[Token], at: int) -> int | None:
    """Where a statement without braces ends."""
    if tokens[at].text in (*_LOOPS, "if", "switch"):
        return None
    return next(i for i in range(at, len(tokens)) if tokens[i].text in (";", "{")) if tokens[at].text != ";" else None


def _plain(tokens: list[Token], stride: Stride, changes: Container[str]) -> bool:
    """Whether each step of it stands by itself: it changes memory, and variables of its own."""
    words = {t.text for t in tokens[stride.body : stride.end]}
    if words & NOT_HERE or words & SAYS or (words & _LOOPS and "continue" in words):
        return False
    own = {tokens[i].text for i in range(stride.body, stride.end) if _declared(tokens, i)} - {stride.name}
    for i in range(stride.body, stride.end):
        token = tokens[i]
        if token.kind != "name":
            continue
        if token.text in changes and tokens[i + 1].text in ("(", "<") and not _called_with(tokens, i, own):
            return False
        if token.text not in own and _changed(tokens, i):
            return False
    return True


def _declared(tokens: list[Token], at: int) -> bool:
    before, kind = tokens[at - 1], tokens[at - 2]
    if tokens[at].kind != "name" or tokens[at + 1].text not in ("=", ";", "{", ":"):
        return False
    if before.text in ("*", "&"):  # float* p = ...
        return kind.kind == "name" and tokens[at - 3].text in (";", "{", "}", "(", "const", "__gm__")
    return before.text == ">" or (before.kind == "name" and before.text not in NO_QUALIFIER)


def _changed(tokens: list[Token], at: int) -> bool:
    """Whether a variable, or a member of one, is changed there, or its address taken."""
    before, after, behind = tokens[at - 1].text, tokens[at + 1].text, tokens[at + 2].text
    if before in (".", "->", "::"):
        return False
    last = at
    while tokens[last + 1].text == ".":
        last += 2
    after, behind = tokens[last + 1].text, tokens[last + 2].text
    through = before == "*" and tokens[at - 2].text in (";", "{", "}", ")", "else")  # *p = ...
    stores = (after == "=" and behind != "=") or (after in _CHANGES and behind == "=" and after != "=")
    steps = (after in "+-" and behind == after) or (before in "+-" and tokens[at - 2].text == before)
    taken = before == "&" and after not in ("[", "->") and tokens[at - 2].kind not in ("name", "number")
    return (stores and not through) or steps or (taken and tokens[at - 2].text not in (")", "]"))


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


def edits(text: str, tokens: list[Token], stride: Stride) -> Iterator[Edit]:
    values = flat(stride.values)
    first, most, step = (f"[&]({_INDEX}) {{ {values} return {part}; }}" for part in stride.parts)
    if stride.kind != "auto":
        first = f"[&]({_INDEX}) -> {stride.kind} {{ {values} return {stride.parts[0]}; }}"
    head = text[tokens[stride.head].start : tokens[stride.body].start]
    yield Edit(
        tokens[stride.head].start, tokens[stride.body].start,
        f"::lanewise::simt::strided({first}, {most}, {step}, "
        f"[&]({_INDEX}, auto {stride.name}) LANEWISE_INLINED {{ {values} " + "\n" * head.count("\n"),
    )
    for i in range(stride.body, stride.end):
        if tokens[i].text == "continue":
            yield Edit(tokens[i].start, tokens[i].end, "return")
    yield Edit(tokens[stride.end - 1].end, tokens[stride.end - 1].end, " });")
