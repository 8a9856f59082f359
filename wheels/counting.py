"""Runs an installation that compiles the engine, and counts the files: `python -m wheels.counting COMMAND...`.

pip hides what a build says, and three minutes of silence look like a program that hangs. On a terminal one line counts,
elsewhere every tenth of the files has one. What else was said is shown where the installation fails.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterable
from typing import TextIO

_STEP = re.compile(r"\s*\[([1-9]\d*)/(\d+)\] (?!Re-)")  # as ninja counts, once it knows how many there are


def count(lines: Iterable[str], out: TextIO) -> list[str]:
    """Tells of steps while they come; gives all that was said."""
    said, tenth, shown = [], -1, False
    for line in lines:
        said.append(line)
        step = _STEP.match(line)
        if not step:
            continue
        done, steps = map(int, step.groups())
        if out.isatty():
            print(f"\rcompiling the engine: {done} of {steps} files", end="", file=out, flush=True)
            shown = True
        elif 10 * done // steps > tenth:
            tenth = 10 * done // steps
            print(f"compiling the engine: {done} of {steps} files", file=out, flush=True)
    if shown:
        print(file=out)
    return said


def main(command: list[str]) -> int:
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=subprocess.STDOUT, text=True, errors="replace") as run:
        assert run.stdout is not None
        said = count(run.stdout, sys.stdout)
    if run.returncode:
        sys.stderr.writelines(said)
    return run.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
