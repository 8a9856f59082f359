"""Where vector functions and the loops inside them end: a call of `__simd_vf__` code looks like any other.

An object at the start of the body tells when the function runs, and one around each loop when that ends. Both stand on
the line that is there, and do nothing without a listener (lanewise/ascend/tell.h).
"""

from __future__ import annotations

from collections.abc import Iterator

from lanewise.cpp.tokens import OPENS, Edit, Token, closing, opening

FUNCTION, CALLEE = "__simd_vf__", "__simd_callee__"
WORDS = (FUNCTION, CALLEE)
_PLAIN = ("constexpr", "consteval", "requires")  # such functions are left as they are
_IN_FUNCTION = " const ::lanewise::InFunction lanewise_function;"
# A statement with an object of its own that takes no else of the code around it, and no break.
_LOOP = "switch (const ::lanewise::Loop lanewise_loop; 0) default: "


def functions(text: str, tokens: list[Token]) -> Iterator[Edit]:
    for i, token in enumerate(tokens):
        if token.text not in WORDS:
            continue
        body = body_of(tokens, i)
        if body is None or any(t.text in _PLAIN for t in _declaration(tokens, i, body)):
            continue
        if token.text == FUNCTION:
            yield Edit(tokens[body].end, tokens[body].end, _IN_FUNCTION)
        end = closing(tokens, body)
        if end is not None:
            yield from (Edit(t.start, t.start, _LOOP) for t in _loops(text, tokens, body, end))


def body_of(tokens: list[Token], at: int) -> int | None:
    """The brace that a function's body begins with; none where it is only declared."""
    i = at + 1
    while i < len(tokens):
        if tokens[i].text == "{":
            return i
        if tokens[i].text in (";", "}", ")", *WORDS) or tokens[i].kind == "edge":
            return None
        i = (closing(tokens, i) or len(tokens)) + 1 if tokens[i].text in OPENS else i + 1
    return None


def _declaration(tokens: list[Token], at: int, end: int) -> list[Token]:
    first = at
    while first and tokens[first - 1].text not in (";", "{", "}") and tokens[first - 1].kind != "edge":
        first -= 1
    return tokens[first:end]


def _loops(text: str, tokens: list[Token], start: int, end: int) -> Iterator[Token]:
    """The loops of a body, but for those that a pragma or a label stands in front of."""
    words, tails = {"for", "while"}, set()  # tails of do ... while
    for i in range(start + 1, end):
        if tokens[i].text == "do" and tokens[i + 1].text == "{":
            tails.add((closing(tokens, i + 1) or end) + 1)
        elif tokens[i].text == "do":
            words = {"for"}
    for i in range(start + 1, end):
        before, token = tokens[i - 1], tokens[i]
        if token.text not in words or i in tails or "#" in text[before.end : token.start]:
            continue
        if before.text == ")":
            opened = opening(tokens, i - 1)
            if opened is None or tokens[opened - 1].text not in ("if", "for", "while", "constexpr"):
                continue
        elif before.text not in ("{", "}", ";", "else"):
            continue
        yield token
