"""Calls that no header makes, through the C border of an engine that is built with sanitizers."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from lanewise.cpp import compiler

ROOT, HERE = Path(__file__).resolve().parents[2], Path(__file__).parent
BUILD = ROOT / "build" / "fuzz"
SANITIZED = "-fsanitize=address,undefined -fno-sanitize-recover=all -fno-sanitize=vptr,enum -fno-omit-frame-pointer -g1"
SECONDS = 30
CHIPS = {"ascend910b": 2201, "ascend950": 3510}


@pytest.fixture(scope="module")
def engine() -> Path:
    """The folder of the library."""
    tools = Path(sys.executable).parent
    subprocess.run(
        [str(tools / "cmake"), "-G", "Ninja", "-S", str(ROOT), "-B", str(BUILD), "-DSKBUILD=1",
         f"-DCMAKE_MAKE_PROGRAM={tools / 'ninja'}", f"-DPython_EXECUTABLE={sys.executable}",
         "-DLANEWISE_LEVELS=baseline", "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_CXX_FLAGS_RELEASE=-O1",
         f"-DCMAKE_CXX_FLAGS=-std=c++20 -w {SANITIZED}"],
        check=True, stdout=subprocess.DEVNULL,
    )  # fmt: skip
    subprocess.run([str(tools / "ninja"), "-C", str(BUILD), "-j", "2", "engine"], check=True, stdout=subprocess.DEVNULL)
    return BUILD


@pytest.mark.sweep
@pytest.mark.parametrize("check", ["", "all"])
@pytest.mark.parametrize("chip", CHIPS)
def test_spoiled_calls_are_refused_in_words(chip: str, check: str, engine: Path, tmp_path: Path) -> None:
    corpus, program = tmp_path / "corpus", tmp_path / "border"
    path = os.pathsep.join(str(HERE.parent / name) for name in ("agreement", "numerics"))
    subprocess.run([sys.executable, str(HERE / "corpus.py"), chip, str(corpus)], check=True,
                   env={**os.environ, "PYTHONPATH": path})  # fmt: skip
    subprocess.run(
        ["g++", "-std=gnu++20", "-O1", *SANITIZED.split(), *compiler.target(chip, CHIPS[chip]),
         *(f"-I{tree}" for tree in compiler.INCLUDES), str(HERE / "border.cpp"), "-o", str(program), f"-L{engine}",
         "-llanewise", f"-Wl,-rpath,{engine}", "-pthread"],
        check=True,
    )  # fmt: skip
    # Without a path nobody looks lines up: that takes longer than everything else.
    env = {**os.environ, "ASAN_OPTIONS": "detect_leaks=0:abort_on_error=1", "PATH": ""}
    if check:
        env["LANEWISE_CHECK"] = check
    done = subprocess.run([str(program), str(corpus), "1", str(SECONDS)], env=env, capture_output=True, text=True)
    assert done.returncode in (0, 3 if check else 0), done.stderr[-4000:] + done.stdout[-2000:]
    told = re.search(r"(\d+) launches, (\d+) calls ran, (\d+) launches ended early", done.stdout)
    assert told, done.stdout
    launches, ran, early = map(int, told.groups())
    assert ran > 4 * early  # most of what is tried is close to what is right
    assert early > launches / 10
