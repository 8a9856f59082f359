"""Each planted fault is found at its line, and its clean twin is silent."""

from __future__ import annotations

import os
import re
from pathlib import Path

import corpus
import pytest
from corpus import Plant

import starting
from lanewise.cpp import compiler
from lanewise.findings import entries
from lanewise.severities import Severity, table

PLANTS = corpus.plants()
CHECKER = Path(__file__).parents[2] / "engine" / "check"
pytestmark = pytest.mark.skipif(not os.path.exists(compiler.RUNTIME), reason="the runtime library is not built")


def check(plant: Plant) -> None:
    seen = corpus.see(plant)
    assert not seen.false_alarm, seen.clean
    if corpus.missed(plant):
        assert not seen.found, "found at last: take it out of missed.toml"
        return
    assert seen.found, seen.fault
    assert seen.exact, seen.fault


def _sampled(plant: Plant) -> bool:
    """One front of each case: the other one is the sweep's."""
    return plant.file.suffix != ".py" or not any(p.case == plant.case and p.file.suffix == ".asc" for p in PLANTS)


@pytest.mark.parametrize("plant", [pytest.param(p, id=p.name) for p in PLANTS if _sampled(p)])
def test_fault(plant: Plant) -> None:
    check(plant)


@pytest.mark.sweep
@pytest.mark.parametrize("plant", [pytest.param(p, id=p.name) for p in PLANTS if not _sampled(p)])
def test_fault_on_the_other_front(plant: Plant) -> None:
    check(plant)


def test_faults_are_of_known_classes() -> None:
    numbers = [one.number for one in corpus.classes()]
    assert numbers == [str(n) for n in range(1, 80)]
    assert {p.number for p in PLANTS} <= {*numbers, "host"}
    without = {one.number for one in corpus.classes() if not any(p.number == one.number for p in PLANTS)}
    assert without == {one.number for one in corpus.classes() if one.reason}, "a class has plants, or a reason not to"


def test_each_class_is_planted_in_three_programs() -> None:
    planted = [one.number for one in corpus.classes() if not one.reason]
    cases = {number: {p.case for p in PLANTS if p.number == number} for number in planted}
    assert {number: found for number, found in cases.items() if len(found) < 3} == {}


def ids_of_rules(sources: dict[str, str]) -> set[str]:
    """What rules of the checker find."""
    return {id for text in sources.values() for id in re.findall(r'"([A-Z]+-\d{3})"', text)}


def unplanted(ids: set[str]) -> list[str]:
    """Those that no wrong and right lines show, and no program."""
    planted = {plant.id for plant in PLANTS}
    return sorted(id for id in ids if id not in planted and not (id in entries() and entries()[id].wrong))


def test_each_rule_of_the_checker_is_planted() -> None:
    """By lines that are wrong and right in its entry, which tests/check runs, or by a program here and its twin."""
    rules = {str(path): path.read_text() for path in CHECKER.rglob("*.[ch]pp")}
    ids = ids_of_rules(rules)
    assert len(ids) > 30
    assert ids <= entries().keys()
    assert unplanted(ids) == []
    assert unplanted(ids_of_rules({"new.cpp": 'block_.findings().add({"SYNC-999", place, 0, {}});'})) == ["SYNC-999"]


def test_what_is_missed_is_planted() -> None:
    assert corpus.MISSED.keys() <= {p.name for p in PLANTS}


# Rules that end a plain run and not a lenient one, one plant of each and front; those of class 42 leave GM, too.
_ROWS = {rule.id: rule.row for rule in table() if not rule.case}
_MILDER = {id for id, row in _ROWS.items() if (row.plain, row.lenient) == (Severity.END, Severity.WARNING)}
_ENDED = [p for p in reversed(PLANTS) if p.id in _MILDER and p.word("check") is None and p.number != "42"]
_LENIENT = {(p.id, p.front): p for p in _ENDED}


# Rules that a plain run warns of, and that are errors to a check.
_PASSED = {id for id, row in _ROWS.items() if (row.plain, row.check) == (Severity.WARNING, Severity.ERROR)}
_PASSED -= {"MEM-006", "MEM-010"}  # of pointers, and of tensors that are gone, only who listens knows
_PLAIN = {p.file for p in PLANTS if p.word("check") is None}  # compiled for plain runs anyway: rather one of theirs
_WARNING = sorted(reversed(PLANTS), key=lambda p: p.file in _PLAIN)
_WARNED = {(p.id, p.front): p for p in _WARNING if p.id in _PASSED and p.word("check") is not None}


@pytest.mark.parametrize("plant", [pytest.param(p, id=f"{p.id} {p.name}") for p in _WARNED.values()])
def test_plain_runs_warn_where_chips_go_on(plant: Plant) -> None:
    command = [word for word in corpus.command(plant, "fault") if not word.startswith("--check")]
    done = starting.run(command, cwd=corpus.PLANTED, capture_output=True, text=True, timeout=300, check=False)
    assert (done.returncode, done.stderr.count(plant.id)) == (0, 1), done.stderr
    assert any(f"{plant.file.name}:{line}: warning: {plant.id}" in done.stderr for line in plant.lines), done.stderr


@pytest.mark.parametrize("plant", [pytest.param(p, id=f"{p.id} {p.name}") for p in _LENIENT.values()])
def test_lenient_makes_warnings_of_errors(plant: Plant) -> None:
    command = corpus.command(plant, "fault")
    command.insert(command.index("--"), "--lenient")
    done = starting.run(command, cwd=corpus.PLANTED, capture_output=True, text=True, timeout=300, check=False)
    assert (done.returncode, done.stderr.count(plant.id)) == (0, 1), done.stderr
    assert f"{plant.file.name}:{plant.lines[0]}: warning: {plant.id}" in done.stderr
