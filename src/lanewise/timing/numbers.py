"""The numbers of a chip: what each class of instruction and each kind of waiting costs, with source and confidence.

They lie beside the chips, one file per generation of cores. What a file does not say is unknown, and stays out of
every total.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from lanewise.chips.chip import FOLDER, Chip
from lanewise.chips.chip import chip as find_chip
from lanewise.errors import LanewiseError

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

REDUCE_ALL = "core.reduce_all"
EVIDENCE = ("documented", "fitted", "assumed")
PARTS = ("core", "banks", "copy_in", "copy_out", "memory", "cube", "function", "unit")
UNITS = ("any", "first", "load", "store")


@dataclass(frozen=True)
class Number:
    value: float
    evidence: str
    source: str
    rows: tuple[str, ...] = ()  # measurements it was fitted on


@dataclass(frozen=True)
class Cost:
    """fixed + repeat * repeats, in cycles."""

    fixed: float
    repeat: float
    evidence: str
    source: str


@dataclass(frozen=True)
class RegisterCost:
    """An instruction inside a vector function: cycles until its result can be used, and how long it takes its unit."""

    latency: int
    every: int
    unit: str  # any, first (only one of the units can do it), load or store
    evidence: str
    source: str

    @property
    def first(self) -> bool:
        return self.unit == "first"

    @property
    def stores(self) -> bool:
        return self.unit == "store"


@dataclass(frozen=True, eq=False)
class Numbers:
    chip: str
    facts: Mapping[str, Number]  # "part.name"
    rule: str  # how UB banks collide: groups, slots, or nothing known
    classes: Mapping[str, Cost]  # "name.16" where narrow elements differ
    registers: Mapping[str, RegisterCost]  # the same for classes of register instructions
    unknown: frozenset[str]  # "name.64": what the line of the class does not hold for

    def __getitem__(self, name: str) -> float:
        """A number that the caller knows to exist."""
        return self.facts[name].value

    def get(self, name: str, otherwise: float = 0) -> float:
        found = self.facts.get(name)
        return otherwise if found is None else found.value

    def has(self, part: str) -> bool:
        return any(name.startswith(f"{part}.") for name in self.facts)

    def cost(self, kind: str, bits: int) -> Cost | None:
        if f"{kind}.{bits}" in self.unknown:
            return None
        return self.classes.get(f"{kind}.{bits}") or self.classes.get(kind)

    def register(self, kind: str, bits: int) -> RegisterCost | None:
        if f"{kind}.{bits}" in self.unknown:
            return None
        return self.registers.get(f"{kind}.{bits}") or self.registers.get(kind)

    @property
    def clock(self) -> float:
        """Cycles of a microsecond; 0 when the clock is not known."""
        return self.get("core.clock_mhz")


def numbers(of: str | Chip, family: str = "ascend") -> Numbers:
    """The numbers of a chip; without any where nothing is published for its generation."""
    found = find_chip(of, family)
    return _numbers(found.name, found.timing)


@cache
def _numbers(name: str, file: str) -> Numbers:
    data = _expand_sources(_generation(file))
    facts = {
        f"{part}.{key}": Number(entry["value"], entry["evidence"], entry["source"], tuple(entry.get("rows", ())))
        for part in PARTS for key, entry in data.get(part, {}).items() if key != "rule"
    }
    classes = {kind: Cost(**entry) for kind, entry in data.get("class", {}).items()}
    rule = data.get("banks", {}).get("rule", "")
    registers = {kind: RegisterCost(**entry) for kind, entry in data.get("register", {}).items()}
    return Numbers(name, MappingProxyType(facts), rule, MappingProxyType(classes), MappingProxyType(registers),
                   frozenset(data.get("unknown", {})))


def _expand_sources(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """Sources in full where an entry gives the name of one."""
    full = data.get("sources", {})
    return {
        part: {
            key: {**entry, "source": full.get(entry["source"], entry["source"])} if isinstance(entry, dict) else entry
            for key, entry in entries.items()
        } for part, entries in data.items() if isinstance(entries, dict)
    }


def _generation(file: str) -> Mapping[str, Any]:
    path = Path(FOLDER) / "timing" / f"{file}.toml"
    if not file or not path.is_file():
        return {}
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    _check(path.name, data)
    return data


def _check(file: str, data: dict[str, Any]) -> None:
    entries = [(f"{part}.{name}", entry) for part in PARTS for name, entry in data.get(part, {}).items()]
    entries += [(f"class.{name}", entry) for name, entry in data.get("class", {}).items()]
    entries += [(f"register.{name}", entry) for name, entry in data.get("register", {}).items()]
    for name, entry in entries:
        if name == "banks.rule":
            continue
        kind = name.split(".")[0]
        wanted = {"class": {"fixed", "repeat"}, "register": {"latency", "every", "unit"}}.get(kind, {"value"})
        if kind == "register" and isinstance(entry, dict) and entry.get("unit") not in UNITS:
            raise LanewiseError("CHIP-002", file=file, where=name, case="unit", units=UNITS)
        fitted = isinstance(entry, dict) and entry.get("evidence") == "fitted"
        need = wanted | {"evidence", "source"} | ({"rows"} if fitted else set())
        if not isinstance(entry, dict) or set(entry) != need:
            raise LanewiseError("CHIP-002", file=file, where=name, case="fields", known=", ".join(sorted(need)))
        if entry["evidence"] not in EVIDENCE:
            raise LanewiseError("CHIP-002", file=file, where=name, case="evidence", evidence=EVIDENCE)
