"""Programs as they are compiled against our headers: nothing is fused or estimated, even when a recipe invites it, and
no mathematical library decides a bit."""

from __future__ import annotations

import platform
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from disassembly import odd_instructions

from lanewise.cpp import compiler
from lanewise.cpp.build import Request, build
from lanewise.cpp.target import target
from lanewise.machine.engine import native

HERE = Path(__file__).parent
FUSING = {"x86_64": "-march=x86-64-v3", "aarch64": "-march=armv8.3-a"}  # machines with fused instructions
PROGRAMS = {"products.asc": ("ascend950", compiler.ASCEND), "products.cc": ("aie", compiler.AIE)}

pytestmark = [
    pytest.mark.skipif(native() is None, reason="the compiled engine is not built"),
    pytest.mark.skipif(shutil.which("objdump") is None, reason="objdump is not here: it comes with binutils"),
    pytest.mark.skipif(platform.machine() not in FUSING, reason="no fused instructions are known for this machine"),
]


@pytest.mark.parametrize("command", ["g++", "clang++"])
@pytest.mark.parametrize("program", PROGRAMS)
def test_compiled_program_is_not_fused(program: str, command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if shutil.which(command) is None:
        pytest.skip(f"{command} is not here")
    monkeypatch.setenv("CXX", command)
    chip, front = PROGRAMS[program]
    name, arch = target(chip)
    flags = ("-O3", "-ffast-math", FUSING[platform.machine()])
    request = Request((str(HERE / program),), name, arch, flags=flags, shared=True, front=front._replace(prelude=""))
    assert odd_instructions(build(request)) == {}


@pytest.mark.parametrize("chip", ["aie", "aie-ml", "aie-mlv2"])
def test_compiled_kernel_calls_no_mathematical_library(chip: str) -> None:
    name, arch = target(chip)
    front = compiler.AIE._replace(prelude="")
    source = str(HERE / "elementary.cc")
    built = build(Request((source,), name, arch, flags=("-fno-builtin",), shared=True, front=front))
    symbols = subprocess.run(["nm", "-D", "--undefined-only", built], capture_output=True, text=True, check=True).stdout
    library = r"\b((?:sin|cos|sincos|tan|exp|exp2|expm1|log|log2|pow|tanh|erfc?|cbrt)[fl]?)(?=@|$)"
    assert re.findall(library, symbols, re.MULTILINE) == []
