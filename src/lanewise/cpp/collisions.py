"""Names of the user's that our headers have, too, though the vendor's do not bring them uninvited.

Kernels see the whole library of high-level functions. A program with a class called IsFinite and `using namespace
AscendC` means its own: the library's function then goes by another name while our headers are read.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from functools import cache

from lanewise.cpp import cache as kept
from lanewise.cpp.compiler import INCLUDES, our_headers
from lanewise.cpp.tokens import Edit, Token, scan

_TYPES = ("class", "struct", "union", "enum", "namespace")
_NAME = re.compile(r"\b[A-Z]\w*[a-z]\w*\b")  # our macros have no small letters
_COMMENT = re.compile(r"//[^\n]*")
# Functions of C that our headers declare, and kernels are called like.
_C = frozenset(re.findall(r"\w+", """
    abs acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh div erf erfc exp exp2 expm1 fabs fdim floor
    fma fmax fmin fmod frexp gamma hypot index j0 j1 jn ldexp lgamma log log10 log1p log2 logb lrint lround modf nan
    nearbyint pow rand random remainder remove rename rint round scalb select signal significand sin sinh sqrt system
    tan tanh tgamma time trunc y0 y1 yn
"""))  # fmt: skip


@cache
def _library() -> frozenset[str]:
    """Names that only the headers of the library have. Reading all headers takes long, so they are kept."""
    note = os.path.join(kept.folder("names"), our_headers())
    names = kept.read_note(note)
    if not isinstance(names, list):
        names = sorted(_read_library())
        kept.write(note, names)
    return frozenset(names)


def _read_library() -> set[str]:
    inside: set[str] = set()
    outside: set[str] = set()
    for tree in INCLUDES:
        for folder, _, files in os.walk(os.path.join(tree, "lanewise")):
            room = os.path.basename(folder)
            # Scratch sizes and tilings of the same functions; Simt is a namespace of its own.
            if room in ("host", "tiling", "simt"):
                continue
            for file in files:
                ours = inside if "library" in (room, os.path.splitext(file)[0]) else outside
                with open(os.path.join(folder, file), encoding="utf-8") as text:
                    ours.update(_NAME.findall(_COMMENT.sub("", text.read())))
    return inside - outside


def collisions(texts: Iterable[str], included: Iterable[str], functions: bool) -> list[str]:
    """Names of the library that a program has for itself: it declares them, and does not ask for the library's.
    Functions may also be meant beside the library's."""
    asked = {re.sub(r"\W|_", "", os.path.splitext(os.path.basename(name))[0]).lower() for name in included}
    texts = list(texts)
    found = {name for text in texts for name in _declared(text, functions)}
    return sorted(
        name for name in found
        if name in _library() and name.lower() not in asked
        and not any(re.search(rf"\bAscendC\s*::\s*{name}\b", text) for text in texts)
    )  # fmt: skip


def _declared(text: str, functions: bool) -> set[str]:
    """Classes, namespaces and functions outside of any class or function."""
    if not _library() & set(_NAME.findall(text)):
        return set()
    tokens = [token for token in scan(text)[0] if not token.in_macro]
    found: set[str] = set()
    inner: list[bool] = []  # whether what each open bracket holds is seen inside it only
    words: list[str] = []  # of the statement so far
    for token, behind in zip(tokens, [*tokens[1:], Token("edge", "", 0, 0)], strict=True):
        if token.kind == "name" and not any(inner) and words:
            typed = words[-1] in _TYPES and behind.text in ("{", ":", ";", "final")
            called = functions and behind.text == "(" and re.fullmatch(r"\w+|[*&>]", words[-1]) and "using" not in words
            if typed or called or (words == ["using"] and behind.text == "="):
                found.add(token.text)
        if token.text in ("{", "("):
            inner.append(token.text == "(" or not ("namespace" in words or words[:1] == ["extern"]))
        elif token.text in ("}", ")") and inner:
            inner.pop()
        words.append(token.text)
        if token.text in (";", "{", "}"):
            words.clear()
    return found


def hiding_header(names: Iterable[str], header: str) -> str:
    """A header that brings another one without these names. Tilings keep theirs in AscendC::tiling."""
    names = set(names)
    tilings = sorted(names & _tilings())
    others = sorted(names - _tilings())
    away = "".join(f"#define {name} lanewise_hidden_{name}\n" for name in others)
    own = "".join(f"#define LANEWISE_OWN_{name}\n" for name in tilings)
    back = "".join(f"#undef {name}\n" for name in others)
    return f'{own}{away}#include "{header}"\n{back}'


@cache
def _tilings() -> frozenset[str]:
    """Structures of the library that live in a namespace of their own, and are known without it, too."""
    with open(os.path.join(INCLUDES[0], "lanewise", "ascend", "tiling", "structs.h"), encoding="utf-8") as text:
        return frozenset(re.findall(r"LANEWISE_OWN_(\w+)", text.read()))


def kernels_called_like_c(text: str) -> list[Edit]:
    """`extern "C"` kernels with the name of a C function: C has one function of a name, C++ may have more."""
    tokens = scan(text)[0]
    edits = []
    for i, token in enumerate(tokens[:-1]):
        if token.text != "extern" or tokens[i + 1].text != '"C"':
            continue
        opening = next((j for j in range(i, len(tokens)) if tokens[j].text in ("(", "{", ";")), i)
        declared = {t.text for t in tokens[i:opening]}
        if tokens[opening].text == "(" and "__global__" in declared and tokens[opening - 1].text in _C:
            edits.append(Edit(tokens[i + 1].start, tokens[i + 1].end, '"C++"'))
    return edits
