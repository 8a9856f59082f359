"""Address registers of the C interface grow with the loops around them, but a call does not name those loops.

`asc_update_addr_reg_b16(64)` in `for (uint16_t i = 0; ...)` becomes
`asc_update_addr_reg_b16(::lanewise::c::Loops{{i}}, 64)`, with the counter of the innermost loop first. A helper does
not see the loops of its caller: there the call is refused when it has more strides than loops.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from lanewise.cpp.tokens import Edit, Token, closing

CALLS = ("asc_update_addr_reg_b", "asc_create_iter_reg_b")
_LEVELS = 4


def loops(tokens: list[Token]) -> Iterator[Edit]:
    scopes: list[list[str]] = []  # for each open brace, the counters of the loops whose body it is
    helper = False  # in a function that others call
    waiting: list[str] = []  # counters of loops whose body has not begun, or is a single statement
    i = 0
    while i < len(tokens):
        word = tokens[i].text
        if word == "for" and tokens[i + 1].text == "(":
            end = closing(tokens, i + 1) or i
            counter = _counter(tokens[i + 2 : end])
            waiting += [counter] if counter else []
            i = end
        elif word in ("__simd_callee__", "__simd_vf__", "__aicore__", "__global__"):
            helper = word == "__simd_callee__"
        elif word == "{":
            scopes.append(waiting)
            waiting = []
        elif word == "}" and scopes:
            scopes.pop()
        elif word == ";" or tokens[i].kind == "edge":
            waiting = []
        elif word.startswith(CALLS) and tokens[i + 1].text == "(":
            counters = [name for scope in (*scopes, waiting) for name in scope][::-1][:_LEVELS]
            at = tokens[i + 1].end
            if helper and len(counters) < _arguments(tokens, i + 1):
                yield Edit(at, at, "::lanewise::c::LoopsOfCaller{}, ")
            elif counters:
                yield Edit(at, at, f"::lanewise::c::Loops{{{{{', '.join(counters)}}}}}, ")
        i += 1


def _arguments(tokens: list[Token], start: int) -> int:
    """How many arguments follow an opening parenthesis."""
    depth = commas = 0
    for token in tokens[start : closing(tokens, start)]:
        depth += (token.text in ("(", "{", "[")) - (token.text in (")", "}", "]"))
        commas += depth == 1 and token.text == ","
    return commas + 1


def _counter(header: list[Token]) -> str | None:
    """The variable that a loop's header starts with a value."""
    for name, sign in pairwise(header):
        if sign.text == ";":
            break
        if sign.text in ("=", "{") and name.kind == "name":
            return name.text
    return None
