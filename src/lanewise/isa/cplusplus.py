"""Pieces of generated C++: texts, and initialisers that name every field and refuse what does not fit it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

NOTE = "// Generated from the instruction records. Do not edit.\n"
HEADER = NOTE + "#pragma once\n"


class UnrepresentableError(Exception):
    """A record says what the engine's tables cannot."""


def text(s: str) -> str:
    return '"' + s.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


class Struct:
    """The fields of a C++ structure of the engine, in its order, with what they hold.

    A field is "bool", "text", a word that stands for itself ("name"), or an integer by its bits: 8 or -16 (signed).
    How many there are stands behind a comma: "8,6".
    """

    def __init__(self, **fields: str) -> None:
        self.fields = fields

    def initializer(self, record: str, values: Mapping[str, object]) -> str:
        """An initialiser; `record` is what it is about, for complaints."""
        if values.keys() != self.fields.keys():
            wrong = sorted(values.keys() ^ self.fields.keys())
            raise UnrepresentableError(f"{record}: {', '.join(wrong)} is no field, or has no value")
        parts = []
        for name, kind in self.fields.items():
            each, _, count = kind.partition(",")
            value = values[name]
            if count:
                assert isinstance(value, Sequence)
                if len(value) > int(count):
                    raise UnrepresentableError(f"{record}: {len(value)} values in {name}, which has room for {count}")
                parts.append(f".{name} = {{{', '.join(_value(record, name, each, v) for v in value)}}}")
            else:
                parts.append(f".{name} = {_value(record, name, each, value)}")
        return f"{{{', '.join(parts)}}}"


def _value(record: str, field: str, kind: str, value: object) -> str:
    if kind == "bool":
        return str(bool(value)).lower()
    if kind == "text":
        return text(str(value))
    if kind == "name":
        return str(value)
    bits = int(kind)
    low, high = (-(1 << (-bits - 1)), (1 << (-bits - 1)) - 1) if bits < 0 else (0, (1 << bits) - 1)
    if not isinstance(value, int) or not low <= value <= high:
        raise UnrepresentableError(f"{record}: {field} is {value}, which does not fit {low}..{high}")
    return str(value)
