"""Crashes of a program's own code, outside kernels: one line that says what and where, and the status of a shell."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import pytest
from driving import environment

import starting

PROGRAM = """#include "acl/acl.h"
#include <cstdio>
#include <cstring>
int deep(int n) {
    volatile char big[65536];
    big[0] = (char)n;
    return deep(n + 1) + big[0];
}
int main(int, char** words) {
    aclInit(nullptr);
    aclrtSetDevice(0);
    const char* how = words[1];
    void* place = nullptr;
    if (!strcmp(how, "nothing")) aclrtMallocHost(&place, 0);
    if (!strcmp(how, "nothing"))
        *(volatile float*)place = 1;
    if (!strcmp(how, "null"))
        ((volatile float*)place)[3] = 1;
    if (!strcmp(how, "deep")) return deep(0);
    return 0;
}
"""
LINES = PROGRAM.splitlines()


def line(text: str) -> int:
    return next(number for number, one in enumerate(LINES, 1) if text in one)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("crashes")
    (made / "host.cpp").write_text(PROGRAM)
    return made


@pytest.mark.parametrize(("how", "said"), [
    ("nothing", f"host.cpp:{line('float*)place = 1')}: KERNEL-004 "
                "the program touched memory that is not there (address (nil))"),
    ("null", f"host.cpp:{line('[3] = 1')}: KERNEL-004 the program touched memory that is not there (address 0xc)"),
    ("deep", "KERNEL-004 the program overflowed its stack: its calls nest too deep, or its local variables are too "
             "large"),
])  # fmt: skip
def test_crashes_of_the_host_have_a_line(folder: Path, how: str, said: str) -> None:
    command = [sys.executable, "-m", "lanewise", "run", "host.cpp", "--", how]
    done = starting.run(command, cwd=folder, env=environment(), capture_output=True, text=True, timeout=300)
    assert done.returncode == 128 + signal.SIGSEGV
    assert said in done.stderr.splitlines()[-1]
    assert done.stderr.count("KERNEL-004") == 1
    assert "outside a kernel" not in done.stderr
