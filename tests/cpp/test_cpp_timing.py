"""The timing lens on compiled programs: their records, lines, clock, and what it says where it does not know."""

from __future__ import annotations

import csv
import importlib.util
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from driving import environment

import lanewise.cpp
from lanewise import timing
from lanewise.cpp import load
from lanewise.draw import explain
from lanewise.isa.catalogue import opcodes
from lanewise.isa.issued import VECTOR_MEMORY
from lanewise.timing.numbers import numbers

pytestmark = pytest.mark.usefixtures("wide_terminal")

HERE = Path(__file__).resolve().parent / "timing"
EXAMPLES = HERE.parents[2] / "examples"
PROGRAMS = HERE.parents[1] / "programs" / "memory"
Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def both() -> tuple[timing.Report, timing.Report, Any, Any]:
    """The same kernel from Python and from C++."""
    spec = importlib.util.spec_from_file_location("vector_add", EXAMPLES / "vector_add.py")
    assert spec is not None
    assert spec.loader is not None
    module: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    x, y = np.arange(2048, dtype=np.float32), np.ones(2048, np.float32)
    z = np.zeros(2048, np.float32)
    first = module.vector_add[2](x, y, z, trace=True)
    z[:] = 0
    second: Any = lanewise.cpp.load(HERE / "add.asc").vector_add[2](x, y, z, trace=True)
    assert (z == x + y).all()
    return timing.of(first), timing.of(second), second, first


def parameters(trace: Any) -> list[list[int]]:
    starts, counts = trace.records["payload"].tolist(), trace.records["payload_count"].tolist()
    return [trace.payload[start : start + count].tolist() for start, count in zip(starts, counts, strict=True)]


def test_fronts_leave_the_same_records(both: tuple[timing.Report, timing.Report, Any, Any]) -> None:
    first, second, compiled, plain = both
    assert second.launched == first.launched == 2
    for one, other in zip(first.blocks, second.blocks, strict=True):
        assert len(one.records) == len(other.records) == 4 * 16
        for name in ("opcode", "pipe", "block", "sequence", "mask", "repeat", "overload", "mask_mode"):
            assert np.array_equal(one.records[name], other.records[name]), name
        local = one.records["operands"]["space"] == VECTOR_MEMORY
        assert np.array_equal(local, other.records["operands"]["space"] == VECTOR_MEMORY)
        for name in ("address", "block_stride", "repeat_stride", "dtype", "role"):
            assert np.array_equal(one.records["operands"][name][local], other.records["operands"][name][local]), name
    for one, other in zip(plain.traces, compiled.traces, strict=True):
        assert parameters(one) == parameters(other)
    assert second.cycles == first.cycles
    assert timing.instruction_rows(second) == timing.instruction_rows(first)


def test_records_of_programs_can_be_drawn(both: tuple[timing.Report, timing.Report, Any, Any]) -> None:
    records = both[2].traces[0].records
    added = records[records["opcode"] == opcodes()["add"]][0]
    said = str(explain(added))
    assert said.startswith("Add (float): dst = src0 + src1.")
    assert "256 elements" in said
    said = [str(explain(row)) for row in both[2].traces[0]]
    assert not any("no cost is published" in words for words in said)
    copies = [words for words in said if words.startswith("DataCopy")]
    assert len(copies) == 12
    assert all("1 piece of 1,024 bytes" in words for words in copies)


def test_records_say_why_they_have_no_lines(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    x = np.zeros(2048, np.float32)
    kernel: Any = lanewise.cpp.load(HERE / "add.asc", flags=["-O0"]).vector_add
    (note,) = kernel[2](x, x, x, trace=True).notes
    assert note.startswith("there are no source lines: the program has none, or is not optimised (-O0)")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert kernel[2](x, x, x, trace=True).notes == ["there are no source lines: addr2line (binutils) is not here"]


def test_untraced_kernels_keep_nothing() -> None:
    x = np.zeros(2048, np.float32)
    assert not lanewise.cpp.load(HERE / "add.asc").vector_add[2](x, x.copy(), x.copy()).traces


def test_programs_and_traces_agree_on_what_blocks_share(
    lanewise: Run, write: Callable[..., Path], tmp_path: Path
) -> None:
    """A buffer that eight blocks read: memory gives each an eighth of it, L2 the rest, also when it is read again."""
    source = write("shared.asc", (HERE / "shared.asc").read_text())
    assert lanewise("run", "shared.asc", "--json", "t.json").returncode == 0
    (launch,) = json.loads((tmp_path / "t.json").read_text())["launches"]
    kernel: Any = load(source).read_all
    report = timing.of(kernel[8](np.zeros(1 << 18, np.float32), trace=True))
    assert launch["cycles"] == pytest.approx(report.cycles)
    n = numbers("ascend910b")
    one, memory, l2 = 32768, n["copy_in.core_rate"], n["copy_in.l2_core_rate"]
    copies = 40 * (n["copy_in.start"] + n["copy_in.burst"]) + 4 * one / memory + 36 * one / l2
    assert report.busy("MTE2") == pytest.approx(copies, rel=0.02)


def test_cores_of_a_kind_share_what_moves_with_them() -> None:
    """24 groups: 24 cube cores share what they load, 48 vector cores what they load. The cube core, which does little
    but wait, bounds nothing."""
    kernel: Any = load(HERE / "groups.asc").both
    run = kernel[24](np.zeros(48 * 40 * 8192, np.float32), np.zeros(24 * (1 << 15), np.float32), trace=True)
    report = timing.of(run)
    n = numbers("ascend910b")
    start, first, one = n["copy_in.start"] + n["copy_in.burst"], n["copy_in.latency"], 32768
    total = n["copy_in.total_rate"]
    cube, vector = report.blocks[0], report.blocks[1]
    assert cube.busy["MTE2"] == pytest.approx(first + 4 * (start + one / (total / 24)), rel=0.01)
    assert vector.busy["MTE2"] == pytest.approx(first + 40 * (start + one / (total / 48)), rel=0.01)
    assert str(timing.verdict(report)).startswith("Bound by copies in at groups.asc:")


def test_python_programs_time_the_kernels_they_load(lanewise: Run, write: Callable[..., Path], tmp_path: Path) -> None:
    write("main.py", f"""\
import numpy as np, lanewise.cpp
x = np.ones(2048, np.float32)
lanewise.cpp.load({str(HERE / "add.asc")!r}).vector_add[2](x, x, x)
""")
    assert lanewise("run", "main.py", "--json", "t.json").returncode == 0
    (launch,) = json.loads((tmp_path / "t.json").read_text())["launches"]
    assert launch["kernel"] == "vector_add"
    assert [block["records"] for block in launch["blocks"]] == [64, 64]


def test_timeline_shows_overlap_and_arrows(lanewise: Run, tmp_path: Path) -> None:
    done = lanewise("run", str(EXAMPLES / "vector_add.asc"), "--trace", "t.json", "--time", "--csv", "tables")
    assert done.returncode == 0, done.stderr
    assert "test pass!" in done.stdout
    assert "vector_add on ascend910b, 8 blocks" in done.stdout
    events = json.loads((tmp_path / "t.json").read_text())["traceEvents"]
    work: dict[str, list[dict[str, Any]]] = {"VECTOR": [], "MTE2": [], "MTE3": []}
    for e in events:
        if e["ph"] == "X" and e["pid"] == 0 and e["cat"] in work:
            work[e["cat"]].append(e)
    assert [len(work[lane]) for lane in ("VECTOR", "MTE2", "MTE3")] == [16, 32, 16]

    def overlap(a: str, b: str) -> float:
        return sum(max(0.0, min(p["ts"] + p["dur"], q["ts"] + q["dur"]) - max(p["ts"], q["ts"]))
                   for p in work[a] for q in work[b])

    assert overlap("VECTOR", "MTE2") > 0.5 * sum(e["dur"] for e in work["VECTOR"])
    assert overlap("MTE3", "MTE2") > 0
    starts = {e["id"]: e for e in events if e["ph"] == "s"}
    ends = {e["id"]: e for e in events if e["ph"] == "f"}
    assert set(starts) == set(ends)
    assert {"MTE2_V", "V_MTE3", "V_MTE2", "MTE3_V"} <= {e["name"] for e in starts.values()}
    assert all(ends[k]["ts"] >= starts[k]["ts"] for k in starts)
    lines = (tmp_path / "tables" / "core7.veccore0" / "core7.veccore0_code_exe.csv").read_text()
    assert "vector_add.asc:55" in lines


def banked(lanewise: Run, tmp_path: Path, place: int, *options: str) -> tuple[dict[str, Any], list[int]]:
    done = lanewise("run", str(HERE / "banks.asc"), "-D", f"SRC1={place}", "--json", f"{place}.json", *options)
    assert done.returncode == 0, done.stderr
    return json.loads((tmp_path / f"{place}.json").read_text()), [int(word) for word in done.stdout.split()]


def test_advice_about_banks_keeps_its_promise(lanewise: Run, tmp_path: Path) -> None:
    before, ticks = banked(lanewise, tmp_path, 0x4000)
    (worst,) = before["launches"][0]["conflicts"]
    assert worst["calls"] == 100
    assert worst["cycles"] == 100 * 64
    moved = re.fullmatch(r"move src1 (\d+) bytes up, from 0x4000 to (0x[0-9a-f]+)", worst["cure"])
    assert moved, worst["cure"]
    assert int(moved[2], 16) == 0x4000 + int(moved[1])
    after, better = banked(lanewise, tmp_path, int(moved[2], 16))
    assert before["cycles"] - after["cycles"] == pytest.approx(worst["saved"])
    assert worst["saved"] == 100 * 64
    assert after["launches"][0]["conflicts"] == []
    # Published for a thousand of them: 2390 ticks, and 4167 where the sources meet.
    assert better[2] - better[0] == pytest.approx(239, rel=0.05)
    assert ticks[2] - ticks[0] == pytest.approx(416.7, rel=0.05)
    told = lanewise("compare", f"{0x4000}.json", f"{int(moved[2], 16)}.json")
    assert "times as fast" in told.stdout
    assert "-6,400" in told.stdout


def test_counter_reads_the_model(lanewise: Run, tmp_path: Path) -> None:
    """100 x (24 + 64) cycles of 1850 MHz in ticks of 50 MHz; the read before the barrier does not wait for V."""
    data, (first, issued, done) = banked(lanewise, tmp_path, 0x10100)
    assert done - first == pytest.approx(100 * 88 * 50 / 1850, abs=2)
    assert issued - first == pytest.approx((100 - 32) * 88 * 50 / 1850, abs=4)  # 32 wait in the queue of the pipe
    # The first read has seen the two Duplicates: 17 cycles and 64 repeats each, and the 37 of the pipe's first use.
    assert first == pytest.approx((2 * (17 + 64) + 37 + 42) * 50 / 1850, abs=2)
    assert done == pytest.approx(data["launches"][0]["system_ticks"], abs=1)  # reads take a cycle each


def test_counter_is_the_same_without_recording_and_in_built_programs(lanewise: Run, tmp_path: Path) -> None:
    timed = banked(lanewise, tmp_path, 0x10100)[1]
    plain = lanewise("run", str(HERE / "banks.asc"), "-D", "SRC1=0x10100")
    assert [int(word) for word in plain.stdout.split()] == timed
    assert lanewise("build", str(HERE / "banks.asc"), "-D", "SRC1=0x10100", "-o", "prog").returncode == 0
    nothing = {**environment(), "PATH": "", "PYTHONHOME": str(tmp_path)}  # the model is in the program's own process
    alone = subprocess.run(["./prog"], cwd=tmp_path, env=nothing, capture_output=True, text=True, check=True)
    assert [int(word) for word in alone.stdout.split()] == timed
    assert alone.stderr == ""


def test_counter_without_a_model_counts_instructions_and_says_so(lanewise: Run, tmp_path: Path) -> None:
    done = lanewise("run", str(HERE / "banks.asc"), "-D", "SRC1=0x10100", "--chip", "ascend310p")
    assert done.stdout.split() == ["3", "104", "106"]
    assert done.stderr == "lanewise: GetSystemCycle counts instructions: no timing of ascend310p is published\n"


@pytest.mark.parametrize(("program", "chip"), [("banks.asc", "ascend910b"), ("functions.asc", "ascend950"),
                                               ("broken.asc", "ascend910b")])
def test_times_are_those_of_the_records(program: str, chip: str, lanewise: Run, tmp_path: Path) -> None:
    """The model hears a program while it runs (--json) or reads what it wrote down (--csv), with SyncAll and faults."""
    defines = ("-D", "SRC1=0x4000") if program == "banks.asc" else ()
    lanewise("run", str(HERE / program), *defines, "--chip", chip, "--json", "t.json", "--csv", "tables")
    launches = json.loads((tmp_path / "t.json").read_text())["launches"]
    folders = [tmp_path / "tables"] if len(launches) == 1 else sorted((tmp_path / "tables").iterdir())
    assert len(folders) == len(launches) > 0
    for launch, folder in zip(launches, folders, strict=True):
        calls: dict[tuple[str, str], int] = {}
        cycles: dict[tuple[str, str], float] = {}
        for table in folder.glob("core*/*_instr_exe.csv"):
            for row in csv.DictReader(table.open()):
                key = row["instr"], row["pipe"]
                calls[key] = calls.get(key, 0) + int(row["call_count"])
                cycles[key] = cycles.get(key, 0.0) + (0.0 if row["cycles"] == "unknown" else float(row["cycles"]))
        assert calls
        assert calls == {(row["instr"], row["pipe"]): row["call_count"] for row in launch["instructions"]}
        assert cycles == pytest.approx({(r["instr"], r["pipe"]): r["cycles"] or 0.0 for r in launch["instructions"]})


MANY = r"""
#include "acl/acl.h"
#include "kernel_operator.h"

__global__ __aicore__ void many()
{
    for (int i = 0; i < 2100000; ++i) AscendC::PipeBarrier<PIPE_V>();
}

int main()
{
    many<<<1, nullptr, nullptr>>>();
    return aclrtSynchronizeStream(nullptr);
}
"""


def test_no_launch_is_too_long_to_be_timed(lanewise: Run, write: Callable[..., Path], tmp_path: Path) -> None:
    write("many.asc", MANY)
    assert lanewise("run", "many.asc", "--json", "t.json").returncode == 0
    (launch,) = json.loads((tmp_path / "t.json").read_text())["launches"]
    assert launch["notes"] == []
    assert [(row["instr"], row["call_count"], row["cycles"]) for row in launch["instructions"]] == [
        ("PipeBarrier", 2100000, 2100000)]


def test_what_is_left_out_is_named(lanewise: Run, tmp_path: Path) -> None:
    done = lanewise("run", str(HERE / "broken.asc"), "--time", "--json", "t.json")
    assert done.returncode == 3
    assert "SYNC-003" in done.stderr
    first, second = json.loads((tmp_path / "t.json").read_text())["launches"]
    assert first["unknown"] == {"Sigmoid": 4, "Tanh": 2}
    assert "Sigmoid x 4: no cost is published for ascend910b; it is in no total" in done.stdout
    assert first["waits"][0]["reason"] == "SyncAll"
    assert second["kernel"] == "breaks"
    assert second["cycles"] > 0
    assert second["notes"] == ["the launch did not end: this is what it issued until then"]


def test_sums_order_as_published(lanewise: Run) -> None:
    """BlockReduceSum + WholeReduceSum, then two WholeReduceSum, then three BlockReduceSum; and 2 to 5 times an Add."""
    done = lanewise("run", str(HERE / "sums.asc"))
    assert done.returncode == 0, done.stderr
    mixed, two, three, *pairs = (int(word) for word in done.stdout.split())
    assert mixed < two < three
    for add, whole in zip(pairs[::2], pairs[1::2], strict=True):
        assert 2 < whole / add < 5


def test_acceptance_program_prints_the_published_order(lanewise: Run, tmp_path: Path) -> None:
    shutil.copytree(PROGRAMS / "reduce_strategies", tmp_path, dirs_exist_ok=True)
    subprocess.run([sys.executable, "gen_data.py"], cwd=tmp_path, check=True)
    done = lanewise("run", "reduce_strategies.asc", "--json", "time.json")
    assert done.returncode == 0, done.stderr
    took = {name: int(n) for name, n in re.findall(r"\] (.*): (\d+) cycles", done.stdout)}
    assert took["binary accumulation 1 x 30000"] < took["WholeReduceSum loop 1 x 30000"]
    (words,) = re.findall(r"two whole (\d+), three block (\d+), block . whole (\d+)", done.stdout)
    two, three, mixed = map(int, words)
    assert mixed <= two < three  # a tick is 37 cycles, so the first two may end in the same one: cycles tell them apart
    launches = json.loads((tmp_path / "time.json").read_text())["launches"]
    by_line = {int(row["code"].rpartition(":")[2]): row["cycles"]
               for one in launches for row in one["lines"] if row["code"].startswith("reduce_strategies.asc:")}
    starts, source = {}, (tmp_path / "reduce_strategies.asc").read_text().splitlines()
    for number, line in enumerate(source, 1):
        found = re.search(r"inline void (\w+)\(", line)
        if found:
            starts[found[1]] = number

    def cycles_of_function(name: str) -> float:
        """Cycles of the lines from a function to the end of it."""
        end = source.index("    }", starts[name])
        return sum(cycles for line, cycles in by_line.items() if starts[name] <= line <= end)

    assert 0 < cycles_of_function("BlockThenWhole") < cycles_of_function("TwoWhole") < cycles_of_function("ThreeBlock")


def test_kernels_of_a_template_are_named_with_their_arguments(lanewise: Run, tmp_path: Path) -> None:
    data = tmp_path / "times.json"
    done = lanewise("run", str(HERE / "instances.asc"), "--time", "--json", str(data))
    assert done.returncode == 0, done.stderr
    assert [launch["kernel"] for launch in json.loads(data.read_text())["launches"]] == [
        "run<half, 256, Mode::slow, Box<half>, Box, true>",
        "run<unsigned int, 128, Mode::slow, Box<unsigned int>, Box, true>",
        "run<float, 16, Mode::fast, Box<int>, Box, -1>",
    ]  # fmt: skip
