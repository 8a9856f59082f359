"""Data against a JSON schema: the words that docs/verdict.schema.json uses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

_TYPES = {"string": str, "array": list, "object": dict, "boolean": bool, "null": type(None)}
_KNOWN = {"$schema", "title", "description", "type", "additionalProperties", "required", "properties", "items", "enum",
          "const", "anyOf"}  # fmt: skip


def problems(data: Any, schema: dict[str, Any], at: str = "verdict") -> Iterator[str]:
    assert set(schema) <= _KNOWN, set(schema) - _KNOWN
    if "anyOf" in schema and all(any(True for _ in problems(data, one, at)) for one in schema["anyOf"]):
        yield f"{at} is none of what it may be"
    if "const" in schema and data != schema["const"]:
        yield f"{at} is {data!r}"
    if "enum" in schema and data not in schema["enum"]:
        yield f"{at} is {data!r}, none of {schema['enum']}"
    named = schema.get("type", [])
    names = [named] if isinstance(named, str) else named
    if names and not any(_is(data, name) for name in names):
        yield f"{at} is {type(data).__name__}, and no {' or '.join(names)}"
        return
    if isinstance(data, dict) and "properties" in schema:
        yield from (f"{at}.{name} is missing" for name in schema["required"] if name not in data)
        yield from (f"{at}.{name} is not in the schema" for name in data if name not in schema["properties"])
        for name, value in data.items():
            yield from problems(value, schema["properties"].get(name, {}), f"{at}.{name}")
    if isinstance(data, list) and "items" in schema:
        for number, value in enumerate(data):
            yield from problems(value, schema["items"], f"{at}[{number}]")


def _is(data: Any, name: str) -> bool:
    if name == "number":
        return isinstance(data, (int, float)) and not isinstance(data, bool)
    if name == "integer":
        return isinstance(data, int) and not isinstance(data, bool)
    return isinstance(data, _TYPES[name])
