"""What the tests of C++ programs share: the command in a process of its own, and files to give it."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from driving import COMMAND, environment

import starting
from lanewise.cpp import compiler


@pytest.fixture(scope="session", autouse=True)
def _can_compile() -> None:
    if not os.path.exists(compiler.RUNTIME):
        pytest.skip("the runtime library is not built")
    if not (os.environ.get("CXX") or shutil.which("g++") or shutil.which("clang++")):
        pytest.skip("no C++ compiler")


@pytest.fixture
def lanewise(tmp_path: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """lanewise("run", "a.cpp", ...) in a folder of its own."""

    def run(*words: str, **options: object) -> subprocess.CompletedProcess[str]:
        settings = {"cwd": tmp_path, "env": environment(), "capture_output": True, "text": True, "timeout": 120}
        return starting.run([*COMMAND, *words], check=False, **{**settings, **options})  # type: ignore[call-overload]

    return run


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str, str], Path]:
    def write_file(name: str, text: str) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    return write_file
