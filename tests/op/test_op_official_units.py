"""The tests that come with the operators of official/, and programs that call them: all are found, run and counted."""

from __future__ import annotations

import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from lanewise.op import testing

TOP = Path(__file__).parent / "official"
AXPY, REDUCE, SQUARE = (f"math/{name}" for name in ("axpy_custom", "reduce_sum_axes", "square_diff"))
# How many tests each file has; the folder of one says its chip.
DUE = {
    "examples/test_aclnn_all": 1,
    f"{AXPY}/examples/test_aclnn_axpy_custom": 1,
    f"{AXPY}/tests/ut/op_host/test_axpy_custom_infershape": 3,
    f"{AXPY}/tests/ut/op_host/test_axpy_custom_tiling": 3,
    f"{AXPY}/tests/ut/op_kernel/test_axpy_custom": 1,
    "math/clip_by_tensors/tests/ut/op_host/test_clip_by_tensors_tiling": 2,
    f"{REDUCE}/tests/ut/op_host/test_reduce_sum_axes": 10,
    f"{REDUCE}/tests/ut/op_kernel/test_reduce_sum_axes": 2,
    f"{SQUARE}/tests/ut/op_host/arch22/test_square_diff_tiling_arch22": 1,
    f"{SQUARE}/tests/ut/op_host/arch35/test_square_diff_tiling_arch35": 1,
}


def run(jobs: list[testing.Job]) -> dict[str, testing.Tested]:
    with ThreadPoolExecutor(2) as executor:
        return {one.name: one for one in executor.map(testing.run, jobs)}


def test_official_units_pass() -> None:
    ran = run(testing.find(str(TOP)))
    assert {name: one.passed for name, one in ran.items()} == DUE, [(n, o.failed, o.not_run) for n, o in ran.items()]
    assert not [one for one in ran.values() if one.failed or one.not_run]
    assert {name for name, one in ran.items() if one.chip != "ascend910b"} == {n for n in DUE if "arch35" in n}


@pytest.mark.sweep
def test_official_units_pass_on_the_newer_chip() -> None:
    jobs = [job for job in testing.find(str(TOP), ["ascend950"]) if "arch22" not in job.name]
    assert {name: one.passed for name, one in run(jobs).items()} == {n: c for n, c in DUE.items() if "arch22" not in n}


def test_units_that_are_wrong_fail(tmp_path: Path) -> None:
    """The same counts cannot come out of other code: data that differ by one, a shape, a result of a kernel."""
    shutil.copytree(TOP / "common", tmp_path / "common")
    shutil.copytree(TOP / REDUCE, tmp_path / REDUCE)
    host = tmp_path / REDUCE / "op_host" / "reduce_sum_axes_tiling.cpp"
    host.write_text(host.read_text().replace("data.set_reduced(sizes[1]);", "data.set_reduced(sizes[1] + 1);"))
    ran = run(testing.find(str(tmp_path), only="op_host"))
    (one,) = ran.values()
    assert [name for name, _ in one.failed] == ["ReduceSumAxesTiling.the_end", "ReduceSumAxesTiling.the_middle"]
    assert "tiling data are" in one.failed[0][1]
    assert one.passed == 8


def test_callers_of_an_interface_that_is_written_by_hand(tmp_path: Path) -> None:
    """What is called so may differ from what the definition says: it is not run, and nothing is wrong with it."""
    shutil.copytree(TOP / "common", tmp_path / "common")
    shutil.copytree(TOP / AXPY, tmp_path / AXPY)
    caller = tmp_path / AXPY / "examples" / "test_aclnn_axpy_custom.cpp"
    caller.write_text(caller.read_text().replace("(x, y, 2.0, out,", "(x, y, out,"))
    (job,) = testing.find(str(tmp_path), only="examples")
    assert (testing.run(job).broken, testing.run(job).not_run[0].startswith("not built: ")) == (True, True)
    (tmp_path / AXPY / "op_api").mkdir()
    (tmp_path / AXPY / "op_api" / "aclnn_axpy_custom.h").touch()
    ran = testing.run(job)
    assert (ran.broken, ran.not_run) == (False, ["calls a C interface that is written by hand (op_api)"])
