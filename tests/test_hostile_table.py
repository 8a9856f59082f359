"""docs/hostile.md names tests and plants that there are, with the findings that they expect."""

from __future__ import annotations

import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "faults"))
import corpus

TESTS = Path(__file__).parent
PAGE = (TESTS.parent / "docs" / "hostile.md").read_text(encoding="utf-8")
TRIED, MISSED = PAGE.split("\n## ")


def rows(table: str) -> list[list[str]]:
    """Cells of its rows, without heads and subheads."""
    lines = [line.strip("| ").split(" | ") for line in table.splitlines() if line.startswith("| ")]
    return [cells for cells in lines[1:] if not cells[0].startswith("**")]


def test_hostile_table_names_tests_that_there_are() -> None:
    named = re.findall(r"`([\w/]+\.py)::(\w+)`", PAGE)
    assert len(named) > 50
    texts = {file: (TESTS / file).read_text(encoding="utf-8") for file, _ in named}
    assert [f"{file}::{test}" for file, test in named if f"def {test}(" not in texts[file]] == []


def test_hostile_table_has_a_test_and_a_status_in_each_row() -> None:
    tried = rows(TRIED)
    assert len(tried) > 35
    assert [cells for cells in tried if len(cells) != 4 or "`" not in cells[3] or not cells[1]] == []


def test_hostile_table_names_plants_with_what_they_find() -> None:
    ids: dict[str, set[str]] = {}
    for plant in corpus.plants():
        if not corpus.missed(plant):
            ids.setdefault(plant.case, set()).add(plant.id)
    missed = rows(MISSED)
    assert len(missed) > 25
    for what, now, where in missed:
        expected = set(re.findall(r"[A-Z]+-\d{3}", now)) or {corpus.SILENT}
        cases = re.findall(r"`(\w+)`", where)
        assert cases or "::" in where, what
        assert {case: ids.get(case) for case in cases if not ids.get(case, set()) & expected} == {}, what
        assert not cases or expected <= set().union(*(ids[case] for case in cases)), what
