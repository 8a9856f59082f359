"""Compiled programs under `lanewise run --schedule`: what missing barriers show, and the known bytes."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import pytest

import lanewise.cpp
import starting
from lanewise.cpp.recipes import Case
from lanewise.cpp.suite import run_case

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "programs"))
import signing  # noqa: E402

BUMP = HERE / "programs" / "bump.asc"
COPIES = HERE.parent / "check" / "programs" / "copies.asc"
CASES, KNOWN = signing.cases(), signing.recorded_signatures()


def run(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "lanewise", *words]
    return starting.run(command, capture_output=True, text=True, timeout=300, env={**os.environ, **environment})


def bumped(*options: str, **environment: str) -> str:
    done = run("run", str(BUMP), "--chip", "ascend950", *options, **environment)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.strip()


@pytest.mark.parametrize(
    ("defines", "late"),
    [((), "1 1"), (("-DONE_REGISTER",), "1 1"), (("-DBARRIER",), "4 4"), (("-DADD_UP",), "4 4")],
    ids=str,
)
def test_vector_function(defines: tuple[str, ...], late: str) -> None:
    assert bumped(*defines) == bumped(*defines, "--schedule", "early") == "4 4"
    assert bumped(*defines, "--schedule", "late") == bumped(*defines, LANEWISE_SCHEDULE="late") == late
    assert bumped(*defines, "--schedule", "random:3") == bumped(*defines, "--schedule=random:3")
    done = run("run", str(BUMP), "--chip", "ascend950", *defines, "--check=race")
    assert done.returncode == (0 if late == "4 4" else 3)
    assert ("RACE-003" in done.stderr) == (late != "4 4")
    if late != "4 4":
        lines = BUMP.read_text().splitlines()
        gathers = [i for i, line in enumerate(lines, 1) if "Reg::Gather" in line]
        scatter = next(i for i, line in enumerate(lines, 1) if "Reg::Scatter" in line)
        assert any(f"bump.asc:{i}: RACE-003 Reg::Gather loads UB bytes 20..27" in done.stderr for i in gathers)
        assert f"which Reg::Scatter (line {scatter}) stores in the same vector function" in done.stderr
        cure = "Write Reg::LocalMemBar<Reg::MemType::VEC_STORE, Reg::MemType::VEC_LOAD>() between the two"
        assert cure in done.stderr


@pytest.mark.parametrize("define", ["-DNO_FLAG", "-DNO_FLAG_OUT"])
def test_missing_flags_around_a_vector_function(define: str) -> None:
    assert bumped("-DADD_UP", define) == "4 4"
    assert bumped("-DADD_UP", define, "--schedule", "late") != "4 4"


def test_a_vector_function_happens_as_late_as_it_may() -> None:
    """The next tile comes in before the function has read: it does not where a flag keeps it out."""
    program = str(HERE / "programs" / "reuse.asc")

    def wrong(schedule: str, *words: str) -> int:
        done = run("run", program, "--chip", "ascend950", "--schedule", schedule, "--", *words)
        assert (done.returncode, done.stderr) == (0, "")
        return int(done.stdout.split()[0])

    assert wrong("early", "missing") == 0
    assert wrong("late", "missing") == 128  # all but the last tile
    assert [wrong(schedule) for schedule in ("early", "late", "random:1", "random:2")] == [0] * 4


@pytest.mark.parametrize("schedule", ["early", "late", "random:1", "random:2"])
def test_tails_and_copies_of_masks_in_a_vector_function(schedule: str) -> None:
    """Masks that are copied before the function happens, and lanes that they leave out."""
    done = run("run", str(HERE / "programs" / "tails.asc"), "--chip", "ascend950", "--schedule", schedule)
    assert (done.returncode, done.stderr, done.stdout) == (0, "", "0 wrong\n")


@pytest.mark.parametrize(("schedule", "right"), [("early", True), ("late", False)])
def test_loaded_kernel_without_a_flag(schedule: str, right: bool) -> None:
    x, z = np.arange(1024, dtype=np.float32), np.zeros(1024, np.float32)
    kernel = lanewise.cpp.load(COPIES, schedule=schedule).add
    kernel[1](x, z)
    assert bool((z == x + 1).all()) == right


def test_options_that_do_not_go_together() -> None:
    for options, problem in (
        (("--schedule", "soon"), "early, late or random:SEED"),
        (("--schedule", "late", "--check"), "cannot be combined"),
        (("--schedule", "late", "--time"), "leave out --time"),
    ):
        done = run("run", str(BUMP), "--chip", "ascend950", *options)
        assert done.returncode == 2
        assert problem in done.stderr


def test_a_program_that_tells_nothing_is_refused(tmp_path: Path) -> None:
    program = str(tmp_path / "bump")
    assert run("build", str(BUMP), "--chip", "ascend950", "-o", program).returncode == 0
    done = subprocess.run([program], capture_output=True, text=True, env={**os.environ, "LANEWISE_SCHEDULE": "late"})
    assert done.returncode == 3
    assert "start it with lanewise run --schedule" in done.stderr


def leaves_the_known_bytes(case: Case, *schedules: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        files = {schedule: Path(folder, f"{n}") for n, schedule in enumerate(schedules)}
        environments = [{"LANEWISE_SCHEDULE": s, "LANEWISE_SIGNATURE": str(path)} for s, path in files.items()]
        environments += [{"LANEWISE_SCHEDULE": s} for s in schedules]  # kept without a record
        result = run_case(case, environments=environments)
        assert result.passed, f"{result.step}: {result.why}\n{result.output[-2000:]}"
        known = dict(KNOWN[signing.title(case)])
        if case.name.startswith(("vf_", "capi_")):  # what a function's registers hold before it happens is nobody's
            known.pop("registers")
        for schedule, path in files.items():
            left = signing.reduced(path.read_text().splitlines())
            assert {kind: left[kind] for kind in known} == known, schedule


# Compiling takes most of the time: a sample here, all of them in `make sweep`.
@pytest.mark.parametrize("case", CASES[::9], ids=signing.title)
def test_acceptance_program_leaves_the_known_bytes(case: Case) -> None:
    leaves_the_known_bytes(case, "late", "random:1")


@pytest.mark.sweep
@pytest.mark.parametrize("case", CASES, ids=signing.title)
def test_every_acceptance_program_leaves_the_known_bytes(case: Case) -> None:
    leaves_the_known_bytes(case, "late", *(f"random:{seed}" for seed in range(1, 20)))
