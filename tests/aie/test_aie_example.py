"""The example runs and rounds every value once."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "aie_cascade.py"


def test_example_cascade() -> None:
    done = subprocess.run([sys.executable, str(EXAMPLE)], capture_output=True, text=True, check=True)
    assert "largest error:  0.5" in done.stdout or "largest error:  0.4" in done.stdout
    assert "saturated:      False" in done.stdout
