"""Graphs in time: calls whose cycles are given, and an example whose filters take the same."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest
from running import EXAMPLES, lanewise

from lanewise.aie.adf.levels import Link, Node, Picture
from lanewise.aie.adf.observed import Called
from lanewise.aie.adf.times import GraphTime
from lanewise.timing.units import Tally, Time

IN, FIRST, SECOND, OUT = range(4)
BLOCK, CALLS = 64, 6
PORT = BLOCK / 4  # cycles of a block on its way in, and out


def link(source: int, sink: int, capacity: int, block: bool = True) -> Link:
    elements = BLOCK // 4 if block else 0
    return Link(source, sink, f"{source} -> {sink}", "buffer" if block else "stream", "int32", elements, elements, 0,
                capacity, 0, 0, BLOCK * CALLS, 0, 0)  # fmt: skip


def chain(first: float, second: float, capacity: int, cores: tuple[int, int] = (1, 2), block: bool = True,
          plio: tuple[int, float] = (32, 0.0)) -> GraphTime:  # fmt: skip
    nodes = [Node(IN, "PLIO", "in", "", *plio), Node(FIRST, "kernel", "first", "a.cc", core=cores[0]),
             Node(SECOND, "kernel", "second", "b.cc", core=cores[1]), Node(OUT, "PLIO", "out", "")]  # fmt: skip
    links = [link(IN, FIRST, 0), link(FIRST, SECOND, capacity, block), link(SECOND, OUT, 0)]
    calls = []
    for kernel, cycles, moved in ((FIRST, first, (0, 1)), (SECOND, second, (1, 2))):
        time = Time("aie", cycles, {"loads": cycles}, 0.0, 0.0, (), Tally(), {})
        calls += [Called(kernel, time, dict.fromkeys(moved, BLOCK))] * CALLS
    return GraphTime(Picture(nodes, links), calls, "aie")


def starts(time: GraphTime, kernel: int) -> list[float]:
    return [s.start for s in time.replay.spans if s.kernel == kernel]


def test_the_slowest_stage_decides_and_ping_pong_holds_the_first_back() -> None:
    time = chain(10, 30, 2 * BLOCK)
    assert time.replay.cycles == PORT + 10 + CALLS * 30 + PORT
    assert time.slowest == "second"
    assert starts(time, SECOND) == [PORT + 10 + 30 * n for n in range(CALLS)]
    # Two blocks: one is being read, the other filled; a third must wait until the one before it was read.
    assert starts(time, FIRST) == [PORT, 2 * PORT, *(PORT + 10 + 30 * n for n in range(1, CALLS - 1))]
    assert time._waits(FIRST) == "room in buffer 1 -> 2"


def test_a_single_buffer_makes_stages_take_turns() -> None:
    assert chain(10, 30, BLOCK).replay.cycles == PORT + CALLS * 40 + PORT


def test_kernels_of_one_core_take_turns() -> None:
    time = chain(10, 30, 8 * BLOCK, cores=(1, 1))
    assert time.replay.cycles == PORT + CALLS * 40 + PORT
    spans = sorted(time.replay.spans, key=lambda s: s.start)
    assert all(a.end <= b.start for a, b in pairwise(spans))


def test_words_of_a_stream_come_before_the_end() -> None:
    time = chain(30, 10, 64, block=False)
    ends = [s.end for s in time.replay.spans if s.kernel == SECOND]
    assert ends == [PORT + 30 * (n + 1) for n in range(CALLS)]
    assert time.slowest == "first"


def test_a_port_carries_four_bytes_a_cycle() -> None:
    """Kernels that take less than their blocks need on the way: the port decides, in and out at the same time."""
    time = chain(2, 3, 2 * BLOCK)
    assert starts(time, FIRST) == [PORT * (n + 1) for n in range(CALLS)]
    assert time.replay.cycles == PORT * CALLS + 2 + 3 + PORT
    assert time.slowest == "buffer 0 -> 1, 4 bytes a cycle"
    rates = [output["bytes_per_cycle"] for output in time.data()["outputs"]]
    assert rates == [BLOCK * CALLS / (PORT * CALLS + 5 + PORT)]
    assert all(rate <= 4 for rate in rates)
    # A slow kernel hides what comes while it works.
    assert chain(50, 3, 2 * BLOCK).replay.cycles == PORT + 50 * CALLS + 3 + PORT


def test_a_plio_carries_its_width_at_its_frequency() -> None:
    """Bits times MHz over the clock of the array, which is 1 GHz here; never more than its port."""
    slow = chain(2, 3, 2 * BLOCK, plio=(64, 250.0))  # 8 bytes every fourth cycle
    assert starts(slow, FIRST) == [BLOCK / 2 * (n + 1) for n in range(CALLS)]
    assert slow.replay.cycles == BLOCK / 2 * CALLS + 2 + 3 + PORT
    assert slow.slowest == "buffer 0 -> 1, 2 bytes a cycle (64 bits at 250 MHz)"
    assert "clock_mhz (1 GHz" in slow.text()
    fast = chain(2, 3, 2 * BLOCK, plio=(128, 500.0))
    assert fast.replay.cycles == chain(2, 3, 2 * BLOCK).replay.cycles
    assert "clock_mhz" not in fast.text()


def test_plios_without_a_frequency_are_named() -> None:
    """They bound nothing, so that the time stays a least one, and the text says what the tools would choose."""
    assert "bytes a cycle are: in 2, out 1" in chain(2, 3, 2 * BLOCK, plio=(64, 0.0)).text()
    assert "bytes a cycle are: out 1" in chain(2, 3, 2 * BLOCK, plio=(128, 0.0)).text()


def test_memory_between_ports_costs_both() -> None:
    nodes = [Node(IN, "PLIO", "in", ""), Node(FIRST, "shared buffer", "tile", ""),
             Node(SECOND, "kernel", "second", "b.cc", core=2), Node(OUT, "PLIO", "out", "")]  # fmt: skip
    links = [link(IN, FIRST, 0), link(FIRST, SECOND, 2 * BLOCK), link(SECOND, OUT, 0)]
    time = Time("aie", 1.0, {"loads": 1.0}, 0.0, 0.0, (), Tally(), {})
    calls = [Called(SECOND, time, {1: BLOCK, 2: BLOCK})] * CALLS
    cycles = GraphTime(Picture(nodes, links), calls, "aie").replay.cycles
    assert cycles == PORT * (CALLS + 1) + 1 + PORT


def test_the_table_of_kernels_fits_a_narrow_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    lines = chain(10, 30, 2 * BLOCK).text().splitlines()
    at = next(k for k, line in enumerate(lines) if line.startswith("kernel"))
    rows = lines[at : at + 6]
    assert all(len(line) <= 60 for line in rows)
    first = [line for line in rows if line.startswith(("first", " " * 20))]
    assert "loads, room in buffer 1 -> 2" in " ".join(" ".join(first).split())


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    folder = tmp_path_factory.mktemp("timed")
    lenses = "--time", "--trace", folder / "trace.json", "--json", folder / "time.json"
    done = lanewise("graph.cpp", "--chip", "aie", "--out", folder, *lenses, cwd=EXAMPLES / "fir_chain")
    assert done.returncode == 0, done.stderr
    return done.stdout, folder


def test_equal_stages_take_one_call_longer_than_one(example: tuple[str, Path]) -> None:
    data = json.loads((example[1] / "time.json").read_text())
    first, second = data["kernels"]
    assert first["cycles"] == second["cycles"] > 0
    blocks = 2 * 256 / 4  # cycles of a block of 128 int16 on its way in, and out
    assert data["cycles"] == pytest.approx(first["cycles"] * 5 / 4 + blocks)
    assert f"{data['cycles']:,.0f} cycles on aie; the slowest stage is fir" in example[0]


def test_timeline_has_cores_waits_and_levels(example: tuple[str, Path]) -> None:
    events = json.loads((example[1] / "trace.json").read_text())["traceEvents"]
    assert sum(e["ph"] == "X" and e["name"].startswith("fir") for e in events) == 8
    assert any(e["name"] == "waits for data in buffer fir.out[0] -> fir[1].in[0]" for e in events)
    levels = [e["args"]["bytes"] for e in events if e["ph"] == "C"]
    assert max(levels) == 512  # bytes: one block is being read when the next is full
    assert levels[-1] == 0
