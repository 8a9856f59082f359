"""Every command on a terminal of 80 columns: no line is longer, but for code and lines that editors take apart."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lanewise import terminal
from lanewise.cpp import progress

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
VERBS = ("run", "build", "suite", "op", "ops", "chips", "demo", "doctor", "new", "compare", "explain", "tune")
CALLS = [
    [], ["--help"], *([verb, "--help"] for verb in VERBS), ["tune", "reduce", "--help"],
    ["ops"], ["ops", "--chip", "aie"], ["ops", "shift_right"], ["ops", "SoftMax"], ["ops", "srs"], ["ops", "--missing"],
    ["chips"], ["chips", "ascend910b"], ["chips", "aie"], ["demo"], ["doctor"], ["new", "scale"],
    ["new", "filter", "--family", "aie"], ["explain", "QUE-007"], ["explain", "RACE-001"],
    ["explain", "Add(dst, src0, src1, mask, 2, {1,2,1,8,10,8})"], ["explain", "Add(dst, src0, src1, 30000)"],
    ["explain", "mul8_antisym(x, 0, 0x03020100, 2, 0x2110, 6, 0x1201, z, 0, 0, 1)"],
    ["explain", "DataCopyPad(local, gm, {4, 100, 0, 0, 0}, {true, 0, 14, 0})"],
    ["tune", "reduce", "--n", "64"], ["op", str(EXAMPLES / "scaled_add"), "--list"],
    ["run", "filter.py", "--time"],
    ["run", "program.py", "--time", "--json", "time.json"], ["compare", "time.json", "time.json"],
]  # fmt: skip
_CODE = ("Definition", "Python", "Ascend C")  # titles that code follows


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("wide")
    shutil.copy(EXAMPLES / "vector_add.py", made / "program.py")
    shutil.copy(EXAMPLES.parent / "tests" / "report" / "programs" / "filter.py", made / "filter.py")
    return made


@pytest.mark.parametrize("words", CALLS, ids=lambda words: " ".join(words)[:40] or "alone")
def test_output_fits_80_columns(
    words: list[str], folder: Path, lanewise: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    monkeypatch.setenv("COLUMNS", "80")
    done = lanewise(*words)
    lines = done.out.splitlines()
    assert lines
    end = next((k for k, line in enumerate(lines) if line in _CODE), len(lines))
    assert [line for line in lines[:end] if len(line) > 80] == []


def test_columns_flow_where_they_must(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    rows = [("name", "what it is", "count"), ("first", "a long text that no line of forty columns holds", 12)]
    assert terminal.columns(rows, right=(2,)).splitlines() == [
        "name   what it is                  count",
        "first  a long text that no line       12",
        "       of forty columns holds",
    ]


class Terminal:
    def __init__(self, is_one: bool) -> None:
        self.text, self.is_one = "", is_one

    def isatty(self) -> bool:
        return self.is_one

    def write(self, text: str) -> None:
        self.text += text

    def flush(self) -> None:
        pass


@pytest.mark.parametrize(("how", "left"), [(progress.working, "\r\x1b[K"), (progress.running, "\n")])
def test_progress_is_told_on_a_terminal(how: Any, left: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked, out = threading.Event(), Terminal(True)
    monkeypatch.setattr("sys.stderr", out)
    monkeypatch.setattr(progress, "AFTER", 0.0)
    with how(lambda: asked.set() or "compiling"):
        assert asked.wait(60)
    assert out.text.startswith("\r\x1b[Klanewise: compiling, ")
    assert out.text.endswith(left)


def test_progress_is_silent_in_a_pipe(monkeypatch: pytest.MonkeyPatch) -> None:
    out = Terminal(False)
    monkeypatch.setattr("sys.stderr", out)
    monkeypatch.setattr(progress, "AFTER", 0.0)
    with progress.working(lambda: "compiling"):
        pass
    assert out.text == ""
