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


# Variables that a kernel has without declaring them; our headers hold macros of these names.
BUILT_IN = ("block_idx", "block_num")
_STATEMENTS = ("return", "case", "else", "do", "throw", "co_return")


def own_variables(text: str) -> list[str]:
    """The built-in names that a file declares for itself."""
    if not any(name in text for name in BUILT_IN):
        return []
    tokens, _ = scan(text)
    return sorted({
        name.text for before, name, behind in zip(tokens, tokens[1:], tokens[2:], strict=False)
        if name.text in BUILT_IN and not name.in_macro and before.kind == "name" and before.text not in _STATEMENTS
        and behind.text in ("=", ";", ",", ")", "{", "[", ":")
    })  # fmt: skip


def _apply(text: str, edits: list[Edit]) -> str:
    parts, at = [], 0
    for edit in sorted(edits):
        parts += [text[at : edit.start], edit.text]
        at = edit.end
    return "".join([*parts, text[at:]])
