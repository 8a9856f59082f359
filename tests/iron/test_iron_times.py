"""What the cores of a design compute, and which of them is the slowest."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import starting

KERNEL = """
#include <aie_api/aie.hpp>
template <int Times>
static void twice(int32_t* x, int32_t* y) {
    for (int k = 0; k < Times; ++k)
        for (int i = 0; i < 64; i += 16) aie::store_v(y + i, aie::add(aie::load_v<16>(x + i), aie::load_v<16>(x + i)));
}
extern "C" void once(int32_t* x, int32_t* y) { twice<1>(x, y); }
extern "C" void often(int32_t* x, int32_t* y) { twice<16>(x, y); }
"""
DESIGN = """
import numpy as np
from aie.iron import ExternalFunction, Kernel, ObjectFifo, Program, Runtime, Worker, jit, tensor, zeros
from aie.iron.device import NPU1

line, whole = (np.ndarray[(n,), np.dtype[np.int32]] for n in (64, 256))


def stage(kernel, source, sink, name):
    def body(i, o, k):
        k(i.acquire(1), o.acquire(1))
        i.release(1)
        o.release(1)

    body.__name__ = name
    return Worker(body, [source.cons(), sink.prod(), kernel])


@jit
def design(a, b):
    first = ExternalFunction("once", source_file="kernel.cc", arg_types=[line, line])
    second = Kernel("often", first.object_file_name, [line, line])
    given, between, taken = (ObjectFifo(line, name=n) for n in ("given", "between", "taken"))
    rt = Runtime()
    with rt.sequence(whole, whole) as (x, y):
        rt.start(stage(first, given, between, "fast"), stage(second, between, taken, "slow"))
        rt.fill(given.prod(), x)
        rt.drain(taken.cons(), y, wait=True)
    return Program(NPU1(), rt).resolve_program()


y = zeros(256, dtype=np.int32)
design(tensor(np.arange(256, dtype=np.int32), dtype=np.int32), y)
assert (y.numpy() == 4 * np.arange(256)).all()
"""


def test_the_slowest_core_of_a_design_is_named(tmp_path: Path) -> None:
    (tmp_path / "kernel.cc").write_text(KERNEL)
    (tmp_path / "design.py").write_text(DESIGN)
    lenses = ["--time", "--trace", "t.json", "--report", "r.html"]
    command = [sys.executable, "-m", "lanewise", "run", "design.py", *lenses]
    done = starting.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    rows = dict(re.findall(r"^  (fast|slow) +4 calls +(\d+) cycles", done.stdout, re.MULTILINE))
    # A line of 256 bytes is read twice, in 16 loads of 32 bytes, two in a cycle: 8 cycles, 15 more times in 4 calls.
    fast, slow = int(rows["fast"]), int(rows["slow"])
    assert slow - fast == 4 * 15 * 8
    # The first line passes two streams, a word a cycle, and the fast core; the last one leaves by a third stream.
    total = 3 * 64 + fast // 4 + slow
    assert f"about {total} cycles or more for each run; the slowest stage is slow" in " ".join(done.stdout.split())
    assert f"fifo taken gives {1024 / total:.3g} bytes a cycle (1024 in all)" in done.stdout
    events = json.loads((tmp_path / "t.json").read_text())["traceEvents"]
    lanes = {(e["pid"], e["tid"]): e["args"]["name"] for e in events if e["name"] == "thread_name"}
    spans = [(lanes[e["pid"], e["tid"]], e["name"], e["ts"], e["dur"]) for e in events if e["ph"] == "X"]
    assert ("worker slow", "waits for data in fifo between", 0, 128 + fast // 4) in spans
    assert sum(length for lane, name, _, length in spans if (lane, name) == ("fifo given", "moves")) == 256
    assert ("the host", "waits for the drain of taken", 0, total) in spans
    full = [e["args"]["full"] for e in events if e["ph"] == "C" and e["name"] == "between at slow"]
    assert max(full) == 2
    assert full[-1] == 0
    page = (tmp_path / "r.html").read_text()
    assert "fifo taken gives" in page


PYTHON_ALONE = """
import numpy as np
from aie.iron import ObjectFifo, Program, Runtime, Worker, jit, tensor, zeros
from aie.iron.controlflow import range_
from aie.iron.device import NPU1

line, whole = (np.ndarray[(n,), np.dtype[np.int32]] for n in (64, 256))


def body(i, o):
    x, y = i.acquire(1), o.acquire(1)
    for k in range_(64):
        y[k] = 3 * x[k]
    i.release(1)
    o.release(1)


@jit
def design(a, b):
    given, taken = (ObjectFifo(line, name=n) for n in ("given", "taken"))
    rt = Runtime()
    with rt.sequence(whole, whole) as (x, y):
        rt.start(Worker(body, [given.cons(), taken.prod()]))
        rt.fill(given.prod(), x)
        rt.drain(taken.cons(), y, wait=True)
    return Program(NPU1(), rt).resolve_program()


y = zeros(256, dtype=np.int32)
design(tensor(np.arange(256, dtype=np.int32), dtype=np.int32), y)
assert (y.numpy() == 3 * np.arange(256)).all()
"""


def test_a_design_without_cpp_takes_what_its_streams_take(tmp_path: Path) -> None:
    (tmp_path / "design.py").write_text(PYTHON_ALONE)
    command = [sys.executable, "-m", "lanewise", "run", "design.py", "--time"]
    done = starting.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    # A word a cycle: 256 words come in, and the last line of 64 leaves when it is there.
    said = " ".join(done.stdout.split())
    assert f"about {256 + 64} cycles or more for each run; the slowest stage is fifo given" in said
