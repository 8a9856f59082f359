"""A chip is data: one .toml, loaded once, validated and immutable.

Those that Lanewise has lie beside this file. Any other one is named by its path, wherever a chip is named; what its
file does not say it takes from the chip that it is `like`.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from lanewise.chips.cores import FILE as CORES
from lanewise.chips.cores import memories, memory
from lanewise.chips.parts import (
    AIE_CAPABILITIES,
    AIE_FACTS,
    CAPABILITIES,
    CONTROL,
    FACTS,
    OPTIONAL,
    PLATFORM,
    size_of,
    usable_of,
)
from lanewise.errors import LanewiseError
from lanewise.markup import paragraph, table

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

FOLDER = Path(__file__).parent
EVIDENCE = ("documented", "inferred", "assumed")  # strongest first
SUFFIX = ".toml"
# The parts of a file that are not tables, with their kinds; those after the first two may be inherited or left out.
_HEAD = {"name": str, "title": str, "aliases": list, "arch": int, "timing": str, "family": str, "like": str}
_WORDS = {str: "a text", int: "a whole number", list: "a list"}

Check = Callable[[Any], str]  # of a value: what it must be, or "" when it is


def _number(value: Any) -> str:
    return "" if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else "a whole number"


def _answer(value: Any) -> str:
    return "" if isinstance(value, bool) else "true or false"


def _text_problem(value: Any) -> str:
    return "" if isinstance(value, str) else "a text"


def _list_problem(value: Any) -> str:
    return "" if isinstance(value, list) and value and all(isinstance(v, str) for v in value) else "a list of texts"


def _is_range(bits: Any) -> bool:
    return isinstance(bits, list) and len(bits) == 2 and not any(map(_number, bits)) and bits[0] <= bits[1] < 64


def _ranges(value: Any) -> str:
    return "" if isinstance(value, list) and all(map(_is_range, value)) else "a list of [first, last] below 64"


def _one_of(choices: Iterable[str]) -> Check:
    return lambda value: "" if value in choices else f"one of {', '.join(choices)}"


class Family(NamedTuple):
    """Machines of one kind: what a chip of theirs must state, by part, and the file of the policies it must answer."""

    title: str
    parts: Mapping[str, Mapping[str, Check]]
    policies: str


FAMILIES = {
    "ascend": Family("Ascend", {
        "facts": dict.fromkeys(FACTS, _number),
        "capabilities": dict.fromkeys(CAPABILITIES, _answer),
        "control": dict.fromkeys(CONTROL, _ranges),
        "platform": {name: _text_problem if kind is str else _list_problem for name, (kind, _) in PLATFORM.items()},
    }, "policies.toml"),
    "aie": Family("AI Engine", {
        "facts": dict.fromkeys(AIE_FACTS, _number),
        "capabilities": dict.fromkeys(AIE_CAPABILITIES, _answer),
    }, "policies_aie.toml"),
}  # fmt: skip
_TABLES = ("facts", "capabilities", "control", "platform", "predefined", "policy")


@dataclass(frozen=True)
class Fact:
    value: Any
    evidence: str
    source: str


@dataclass(frozen=True)
class Policy:
    question: str
    choices: Mapping[str, str]
    engine: bool = True  # whether the engine is told, and headers are


@dataclass(frozen=True)
class Chip:
    name: str
    title: str
    aliases: tuple[str, ...]
    arch: int
    family: str
    instructions: str  # the chip whose instructions it has: itself, but for one that is `like` another
    timing: str  # the name of its file in timing/; empty: nothing is published
    facts: Mapping[str, Fact]
    capabilities: Mapping[str, Fact]
    control: Mapping[str, Fact]  # bits of CTRL
    platform: Mapping[str, Fact]  # how programs name it
    policies: Mapping[str, Fact]
    predefined: Mapping[str, Fact]  # macros that the chip's compiler knows, beside the one for its number
    file: Path

    def fact(self, name: str) -> Any:
        return self.facts[name].value

    def size(self, use: str) -> int:
        """Bytes of the memory with a use."""
        return int(self.fact(size_of(memory(use).name)))

    def usable(self, use: str) -> int:
        """Bytes of it that programs are told they have."""
        return int(self.fact(usable_of(memory(use).name)))

    def has(self, capability: str) -> bool:
        return bool(self.capabilities[capability].value)

    def ranges(self, name: str) -> list[tuple[int, int]]:
        """Bits of CTRL."""
        return [(first, last) for first, last in self.control[name].value]

    @property
    def policy(self) -> dict[str, str]:
        """The chosen rule of every policy, by name."""
        return {name: fact.value for name, fact in self.policies.items()}

    @property
    def spelling(self) -> str:
        """What names it in another process, too."""
        return self.name if self.file.parent == FOLDER else str(self.file)

    def __repr__(self) -> str:
        return self.name

    def _repr_html_(self) -> str:
        parts = {"fact": self.facts, "capability": self.capabilities, "rule where nobody documents one": self.policies}
        tables = (table((title, "is", "evidence", "source"),
                        [(name, one.value, one.evidence, one.source) for name, one in part.items()])
                  for title, part in parts.items())
        return paragraph(f"{self.name}: {self.title}", bold=True) + "".join(tables)


def weakest(words: Any) -> str:
    """The least sure of some evidence words."""
    return max(words, key=EVIDENCE.index, default="documented")


@cache
def policies(family: str = "ascend") -> Mapping[str, Policy]:
    data = _read_toml(FOLDER / FAMILIES[family].policies)
    return MappingProxyType(
        {name: Policy(p["question"], p["choices"], p.get("engine", True)) for name, p in data.items()}
    )


def told_policies() -> Mapping[str, Policy]:
    """Those that the engine and the C++ headers are told."""
    return {name: policy for name, policy in policies().items() if policy.engine}


def _read_toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as problem:
        raise LanewiseError("CHIP-002", file=path.name, where="not TOML", case="unreadable", why=problem) from None
    except (OSError, UnicodeDecodeError) as problem:
        why = getattr(problem, "strerror", None) or "it is not UTF-8"
        raise LanewiseError("CHIP-002", file=path.name, where="whole file", case="unreadable", why=why) from None


def load(path: Path) -> Chip:
    """A chip from its file. Anything missing, unknown or misspelt is named with its line."""
    data = _read_toml(path)
    text = path.read_text(encoding="utf-8").splitlines()

    def fail(key: str, case: str, /, **fields: Any) -> LanewiseError:
        line = next((n for n, t in enumerate(text, 1) if re.match(rf"\[?{re.escape(key)}\b", t)), None)
        return LanewiseError(
            "CHIP-002", case=case, file=path.name, where=f"line {line}" if line else "whole file", **fields
        )

    for key in data:
        if key not in _HEAD and key not in _TABLES:
            raise fail(key, "unknown_part", key=key)
    base = _base(data, fail)
    family = data.setdefault("family", base.family if base else "ascend")
    data.setdefault("timing", base.timing if base else "")
    data.setdefault("like", "")
    data.setdefault("predefined", {})
    if base:
        data.setdefault("aliases", [])
        data.setdefault("arch", base.arch)
    for key, kind in _HEAD.items():
        if not isinstance(data.get(key), kind):
            given = "is missing" if key not in data else f"is {data[key]!r}"
            raise fail(key, "head", key=key, given=given, need=_WORDS[kind])
    if family not in FAMILIES:
        raise fail("family", "family", family=repr(family), known=", ".join(FAMILIES))
    if data["timing"] and not (FOLDER / "timing" / f"{data['timing']}{SUFFIX}").is_file():
        files = ", ".join(sorted(path.stem for path in (FOLDER / "timing").glob(f"*{SUFFIX}")))
        raise fail("timing", "timing", given=repr(data["timing"]), files=files)
    wanted = {**FAMILIES[family].parts, "policy": {n: _one_of(p.choices) for n, p in policies(family).items()}}
    for key in _TABLES:
        if key in data and key != "predefined" and key not in wanted:
            raise fail(key, "foreign_part", key=key, title=FAMILIES[family].title)
        if not isinstance(data.setdefault(key, {}), dict):
            raise fail(key, "no_table", key=key)
    own = {}
    for key in _TABLES:
        known = wanted.get(key, dict.fromkeys(data[key], _number))  # macros may have any names
        if not base:
            _complete(data[key], [name for name in known if name not in OPTIONAL], fail)
        own[key] = {**(_inherited(base, key) if base else {}), **_facts(data[key], known, fail)}
    if family == "ascend":
        own["facts"] = _with_sizes(own["facts"])
    tables = {key: MappingProxyType(table) for key, table in own.items()}
    return Chip(
        data["name"], data["title"], tuple(data["aliases"]), data["arch"], family,
        base.instructions if base else data["name"], data["timing"], tables["facts"], tables["capabilities"],
        tables["control"], tables["platform"], tables["policy"], tables["predefined"], path,
    )  # fmt: skip


def _base(data: Mapping[str, Any], fail: Any) -> Chip | None:
    """The chip that a file starts from."""
    like = data.get("like")
    if not isinstance(like, str):
        return None
    found = _built_in_chip(like)
    if found is None:
        raise fail("like", "like", like=repr(like), known=", ".join(every_chip()))
    return found


def _inherited(base: Chip, part: str) -> dict[str, Fact]:
    """What holds for one chip is only assumed of another."""
    there: Mapping[str, Fact] = base.policies if part == "policy" else getattr(base, part)
    return {name: Fact(fact.value, "assumed", f"as on {base.name}") for name, fact in there.items()}


def _with_sizes(facts: dict[str, Fact]) -> dict[str, Fact]:
    """With those of all memories: one that no file names is not there, and all of a memory is usable unless it says."""
    for one in memories():
        size = facts.setdefault(size_of(one.name), Fact(0, "assumed", "not named in the chip's file"))
        facts.setdefault(usable_of(one.name), size)
    return facts


def _complete(table: dict[str, Any], known: Iterable[str], fail: Any) -> None:
    for name in known:
        if name not in table:
            raise fail(name, "missing", name=name)


def _facts(table: dict[str, Any], known: Mapping[str, Check], fail: Any) -> dict[str, Fact]:
    for name, entry in table.items():
        if name not in known:
            raise fail(name, "unknown", name=name, known=", ".join(known))
        if not isinstance(entry, dict) or set(entry) != {"value", "evidence", "source"}:
            raise fail(name, "entry", name=name)
        if entry["evidence"] not in EVIDENCE:
            raise fail(name, "evidence_of", name=name, given=repr(entry["evidence"]), known=", ".join(EVIDENCE))
        if need := known[name](entry["value"]):
            raise fail(name, "value", name=name, given=repr(entry["value"]), need=need)
    return {name: Fact(e["value"], e["evidence"], e["source"]) for name, e in table.items()}


@cache
def _of_file(name: str) -> Chip | None:
    """The chip of Lanewise that a file is about: a file is named after its chip."""
    path = FOLDER / f"{name}{SUFFIX}"
    others = {CORES.name, *(f.policies for f in FAMILIES.values())}
    is_chip = path.parent == FOLDER and path.is_file() and path.name not in others
    return load(path) if is_chip else None


@cache
def every_chip() -> Mapping[str, Chip]:
    """The chips of Lanewise, of all families, by name."""
    found = [_of_file(name) for name in sorted(path.stem for path in FOLDER.glob(f"*{SUFFIX}"))]
    return MappingProxyType({chip.name: chip for chip in found if chip is not None})


@cache
def chips(family: str = "ascend") -> Mapping[str, Chip]:
    """The chips of a family that Lanewise has, by name."""
    return MappingProxyType({name: chip for name, chip in every_chip().items() if chip.family == family})


def chips_with(capability: str) -> list[str]:
    """The chips of Lanewise that can do something."""
    return [chip.name for chip in chips().values() if chip.has(capability)]


def _built_in_chip(name: str) -> Chip | None:
    """A chip of Lanewise by its name or one of its aliases."""
    found = _of_file(name)
    if found is not None and found.name == name:  # the others need not be read
        return found
    return next((c for c in every_chip().values() if name == c.name or name in c.aliases), None)


_brought: dict[str, Chip] = {}  # chips of the user's own, by name: the file that was read last


def _of_path(path: str) -> Chip:
    """A chip of the user's own. Later its name is enough, in this process."""
    found = load(Path(os.path.abspath(path)))
    if found.instructions == found.name:
        raise LanewiseError("CHIP-002", file=found.file.name, where="whole file",
                            case="no_like", known=", ".join(every_chip()))
    for word in (found.name, *found.aliases):
        if taken := _built_in_chip(word):
            raise LanewiseError("CHIP-002", file=found.file.name, where="whole file",
                                case="name_taken", word=word, name=taken.name)  # fmt: skip
    _brought[found.name] = found
    return found


def any_chip(name: str | Chip, family: str | None = None) -> Chip:
    """A chip of any family by its name, an alias or its file; `family` is whose chips to name when there is none."""
    if isinstance(name, Chip):
        return name
    if name.endswith(SUFFIX):
        return _of_path(name)
    found = (
        _brought.get(name) or _built_in_chip(name) or next((c for c in _brought.values() if name in c.aliases), None)
    )
    if found is None:
        raise LanewiseError("CHIP-001", asked=name, known=", ".join(chips(family) if family else every_chip()))
    return found


def chip(name: str | Chip, family: str = "ascend") -> Chip:
    """A chip of a family by its name, one of its aliases or its file."""
    found = any_chip(name, family)
    if found.family != family:
        title = FAMILIES[found.family].title
        raise LanewiseError(
            "CHIP-003", asked=found.name, title=title, need=FAMILIES[family].title, known=", ".join(chips(family))
        )
    return found
