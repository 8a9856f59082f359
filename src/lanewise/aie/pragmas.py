"""Loops of a C++ file that its author lets the compiler pipeline: others run one iteration after the other."""

from __future__ import annotations

import re
from functools import cache

from lanewise.cpp.sources import read_source

_LOOP = re.compile(r"\b(?:for|while)\s*\(")
_WORDS = re.compile(r"(?i)prepare_for_pipelining|initiation_interval")
_NOISE = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.S)


def is_pipelined(file: str, line: int) -> bool:
    """Whether the innermost loop around a line says so."""
    inside = [loop for loop in _loops(file) if loop[0] <= line <= loop[1]]
    return bool(inside) and min(inside, key=lambda loop: loop[1] - loop[0])[2]


@cache
def _loops(file: str) -> list[tuple[int, int, bool]]:
    """First line, last line, and whether the loop is to be pipelined."""
    try:
        text = read_source(file)
    except OSError:
        return []
    text = _NOISE.sub(lambda m: re.sub(r"[^\n]", " ", m[0]), text)
    out = []
    for found in _LOOP.finditer(text):
        head = _end_of_bracket(text, found.end() - 1, "()")
        body = re.compile(r"[{;]").search(text, head)
        if body is None:
            continue
        end = _end_of_bracket(text, body.start(), "{}") if body[0] == "{" else body.end()
        before = max(text.rfind(c, 0, found.start()) for c in ";{}")
        said = text[before + 1 : found.start()] + text[head : body.start()]
        start = text.count("\n", 0, found.start()) + 1
        out.append((start, text.count("\n", 0, end) + 1, _WORDS.search(said) is not None))
    return out


def _end_of_bracket(text: str, at: int, pair: str) -> int:
    """The place behind what closes the bracket at `at`."""
    depth = 0
    for i in range(at, len(text)):
        depth += (text[i] == pair[0]) - (text[i] == pair[1])
        if depth == 0:
            return i + 1
    return len(text)
