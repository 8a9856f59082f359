"""Complete programs for cube cores, which check their own results, run unchanged."""

from __future__ import annotations

from pathlib import Path

import pytest

from lanewise.cpp.recipes import Case, find
from lanewise.cpp.suite import run_case

# Programs with a planted fault are those of test_cube_faults.py.
CASES = [case for case in find(str(Path(__file__).parent / "programs")) if not case.name.startswith("fault_")]
# `make test` has those that no other of them stands for; the sweep has all.
ALWAYS = {
    "carved_memories", "conv_im2col", "fixpipe_950", "fixpipe_layouts", "fixpipe_older", "fixpipe_quant", "flash_small",
    "matmul_mix_features", "matmul_scaled_950", "mmad_bias", "mmad_float_trans_a", "mmad_int8", "mmad_unaligned",
    "nd2nz_layout", "queues_mmad",
}  # fmt: skip


def test_cube_programs_are_found() -> None:
    assert len({case.name for case in CASES}) == len(list(Path(__file__).parent.glob("programs/*/case.toml")))


@pytest.mark.parametrize(
    "case",
    [pytest.param(c, id=f"{c.name} {c.chip}", marks=() if c.name in ALWAYS else pytest.mark.sweep) for c in CASES],
)
def test_cube_program_passes(case: Case) -> None:
    result = run_case(case)
    assert result.passed, f"{result.step}: {result.why}\n{result.output[-2000:]}"
