"""Wherever a chip is named, a file of the user's own may be, of either family: every place is walked."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import numpy as np
import pytest

import lanewise
import starting
from lanewise import aie
from lanewise.errors import LanewiseError

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
TINY = """name = "tiny"
title = "One with six cores"
like = "ascend910b"
arch = 2298
[facts]
vector_cores = { value = 6, evidence = "assumed", source = "a wish" }
"""
SHIFTY = """name = "shifty"
title = "One with other shifts"
like = "aie-mlv2"
[facts]
srs_right = { value = 20, evidence = "assumed", source = "a wish" }
"""
PLUGGED = """import pytest
def test_named_on_the_command_line(lanewise_core):
    assert lanewise_core.chip.name == "tiny"
@pytest.mark.lanewise_chips("tiny.toml")
def test_named_in_the_file(lanewise_core):
    assert lanewise_core.chip.fact("vector_cores") == 6
"""


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with both chips, and programs below it."""
    folder = tmp_path_factory.mktemp("chips")
    (folder / "tiny.toml").write_text(TINY)
    (folder / "shifty.toml").write_text(SHIFTY)
    for name in ("plain", "described"):
        (folder / name).mkdir()
        shutil.copy(EXAMPLES / "vector_add.asc", folder / name)
    (folder / "described" / "case.toml").write_text('chips = ["../tiny.toml"]\nexpect = "test pass!"\n')
    (folder / "test_plugged.py").write_text(PLUGGED)
    np.save(folder / "x.npy", np.ones(4096, np.float16))
    return folder


ADD = str(EXAMPLES / "vector_add.asc")
OPERATOR = str(EXAMPLES / "scaled_add")
GRAPH = str(EXAMPLES / "aie" / "two_rate" / "graph.cpp")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["run", ADD, "--chip", "tiny.toml", "--time"], "vector_add on tiny, 8 blocks: "),
        (["run", str(EXAMPLES / "vector_add.py"), "--chip", "tiny.toml", "--time"], "vector_add on tiny, "),
        (["suite", "plain", "--chip", "tiny.toml"], "1 of 1 passed"),
        (["suite", "described"], "described   tiny   pass"),
        (["suite", OPERATOR, "-k", "main", "--chip", "tiny.toml"], "main      tiny   pass"),  # it calls the operator
        (["op", OPERATOR, "x.npy", "x.npy", "--tiling", "--chip", "tiny.toml"], "6 blocks"),
        (["op", OPERATOR, "--list", "--chip", "tiny.toml"], "ScaledAdd"),
        (["chips", "tiny.toml"], "One with six cores"),
        (["ops", "Add", "--chip", "tiny.toml"], "asc.add("),
        (["explain", "Add(dst, src0, src1, 64)", "--chip", "tiny.toml"], "tiny"),
        (["tune", "reduce", "--n", "64", "--chip", "tiny.toml"], "tiny"),
        (["run", GRAPH, "--chip", "shifty.toml", "--time"], " cycles on shifty; "),
        (["suite", str(EXAMPLES / "aie"), "-k", "two_rate", "--chip", "shifty.toml"], "1 of 1 passed"),
        (["chips", "shifty.toml"], "One with other shifts"),
        (["ops", "to_vector", "--chip", "shifty.toml"], "to_vector"),
        (["explain", "aie::add(a, b)", "--chip", "shifty.toml"], "add"),
    ],
    ids=lambda of: " ".join(Path(word).name for word in of) if isinstance(of, list) else "",
)
def test_commands_take_a_file_of_a_chip(here: Path, words: list[str], says: str) -> None:
    command = [sys.executable, "-m", "lanewise", *words]
    done = starting.run(command, cwd=here, capture_output=True, text=True, check=False)
    assert (done.returncode, says in done.stdout) == (0, True), done.stdout + done.stderr


@pytest.mark.parametrize(("words", "chip", "says"), [([ADD, "--time"], "tiny.toml", " on tiny, "),
                                                     ([GRAPH, "--time"], "shifty.toml", " on shifty; ")])  # fmt: skip
def test_environment_takes_a_file_of_a_chip(
    here: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], chip: str, says: str
) -> None:
    monkeypatch.setenv("LANEWISE_CHIP", chip)
    command = [sys.executable, "-m", "lanewise", "run", *words]
    done = starting.run(command, cwd=here, capture_output=True, text=True, check=False)
    assert (done.returncode, says in done.stdout) == (0, True), done.stdout + done.stderr


def test_pytest_takes_a_file_of_a_chip(here: Path) -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "test_plugged.py",
               "--lanewise-chip", "tiny.toml"]  # fmt: skip
    done = starting.run(command, cwd=here, capture_output=True, text=True, check=False)
    assert "2 passed" in done.stdout, done.stdout


def test_python_takes_a_file_of_an_ascend_chip(here: Path) -> None:
    tiny = str(here / "tiny.toml")
    x = np.ones(4096, np.float16)
    assert "6 blocks" in str(lanewise.op.load(OPERATOR, chip=tiny).tiling(x, x))
    assert lanewise.cpp.load(ADD, chip=tiny)
    before = lanewise.configure().chip
    try:
        assert lanewise.configure(chip=tiny).chip == "tiny"
    finally:
        lanewise.configure(chip=before)


def test_python_takes_a_file_of_an_ai_engine(here: Path) -> None:
    shifty = str(here / "shifty.toml")
    lanes = np.arange(8, dtype=np.int64) << 20
    assert aie.srs(lanes, shift=20, to="int16", chip=shifty).tolist() == list(range(8))
    with pytest.raises(LanewiseError, match="20"):
        aie.srs(lanes, shift=21, to="int16", chip=shifty)
    (core,) = aie.run((lambda: None,), chip=shifty)
    assert core.srs_shifts[1] == 20


def test_designs_run_on_the_file_of_a_chip(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However the program names its device."""
    from lanewise import iron

    monkeypatch.setenv("LANEWISE_CHIP", str(here / "shifty.toml"))
    for device in (iron.NPU2(), iron.NPU2Col1(), iron.from_name("npu2"), iron.get_current_device()):
        assert Path(device.chip).name == "shifty.toml"
    assert iron.NPU1().chip != iron.NPU2().chip


@pytest.mark.parametrize(("magic", "chip", "cell"), [
    ("asc", "tiny.toml", '#include "kernel_operator.h"\n__global__ __aicore__ void k(GM_ADDR x) {}\n'),
    ("aie", "shifty.toml", "void k(const int16* x) {}\n"),
])  # fmt: skip
def test_cells_take_a_file_of_a_chip(here: Path, magic: str, chip: str, cell: str) -> None:
    shells = pytest.importorskip("IPython.core.interactiveshell", reason="IPython is not installed")
    from traitlets.config import Config

    config = Config()
    config.HistoryManager.enabled = False
    shell = shells.InteractiveShell(config=config)
    shell.run_line_magic("load_ext", "lanewise")
    shell.push({"x": np.zeros(64, np.int16)})
    call = "k[1](x)" if magic == "asc" else "k(x)"
    shell.run_cell_magic(magic, f"--chip {here / chip} {call}", cell)
