"""`lanewise run`: exit statuses, and what the program sees."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import starting

KERNEL = """\
import sys

import asc
import numpy as np


@asc.jit
def shift(x: asc.GlobalAddress, y: asc.GlobalAddress, by: int, n: int):
    source, target = asc.GlobalTensor(), asc.GlobalTensor()
    source.set_global_buffer(x)
    target.set_global_buffer(y)
    a = asc.LocalTensor(source.dtype, asc.TPosition.VECIN, 0, n)
    b = asc.LocalTensor(source.dtype, asc.TPosition.VECOUT, 2 * n, n)
    asc.data_copy(a, source, n)
    asc.shift_right(b, a, by, n)
    asc.data_copy(target, b, n)


if __name__ == "__main__":
    x = np.arange(1, 65, dtype=np.int16)
    y = np.full_like(x, -1)
    shift[1](x, y, int(sys.argv[1]), 64)
    print(y[:4], y[-1])
    sys.exit(7)
"""


def run(folder: Path, text: str, *args: str) -> subprocess.CompletedProcess[str]:
    """Runs a program in a process of its own, as `run` changes what `import asc` means."""
    (folder / "program.py").write_text(text, encoding="utf-8")
    paths = [os.path.abspath(p) for p in os.environ.get("PYTHONPATH", "").split(os.pathsep) if p]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
    command = [sys.executable, "-m", "lanewise", "run", "program.py", *args]
    return starting.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)


def test_program_gives_its_own_status(tmp_path: Path) -> None:
    done = run(tmp_path, KERNEL, "--engine", "definition", "--", "2")
    assert (done.returncode, done.stdout, done.stderr) == (7, "[0 0 0 1] 16\n", "")


def test_chip_reaches_the_kernel(tmp_path: Path) -> None:
    """ascend950 shifts by more than the width; ascend910b refuses that."""
    done = run(tmp_path, KERNEL, "--engine", "definition", "--chip", "dav-3510", "--", "20")
    assert (done.returncode, done.stdout) == (7, "[0 0 0 0] 0\n")


def test_broken_rule_is_one_line(tmp_path: Path) -> None:
    done = run(tmp_path, KERNEL, "--engine", "definition", "--", "20")
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr.startswith("program.py:15: SCALAR-001 shift_right: the shift is 20; ascend910b allows 0..16")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("engine", ["definition", "fast"])
def test_overlap_is_warned_of_and_refused_if_strict(tmp_path: Path, engine: str) -> None:
    overlapping = KERNEL.replace("VECOUT, 2 * n, n", "VECOUT, 32, n")
    for words in (["--lenient"], []):
        done = run(tmp_path, overlapping, "--engine", engine, *words, "--", "2")
        assert (done.returncode, done.stderr.count("OVERLAP-001"), done.stderr.count("\n")) == (7, 1, 1)
        assert done.stderr.startswith("program.py:15: warning: ")
    done = run(tmp_path, overlapping, "--engine", engine, "--strict", "--", "2")
    assert (done.returncode, "OVERLAP-001" in done.stderr) == (3, True)


def test_exception_prints_as_python_does(tmp_path: Path) -> None:
    text = "def f():\n    raise KeyError('x')\n\n\nf()\n"
    done = run(tmp_path, text)
    assert done.returncode == 1
    lines = done.stderr.splitlines()
    assert lines[:2] == ["Traceback (most recent call last):", '  File "program.py", line 5, in <module>']
    assert lines[-1] == "KeyError: 'x'"
    assert "lanewise" not in done.stderr


def test_syntax_error_does_not_compile(tmp_path: Path) -> None:
    done = run(tmp_path, "x = 1\ndef (\n")
    assert done.returncode == 4
    assert 'File "program.py", line 2' in done.stderr
    assert "lanewise" not in done.stderr


def test_other_files_are_refused(lanewise, tmp_path: Path) -> None:
    source = tmp_path / "kernel.txt"
    source.touch()
    done = lanewise("run", str(source))
    assert done.status == 2
    assert done.err.startswith(f"lanewise: {source}: run takes one Python file (.py) or C++ files (.asc, .cpp")


def test_words_behind_a_python_file_are_its_own(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text("import sys\nprint(sys.argv[1:])\n")
    done = starting.run(
        [sys.executable, "-m", "lanewise", "run", str(program), "a", "--", "-b"], capture_output=True, text=True
    )
    assert done.stdout == "['a', '-b']\n"


@pytest.mark.parametrize("args", [["missing.py"], [__file__, "--chip", "ascend1"], [__file__, "--engine", "warp"], []])
def test_wrong_use(lanewise, args: list[str]) -> None:
    assert lanewise("run", *args).status == 2
