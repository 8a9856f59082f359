"""What each finding of the engine says, in the words of the front that the kernel is written in.

The words are those of its entry in `lanewise/findings`: `what` and `write`, or those of the case that the finding
says it is of.
"""

from __future__ import annotations

import functools
import os
import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from lanewise import findings, severities
from lanewise.check.findings import Finding, Place, Severity
from lanewise.files import read_or_empty
from lanewise.isa.catalogue import instructions
from lanewise.isa.events import HardEvent
from lanewise.isa.export import in_vendor_words

Fields = Mapping[str, str]


class Front(NamedTuple):
    """How calls are written."""

    cpp: bool
    in_c: bool = False  # by the C interface: asc_add, asc_sync_notify

    def op(self, name: str) -> str:
        if not name:
            return "scalar code"
        if name.startswith("simt_"):
            return "a thread"
        ins = instructions().get(name)
        if ins is None:  # a function that is no instruction, by its own name
            return name
        if self.cpp or not ins.python_names:
            return ins.vendor[0]
        python = ins.python_names[0]
        return f"asc.reg.{python.removeprefix('reg_')}" if python.startswith("reg_") else f"asc.{python}"

    def set_flag(self, event: str, number: str) -> str:
        if self.in_c:
            source, _, target = event.partition("_")
            return f"asc_sync_notify(PIPE_{source}, PIPE_{target}, {number})"
        if self.cpp:
            return f"SetFlag<HardEvent::{event}>({number})"
        return f"asc.set_flag(asc.HardEvent.{event}, {number})"

    def wait_flag(self, event: str, number: str) -> str:
        set_flag = self.set_flag(event, number)
        return set_flag.replace("SetFlag", "WaitFlag").replace("set_flag", "wait_flag").replace("notify", "wait")

    def spelled(self, text: str) -> str:
        """`[[in C++|in Python|in C]]` as this front writes it; who writes C takes C++ where that is left out."""

        def choose_variant(words: re.Match[str]) -> str:
            cpp, python, *c = words[1].split("|")
            return c[0] if c and self.in_c else cpp if self.cpp else python

        return re.sub(r"\[\[(.*?)\]\]", choose_variant, text)


_C_INTERFACE = re.compile(r'^\s*#\s*include\s*[<"]c_api/', re.MULTILINE)


_text = functools.lru_cache(maxsize=64)(read_or_empty)


def written_in_c(file: str) -> bool:
    """Whether a kernel's source calls the C interface alone."""
    text = _text(file)
    return _C_INTERFACE.search(text) is not None and "kernel_operator.h" not in text


def _called_at(place: Place) -> str:
    """The one function of the C interface that a line calls: it has a name for each way of an instruction."""
    lines = _text(place.file).splitlines()
    found = set(re.findall(r"\basc_\w+(?=\s*[(<])", lines[place.line - 1])) if 0 < place.line <= len(lines) else set()
    return found.pop() if len(found) == 1 else ""


_ASKS_ONLY = re.compile(r"\bIterate(?:All|Batch|NBatch)?\s*<\s*false\b")


def _asks_only(place: Place | None) -> bool:
    """Whether a line asks a cube core for a product and does not wait for it."""
    lines = _text(place.file).splitlines() if place is not None else []
    return place is not None and 0 < place.line <= len(lines) and _ASKS_ONLY.search(lines[place.line - 1]) is not None


_DID = {  # what the two did: now, and before
    "read after write": ("reads", "writes"),
    "write after read": ("writes", "reads"),
    "write after write": ("writes", "writes"),
    "load after store": ("loads", "stores"),
    "store after store": ("stores", "stores"),
}


class _Fields(dict[str, str]):
    """The fields of a finding, and what follows from them: findings/README.md lists it."""

    def __init__(self, front: Front, fields: Fields, place: Place | None, other: Place | None) -> None:
        names = {name: front.op(fields[name]) for name in ("op", "other_op", "origin") if name in fields}
        if front.in_c:
            for name, where in (("op", place), ("other_op", other)):
                if names.get(name) and where is not None:
                    names[name] = _called_at(where) or names[name]
        super().__init__({**fields, **names})
        self.front, self.place, self.other = front, place, other

    def __missing__(self, name: str) -> str:
        return _FOLLOWS[name](self)

    def flag(self) -> tuple[str, str]:
        pipes = f"{self['other_pipe']}_{self['pipe']}" if "other_pipe" in self else ""
        return pipes or HardEvent(int(self["event"])).name, self.get("id") or self.get("free_id") or "id"

    def line(self) -> str:
        """Where the other one is: its line, with its file where that is another one than the finding's."""
        if self.other is None:
            return "an earlier line"
        if self.place is None or self.place.file == self.other.file:
            return f"line {self.other.line}"
        return f"{os.path.basename(self.other.file)}:{self.other.line}"

    def operands(self) -> str:
        return " and ".join(self[name] for name in ("first", "second") if self.get(name))

    def past(self) -> str:
        count = int(self["last"]) + 1 - max(int(self["size"]), int(self["first"]))
        return f"{count} byte{'s' * (count != 1)}"


_FOLLOWS: dict[str, Callable[[_Fields], str]] = {
    "of": lambda w: f" of {w['buffer']}" if w.get("buffer") else "",
    "line": _Fields.line,
    "now": lambda w: _DID[w["kind"]][0],
    "before": lambda w: _DID[w["kind"]][1],
    "set": lambda w: w.front.set_flag(*w.flag()),
    "wait": lambda w: w.front.wait_flag(*w.flag()),
    "does": lambda w: "writes" if w["operand"] in ("a write", "dst") else "reads",
    "past": _Fields.past,
    "numbers": lambda w: w.operands() or "finite numbers",
    "made_from": lambda w: f" from {w.operands()}" if w.operands() else "",
}


def finding(
    id: str, fields: Fields, place: Place | None, other: Place | None, kernel: str, count: int, *, cpp: bool
) -> Finding:
    entry, case = findings.entry(id), fields.get("case", "")
    front = Front(cpp, cpp and place is not None and written_in_c(place.file))
    if not case and place is not None and place == other and "line" in entry.cases:
        case = "line"
    if id == "RACE-002" and any(_asks_only(one) for one in (place, other)):
        case = "not_awaited"
    chosen = entry.cases.get(case, findings.Case())
    words = _Fields(front, fields, place, other)
    if what := chosen.what or entry.what:
        write = front.spelled(chosen.write or entry.write).format_map(words)
        what = front.spelled(what).format_map(words)
    else:  # a rule of the machine that hardware does not enforce
        text = in_vendor_words(entry.text_for(case)) if cpp else entry.text_for(case)
        what, write = text.format_map(words).rstrip().rstrip("."), ""
    return Finding(id, severity_of(id, case), what, write, place, other, kernel, count, fields)


def severity_of(id: str, case: str = "") -> Severity:
    """What the rule is to a check; one that ends runs is an error to it, too."""
    found = severities.severity(id, severities.Mode.CHECK, case)
    below = {severities.Severity.INFO: Severity.INFO, severities.Severity.WARNING: Severity.WARNING}
    return below.get(found, Severity.ERROR)
