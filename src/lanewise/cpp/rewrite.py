"""What a host compiler rejects in a kernel file, said in plain C++. Every line stays where it is."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import NamedTuple

from lanewise.cpp.arrays import LOCATIONS, annotate_array_memories, arrays
from lanewise.cpp.collisions import kernels_called_like_c
from lanewise.cpp.functions import WORDS, functions
from lanewise.cpp.launches import launchers, launches
from lanewise.cpp.loops import CALLS, loops
from lanewise.cpp.sides import rename_kernel_functions
from lanewise.cpp.threads import Reach, threads
from lanewise.cpp.tokens import Edit, Include, Token, scan


class Rewritten(NamedTuple):
    text: str
    includes: list[Include]
    changed: bool  # besides the names of included files
    launches: bool


def rewrite(
    text: str, other: Callable[[Include], str | None] = lambda include: None, more: Sequence[Edit] = (),
    reach: Reach | None = None,
) -> Rewritten:
    """`other` may give another spelling for an included file, with its quotes; `more` is what else to change; `reach`
    what is known of functions with threads."""
    tokens, includes = scan(text)
    edits = list(launches(text, tokens, reach)) if "<<<" in text else []
    launched = bool(edits)
    if reach:
        edits += threads(text, tokens, reach)
    edits += more
    if any(word in text for word in LOCATIONS):
        edits += arrays(text, tokens)
        edits += annotate_array_memories(tokens)
    if any(word in text for word in WORDS):
        edits += functions(text, tokens)
    if any(call in text for call in CALLS):
        edits += loops(tokens)
    changed = bool(edits)
    for include in includes:
        spelling = other(include)
        if spelling is not None:
            edits.append(Edit(include.start, include.end, spelling))
    return Rewritten(_apply(text, edits), includes, changed, launched)


# How often a loop runs, as compilers for AI Engines are told: the host's clang takes it for an error.
_COUNT = re.compile(r"\b(?:min|max)_iteration_count\s*\([^()\n]*\)")
_LOOP = re.compile(
    r"""(?P<start>^[^\S\n]*\#[^\S\n]*pragma|_Pragma\s*\(\s*")(?P<words>[^\S\n]*clang[^\S\n]+loop\b)(?P<rest>[^"\n]*)(?P<end>"\s*\))?""",
    re.MULTILINE,
)


def _without_counts(found: re.Match[str]) -> str:
    rest = _COUNT.sub("", found["rest"])
    return f"{found['start']}{found['words']}{rest}{found['end'] or ''}" if rest.strip() else ""


def renamed(text: str) -> str:
    """Words that host compilers keep for themselves: __bf16 on some machines, and names of C functions."""
    if "_iteration_count" in text:
        text = _LOOP.sub(_without_counts, text)
    edits = []
    if "aicore" in text:
        edits += list(_drop_sides(scan(text)[0]))
    if "__bf16" in text:
        edits += [Edit(t.start, t.end, "bfloat16_t") for t in scan(text)[0] if t.text == "__bf16"]
    if '"C"' in text and "__global__" in text:
        edits += kernels_called_like_c(text)
    return _apply(text, edits) if edits else text


# Words in front of a function that may be followed by the sides it is compiled for: `__forceinline__ [host, aicore]`.
_QUALIFIERS = frozenset(("__forceinline__", "__inline__", "__noinline__", "inline", "static", "constexpr", "explicit"))


def _drop_sides(tokens: Sequence[Token]) -> Iterator[Edit]:
    """Sides of functions, which are compiled for both anyway. `x[aicore]` alone may be an element."""
    for i, token in enumerate(tokens):
        if token.text != "[":
            continue
        end = next((j for j in range(i + 1, min(i + 5, len(tokens))) if tokens[j].text == "]"), None)
        inside = [one.text for one in tokens[i + 1 : end]] if end is not None else []
        both = inside in (["host", ",", "aicore"], ["aicore", ",", "host"])
        if end is not None and (both or (inside in (["aicore"], ["host"]) and i and tokens[i - 1].text in _QUALIFIERS)):
            yield Edit(token.start, tokens[end].end, "")


def without_launchers(text: str) -> str:
    """A file of an operator's kernel, which others launch."""
    return _apply(text, list(launchers(scan(text)[0])))


def with_sides(text: str, names: Collection[str]) -> str:
    """A file whose functions of these names are two: the host's, and that of kernels."""
    return _apply(text, rename_kernel_functions(text, names))


# Variables that a kernel uses without declaring them.
BUILT_IN = ("block_idx", "block_num")
# Which way loads count, for who calls the compiler's own functions: names too short for anybody else.
WAYS, OF_WAYS = ("inc", "dec"), "load_cbuf_to_"


def own_globals(text: str) -> set[str]:
    """The built-in names that a file declares for itself in a namespace; anywhere else they just hide ours."""
    found: set[str] = set()
    if not any(name in text for name in BUILT_IN):
        return found
    tokens = [token for token in scan(text)[0] if not token.in_macro]
    inner: list[bool] = []  # whether what each open bracket holds is seen inside it only
    words: list[str] = []  # of the statement so far
    for token, behind in zip(tokens, [*tokens[1:], None], strict=True):
        if token.text in BUILT_IN and not any(inner) and words:
            declared = re.fullmatch(r"\w+|[*&>]", words[-1]) and behind and behind.text in "=;,{[("
            if declared or words[0] == "using":
                found.add(token.text)
        if token.text in ("{", "("):
            inner.append(token.text == "(" or not ("namespace" in words or words[:1] == ["extern"]))
        elif token.text in ("}", ")") and inner:
            inner.pop()
        words.append(token.text)
        if token.text in (";", "{", "}"):
            words.clear()
    return found


def _apply(text: str, edits: list[Edit]) -> str:
    parts, at = [], 0
    for edit in sorted(edits):
        if edit.start < at:
            continue  # inside another one: what is written there is no C++ anyway, and the compiler says so
        parts += [text[at : edit.start], edit.text]
        at = edit.end
    return "".join([*parts, text[at:]])
