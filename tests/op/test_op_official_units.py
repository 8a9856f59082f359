"""The tests that come with the operators of official/, and programs that call them: all are found, run and counted."""

from __future__ import annotations

import re
import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from test_op_official import OPERATORS

from lanewise.op import testing

TOP = Path(__file__).parent / "official"
AXPY, REDUCE = "math/axpy_custom", "math/reduce_sum_axes"
# How many tests each file has, by operator; the folder of one says its chip.
UNITS = {
    AXPY: {
        "op_host/test_axpy_custom_infershape": 3,
        "op_host/test_axpy_custom_tiling": 3,
        "op_kernel/test_axpy_custom": 1,
    },
    "math/broadcast_sub": {
        "op_host/test_broadcast_sub_infershape": 4,
        "op_host/test_broadcast_sub_tiling": 3,
        "op_kernel/test_broadcast_sub": 1,
    },
    REDUCE: {"op_host/test_reduce_sum_axes": 10, "op_kernel/test_reduce_sum_axes": 2},
    "math/cast_custom": {"op_host/test_cast_custom": 4, "op_kernel/test_cast_custom": 1},
    "math/clip_by_tensors": {
        "op_host/test_clip_by_tensors_infershape": 1,
        "op_host/test_clip_by_tensors_tiling": 2,
        "op_kernel/test_clip_by_tensors": 2,
    },
    "math/fill_dims": {
        "op_host/test_fill_dims_infershape": 1,
        "op_host/test_fill_dims_tiling": 3,
        "op_kernel/test_fill_dims": 1,
    },
    "math/arange_custom": {"op_host/test_arange_custom": 4, "op_kernel/test_arange_custom": 1},
    "math/accumulate_ref": {"op_host/test_accumulate_ref": 1, "op_kernel/test_accumulate_ref": 1},
    "math/square_diff": {
        "op_host/arch22/test_square_diff_tiling_arch22": 1, "op_host/arch35/test_square_diff_tiling_arch35": 1,
        "op_host/test_square_diff_infershape": 1, "op_kernel/test_square_diff": 1,
    },
    "math/dot_blocks": {"op_host/test_dot_blocks_tiling": 2, "op_kernel/test_dot_blocks": 1},
    "math/logical_not_custom": {"op_host/test_logical_not_custom_tiling": 2, "op_kernel/test_logical_not_custom": 1},
    "activation/leaky_key": {"op_host/test_leaky_key_tiling": 5, "op_kernel/test_leaky_key": 1},
    "activation/swi_glu_custom": {"op_host/test_swi_glu_custom": 7, "op_kernel/test_swi_glu_custom": 2},
    "activation/row_softmax_lib": {"op_host/test_row_softmax_lib_tiling": 3, "op_kernel/test_row_softmax_lib": 1},
    "norm/rms_norm_custom": {"op_host/test_rms_norm_custom_tiling": 3, "op_kernel/test_rms_norm_custom": 1},
    "norm/gemma_norm_custom": {"op_host/test_gemma_norm_custom": 2, "op_kernel/test_gemma_norm_custom": 1},
    "norm/layer_norm_stats": {"op_host/test_layer_norm_stats": 3, "op_kernel/test_layer_norm_stats": 2},
    "index/gather_rows_custom": {"op_host/test_gather_rows_custom": 2, "op_kernel/test_gather_rows_custom": 1},
    "index/where_custom": {"op_host/test_where_custom_tiling": 2, "op_kernel/test_where_custom": 1},
    "index/concat_rows": {
        "op_host/test_concat_rows_infershape": 2,
        "op_host/test_concat_rows_tiling": 2,
        "op_kernel/test_concat_rows": 1,
    },
    "index/arg_max_rows": {"op_host/test_arg_max_rows": 2, "op_kernel/test_arg_max_rows": 1},
    "index/pad_rows": {"op_host/test_pad_rows": 3, "op_kernel/test_pad_rows": 1},
    "quant/dynamic_quant_rows": {"op_host/test_dynamic_quant_rows_tiling": 3, "op_kernel/test_dynamic_quant_rows": 1},
    "foreach/foreach_scale_list": {"op_host/test_foreach_scale_list": 3, "op_kernel/test_foreach_scale_list": 1},
    "foreach/foreach_sub_list": {"op_host/test_foreach_sub_list": 1, "op_kernel/test_foreach_sub_list": 1},
}  # fmt: skip
# Programs that call every operator, as one test each.
CALLERS = {"examples/test_aclnn_all", "examples/test_aclnn_others", f"{AXPY}/examples/test_aclnn_axpy_custom"}
DUE = {f"{op}/tests/ut/{name}": count for op, files in UNITS.items() for name, count in files.items()}
DUE |= dict.fromkeys(CALLERS, 1)
# One of each way to write such tests; the others are compiled for as long as all of these, and run in sweeps.
ALWAYS = {
    "examples/test_aclnn_all",
    *(f"{op}/tests/ut/{name}" for op in (AXPY, REDUCE) for name in UNITS[op]),
    "math/broadcast_sub/tests/ut/op_host/test_broadcast_sub_tiling",
    "math/square_diff/tests/ut/op_host/arch35/test_square_diff_tiling_arch35",
    "math/clip_by_tensors/tests/ut/op_kernel/test_clip_by_tensors",
    "math/cast_custom/tests/ut/op_kernel/test_cast_custom",
    "index/concat_rows/tests/ut/op_kernel/test_concat_rows",
    "foreach/foreach_scale_list/tests/ut/op_host/test_foreach_scale_list",
}  # fmt: skip


def run(jobs: list[testing.Job]) -> dict[str, testing.Tested]:
    with ThreadPoolExecutor(2) as executor:
        return {one.name: one for one in executor.map(testing.run, jobs)}


def passes(jobs: list[testing.Job], due: set[str]) -> dict[str, testing.Tested]:
    ran = run(jobs)
    counts = {name: one.passed for name, one in ran.items()}
    assert counts == {name: DUE[name] for name in due}, [(n, o.failed, o.not_run) for n, o in ran.items()]
    assert not [one for one in ran.values() if one.failed or one.not_run]
    return ran


def test_every_operator_has_tests_of_both_sides_and_a_caller() -> None:
    """And all are found."""
    assert {job.name for job in testing.find(str(TOP))} == set(DUE)
    assert set(UNITS) == set(OPERATORS)
    for files in UNITS.values():
        assert {name.partition("/")[0] for name in files} == {"op_host", "op_kernel"}
    called = {found for name in CALLERS for found in re.findall(r"aclnn_(\w+)\.h", (TOP / f"{name}.cpp").read_text())}
    assert called == {op.rpartition("/")[2] for op in OPERATORS}


def test_official_units_pass() -> None:
    ran = passes([job for job in testing.find(str(TOP)) if job.name in ALWAYS], ALWAYS)
    assert {name for name, one in ran.items() if one.chip != "ascend910b"} == {n for n in ALWAYS if "arch35" in n}


@pytest.mark.sweep
@pytest.mark.parametrize(("chip", "other"), [("ascend910b", "arch35"), ("ascend950", "arch22")])
def test_all_official_units_pass(chip: str, other: str) -> None:
    """On each chip, but for those of the other one's folders."""
    due = {name for name in DUE if other not in name}
    passes([job for job in testing.find(str(TOP), [chip]) if job.name in due], due)


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
