"""Plain structures read from their text, laid out as compilers do: tiling data that no macro describes."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from lanewise.cpp.tokens import Token, closing, scan

_PLAIN = {
    "bool": ("bool", 1), "char": ("int8_t", 1), "short": ("int16_t", 2), "int": ("int32_t", 4), "long": ("int64_t", 8),
    "unsigned": ("uint32_t", 4), "signed": ("int32_t", 4), "size_t": ("uint64_t", 8), "float": ("float", 4),
    "float32_t": ("float", 4), "double": ("double", 8),
    **{f"{u}int{n}_t": (f"{u}int{n}_t", n // 8) for u in ("", "u") for n in (8, 16, 32, 64)},
}  # fmt: skip
_LONG = {("unsigned", "char"): "uint8_t", ("unsigned", "short"): "uint16_t", ("unsigned", "int"): "uint32_t",
         ("unsigned", "long"): "uint64_t", ("long", "long"): "int64_t", ("unsigned", "long", "long"): "uint64_t",
         ("signed", "char"): "int8_t"}  # fmt: skip
_DEFINED = re.compile(r"^[^\S\n]*#[^\S\n]*define[^\S\n]+(\w+)[^\S\n]+([^\n]+)$", re.MULTILINE)
_CONSTANT = re.compile(r"\b(?:constexpr|const)\s+(?:static\s+)?[\w:]+\s+(\w+)\s*=\s*([^;{}]+);")
_ALIAS = re.compile(r"\busing\s+(\w+)\s*=\s*([\w:]+(?:\s*<[\w\s:,]*>)?)\s*;")
_NAMED = re.compile(r"([\w:]+)\s*(?:<(.*)>)?\s*$")
_DEEP = 8


class _UnknownError(Exception):
    """Something that is not a plain structure."""


class Structures:
    """The structures of a text."""

    def __init__(self, text: str) -> None:
        self._numbers = {m[1]: m[2] for found in (_DEFINED, _CONSTANT) for m in found.finditer(text)}
        self._aliases = {m[1]: m[2] for m in _ALIAS.finditer(text)}
        self._tokens = [t for t in scan(text)[0] if not t.in_macro]
        self._places = {
            self._tokens[i + 1].text: i for i, t in enumerate(self._tokens[:-2])
            if t.text in ("struct", "class") and self._tokens[i + 1].kind == "name" and self._opening(i) is not None
        }  # fmt: skip

    def layout(self, name: str) -> dict[str, Any] | None:
        """As `plan.decoded` takes it; None when the text does not tell."""
        try:
            return self._layout(name, {}, 0)[0]
        except (_UnknownError, IndexError):
            return None

    def _opening(self, i: int) -> int | None:
        at = i + 2
        while self._tokens[at].text in ("final", "alignas"):
            at = (closing(self._tokens, at + 1) or at) + 1 if self._tokens[at].text == "alignas" else at + 1
        return at if self._tokens[at].text == "{" else None

    def _layout(self, name: str, given: Mapping[str, str], depth: int) -> tuple[dict[str, Any], int]:
        """Of a structure with its alignment; `given` has template parameters of who asks."""
        match = _NAMED.match(given.get(name, name).strip())
        if match is None or depth > _DEEP:
            raise _UnknownError
        base = match[1].rpartition("::")[2]
        if base in self._aliases and base not in self._places:
            return self._layout(self._aliases[base], given, depth + 1)
        if base not in self._places:
            raise _UnknownError
        i = self._places[base]
        words = [given.get(w.strip(), w.strip()) for w in (match[2] or "").split(",") if w.strip()]
        own = dict(zip(self._parameters(i), words, strict=False))
        opening = self._opening(i)
        end = closing(self._tokens, opening) if opening is not None else None
        if opening is None or end is None:
            raise _UnknownError
        fields, at, most = [], 0, 1
        for statement in self._statements(opening + 1, end):
            for one, align in self._fields(statement, own, depth):
                at = (at + align - 1) // align * align
                fields.append({**one, "offset": at})
                at += one["bytes"] * max(one["count"], 1)
                most = max(most, align)
        return {"bytes": (at + most - 1) // most * most, "fields": fields}, most

    def _parameters(self, i: int) -> list[str]:
        """Names of template parameters in front of a structure."""
        if not i or self._tokens[i - 1].text != ">":
            return []
        start = max(j for j in range(i) if self._tokens[j].text == "template")
        words = self._tokens[start + 2 : i - 1]
        return [
            t.text for t, behind in zip(words, [*words[1:], None], strict=True) if behind is None or behind.text == ","
        ]

    def _statements(self, at: int, end: int) -> list[list[Token]]:
        """Declarations of fields; functions and what else a structure may hold are no fields."""
        found: list[list[Token]] = []
        first = at
        while at < end:
            text = self._tokens[at].text
            if text in ("{", "("):
                called = text == "(" or any(t.text == "(" for t in self._tokens[first:at])
                at = closing(self._tokens, at) or end
                if called and text == "{":  # a function's body
                    first = at + 1
            elif text == ":" and at > first and self._tokens[at - 1].text in ("public", "private", "protected"):
                first = at + 1
            elif text == ";":
                statement = self._tokens[first:at]
                other = ("static", "using", "friend", "typedef", "template", "struct", "class", "enum", "operator")
                if statement and not any(t.text in ("(", *other) for t in statement):
                    found.append(statement)
                first = at + 1
            at += 1
        return found

    def _fields(self, statement: list[Token], given: Mapping[str, str], depth: int) -> list[tuple[dict[str, Any], int]]:
        """`uint32_t a = 1, b[N][2]`."""
        names: list[list[str]] = [[]]  # a declarator each
        depth_of, skipping, angle = 0, False, 0
        for token in statement:
            text = token.text
            angle += (text == "<") - (text == ">")
            depth_of += (text in "([{") - (text in ")]}") if len(text) == 1 else 0
            if text in ("=", "{") and angle == 0:
                skipping = True
            if text == "," and not depth_of and not angle:
                names.append([])
                skipping = False
            elif not skipping:
                names[-1].append(text)
        head = names[0]
        cut = head.index("[") if "[" in head else len(head)
        kind_words = [w for w in head[: cut - 1] if w not in ("const", "volatile", "std", "::", "__gm__")]
        if any(w in ("*", "&") for w in head) or ":" in head or not kind_words:
            raise _UnknownError
        kind, size, align, inner = self._type(kind_words, given, depth)
        out = []
        for words in [head[cut - 1 :], *names[1:]]:
            count = 1
            for extent in re.findall(r"\[([^\]]*)\]", " ".join(words)):
                count *= self._number(given.get(extent.strip(), extent))
            one = {
                "type": kind,
                "name": words[0],
                "bytes": size,
                "count": count if "[" in words else 0,
                "kind": 0,
                "inner": inner,
            }
            out.append((one, align))
        return out

    def _type(self, words: Sequence[str], given: Mapping[str, str], depth: int) -> tuple[str, int, int, Any]:
        name = _LONG.get(tuple(words)) or (words[0] if len(words) == 1 else "".join(words))
        name = given.get(name, name)
        name = self._aliases.get(name, name) if name not in self._places else name
        if name in _PLAIN:
            kind, size = _PLAIN[name]
            return kind, size, size, None
        inner, align = self._layout(name, given, depth + 1)
        return name, inner["bytes"], align, inner

    def _number(self, text: str, depth: int = 0) -> int:
        """The value of a constant expression of plain integers."""

        def value(match: re.Match[str]) -> str:
            said = self._numbers.get(match[0].split("::")[-1])
            if said is None or depth > _DEEP:
                raise _UnknownError
            return f"({self._number(said, depth + 1)})"

        known = re.sub(r"\b[A-Za-z_]\w*(?:::\w+)*", value, re.sub(r"(?<=\d)[uUlL]+\b", "", text))
        if not re.fullmatch(r"[\d\s+*/()<>-]+", known):
            raise _UnknownError
        try:
            return int(eval(known.replace("/", "//"), {"__builtins__": {}}))  # digits and operators alone
        except (SyntaxError, ValueError, ZeroDivisionError, TypeError):
            raise _UnknownError from None
