"""A chip is data: one .toml beside this file, loaded once, validated and immutable."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from lanewise.errors import LanewiseError

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

FOLDER = Path(__file__).parent
EVIDENCE = ("documented", "inferred", "assumed")  # strongest first
FACTS = (
    "ub_bytes", "ub_usable", "ub_reserved_at", "event_ids", "live_tensors", "buffers", "queue_buffers", "ctrl_reset",
    "counter_mhz", "cube_cores", "vector_cores",
)
AIE_FACTS = (
    "vector_bits", "narrow_lane_bits", "wide_lane_bits", "rounding_modes", "srs_left", "srs_right", "ups_left",
    "vector_alignment", "cascade_bits", "cascade_depth", "stream_ports", "stream_depth",
)


class Family(NamedTuple):
    """Machines of one kind: which facts a chip of theirs must state, and the file of the policies it must answer."""

    title: str
    facts: tuple[str, ...]
    policies: str


FAMILIES = {
    "ascend": Family("Ascend", FACTS, "policies.toml"),
    "aie": Family("AI Engine", AIE_FACTS, "policies_aie.toml"),
}


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
    family: str
    facts: Mapping[str, Fact]
    policies: Mapping[str, Fact]
    predefined: Mapping[str, Fact]  # macros that the chip's compiler knows, beside the one for its number

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
def policies(family: str = "ascend") -> Mapping[str, Policy]:
    data = _read(FOLDER / FAMILIES[family].policies)
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

    parts = {
        "name": str, "title": str, "aliases": list, "arch": int, "facts": dict, "policy": dict, "family": str,
        "predefined": dict,
    }  # fmt: skip
    family = data.setdefault("family", "ascend")
    data.setdefault("predefined", {})
    for key, kind in parts.items():
        if not isinstance(data.get(key), kind):
            raise fail(key, f"{key} is missing or is not a {kind.__name__}")
    for key in data:
        if key not in parts:
            raise fail(key, f"{key} is not a part of a chip file")
    if family not in FAMILIES:
        raise fail("family", f"family is {family!r}; it must be one of {', '.join(FAMILIES)}")
    return Chip(
        data["name"], data["title"], tuple(data["aliases"]), data["arch"], family,
        MappingProxyType(_facts(data["facts"], dict.fromkeys(FAMILIES[family].facts), fail)),
        MappingProxyType(_facts(data["policy"], {n: p.choices for n, p in policies(family).items()}, fail)),
        MappingProxyType(_facts(data["predefined"], dict.fromkeys(data["predefined"]), fail)),
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
def _of_file(name: str) -> Chip | None:
    """The chip that a file is about: a file is named after its chip."""
    path = FOLDER / f"{name}.toml"
    is_chip = path.parent == FOLDER and path.is_file() and path.name not in {f.policies for f in FAMILIES.values()}
    return load(path) if is_chip else None


@cache
def every_chip() -> Mapping[str, Chip]:
    """The chips of all families, by name."""
    found = [_of_file(name) for name in sorted(path.stem for path in FOLDER.glob("*.toml"))]
    return MappingProxyType({chip.name: chip for chip in found if chip is not None})


@cache
def chips(family: str = "ascend") -> Mapping[str, Chip]:
    """The chips of a family, by name."""
    return MappingProxyType({name: chip for name, chip in every_chip().items() if chip.family == family})


def any_chip(name: str | Chip, family: str | None = None) -> Chip:
    """A chip of any family by its name or one of its aliases; `family` is whose chips to name when there is none."""
    if isinstance(name, Chip):
        return name
    own = _of_file(name)
    if own is not None and own.name == name:  # the others need not be read
        return own
    for candidate in every_chip().values():
        if name == candidate.name or name in candidate.aliases:
            return candidate
    raise LanewiseError("CHIP-001", asked=name, known=", ".join(chips(family) if family else every_chip()))


def chip(name: str | Chip, family: str = "ascend") -> Chip:
    """A chip of a family by its name or one of its aliases."""
    found = any_chip(name, family)
    if found.family != family:
        title = FAMILIES[found.family].title
        raise LanewiseError(
            "CHIP-003", asked=found.name, title=title, need=FAMILIES[family].title, known=", ".join(chips(family))
        )
    return found
