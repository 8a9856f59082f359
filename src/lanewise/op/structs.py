"""Plain structures read from their text, laid out as compilers do: tiling data that no macro describes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

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
_ENUM = re.compile(r"\benum\s+(?:class\s+|struct\s+)?(\w+)\s*(?::\s*([\w:]+)\s*)?\{")
_PACK = re.compile(r"^[^\S\n]*#[^\S\n]*pragma[^\S\n]+pack[^\S\n]*\(([^)\n]*)\)", re.MULTILINE)
_NAMED = re.compile(r"([\w:]+)\s*(?:<(.*)>)?\s*$")
_LARGEST = 16  # no plain type is aligned to more
_DEEP = 8


class _UnknownError(Exception):
    """Something that is not a plain structure."""


class _Place(NamedTuple):
    start: int  # the number of its first token
    opening: int  # of its brace
    base: str
    align: int  # that it asks for
    pack: int  # no field is aligned to more


def _packs(text: str) -> Iterator[tuple[int, int]]:
    """From where on which #pragma pack holds."""
    now, before = _LARGEST, []
    for match in _PACK.finditer(text):
        words = [w.strip() for w in match[1].split(",") if w.strip()]
        number = next((int(w) for w in words if w.isdigit()), None)
        if "push" in words:
            before.append(now)
        elif "pop" in words:
            now = before.pop() if before else _LARGEST
        elif number is None:
            now = _LARGEST
        now = now if number is None else number
        yield match.start(), now


class Structures:
    """The structures of a text."""

    def __init__(self, text: str) -> None:
        self._numbers = {m[1]: m[2] for found in (_DEFINED, _CONSTANT) for m in found.finditer(text)}
        self._aliases = {m[1]: m[2] for m in _ALIAS.finditer(text)}
        self._aliases.update({m[1]: m[2] or "int32_t" for m in _ENUM.finditer(text)})
        self._packs = list(_packs(text))
        self._tokens = [t for t in scan(text)[0] if not t.in_macro]
        self._places: dict[str, _Place] = {}
        for i, token in enumerate(self._tokens[:-2]):
            if token.text in ("struct", "class") and self._tokens[i - 1].text != "enum":
                self._record_structure(i)

    def layout(self, name: str) -> dict[str, Any] | None:
        """As `plan.decoded` takes it; None when the text does not tell."""
        try:
            return self._layout(name, {}, 0)[0]
        except (_UnknownError, IndexError):
            return None

    def _record_structure(self, i: int) -> None:
        """A structure that begins here: its name, what it is aligned to, and its base, up to the brace."""
        name, bases, align, packed, at = "", [], 1, False, i + 1
        while (text := self._tokens[at].text) != "{":
            if text in ("alignas", "__attribute__"):
                end = closing(self._tokens, at + 1)
                words = [t.text for t in self._tokens[at + 2 : end]]
                packed = packed or "packed" in words or "__packed__" in words
                if text == "alignas" or "aligned" in words:
                    align = max([align, *(int(w) for w in words if w.isdigit())])
                at = end or at
            elif text == ":" and name:
                bases = [t for t in self._tokens[at + 1 : at + 4] if t.text not in ("public", "{")][:1]
            elif not name and self._tokens[at].kind == "name":
                name = text
            elif not bases and text != "final":
                return  # something else: a declaration, a type of a field
            at += 1
        if name:
            base = bases[0].text if bases else ""
            said = [number for start, number in self._packs if start < self._tokens[i].start]
            self._places[name] = _Place(i, at, base, align, 1 if packed else [_LARGEST, *said][-1])

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
        place = self._places[base]
        words = [given.get(w.strip(), w.strip()) for w in (match[2] or "").split(",") if w.strip()]
        own = dict(zip(self._parameters(place.start), words, strict=False))
        end = closing(self._tokens, place.opening)
        if end is None:
            raise _UnknownError
        fields, at, most = [], 0, place.align
        if place.base:
            inner, align = self._layout(place.base, given, depth + 1)
            fields, at, most = list(inner["fields"]), inner["bytes"], max(most, align)
        for statement in self._statements(place.opening + 1, end):
            for one, natural in self._fields(statement, own, depth):
                align = min(natural, place.pack)
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
