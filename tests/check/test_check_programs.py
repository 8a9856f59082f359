"""Compiled programs under `lanewise run --check`: planted faults, their clean twin, and how findings are told."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

import lanewise.cpp
import starting
from lanewise.cli import lenses
from lanewise.cli.cases import Cases
from lanewise.cpp import suite
from lanewise.cpp.recipes import find

HERE = Path(__file__).parent
SOURCE = HERE / "programs" / "copies.asc"
LINES = SOURCE.read_text().splitlines()
ACCEPTANCE = HERE.parent / "programs"


class Done(NamedTuple):
    status: int
    found: list[tuple[str, str]]  # id, text of the line
    err: str


def run(folder: Path, *options: str, source: Path = SOURCE) -> Done:
    command = [sys.executable, "-m", "lanewise", "run", str(source), "--json", "found.json", *options]
    done = starting.run(command, cwd=folder, capture_output=True, text=True, timeout=300)
    data = json.loads((folder / "found.json").read_text())["findings"]
    lines = source.read_text().splitlines()
    found = [(one["id"], lines[one["place"]["line"] - 1].strip()) for one in data]
    return Done(done.returncode, found, done.stderr)


def test_check_program_is_silent(tmp_path: Path) -> None:
    assert run(tmp_path, "--check", "-DCLEAN") == Done(0, [], "")


def test_check_program_with_a_race(tmp_path: Path) -> None:
    done = run(tmp_path, "--check")
    assert (done.status, done.found) == (3, [("RACE-001", "Adds(lb, la, 1.0f, 1024);")])
    line = next(i for i, text in enumerate(LINES, 1) if "DataCopy(la, gx, 1024);" in text)
    assert f"which DataCopy (MTE2, line {line}) writes: nothing orders the two" in done.err
    assert f"Write SetFlag<HardEvent::MTE2_V>(0) after line {line}" in done.err


def test_check_program_with_garbage(tmp_path: Path) -> None:
    done = run(tmp_path, "--check", "-DCLEAN", "-DGARBAGE")
    assert (done.status, done.found) == (3, [("INIT-001", "DataCopy(gz, lb, 1024);")])
    found = json.loads((tmp_path / "found.json").read_text())["findings"]
    assert found[0]["kernel"] != "next", "the host took it before that one began"


def test_check_program_that_leaves_things_behind(tmp_path: Path) -> None:
    done = run(tmp_path, "--check", "-DCLEAN", "-DLEFT")
    assert done.status == 3
    assert done.found == [("SYNC-102", "SetFlag<HardEvent::MTE3_V>(EVENT_ID2);"), ("STATE-101", "SetMaskCount();")]
    assert run(tmp_path, "--check=race,init", "-DCLEAN", "-DLEFT").status == 0


def test_check_program_that_outgrows_a_tensor(tmp_path: Path) -> None:
    """A plain run ends there."""
    done = run(tmp_path, "--check", "-DCLEAN", "-DOUTGROWN")
    assert (done.status, done.found[0]) == (3, ("MEM-002", "Adds(la, la[512], 1.0f, 1024);"))
    assert "Adds: src is too short" in done.err


def test_program_that_leaves_its_device_memory_stops(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "lanewise", "run", str(SOURCE), "-DCLEAN", "-DBEYOND"]
    done = starting.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=300)
    line = next(i for i, text in enumerate(LINES, 1) if "gz[2048 + 16]" in text)
    assert done.returncode == 3
    said = "dst touches bytes 8256..8287 of (uint8_t*)z, argument 2 of add"
    assert f"copies.asc:{line}: MEM-004 DataCopy: {said}" in done.stderr


def test_check_knows_that_pipes_and_pools_wait(tmp_path: Path) -> None:
    source = HERE / "programs" / "pipes.asc"
    assert run(tmp_path, "--check", source=source) == Done(0, [], "")
    done = run(tmp_path, "--check", "-DAT_ONCE", source=source)
    assert done.status == 3
    assert done.found == [("RACE-001", "DataCopy(a, from, 256);"), ("RACE-001", "Adds(b, a, 1.0f, 256);")]


def test_memory_that_the_system_has_again_is_not_freed_memory(tmp_path: Path) -> None:
    """An address of device memory that was given back may be anybody's: only what is still kept apart is known."""
    source = HERE / "programs" / "address_again.asc"
    assert run(tmp_path, "--check", source=source).found == []
    done = run(tmp_path, "--check", "-DWRONG", source=source)
    assert (done.status, done.found) == (3, [("HOST-008", "static_cast<volatile int*>(other)[3] = 1;")])


def test_check_writes_sarif(tmp_path: Path) -> None:
    run(tmp_path, "--check", "--sarif", "found.sarif")
    (whole,) = json.loads((tmp_path / "found.sarif").read_text())["runs"]
    (result,) = whole["results"]
    assert (result["ruleId"], result["level"]) == ("RACE-001", "error")
    place = result["locations"][0]["physicalLocation"]
    assert LINES[place["region"]["startLine"] - 1].strip() == "Adds(lb, la, 1.0f, 1024);"


def test_check_leaves_out_what_is_suppressed(tmp_path: Path) -> None:
    rule = '[[suppress]]\nid = "RACE-001"\nfile = "copies.asc"\nreason = "the copy is short"\n'
    (tmp_path / ".lanewise-suppress.toml").write_text(rule)
    done = run(tmp_path, "--check")
    assert (done.status, done.found, done.err.strip()) == (0, [], "lanewise: 0 findings; 1 suppressed")
    (tmp_path / ".lanewise-suppress.toml").write_text('[[suppress]]\nid = "RACE-001"\n')
    command = [sys.executable, "-m", "lanewise", "run", str(SOURCE), "--check"]
    done_without = starting.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert "entry 1 needs an id and a reason" in done_without.stderr


def test_check_says_what_it_does_not_know(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "lanewise", "run", str(SOURCE), "--check=races"]
    done = starting.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert done.returncode == 2
    assert "there is no check called races" in done.stderr


def assert_silent(case: suite.Case) -> None:
    found = {option.key: None for option in lenses.OPTIONS} | {"check": "mem,race,init,sync,state"}
    result = suite.run_case(case, listening=Cases(found))
    assert result.passed, result.output + result.why


SAMPLE = ("add_tque", "sync_exchange", "atomic_add", "vf_softmax")


def _acceptance(names: tuple[str, ...]) -> list[object]:
    cases = [case for family in ("memory", "register") for case in find(str(ACCEPTANCE / family))]
    return [pytest.param(c, id=f"{c.title} {c.chip}") for c in cases if not names or c.title.startswith(names)]


@pytest.mark.parametrize("case", _acceptance(SAMPLE))
def test_check_is_silent_on_acceptance_programs(case: suite.Case) -> None:
    assert_silent(case)


@pytest.mark.sweep
@pytest.mark.parametrize("case", _acceptance(()))
def test_check_is_silent_on_every_acceptance_program(case: suite.Case) -> None:
    assert_silent(case)


def test_check_of_a_loaded_kernel() -> None:
    x, z = np.ones(1024, np.float32), np.zeros(1024, np.float32)
    run = lanewise.cpp.load(SOURCE, check=True).add[1](x.view(np.uint8), z.view(np.uint8))
    assert run is not None
    (found,) = run.findings
    assert found.place is not None
    assert (found.id, LINES[found.place.line - 1].strip()) == ("RACE-001", "Adds(lb, la, 1.0f, 1024);")
    clean = lanewise.cpp.load(SOURCE, check=True, defines=["CLEAN"]).add[1](x.view(np.uint8), z.view(np.uint8))
    assert clean is not None
    assert clean.findings == []
    assert (z == 2).all()


def test_check_of_one_launch_is_none_of_the_next() -> None:
    """Blocks are used again: what a check only tells of ends a launch again."""
    x, z = np.ones(1024, np.uint8).repeat(4), np.zeros(4096, np.uint8)
    checked = lanewise.cpp.load(SOURCE, check=True, defines=["CLEAN", "OUTGROWN"]).add[1](x, z)
    assert checked is not None
    assert checked.findings[0].id == "MEM-002"
    with pytest.raises(lanewise.LanewiseError, match="MEM-002 Adds: src is too short"):
        lanewise.cpp.load(SOURCE, defines=["CLEAN", "OUTGROWN"]).add[1](x, z)


SCALARS = HERE / "programs" / "scalars.asc"
TOLD = {  # what is found element by element, and how often, though the checker is told of many at once
    "loops": [],
    "unwritten": [("INIT-003", "// found", (256, 259), 8)],
    "late": [("INIT-003", "// found too soon", (0, 3), 256)],
    "together": [("RACE-002", "// found in both", (32, 35), 8)],
    "behind": [("MEM-004", "// found at the end", (20000, 20003), 2)],
    "crashes": [("KERNEL-004", "std::abort();", None, 1), ("INIT-003", "// found before", (20, 23), 1)],
}


@pytest.mark.parametrize("case", TOLD)
def test_check_tells_loops_of_scalar_code_element_by_element(case: str, tmp_path: Path) -> None:
    lines = SCALARS.read_text().splitlines()
    command = [sys.executable, "-m", "lanewise", "run", str(SCALARS), "--check", "--json", "found.json", "--", case]
    done = starting.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=300)
    data = json.loads((tmp_path / "found.json").read_text())["findings"]
    expected = TOLD[case]
    assert len(data) == len(expected), done.stderr
    for one, (what, line, span, count) in zip(data, expected, strict=True):
        assert (one["id"], one["count"]) == (what, count)
        assert lines[one["place"]["line"] - 1].endswith(line)
        assert span is None or span == (int(one["fields"]["first"]), int(one["fields"]["last"]))
