"""Where lanes of a warp wait for each other though no barrier says so.

Documentation forbids it, and a published sample does it all the same: lanes store into an array of UB and read each
other's elements in the next statement, as a warp goes in step. Where what a function stores is loaded by another index
with no barrier in between, lanes wait in front of the load. `--check` says that a barrier is missing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from lanewise.cpp.tokens import Edit, Token, closing, flat, opening

_CALL = "::lanewise::simt::in_step()"
_ENDS = {";", "{", "}", "else", ":"}
_HEADERS = {"if", "for", "while", "switch"}
_CHANGES = set("+-*/%&|^") | {"<<"}


class _Access(NamedTuple):
    name: int  # token of the array's name
    place: str  # its index, as it is written
    loads: bool
    stores: bool


def steps(
    tokens: list[Token], first: int, body: int, end: int, orders: Callable[[str], bool], others: bool
) -> Iterator[Edit]:
    """What to write in front of loads. `orders`: whether threads meet in what is called so; `others`: pointers that may
    lead to UB count, too."""
    arrays = _arrays(tokens, first, body, end, others)
    stored: dict[str, set[str]] = {}
    now: list[_Access] = []  # of the statement
    for i in range(body, end + 1):
        token = tokens[i]
        if token.kind == "name" and orders(token.text) and tokens[i + 1].text in ("(", "<"):
            stored.clear()
        if token.text in arrays and tokens[i - 1].text not in (".", "->", "::", "&") and (access := _access(tokens, i)):
            now.append(access)
        if token.text in (";", "{", "}") or i == end:
            loads = [a for a in now if a.loads]
            if any(stored.get(tokens[a.name].text, set()) - {a.place} for a in loads):
                yield from _wait(tokens, loads)
                stored.clear()
            for a in now:
                if a.stores:
                    stored.setdefault(tokens[a.name].text, set()).add(a.place)
            now = []


def _arrays(tokens: list[Token], first: int, body: int, end: int, others: bool) -> set[str]:
    found = set()
    for i in range(first, end):
        in_ub = tokens[i].text in ("__ubuf__", "__local_mem__")
        if in_ub or (others and i < body and tokens[i].text == "volatile"):
            j = i + 1
            while j < end and tokens[j].text not in (";", ")", "=", "(", "{"):
                if tokens[j].text == "__gm__":
                    break
                if tokens[j].kind == "name" and tokens[j + 1].text in ("[", ";", ",", ")", "="):
                    found.add(tokens[j].text)
                if tokens[j].text == "," and i < body:
                    break
                j += 1
    return found


def _access(tokens: list[Token], at: int) -> _Access | None:
    """`name[index]...`, and what is done with it."""
    i = at + 1
    while tokens[i].text == "[":
        close = closing(tokens, i)
        if close is None:
            return None
        i = close + 1
    if i == at + 1:
        return None
    index = flat(tokens[at + 1 : i])
    sign, after = tokens[i].text, tokens[i + 1].text
    if sign == "=" and after != "=":
        return _Access(at, index, False, True)
    ahead = tokens[at - 1].text
    steps = (sign in "+-" and after == sign) or (ahead in "+-" and tokens[at - 2].text == ahead)
    return _Access(at, index, True, steps or (sign in _CHANGES and after == "="))


def _wait(tokens: list[Token], loads: list[_Access]) -> Iterator[Edit]:
    start = loads[0].name
    if _begins_statement(tokens, start):  # `a[i] += a[j]`: the right side is evaluated first
        yield Edit(tokens[start].start, tokens[start].start, f"{_CALL}, ")
        return
    for a in loads:
        token = tokens[a.name]
        yield Edit(token.start, token.end, f"({_CALL}, {token.text})")


def _begins_statement(tokens: list[Token], at: int) -> bool:
    """Whether a statement begins there."""
    before = tokens[at - 1]
    if before.text == ")":
        opened = opening(tokens, at - 1)
        return opened is not None and tokens[opened - 1].text in _HEADERS
    return before.text in _ENDS
