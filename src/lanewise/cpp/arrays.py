"""Arrays in memories of a core: `__ubuf__ T a[N];` in code becomes a reference to UB, `__cbuf__ T a[N];` one to L1.

The same word in casts, parameters, pointers and members says nothing that a host compiler needs to know.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from lanewise.chips import cores
from lanewise.cpp.tokens import OPENS, Edit, Token, breaks, closing, closing_angle, flat

SPACES = ("__ubuf__", "__local_mem__")
CUBE_SPACES = {"__cbuf__": "staging", "__ca__": "left", "__cb__": "right", "__cc__": "product", "__biasbuf__": "bias",
               "__fbuf__": "scales"}  # fmt: skip
# What the Tensor API calls the memory of an array: a pointer to it does not tell.
LOCATIONS = {
    space: cores.memory(use).word for space, use in {**dict.fromkeys(SPACES, "vector"), **CUBE_SPACES}.items()
}
_STORAGE = ("static", "extern", "inline", *SPACES, *CUBE_SPACES)
_ALIGN = ("__align__", "alignas")
_TYPE_WORDS = ("class", "struct", "union", "enum")


def arrays(text: str, tokens: list[Token]) -> Iterator[Edit]:
    scopes: list[tuple[str, int]] = []  # what each open brace holds, and the brackets that were open around it
    brackets, first = 0, 0
    for i, token in enumerate(tokens):
        word = token.text
        if token.kind == "edge":
            if i and tokens[i - 1].in_macro:
                yield from _declaration(text, tokens, _macro_body(tokens, first), i)
            brackets, first = 0, i + 1
        elif word in ("(", "["):
            brackets += 1
        elif word in (")", "]"):
            brackets -= 1
        elif word == "{":
            scopes.append((_scope([t.text for t in tokens[first:i]]), brackets))
            brackets, first = 0, i + 1
        elif word == "}":
            brackets = scopes.pop()[1] if scopes else 0
            first = i + 1
        elif word == ";" and not brackets:
            if token.in_macro:
                yield from _declaration(text, tokens, _macro_body(tokens, first), i)
            elif scopes and scopes[-1][0] == "code":
                yield from _declaration(text, tokens, _behind_label(tokens, first, i), i)
            first = i + 1


def _scope(words: list[str]) -> str:
    if "namespace" in words or words[:1] == ["extern"]:
        return "namespace"
    if any(w in words for w in _TYPE_WORDS) and "(" not in words:
        return "type"
    return "code"


def _macro_body(tokens: list[Token], first: int) -> int:
    """Behind the name and the parameters, when `first` is where a #define begins."""
    if not first or tokens[first - 1].kind != "edge" or tokens[first].text != "define":
        return first
    name = first + 1
    if tokens[name + 1].text == "(" and tokens[name + 1].start == tokens[name].end:
        return (closing(tokens, name + 1) or name) + 1
    return name + 1


def _behind_label(tokens: list[Token], first: int, end: int) -> int:
    return next((i + 1 for i in range(end - 1, first, -1) if tokens[i].text == ":"), first)


def _declaration(text: str, tokens: list[Token], first: int, end: int) -> Iterator[Edit]:
    """The edit, if the statement declares variables in a memory of the core."""
    storage, align, kind, i = [], [], [], first
    while i < end:  # up to the first declarator's name
        token = tokens[i]
        follows = tokens[i + 1].text
        if token.text in _STORAGE:
            storage.append(token.text)
        elif token.text in _ALIGN and follows == "(":
            close = closing(tokens, i + 1) or end
            align = tokens[i + 2 : close]
            i = close
        elif token.text == "<":
            close = closing_angle(tokens, i, end) or end
            kind += tokens[i : close + 1]
            i = close
        elif token.kind == "name" and kind and (i + 1 == end or follows in ("[", ",")):
            break
        elif token.kind == "name" or token.text == "::":
            kind.append(token)
        else:
            return
        i += 1
    names = list(_declarators(tokens, i, end))
    cube = next((CUBE_SPACES[s] for s in storage if s in CUBE_SPACES), None)
    if not names or not (cube or any(s in storage for s in SPACES)):
        return
    element = flat(kind)
    out = breaks(text[tokens[first].start : tokens[i].start])
    for number, (a, b) in enumerate(names):
        name = tokens[a].text
        shape = text[tokens[a].end : tokens[b - 1].end]
        extra = f", {flat(align)}" if align else ""
        # A type of each declaration's own, with a name: clang counts lambdas that it emits, and both kinds of cores
        # must count the same.
        own = f"lanewise_place_of_{name}"
        place = f"struct {own} {{}}; "
        if cube:
            array = f"::lanewise::cube_array<::lanewise::Space::{cube}, {element}{shape}{extra}>"
            value = f"{place}auto& {name} = {array}({own}{{}})"
        elif "extern" in storage:
            value = f"auto* {name} = ::lanewise::ub_dynamic<{element}>()"
        else:
            value = f"{place}auto& {name} = ::lanewise::ub_array<{element}{shape}{extra}>({own}{{}})"
        gap = breaks(text[tokens[names[number - 1][1] - 1].end : tokens[a].start]) if number else ""
        out += ("; " if number else "") + gap + value
    yield Edit(tokens[first].start, tokens[end - 1].end, out)


def _declarators(tokens: list[Token], start: int, end: int) -> Iterator[tuple[int, int]]:
    """`a[N], b[M]` as token ranges; nothing when one of them is more than a name and its extents."""
    commas, i = [start - 1], start
    while i < end:
        if tokens[i].text in OPENS:
            i = closing(tokens, i) or end
        elif tokens[i].text == ",":
            commas.append(i)
        i += 1
    ranges = [(a + 1, b) for a, b in pairwise([*commas, end])]
    if all(_is_array(tokens, a, b) for a, b in ranges):
        yield from ranges


def _is_array(tokens: list[Token], a: int, b: int) -> bool:
    if a >= b or tokens[a].kind != "name":
        return False
    i = a + 1
    while i < b:
        if tokens[i].text != "[":
            return False
        i = (closing(tokens, i) or b) + 1
    return True


def annotate_array_memories(tokens: list[Token]) -> Iterator[Edit]:
    """`MakeMemPtr(x)` of an array in a memory of the core says which: the array declared last with that name."""
    where: dict[str, str] = {}
    qualifier = ""
    for i, token in enumerate(tokens[:-2]):
        if token.text in LOCATIONS:
            qualifier = token.text
        elif token.text in (";", "(", ")", "{", "}"):
            qualifier = ""
        elif qualifier and token.kind == "name" and tokens[i + 1].text == "[":
            where[token.text] = LOCATIONS[qualifier]
        if token.text == "MakeMemPtr" and tokens[i + 1].text == "(" and tokens[i + 2].text in where:
            yield Edit(token.end, token.end, f"<::AscendC::Te::Location::{where[tokens[i + 2].text]}>")
