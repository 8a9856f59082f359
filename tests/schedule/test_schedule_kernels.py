"""Python kernels under schedules: what a missing flag shows, what stays ordered, and errors where they always came."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import lanewise
from lanewise import asc
from lanewise.asc import reg
from lanewise.errors import LanewiseError
from lanewise.machine.launch import launch
from lanewise.machine.settings import settings

N = 256
EVENT = asc.HardEvent
SCHEDULES = ("late", *(f"random:{seed}" for seed in range(6)))


class Bench:
    """What kernels of these tests begin with: two arrays in GM and three buffers in UB, of zeros."""

    def __init__(self, x: Any, z: Any) -> None:
        self.gx, self.gz = asc.GlobalTensor(), asc.GlobalTensor()
        self.gx.set_global_buffer(x)
        self.gz.set_global_buffer(z)
        self.pipe = asc.TPipe()
        self.a, self.b, self.c = (self._buffer() for _ in range(3))
        asc.pipe_barrier(asc.PipeID.PIPE_ALL)

    def _buffer(self) -> Any:
        buffer = asc.TBuf(asc.TPosition.VECCALC)
        self.pipe.init_buffer(buf=buffer, len=4 * N)
        tensor = buffer.get(asc.float32)
        asc.duplicate(tensor, 0.0, N)
        return tensor


def pass_flag(event: Any, number: int = 0) -> None:
    asc.set_flag(event, number)
    asc.wait_flag(event, number)


def result(kernel: Callable[..., None], schedule: str, blocks: int = 1, chip: str = "ascend910b") -> Any:
    x, z = np.arange(4 * N, dtype=np.float32), np.zeros(4 * N, np.float32)
    launch(kernel, kernel.__name__, blocks, {"x": x, "z": z}, settings().using(schedule=schedule, chip=chip))
    return z


def at(kernel: Callable[..., None], text: str) -> int:
    """The line of a kernel that ends with this comment."""
    lines, first = inspect.getsourcelines(kernel)
    return first + next(i for i, line in enumerate(lines) if line.rstrip().endswith(f"# {text}"))


# --- what a missing flag shows ---


def without(*missing: Any) -> Callable[..., None]:
    """Two tiles through the same buffers, without the flags of some events."""

    def kernel(x: Any, z: Any) -> None:
        k = Bench(x, z)

        def flag(event: Any) -> None:
            if event not in missing:
                pass_flag(event)

        for tile in range(2):
            asc.data_copy(k.a, k.gx[tile * N :], N)
            flag(EVENT.MTE2_V)
            asc.adds(k.b, k.a, 1.0, N)
            flag(EVENT.V_MTE2)
            flag(EVENT.V_MTE3)
            asc.data_copy(k.gz[tile * N :], k.b, N)
            flag(EVENT.MTE3_V)

    return kernel


TWO_TILES = np.concatenate([np.arange(2 * N) + 1, np.zeros(2 * N)])


@pytest.mark.parametrize("schedule", ["", "early", *SCHEDULES])
def test_ordered_kernel_is_right_under_every_schedule(schedule: str) -> None:
    assert (result(without(), schedule) == TWO_TILES).all()


@pytest.mark.parametrize("event", [EVENT.MTE2_V, EVENT.V_MTE2, EVENT.V_MTE3, EVENT.MTE3_V], ids=str)
def test_late_shows_a_missing_flag(event: Any) -> None:
    assert (result(without(event), "early") == TWO_TILES).all()
    first = result(without(event), "late")
    assert (first != TWO_TILES).any()
    assert (result(without(event), "late") == first).all()


# --- what stays ordered ---


def queues(x: Any, z: Any) -> None:
    gx, gz, pipe = asc.GlobalTensor(), asc.GlobalTensor(), asc.TPipe()
    gx.set_global_buffer(x)
    gz.set_global_buffer(z)
    taken, given = asc.TQue(asc.TPosition.VECIN, 2), asc.TQue(asc.TPosition.VECOUT, 2)
    pipe.init_buffer(que=taken, num=2, len=N)
    pipe.init_buffer(que=given, num=2, len=N)
    for tile in range(16):
        a = taken.alloc_tensor(asc.float32)
        asc.data_copy(a, gx[tile * N // 4 :], N // 4)
        taken.enque(a)
        a, b = taken.deque(asc.float32), given.alloc_tensor(asc.float32)
        asc.muls(b, a, 2.0, N // 4)
        given.enque(b)
        taken.free_tensor(a)
        b = given.deque(asc.float32)
        asc.data_copy(gz[tile * N // 4 :], b, N // 4)
        given.free_tensor(b)


def masks_and_modes(x: Any, z: Any) -> None:
    """Each instruction has the mask, mode and atomic operation that were set when it was issued."""
    k = Bench(x, z)
    asc.data_copy(k.a, k.gx, N)
    pass_flag(EVENT.MTE2_V)
    asc.set_mask_count()
    asc.set_vector_mask(0, 100)
    asc.adds(k.b, k.a, 1.0, asc.MASK_PLACEHOLDER, 1, asc.UnaryRepeatParams(1, 1, 8, 8), is_set_mask=False)
    asc.set_mask_norm()
    asc.reset_mask()
    asc.adds(k.c, k.a, 3.0, 64, 2, asc.UnaryRepeatParams(1, 1, 8, 8))
    pass_flag(EVENT.V_MTE3)
    asc.set_atomic_add(asc.float32)
    asc.data_copy(k.gz, k.b, N)
    asc.data_copy(k.gz, k.c, N)
    asc.set_atomic_none()
    asc.data_copy(k.gz[N:], k.c, N)


def scalars(x: Any, z: Any) -> None:
    """The scalar unit waits for what it touches, and for what it asks vector instructions."""
    k = Bench(x, z)
    asc.data_copy(k.a, k.gx, N)
    pass_flag(EVENT.MTE2_V)
    asc.adds(k.b, k.a, 1.0, N)
    k.b.set_value(3, k.b.get_value(2) * 100)
    asc.reduce_sum(k.c, k.b, k.a, N)
    total = asc.get_reduce_repeat_sum_spr(asc.float32)
    k.c.set_value(1, total)
    pass_flag(EVENT.S_MTE3)
    asc.data_copy(k.gz, k.c, 8)
    k.gz.set_value(N, k.gz.get_value(1) + 1)


def addresses_from_memory(x: Any, z: Any) -> None:
    """Offsets that are not there yet when the gather is issued."""
    k = Bench(x, z)
    offsets = k.b.reinterpret_cast(asc.uint32)
    asc.data_copy(k.a, k.gx, N)
    pass_flag(EVENT.MTE2_V)
    asc.muls(k.c, k.a, 4.0, N)
    asc.cast(k.b.reinterpret_cast(asc.int32), k.c, asc.RoundMode.CAST_TRUNC, N)
    asc.muls(k.b.reinterpret_cast(asc.int32), k.b.reinterpret_cast(asc.int32), -1, N)
    asc.adds(k.b.reinterpret_cast(asc.int32), k.b.reinterpret_cast(asc.int32), 4 * (N - 1), N)
    asc.gather(k.c, k.a, offsets, 0, N)
    pass_flag(EVENT.V_MTE3)
    asc.data_copy(k.gz, k.c, N)


def between_blocks(x: Any, z: Any) -> None:
    """Each block takes what its neighbour has left in GM."""
    k = Bench(x, z)
    own, next_ = asc.get_block_idx() * N, (asc.get_block_idx() + 1) % 2 * N
    asc.data_copy(k.a, k.gx[own:], N)
    pass_flag(EVENT.MTE2_V)
    asc.adds(k.b, k.a, 1.0, N)
    pass_flag(EVENT.V_MTE3)
    asc.data_copy(k.gz[own:], k.b, N)
    asc.sync_all()
    asc.data_copy(k.c, k.gz[next_:], N)
    pass_flag(EVENT.MTE2_MTE3)
    asc.data_copy(k.gz[2 * N + own :], k.c, N)


@pytest.mark.parametrize("schedule", SCHEDULES)
@pytest.mark.parametrize(
    ("kernel", "blocks"),
    [(queues, 1), (masks_and_modes, 1), (scalars, 1), (addresses_from_memory, 1), (between_blocks, 2)],
    ids=lambda of: getattr(of, "__name__", ""),
)
def test_what_is_ordered_stays_ordered(kernel: Callable[..., None], blocks: int, schedule: str) -> None:
    expected = result(kernel, "early", blocks)
    assert expected.any()
    assert (result(kernel, schedule, blocks) == expected).all()


def test_tensors_are_read_as_they_will_be() -> None:
    with lanewise.core("ascend910b", schedule="late") as core:
        a, b = core.ub(np.arange(64, dtype=np.float32)), core.ub(64, np.float32)
        asc.adds(b, a, 1.0, 64)
        assert (core.mem[b.address : b.address + 4].view(np.uint32) == 0xFFFFFFFF).all()  # it waits
        assert (b.numpy() == np.arange(64) + 1).all()


# --- vector functions ---


def bump(x: Any, index: Any, ordered: bool) -> None:
    places, before, after = reg.RegTensor(asc.uint32), reg.RegTensor(asc.float32), reg.RegTensor(asc.float32)
    two = reg.MaskReg()
    reg.update_mask(two, count=2, pitch=4)
    reg.load_align(places, index)
    for _ in range(4):
        reg.gather(before, x, places, two)
        reg.adds(after, before, 1.0, two)
        reg.scatter(x, after, places, two)
        if ordered:
            reg.local_mem_bar(before=0, after=1)


@pytest.mark.parametrize(("schedule", "ordered", "more"), [("", False, 4), ("late", False, 1), ("late", True, 4)])
def test_loads_pass_stores_in_a_vector_function(schedule: str, ordered: bool, more: int) -> None:
    with lanewise.core("ascend950", schedule=schedule) as core:
        x, index = core.ub(np.arange(64, dtype=np.float32)), core.ub(np.arange(5, 69, dtype=np.uint32))
        reg.vf_call(bump, x, index, ordered)
        assert (x.numpy()[5:8] == [5 + more, 6 + more, 7]).all()


# --- errors ---


def wrong_address(x: Any, z: Any) -> None:
    k = Bench(x, z)
    asc.data_copy(k.a, k.gx, N)
    asc.adds(k.b[1:], k.a, 1.0, 64)  # wrong
    pass_flag(EVENT.V_MTE3)


def wrong_offset(x: Any, z: Any) -> None:
    """Nothing is wrong with the offsets that are in memory when the gather is issued."""
    k = Bench(x, z)
    asc.data_copy(k.b, k.gx[1:], N)
    pass_flag(EVENT.MTE2_V)
    asc.gather(k.c, k.a, k.b.reinterpret_cast(asc.uint32), 0, N)  # wrong
    pass_flag(EVENT.V_MTE3)
    asc.data_copy(k.gz, k.c, N)


@pytest.mark.parametrize("schedule", ["", "late", "random:1"])
@pytest.mark.parametrize("kernel", [wrong_address, wrong_offset], ids=lambda of: of.__name__)
def test_errors_name_their_own_line(kernel: Callable[..., None], schedule: str) -> None:
    with pytest.raises(LanewiseError) as caught:
        result(kernel, schedule)
    assert caught.value.where == (__file__, at(kernel, "wrong"))


@pytest.mark.parametrize("schedule", ["soon", "random", "random:", "random:x", "random:-1", "late "])
def test_unknown_schedules_are_refused(schedule: str) -> None:
    with pytest.raises(ValueError, match="early, late or random:SEED"):
        settings().using(schedule=schedule)


def test_a_schedule_goes_without_the_checker_and_the_definition() -> None:
    with pytest.raises(ValueError, match="Run the kernel once with each"):
        settings().using(schedule="late", check="race")
    with pytest.raises(LanewiseError, match="a schedule needs the compiled engine"):
        lanewise.core(engine="definition", schedule="late")
