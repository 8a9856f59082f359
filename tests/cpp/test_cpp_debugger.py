"""A debugger on a program of our own."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

KERNEL = """\
#include "acl/acl.h"
#include "kernel_operator.h"

__global__ __vector__ void kernel(__gm__ float* x, int32_t number)
{
    AscendC::LocalTensor<float> local(AscendC::TPosition::VECCALC, 0, 64);
    int32_t twice = 2 * number;
    AscendC::Duplicate(local, 1.0f, 64);
    AscendC::Adds(local, local, static_cast<float>(twice), 64);
}

int main()
{
    kernel<<<2, 0>>>(nullptr, 21);
    return aclrtSynchronizeDevice();
}
"""


@pytest.mark.skipif(shutil.which("gdb") is None, reason="gdb is not installed")
def test_debugger_stops_on_the_users_kernel_line(lanewise, write, tmp_path: Path) -> None:
    write("kernel.asc", KERNEL)
    assert lanewise("build", "kernel.asc", "-o", "prog").returncode == 0
    commands = ["break kernel.asc:8", "run", "print twice", "backtrace 1", "list 8,8", "kill"]
    words = [word for command in commands for word in ("-ex", command)]
    done = subprocess.run(
        ["gdb", "-q", "-batch", "-nx", *words, "./prog"], cwd=tmp_path, capture_output=True, text=True, check=False,
        timeout=120,
    )  # fmt: skip
    if "ptrace" in done.stderr or "Could not trace" in done.stderr:
        pytest.skip("this machine does not let gdb trace")
    assert "kernel.asc, line 8." in done.stdout, done.stdout + done.stderr
    assert "$1 = 42" in done.stdout
    assert "#0  kernel (x=0x0, number=21) at " in done.stdout
    assert "8\t    AscendC::Duplicate(local, 1.0f, 64);" in done.stdout
