"""What each finding of the engine says, in the words of the front that the kernel is written in.

The words are those of its entry in `lanewise/findings`: `what` and `write`, or those of the case that the finding
says it is of.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from lanewise import findings, severities
from lanewise.check.findings import Finding, Place, Severity
from lanewise.isa.catalogue import instructions
from lanewise.isa.events import HardEvent
from lanewise.isa.export import in_vendor_words

Fields = Mapping[str, str]


class Front(NamedTuple):
    """How calls are written."""

    cpp: bool

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
        if self.cpp:
            return f"SetFlag<HardEvent::{event}>({number})"
        return f"asc.set_flag(asc.HardEvent.{event}, {number})"

    def wait_flag(self, event: str, number: str) -> str:
        return self.set_flag(event, number).replace("SetFlag", "WaitFlag").replace("set_flag", "wait_flag")

    def spelled(self, text: str) -> str:
        """`[[in C++|in Python]]` as this front writes it."""
        return re.sub(r"\[\[(.*?)\|(.*?)\]\]", r"\1" if self.cpp else r"\2", text)


_DID = {  # what the two did: now, and before
    "read after write": ("reads", "writes"),
    "write after read": ("writes", "reads"),
    "write after write": ("writes", "writes"),
    "load after store": ("loads", "stores"),
    "store after store": ("stores", "stores"),
}


class _Words(dict[str, str]):
    """The fields of a finding, and what follows from them: findings/README.md lists it."""

    def __init__(self, front: Front, fields: Fields, place: Place | None, other: Place | None) -> None:
        names = {name: front.op(fields[name]) for name in ("op", "other_op", "origin") if name in fields}
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


_FOLLOWS: dict[str, Callable[[_Words], str]] = {
    "of": lambda w: f" of {w['buffer']}" if w.get("buffer") else "",
    "line": _Words.line,
    "now": lambda w: _DID[w["kind"]][0],
    "before": lambda w: _DID[w["kind"]][1],
    "set": lambda w: w.front.set_flag(*w.flag()),
    "wait": lambda w: w.front.wait_flag(*w.flag()),
    "does": lambda w: "writes" if w["operand"] in ("a write", "dst") else "reads",
    "past": _Words.past,
    "numbers": lambda w: w.operands() or "finite numbers",
    "made_from": lambda w: f" from {w.operands()}" if w.operands() else "",
}


def finding(
    id: str, fields: Fields, place: Place | None, other: Place | None, kernel: str, count: int, *, cpp: bool
) -> Finding:
    entry, case, front = findings.entry(id), fields.get("case", ""), Front(cpp)
    if not case and place is not None and place == other and "line" in entry.cases:
        case = "line"
    chosen = entry.cases.get(case, findings.Case())
    words = _Words(front, fields, place, other)
    if what := chosen.what or entry.what:
        write = front.spelled(chosen.write or entry.write).format_map(words)
        what = front.spelled(what).format_map(words)
    else:  # a rule of the machine that hardware does not enforce
        text = in_vendor_words(entry.said(case)) if cpp else entry.said(case)
        what, write = text.format_map(words).rstrip().rstrip("."), ""
    return Finding(id, severity_of(id, case), what, write, place, other, kernel, count, fields)


def severity_of(id: str, case: str = "") -> Severity:
    """What the rule is to a check; one that ends runs is an error to it, too."""
    found = severities.severity(id, severities.Mode.CHECK, case)
    below = {severities.Severity.INFO: Severity.INFO, severities.Severity.WARNING: Severity.WARNING}
    return below.get(found, Severity.ERROR)
