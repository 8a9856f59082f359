"""The functions that a C++ file defines, read from its text after preprocessing."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from lanewise.cpp import cache, compiler
from lanewise.cpp.kernels import without_defaults
from lanewise.cpp.sources import Tree
from lanewise.cpp.tokens import Token, closing, scan

_INCLUDE = re.compile(r"^[^\S\n]*#[^\S\n]*(?:include|pragma)\b(.*)$", re.MULTILINE)
_TYPES = ("class", "struct", "union", "enum")
_NOT_NAMES = ("__attribute__", "alignas", "decltype", "noexcept", "__declspec", "if", "for", "while", "switch")


class Function(NamedTuple):
    name: str
    namespace: tuple[str, ...]
    parameters: str  # as written, without defaults


def functions(path: str, defines: Sequence[str], include_dirs: Sequence[str]) -> list[Function]:
    """What the file and the user's files that it includes define, macros expanded, templates left out."""
    with cache.workshop() as shop:
        tree = Tree(shop, include_dirs)
        copy = tree.add(path)
        for file in tree.copies.values():
            _keep_only(file, shop)
        tool = compiler.find()
        command = [*tool.command, "-E", "-w", "-x", "c++", "-std=c++20", *(f"-D{d}" for d in defines), copy]
        said = subprocess.run(command, capture_output=True, text=True, errors="surrogateescape", check=False)
        if said.returncode:  # an #error, for example: compiling will tell
            return []
        return list(dict.fromkeys(definitions(said.stdout)))


def _keep_only(file: str, shop: str) -> None:
    """Leaves out what is not the user's: our headers and the library's define nothing that is asked for here."""
    with open(file, encoding="utf-8", errors="surrogateescape") as source:
        text = source.read()
    text = _INCLUDE.sub(lambda match: match.group() if shop in match[1] or "once" in match[1] else "", text)
    with open(file, "w", encoding="utf-8", errors="surrogateescape") as source:
        source.write(text)


def definitions(text: str) -> Iterator[Function]:
    tokens, _ = scan(text)
    scopes: list[tuple[str, ...]] = []
    i = first = 0
    while i < len(tokens):
        word = tokens[i].text
        if word in ("(", "["):
            i = closing(tokens, i) or i
        elif word == "{":
            head = tokens[first:i]
            words = [t.text for t in head]
            if words[:1] == ["extern"] and len(words) == 2:
                scopes.append(())
            elif "namespace" in words:
                named = words[words.index("namespace") + 1 :]
                scopes.append(tuple(w for w in named if w not in ("::", "inline")))
            else:
                found = _function(head)
                if found is not None:
                    yield Function(found[0], tuple(n for scope in scopes for n in scope), found[1])
                i = closing(tokens, i) or i
                if found is None and tokens[i + 1 : i + 2] and _goes_on(words, tokens[i + 1].text):
                    i += 1
                    continue
            first = i + 1
        elif word == "}":
            if scopes:
                scopes.pop()
            first = i + 1
        elif word == ";":
            first = i + 1
        i += 1


def _outer(words: list[str]) -> list[str]:
    """Words that stand in no parentheses, without `template <...>`: defaults and parameter types do not count."""
    angles = 0
    for i, word in enumerate(words if words[:1] == ["template"] else ()):
        angles += {"<": 1, ">": -1, ">>": -2}.get(word, 0)
        if i and angles <= 0:
            words = words[i + 1 :]
            break
    found, depth = [], 0
    for word in words:
        depth += word in ("(", "[")
        if not depth:
            found.append(word)
        depth -= word in (")", "]")
    return found


def _goes_on(words: list[str], following: str) -> bool:
    """`struct {...} x;` and `int a[] = {...};` end at the semicolon; a function ends at once."""
    outer = _outer(words)
    return following != "}" and (any(w in outer for w in _TYPES) or "=" in outer)


def _function(head: list[Token]) -> tuple[str, str] | None:
    words = [t.text for t in head]
    if not words or words[0] in ("template", "using", "typedef") or "=" in _outer(words) or "operator" in words:
        return None
    i = 0
    while i < len(head):
        if words[i] == "(" and i and head[i - 1].kind == "name" and words[i - 1] not in _NOT_NAMES:
            if i < 2 or words[i - 2] in ("::", "~"):  # a member, or nothing in front: a constructor or a macro
                return None
            close = closing(head, i)
            return None if close is None else (words[i - 1], without_defaults(head[i + 1 : close]))
        if words[i] in ("(", "["):
            i = closing(head, i) or i
        i += 1
    return None

