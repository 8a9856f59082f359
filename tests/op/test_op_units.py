"""Tests that come with operators: kernels called by googletest, contexts that are faked."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from lanewise.cpp.compiler import HEADERS, find
from lanewise.cpp.suite import Result, run_cases
from lanewise.op import units

HERE = Path(__file__).parent
EXAMPLE = HERE.parents[1] / "examples" / "scaled_add"


@pytest.fixture(scope="module")
def ran(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Result]:
    """The tests of the example, and of a copy of ScaleBias."""
    top = tmp_path_factory.mktemp("units")
    shutil.copytree(HERE.parent / "programs" / "operators" / "scale_bias", top / "scale_bias")
    shutil.copytree(HERE / "units", top / "scale_bias" / "tests")
    shutil.copytree(EXAMPLE, top / "scaled_add", ignore=shutil.ignore_patterns("main.cpp", "binding.cpp"))
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


def test_gtest_header(tmp_path: Path) -> None:
    """What it answers to each kind of macro; googletest itself is not needed."""
    compiler = find()
    program = str(tmp_path / "t")
    sources = [str(HERE / "units_gtest.cpp"), f"{HEADERS}/gtest/gtest_main.cpp"]
    subprocess.run([*compiler.command, "-std=gnu++20", f"-I{HEADERS}", *sources, "-o", program], check=True)
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
