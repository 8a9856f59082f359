"""Precompiled headers are there to be used: g++ goes without them in silence where they do not fit."""

from __future__ import annotations

import math
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from lanewise.cpp import build, compiler, prelude

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

    def run_and_record(asked: list[list[str]], *rest: Any) -> Any:
        commands[:] = [command for command in asked if "-c" in command] or commands
        return run(asked, *rest)

    monkeypatch.setattr(build, "_run", run_and_record)
    for name in ("first", "second"):  # the first may go without, while they are made
        source = tmp_path / f"{name}.cpp"
        source.write_text(text + f"int {name};\n")
        build.build(build.Request((str(source),), chip, arch, shared=True, front=front))
    headers = Path(commands[0][commands[0].index("-include") + 1])
    assert Path(f"{headers}.gch").exists()
    source = tmp_path / "empty.cpp"
    source.write_text("")
    ahead = commands[0][: commands[0].index("-MD")]  # what follows names files of the workshop
    told = subprocess.run([*ahead, "-Winvalid-pch", "-fsyntax-only", str(source)], capture_output=True, text=True)
    assert (told.returncode, told.stderr) == (0, "")


SPECIAL = """#include "kernel_operator.h"
#include <cmath>
#include <cstdio>
int main()
{
    float beta = 2;  // a name, not the function
    std::printf("%.6f %.6f %.6f\\n", std::riemann_zeta(beta), std::beta(2.0, 3.0), std::legendre(2, 0.5));
}
"""


@pytest.mark.skipif(not shutil.which("g++"), reason="there is no g++ here")
def test_functions_that_are_not_precompiled_are_there_for_who_names_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CXX", "g++")
    for number in range(2):  # the first may go without what is precompiled
        source = tmp_path / f"special{number}.cpp"
        source.write_text(SPECIAL)
        program = build.build(build.Request((str(source),), "ascend910b", 2201))
        told = subprocess.run([program], capture_output=True, text=True, check=True)
        assert told.stdout == f"{math.pi**2 / 6:.6f} {1 / 12:.6f} {-0.125:.6f}\n"


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("y = std::cyl_bessel_jf(0, x);", True), ("using std::expint;", True), ("hermite (3, x)", True),
        ("auto f = laguerre<double>(n, x);", True), ("#include <tr1/cmath>", True), ("float beta = gamma;", False),
        ("LayerNorm(y, x, gamma, beta);", False), ("my::legendre_table[3]", False),
    ],
)  # fmt: skip
def test_functions_that_are_not_precompiled_are_seen_where_they_are_named(text: str, named: bool) -> None:
    assert bool(prelude._SPECIAL.search(text)) == named
