"""What a report says: the seed's orderings, overlap, arrows, tables and data."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lanewise import timing
from lanewise.recipes.reduce import STRATEGIES, sum_row
from lanewise.timing.stream import Stream
from lanewise.timing.traced import flags, pipes

pytestmark = pytest.mark.usefixtures("wide_terminal")

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def summed(n: int) -> dict[str, float]:
    """V cycles from the start of the sum to its end, by strategy of the shipped example."""
    x = np.linspace(-1, 1, n, dtype=np.float32)
    out = {}
    for strategy in STRATEGIES:
        if strategy.takes(n, 4):
            out[strategy.name] = timing.of(sum_row[1](x, np.zeros(1, np.float32), n, strategy, trace=True)).cycles
    return out


def test_binary_accumulation_beats_whole_at_30000() -> None:
    took = summed(30000)
    assert took["binary accumulation"] < took["repeated WholeReduceSum"]


def test_block_and_whole_beats_two_whole_beats_three_block_at_256() -> None:
    took = summed(256)
    assert took["BlockReduceSum + WholeReduceSum"] < took["two WholeReduceSum"] < took["three BlockReduceSum"]


def added_run() -> Any:
    """The shipped example, with tiles large enough to be worth overlapping."""
    spec = importlib.util.spec_from_file_location("vector_add", EXAMPLES / "vector_add.py")
    assert spec is not None
    assert spec.loader is not None
    module: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.TILES, module.TILE = 6, 4096
    n = 2 * module.TILES * module.TILE
    x = np.ones(n, np.float32)
    z = np.zeros(n, np.float32)
    run = module.vector_add[2](x, x.copy(), z, trace=True)
    assert (z == 2).all()
    return run


@pytest.fixture(scope="module")
def added() -> timing.Report:
    return timing.of(added_run())


def lanes(trace: dict[str, Any], block: int = 0) -> dict[str, list[dict[str, Any]]]:
    names = {e["tid"]: e["args"]["name"] for e in trace["traceEvents"]
             if e["name"] == "thread_name" and e["pid"] == block}
    out: dict[str, list[dict[str, Any]]] = {name: [] for name in names.values()}
    for e in trace["traceEvents"]:
        if e["ph"] == "X" and e["pid"] == block:
            out[names[e["tid"]]].append(e)
    return out


def test_timeline_shows_copy_and_compute_overlapping(added: timing.Report) -> None:
    trace = json.loads(json.dumps(timing.perfetto(added)))
    of = lanes(trace)
    assert {"SCALAR", "VECTOR", "MTE2", "MTE3", "FLOWCTRL"} <= set(of)

    def overlap(a: str, b: str) -> float:
        return sum(max(0.0, min(p["ts"] + p["dur"], q["ts"] + q["dur"]) - max(p["ts"], q["ts"]))
                   for p in of[a] for q in of[b])

    assert overlap("VECTOR", "MTE2") > 0.5 * sum(e["dur"] for e in of["VECTOR"])
    assert overlap("MTE3", "MTE2") > 0


def test_pipes_of_the_timeline_work_in_order(added: timing.Report) -> None:
    for name, events in lanes(timing.perfetto(added)).items():
        if name in ("VECTOR", "MTE2", "MTE3"):
            ends = [e["ts"] + e["dur"] for e in events]
            assert all(e["ts"] >= end - 1e-9 for e, end in zip(events[1:], ends, strict=False))


def test_arrows_join_a_set_with_its_wait(added: timing.Report) -> None:
    events = timing.perfetto(added)["traceEvents"]
    starts = {e["id"]: e for e in events if e["ph"] == "s"}
    ends = {e["id"]: e for e in events if e["ph"] == "f"}
    assert starts
    assert set(starts) == set(ends)
    assert {"MTE2_V", "V_MTE3", "V_MTE2"} <= {e["name"] for e in starts.values()}
    assert all(ends[k]["ts"] >= starts[k]["ts"] for k in starts)


def test_arrows_lie_inside_the_work_they_join(added: timing.Report) -> None:
    """A viewer hangs an arrow on the slice around its time, so its ends must be inside of the right ones."""
    events = timing.perfetto(added)["traceEvents"]
    work = {(e["pid"], e["args"]["row"]): e for e in events if e["ph"] == "X"}
    ends = {e["id"]: e for e in events if e["ph"] == "f"}
    joined = 0
    for start in (e for e in events if e["ph"] == "s"):
        block = added.blocks[start["pid"]]
        number = start["id"] & 0xFFFFFFFF
        (setters, waiters), pipe = flags(block), pipes(block)
        before = [r for r in range(setters[number]) if pipe[r] == start["tid"]]
        after = [r for r in range(waiters[number], len(block.records)) if pipe[r] == ends[start["id"]]["tid"]]
        for arrow, row in ((start, before[-1]), (ends[start["id"]], after[0])):
            around = [e for e in work.values() if (e["pid"], e["tid"]) == (arrow["pid"], arrow["tid"])
                      and e["ts"] < arrow["ts"] < e["ts"] + e["dur"]]
            assert around == [work[arrow["pid"], row]]
            joined += 1
    assert joined > 40


def test_written_timeline_is_the_same(added: timing.Report, tmp_path: Path) -> None:
    timing.write_perfetto(tmp_path / "t.json", added, added)
    assert json.loads((tmp_path / "t.json").read_text()) == timing.perfetto(added, added)
    timing.write_perfetto(tmp_path / "none.json")
    assert json.loads((tmp_path / "none.json").read_text())["traceEvents"] == []


def test_data_holds_blocks_pipes_and_totals(added: timing.Report) -> None:
    data = json.loads(json.dumps(timing.data(added)))
    assert data["chip"] == "ascend910b"
    assert data["microseconds"] == pytest.approx(data["cycles"] / 1850)
    assert [b["block"] for b in data["blocks"]] == [0, 1]
    assert set(data["blocks"][0]["busy"]) == {"S", "V", "MTE2", "MTE3"}
    assert data["blocks"][0]["bytes_in"] == 2 * 6 * 4096 * 4
    assert data["blocks"][0]["bytes_out"] == 6 * 4096 * 4
    calls = {row["op"]: row["call_count"] for row in data["instructions"]}
    assert calls["add"] == 12
    assert sum(row["cycles"] for row in data["lines"]) == pytest.approx(sum(r["cycles"] for r in data["instructions"]))


def test_pieces_of_the_slowest_block_add_up(added: timing.Report) -> None:
    found = timing.data(added)["slowest"]
    assert found["cycles"] == max(b.cycles for b in added.blocks)
    for pipe, parts in found["pipes"].items():
        assert sum(part["cycles"] for part in parts) == pytest.approx(found["cycles"]), pipe
    assert {part["cause"] for part in found["pipes"]["V"]} >= {"work", "bank conflicts", "flag MTE2_V"}


def test_comparison_splits_the_difference_by_cause() -> None:
    def run(src1: int, barriers: int) -> Any:
        stream = Stream()
        for _ in range(10):
            stream.masked("add", [stream.ub(at, 4096) for at in (0x18000, 0, src1)], 64, 64, (1, 1, 1, 8, 8, 8))
            for _ in range(barriers):
                stream.barrier()
        return timing.bundle([("stream", stream.report())])

    slow, fast = run(0x4000, 1), run(0x4100, 0)
    rows = {line.split("  ")[1]: line.split()[-1] for line in timing.compare(slow, fast).splitlines()
            if line.startswith("  ")}
    assert rows["bank conflicts"] == "-640"
    assert rows["PipeBarrier"] == f"-{9 * 42}"
    assert "work" not in rows  # the same in both
    whole = [line for line in timing.compare(slow, fast).splitlines() if "as V sees it" in line]
    assert whole == [f"time of the slowest block as V sees it, -{slow['cycles'] - fast['cycles']:,.0f} in all"]


def test_advice_says_what_the_launch_would_take() -> None:
    def run(src1: int) -> timing.Report:
        stream = Stream()
        stream.copy(stream.ub(0, 4096), stream.gm(4096), 4096)
        stream.masked("add", [stream.ub(at, 4096) for at in (0x18000, 0, src1)], 64, 64, (1, 1, 1, 8, 8, 8))
        return stream.report()

    (found,) = timing.conflicts(run(0x4000))
    assert found.total == run(0x4100).cycles
    assert found.blocks == 1
    assert f"64 cycles of V less in a block; {found.total:,.0f} cycles in all" in timing.text(run(0x4000))


def test_a_line_that_collides_is_shown_once() -> None:
    """Three buffers, one line: what all of them lose, and where the costliest lies."""
    stream = Stream()
    for step in (0, 0x100, 0x200):
        for _ in range(1 + (step == 0x100)):
            places = [stream.ub(at + step, 4096) for at in (0x18000, 0, 0x4000)]
            stream.masked("add", places, 64, 16, (1, 1, 1, 8, 8, 8))
    shown = " ".join(timing.text(stream.report()).partition("bank conflicts, all blocks\n")[2].split())
    assert shown.count(" loses ") == 1
    assert "loses 64 cycles in 4 calls on 3 sets of operands, the costliest: src0 0x100 and src1 0x4100" in shown


def test_text_names_lines_and_reasons(added: timing.Report) -> None:
    text = timing.text(added)
    assert "vector_add.py:" in text
    assert "flag MTE2_V" in text
    assert "running_time(us)" in text


def test_lens_takes_records_of_several_blocks(added: timing.Report) -> None:
    first, second = added_run().traces
    records = np.concatenate([first.records, second.records])
    records["payload"][len(first.records) :] += np.uint64(len(first.payload))
    payload = np.concatenate([first.payload, second.payload])
    assert timing.report(records, payload, "ascend910b").cycles == added.cycles


def test_nothing_issued_is_nothing_timed() -> None:
    from lanewise.isa.issued import RECORD

    empty = timing.report(np.zeros(0, RECORD), np.zeros(0, np.int64), "ascend910b")
    assert empty.cycles == 0
    assert timing.text(empty)
    assert timing.perfetto(empty)["traceEvents"]
    json.dumps(timing.bundle([("nothing", empty)]))
