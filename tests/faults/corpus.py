"""The planted faults: what the programs in `planted/` say about themselves, and how one of them is run.

A line with a fault ends in a mark: `//! CASE CLASS ID [words]` in C++, `#! ...` in Python. The program launches a
case with `lanewise run FILE -- CASE fault`, and its clean twin with `lanewise run FILE -- CASE clean`. Words:

    check, check=KINDS   found under --check (of these kinds); without it a plain run finds it
    warning              found as a warning: the status stays 0
    chip=NAME            on this chip; a first line `//! chip NAME` says it for a whole file
    says=TEXT            the message contains it
    graph=FILE           the program that the kernel is a part of
    clean=FILE           the twin is a program of its own: the source is at fault

A mark in several lines: one of them shows the fault.

`silent` in the place of an id: legal although it looks like a fault; nothing may be said.
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import starting

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

HERE = Path(__file__).parent
PLANTED = HERE / "planted"
FRONTS = {".asc": "Ascend C", ".py": "Python", ".cc": "AI Engine C++"}
SILENT = "silent"
_OUT = tempfile.TemporaryDirectory()  # what graphs write
_MARK = re.compile(r"(?://|#)! (?P<case>\w+) (?P<number>\d+|host) (?P<id>[A-Z]+-\d+|silent)(?P<words>.*)$")
_CHIP = re.compile(r"(?://|#)! chip (\S+)")
_TOLD = re.compile(r"(?P<file>[^\s:]+):(?P<line>\d+):(?:\d+:)? (?P<kind>warning: |info: |error: )?(?P<id>[A-Z]+-\d+)?")


class Plant(NamedTuple):
    file: Path
    case: str
    number: str  # of the class
    id: str
    lines: tuple[int, ...]
    words: tuple[str, ...]

    @property
    def front(self) -> str:
        return FRONTS[self.file.suffix]

    @property
    def name(self) -> str:
        return f"{self.number} {self.case} {self.file.suffix[1:]}"

    @property
    def severity(self) -> str:
        return "warning" if "warning" in self.words else "error"

    def word(self, name: str) -> str | None:
        """The value of a word; the empty text where it has none."""
        for word in self.words:
            first, _, value = word.partition("=")
            if first == name:
                return value
        return None


class Told(NamedTuple):
    status: int
    err: str


class Seen(NamedTuple):
    """What a plant and its twin gave."""

    found: bool  # its id, with its severity
    exact: bool  # at its line
    false_alarm: bool  # anything about the twin
    fault: Told
    clean: Told


def plants() -> list[Plant]:
    return [plant for file in sorted(PLANTED.iterdir()) if file.suffix in FRONTS for plant in _of(file)]


def _of(file: Path) -> Iterator[Plant]:
    text = file.read_text(encoding="utf-8")
    chip = _CHIP.match(text)
    found: dict[tuple[str, str], Plant] = {}
    for number, line in enumerate(text.splitlines(), 1):
        for mark in filter(None, map(_MARK.match, re.split(r"(?=(?://|#)! )", line))):
            key = mark["case"], mark["id"]
            words = tuple(mark["words"].split()) + ((f"chip={chip[1]}",) if chip else ())
            lines = (*(found[key].lines if key in found else ()), number)
            found[key] = Plant(file, mark["case"], mark["number"], mark["id"], lines, words)
    yield from found.values()


def command(plant: Plant, twin: str) -> list[str]:
    options = []
    if (kinds := plant.word("check")) is not None:
        options.append(f"--check={kinds}" if kinds else "--check")
    if (chip := plant.word("chip")) and plant.file.suffix != ".cc":
        options += ["--chip", chip]
    if graph := plant.word("graph"):
        options += ["--chip", "aie", "--out", _OUT.name]
        return [sys.executable, "-m", "lanewise", "run", graph, *options, "--", plant.case, twin]
    program = plant.file.with_suffix(".py") if plant.file.suffix == ".cc" else plant.file
    if twin == "clean" and (other := plant.word("clean")):
        program = plant.file.with_name(other)
    return [sys.executable, "-m", "lanewise", "run", program.name, *options, "--", plant.case, twin]


def run(plant: Plant, twin: str) -> Told:
    done = starting.run(command(plant, twin), cwd=PLANTED, capture_output=True, text=True, timeout=300, check=False)
    return Told(done.returncode, done.stderr)


def judged(plant: Plant, fault: Told, clean: Told) -> Seen:
    false_alarm = clean != Told(0, "")
    if plant.id == SILENT:
        return Seen(fault == Told(0, ""), fault == Told(0, ""), false_alarm, fault, clean)
    status = 0 if plant.severity == "warning" else 3
    places = []
    for line in fault.err.splitlines():
        told = _TOLD.match(line)
        if not told or told["id"] != plant.id or Path(told["file"]).name != plant.file.name:
            continue
        if (told["kind"] == "warning: ") == (plant.severity == "warning") and (plant.word("says") or "") in line:
            places.append(int(told["line"]))
    found = bool(places) and fault.status == status
    told = places if plant.word("clean") else places[:1]  # a source is at fault in all its lines at once
    return Seen(found, found and any(line in plant.lines for line in told), false_alarm, fault, clean)


def see(plant: Plant) -> Seen:
    return judged(plant, run(plant, "fault"), run(plant, "clean"))


class Class(NamedTuple):
    number: str
    title: str
    verdict: str
    sanitizer: str  # what the vendor's documents
    reason: str  # why there is no plant; empty where there is one


def classes() -> list[Class]:
    told = tomllib.loads((HERE / "classes.toml").read_text(encoding="utf-8"))["class"]
    return [Class(str(c["number"]), c["title"], c["verdict"], c["sanitizer"], c.get("reason", "")) for c in told]


MISSED: dict[str, str] = tomllib.loads((HERE / "missed.toml").read_text(encoding="utf-8"))  # why, by name


def missed(plant: Plant) -> bool:
    return plant.name in MISSED
