"""Complete programs for cube cores, which check their own results, run unchanged."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from lanewise.cpp import compiler
from lanewise.cpp.recipes import Case, find
from lanewise.cpp.suite import run_case

# Programs with a planted fault are those of test_cube_faults.py.
CASES = [case for case in find(str(Path(__file__).parent / "programs")) if not case.name.startswith("fault_")]
# `make test` has those that no other of them stands for; the sweep has all.
ALWAYS = {
    "c_interface", "carved_memories", "compiler_functions", "conv_im2col", "direct_950", "fixpipe_950",
    "fixpipe_layouts", "fixpipe_older",
    "fixpipe_quant", "flash_small", "handed_out_950", "kinds_of_cores", "matmul_halves", "matmul_mix_features",
    "matmul_scaled_950", "matmul_schedules", "matmul_sparse", "matmul_summed", "mmad_bias",
    "mmad_float_trans_a", "mmad_int4", "mmad_int8", "mmad_unaligned", "names", "nd2nz_layout", "queues_int8",
    "queues_mmad",
    "template_attention", "template_layers", "tensor_api", "tensor_api_features", "tensor_api_fp4",
}  # fmt: skip


# g++ takes no specialisation inside a class, which template libraries have; where it is all that is here, they say so.
NEEDS_CLANG = {"template_attention", "template_layers", "template_library"}


def has_clang() -> bool:
    if os.environ.get("CXX"):
        return compiler.find().clang
    found = map(compiler.probed, compiler.candidates())
    return any(one.clang and not one.problem for one in found)


def test_cube_programs_are_found() -> None:
    assert len({case.name for case in CASES}) == len(list(Path(__file__).parent.glob("programs/*/case.toml")))


@pytest.mark.parametrize(
    "case",
    [pytest.param(c, id=f"{c.name} {c.chip}", marks=() if c.name in ALWAYS else pytest.mark.sweep) for c in CASES],
)
def test_cube_program_passes(case: Case) -> None:
    if case.name in NEEDS_CLANG and not has_clang():
        pytest.skip("no clang here, or CXX names another compiler")
    result = run_case(case)
    assert result.passed, f"{result.step}: {result.why}\n{result.output[-2000:]}"
