"""Kernels in Python on cube cores and on groups of both kinds: queues at cube positions, numbers of cores, flags."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import lanewise
from lanewise import asc
from lanewise.asc.runtime.config import KernelType
from lanewise.asc.runtime.kinds import group_of
from lanewise.machine.settings import Settings

M, N, K = 32, 64, 48
FIX, MTE3 = asc.PipeID.PIPE_FIX, asc.PipeID.PIPE_MTE3


@pytest.fixture(autouse=True)
def settings_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lanewise.machine.settings._settings", Settings())


def tensor_at(address: Any) -> Any:
    tensor = asc.GlobalTensor()
    tensor.set_global_buffer(address)
    return tensor


def multiply(pipe: Any, a: Any, b: Any, c: Any) -> None:
    """C = A B^T through queues all the way."""
    names = ("A1", "B1", "A2", "B2")
    sizes = {"A1": M * K * 2, "B1": N * K * 2, "A2": M * K * 2, "B2": N * K * 2}
    queues = {name: asc.TQue(asc.TPosition[name], 1) for name in names}
    for name, queue in queues.items():
        pipe.init_buffer(queue, 1, sizes[name])
    results = asc.TQue(asc.TPosition.CO1, 1)
    pipe.init_buffer(results, 1, M * N * 4)

    def through_queue(name: str, fill: Any) -> Any:
        tensor = queues[name].alloc_tensor(asc.float16)
        fill(tensor)
        queues[name].enque(tensor)
        return queues[name].deque(asc.float16)

    a1 = through_queue("A1", lambda t: asc.data_copy(t, a, asc.Nd2NzParams(1, M, K, 0, K, M, 1, 0)))
    b1 = through_queue("B1", lambda t: asc.data_copy(t, b, asc.Nd2NzParams(1, N, K, 0, K, N, 1, 0)))
    wide = asc.get_arch_version() == 3510

    def load_a(t: Any) -> None:
        if wide:
            asc.load_data(t, a1, asc.LoadData2DParamsV2(0, 0, M // 16, K // 16, M // 16, M // 16, False))
            return
        for i in range(M // 16):
            asc.load_data(t[i * 16 * K :], a1[i * 256 :], asc.LoadData2DParams(0, K // 16, M // 16, 0, 0, False, 0))

    a2 = through_queue("A2", load_a)
    b2 = through_queue("B2", lambda t: asc.load_data(t, b1, asc.LoadData2DParams(0, N * K // 256, 1, 0, 0, False, 0)))
    out = results.alloc_tensor(asc.float32)
    asc.mmad(out, a2, b2, asc.MmadParams(M, N, K))
    results.enque(out)
    out = results.deque(asc.float32)
    asc.fixpipe(c, out, asc.FixpipeParamsV220(N, M, M, N, False))
    for name, tensor in (("A1", a1), ("B1", b1), ("A2", a2), ("B2", b2)):
        queues[name].free_tensor(tensor)
    results.free_tensor(out)


@asc.jit
def mixed(a: Any, b: Any, c: Any, y: Any, seen: Any) -> None:
    pipe = asc.TPipe()
    block = asc.get_block_idx()
    if asc.ascend_is_aic():
        assert (asc.get_sub_block_idx(), asc.get_sub_block_num()) == (0, 1)
        multiply(pipe, tensor_at(a)[block * M * K :], tensor_at(b), tensor_at(c)[block * M * N :])
        asc.cross_core_set_flag(3, 2, FIX)
    if asc.ascend_is_aiv():
        half = M * N // 2
        assert (asc.get_sub_block_idx(), asc.get_sub_block_num()) == (block % 2, 2)
        taken, given = asc.TQue(asc.TPosition.VECIN, 1), asc.TQue(asc.TPosition.VECOUT, 1)
        pipe.init_buffer(taken, 1, half * 4)
        pipe.init_buffer(given, 1, half * 4)
        asc.cross_core_wait_flag(3)
        x, z = taken.alloc_tensor(asc.float32), given.alloc_tensor(asc.float32)
        asc.data_copy(x, tensor_at(c)[block * half :], half)
        taken.enque(x)
        x = taken.deque(asc.float32)
        asc.relu(z, x, half)
        taken.free_tensor(x)
        given.enque(z)
        z = given.deque(asc.float32)
        asc.data_copy(tensor_at(y)[block * half :], z, half)
        given.free_tensor(z)
        tensor_at(seen).set_value(block * 8, block + 1)


def arrays(blocks: int) -> tuple[Any, ...]:
    rng = np.random.default_rng(blocks)
    a, b = (rng.integers(-4, 5, shape).astype(np.float16) for shape in ((blocks * M, K), (N, K)))
    c = np.zeros((blocks * M, N), np.float32)
    return a, b, c, np.zeros_like(c), np.zeros((2 * blocks, 8), np.int32)


@pytest.mark.parametrize("engine", ["fast", "lockstep"])
@pytest.mark.parametrize("chip", ["ascend910b", "ascend950"])
def test_python_cubes_and_vectors_share_a_kernel(chip: str, engine: str) -> None:
    lanewise.configure(chip=chip, engine=engine, check=engine == "fast")
    a, b, c, y, seen = arrays(3)
    run = mixed[3](a, b, c, y, seen)
    want = a.astype(np.float32) @ b.astype(np.float32).T
    assert (c == want).all()
    assert (y == np.maximum(want, 0)).all()
    assert seen[:, 0].tolist() == [1, 2, 3, 4, 5, 6]
    assert run.cores == ("AIC", "AIV", "AIV")
    assert run.blocks == 9
    assert not run.findings


def test_python_cube_kernels_run_alone() -> None:
    @asc.jit
    def product(a: Any, b: Any, c: Any) -> None:
        block = asc.get_block_idx()
        multiply(asc.TPipe(), tensor_at(a)[block * M * K :], tensor_at(b), tensor_at(c)[block * M * N :])

    a, b, c, *_ = arrays(2)
    run = product[2](a, b, c)
    assert (c == a.astype(np.float32) @ b.astype(np.float32).T).all()
    assert (run.blocks, run.cores) == (2, ())
    with pytest.raises(lanewise.LanewiseError, match=r"QUE-009.*A1 is in no memory of this core"):
        product[2](a, b, c, kernel_type=KernelType.AIV_ONLY)


def test_python_kinds_follow_from_calls_or_are_said() -> None:
    def vectors(x: Any) -> None:
        asc.add(x, x, x, 64)

    def loads(x: Any) -> None:
        asc.load_data(x, x, None)
        vectors(x)

    def cubes(x: Any) -> None:
        asc.mmad(x, x, x, None)

    class Both:
        def run(self, x: Any) -> None:
            cubes(x)
            vectors(x)

    def both(x: Any) -> None:
        Both().run(x)

    for function, want in ((vectors, (0, 1)), (loads, (0, 1)), (cubes, (1, 0)), (both, (1, 2))):
        assert group_of(function, None, False) == want
    assert group_of(both, None, True) == (1, 0)
    assert group_of(vectors, KernelType.MIX_AIC_1_1, False) == (1, 1)
    assert group_of(vectors, "AIC_ONLY", False) == (1, 0)
    with pytest.raises(RuntimeError, match="kernel_type is 'AIC'; it is one of AIV_ONLY"):
        group_of(vectors, "AIC", False)


def test_python_flags_pair_cubes_with_vectors() -> None:
    """The cube core goes on when both vector cores have set; modes 0 and 1 stay among cores of a kind."""
    order: list[str] = []

    @asc.jit(kernel_type=KernelType.MIX_AIC_1_2)
    def kernel() -> None:
        block = asc.get_block_idx()
        if asc.ascend_is_aic():
            asc.cross_core_wait_flag(5)
            order.append(f"cube {block}")
            asc.cross_core_set_flag(6, 2, FIX)
        else:
            order.append(f"vector {block}")
            asc.cross_core_set_flag(7, 1, MTE3)
            asc.cross_core_wait_flag(7)
            asc.cross_core_set_flag(5, 2, MTE3)
            asc.cross_core_wait_flag(6)
            order.append(f"behind {block}")
            asc.cross_core_set_flag(8, 0, MTE3)
            asc.cross_core_wait_flag(8)
            order.append(f"end {block}")
        asc.sync_all()

    kernel[2]()
    for group in range(2):
        for sub in range(2):
            number = 2 * group + sub
            assert order.index(f"vector {number}") < order.index(f"cube {group}") < order.index(f"behind {number}")
            assert all(order.index(f"behind {k}") < order.index(f"end {number}") for k in range(4))


def test_python_barriers_hold_vector_cores_or_all() -> None:
    order: list[str] = []

    @asc.jit(kernel_type=KernelType.MIX_AIC_1_1)
    def kernel() -> None:
        who = "cube" if asc.ascend_is_aic() else "vector"
        asc.sync_all()
        order.append(f"some {who}")
        asc.sync_all(is_aiv_only=False)
        order.append(f"all {who}")

    kernel[2]()
    assert [one[:3] for one in order] == ["som"] * 4 + ["all"] * 4


def test_python_deadlocks_name_cores() -> None:
    @asc.jit(kernel_type="MIX_AIC_1_2")
    def kernel() -> None:
        if asc.ascend_is_aic():
            asc.cross_core_wait_flag(5)
        elif asc.get_sub_block_idx() == 0:
            asc.cross_core_set_flag(5, 2, MTE3)

    with pytest.raises(lanewise.LanewiseError) as problem:
        kernel[1]()
    assert problem.value.id == "SYNC-003"
    assert "AIC 0 waits for cross-core flag 5" in str(problem.value)
    assert "AIV 1 ended" in str(problem.value)


def test_python_missing_flags_are_races() -> None:
    """A vector core reads what the cube core writes to GM with nothing between them."""

    @asc.jit
    def kernel(a: Any, b: Any, c: Any, y: Any) -> None:
        pipe = asc.TPipe()
        if asc.ascend_is_aic():
            multiply(pipe, tensor_at(a), tensor_at(b), tensor_at(c))
        else:
            x = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 64)
            asc.data_copy(x, tensor_at(c), 64)
            asc.set_flag(asc.HardEvent.MTE2_V, 0)
            asc.wait_flag(asc.HardEvent.MTE2_V, 0)
            asc.relu(x, x, 64)
            asc.set_flag(asc.HardEvent.V_MTE3, 0)
            asc.wait_flag(asc.HardEvent.V_MTE3, 0)
            asc.data_copy(tensor_at(y)[64 * asc.get_sub_block_idx() :], x, 64)

    lanewise.configure(check="race")
    a, b, c, y, _ = arrays(1)
    run = kernel[1](a, b, c, y)
    assert "RACE-002" in {one.id for one in run.findings}


def test_python_memories_of_a_pipe_are_told_apart() -> None:
    """Buffers of each memory start at its own byte 0, and come back with the pipe."""

    @asc.jit(kernel_type=KernelType.AIC_ONLY)
    def kernel() -> None:
        pipe = asc.TPipe()
        for _ in range(2):
            first, second, right = asc.TBuf(asc.TPosition.A2), asc.TBuf(asc.TPosition.A2), asc.TBuf(asc.TPosition.B2)
            for buffer in (first, second, right):
                pipe.init_buffer(buf=buffer, num=1024)
            places = [int(one.get(asc.float16).address) for one in (first, second, right)]
            assert places == [0, 1024, 0]
            pipe.reset()
        pool = asc.TBufPool(asc.TPosition.A1)
        pipe.init_buf_pool(pool, 4096)
        inner = asc.TQue(asc.TPosition.B1, 1)
        pool.init_buffer(inner, 1, 4096)
        assert inner.alloc_tensor(asc.float16).get_size() == 2048
        with pytest.raises(lanewise.LanewiseError, match="QUE-009"):
            pool.init_buffer(asc.TQue(asc.TPosition.VECIN, 1), 1, 32)

    kernel[1]()
