"""Kernels called from Python that crash or never end: an exception at the kernel's line, and Python goes on."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import starting
from lanewise import LanewiseError, LanewiseWarning, cpp

SOURCE = Path(__file__).parent / "hostile" / "crashes.asc"
WHERE = {
    words[-1]: number
    for number, line in enumerate(SOURCE.read_text().splitlines(), 1)
    if len(words := line.split("// ")) == 2 and " " not in words[-1]
}


@pytest.fixture(scope="module")
def kernels() -> object:
    return cpp.load(SOURCE, timeout=0.3)


def still_works(kernels) -> None:
    x = np.zeros(8, np.int32)
    kernels.fine[8](x)
    assert x.tolist() == [7] * 8


@pytest.mark.parametrize("blocks", [1, 3])
@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("null_write", "the kernel touched memory that is not there (address (nil))"),
        ("divide", "the kernel divided by zero"),
        ("fail", "the kernel called abort (a failed assert, or an exception that nobody caught)"),
        ("exception", "the kernel called abort (a failed assert, or an exception that nobody caught)"),
        ("recurse", "the kernel overflowed its stack: its calls nest too deep, or its local variables are too large"),
        ("endless", "the kernel was still running after 0.3 s (timeout)"),
        ("busy", "the kernel was still running after 0.3 s (timeout)"),
    ],
)
def test_crash_is_an_exception_at_its_line(kernels, name: str, text: str, blocks: int) -> None:
    with pytest.raises(LanewiseError) as caught:
        getattr(kernels, name)[blocks](0)
    problem = caught.value
    assert problem.message.startswith(text)
    assert problem.where is not None
    assert os.path.samefile(problem.where[0], SOURCE)
    wanted = WHERE[name]
    assert problem.where[1] in ((wanted - 1, wanted) if name in ("recurse", "endless") else (wanted,))
    assert problem.context.startswith(f"kernel {name}, block ")
    still_works(kernels)


@pytest.fixture
def interruptible() -> Iterator[None]:
    """What runs in the background of a shell ignores Ctrl-C from its start."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize(("name", "blocks"), [("endless", 1), ("busy", 2)])
def test_ctrl_c_ends_a_kernel(kernels, name: str, blocks: int, interruptible: None) -> None:
    long = cpp.load(SOURCE, timeout=60)
    threading.Timer(0.2, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        getattr(long, name)[blocks](0)
    assert time.monotonic() - began < 30
    still_works(kernels)


def test_crash_of_another_thread_is_not_a_kernels(kernels) -> None:
    """Handlers that were there before a launch are there behind it."""
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGSEGV, signal.SIGURG)}
    still_works(kernels)
    assert before == {number: signal.getsignal(number) for number in before}


def test_warnings_are_python_warnings(kernels) -> None:
    for _ in range(2):  # each launch gives its own; the filters of Python decide which are shown
        with pytest.warns(LanewiseWarning, match="KERNEL-007 .* \\[kernel overflow, block 0 of 1\\]") as caught:
            kernels.overflow[1](0)
        assert [(os.path.basename(w.filename), w.lineno) for w in caught] == [("crashes.asc", WHERE["overflow"])]


ENGINE_KERNEL = """
#include <adf.h>
void waits(input_stream_int32* in) { *reinterpret_cast<volatile int*>(static_cast<long>(readincr(in))) = 1; }
"""
TOGETHER = """
import sys, threading, time
from lanewise import LanewiseError, aie, cpp

launches, calls = cpp.load(sys.argv[1], timeout=2.0), aie.load(sys.argv[2], chip="aie")
told = []

def launch():
    try:
        launches.endless[1](0)
    except LanewiseError as problem:
        told.append(problem.message)

first = threading.Thread(target=launch)

def ends_the_launch(link):  # the call is on its way meanwhile
    first.join()
    link.write(0)

link = aie.Stream("int32", name="link")
first.start()
time.sleep(0.2)
try:
    aie.run((calls.waits, link), (ends_the_launch, link), chip="aie")
except LanewiseError as problem:
    told.append(problem.message)
print(*told, sep="\\n")
"""


def test_a_launch_that_ends_leaves_calls_of_the_other_loader_guarded(tmp_path: Path) -> None:
    """The launch begins before the call and ends before it: its handlers must not take those of the call away."""
    (tmp_path / "waits.cc").write_text(ENGINE_KERNEL)
    (tmp_path / "together.py").write_text(TOGETHER)
    command = [sys.executable, "together.py", str(SOURCE), "waits.cc"]
    done = starting.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    launch, call = done.stdout.splitlines()
    assert launch.startswith("the kernel was still running after 2 s (timeout)")
    assert call.startswith("waits: it reads or writes through a null pointer")
