"""Tests that come with operators: kernels called by googletest, contexts that are faked."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import starting
from lanewise.cpp.compiler import HEADERS, INCLUDES, find
from lanewise.cpp.suite import Result, run_cases
from lanewise.op import testing, units

HERE = Path(__file__).parent
EXAMPLE = HERE.parents[1] / "examples" / "scaled_add"


@pytest.fixture(scope="module")
def ran(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Result]:
    """The tests of the example, and of a copy of ScaleBias."""
    top = tmp_path_factory.mktemp("units")
    shutil.copytree(HERE.parent / "programs" / "operators" / "scale_bias", top / "scale_bias")
    shutil.copytree(HERE / "units", top / "scale_bias" / "tests")
    shutil.copytree(EXAMPLE, top / "scaled_add", ignore=shutil.ignore_patterns("main.cpp", "binding.cpp"))
    api = top / "scaled_add" / "tests" / "op_api"
    api.mkdir()
    (api / "test_aclnn_scaled_add.cpp").write_text('#include "gtest/gtest.h"\nTEST(a, b) {}\nTEST(a, c) {}\n')
    return {result.case.name: result for result in run_cases(units.find(str(top)))}


def test_units_are_found(ran: dict[str, Result]) -> None:
    assert sorted(ran) == [
        "scale_bias/tests/test_scale_bias_tiling", "scaled_add/tests/test_scaled_add",
        "scaled_add/tests/test_scaled_add_tiling",
    ]  # fmt: skip
    assert [case.name for case in units.find(str(EXAMPLE), only="main")] == ["main"]  # it calls an operator


def test_units_of_the_example_pass(ran: dict[str, Result]) -> None:
    for name in ("scaled_add/tests/test_scaled_add", "scaled_add/tests/test_scaled_add_tiling"):
        assert ran[name].why == "", ran[name].output


def test_units_with_faked_contexts(ran: dict[str, Result]) -> None:
    result = ran["scale_bias/tests/test_scale_bias_tiling"]
    assert "[       OK ] ScaleBiasTiling.old_style" in result.output
    assert (result.passed, result.step) == (False, "run")
    text = (HERE / "units" / "test_scale_bias_tiling.cpp").read_text().splitlines()
    line = next(n for n, row in enumerate(text, 1) if "wrong_on_purpose" in row)
    assert f"test_scale_bias_tiling.cpp:{line}: Failure: " in result.why
    assert f"test_scale_bias_tiling.cpp:{line + 2}: Failure: Nobody has no tiling function" in result.output


def test_units_are_counted_one_by_one(ran: dict[str, Result]) -> None:
    """A test that ends its process takes no other with it; what is not run has a reason."""
    top = Path(ran["scaled_add/tests/test_scaled_add"].case.folder).parents[1]
    found = {job.name: job for job in testing.find(str(top))}
    counted = testing.run(found["scale_bias/tests/test_scale_bias_tiling"])
    assert (counted.passed, counted.broken) == (2, False)  # old_style, and after_it
    failed = dict(counted.failed)
    assert list(failed) == [f"ScaleBiasTiling.{n}" for n in ("wrong_on_purpose", "nobody", "ends_the_process")]
    assert failed["ScaleBiasTiling.ends_the_process"] == "segmentation fault outside a kernel"
    assert sorted(counted.not_run) == ["disabled", "skipped: needs a device"]
    assert str(counted) == "scale_bias/tests/test_scale_bias_tiling [ascend910b]: 2 passed, 3 failed, 2 not run"
    other = testing.run(found["scaled_add/tests/op_api/test_aclnn_scaled_add"])
    assert (other.passed, other.failed) == (0, [])
    assert other.not_run == ["of a C interface that is written by hand (op_api)"] * 2


def test_op_tests_on_the_command_line(ran: dict[str, Result]) -> None:
    folder = ran["scaled_add/tests/test_scaled_add"].case.folder
    broken = Path(folder) / "test_broken.cpp"
    broken.write_text('#include "gtest/gtest.h"\nTEST(Broken, one) { nothing_of_this_name(); }\n')
    command = [sys.executable, "-m", "lanewise", "op", str(Path(folder).parent), "--tests"]
    done = starting.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stderr
    lines = done.stdout.splitlines()
    assert "tests/test_scaled_add [ascend910b]: 1 passed" in lines
    assert "tests/test_scaled_add_tiling [ascend910b]: 3 passed" in lines
    api = "of a C interface that is written by hand (op_api)"
    assert lines[-1].startswith(f"4 passed, 0 failed, 3 not run (2 {api}; 1 not built: ")
    assert "nothing_of_this_name" in lines[-1]
    broken.unlink()
    done = starting.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.splitlines()[-1]) == (
        0, f"4 passed, 0 failed, 2 not run (2 {api})",
    )  # fmt: skip


def test_gtest_header(tmp_path: Path) -> None:
    """What it answers to each kind of macro; googletest itself is not needed."""
    compiler = find()
    program = str(tmp_path / "t")
    sources = [str(HERE / "units_gtest.cpp"), f"{HEADERS}/lanewise/testing/gtest_main.cpp"]
    includes = [f"-I{tree}" for tree in INCLUDES]
    subprocess.run([*compiler.command, "-std=gnu++20", *includes, *sources, "-o", program], check=True)
    done = subprocess.run([program], capture_output=True, text=True, check=False)
    lines = [line for line in done.stdout.splitlines() if "]" in line[:12]]
    good = [line.split("] ")[1] for line in lines if " OK " in line]
    bad = [line.split("] ")[1] for line in lines if " FAILED " in line]
    assert done.returncode == 1
    assert good == ["A.good", "Some/B.x/u", "Other/C.y/0", "Other/C.y/1", "Other/C.y/2", "Other/C.y/3", "R/D.z/0",
                    "R/D.z/1", "E/0.typed", "E/1.typed"]  # fmt: skip
    assert bad == ["A.bad", "Some/B.x/v", "A.bad", "Some/B.x/v"]  # where it ran, and at the end
    said = [line.split(": Failure: ")[1] for line in done.stdout.splitlines() if ": Failure: " in line]
    assert said == [
        "v == 4, which are 3 and 4: words 1", "1.0 is about 1.1, which are 1 and 1.1",
        '"a" == "b", which are "a" and "b"', "throw 1 throws another type than std::runtime_error",
        "v < 3, which are 3 and 3", "GetParam().a > 1, which are 1 and 1",
    ]  # fmt: skip
    assert done.stdout.count("SetUpTestCase") == 1
    only = subprocess.run([program, "--gtest_filter=A.*-*.bad"], capture_output=True, text=True, check=False)
    assert (only.returncode, only.stdout.splitlines()[-1]) == (0, "[  PASSED  ] 1 test.")
