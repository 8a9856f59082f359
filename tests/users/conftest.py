"""A user's computer: the wheel in an empty environment, a home and a cache of its own, and nothing of the checkout."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]
PROGRAMS = Path(__file__).parent / "programs"


class Ended(NamedTuple):
    status: int
    out: str
    err: str


class Desk(NamedTuple):
    """Where a user works."""

    folder: Path
    tools: Path
    environment: dict[str, str]

    def __call__(self, *words: str, status: int = 0) -> Ended:
        """What a command of the environment printed; it must end with this status."""
        command = [str(self.tools / words[0]), *words[1:]]
        done = subprocess.run(command, cwd=self.folder, env=self.environment, capture_output=True, text=True)
        assert done.returncode == status, f"{' '.join(words)}: {done.returncode}\n{done.stdout}{done.stderr}"
        return Ended(done.returncode, done.stdout, done.stderr)

    def python(self, text: str) -> str:
        return self("python", "-c", text).out


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the commands of an environment that has the wheel of this checkout, made as `make wheel` does."""
    home = tmp_path_factory.mktemp("installed")
    subprocess.run([sys.executable, "-m", "wheels", "native"], cwd=ROOT, check=True, capture_output=True)
    wheel = max((ROOT / "dist").glob("lanewise-*.whl"), key=os.path.getmtime)
    subprocess.run([sys.executable, "-m", "venv", str(home / "venv")], check=True)
    tools = home / "venv" / "bin"
    pip = [str(tools / "python"), "-m", "pip", "install", "-q", "--disable-pip-version-check"]
    subprocess.run([*pip, str(wheel), "pytest", "pytest-xdist"], check=True)
    return tools


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.fixture
def desk(installed: Path, cache: Path, tmp_path: Path) -> Desk:
    path = os.pathsep.join((str(installed), os.environ["PATH"]))
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("LANEWISE", "PYTEST", "PYTHON"))}
    return Desk(tmp_path, installed, {**kept, "PATH": path, "HOME": str(tmp_path), "LANEWISE_CACHE": str(cache)})


@pytest.fixture
def bring(desk: Desk) -> Callable[..., str]:
    """Puts one of the programs on the desk, with some of its text replaced."""

    def put(name: str, *replacements: tuple[str, str], to: str = "") -> str:
        text = (PROGRAMS / name).read_text(encoding="utf-8")
        for old, new in replacements:
            assert old in text
            text = text.replace(old, new)
        (desk.folder / (to or name)).write_text(text, encoding="utf-8")
        return to or name

    return put


@pytest.fixture
def browser() -> str:
    found = shutil.which("chromium") or shutil.which("google-chrome")
    if found is None:
        pytest.skip("no Chromium")
    return found
