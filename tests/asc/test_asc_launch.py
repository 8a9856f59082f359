"""Kernels: arguments in and out, options, failures, warnings and what a run leaves behind."""

from __future__ import annotations

import gc
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from lanewise import LanewiseError, asc
from lanewise.asc.runtime import config
from lanewise.asc.runtime.launcher import Launcher
from lanewise.machine.memory import Gm
from lanewise.machine.settings import settings


@asc.jit
def load(queue, source, n):
    t = queue.alloc_tensor(source.dtype)
    asc.data_copy(t, source, n)
    queue.enque(t)


@asc.jit
def vector_add(x: asc.GlobalAddress, y: asc.GlobalAddress, z: asc.GlobalAddress, n: asc.ConstExpr[int], tiles: int = 2):
    tile = n // tiles
    start = asc.get_block_idx() * n
    gm = [asc.GlobalTensor() for _ in range(3)]
    for g, address in zip(gm, (x, y, z), strict=True):
        g.set_global_buffer(address + start, n)
    pipe = asc.TPipe()
    queues = [asc.TQue(asc.TPosition.VECIN, 1), asc.TQue(asc.TPosition.VECIN, 1), asc.TQue(asc.TPosition.VECOUT, 1)]
    for q in queues:
        pipe.init_buffer(que=q, num=2, len=tile * x.dtype.sizeof())
    for i in asc.range(tiles):
        load(queues[0], gm[0][i * tile :], tile)
        load(queues[1], gm[1][i * tile :], tile)
        a, b = queues[0].deque(x.dtype), queues[1].deque(x.dtype)
        c = queues[2].alloc_tensor(x.dtype)
        asc.add(c, a, b, count=tile)
        queues[2].enque(c)
        queues[0].free_tensor(a)
        queues[1].free_tensor(b)
        c = queues[2].deque(x.dtype)
        asc.data_copy(gm[2][i * tile :], c, tile)
        queues[2].free_tensor(c)


@asc.jit
def double(x, n):
    g, u = asc.GlobalTensor(), asc.LocalTensor(x.dtype, asc.TPosition.VECCALC, 0, n)
    g.set_global_buffer(x + asc.get_block_idx() * n)
    asc.data_copy(u, g, n)
    asc.add(u, u, u, n)
    asc.data_copy(g, u, n)


@pytest.mark.parametrize("kind", [np.float32, np.float16, np.int32, np.int16])
@pytest.mark.parametrize("blocks", [1, 4])
def test_vector_add(launching, kind, blocks):
    x, y = np.arange(512).astype(kind), np.arange(512)[::-1].astype(kind)
    z = np.zeros(512, kind)
    vector_add[blocks](x, y, z, 512 // blocks)
    assert (z == x + y).all()
    vector_add[blocks, "stream"](x=x, y=z, z=z, n=512 // blocks, tiles=1)
    assert (z == x + x + y).all()


def test_arrays_of_any_layout_are_written_back(launching):
    grid = np.arange(64, dtype=np.int32).reshape(8, 8)
    expected = grid.T * 2
    double[1](grid.T, 64)
    np.testing.assert_array_equal(grid.T, expected)
    small = np.ones(16, ml_dtypes.bfloat16)
    launching(chip="ascend950")
    double[1](small, 16)
    assert (small == 2).all()


def test_the_same_array_twice_is_one_buffer(launching):
    @asc.jit
    def kernel(a, b):
        assert a.address == b.address
        assert (a.dtype, a.length) == (asc.int16, 16)

    x = np.zeros(16, np.int16)
    kernel[1](x, x)


@pytest.mark.parametrize("blocks", [1, 4])
def test_memory_of_a_launch_is_free_at_its_end(blocks):
    """Nobody has to look for cycles first: an array in GM may be large."""
    x, y, z = (np.zeros(512, np.float32) for _ in range(3))
    gc.collect()
    gc.disable()
    before = [one for one in gc.get_objects() if isinstance(one, Gm)]  # what other tests keep
    try:
        vector_add[blocks](x, y, z, 512 // blocks)
        assert all(one in before for one in gc.get_objects() if isinstance(one, Gm))
    finally:
        gc.enable()


def test_values_and_structs_go_by_value(launching):
    class Tiling(asc.Struct):
        length = asc.Field(asc.int32)
        scale = asc.Field(asc.float32, default=1.5)

    seen = []

    @asc.jit
    def kernel(flag, whole, real, typed, tiling, text="x"):
        seen.append((flag, whole, real, typed, type(typed), tiling.length, tiling.scale, text))
        tiling.length = 99

    tiling = Tiling(length=8)
    kernel[2](True, 3, 0.5, np.int16(7), tiling)
    assert seen == [(True, 3, 0.5, 7, int, 8, 1.5, "x")] * 2
    assert tiling.length == 8
    with pytest.raises(TypeError, match="no field"):
        Tiling(width=1)


def test_a_failed_run_leaves_the_arrays_alone(launching, refuses):
    @asc.jit
    def kernel(x):
        g = asc.GlobalTensor()
        g.set_global_buffer(x)
        g.set_value(asc.get_block_idx(), 99)
        if asc.get_block_idx() == 2:
            asc.wait_flag(asc.HardEvent.MTE2_V, 0)

    x = np.arange(16, dtype=np.int32)
    error = refuses("SYNC-003", kernel[4], x)
    assert (x == np.arange(16)).all()
    assert error.context == "kernel kernel, block 2 of 4"
    assert "block 2 of 4" in str(error)
    assert "test_asc_launch.py" in str(error)


def test_errors_of_the_kernel_itself_come_through(launching):
    @asc.jit
    def kernel(x):
        asc.sync_all()
        raise ZeroDivisionError("mine")

    x = np.zeros(8, np.int32)
    with pytest.raises(ZeroDivisionError, match="mine"):
        kernel[3](x)


def test_wrong_launches(launching, refuses):
    x = np.zeros(16, np.int16)
    refuses("KERNEL-002", double, x, 16)
    refuses("KERNEL-002", double[0], x, 16)
    refuses("KERNEL-002", double[1], [1, 2], 16)
    refuses("KERNEL-002", lambda: double["a"])
    refuses("KERNEL-002", lambda: double[1, 2, 3])
    with pytest.raises(TypeError):
        double[1](x)
    frozen = np.zeros(16, np.int16)
    frozen.flags.writeable = False
    double[1](frozen, 16)
    frozen2 = np.ones(16, np.int16)
    frozen2.flags.writeable = False
    refuses("KERNEL-002", double[1], frozen2, 16)


def test_options(launching):
    @asc.jit(always_compile=True, kernel_type=config.KernelType.AIV_ONLY, insert_sync=True)
    def kernel(x):
        pass

    kernel[1](np.zeros(1, np.int8), always_compile=False, opt_level=2)
    with pytest.raises(RuntimeError, match="speed"):
        asc.jit(speed=11)
    with pytest.raises(RuntimeError, match="speed"):
        kernel[1](np.zeros(1, np.int8), speed=11)
    with pytest.raises(RuntimeError, match="debug"):

        @asc.jit
        def bad(debug):
            pass

    @asc.jit(core_num=3)
    def checks_block_count():
        assert asc.get_block_num() == 3

    assert checks_block_count().blocks == 3


def test_run_tells_what_happened(launching):
    launching(trace=True)
    x = np.ones(64, np.float16)
    run = double[2](x, 32)
    assert double.last_run is run
    assert (run.kernel, run.blocks, run.instructions) == ("double", 2, 6)
    assert [len(t) for t in run.traces] == [3, 3]
    assert [t.records["block"].tolist() for t in run.traces] == [[0] * 3, [1] * 3]
    assert "add" in str(run.traces[0])
    assert any(policy == "float_rounding" for policy, *_ in run.assumptions)
    launching(trace=False)
    assert double[1](x, 32).traces == []


def test_overruns_are_one_warning_a_line(launching, refuses):
    x = np.ones(20, np.int16)
    with pytest.warns(asc.LanewiseWarning, match="touches bytes 0..63 of x, which has 40") as caught:
        run = double[1](x, 32)
    assert len({(one.filename, one.lineno) for one in caught}) == len(caught) == 2
    assert len(run.overruns) == 2
    assert (x == 2).all()
    launching(strict=True)
    refuses("MEM-004", double[1], x, 32)
    assert (x == 2).all()


def test_flags_left_over_are_a_warning(launching):
    @asc.jit
    def kernel():
        asc.set_flag(asc.HardEvent.MTE2_V, 1)

    with pytest.warns(asc.LanewiseWarning, match="SYNC-102 .*MTE2_V, 1"):
        kernel[1]()


def test_chip_can_be_chosen(launching, refuses):
    arch = []

    @asc.jit
    def kernel():
        arch.append(asc.get_arch_version())

    kernel[1]()
    kernel[1](chip="ascend950")
    config.set_platform(config.Backend.Model, config.Platform.Ascend910_9392)
    assert settings().chip == "ascend910_93"
    config.set_platform(config.Backend.NPU, "Ascend950PR")
    kernel[1]()
    config.set_platform(config.Backend.Model)
    kernel[1]()
    assert arch == [2201, 3510, 3510, 3510]
    refuses("CHIP-001", config.set_platform, config.Backend.Model, "Ascend1")


def test_environment_sets_the_defaults(monkeypatch):
    from lanewise.machine import settings as module

    monkeypatch.setattr(module, "_settings", None)
    monkeypatch.setenv("LANEWISE_CHIP", "dav-3510")
    monkeypatch.setenv("LANEWISE_ENGINE", "definition")
    monkeypatch.setenv("LANEWISE_STRICT", "1")
    assert module.settings() == module.Settings("ascend950", "definition", True, False)


def test_launcher_run_is_what_executes(launching, monkeypatch):
    calls = []
    monkeypatch.setattr(Launcher, "run", lambda self, args: calls.append((self.name, self.blocks, list(args))))
    double[5](np.zeros(1, np.int8), 3)
    assert calls == [("double", 5, ["x", "n"])]


def test_print_goes_to_the_callers_output(launching, capsys):
    @asc.jit
    def kernel():
        print("plain", asc.get_block_idx())
        asc.printf("%d %5.2f %s %lld %x\n", 3, 1.5, "s", 2**40, 255)

    kernel[2]()
    assert capsys.readouterr().out.splitlines() == [
        "plain 0", "[AIV Block 0/2] 3  1.50 s 1099511627776 ff",
        "plain 1", "[AIV Block 1/2] 3  1.50 s 1099511627776 ff",
    ]


def test_breakpoint_runs_in_the_callers_thread(launching, monkeypatch):
    import sys
    import threading

    stops = []
    monkeypatch.setattr(sys, "breakpointhook", lambda: stops.append(threading.current_thread()))

    @asc.jit
    def kernel():
        breakpoint()

    kernel[3]()
    assert stops == [threading.current_thread()] * 3


def test_torch_tensors(launching):
    torch = pytest.importorskip("torch")
    x = torch.ones(64, dtype=torch.float16)
    y = torch.ones(64, dtype=torch.bfloat16)
    double[1](x, 64)
    assert (x == 2).all()
    launching(chip="ascend950")
    double[1](y, 64)
    assert (y == 2).all()


def test_structs_are_members_of_structs() -> None:
    class Inner(asc.Struct):
        a = asc.StructField(asc.int32)
        b = asc.StructField(asc.float32, default=0.5)

    class Outer(asc.Struct):
        n = asc.StructField(asc.int32)
        first = asc.StructField(Inner)
        second = asc.StructField(Inner, default=Inner(a=9))

    seen = []

    @asc.jit
    def kernel(z: Any, outer: Any) -> None:
        outer.first.a = outer.first.a + 1  # a block's own
        outer.n += 1
        seen.append((outer.n, outer.first.a, outer.first.b, outer.second.a))
        asc.GlobalTensor().set_global_buffer(z)

    inner = Inner(a=3)
    outer = Outer(4, inner)
    inner.a = 77  # a member is a copy
    z = np.zeros(8, np.int32)
    kernel[3](z, outer)
    assert seen == [(5, 4, 0.5, 9)] * 3
    assert (outer.n, outer.first.a, outer.second.a, Outer().first.b, Outer().second.a) == (4, 3, 9, 0.5, 9)
    outer.second.a = 1
    assert Outer().second.a == 9
    with pytest.raises(TypeError, match=r"Outer\.first is a Inner, not int"):
        Outer(first=3)


def test_arguments_without_data(monkeypatch: pytest.MonkeyPatch) -> None:
    """What tests of compilers pass: a replaced launcher gets it, the real one has nothing to compute with."""
    from lanewise.asc.runtime.jit import MockTensor, MockValue

    @asc.jit
    def kernel(x: Any, n: Any) -> None:
        raise AssertionError

    assert (MockTensor(asc.float16).dtype, MockValue(asc.int32).dtype) == (asc.float16, asc.int32)
    with pytest.raises(LanewiseError, match="argument x is a MockTensor, which has no data: pass an array"):
        kernel[1](MockTensor(asc.float16), 1)
    with pytest.raises(LanewiseError, match="argument n is a MockValue"):
        kernel[1](np.zeros(1, np.float32), MockValue(asc.int32))
    given = []
    monkeypatch.setattr("lanewise.asc.runtime.launcher.Launcher.run", lambda self, arguments: given.append(arguments))
    kernel[1](MockTensor(asc.float16), MockValue(asc.int32))
    assert given == [{"x": MockTensor(asc.float16), "n": MockValue(asc.int32)}]
