"""A source as its author wrote it, with the user's own macros and headers put in and nobody else's."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence

from lanewise.cpp import cache, compiler
from lanewise.cpp.sources import Tree
from lanewise.cpp.ward import run_tools

_INCLUDE = re.compile(r"^[^\S\n]*#[^\S\n]*(?:include|pragma)\b(.*)$", re.MULTILINE)
_MARKER = re.compile(r'^# (\d+) "((?:[^"\\]|\\.)*)"')


def preprocess(
    path: str, defines: Sequence[str], include_dirs: Sequence[str], elsewhere: Sequence[tuple[str, str]] = ()
) -> str:
    """With markers that say which line of which file follows; nothing where the preprocessor refuses."""
    with cache.temporary_folder() as shop:
        tree = Tree(shop, include_dirs, elsewhere=elsewhere)
        copy = tree.add(path)
        for file in tree.copies.values():
            _keep_only(file, shop)
        tool = compiler.find()  # whichever: they preprocess alike
        command = [*tool.command, "-E", "-w", "-x", "c++", "-std=c++20", *(f"-D{d}" for d in defines), copy]
        said = run_tools([command], errors="surrogateescape")[0]
        return "" if said.status else said.out


def _keep_only(file: str, shop: str) -> None:
    """Leaves out what is not the user's: our headers and the library's define nothing that is asked for here."""
    with open(file, encoding="utf-8", errors="surrogateescape") as source:
        text = source.read()
    text = _INCLUDE.sub(lambda match: match.group() if shop in match[1] or "once" in match[1] else "", text)
    with open(file, "w", encoding="utf-8", errors="surrogateescape") as source:
        source.write(text)


class SourceMap:
    """Where each piece of an expanded text was written."""

    def __init__(self, text: str) -> None:
        self._starts: list[int] = []
        self._lines: list[tuple[str, int]] = []
        file, line, at = "", 0, 0
        for row in text.split("\n"):
            marker = _MARKER.match(row)
            if marker:
                file, line = re.sub(r"\\(.)", r"\1", marker[2]), int(marker[1])
            else:
                self._starts.append(at)
                self._lines.append((file, line))
                line += 1
            at += len(row) + 1

    def line_at(self, at: int) -> tuple[str, int]:
        return self._lines[bisect_right(self._starts, at) - 1]
