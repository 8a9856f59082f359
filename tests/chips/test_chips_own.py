"""A chip of the user's own: one file, named by its path wherever a chip is named. Nothing is built again for it."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from tests.cpp.driving import COMMAND, environment

import lanewise
import starting
from lanewise import asc
from lanewise.chips.chip import chip, chips
from lanewise.errors import LanewiseError

SMALL = """name = "tiny"
title = "Half the memory of its elder sister"
like = "ascend910b"
arch = 2298

[facts]
ub_bytes = { value = 98304, evidence = "assumed", source = "a wish" }
ub_usable = { value = 98048, evidence = "assumed", source = "a wish" }
vector_cores = { value = 6, evidence = "assumed", source = "a wish" }

[capabilities]
scalar_atomics = { value = true, evidence = "assumed", source = "a wish" }

[control]
settable = { value = [[53, 53]], evidence = "assumed", source = "a wish" }

[policy]
integer_overflow = { value = "ctrl53", evidence = "assumed", source = "a wish" }
"""
PROGRAM = """#include "kernel_operator.h"
#include "acl/acl.h"
#include "tiling/platform/platform_ascendc.h"
#include <cstdio>
static_assert(__NPU_ARCH__ == 2298 && ASC_UB_SIZE == 98048 && AscendC::TOTAL_UB_SIZE == 98304);
__global__ __aicore__ void both(GM_ADDR to, GM_ADDR from) {
    AscendC::TPipe pipe;
    AscendC::TBuf<AscendC::TPosition::VECCALC> a, b;
    pipe.InitBuffer(a, 512);
    pipe.InitBuffer(b, 512);
    AscendC::LocalTensor<int16_t> x = a.Get<int16_t>(), y = b.Get<int16_t>();
    AscendC::GlobalTensor<int16_t> in, out;
    in.SetGlobalBuffer((__gm__ int16_t*)from, 256);
    out.SetGlobalBuffer((__gm__ int16_t*)to, 256);
    AscendC::DataCopy(x, in, 256);
    AscendC::PipeBarrier<PIPE_ALL>();
    AscendC::SetCtrlSpr<53, 53>(1);
    AscendC::Add(y, x, x, 256);
    AscendC::ShiftRight(x, y, (int16_t)2, 256);
    AscendC::PipeBarrier<PIPE_ALL>();
    AscendC::DataCopy(out, x, 256);
}
int main() {
    int16_t *memory;
    aclrtMalloc((void**)&memory, 1024, ACL_MEM_MALLOC_HUGE_FIRST);
    for (int i = 0; i < 256; ++i) memory[i] = (int16_t)(i * 257 - 32768);
    both<<<1, 0, nullptr>>>((uint8_t*)(memory + 256), (uint8_t*)memory);
    aclrtSynchronizeDevice();
    long sum = 0;
    for (int i = 256; i < 512; ++i) sum = sum * 31 % 1000003 + memory[i] + 40000;
    std::printf("%ld %u\\n", sum, platform_ascendc::PlatformAscendCManager::GetInstance()->GetCoreNumAiv());
}
"""


def doubled_and_shifted() -> np.ndarray:
    """By Python integers: a saturated sum, then a shift."""
    start = [i * 257 - 32768 for i in range(256)]
    return np.array([max(-32768, min(32767, 2 * x)) >> 2 for x in start], np.int16)


@pytest.fixture
def own(tmp_path: Path) -> Callable[..., str]:
    def write(text: str = SMALL, name: str = "own.toml") -> str:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write


def test_own_chip_takes_the_rest_from_another(own: Callable[..., str]) -> None:
    found, elder = chip(own()), chip("ascend910b")
    assert (found.name, found.arch, found.instructions) == ("tiny", 2298, "ascend910b")
    assert found.fact("ub_bytes") == 98304
    assert found.fact("event_ids") == elder.fact("event_ids")
    assert found.facts["event_ids"].evidence == "assumed"  # it is documented for the other one alone
    assert found.facts["event_ids"].source == "as on ascend910b"
    assert set(found.policies) == set(elder.policies)
    assert chip("tiny") is found  # its name is enough from now on
    assert "tiny" not in chips()


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('like = "ascend910b"\n', "", "is missing"),
        ('"ascend910b"', '"ascend77"', "line 3: like is 'ascend77'; it must be one of"),
        ('name = "tiny"', 'name = "ascend950"', "ascend950 is a name of ascend950"),
        ('name = "tiny"', 'name = "tiny"\naliases = ["dav-2201"]', "dav-2201 is a name of ascend910b"),
        ("arch = 2298", 'arch = 2298\ntiming = "guessed"', "line 5: timing is 'guessed'; it must be one of"),
        ("ub_bytes", "ub_size", "ub_size is not known"),
        ("value = true", "value = 1", "scalar_atomics is 1; it must be true or false"),
        ("[[53, 53]]", "[53]", "settable is [53]; it must be a list of [first, last] below 64"),
        ("[[53, 53]]", "[[60, 70]]", "below 64"),
        ('"ctrl53"', '"perhaps"', "integer_overflow is 'perhaps'; it must be one of wrap, ctrl53"),
        ("[capabilities]", "[abilities]", "abilities is not a part of a chip file"),
    ],
)
def test_own_chip_that_is_wrong(own: Callable[..., str], old: str, new: str, says: str) -> None:
    assert old in SMALL
    with pytest.raises(LanewiseError) as caught:
        chip(own(SMALL.replace(old, new, 1)))
    assert caught.value.id == "CHIP-002"
    assert says in str(caught.value)


def test_own_chip_without_instructions(own: Callable[..., str]) -> None:
    whole = chip("ascend910b").file.read_text(encoding="utf-8").replace('"ascend910b"', '"alone"', 1)
    with pytest.raises(LanewiseError, match="say whose instructions it has: like = one of"):
        chip(own(whole))


def test_own_chip_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(LanewiseError, match=r"CHIP-002 nothing\.toml"):
        lanewise.core(str(tmp_path / "nothing.toml"))


@pytest.mark.parametrize("engine", ["fast", "definition", "lockstep"])
def test_own_chip_from_python(own: Callable[..., str], engine: str) -> None:
    with lanewise.core(own(), engine=engine) as core:
        assert core.mem.size == 98304
        x = core.ub((np.arange(256) * 257 - 32768).astype(np.int16))
        y = core.ub(256, np.int16)
        asc.set_ctrl_spr(53, 53, 1)
        asc.add(y, x, x, 256)
        asc.shift_right(y, y, 2, 256)
        assert (y.numpy() == doubled_and_shifted()).all()
        with pytest.raises(LanewiseError, match=r"shift_right: the shift is 17; tiny allows 0\.\.16 for int16"):
            asc.shift_right(y, x, 17, 256)
        with pytest.raises(LanewiseError, match=r"CTRL bits 48\.\.48 cannot be set on tiny; allowed: 53"):
            asc.set_ctrl_spr(48, 48, 1)
        assert {a for a in core.assumptions() if "integer_overflow" in str(a)}


@pytest.mark.parametrize("engine", ["fast", "definition"])
def test_own_chip_ends_where_its_file_says(own: Callable[..., str], engine: str) -> None:
    with lanewise.core(own(), engine=engine) as core, pytest.raises(LanewiseError, match="98304"):
        core.ub(98304 // 2 + 1, np.int16)


def test_own_chip_changes_with_its_file(own: Callable[..., str]) -> None:
    for size in (65536, 131072):
        path = own(SMALL.replace("98304", str(size)))
        with lanewise.core(path) as core:
            x = core.ub(np.full(64, 3, np.int16))
            asc.add(x, x, x, 64)
            assert (core.mem.size, int(x.numpy()[0])) == (size, 6)


@pytest.mark.parametrize("compiler", ["g++", "clang++"])
def test_own_chip_from_a_program(own: Callable[..., str], tmp_path: Path, compiler: str) -> None:
    if shutil.which(compiler) is None:
        pytest.skip(f"no {compiler} here")
    (tmp_path / "both.asc").write_text(PROGRAM, encoding="utf-8")
    command = [*COMMAND, "run", str(tmp_path / "both.asc"), "--chip", own()]
    done = starting.run(command, cwd=tmp_path, capture_output=True, text=True, env={**environment(), "CXX": compiler})
    expected = 0
    for value in doubled_and_shifted().tolist():
        expected = expected * 31 % 1000003 + value + 40000
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{expected} 6\n", "")


def test_own_chip_in_the_shell(own: Callable[..., str], tmp_path: Path) -> None:
    done = starting.run(
        [*COMMAND, "chips", own(), "--json"], cwd=tmp_path, capture_output=True, text=True, env=environment()
    )
    told = json.loads(done.stdout)
    assert (told["name"], told["like"], told["facts"]["ub_bytes"]["value"]) == ("tiny", "ascend910b", 98304)
    assert "shift_right" in {ins["id"] for ins in told["instructions"]}
    script = tmp_path / "kernel.py"
    script.write_text("import lanewise\nprint(lanewise.configure().chip)\n", encoding="utf-8")
    done = starting.run(
        [*COMMAND, "run", str(script), "--chip", own()], cwd=tmp_path, capture_output=True, text=True, env=environment()
    )
    assert (done.stdout, done.stderr) == ("tiny\n", "")
