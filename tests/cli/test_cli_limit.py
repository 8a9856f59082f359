"""`lanewise run x.py --timeout`: Python programs, whatever they do, end with 124 and one line."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import starting

KERNEL = """\
import numpy as np
from lanewise import asc

@asc.jit
def forever(x):
    pipe = asc.TPipe()
    buffer = asc.TBuf(asc.TPosition.VECCALC)
    pipe.init_buffer(buf=buffer, len=256)
    tile = buffer.get(asc.float32)
    while True:
        asc.adds(tile, tile, 1.0, 64)

forever[2](np.zeros(64, np.float32))
"""
PROGRAMS = {
    "loop": "n = 0\nwhile True:\n    n += 1\n",
    "kernel": KERNEL,
    "catches everything": "import time\nwhile True:\n    try:\n        time.sleep(9)\n    except Exception:\n"
    "        pass\n",
    "handles interrupts itself": "import signal, time\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\ntime.sleep(60)\n",
}


def run(*words: str, **how: Any) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "lanewise", "run", *words]
    return starting.run(command, capture_output=True, text=True, timeout=60, **how)


@pytest.mark.parametrize("name", PROGRAMS)
def test_python_program_ends_at_its_limit(tmp_path: Path, name: str) -> None:
    file = tmp_path / "x.py"
    file.write_text(PROGRAMS[name])
    start = time.monotonic()
    out = run(str(file), "--timeout", "2")
    assert (out.returncode, out.stderr) == (124, f"lanewise: {file}: stopped after 2 s (--timeout)\n")
    assert time.monotonic() - start < 30


def ignore_interrupts() -> None:
    """As a script does for what it starts in the background."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@pytest.mark.parametrize("before_it_starts", [None, ignore_interrupts])
def test_what_was_found_before_the_limit_is_kept(tmp_path: Path, before_it_starts: Any) -> None:
    file, found = tmp_path / "x.py", tmp_path / "found.json"
    before = """\
import numpy as np
from lanewise import asc

@asc.jit
def half_set(x):
    asc.set_flag(asc.HardEvent.MTE2_V, 0)

half_set[1](np.zeros(64, np.float32))
while True:
    pass
"""
    file.write_text(before)
    out = run(str(file), "--check", "--json", str(found), "--timeout", "6", preexec_fn=before_it_starts)
    assert out.returncode == 124, out.stderr
    assert f"{file}:6: SYNC-102" in out.stderr
    assert [one["id"] for one in json.loads(found.read_text())["findings"]] == ["SYNC-102"]


def test_programs_within_their_limit_are_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "x.py"
    file.write_text("import sys\nprint('done')\nsys.exit(7)\n")
    out = run(str(file), "--timeout", "60")
    assert (out.returncode, out.stdout, out.stderr) == (7, "done\n", "")
