"""Graph programs as users start them, and their text files as arrays."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "aie"


def lanewise(*words: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "lanewise", "run", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, cwd=cwd)


def numbers(path: Path) -> np.ndarray:
    words = [word for word in path.read_text().split() if word != "TLAST"]
    return np.array([int(word) for word in words], dtype=object)
