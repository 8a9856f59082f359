"""What a broken rule is: one table for every front and every way to run.

Entries of findings/ say it; a rule whose entry does not is enforced everywhere: the call is refused, and the program
ends with the rule's text. The engine gets its rows from here (`isa/export.py`), docs/severities.md prints them,
`lanewise explain ID` tells one.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from functools import cache
from typing import NamedTuple

from lanewise import findings


class Mode(IntEnum):
    """How a program is run. `--strict` comes first where several are asked for, then `--check`."""

    PLAIN = 0
    LENIENT = 1
    STRICT = 2
    CHECK = 3
    ALONE = 4  # single instructions on a core of one's own, `with lanewise.core(...)`: no program that ran on chips


class Severity(IntEnum):
    SILENT = 0
    INFO = 1
    WARNING = 2
    ERROR = 3  # of a check: a finding that makes the run fail; the program goes on
    END = 4


class Row(NamedTuple):
    """One severity for each mode, in the order of `Mode`."""

    plain: Severity
    lenient: Severity
    strict: Severity
    check: Severity
    alone: Severity = Severity.END


ENFORCED = Row(Severity.END, Severity.END, Severity.END, Severity.END)
_WARNING = Severity.WARNING
_SAID = Row(_WARNING, _WARNING, _WARNING, _WARNING)  # however it is run


def _row(said: Mapping[str, str] | str) -> Row:
    """As an entry of findings/ says it: a word, or a word for each mode that it is not silent in."""
    if isinstance(said, str):
        return {"warning": _SAID}[said]
    silent = {mode: Severity.SILENT for mode in Row._fields if mode != "alone"}
    return Row(**{**silent, **{mode: Severity[word.upper()] for mode, word in said.items()}})


class Rule(NamedTuple):
    """A row of the table: of an id, or of one of its cases."""

    id: str
    case: str
    when: str  # for people; empty: always, or that goes without saying
    row: Row


@cache
def table() -> tuple[Rule, ...]:
    rules = []
    for id, entry in findings.entries().items():
        said: dict[str, findings.Entry | findings.Case] = {"": entry, **entry.cases}
        rules += [Rule(id, case, one.when, _row(one.severity)) for case, one in said.items() if one.severity]
    return tuple(rules)


@cache
def row(id: str, case: str = "") -> Row:
    """What a broken rule is in each mode. `case` names another row of an id that has several."""
    entry = findings.find(id)
    if entry is None:
        return ENFORCED
    said = entry.cases[case].severity if case in entry.cases else {}
    return _row(said or entry.severity) if said or entry.severity else ENFORCED


def severity(id: str, mode: Mode, case: str = "") -> Severity:
    return row(id, case)[mode]


_WORDS = ("", "info", "warning", "error", "ends the run")


def severity_names(row: Row) -> tuple[str, ...]:
    """A row for people to read; what a check finds does not end a run."""
    if row is _SAID:  # no finding, either
        return ("warning",) * Mode.ALONE
    told = [_WORDS[one] for one in row[: Mode.CHECK]]
    finding = {Severity.SILENT: "", Severity.END: "ends the run"}
    return (*told, finding.get(row.check, f"finding ({_WORDS[row.check]})"))


def sentence(id: str) -> str:
    """One or more lines for who has only the id; empty: it ends every run."""
    out = []
    for rule in table():
        if rule.id != id or (rule.case and not rule.when):
            continue
        plain, lenient, strict, check = (one or "not reported" for one in severity_names(rule.row))
        case = f" ({rule.when})" if rule.when else ""
        other = f", --lenient: {lenient}" if lenient != plain else ""
        out.append(f"Severity{case}: plain run: {plain}{other}, --strict: {strict}, --check: {check}.")
    return "\n".join(out)


def markdown() -> str:
    """The table of docs/severities.md."""
    rows = ["| rule | plain run | `--lenient` | `--strict` | `--check` | in Python |", "|---|---|---|---|---|---|"]
    for rule in table():
        if rule.case and not rule.when:
            continue
        case = f": {rule.when}" if rule.when else ""
        python = "raised" if not rule.case and findings.entry(rule.id).raised_in_python else ""
        rows.append(f"| {rule.id}{case} | {' | '.join(severity_names(rule.row))} | {python} |".replace("|  |", "| |"))
    return "\n".join(rows).replace("|  |", "| |") + "\n"
