"""Runs a program of tests/cpp/host as a user would."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import NamedTuple

import starting

HERE = Path(__file__).parent / "host"


class Done(NamedTuple):
    status: int
    out: str
    err: str


def run(name: str, folder: Path, chip: str = "ascend910b", *options: str, **environment: str) -> Done:
    command = [sys.executable, "-m", "lanewise", "run", str(HERE / name), "--chip", chip, *options]
    done = starting.run(
        command, cwd=folder, env={**os.environ, **environment}, capture_output=True, text=True, timeout=300
    )
    return Done(done.returncode, done.stdout, done.stderr)
