"""What a page shows, as data, against the records and the timing that it is made of."""

from __future__ import annotations

import importlib.util
import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import lanewise
from lanewise import aie, timing
from lanewise.check.findings import Finding, Place, Severity
from lanewise.isa.issued import Space
from lanewise.machine.launch import Run
from lanewise.machine.settings import settings
from lanewise.report.facts import RunContents, collect, facts
from lanewise.report.found import findings_data
from lanewise.report.instructions import TEXTS, Instructions
from lanewise.report.memory import holes
from lanewise.report.page import html
from lanewise.report.sites import Files, Sites
from lanewise.report.timeline import SCALE, timeline
from lanewise.timing.order import NAMES
from lanewise.timing.stream import Stream

PROGRAM = Path(__file__).parent / "programs" / "add.py"
MIB = 1 << 20


@pytest.fixture(scope="module")
def run() -> Run:
    spec = importlib.util.spec_from_file_location("report_add", PROGRAM)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    x, z = np.ones(2048, np.float32), np.zeros(2048, np.float32)
    before = settings()
    lanewise.configure(trace=True, check=True)
    try:
        done: Run = module.add[2](x, z)
    finally:
        lanewise.configure(trace=before.trace, check=before.check)
    return done


def test_report_of_a_core_has_its_calls() -> None:
    core = aie.core("aie-ml", trace=True)
    with core:
        v = aie.load_v(np.arange(16, dtype=np.int16), 16)
        aie.mul(v, v)
    (call,) = facts(collect([core]))["calls"]
    assert call["cycles"] == core.time().cycles
    assert [what for _, _, what, _ in call["asked"]] == ["load_v(int16) x 16", "mul(int16, int16) x 16"]
    with pytest.raises(ValueError, match="make the core"):
        lanewise.report(aie.core("aie-ml"))


@pytest.fixture(scope="module")
def data(run: Run) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(json.dumps(facts(collect([run]))))
    return found


def line_of(text: str) -> int:
    return next(k for k, line in enumerate(PROGRAM.read_text().splitlines(), 1) if text in line)


def test_lanes_hold_the_times_of_the_model(run: Run, data: dict[str, Any]) -> None:
    report = timing.of(run)
    for block, drawn in zip(report.blocks, data["launches"][0]["timeline"]["blocks"], strict=True):
        for pipe in (1, 2, 3):
            lane = drawn["lanes"][pipe]
            ends = np.cumsum(np.stack([lane["gap"], lane["length"]], axis=1).ravel())[1::2] / SCALE
            mine = block.rows[block.rows["pipe"] == pipe]
            assert np.allclose(ends, np.sort(mine["end"]), atol=1 / SCALE)
            assert abs(sum(lane["length"]) / SCALE - block.busy[NAMES[pipe]]) < 1
        assert sum(len(lane["site"]) for lane in drawn["lanes"]) == len(block.rows)
        assert all(t <= end for _, t, _, end in drawn["arrows"])


def test_lines_count_their_instructions(data: dict[str, Any]) -> None:
    launch = data["launches"][0]
    at = {row["line"]: row for row in launch["lines"]}
    adds = at[line_of("asc.add(b")]
    assert adds["call_count"] == 8
    assert adds["cycles"] > 0
    assert data["files"][adds["file"]]["text"] == PROGRAM.read_text()
    site = next(site for site in launch["sites"] if site["name"] == "Add")
    assert (site["line"], site["lane"], site["call_count"]) == (line_of("asc.add(b"), 1, 8)


def test_details_are_instructions_at_their_addresses(run: Run, data: dict[str, Any]) -> None:
    launch = data["launches"][0]
    lane = launch["timeline"]["blocks"][0]["lanes"][1]
    issued = [r for r in run.traces[0].records if r["pipe"] == 1 and r["operand_count"]]
    assert len(issued) == len(lane["detail"]) == 4
    for record, number in zip(issued, lane["detail"], strict=True):
        _, shape, _, *addresses = launch["details"][number]
        operands = record["operands"][:3]
        assert addresses == [int(o["address"]) for o in operands]
        assert all(o["space"] == Space.UB for o in operands)
        assert launch["shapes"][shape]["operands"] == [
            ["dst", "float", "UB", 1, 1024], ["src0", "float", "UB", 0, 1024], ["src1", "float", "UB", 0, 1024],
        ]  # fmt: skip
    assert len(set(lane["detail"])) == 2  # two buffers of each queue, in turn
    drawn = {one["detail"]: one["text"] for one in launch["drawings"]}
    assert set(lane["detail"]) <= set(drawn)
    assert all(f"UB {launch['details'][k][3]:#x}" in drawn[k] for k in lane["detail"])


def test_memory_shows_double_buffers_and_holes(data: dict[str, Any]) -> None:
    memory = data["launches"][0]["memory"]
    (first,) = memory["blocks"][0]["maps"]
    assert (first["memory"], first["memory"] in memory["names"]) == ("UB", True)
    assert [(b["what"], b["position"], b["first"], b["bytes"]) for b in first["buffers"]] == [
        ("queue", "VECIN", 0, 1024), ("queue", "VECIN", 1024, 1024),
        ("queue", "VECOUT", 2048, 1024), ("queue", "VECOUT", 3072, 1024),
    ]  # fmt: skip
    for buffer in first["buffers"]:
        assert len(buffer["held"]) == 2  # four tiles in two buffers
        assert buffer["held"][0][0] < buffer["held"][0][1] <= buffer["held"][1][0]
    one, other = (buffer["held"][0] for buffer in first["buffers"][:2])
    assert other[0] < one[1]  # the second buffer is filled while the first is in use
    assert first["holes"] == [[4096, first["bytes"]]]
    assert holes([{"first": 32, "bytes": 32}, {"first": 96, "bytes": 32}], 160) == [[0, 32], [64, 96], [128, 160]]


def test_verdict_says_what_was_looked_at(run: Run, data: dict[str, Any]) -> None:
    verdict = data["verdict"]
    assert verdict["ok"]
    assert verdict["findings"] == "no finding"
    assert re.fullmatch(r"predicted [\d.]+ us = [\d,]+ cycles on ascend910b", verdict["time"])
    assert "assumed" in verdict["rests_on"]
    unchecked = facts(RunContents("x", [(run, timing.of(run))], status=1))
    assert unchecked["findings"] is None
    assert unchecked["verdict"]["findings"] == "not checked"
    assert unchecked["verdict"]["result"] == "the program ended with status 1"
    assert not unchecked["verdict"]["ok"]


def test_what_does_not_fit_is_said(run: Run) -> None:
    report = timing.of(run)
    drawn = timeline(report, run.traces, Sites(report, Files()), Instructions(report.chip), room=10)
    assert [block["rows"] for block in drawn["blocks"]] == [10]
    assert drawn["left_out"] == sum(len(block.rows) for block in report.blocks) - 10
    assert drawn["blocks_left_out"] == 1


@pytest.mark.parametrize(("id", "fields", "arrow", "space"), [
    ("RACE-001", {"pipe": "V", "other_pipe": "V", "kind": "write after read", "space": "UB"}, "PipeBarrier V", "UB"),
    ("RACE-001", {"pipe": "MTE3", "other_pipe": "V", "kind": "read after write", "space": "UB"}, "V_MTE3", "UB"),
    ("RACE-002", {"pipe": "MTE2", "other_pipe": "MTE3", "block": "1", "other_block": "0", "kind": "read after write"},
     "SyncAll", "GM"),
    ("RACE-003", {"kind": "load after store"}, "LocalMemBar", "UB"),
])  # fmt: skip
def test_races_name_the_order_that_is_missing(id: str, fields: dict[str, str], arrow: str, space: str) -> None:
    said = {"op": "add", "other_op": "data_copy", "first": "0", "last": "31", **fields}
    one = Finding(id, Severity.ERROR, "", "", Place("/k.py", 4), Place("/k.py", 3), fields=said)
    (shown,) = findings_data([one], Files())
    assert shown["race"]["arrow"] == arrow
    assert shown["race"]["space"] == space
    assert shown["race"]["ops"] == ["asc.data_copy", "asc.add"]
    assert (shown["other"], shown["place"]) == ([0, 3], [0, 4])
    assert findings_data([replace(one, id="INIT-001")], Files())[0]["race"] is None


def test_steps_stand_in_order_where_nothing_is_timed(run: Run) -> None:
    data = facts(collect([replace(run, settings=replace(run.settings, chip="ascend310p"))]))
    drawn = data["launches"][0]["timeline"]
    assert drawn["unit"] == "steps"
    steps = len(timing.of(run).blocks[0].rows)
    assert drawn["blocks"][0]["length"] == steps
    assert sum(sum(lane["length"]) for lane in drawn["blocks"][0]["lanes"]) == steps * SCALE
    assert data["verdict"]["time"] == "not timed: no timing of ascend310p is published"
    assert data["verdict"]["rests_on"] == ""
    assert len(data["launches"][0]["memory"]["blocks"][0]["maps"][0]["buffers"][0]["held"]) == 2


def test_many_launches_share_one_page(run: Run) -> None:
    """Those that are not shown one by one count in the verdict and beside the source."""
    data = facts(collect([run] * 30))
    one = facts(collect([run]))
    assert len(data["launches"]) + data["rest"]["launches"] == 30
    assert data["rest"]["launches"] > 0
    calls = sum(row["call_count"] for part in (*data["launches"], data["rest"]) for row in part["lines"])
    assert calls == 30 * sum(row["call_count"] for row in one["launches"][0]["lines"])
    assert sum(len(launch["drawings"]) for launch in data["launches"]) <= TEXTS
    assert "in 30 launches" in data["verdict"]["time"]


def test_text_of_kernels_stays_text(run: Run, tmp_path: Path) -> None:
    title = "</script><img src=x onerror=alert(1)>"
    page = lanewise.report(run, tmp_path / "page.html", title=title)
    assert (tmp_path / "page.html").read_text(encoding="utf-8") == page
    assert page.count("</script>") == 2  # the data's and the code's own
    assert "<img" not in page
    held = page.partition('id="data">')[2].partition("</script>")[0]
    assert "<" not in held
    data = json.loads(held)
    assert data["title"] == title
    assert "</script><script>alert(1)</script>" in data["files"][0]["text"]
    assert not re.search(r'(src|href)="?(https?:)?//', page)


def test_a_run_without_records_is_refused(run: Run) -> None:
    with pytest.raises(ValueError, match="trace=True"):
        lanewise.report(Run("k", 1, run.settings))


def test_a_page_of_100000_instructions_is_small() -> None:
    stream = Stream()
    dst, a, b = (stream.ub(address, 4096) for address in (0, 16384, 32768))
    for k in range(100):
        stream.count("add", (dst, a, b), 64 + k)
    trace = stream.core.trace()
    trace.records = np.tile(trace.records, 1000)
    trace.records["sequence"] = np.arange(len(trace.records))
    run = Run("many", 1, lanewise.configure())
    run.traces = [trace]
    page = html(facts(collect([run])))
    assert len(trace.records) == 100_000
    assert len(page.encode()) < 3 * MIB


def test_what_is_cut_is_said(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lanewise.report.timeline.MOST_ARROWS", 1)
    monkeypatch.setattr("lanewise.report.facts.LONGEST", 10)
    (tmp_path / "long.py").write_text("x" * 25)
    data = facts(collect([run], sources=[str(tmp_path / "long.py")]))
    assert (data["files"][0]["text"], data["files"][0]["cut"]) == ("x" * 10, 15)
    block = data["launches"][0]["timeline"]["blocks"][0]
    assert len(block["arrows"]) == 1
    assert block["arrows_left_out"] > 0


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
def test_words_can_be_read_on_their_ground(scheme: int) -> None:
    """At least 4.5 to 1, as the guidelines for accessible pages ask."""
    css = (Path(facts.__code__.co_filename).parent / "page.css").read_text(encoding="utf-8")
    roots = re.findall(r":root \{(.*?)\}", css, re.DOTALL)
    colors = dict(re.findall(r"--(\w+): (#[0-9a-f]+)", roots[0]))
    colors |= dict(re.findall(r"--(\w+): (#[0-9a-f]+)", roots[1])) if scheme else {}

    def light(name: str) -> float:
        text = colors[name][1:]
        text = "".join(c * 2 for c in text) if len(text) == 3 else text
        parts = [int(text[k : k + 2], 16) / 255 for k in (0, 2, 4)]
        red, green, blue = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    for words in ("ink", "dim", "good", "bad", "warn", "link"):
        for ground in ("paper", "soft"):
            low, high = sorted((light(words), light(ground)))
            assert (high + 0.05) / (low + 0.05) >= 4.5, (words, ground)
