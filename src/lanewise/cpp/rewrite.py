"""What a host compiler rejects in a kernel file, said in plain C++. Every line stays where it is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from lanewise.cpp.arrays import SPACES, arrays
from lanewise.cpp.launches import launches
from lanewise.cpp.loops import CALLS, loops
from lanewise.cpp.tokens import Edit, Include, scan


class Rewritten(NamedTuple):
    text: str
    includes: list[Include]
    changed: bool  # besides the names of included files
    launches: bool


def rewrite(
    text: str, other: Callable[[Include], str | None] = lambda include: None, more: Sequence[Edit] = ()
) -> Rewritten:
    """`other` may give another spelling for an included file, with its quotes; `more` is what else to change."""
    tokens, includes = scan(text)
    edits = list(launches(text, tokens)) if "<<<" in text else []
    launched = bool(edits)
    edits += more
    if any(word in text for word in SPACES):
        edits += arrays(text, tokens)
    if any(call in text for call in CALLS):
        edits += loops(tokens)
    changed = bool(edits)
    for include in includes:
        spelling = other(include)
        if spelling is not None:
            edits.append(Edit(include.start, include.end, spelling))
    return Rewritten(_apply(text, edits), includes, changed, launched)


def _apply(text: str, edits: list[Edit]) -> str:
    parts, at = [], 0
    for edit in sorted(edits):
        parts += [text[at : edit.start], edit.text]
        at = edit.end
    return "".join([*parts, text[at:]])
