"""Programs for cube cores with one missing flag: a check finds the race between the two pipes, and says which flag."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

import starting

PROGRAMS = Path(__file__).parent / "programs"


@pytest.mark.parametrize("how", [("--check",), ("--schedule", "late")], ids=" ".join)
def test_cube_unit_flags_order_both_sides(how: tuple[str, ...]) -> None:
    """Where Mmad and Fixpipe both use them, no event is needed: no finding, and no other order."""
    source = PROGRAMS / "unit_flag" / "unit_flag.asc"
    command = [sys.executable, "-m", "lanewise", "run", str(source), "--chip", "ascend910b", *how]
    done = starting.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "test pass!\n", "")


def test_cube_atomic_stores_of_mixed_kernels_are_clean() -> None:
    """On ascend950 the UB of vector cores is lent to the cube core, whose checker has no bytes of it."""
    source = PROGRAMS / "matmul_mix_ways" / "matmul_mix_ways.asc"
    command = [sys.executable, "-m", "lanewise", "run", str(source), "--chip", "ascend950", "--check"]
    done = starting.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "test pass!\n", "")


def test_cube_configs_that_change_results_are_not_ignored() -> None:
    source = Path(__file__).parent / "planted" / "ignored_configs.asc"
    command = [sys.executable, "-m", "lanewise", "run", str(source), "--chip", "ascend910b"]
    done = starting.run(command, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert "take Matmul without ASCENDC_CUBE_ONLY" in done.stderr, done.stderr


@pytest.mark.parametrize("arguments", [(), ("--", "alone")], ids=["asked", "alone"])
def test_cube_unfilled_tiling_is_named(arguments: tuple[str, ...]) -> None:
    source = Path(__file__).parent / "planted" / "unfilled_tiling.asc"
    command = [sys.executable, "-m", "lanewise", "run", str(source), "--chip", "ascend910b", *arguments]
    done = starting.run(command, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert "CALL-001 Matmul: the tiling has no sizes" in done.stderr, done.stderr


MISSING = {"fault_no_mte1_m": "MTE1_M", "fault_l0_overrun": "M_MTE1", "fault_unit_flag": "M_FIX"}


@pytest.mark.parametrize(("name", "flag"), MISSING.items())
def test_cube_missing_flag_is_found(name: str, flag: str, tmp_path: Path) -> None:
    found = tmp_path / "found.json"
    command = [sys.executable, "-m", "lanewise", "run", str(PROGRAMS / name / f"{name}.asc"), "--chip", "ascend910b",
               "--check", "--json", str(found)]  # fmt: skip
    done = starting.run(command, capture_output=True, text=True, check=False)
    assert "test pass!" in done.stdout, done.stderr
    findings = json.loads(found.read_text())["findings"]
    assert {one["id"] for one in findings} == {"RACE-001", *(["SYNC-106"] if name == "fault_unit_flag" else [])}
    assert f"HardEvent::{flag}>" in done.stderr


def hints(source: Path, chip: str, folder: Path) -> list[dict]:
    found = folder / "found.json"
    command = [sys.executable, "-m", "lanewise", "run", str(source), "--chip", chip, "--check=hints",
               "--json", str(found)]  # fmt: skip
    starting.run(command, capture_output=True, text=True, check=False)
    return json.loads(found.read_text())["findings"]


def test_cube_layouts_that_do_not_fit_are_hinted_at(tmp_path: Path) -> None:
    """Each kernel but the last has one, with the line of the load or of Mmad; what is arranged on purpose has none."""
    source = Path(__file__).parent / "planted" / "layouts.asc"
    lines = source.read_text().splitlines()
    found = hints(source, "ascend910b", tmp_path)
    by_kernel = {one["kernel"]: (one["id"], one["count"]) for one in found}
    # fewer_fractals and low_columns meet in the same two lines.
    assert by_kernel == {"nz_as_zz": ("LAYOUT-001", 1), "fewer_fractals": ("LAYOUT-001", 2),
                         "high_results": ("LAYOUT-002", 1)}  # fmt: skip
    texts = {one["kernel"]: f"{one['message']}. {one['write']}" for one in found}
    left = next(n for n, line in enumerate(lines, 1) if "// LEFT" in line)
    assert f"line {left}" in texts["nz_as_zz"]
    assert "Zz of a matrix of 32 x 64" in texts["nz_as_zz"]
    assert "srcStride 32" in texts["high_results"]


@pytest.mark.parametrize("chip", [pytest.param("ascend910b", marks=pytest.mark.sweep), "ascend950"])
def test_cube_right_matrix_that_is_not_transposed_is_hinted_at(chip: str, tmp_path: Path) -> None:
    (one,) = hints(PROGRAMS / "fault_layout" / "fault_layout.asc", chip, tmp_path)
    assert one["id"] == "LAYOUT-001"
    assert "L0B as Zn of a matrix of 96 x 80" in one["message"]
