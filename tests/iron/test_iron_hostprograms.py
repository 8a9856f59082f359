"""Host programs of designs: built files, kernels by their names, and the classes of older releases."""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import starting
from lanewise import iron
from lanewise.errors import LanewiseError

DESIGN = """\
import argparse
import numpy as np
import aie.iron as iron
from aie.iron import CompileTime, In, ObjectFifo, Out, Program, Runtime, Worker
from aie.iron.controlflow import range_
from aie.utils.hostruntime.argparse import add_compile_args, device_from_args
from aie.utils.hostruntime.cli import run_design_cli
LINE, ALL = (np.ndarray[(n,), np.dtype[np.int32]] for n in (8, 32))

@iron.jit
def sums(a: In, b: In, c: Out, *, more: CompileTime[int] = 0):
    fifos = [ObjectFifo(LINE, name=n) for n in "abc"]
    def core(a, b, c):
        x, y, z = a.acquire(1), b.acquire(1), c.acquire(1)
        for i in range_(8):
            z[i] = x[i] + y[i] + more
        for f in (a, b, c):
            f.release(1)
    rt = Runtime()
    with rt.sequence(ALL, ALL, ALL) as (x, y, z):
        rt.start(Worker(core, [fifos[0].cons(), fifos[1].cons(), fifos[2].prod()]))
        rt.fill(fifos[0].prod(), x)
        rt.fill(fifos[1].prod(), y)
        rt.drain(fifos[2].cons(), z, wait=True)
    return Program(iron.get_current_device(), rt).resolve_program()

parser = argparse.ArgumentParser()
add_compile_args(parser)
parser.add_argument("--more", type=int, default=0)
opts = parser.parse_args()
run_design_cli(sums, opts, compile_kwargs=lambda o: {"more": o.more}, device=device_from_args)
"""
HOST = """\
import argparse, sys
import numpy as np
import aie.iron as iron
from aie.utils import DefaultNPURuntime, NPUKernel
from aie.utils.hostruntime.argparse import add_runtime_args
from aie.utils.test import create_npu_kernel
parser = argparse.ArgumentParser()
add_runtime_args(parser)
opts = create_npu_kernel(parser.parse_args())
kernel = opts.npu_kernel
assert (kernel.kernel_name, kernel.insts_path, kernel.device_index) == (opts.kernel, opts.instr, 0)
a, b = iron.arange(32, dtype=np.int32), iron.full(32, 7, dtype=np.int32)
c = iron.zeros(32, dtype=np.int32)
status = DefaultNPURuntime.run_test(kernel, [a, b, c], {2: np.arange(32) + 12})
wrong = DefaultNPURuntime.run_test(kernel, [a, b, c], {2: np.arange(32)})
skipped = DefaultNPURuntime.run_test(kernel, [a, b, c], {2: np.arange(32)}, verify=False)
handle, result = kernel(a, b, c)
print(status, wrong, skipped, result.is_success(), result.has_trace(), c.numpy()[:3])
"""


def start(file: Path, *more: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "lanewise", "run", str(file), "--", *more]
    return starting.run(command, capture_output=True, text=True, timeout=120)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "design.py").write_text(DESIGN)
    (tmp_path / "test.py").write_text(HOST)
    return tmp_path


def test_host_program_runs_what_was_built(folder: Path) -> None:
    paths = [str(folder / "final.xclbin"), str(folder / "insts.bin")]
    flags = ["-d", "npu2", "--more", "5", "--xclbin-path", paths[0], "--insts-path", paths[1]]
    built = start(folder / "design.py", *flags)
    assert built.returncode == 0, built.stderr
    ran = start(folder / "test.py", "--xclbin", paths[0], "--instr", paths[1], "-k", "MLIR_AIE")
    assert (ran.returncode, ran.stdout) == (0, "0 1 0 True False [12 13 14]\n"), ran.stderr


def test_design_itself_stands_for_what_it_builds(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from lanewise.iron import imports

    monkeypatch.setattr(sys, "meta_path", list(sys.meta_path))
    imports.install()
    path = str(folder / "design.py")
    a, b = np.arange(32, dtype=np.int32), np.full(32, 3, np.int32)
    out = np.zeros(32, np.uint32)
    iron.NPUKernel(path, None)(a, b, out)
    assert out.tolist() == [i + 3 for i in range(32)]
    runtime = iron.DefaultNPURuntime
    handle, result = runtime.load_and_run(iron.NPUKernel(path), [a, b, out])
    assert result.is_success()
    assert isinstance(runtime, iron.HostRuntime)
    handle = runtime.load(iron.NPUKernel(path))
    assert np.isnan(runtime.run(handle, [a, b]).npu_time)  # the last tensor may be left out
    assert runtime.device() == iron.get_current_device()
    monkeypatch.setenv("LANEWISE_CHIP", "aie-mlv2")  # the design's choice of a device was its own
    assert iron.get_current_device().chip == "aie-mlv2"
    monkeypatch.delenv("LANEWISE_CHIP")
    assert iron.HostRuntime.prepare_args_for_trace([a]) == [a]
    iron.cleanup_npu_runtime()
    with pytest.raises(TypeError, match=r"IRON-007 main: tensor 1 is int32\[4\]"):
        runtime.run(handle, [a, b[:4].copy()])
    with pytest.raises(LanewiseError, match="has 3 tensors, and 4 are given"):
        runtime.run(handle, [a, b, out, out])


def test_older_programs_have_buffers_by_number(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from lanewise.iron import imports

    monkeypatch.setattr(sys, "meta_path", list(sys.meta_path))
    imports.install()
    path = str(folder / "design.py")
    a, b = np.arange(32, dtype=np.int32), np.full(32, 4, np.int32)
    app = iron.setup_aie(path, "insts.txt", 32, np.int32, 32, np.int32, 32, np.int32)
    assert sorted(app.buffers) == [3, 4, 5]
    assert iron.execute(app, a, b).tolist() == [i + 4 for i in range(32)]
    assert len(iron.execute(app, a, b, enable_trace=True)) == 2
    assert sorted(iron.setup_aie(path, "", 32, np.int32, None, None, 32, np.int32).buffers) == [3, 4]
    kinds = {"in0_dtype": np.int32, "in1_dtype": np.int32, "out_dtype": np.int32}
    same = iron.setup_aie(path, "", in0_shape=32, in1_shape=32, out_shape=32, **kinds, trace_after_output=True)
    assert iron.execute(same, input_one=a, input_two=b, trace_after_output=True).tolist() == [i + 4 for i in range(32)]
    own = iron.AIE_Application(path, "insts.txt", "MLIR_AIE")
    for number in (3, 4, 5):
        own.register_buffer(number, shape=(32,), dtype=np.int32)
    own.buffers[3].write(a)
    own.run()
    assert own.buffers[5].read().tolist() == list(range(32))
    opts = argparse.Namespace(xclbin=path, instr="", kernel="MLIR_AIE")
    types = (np.int32, np.int32, np.int32)
    assert iron.setup_and_run_aie(*types, a, b, None, 32, 32, 32, a + 4, opts) == 0
    assert iron.setup_and_run_aie(*types, a, b, None, 32, 32, 32, a + 5, opts) == 1
    for call in (iron.extract_trace, iron.write_out_trace):
        with pytest.raises(ImportError, match="Traces are not made"):
            call()


def test_results_are_counted_by_tensor() -> None:
    close = [np.ones(4), np.zeros(4), np.full(4, 0.5, iron.bfloat16)]
    assert iron.HostRuntime.verify_results(close, {0: np.ones(4) + 1e-9, 2: np.full(4, 0.5)}) == 0
    assert iron.HostRuntime.verify_results(close, {0: np.zeros(4), 1: np.ones(4), 2: np.full(4, 0.5)}) == 2


def test_other_files_are_refused(tmp_path: Path) -> None:
    (tmp_path / "chip.xclbin").write_bytes(b"\x00\x01xclbin2")
    with pytest.raises(LanewiseError, match=r"was not made by lanewise; build it with lanewise run design\.py"):
        iron.NPUKernel(tmp_path / "chip.xclbin")()
    with pytest.raises(LanewiseError, match="there is no file"):
        iron.NPUKernel(tmp_path / "none.xclbin")()
