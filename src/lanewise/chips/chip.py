"""A chip is data: one .toml beside this file, loaded once, validated and immutable."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from lanewise.errors import LanewiseError

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

FOLDER = Path(__file__).parent
EVIDENCE = ("documented", "inferred", "assumed")  # strongest first
FACTS = (
    "ub_bytes", "ub_usable", "ub_reserved_at", "event_ids", "live_tensors", "buffers", "queue_buffers", "ctrl_reset",
    "counter_mhz",
)


@dataclass(frozen=True)
class Fact:
    value: Any
    evidence: str
    source: str


@dataclass(frozen=True)
class Policy:
    question: str
    choices: Mapping[str, str]


@dataclass(frozen=True)
class Chip:
    name: str
    title: str
    aliases: tuple[str, ...]
    arch: int
    facts: Mapping[str, Fact]
    policies: Mapping[str, Fact]

    def fact(self, name: str) -> Any:
        return self.facts[name].value

    @property
    def policy(self) -> dict[str, str]:
        """The chosen rule of every policy, by name."""
        return {name: fact.value for name, fact in self.policies.items()}

    def __repr__(self) -> str:
        return self.name


def weakest(words: Any) -> str:
    """The least sure of some evidence words."""
    return max(words, key=EVIDENCE.index, default="documented")


@cache
def policies() -> Mapping[str, Policy]:
    data = _read(FOLDER / "policies.toml")
    return MappingProxyType({name: Policy(p["question"], p["choices"]) for name, p in data.items()})


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as problem:
        raise LanewiseError("CHIP-002", file=path.name, where="not TOML", problem=str(problem)) from None


def load(path: Path) -> Chip:
    """A chip from its file. Anything missing, unknown or misspelt is named with its line."""
    data = _read(path)
    text = path.read_text(encoding="utf-8").splitlines()

    def fail(key: str, problem: str) -> LanewiseError:
        line = next((n for n, t in enumerate(text, 1) if re.match(rf"\[?{re.escape(key)}\b", t)), None)
        return LanewiseError(
            "CHIP-002", file=path.name, where=f"line {line}" if line else "whole file", problem=problem
        )

    parts = {"name": str, "title": str, "aliases": list, "arch": int, "facts": dict, "policy": dict}
    for key, kind in parts.items():
        if not isinstance(data.get(key), kind):
            raise fail(key, f"{key} is missing or is not a {kind.__name__}")
    for key in data:
        if key not in parts:
            raise fail(key, f"{key} is not a part of a chip file")
    return Chip(
        data["name"], data["title"], tuple(data["aliases"]), data["arch"],
        MappingProxyType(_facts(data["facts"], dict.fromkeys(FACTS), fail)),
        MappingProxyType(_facts(data["policy"], {n: p.choices for n, p in policies().items()}, fail)),
    )


def _facts(table: dict[str, Any], known: Mapping[str, Any], fail: Any) -> dict[str, Fact]:
    for name in known:
        if name not in table:
            raise fail(name, f"{name} is missing")
    for name, entry in table.items():
        if name not in known:
            raise fail(name, f"{name} is not known; known here: {', '.join(known)}")
        if not isinstance(entry, dict) or set(entry) != {"value", "evidence", "source"}:
            raise fail(name, f"{name} needs value, evidence and source")
        if entry["evidence"] not in EVIDENCE:
            raise fail(name, f"evidence of {name} is {entry['evidence']!r}; it must be one of {', '.join(EVIDENCE)}")
        choices = known[name]
        if choices is None:
            if not isinstance(entry["value"], int) or entry["value"] < 0:
                raise fail(name, f"{name} must be a whole number, not {entry['value']!r}")
        elif entry["value"] not in choices:
            raise fail(name, f"{name} is {entry['value']!r}; it must be one of {', '.join(choices)}")
    return {name: Fact(e["value"], e["evidence"], e["source"]) for name, e in table.items()}


@cache
def chips() -> Mapping[str, Chip]:
    """Every chip, by name."""
    found = [load(path) for path in sorted(FOLDER.glob("*.toml")) if path.name != "policies.toml"]
    return MappingProxyType({chip.name: chip for chip in found})


def chip(name: str | Chip) -> Chip:
    """A chip by its name or one of its aliases."""
    if isinstance(name, Chip):
        return name
    for candidate in chips().values():
        if name == candidate.name or name in candidate.aliases:
            return candidate
    raise LanewiseError("CHIP-001", asked=name, known=", ".join(chips()))
