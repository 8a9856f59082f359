"""Cells of C++: they compute on arrays of the notebook, and what is wrong is said at the cell's line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lanewise.notebook.cells import CellError

KERNEL = """#include "kernel_operator.h"
using namespace AscendC;
extern "C" __global__ __aicore__ void twice(__gm__ float* x, __gm__ float* z) {
    TPipe pipe;
    TQue<TPosition::VECIN, 1> in;
    TQue<TPosition::VECOUT, 1> out;
    pipe.InitBuffer(in, 1, 256);
    pipe.InitBuffer(out, 1, 512);
    GlobalTensor<float> xs, zs;
    xs.SetGlobalBuffer(x, 64);
    zs.SetGlobalBuffer(z, 64);
    LocalTensor<float> a = in.AllocTensor<float>();
    DataCopy(a, xs, 64);
    in.EnQue(a);
    a = in.DeQue<float>();
    LocalTensor<float> b = out.AllocTensor<float>();
    Add(b, a, a, 64);
    out.EnQue(b);
    b = out.DeQue<float>();
    DataCopy(zs, b, 64);
    out.FreeTensor(b);
    in.FreeTensor(a);
}
"""
LINE = 2 + KERNEL[: KERNEL.index("Add(")].count("\n")  # in the cell, whose first line is the magic's
SCALE = """#include <aie_api/aie.hpp>
void scale(const int16* restrict x, int16* restrict y, unsigned n) {
    for (unsigned i = 0; i < n; i += 32)
        aie::store_v(y + i, aie::mul(aie::load_v<32>(x + i), int16(3)).to_vector<int16>(1));
}
"""


def done(shell: Any, line: str, cell: str = KERNEL, magic: str = "asc") -> Any:
    ran = shell.run_cell(f"%%{magic} {line}\n{cell}")
    if ran.error_in_exec is not None:
        raise ran.error_in_exec
    return ran.result


@pytest.fixture(scope="module")
def timed(shell: Any) -> Any:
    return done(shell, "--chip ascend910b --time twice[1](x, z)")


def test_cell_computes_in_the_arrays_of_the_notebook(shell: Any, timed: Any) -> None:
    assert np.array_equal(shell.user_ns["z"], 2 * np.arange(64))
    shell.user_ns["z"][:] = 0
    shell.run_cell("twice[1](x, z)")
    assert shell.user_ns["z"][5] == 10


def test_cell_with_time_gives_the_timing(timed: Any) -> None:
    assert timed.cycles > 100
    assert f"twice.asc:{LINE}" in timed._repr_html_()


@pytest.mark.parametrize(
    ("line", "change", "said"),
    [
        ("twice[1](x, z)", ("Add(b,", "Add(b[1],"), f"twice.asc:{LINE}: ALIGN-001 Add: dst"),
        ("twice[1](x, z)", ("Add(b,", "Ad(b,"), f"twice.asc:{LINE}:"),
        ("twice(x, z)", ("", ""), "twice[8](...)"),
        ("twice[1](x, nothing)", ("", ""), "name 'nothing' is not defined"),
        ("--chop twice[1](x, z)", ("", ""), "there is no option --chop"),
        ("twice[1](x,", ("", ""), "'twice[1](x,' is no call"),
        ("--chip ascend1 twice[1](x, z)", ("", ""), "CHIP-001"),
    ],
    ids=["rule", "compiler", "blocks", "name", "option", "call", "chip"],
)
def test_cell_says_in_one_line_what_is_wrong(shell: Any, line: str, change: tuple[str, str], said: str) -> None:
    with pytest.raises(CellError) as caught:
        done(shell, line, KERNEL.replace(*change, 1))
    text = "\n".join(caught.value._render_traceback_())
    assert said in text
    assert "cells/" not in text  # where the file lies


def test_aie_cell_computes_and_tells(shell: Any) -> None:
    shell.push({"a": np.arange(64, dtype=np.int16), "b": np.zeros(64, np.int16)})
    took = done(shell, "--time --status scale(a, b, 64)", SCALE, "aie")
    assert took.cycles > 4
    assert np.array_equal(shell.user_ns["b"], 3 * np.arange(64) // 2)
    assert shell.user_ns["scale"].status.counts == {"rounded": 32}  # odd ones; timing makes no other of it


def test_lenses_look_at_a_cell_together(shell: Any, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """In one run, with any set of them, as `lanewise run` has them; what they find is shown as objects."""
    files = [tmp_path / name for name in ("r.html", "t.json", "all.json", "found.sarif")]
    asked = " ".join(f"{name} {file}" for name, file in zip(("--report", "--trace", "--json", "--sarif"), files,
                                                            strict=True))  # fmt: skip
    shell.user_ns["z"][:] = 0
    took = done(shell, f"--check --time {asked} twice[1](x, z)")
    assert took.cycles > 100
    assert np.array_equal(shell.user_ns["z"], 2 * np.arange(64))
    assert "twice on ascend910b: 1 block" in capfd.readouterr().out  # displayed: what the check has found, here nothing
    assert "twice.asc" in files[0].read_text()
    assert json.loads(files[1].read_text())["traceEvents"]
    data = json.loads(files[2].read_text())
    assert (data["cycles"], data["findings"]) == (took.cycles, [])
    assert json.loads(files[3].read_text())["runs"][0]["results"] == []
    shell.push({"a": np.arange(64, dtype=np.int16), "b": np.zeros(64, np.int16)})
    assert done(shell, f"--check --time {asked} scale(a, b, 64)", SCALE, "aie").cycles > 4
    assert "scale.cc" in files[0].read_text()
    with pytest.raises(CellError):
        done(shell, "--sarif found.sarif twice[1](x, z)")
    assert "--sarif holds findings: say --check, too" in capfd.readouterr().err


def test_report_of_a_cell_tells_of_the_rule_that_ended_it(shell: Any, tmp_path: Path) -> None:
    page = tmp_path / "r.html"
    with pytest.raises(CellError, match="ALIGN-001"):
        done(shell, f"--report {page} twice[1](x, z)", KERNEL.replace("Add(b,", "Add(b[1],", 1))
    assert "ALIGN-001" in page.read_text()


def test_extension_goes_away(shell: Any) -> None:
    shell.run_line_magic("unload_ext", "lanewise")
    assert "asc" not in shell.magics_manager.magics["cell"]
