"""What processors do differently in a program's own scalar code: one answer, or a word about it."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from driving import environment
from host_program import run

from lanewise.cpp import compiler

Command = Callable[..., subprocess.CompletedProcess[str]]
PROGRAM = """
#include "kernel_operator.h"
__global__ __vector__ void k(float x, int32_t y)
{
    for (int i = 0; i < 3; ++i) {
        volatile TYPE whole = static_cast<TYPE>(x);
    }
    volatile int32_t rest = 7 % y;
}
int main() { k<<<2, nullptr, nullptr>>>(X, Y); }
"""


def program(kind: str, x: str, y: str = "1") -> str:
    return PROGRAM.replace("TYPE", kind).replace("X", x).replace("Y", y)


def test_hosts_scalar_code_has_one_result(tmp_path: Path) -> None:
    done = run("same_everywhere.asc", tmp_path)
    assert (done.status, done.out) == (0, "[AIV Block 0/1] nan nan nan\n"), done.out + done.err
    assert done.err == ""


@pytest.mark.parametrize(
    ("kind", "x"), [("int32_t", "3e9f"), ("int32_t", "-1 / 0.0f"), ("uint8_t", "-1.0f"), ("int64_t", "0 / 0.0f")]
)
def test_hosts_float_beyond_an_integer_is_said_once(
    lanewise: Command, write: Callable[..., Path], kind: str, x: str
) -> None:
    write("k.asc", program(kind, x))
    done = lanewise("run", "k.asc")
    assert done.returncode == 0
    assert done.stderr.count("KERNEL-007") == 1
    assert done.stderr.startswith("k.asc:6: warning: KERNEL-007")


@pytest.mark.parametrize(("kind", "x"), [("int32_t", "-2147483648.0f"), ("uint8_t", "255.9f"), ("uint8_t", "-0.9f")])
def test_hosts_float_within_an_integer_is_silent(
    lanewise: Command, write: Callable[..., Path], kind: str, x: str
) -> None:
    write("k.asc", program(kind, x))
    done = lanewise("run", "k.asc")
    assert (done.returncode, done.stderr) == (0, "")


def test_hosts_float_beyond_an_integer_is_a_fault_in_strict_mode(lanewise: Command, write: Callable[..., Path]) -> None:
    write("k.asc", program("int32_t", "3e9f"))
    done = lanewise("run", "k.asc", "--strict")
    assert done.returncode != 0
    assert done.stderr.startswith("k.asc:6: KERNEL-007")


def test_hosts_division_by_zero_stops(lanewise: Command, write: Callable[..., Path]) -> None:
    """Arm would give 0 and go on."""
    write("k.asc", program("int32_t", "1.0f", "0"))
    done = lanewise("run", "k.asc")
    assert done.returncode != 0
    assert done.stderr.startswith("k.asc:8: KERNEL-004 the kernel divided by zero")


def test_hosts_compiler_is_asked_in_the_language_that_is_read(
    lanewise: Command, write: Callable[..., Path], tmp_path: Path
) -> None:
    """g++ speaks the user's language; what is said about errors must not depend on it."""
    german = write(
        "german",
        f"""#!/bin/sh
case "$LC_ALL" in
C) exec {" ".join(compiler.find().command)} "$@" ;;
*) {" ".join(compiler.find().command)} "$@" 2>"$0.said"; done=$?; sed 's/error:/Fehler:/g' "$0.said" >&2; exit $done ;;
esac
""",
    )
    german.chmod(0o755)
    write("k.cpp", "int main() { return missing; }\n")
    asked = {**environment(), "CXX": str(german), "LC_ALL": "de_DE.UTF-8", "LANEWISE_CACHE": str(tmp_path / "cache")}
    done = lanewise("run", "k.cpp", env=asked)
    assert done.stderr.startswith("k.cpp:1:21: error: ")
