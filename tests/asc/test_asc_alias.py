"""`lanewise run file.py`: a pyasc file, unchanged, in its own process."""

from __future__ import annotations

import subprocess
import sys
import textwrap

import pytest

ADD = """
import sys
import numpy as np
import asc
import asc.runtime.config as config
import asc.lib.runtime as rt
from asc.runtime.launcher import Launcher
from asc.language.core.dtype import KnownTypes as KT
from asc.language.core.struct import Struct, Field
from asc.language.basic import data_copy
import asc.lib.host

TILE = 128


class Tiling(Struct):
    n = Field(dtype=KT.int32, name="n")


@asc.jit
def copy_in(x_gm, queue):
    x = queue.alloc_tensor(x_gm.dtype)
    data_copy(x, x_gm, count=TILE)
    queue.enque(x)


@asc.jit(always_compile=True)
def vadd(x: asc.GlobalAddress, z: asc.GlobalAddress, tiling: Tiling):
    offset = asc.get_block_idx() * tiling.n
    x_gm, z_gm = asc.GlobalTensor(), asc.GlobalTensor()
    x_gm.set_global_buffer(x + offset, tiling.n)
    z_gm.set_global_buffer(z + offset, tiling.n)
    pipe = asc.TPipe()
    que = asc.TQue(asc.TPosition.VECIN, 1)
    out = asc.TQue(asc.TPosition.VECOUT, 1)
    pipe.init_buffer(que=que, num=1, len=TILE * x.dtype.sizeof())
    pipe.init_buffer(que=out, num=1, len=TILE * x.dtype.sizeof())
    for i in asc.range(tiling.n // TILE):
        copy_in(x_gm[i * TILE:], que)
        a = que.deque(x.dtype)
        b = out.alloc_tensor(x.dtype)
        asc.adds(b, a, 1.0, count=TILE)
        out.enque(b)
        que.free_tensor(a)
        b = out.deque(x.dtype)
        data_copy(z_gm[i * TILE:], b, count=TILE)
        out.free_tensor(b)


if __name__ == "__main__":
    config.set_platform(config.Backend.Model, config.Platform.Ascend910B1)
    x = np.arange(1024, dtype=np.float32)
    z = np.zeros_like(x)
    vadd[4, rt.current_stream()](x, z, Tiling(n=256))
    assert np.array_equal(z, x + 1)
    assert rt.current_platform() is config.Platform.Ascend910B1
    assert Launcher is asc.runtime.launcher.Launcher
    print("ok", asc.__name__, sys.argv[1:])
"""


def run(path, *args):
    code = f"import sys; from lanewise.asc import alias; sys.exit(alias.run({str(path)!r}, {list(args)!r}))"
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=False)


@pytest.fixture
def write(tmp_path):
    def make(text, name="program.py"):
        path = tmp_path / name
        path.write_text(textwrap.dedent(text))
        return path

    return make


def test_a_pyasc_file_runs_unchanged(write):
    done = run(write(ADD), "--n", "3")
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "ok asc ['--n', '3']"


def test_neighbouring_modules_are_found(write):
    write("VALUE = 41", "beside.py")
    done = run(write("import beside\nprint(beside.VALUE + 1)"))
    assert (done.returncode, done.stdout.strip()) == (0, "42"), done.stderr


@pytest.mark.parametrize(("text", "status"), [("raise SystemExit(3)", 3), ("import sys; sys.exit()", 0),
                                              ("raise SystemExit('bad')", 1), ("1 / 0", 1)])
def test_exit_status_is_the_programs(write, text, status):
    assert run(write(text)).returncode == status


def test_a_patched_launcher_is_the_one_that_runs(write):
    done = run(write("""
        from unittest import mock
        import asc
        @asc.jit
        def kernel(x): raise RuntimeError
        with mock.patch("asc.runtime.launcher.Launcher.run") as run:
            kernel[1](1)
            assert run.call_count == 1
        print("patched")
    """))
    assert done.stdout.strip() == "patched", done.stderr


def test_parts_of_pyasc_are_there_without_their_import(write):
    done = run(write("""
        import asc
        assert asc.basic.add is asc.add and asc.core.TPosition is asc.language.TPosition is asc.TPosition
        assert asc.fwk.TPipe is asc.TPipe
        from asc.runtime.compiler import CompileOptions
        assert CompileOptions is asc.CompileOptions
        assert (asc.BlockMode.BLOCK_MODE_VECTOR, asc.DeqScale.VDEQ8, asc.pad_t.PAD_MODE8) == (2, 4, 8)
        assert asc.int8.is_int and asc.half.is_float and not asc.uint16.is_signed and not asc.float32.is_int
        assert asc.void.sizeof() == 0 and asc.KnownTypes.void is asc.void
        assert (asc.CubeFormat.NZ, asc.CubeFormat.VECTOR) == (1, 7) and asc.QuantModes.DEQF16.name == "DEQF16"
        tiling = asc.adv.TCubeTiling(used_core_num=2, base_k=64)
        assert (len(tiling.fields()), tiling.base_k, tiling.mx_type_para) == (50, 64, 0)
        assert asc.CheckLocalMemoryIAParam(1, 0, 64, is_vector_write=True).end_addr == 64
        from asc.runtime import config
        config.set_platform(config.Backend.NPU, "Ascend910B4-1")
        assert len(config.Platform) == 12 and config.get_platform() is config.Platform.Ascend910B4_1
        assert not hasattr(asc, "nothing")
        print("all")
    """))
    assert done.stdout.strip() == "all", done.stderr


def test_asc_is_answered_only_on_request(tmp_path):
    code = "import lanewise.asc, importlib.util; print(importlib.util.find_spec('asc'))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=tmp_path, check=False)
    assert done.stdout.strip() == "None", done.stderr


def test_unknown_parts_of_pyasc_stay_unknown(write):
    done = run(write("import asc.codegen"))
    assert done.returncode == 1
    assert "asc.codegen" in done.stderr


def test_torch_npu_is_answered(write):
    done = run(write("""
        import torch_npu
        from torch_npu.contrib import nothing_of_the_kind
    """))
    assert "torch_npu.contrib" in done.stderr
    assert "line 3" in done.stderr


KERNEL = """
        import numpy as np
        import asc
        @asc.jit
        def twice(x, z, n: asc.ConstExpr[int]):
            ub = asc.LocalTensor(x.dtype, asc.TPosition.VECIN, 0, n)
            src, dst = asc.GlobalTensor(), asc.GlobalTensor()
            src.set_global_buffer(x, n)
            dst.set_global_buffer(z, n)
            asc.data_copy(ub, src, count=n)
            asc.set_flag(asc.HardEvent.MTE2_V, 0)
            asc.wait_flag(asc.HardEvent.MTE2_V, 0)
            asc.add(ub, ub, ub, count=n)
            asc.set_flag(asc.HardEvent.V_MTE3, 0)
            asc.wait_flag(asc.HardEvent.V_MTE3, 0)
            asc.data_copy(dst, ub, count=n)
"""


@pytest.mark.parametrize("first", ["import torch", "import asc"])  # whoever is imported first
def test_npu_tensors_live_on_this_computer(write, first):
    pytest.importorskip("torch")
    done = run(write(f"""
        {first}
        import torch_npu
        import torch
        {KERNEL}
        x = torch.ones(4, device="npu")
        named = torch.ones(2, device=torch.device("npu:0"))
        assert x.to("npu").device.type == x.npu().device.type == named.device.type == "cpu"
        assert torch.npu.is_available() and torch.npu.synchronize() is None
        for kind in (torch.float32, torch.float16, torch.int32):
            x = torch.arange(64, device="npu").to(kind)
            z = torch.zeros_like(x)
            twice[1](x, z, 64)
            assert torch.equal(z, x + x), (kind, z)
        x, z = torch.arange(128.0)[::2], torch.zeros(2, 64).T.requires_grad_()  # neither lies in one piece
        twice[1](x, z, 64)
        assert torch.equal(z.detach().reshape(-1)[:64], 2 * x)
        print("ok")
    """))
    assert done.stdout.strip() == "ok", done.stderr


def test_pytest_runs_tests_of_pyasc_unchanged(write, tmp_path):
    write("import asc", "conftest.py")
    write("""
        from unittest import mock
        import pytest
        import asc
        from asc.runtime.jit import MockTensor

        @pytest.fixture
        def replaced():
            with mock.patch("asc.runtime.launcher.Launcher.run") as run:
                yield run

        def test_kernel(replaced):
            @asc.jit
            def kernel(x: asc.GlobalAddress):
                asc.GlobalTensor().set_global_buffer(x)
            kernel[1](MockTensor(asc.float16))
            assert replaced.call_count == 1
    """, "test_kernel.py")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--lanewise-asc"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False)
    assert "1 passed" in done.stdout, done.stdout + done.stderr
