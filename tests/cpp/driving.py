"""Starting the command in a process of its own."""

from __future__ import annotations

import os
import sys

COMMAND = [sys.executable, "-m", "lanewise"]


def environment() -> dict[str, str]:
    """Relative entries of PYTHONPATH would mean something else in another folder."""
    paths = [os.path.abspath(p) for p in os.environ.get("PYTHONPATH", "").split(os.pathsep) if p]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
