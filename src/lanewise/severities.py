"""What a broken rule is: one table for every front and every way to run.

A rule that is not in it is enforced everywhere: the call is refused, and the program ends with the rule's text. The
engine gets its rows from here (`isa/export.py`), docs/severities.md prints them, `lanewise explain ID` tells one.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple


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


def _lets_pass(check: Severity = Severity.ERROR) -> Row:
    """Chips go on, and what comes out is most likely what was meant."""
    return Row(Severity.WARNING, Severity.WARNING, Severity.END, check)


def _looked_for(check: Severity = Severity.ERROR, strict: Severity = Severity.SILENT) -> Row:
    """Only who asks is told: the program runs on chips, and what it gets there depends on luck."""
    return Row(Severity.SILENT, Severity.SILENT, strict, check)


ENFORCED = Row(Severity.END, Severity.END, Severity.END, Severity.END)
# Chips go on, with results that nobody wrote.
_NOT_AS_WRITTEN = Row(Severity.END, Severity.WARNING, Severity.END, Severity.ERROR)
_WARNING = Severity.WARNING
_SAID = Row(_WARNING, _WARNING, _WARNING, _WARNING)  # however it is run

TABLE: dict[str, Row] = {
    "MASK-001": _NOT_AS_WRITTEN,
    "MASK-002": _lets_pass(_WARNING),
    "MASK-003": _lets_pass(_WARNING),
    "MASK-007": _looked_for(_WARNING),
    "REPEAT-003": _looked_for(_WARNING),
    "COPY-001": _lets_pass()._replace(alone=_WARNING),
    "COUNT-002": _lets_pass()._replace(alone=_WARNING),
    "STRIDE-002": _NOT_AS_WRITTEN,
    "STRIDE-003": _looked_for(_WARNING),
    "SCALAR-004": _looked_for(_WARNING),
    "MEM-002": _NOT_AS_WRITTEN,
    "MEM-002 free": _lets_pass(),
    "MEM-003": _lets_pass(_WARNING),
    "MEM-004 slack": _lets_pass(),
    "MEM-004 spare": Row(_WARNING, _WARNING, Severity.END, Severity.SILENT, Severity.SILENT),
    "MEM-006": _lets_pass(),
    "MEM-007": _looked_for(),
    "MEM-008": _looked_for(),
    "MEM-009": _looked_for(_WARNING),
    "MEM-010": _lets_pass(),
    "MEM-011": _looked_for(),
    "MEM-012": _SAID,
    "OVERLAP-001": _lets_pass(),
    "OVERLAP-001 feeds": _NOT_AS_WRITTEN,
    "OVERLAP-002": _NOT_AS_WRITTEN,
    "QUE-003": _lets_pass(_WARNING),
    "QUE-004": _lets_pass(_WARNING),
    "QUE-006": _lets_pass(_WARNING),
    "QUE-007": _lets_pass(_WARNING),
    "QUE-009": _lets_pass(),
    "QUE-010": _looked_for(_WARNING),
    "SYNC-101": _lets_pass(),
    "SYNC-102": _lets_pass(),
    "SYNC-103": _looked_for(_WARNING),
    "SYNC-104": _looked_for(),
    "SYNC-105": _looked_for(),
    "RACE-001": _looked_for(),
    "RACE-002": _looked_for(),
    "RACE-002 same": _looked_for(_WARNING),
    "RACE-003": _looked_for(),
    "RACE-004": _looked_for(),
    "RACE-005": _looked_for(),
    "INIT-001": _looked_for(),
    "INIT-002": _looked_for(_WARNING),
    "INIT-003": _looked_for(),
    "INIT-004": _looked_for(_WARNING),
    "INIT-005": _looked_for(),
    "STATE-101": _looked_for(),
    "STATE-102": _looked_for(),
    "STATE-103": _looked_for(),
    "STATE-104": _looked_for(_WARNING),
    "STATE-105": _looked_for(),
    "STATE-106": _looked_for(),
    "STATE-107": _looked_for(_WARNING),
    "NUM-001": _looked_for(_WARNING),
    "NUM-002": _looked_for(_WARNING),
    "NUM-003": _looked_for(_WARNING),
    "NUM-004": _looked_for(_WARNING),
    "NUM-005": _looked_for(_WARNING),
    "HOST-001": Row(_WARNING, _WARNING, _WARNING, _WARNING),
    "HOST-002": Row(_WARNING, _WARNING, _WARNING, Severity.ERROR),
    "HOST-003": _looked_for(_WARNING),
    "HOST-004": _looked_for(),
    "HOST-005": _looked_for(),
    "HOST-006": _looked_for(),
    "HOST-007": _looked_for(_WARNING),
    "HOST-008": _looked_for(),
    "KERNEL-007": _lets_pass(_WARNING),
    "KERNEL-008": _looked_for(_WARNING),
    "PRINT-001": _lets_pass(),
    "PRINT-002": _lets_pass(),
    "REG-007": _looked_for(strict=Severity.END),
    "REG-009": _lets_pass(_WARNING),
    "REG-010": _looked_for(),
    "CAPI-001": _lets_pass(_WARNING),
    "CAPI-002": _lets_pass(_WARNING),
    "AIE-011": Row(_WARNING, _WARNING, _WARNING, Severity.ERROR),
    "AIE-012": _SAID,
    "AIE-016": _SAID,
    "AIE-017": _SAID,
    "IRON-008": _SAID,
    "IRON-009": _SAID,
    "IRON-010": _SAID,
    "IRON-011": _SAID,
}

# For which cases a row stands, where a rule has others: of an id alone those are enforced.
CASES: dict[str, str] = {
    "MEM-002": "what another tensor holds is touched",
    "MEM-002 free": "nothing else lies there",
    "MEM-004 slack": "up to the end of the next 512 bytes",
    "MEM-004 spare": "in what the allocator promises with an array of Python: to the next 32 bytes, and 32 more",
    "OVERLAP-001": "inside each repeat alone, whose lanes are read before any is written",
    "OVERLAP-001 feeds": "and a later repeat reads what an earlier one wrote",
    "QUE-003": "a tensor of another queue",
    "RACE-002 same": "both write the same bytes",
    "QUE-004": "a tensor of another queue",
    "QUE-009": "a view that leaves its buffer, a second TPipe",
    "MEM-009": "a load; a store is an error",
    "SYNC-104": "acquired twice, or released without holding it; one that is kept is a warning",
}
# Python has exceptions at the line for these, whatever the mode.
RAISED_IN_PYTHON = frozenset({"MEM-003", "MEM-006", "QUE-003", "QUE-004", "QUE-006", "QUE-007", "QUE-009"})


def severity(id: str, mode: Mode, case: str = "") -> Severity:
    """What a broken rule is. `case` names the milder row of an id that has two."""
    return TABLE.get(f"{id} {case}".strip(), ENFORCED)[mode]


_WORDS = ("", "info", "warning", "error", "ends the run")


def words(row: Row) -> tuple[str, ...]:
    """A row for people to read; what a check finds does not end a run."""
    if row is _SAID:  # no finding, either
        return ("warning",) * Mode.ALONE
    told = [_WORDS[one] for one in row[: Mode.CHECK]]
    finding = {Severity.SILENT: "", Severity.END: "ends the run"}
    return (*told, finding.get(row.check, f"finding ({_WORDS[row.check]})"))


def sentence(id: str) -> str:
    """One or more lines for who has only the id; empty: it ends every run."""
    out = []
    for key, row in TABLE.items():
        if key.partition(" ")[0] != id:
            continue
        plain, lenient, strict, check = (one or "not reported" for one in words(row))
        case = f" ({CASES[key]})" if key in CASES else ""
        other = f", --lenient: {lenient}" if lenient != plain else ""
        out.append(f"Severity{case}: plain run: {plain}{other}, --strict: {strict}, --check: {check}.")
    return "\n".join(out)


def markdown() -> str:
    """The table of docs/severities.md."""
    rows = ["| rule | plain run | `--lenient` | `--strict` | `--check` | in Python |", "|---|---|---|---|---|---|"]
    for key, row in sorted(TABLE.items()):
        case = f": {CASES[key]}" if key in CASES else ""
        python = "raised" if key in RAISED_IN_PYTHON else ""
        rows.append(f"| {key.partition(' ')[0]}{case} | {' | '.join(words(row))} | {python} |".replace("|  |", "| |"))
    return "\n".join(rows).replace("|  |", "| |") + "\n"
