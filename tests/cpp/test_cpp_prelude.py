"""Precompiled headers are there to be used: g++ goes without them in silence where they do not fit."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from lanewise.cpp import build, compiler

FRONTS = {
    "ascend": (compiler.ASCEND, "ascend910b", 2201, '#include "kernel_operator.h"\n'),
    "aie": (compiler.AIE, "aie-ml", 20, "int n;\n"),
}


@pytest.mark.skipif(not shutil.which("g++"), reason="there is no g++ here")
@pytest.mark.parametrize("family", FRONTS)
def test_headers_that_were_precompiled_fit(family: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CXX", "g++")
    front, chip, arch, text = FRONTS[family]
    commands: list[list[str]] = []
    run = build._run

    def noting(asked: list[list[str]], *rest: Any) -> None:
        commands[:] = [command for command in asked if "-c" in command] or commands
        run(asked, *rest)

    monkeypatch.setattr(build, "_run", noting)
    for name in ("first", "second"):  # the first may go without, while they are made
        source = tmp_path / f"{name}.cpp"
        source.write_text(text + f"int {name};\n")
        build.build(build.Request((str(source),), chip, arch, shared=True, front=front))
    headers = Path(commands[0][commands[0].index("-include") + 1])
    assert Path(f"{headers}.gch").exists()
    source = tmp_path / "empty.cpp"
    source.write_text("")
    ahead = commands[0][: commands[0].index("-MMD")]  # what follows names files of the workshop
    told = subprocess.run([*ahead, "-Winvalid-pch", "-fsyntax-only", str(source)], capture_output=True, text=True)
    assert (told.returncode, told.stderr) == (0, "")
