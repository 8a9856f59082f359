"""Complete programs with functions of threads, which check their own results, run unchanged; faults are found."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest

import starting
from lanewise.cpp.recipes import Case, find
from lanewise.cpp.suite import run_case

PROGRAMS = Path(__file__).parent / "programs"
CASES = [case for case in find(str(PROGRAMS)) if not case.name.startswith("fault_")]
# `make test` has those that no other of them stands for; the sweep has all.
ALWAYS = {"spin_in_reverse", "groups", "names_with_state", "mixed_operator_class", "names_in_macros", "spellings"}


# Functions of threads, and what they are started with, that do something to memory, to other threads or to the block,
# by all their names: they have no record, so what they do is compared with what the host of these programs computes.
WITH_STATE = """
    AtomicAdd AtomicAnd AtomicCas AtomicDec AtomicExch AtomicInc AtomicMax AtomicMin AtomicOr AtomicSub AtomicXor
    Cast Dim3 GET_TILING_DATA_PTR_WITH_STRUCT GetBlockIdx GetBlockNum GetThreadIdx GetThreadNum
    GetUintDivMagicAndShift GetWarpSize ThreadBarrier ThreadFence Uni VF_CALL WarpActiveMask WarpAllSync WarpAnySync
    WarpBallotSync WarpReduceAddSync WarpReduceMaxSync WarpReduceMinSync WarpShflDownSync WarpShflSync
    WarpShflUpSync WarpShflXorSync __activemask __all __any __ballot __builtin_cce_dcci __builtin_cce_redux_add_f32
    __cvta_generic_to_global __cvta_generic_to_local __cvta_generic_to_ubuf __cvta_global_to_generic
    __cvta_local_to_generic __cvta_ubuf_to_generic __isGlobal __isLocal __isUbuf __reduce_add __reduce_max
    __reduce_min __shfl __shfl_down __shfl_up __shfl_xor __sync_workitems __syncthreads __threadfence
    __threadfence_block asc_activemask asc_all asc_any asc_atomic_add asc_atomic_and asc_atomic_cas asc_atomic_dec
    asc_atomic_exch asc_atomic_inc asc_atomic_max asc_atomic_min asc_atomic_or asc_atomic_sub asc_atomic_xor
    asc_ballot asc_dcci_entire asc_dcci_single asc_ldca asc_ldcg asc_nop asc_reduce_add asc_reduce_max
    asc_reduce_min asc_shfl asc_shfl_down asc_shfl_up asc_shfl_xor asc_stcg asc_stwt asc_syncthreads asc_threadfence
    asc_threadfence_block asc_vf_call assert async_invoke atomicAdd atomicAnd atomicCAS atomicDec atomicExch
    atomicInc atomicMax atomicMin atomicOr atomicSub atomicXor bcnt1 binary_partition blockDim blockIdx
    block_tile_memory clock clz coalesced_group coalesced_threads dcci gridDim laneid lanemask_eq lanemask_ge
    lanemask_gt lanemask_le lanemask_lt printf this_thread_block threadIdx thread_block thread_block_tile
    tiled_partition warpSize
"""


def test_functions_with_state_stand_in_programs_that_check_themselves() -> None:
    sources = [
        PROGRAMS.parent / "loaded.asc",
        *PROGRAMS.glob("*/*.asc"),
        *PROGRAMS.glob("*.h"),
        *PROGRAMS.parent.glob("operators/**/*.cpp"),
        *PROGRAMS.parent.glob("operators/**/*.h"),
    ]
    text = " ".join(path.read_text() for path in sources if not path.parent.name.startswith("fault_"))
    assert set(WITH_STATE.split()) - set(re.findall(r"\w+", text)) == set()


def test_simt_programs_are_found() -> None:
    assert len(CASES) + len(FAULTS) == len(list(PROGRAMS.glob("*/case.toml")))


@pytest.mark.parametrize(
    "case", [pytest.param(c, id=c.name, marks=() if c.name in ALWAYS else pytest.mark.sweep) for c in CASES]
)
def test_simt_program_passes(case: Case) -> None:
    result = run_case(case)
    assert result.passed, f"{result.step}: {result.why}\n{result.output[-2000:]}"


def run(name: str, *options: str) -> tuple[int, str, str]:
    source = PROGRAMS / name / f"{name}.asc"
    command = [sys.executable, "-m", "lanewise", "run", str(source), "--chip", "ascend950", *options]
    done = starting.run(command, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


# What programs that ask for the time are told.
CLOCK = "lanewise: GetSystemCycle leaves out asc_vf_call: no cost is published for ascend950\n"


@pytest.mark.sweep
@pytest.mark.parametrize("case", [pytest.param(c, id=c.name) for c in CASES])
def test_simt_program_is_silent_under_check(case: Case) -> None:
    status, out, errors = run(case.name, "--check")
    assert (status, errors.replace(CLOCK, "")) == (0, "")
    assert "test pass!" in out


@pytest.mark.sweep
@pytest.mark.parametrize("case", [pytest.param(c, id=c.name) for c in CASES])
def test_simt_program_passes_whatever_the_order_of_warps(case: Case) -> None:
    for seed in range(20):
        status, out, errors = run(case.name, "--schedule", f"random:{seed}")
        assert (status, errors.replace(CLOCK, "")) == (0, ""), seed
        assert "test pass!" in out


_OFTEN = ("fault_missing_flag", "fault_lock_step", "fault_changes")
_PASSES = ("fault_lock_step", "fault_changes")  # whatever is found
# What is found, and the lines at which.
FAULTS: dict[str, tuple[str, set[int]]] = {
    "fault_changes": ("", set()),  # several, as its lines say
    "fault_divergent_barrier": ("SYNC-120", {16, 19}),
    "fault_inactive_lane": ("SYNC-121", {14}),
    "fault_lock_step": ("RACE-006", {4, 18}),  # whose results are right: a warp goes in step
    "fault_missing_barrier": ("RACE-006", {18}),
    "fault_missing_flag": ("RACE-001", {26}),
    "fault_out_of_bounds": ("MEM-004", {13}),
    "fault_race_shared": ("RACE-006", {18}),
    "fault_uninitialised_shared": ("INIT-003", {14, 18}),
}


@pytest.mark.parametrize(
    "name",
    [pytest.param(n, marks=() if n in _OFTEN else pytest.mark.sweep) for n in FAULTS],
)
def test_simt_fault_is_found(name: str, tmp_path: Path) -> None:
    found = tmp_path / "found.json"
    status, out, errors = run(name, "--check", "--json", str(found))
    assert (status, out) == (3, "test pass!\n" if name in _PASSES else "done\n"), errors
    findings = json.loads(found.read_text())["findings"]
    id, lines = FAULTS[name]
    if not id:
        source = (PROGRAMS / name / f"{name}.asc").read_text().splitlines()
        planted = {(k, one) for k, line in enumerate(source, 1) for one in line.partition("// fault: ")[2].split()}
        assert {(one["place"]["line"], one["id"]) for one in findings} == planted
        return
    assert {one["id"] for one in findings} == {id}
    assert {one["place"]["line"] for one in findings} <= lines
