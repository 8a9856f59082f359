"""The kernels that a file defines, read from its text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from lanewise.cpp.groups import written
from lanewise.cpp.tokens import Token, closing, flat, scan
from lanewise.machine.group import Group

# What may stand in front of brackets in a declaration, and is not the name of a function.
ATTRIBUTES = {
    "__launch_bounds__", "LAUNCH_BOUND", "__maxnreg__", "__align__", "alignas", "__attribute__", "decltype", "requires",
    "noexcept", "__mix__", "explicit", "__declspec", "_Pragma", "sizeof", "defined",
}  # fmt: skip


class Kernel(NamedTuple):
    name: str
    namespace: tuple[str, ...]
    parameters: str  # as written, without defaults
    template: bool
    end: int  # in the text, right after its body
    group: Group | None  # the cores of a block, where it says so

    @property
    def pointer(self) -> str:
        """The plain kernel, where it stands. Without the cast one called like a C function would be one of several."""
        return f"static_cast<void (*)({self.parameters})>(&{self.name})"


def kernels(text: str) -> Iterator[Kernel]:
    """Functions with a body that are marked __global__."""
    tokens, _ = scan(text)
    scopes: list[tuple[str, ...]] = []
    first, marked = 0, False
    for i, token in enumerate(tokens):
        if token.in_macro:
            continue
        if token.text == "__global__":
            marked = True
        elif token.text == "{":
            if marked:
                yield from _kernel(tokens, first, i, tuple(n for scope in scopes for n in scope))
            scopes.append(_namespace(tokens, first, i))
            first, marked = i + 1, False
        elif token.text == "}":
            if scopes:
                scopes.pop()
            first, marked = i + 1, False
        elif token.text == ";":
            first, marked = i + 1, False


def _namespace(tokens: list[Token], first: int, end: int) -> tuple[str, ...]:
    """`namespace a::b` is ("a", "b"); anything else, also a namespace without a name, adds nothing."""
    words = [t.text for t in tokens[first:end]]
    if "namespace" not in words:
        return ()
    return tuple(w for w in words[words.index("namespace") + 1 :] if w not in ("::", "inline"))


def _kernel(tokens: list[Token], first: int, end: int, namespace: tuple[str, ...]) -> Iterator[Kernel]:
    for i in range(first, end - 2):
        if tokens[i].text == "void" and tokens[i + 1].kind == "name" and not tokens[i].in_macro:
            opening = _parameters(tokens, i + 1, end)
            close = closing(tokens, opening) if opening is not None else None
            if opening is None or close is None:
                return
            body = closing(tokens, end)
            if body is None:
                return
            name = tokens[opening - 1].text
            template = any(t.text == "template" for t in tokens[first:i])
            parameters = without_defaults(tokens[opening + 1 : close])
            head, inside = (t.text for t in tokens[first:opening]), (t.text for t in tokens[end:body])
            yield Kernel(name, namespace, parameters, template, tokens[body].end, written(head, inside))
            return


def _parameters(tokens: list[Token], first: int, end: int) -> int | None:
    """Where the parameters begin: `void __launch_bounds__(64) k(int* x)` has other brackets before them."""
    found, i = None, first
    while i < end:
        if tokens[i].text == "(":
            if tokens[i - 1].kind == "name" and tokens[i - 1].text not in ATTRIBUTES:
                found = i
            i = closing(tokens, i) or end
        i += 1
    return found


def without_defaults(tokens: list[Token]) -> str:
    kept: list[Token] = []
    depth, skipping = 0, False
    for token in tokens:
        depth += (token.text in "([{<") - (token.text in ")]}>") if token.text else 0
        if token.text == "=" and not depth:
            skipping = True
        elif token.text == "," and not depth:
            skipping = False
        if not skipping:
            kept.append(token)
    return flat(kept)
