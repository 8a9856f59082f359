"""`lanewise run --watch`: every save of a source, or of a file that it includes or imports, runs it again."""

from __future__ import annotations

import os
import select
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

PATIENCE = 120.0  # seconds: how long a busy computer may take for a step that takes a tenth


class Watched:
    def __init__(self, folder: Path, *words: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "lanewise", "run", *words], cwd=folder, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, start_new_session=True,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # background jobs start with it ignored
        )  # fmt: skip
        self.said = b""

    def until(self, text: str) -> str:
        """What it says until this and the line that it waits for the next change."""
        assert self.process.stdout
        end = time.monotonic() + PATIENCE
        while text.encode() not in self.said or not self.said.endswith(b"(Ctrl-C ends)\n"):
            assert select.select([self.process.stdout], [], [], max(0.0, end - time.monotonic()))[0], self.said
            more = os.read(self.process.stdout.fileno(), 65536)
            assert more, self.said
            self.said += more
        said, self.said = self.said.decode(), b""
        return said


@contextmanager
def start_watching(folder: Path, *words: str) -> Iterator[Watched]:
    one = Watched(folder, *words)
    try:
        yield one
    finally:
        os.killpg(one.process.pid, signal.SIGINT)
        try:
            status = one.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            os.killpg(one.process.pid, signal.SIGKILL)
            raise
    assert status == 130
    assert b"Traceback" not in one.said + one.process.stdout.read()  # type: ignore[union-attr]


def save(path: Path, text: str) -> None:
    """As editors do: beside it, and then in its place."""
    beside = path.with_name(f".{path.name}.new")
    beside.write_text(text, encoding="utf-8")
    beside.replace(path)


def test_python_program_runs_again_when_a_module_is_saved(tmp_path: Path) -> None:
    save(tmp_path / "a.py", "import part\nprint('made', part.N)\n")
    save(tmp_path / "part.py", "N = 1\n")
    with start_watching(tmp_path, "--watch", "a.py") as run:
        assert "waiting for a change of 2 files" in run.until("made 1")
        save(tmp_path / "part.py", "N = (\n")
        assert "lanewise: status 1 " in run.until("SyntaxError")
        save(tmp_path / "part.py", "N = 20 + 3\n")
        run.until("made 23")
        save(tmp_path / "a.py", "import sys\nprint('words', sys.argv[1:])\n")
        run.until("words []")


def test_program_that_runs_on_ends_when_it_is_saved(tmp_path: Path) -> None:
    save(tmp_path / "a.py", "import time\nprint('sleeps', flush=True)\nopen('mark', 'w')\ntime.sleep(1000)\n")
    with start_watching(tmp_path, "a.py", "--watch", "--", "--watch") as run:
        end = time.monotonic() + PATIENCE
        while not (tmp_path / "mark").exists():
            assert time.monotonic() < end
            time.sleep(0.05)
        save(tmp_path / "a.py", "import sys\nprint('given', sys.argv[1:])\n")
        run.until("given ['--watch']")


@pytest.mark.skipif(not (shutil.which("g++") or shutil.which("clang++")), reason="there is no C++ compiler here")
def test_cpp_program_runs_again_when_a_header_is_saved(tmp_path: Path) -> None:
    save(tmp_path / "a.cpp", '#include <cstdio>\n#include "n.h"\nint main() { std::printf("made %d\\n", N); }\n')
    save(tmp_path / "n.h", "#define N 4\n")
    with start_watching(tmp_path, "a.cpp", "--watch") as run:
        assert "lanewise: status 0 " in run.until("made 4")
        save(tmp_path / "n.h", "#define N nothing\n")
        assert "lanewise: status 4 " in run.until("nothing")
        save(tmp_path / "n.h", "#define N 5\n")
        run.until("made 5")


def test_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-m", "lanewise", "run", "a.py", "--watch"], cwd=tmp_path, text=True,
                          capture_output=True, check=False)  # fmt: skip
    assert (done.returncode, done.stderr) == (2, "lanewise: there is no file a.py\n")
