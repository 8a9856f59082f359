"""What matters most stands out on a terminal; a pipe gets one plain line."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

RACE = """\
import numpy as np
from lanewise import asc

@asc.jit
def kernel(x: asc.GlobalAddress):
    gm = asc.GlobalTensor()
    gm.set_global_buffer(x, 64)
    ub = asc.LocalTensor(asc.float32, asc.TPosition.VECCALC, 0, 64)
    asc.data_copy(ub, gm, 64)
    asc.adds(ub, ub, 1.0, 64)

kernel[1](np.ones(64, np.float32))
"""


def on_a_terminal(folder: Path, *words: str, **variables: str) -> str:
    ours, theirs = pty.openpty()
    environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "120", **variables}
    environment.pop("NO_COLOR", None) if "NO_COLOR" not in variables else None
    with subprocess.Popen([sys.executable, "-m", "lanewise", *words], cwd=folder, env=environment, stdin=theirs,
                          stdout=theirs, stderr=theirs) as running:  # fmt: skip
        os.close(theirs)
        seen = b""
        while True:
            try:
                part = os.read(ours, 65536)
            except OSError:  # nobody holds the other end any more
                break
            if not part:
                break
            seen += part
        running.wait()
    os.close(ours)
    return seen.decode().replace("\r\n", "\n")


def test_findings_stand_out_on_a_terminal(tmp_path: Path) -> None:
    (tmp_path / "race.py").write_text(RACE, encoding="utf-8")
    seen = on_a_terminal(tmp_path, "run", "race.py", "--check")
    assert "\x1b[1mrace.py:10: RACE-001\x1b[0m asc.adds (V) reads" in seen
    assert "\n    asc.adds(ub, ub, 1.0, 64)\n" in seen
    assert "\n  \x1b[1mcure:\x1b[0m Write asc.set_flag(" in seen
    assert "\x1b[2mlanewise: not checked: " in seen
    assert "infinities" not in seen
    plain = on_a_terminal(tmp_path, "run", "race.py", "--check", NO_COLOR="1")
    assert "\x1b" not in plain
    piped = subprocess.run([sys.executable, "-m", "lanewise", "run", "race.py", "--check"], cwd=tmp_path,
                           capture_output=True, text=True, check=False)  # fmt: skip
    assert piped.stderr.startswith("race.py:10: RACE-001 asc.adds (V) reads")
    assert piped.stderr.count("\n") == 3
    assert "\x1b" not in piped.stderr


def test_errors_and_explanations_stand_out_on_a_terminal(tmp_path: Path) -> None:
    (tmp_path / "wrong.py").write_text(RACE.replace("1.0, 64)", "1.0, -1)"), encoding="utf-8")
    assert "\x1b[1mwrong.py:10: COUNT-001\x1b[0m adds: " in on_a_terminal(tmp_path, "run", "wrong.py")
    assert "\x1b[1mAdd(dst, a, b, 64)\x1b[0m\n" in on_a_terminal(tmp_path, "explain", "Add(dst, a, b, 64)")
    (tmp_path / "wrong.cpp").write_text("int main() { return nothing; }\n", encoding="utf-8")
    assert "\x1b[1mwrong.cpp:1:21: error:\x1b[0m " in on_a_terminal(tmp_path, "run", "wrong.cpp")


def test_what_times_and_the_demo_say_first_stands_out(tmp_path: Path) -> None:
    (tmp_path / "race.py").write_text(RACE, encoding="utf-8")
    assert "\n\x1b[1mBound by " in on_a_terminal(tmp_path, "run", "race.py", "--time")
    assert "\n\x1b[1m3. Next\x1b[0m\n" in on_a_terminal(tmp_path, "demo")
