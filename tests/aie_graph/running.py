"""Graph programs as users start them, and their text files as arrays."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np

import starting

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "aie"


def lanewise(*words: str | Path, cwd: Path, soon: bool = True, **environment: str) -> subprocess.CompletedProcess[str]:
    """Programs look at the environment where another macro would only mean to compile them again.

    `soon` is without optimisation, which takes half of the time and which no value or finding depends on.
    """
    options = ["--cxxflag=-O0"] if soon else []
    command = [sys.executable, "-m", "lanewise", "run", *options, *map(str, words)]
    return starting.run(command, capture_output=True, text=True, cwd=cwd, env={**os.environ, **environment})


def numbers(path: Path) -> np.ndarray:
    words = [word for word in path.read_text().split() if word != "TLAST"]
    return np.array([int(word) for word in words], dtype=object)
