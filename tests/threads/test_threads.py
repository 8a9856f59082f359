"""How what runs at once takes turns: engine/threads, compiled alone, as it knows nothing of who they are."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

HERE, ROOT = Path(__file__).parent, Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """What turns.cpp has found, by case. It sees no other room of the engine."""
    folder = tmp_path_factory.mktemp("threads")
    shutil.copytree(ROOT / "engine" / "threads", folder / "threads")
    program = folder / "turns"
    flags = ["-std=c++20", "-O1", "-Wall", "-Wextra", "-Werror", "-pthread", f"-I{folder}"]
    sources = [str(p) for p in (HERE / "turns.cpp", *sorted((folder / "threads").glob("*.cpp")))]
    subprocess.run(["g++", *flags, *sources, "-o", str(program)], check=True)
    found: dict[str, list[str]] = {}
    for line in subprocess.run([program], capture_output=True, text=True, check=True).stdout.splitlines():
        name, _, text = line.partition(": ")
        found.setdefault(name, []).append(text)
    return found


def test_threads_meet(results: dict[str, list[str]]) -> None:
    """As many as a SIMT function may have, each with a stack of its own, and some in each member of a team."""
    assert results["meet 2048"] == [f"1 0 {sum(range(2048))}"]
    assert results["nested"] == [", ".join(f"1 0 {sum(range(64 + k))}" for k in range(4))]


def test_threads_carry_bytes(results: dict[str, list[str]]) -> None:
    total = 0
    for i in range(20000):
        total = (total * 31 + i * i % 256) % 2**64
    assert results["carry"] == [f"1 1 {total}"] * 2


def test_threads_find_standstills(results: dict[str, list[str]]) -> None:
    assert results["still"] == ["0 the second | the first"]
    assert results["gives up"] == ["1  | "]


def test_threads_go_on_by_seeds(results: dict[str, list[str]]) -> None:
    orders = [text.split(" = ") for text in results["order"]]
    assert all(sorted(went.split()) == list("012345") for _, went in orders)
    assert orders[0] == ["0", "0 1 2 3 4 5"]
    assert orders[1] == orders[2]  # the same seed
    assert len({went for _, went in orders}) > 3


def test_threads_of_a_team_wait(results: dict[str, list[str]]) -> None:
    assert results["in turn"] == ["1 300 0"]
    assert results["plain store"] == ["1 0"]


def test_threads_of_a_team_stand_still(results: dict[str, list[str]]) -> None:
    eight = ", ".join(map(str, range(8)))
    assert results["too many"] == [f"1 members {eight}, ... wait for all of them; at most 128 members run at once"]
    assert results["different"] == ["1 members 0, 3 wait for a pear; member 1 waits for an apple; 1 member has ended"]


def test_threads_follow_who_holds_whom(results: dict[str, list[str]]) -> None:
    assert results["chain"] == ["2 3 4 2 circle from step 1", "2 3 to 3", " to 5"]


def test_blocks_of_a_kernel_in_cpp_take_turns_in_the_engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Called from Python as one in Python is, which takes turns on threads of the interpreter."""
    import lanewise

    source = tmp_path / "meet.asc"
    source.write_text('#include "kernel_operator.h"\n'
                      "__global__ __vector__ void meet(GM_ADDR x) { AscendC::SyncAll(); }\n")  # fmt: skip
    monkeypatch.setattr("lanewise.machine.scheduler.Team.run", lambda *_: pytest.fail("it took turns in Python"))
    lanewise.cpp.load(source).meet[4](np.zeros(64, np.uint8))
    one = lanewise.asc.jit(lambda x: None)
    with pytest.raises(pytest.fail.Exception, match="in Python"):
        one[4](np.zeros(64, np.uint8))


MEETING = """#include "kernel_operator.h"
__global__ __vector__ void meet(GM_ADDR x) { if (AscendC::GetBlockIdx() != 2) AscendC::SyncAll(); }
"""


def test_blocks_stand_still_alike_in_python_and_cpp(tmp_path: Path) -> None:
    """The same launch, the same id and case, and the same words but for the spelling of the call."""
    import lanewise
    from lanewise import asc

    @asc.jit
    def meet(x):
        if asc.get_block_idx() != 2:
            asc.sync_all()

    source = tmp_path / "meet.asc"
    source.write_text(MEETING)
    told = []
    for kernel in (meet, lanewise.cpp.load(source).meet):
        with pytest.raises(lanewise.LanewiseError) as caught:
            kernel[3](np.zeros(64, np.uint8))
        told.append((caught.value.id, caught.value.fields["case"], caught.value.message))
    python, cpp = (re.sub(r" \(test_threads.py:\d+\)", "", message) for _, _, message in told)
    assert [one[:2] for one in told] == [("SYNC-003", "blocks")] * 2
    assert python == ("deadlock: blocks 0, 1 wait for all 3 blocks in sync_all number 1; block 2 ended. "
                      "Set each flag as often as it is waited for, and call sync_all in every block.")
    assert cpp == python.replace("sync_all", "SyncAll").replace("block 2 ended", "1 block has ended")
