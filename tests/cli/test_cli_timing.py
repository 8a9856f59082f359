"""`run --time`, `--trace`, `--json`, `compare`, `tune` and `explain`."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from pathlib import Path
from typing import Any

import starting

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "vector_add.py"


def run(folder: Path, *args: str, program: Path = EXAMPLE) -> subprocess.CompletedProcess[str]:
    paths = [os.path.abspath(p) for p in os.environ.get("PYTHONPATH", "").split(os.pathsep) if p]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "PYTHONIOENCODING": "utf-8"}
    command = [sys.executable, "-m", "lanewise", "run", str(program), *args]
    return starting.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)


def test_run_times_a_program(tmp_path: Path, lanewise: Callable[..., Any]) -> None:
    done = run(tmp_path, "--time", "--trace", "line.json", "--json", "a.json", "--csv", "tables")
    assert done.returncode == 0, done.stderr
    assert "z = " in done.stdout
    assert "vector_add on ascend910b, 8 blocks" in done.stdout
    assert "flag MTE2_V" in done.stdout
    trace = json.loads((tmp_path / "line.json").read_text())
    assert {e["ph"] for e in trace["traceEvents"]} == {"M", "X", "s", "f"}
    data = json.loads((tmp_path / "a.json").read_text())
    assert data["chip"] == "ascend910b"
    assert len(data["blocks"]) == 8
    assert data["cycles"] > 0
    assert data["launches"][0]["kernel"] == "vector_add"

    instr = (tmp_path / "tables" / "core0.veccore0" / "core0.veccore0_instr_exe.csv").read_text().splitlines()
    assert instr[0] == "instr,addr,pipe,call_count,cycles,running_time(us),detail"
    assert any(line.startswith("Add,,V,4,") for line in instr)
    assert any(line.startswith("EnQue,,S,12,12.0,") for line in instr)  # a cycle of the scalar unit each
    own = json.loads((tmp_path / "tables" / "core3.veccore0" / "trace.json").read_text())["traceEvents"]
    assert [e["args"]["name"] for e in own if e["name"] == "process_name"] == ["block 3"]
    assert json.loads((tmp_path / "tables" / "trace.json").read_text()) == trace
    code = (tmp_path / "tables" / "core7.veccore0" / "core7.veccore0_code_exe.csv").read_text()
    assert code.startswith("code,call_count,cycles,running_time(us)")

    same = lanewise("compare", str(tmp_path / "a.json"), str(tmp_path / "a.json"))
    assert "both take the same" in same.out
    newer = run(tmp_path, "--chip", "ascend950", "--json", "b.json", "--time")
    assert re.search(r"ascend950, 8 blocks: [\d,]+ cycles = ", newer.stdout)
    other = lanewise("compare", str(tmp_path / "a.json"), str(tmp_path / "b.json"))
    assert re.search(r"\n  MTE3 +\d+ -> +\d+", other.out)
    assert re.search(r"\n  vector_add.py:16: work .* -> ", other.out)


def test_chips_without_timing_say_so(tmp_path: Path, lanewise: Callable[..., Any]) -> None:
    done = run(tmp_path, "--chip", "ascend310p", "--time", "--json", "a.json", "--csv", "tables")
    assert "vector_add on ascend310p, 8 blocks: not timed\nno timing of ascend310p is published" in done.stdout
    assert "0 cycles" not in done.stdout
    assert " ticks" not in done.stdout
    data = json.loads((tmp_path / "a.json").read_text())
    (launch,) = data["launches"]
    assert (data["cycles"], launch["cycles"], launch["system_ticks"], launch["blocks"][0]["cycles"]) == (None,) * 4
    assert {row["cycles"] for rows in (launch["pipes"], launch["instructions"], launch["lines"]) for row in rows} == {
        None}
    table = (tmp_path / "tables" / "core0.veccore0" / "core0.veccore0_instr_exe.csv").read_text()
    assert "DataCopy,,MTE2,8,unknown,unknown," in table
    same = lanewise("compare", str(tmp_path / "a.json"), str(tmp_path / "a.json"))
    assert "nothing was timed on ascend310p" in same.out


def test_run_does_not_time_unless_asked(tmp_path: Path) -> None:
    assert "cycles" not in run(tmp_path).stdout


def test_single_instructions_are_timed_too(tmp_path: Path) -> None:
    program = tmp_path / "single.py"
    program.write_text("import lanewise\nfrom lanewise import asc\nwith lanewise.core('ascend910b') as core:\n"
                       "    row = core.ub(64, 'float')\n    asc.duplicate(row, 1.0, 64)\n")
    done = run(tmp_path, "--time", "--json", "a.json", program=program)
    assert done.returncode == 0, done.stderr
    assert "single instructions on ascend910b, 1 block" in done.stdout
    assert "single.py:5" in done.stdout
    assert json.loads((tmp_path / "a.json").read_text())["launches"][0]["kernel"] == "single instructions"
    program.write_text("import lanewise\n")
    assert "launched no kernel" in run(tmp_path, "--time", program=program).stderr


def test_what_faults_is_timed_up_to_the_fault(tmp_path: Path) -> None:
    program = tmp_path / "fault.py"
    program.write_text("""\
import numpy as np
from lanewise import asc
@asc.jit
def breaks(x):
    row = asc.LocalTensor("float", asc.TPosition.VECCALC, 0, 256)
    asc.duplicate(row, 1.0, 256)
    asc.add(row, row, row, 65, 1, asc.BinaryRepeatParams(1, 1, 1, 8, 8, 8))
breaks[2](np.zeros(8, np.float32))
""")
    done = run(tmp_path, "--time", "--json", "a.json", program=program)
    assert done.returncode == 3
    assert "MASK-001" in done.stderr
    assert "launched no kernel" not in done.stderr
    (launch,) = json.loads((tmp_path / "a.json").read_text())["launches"]
    assert launch["notes"] == ["the launch did not end: this is what it issued until then"]
    assert launch["instructions"][0]["instr"] == "Duplicate"
    program.write_text("import lanewise\nfrom lanewise import asc\nwith lanewise.core() as core:\n"
                       "    row = core.ub(64, 'float')\n    asc.duplicate(row, 1.0, 64)\n    1 / 0\n")
    done = run(tmp_path, "--time", program=program)
    assert done.returncode == 1
    assert "Duplicate" in done.stdout
    assert "the launch did not end" in done.stdout


def test_files_that_cannot_be_written_are_refused_before_the_run(tmp_path: Path, lanewise: Callable[..., Any]) -> None:
    nowhere = str(tmp_path / "none" / "x")
    for words in (("run", str(EXAMPLE), "--trace", nowhere), ("run", str(EXAMPLE), "--json", str(tmp_path)),
                  ("run", str(EXAMPLE), "--csv", str(EXAMPLE)), ("explain", "Add(a, b, c, 64)", "--svg", nowhere),
                  ("suite", str(tmp_path), "--json", nowhere)):
        done = lanewise(*words)
        assert done.status == 2, words
        assert done.out == ""
        assert done.err.startswith(f"lanewise: {words[2]} ")
        assert done.err.count("\n") == 1


def test_compare_refuses_other_files(tmp_path: Path, lanewise: Callable[..., Any]) -> None:
    for text in ("{}", '{"launches": []}', '{"chip": "", "cycles": 1, "microseconds": 1, "launches": [{}]}', "[", "3"):
        (tmp_path / "x.json").write_text(text)
        done = lanewise("compare", str(tmp_path / "x.json"), str(tmp_path / "none.json"))
        assert done.status == 2
        assert done.err.startswith(f"lanewise: {tmp_path / 'x.json'}: ")
        assert done.err.count("\n") == 1


def test_tune_prints_ranking_and_code(lanewise: Callable[..., Any]) -> None:
    done = lanewise("tune", "reduce", "--n", "256", "--dtype", "float", "--chip", "ascend910b")
    assert done.status == 0, done.err
    assert "fastest: BlockReduceSum + WholeReduceSum" in done.out
    assert "asc.block_reduce_sum(work, row" in done.out
    assert "AscendC::WholeReduceSum<float, false>(total, work" in done.out


def test_tune_gives_data(lanewise: Callable[..., Any]) -> None:
    data = lanewise("tune", "reduce", "--n", "100", "--json").data
    assert data["ranking"][0]["cycles"] <= data["ranking"][1]["cycles"]


def test_explain_prints_words_and_picture(tmp_path: Path, lanewise: Callable[..., Any]) -> None:
    picture = tmp_path / "add.svg"
    call = "Add(dst, src0, src1, mask, 2, {1,2,1,8,10,8})"
    done = lanewise("explain", call, "--dtype", "half", "--svg", str(picture))
    assert done.status == 0, done.err
    assert "every second block" in done.out
    assert "0·0·0·0·0·*·*·*·1·1·1·1·1" in done.out or "0.0.0.0.0.*.*.*.1.1.1.1.1" in done.out
    ElementTree.parse(picture)


def test_explain_takes_places(lanewise: Callable[..., Any]) -> None:
    done = lanewise("explain", "Add(dst, a, b, 64)", "--dtype", "float", "--at", "b=0x4000", "--at", "a=0")
    assert "float  UB 0x4000" in done.out
    assert lanewise("explain", "Add(dst, a, b, 64)", "--at", "b").status == 2
