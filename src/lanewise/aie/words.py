"""Words in a kernel's text that decide how our headers are read, or that only the vendor's compiler knows."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from functools import cache

from lanewise.cpp.compiler import AIE, HEADERS

_DEFINED = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)", re.MULTILINE)
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_OPENED = re.compile(r"\busing\s+namespace\s+(?:::\s*)?(adf|aie)\s*;")
_NAMESPACES = {"adf", "aie"}  # of graphs and of the API
_HINT = re.compile(r"\b(chess_\w+)[ \t]*(\(?)")


def macros(text: str) -> Iterator[str]:
    """Macros to define for a source: words for our headers that it defines in front of them, and hints of how fast.

    There are more hints than anybody lists, and all of them mean nothing here. `extents` is a word of buffers and
    one of aie::mdspan: programs that open both namespaces mean that of buffers.
    """
    code = _COMMENT.sub(" ", text)
    if set(_OPENED.findall(code)) == _NAMESPACES and not re.search(r"\bmdspan\b", code):
        yield "LANEWISE_AIE_NO_VIEWS="
    defined = set(_DEFINED.findall(text))
    assert AIE.early
    yield from sorted(f"{name}=" for name in defined if name.startswith(AIE.early))
    known = defined | _known_names()
    hints = {name: bracket for name, bracket in _HINT.findall(text) if name not in known}
    yield from (f"{name}(...)=" if bracket else f"{name}=" for name, bracket in sorted(hints.items()))


@cache
def _known_names() -> frozenset[str]:
    with open(os.path.join(HEADERS, "lanewise", "aie", "chess.h"), encoding="utf-8") as file:
        return frozenset(_DEFINED.findall(file.read()))
