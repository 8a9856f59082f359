"""Functions that a program has twice, for the host and for kernels, with the same parameters.

The vendor's compiler compiles a file once for each side, so both may exist and a call means the one of its own side.
Here there is one compilation: those of kernels get another name, with the calls inside of kernels' functions.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from lanewise.cpp.tokens import Edit, Token, closing, scan

_AGAIN = re.compile(r"error: redefinition of '(?:[^'(]*[\s:*&])?(\w+)(?:\([^']*)?'")
_MARKS = {"__aicore__", "__global__", "__simd_vf__", "__simd_callee__"}


def defined_twice(output: str) -> set[str]:
    """Names of functions that a compiler found defined again."""
    return set(_AGAIN.findall(output.replace("\u2018", "'").replace("\u2019", "'")))


def rename_kernel_functions(text: str, names: Collection[str]) -> list[Edit]:
    """Other names for these functions where they are of kernels, or called there."""
    if not any(mark in text for mark in _MARKS):
        return []
    tokens, _ = scan(text)
    return [Edit(t.start, t.end, f"lanewise_kernels_{t.text}") for t in _of_kernels(tokens) if t.text in names]


def _of_kernels(tokens: list[Token]) -> Iterator[Token]:
    """Names of functions in declarations and bodies of what is marked for kernels."""
    first = at = 0
    while at < len(tokens):
        text = tokens[at].text
        if text not in (";", "{", "}") or tokens[at].in_macro:
            at += 1
            continue
        end = at
        if any(t.text in _MARKS for t in tokens[first:at]):
            end = (closing(tokens, at) or at) if text == "{" else at
            yield from _called_names(tokens, first, end)
        first = at = end + 1


def _called_names(tokens: list[Token], first: int, end: int) -> Iterator[Token]:
    for i in range(first, end):
        member = i and tokens[i - 1].text in (".", "->")
        if tokens[i].kind == "name" and tokens[i + 1].text in ("(", "<") and not member:
            yield tokens[i]
