"""One table says what a broken rule is: everybody who tells of one asks it, and the documents print it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from website import tables

from lanewise import findings, severities
from lanewise.severities import Mode, Rule, Severity, severity, table

ROOT = Path(__file__).parents[1]
SOURCES = [ROOT / "engine", ROOT / "include", ROOT / "src/lanewise"]


def _text() -> str:
    files = [f for folder in SOURCES for f in folder.rglob("*") if f.suffix in (".cpp", ".hpp", ".h", ".py")]
    return "\n".join(f.read_text(encoding="utf-8") for f in sorted(files))


def test_the_documents_print_the_tables():
    """`make` writes them."""
    for path, written in tables.tables().items():
        assert path.read_text(encoding="utf-8").count(written) == 1, path


def test_a_table_is_replaced_where_it_stands():
    page = "a\n\n| id | what |\n|---|---|\n| OLD-001 | gone |\n\nb | c\n"
    assert tables.replaced(page, "| id | what |\n|---|---|\n| NEW-001 | here |\n") == (
        "a\n\n| id | what |\n|---|---|\n| NEW-001 | here |\n\nb | c\n"
    )


def test_every_row_is_of_a_rule():
    """Of an error, or of what a check finds; what Python raises has a row that it is raised in spite of."""
    rows = {rule.id for rule in table()}
    for id, entry in findings.entries().items():
        assert entry.texts or entry.english.meaning, id
        assert entry.texts or id in rows, f"{id} is found, and has no severity"
        assert not entry.raised_in_python or id in rows, id
        assert bool(entry.english.meaning) == bool(entry.chinese.meaning), id


def test_everything_that_warns_has_a_row():
    """What is given to a warning somewhere must be one in a plain run."""
    calls = r"\b(?:warn|warn_at|warn_in_place|_warn|complain|broken)\((?:[\w.>*\[\]() ]+, )?(?:\w+\()?\"([A-Z]+-\d+)\""
    found = set(re.findall(calls, _text()))
    assert {"SYNC-102", "MASK-003", "OVERLAP-002", "AIE-016", "COPY-001"} <= found
    assert found <= {rule.id for rule in table()}


@pytest.mark.parametrize("rule", table(), ids=lambda rule: f"{rule.id} {rule.case}".strip())
def test_modes_are_ordered(rule: Rule):
    row = rule.row
    assert row.lenient <= row.plain <= max(row.strict, row.plain)
    if row.plain is Severity.WARNING and rule.case != "spare":  # which the checker tells by itself
        assert row.check in (Severity.WARNING, Severity.ERROR)
    assert row.check is not Severity.END  # what ends a checked run needs no row


def test_rules_without_a_row_end_every_run():
    assert {severity("ALIGN-001", mode) for mode in Mode} == {Severity.END}


def test_rows_say_what_they_have_always_said():
    """By hand, one of each kind of row: a change of an entry's words changes none of these."""
    warning, error, end, silent = Severity.WARNING, Severity.ERROR, Severity.END, Severity.SILENT
    assert severities.row("MASK-001") == (end, warning, end, error, end)
    assert severities.row("MASK-002") == (warning, warning, end, warning, end)
    assert severities.row("COPY-001") == (warning, warning, end, error, warning)
    assert severities.row("REG-007") == (silent, silent, end, error, end)
    assert severities.row("RACE-002") == (silent, silent, silent, error, end)
    assert severities.row("RACE-002", "same") == (silent, silent, silent, warning, end)
    assert severities.row("MEM-004") == (end,) * 5
    assert severities.row("MEM-004", "spare") == (warning, warning, end, silent, silent)
    assert severities.row("HOST-002") == (warning, warning, warning, error, end)
    assert severities.severity_names(severities.row("AIE-012")) == ("warning",) * 4  # a warning, never a finding
    names = severities.severity_names(severities.row("HOST-001"))
    assert names == ("warning", "warning", "warning", "finding (warning)")
    assert severities.row("SYNC-104", "still_held").check is warning
    assert severities.row("MEM-009").check is warning
    assert severities.row("MEM-009", "overrun").check is error
