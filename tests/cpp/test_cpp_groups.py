"""Kernels whose blocks are groups of cube and vector cores: compiled for both, numbered and ordered as on hardware."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from lanewise.cpp import compiler, second_side
from lanewise.cpp.groups import by_macro, encode_groups, inferred, may_use_cubes
from lanewise.cpp.kernels import kernels
from lanewise.isa.issued import Space
from lanewise.machine.group import CUBE, MIXED, VECTOR, Group
from lanewise.machine.tensor import TPosition

FOLDER = Path(__file__).parent / "groups"
Run = Callable[..., subprocess.CompletedProcess[str]]


def rows(groups: int, cubes: int, vectors: int, number: int = 0) -> list[list[int]]:
    """What each core leaves: kind, block index, blocks, sub-block and their number, raw index, macro, number."""
    out = []
    for g in range(groups):
        out += [[1, g, groups, 0, 1, g, 1, number] for _ in range(cubes)]
        out += [[2, g * vectors + s, groups, s, vectors, g, 2, number] for s in range(vectors)]
    return out


def expected() -> dict[str, list[list[int]]]:
    unset = [-1] * 5
    return {
        "mixed": rows(2, 1, 2), "pair": rows(2, 1, 1), "cube": rows(2, 1, 0), "vector": rows(2, 0, 1),
        "tasked": rows(1, 1, 2, 4), "skips": [[-1] * 8, [7] * 8, [7] * 8],
        "barriers": [[k + 1, 21, 200 if k % 3 == 0 else 100, *unset] for k in range(6)],
    }  # fmt: skip


@pytest.mark.parametrize("chip", ["ascend910b", "ascend950"])
@pytest.mark.parametrize("tool", ["g++", "clang++"])
def test_every_core_of_a_group_knows_itself(
    lanewise: Run, monkeypatch: pytest.MonkeyPatch, tool: str, chip: str
) -> None:
    monkeypatch.setenv("CXX", tool)
    done = lanewise("run", str(FOLDER / "numbers.asc"), str(FOLDER / "elsewhere.asc"), "--chip", chip)
    assert done.returncode == 0, done.stderr
    first, *lines = done.stdout.splitlines()
    assert first == "made"
    found: dict[str, list[list[int]]] = {}
    for line in lines:
        name, *numbers = line.split()
        found.setdefault(name, []).append([int(n) for n in numbers])
    assert found == expected()


PROGRAM = """
#include "acl/acl.h"
#include "kernel_operator.h"
using namespace AscendC;
__global__ {words} void kernel(__gm__ int32_t* out)
{{
    {body}
}}
int main()
{{
    aclInit(nullptr);
    aclrtStream stream;
    aclrtCreateStream(&stream);
    void* device;
    aclrtMalloc(&device, 4096, ACL_MEM_MALLOC_HUGE_FIRST);
    kernel<<<2, nullptr, stream>>>(static_cast<int32_t*>(device));
    return aclrtSynchronizeStream(stream);
}}
"""
FAULTS = {
    "one of two": (
        "__mix__(1, 2)",
        "if ASCEND_IS_AIC CrossCoreWaitFlag(5); else if (GetSubBlockIdx() == 0) CrossCoreSetFlag<2, PIPE_MTE3>(5);",
        ["SYNC-003", "AIC 0 waits for cross-core flag 5 (mode 2: AIV 0 has set it once, AIV 1 has never set it)",
         "AIC 1 waits for cross-core flag 5 (mode 2: AIV 2 has set it once, AIV 3 has never set it)",
         "4 cores have ended", "of 2 groups]", "program.asc:7:"],
    ),
    "never set": (
        "__mix__(1, 1)", "if ASCEND_IS_AIV CrossCoreWaitFlag(3);",
        ["SYNC-003", "AIV 0, AIV 1 wait for cross-core flag 3 (nobody has set it)"],
    ),
    "left early": (
        "__mix__(1, 2)",
        "if ASCEND_IS_AIV { if (GetBlockIdx() == 3) return; CrossCoreSetFlag<0, PIPE_MTE3>(1); CrossCoreWaitFlag(1); }",
        ["SYNC-003", "(mode 0: AIV 0 has set it once, AIV 3 has never set it)"],
    ),
    "a barrier": (
        "__mix__(1, 2)", "if (GetBlockIdx()) SyncAll<false>();",
        ["SYNC-003", "wait for all 6 cores in SyncAll number 1"],
    ),
    "too often": (
        "__mix__(1, 2)", "if ASCEND_IS_AIC for (int k = 0; k < 16; ++k) CrossCoreSetFlag<2, PIPE_FIX>(4);",
        ["SYNC-004", "cross-core flag 4: more than 15 sets without a wait", "[kernel kernel, AIC "],
    ),
    "no partner": (
        "__cube__", "CrossCoreSetFlag<2, PIPE_FIX>(4);",
        ["SYNC-004", "mode 2 pairs vector with cube cores, and this kernel runs on cube cores alone", "kernel, block "],
    ),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_a_group_that_stands_still_says_who_waits_for_whom(
    lanewise: Run, write: Callable[[str, str], Path], fault: str
) -> None:
    words, body, said = FAULTS[fault]
    write("program.asc", PROGRAM.format(words=words, body=body))
    done = lanewise("run", "program.asc")
    assert done.returncode == 3
    for text in said:
        assert text in done.stderr


def test_flags_between_a_cube_core_and_one_vector_core(lanewise: Run, write: Callable[[str, str], Path]) -> None:
    """Mode 4: ids of the second vector core lie after those of the first, on the cube core's side."""
    body = """
    if ASCEND_IS_AIC {
        CrossCoreSetFlag<4, PIPE_FIX>(3);
        CrossCoreWaitFlag<4>(3);
        CrossCoreSetFlag<4, PIPE_FIX>(3 + 16);
        CrossCoreWaitFlag<4>(3 + 16);
        out[GetBlockIdx()] = 5;
    } else {
        CrossCoreWaitFlag<4>(3);
        CrossCoreSetFlag<4, PIPE_MTE3>(3);
    }"""
    write("program.asc", PROGRAM.format(words="__mix__(1, 2)", body=body))
    done = lanewise("run", "program.asc", "--chip", "ascend950", "--check")
    assert (done.returncode, done.stderr) == (0, "")


def test_queues_and_buffers_lie_in_the_memories_of_a_cube_core(lanewise: Run) -> None:
    """On both kinds of cores: on the other one it is bookkeeping alone."""
    done = lanewise("run", str(FOLDER / "queues.asc"), "--check")
    assert (done.returncode, done.stderr) == (0, "")
    place, space = TPosition, Space
    turns = [
        *((place.A1, space.L1, at, 1024) for at in (0, 1024, 0)), *[(place.B1, space.L1, 2048, 512)] * 3,
        *[(place.A2, space.L0A, 0, 2048)] * 3, *[(place.CO1, space.L0C, 0, 4096)] * 3,
        *[(place.VECIN, space.UB, 0, 64)] * 3, (place.C2, space.BT, 0, 32), (place.B2, space.L0B, 0, 512),
        (place.B2, space.L0B, 512, 256), (place.B1, space.L1, 0, 32),
    ]  # fmt: skip
    found = [tuple(map(int, line.split())) for line in done.stdout.splitlines()]
    assert found == [tuple(map(int, row)) for row in [*turns, *turns]]
    done = lanewise("run", str(FOLDER / "queues.asc"), "--", "full")
    assert "MEM-003" in done.stderr
    assert "L0A" in done.stderr


# --- reading sources ---


@pytest.mark.parametrize(("head", "body", "group"), [
    ("__global__ __mix__(1, 2)", "", MIXED), ("__mix__(1,1) __global__", "", Group(1, 1)),
    ("__global__ __cube__", "", CUBE),
    ("__global__ __vector__ __aicore__", "", VECTOR), ("__global__ __aicore__", "", None),
    ("__global__ __aicore__", "KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AIC_1_1);", Group(1, 1)),
    ("__global__ __aicore__", "KERNEL_TASK_TYPE(2, KERNEL_TYPE_AIC_ONLY);", CUBE),
    ("template <int n> __global__ __mix__(0, 1)", "", VECTOR),
])  # fmt: skip
def test_what_a_kernel_says_of_its_cores(head: str, body: str, group: Group | None) -> None:
    [found] = kernels(f"{head} void kernel(int* x) {{ {body} }}")
    assert (found.name, found.group) == ("kernel", group)


def test_a_kernel_that_says_nothing_is_known_by_its_calls() -> None:
    assert inferred("Add(x, y, z, 8);") == VECTOR
    assert inferred("AscendC::Mmad(c, a, b, p);") == MIXED
    assert inferred("#define ASCENDC_CUBE_ONLY\nMatmul<A, B, C> mm;") == CUBE
    for vector in ("// as Matmul<A, B> does\nAdd(z, x, y, 8);", "void LoadDataTile(int i) {} LoadDataTile(2);",
                   "__aicore__ inline void Mmad(int i) {} k.Mmad(3);", 'printf("Mmad %d", n);'):  # fmt: skip
        assert inferred(vector) == VECTOR
        assert not may_use_cubes(vector)
    assert not may_use_cubes("__global__ __vector__ void k() { KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_AIV_ONLY); }")
    assert encode_groups({"b": MIXED, "a": CUBE}) == "a 1 0\\nb 1 2\\n"


def test_macros_of_the_other_kind_of_core() -> None:
    flags = ("-D__DAV_C220__=1", "-D__DAV_C220_VEC__=1", "-D__DAV_VEC__=1", "-DVEC__=1", "-O1")
    assert compiler.on_cubes(flags) == (
        "-D__DAV_C220__=1", "-D__DAV_C220_CUBE__=1", "-D__DAV_CUBE__=1", "-DVEC__=1", "-O1", "-DLANEWISE_CUBE_SIDE=1",
    )  # fmt: skip


def test_an_object_that_is_none_is_told(tmp_path: Path) -> None:
    path = tmp_path / "a.o"
    path.write_bytes(b"\xcf\xfa\xed\xfe" + bytes(60))
    with pytest.raises(second_side.NotElfError):
        second_side.rename([str(path)])


def test_groups_of_kernels_behind_a_macro() -> None:
    assert by_macro("#define K(name) \\\n    __global__ __cube__ void name()\nK(a) {}") == CUBE
    assert by_macro("#define G __global__ __mix__(1, 2)\nG void k() {}") == MIXED
    assert by_macro("#define G __global__ __aicore__\nG void k() { Mmad(c, a, b, p); }") is None
    assert by_macro("__global__ __cube__ void k() {}") is None
