"""One table says what a broken rule is: everybody who tells of one asks it, and the documents print it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from lanewise import severities
from lanewise.aie import checked
from lanewise.check import meanings, texts
from lanewise.errors import CATALOGUE
from lanewise.severities import CASES, RAISED_IN_PYTHON, TABLE, Mode, Severity, severity

ROOT = Path(__file__).parents[1]
SOURCES = [ROOT / "engine", ROOT / "src/lanewise"]


def _text() -> str:
    files = [f for folder in SOURCES for f in folder.rglob("*") if f.suffix in (".cpp", ".hpp", ".h", ".py")]
    return "\n".join(f.read_text(encoding="utf-8") for f in sorted(files))


def test_the_documents_print_the_table():
    assert severities.markdown() in (ROOT / "docs/severities.md").read_text(encoding="utf-8")


def test_every_row_is_of_a_rule():
    ids = {key.partition(" ")[0] for key in TABLE}
    assert ids <= CATALOGUE.keys() | meanings.MEANINGS.keys()
    assert CASES.keys() | RAISED_IN_PYTHON <= TABLE.keys()


def test_everything_that_warns_has_a_row():
    """What is given to a warning somewhere must be one in a plain run."""
    calls = r"\b(?:warn|warn_at|warn_in_place|_warn|complain|broken)\((?:[\w.>*\[\]() ]+, )?(?:\w+\()?\"([A-Z]+-\d+)\""
    found = set(re.findall(calls, _text()))
    assert {"SYNC-102", "MASK-003", "OVERLAP-002", "AIE-016", "COPY-001"} <= found
    assert found <= {key.partition(" ")[0] for key in TABLE}


@pytest.mark.parametrize("key", TABLE)
def test_modes_are_ordered(key: str):
    row = TABLE[key]
    assert row.lenient <= row.plain <= max(row.strict, row.plain)
    if row.plain is Severity.WARNING and key != "MEM-004 spare":  # which the checker tells by itself
        assert row.check in (Severity.WARNING, Severity.ERROR)
    assert row.check is not Severity.END  # what ends a checked run needs no row


def test_rules_without_a_row_end_every_run():
    assert {severity("ALIGN-001", mode) for mode in Mode} == {Severity.END}


def test_findings_have_a_row():
    assert set(texts.IDS) <= TABLE.keys()
    for _, id, found, _ in checked._RULES.values():
        if id in TABLE and id not in CASES:
            assert texts.severity_of(id) is found
