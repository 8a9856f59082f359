"""Random kernels: the inputs that a chain ends at are those that change its element when they are changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

import lanewise
import lanewise.asc as asc
from lanewise import why

N = 64
ELEMENTS = 20  # of each kernel
BYTES = N * 4
VALUES = (-100.0, 100.0, 0.3125)
Array = np.ndarray[Any, Any]
Step = Callable[["Room"], None]


class Room:
    """The tensors of a kernel: its inputs in the first two."""

    def __init__(self) -> None:
        place = asc.TPosition.VECCALC
        self.all = [asc.LocalTensor(asc.float32, place, at * 1024, N) for at in range(5)]
        self.half = asc.LocalTensor(asc.half, place, 8192, N)
        self.bits = asc.LocalTensor(asc.uint8, place, 9216, N)
        self.index = asc.LocalTensor(asc.int32, place, 10240, N)
        self.offsets = asc.LocalTensor(asc.uint32, place, 10240, N)


class Kernel:
    """Steps that a random generator chose. What they are made of is drawn before they run: each run has the same.

    The largest of two, comparisons and what else drops one of its operands take inputs alone: where a number goes
    through two such steps, each of them may depend on it and both together not."""

    def __init__(self, seed: int) -> None:
        self.random = np.random.default_rng((77, seed))
        kinds = (self.arithmetic, self.arithmetic, self.scalar, self.masked, self.strided, self.summed, self.pairs,
                 self.gathered, self.chosen, self.narrowed, self.larger, self.moved)  # fmt: skip
        self.steps = [kinds[int(k)]() for k in self.random.integers(len(kinds), size=int(self.random.integers(3, 7)))]
        self.result = self.drawn((2, 3, 4))

    def drawn(self, of: Sequence[int]) -> int:
        return int(self.random.choice(of))

    def arithmetic(self) -> Step:
        what = (asc.add, asc.sub, asc.mul)[self.drawn((0, 1, 2))]
        one, other = self.random.choice(5, 2, replace=False).tolist()
        to, count, at = self.drawn((2, 3, 4)), self.drawn(range(1, N + 1)), 8 * self.drawn(range(8))
        at = 0 if to in (one, other) else at  # what overlaps in part is undefined
        return lambda r: what(r.all[to][at:], r.all[one], r.all[other], min(count, N - at))

    def scalar(self) -> Step:
        what, by = (asc.adds, asc.muls)[self.drawn((0, 1))], self.drawn((3, 5, 7)) / 4
        one, to, count = self.drawn(range(5)), self.drawn((2, 3, 4)), self.drawn(range(1, N + 1))
        return lambda r: what(r.all[to], r.all[one], by, count)

    def masked(self) -> Step:
        what, to = (asc.add, asc.sub)[self.drawn((0, 1))], self.drawn((2, 3, 4))
        one, other = self.random.choice([at for at in range(5) if at != to], 2, replace=False).tolist()
        words = [int(word) for word in self.random.integers(1, 1 << 62, 1)] + [0]
        return lambda r: what(r.all[to], r.all[one], r.all[other], words, 1, asc.BinaryRepeatParams(1, 1, 1, 8, 8, 8))

    def strided(self) -> Step:
        one, to, gap = self.drawn((0, 1)), self.drawn((2, 3, 4)), self.drawn((0, 1, 2))
        mask, repeats = self.drawn((8, 13, 24)), self.drawn((1, 2))
        return lambda r: asc.add(r.all[to], r.all[one], r.all[1 - one], mask, repeats,
                                 asc.BinaryRepeatParams(1, gap, 1, 4, 1, 3))  # fmt: skip

    def summed(self) -> Step:
        one, to, lanes = self.drawn(range(5)), self.drawn((2, 3, 4)), self.drawn((24, 40, 64))
        return lambda r: asc.block_reduce_sum(r.all[to], r.all[one], 1, lanes, 1, 1, 8)

    def pairs(self) -> Step:
        one, to = self.drawn(range(5)), self.drawn((2, 3, 4))
        return lambda r: asc.pair_reduce_sum(r.all[to], r.all[one], 1, N, 1, 1, 8)

    def gathered(self) -> Step:
        one, to = self.drawn((0, 1)), self.drawn((2, 3, 4))
        by, count = 4 * self.drawn((1, 2, 3)), self.drawn((8, 16, 20))

        def step(r: Room) -> None:
            asc.create_vec_index(r.index, 1, count=count)
            asc.pipe_barrier(asc.PipeID.PIPE_ALL)
            asc.muls(r.index, r.index, by, count)
            asc.pipe_barrier(asc.PipeID.PIPE_ALL)
            asc.gather(r.all[to], r.all[one], r.offsets, 0, count=count)

        return step

    def chosen(self) -> Step:
        one, to = self.drawn((0, 1)), self.drawn((2, 3, 4))

        def step(r: Room) -> None:
            asc.compare(r.bits, r.all[0], r.all[1], asc.CMPMODE.GT, count=N)
            asc.pipe_barrier(asc.PipeID.PIPE_ALL)
            asc.select(r.all[to], r.bits, r.all[one], 0.625, asc.SELMODE.VSEL_TENSOR_SCALAR_MODE, count=N)

        return step

    def narrowed(self) -> Step:
        one, to, count = self.drawn((0, 1)), self.drawn((2, 3, 4)), self.drawn(range(1, N + 1))

        def step(r: Room) -> None:
            asc.cast(r.half, r.all[one], asc.RoundMode.CAST_NONE, count=count)
            asc.pipe_barrier(asc.PipeID.PIPE_ALL)
            asc.cast(r.all[to], r.half, asc.RoundMode.CAST_NONE, count=count)

        return step

    def larger(self) -> Step:
        what, to, count = (asc.max, asc.min)[self.drawn((0, 1))], self.drawn((2, 3, 4)), self.drawn(range(1, N + 1))
        return lambda r: what(r.all[to], r.all[0], r.all[1], count)

    def moved(self) -> Step:
        one, to = self.random.choice(5, 2, replace=False).tolist()
        to, blocks, gap = max(to, 2), self.drawn((1, 2, 3)), self.drawn((0, 1))
        return lambda r: asc.data_copy(r.all[to], r.all[one], asc.DataCopyParams(2, blocks, gap, 1))

    def run(self, x: Array, y: Array, z: Array) -> Any:
        return chosen_steps[1](x, y, z, self)


@asc.jit
def chosen_steps(x: asc.GlobalAddress, y: asc.GlobalAddress, z: asc.GlobalAddress, kernel: Kernel) -> None:
    room = Room()
    arrays = [asc.GlobalTensor() for _ in range(3)]
    for array, address in zip(arrays, (x, y, z), strict=True):
        array.set_global_buffer(address)
    asc.data_copy(room.all[0], arrays[0], N)
    asc.data_copy(room.all[1], arrays[1], N)
    for at in (2, 3, 4):
        asc.duplicate(room.all[at], at / 8, N)
    for step in kernel.steps:
        asc.pipe_barrier(asc.PipeID.PIPE_ALL)
        step(room)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.data_copy(arrays[2], room.all[kernel.result], N)


def by_trying(kernel: Kernel, x: Array, y: Array) -> dict[int, set[tuple[str, int]]]:
    """Of each element the inputs that change it."""

    def result(*arrays: Array) -> Array:
        z = np.zeros(N, np.float32)
        kernel.run(*arrays, z)
        return z.view(np.uint32)

    usual = result(x, y)
    found: dict[int, set[tuple[str, int]]] = {element: set() for element in range(N)}
    for number, name in enumerate(("x", "y")):
        for index in range(N):
            for other in VALUES:
                arrays = [x.copy(), y.copy()]
                arrays[number][index] = other
                for element in np.flatnonzero(result(*arrays) != usual):
                    found[int(element)].add((name, index))
    return found


SEEDS = [pytest.param(seed, marks=() if seed < 3 else pytest.mark.sweep) for seed in range(50)]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_chain_of_a_random_kernel_ends_at_the_inputs_that_decide(seed: int) -> None:
    random = np.random.default_rng((5, seed))
    x, y = (random.uniform(-4, 4, N).astype(np.float32) for _ in range(2))
    kernel = Kernel(seed)
    expected = by_trying(kernel, x, y)
    lanewise.configure(history=True)
    try:
        run = kernel.run(x, y, np.zeros(N, np.float32))
    finally:
        lanewise.configure(history=False)
    for element in random.choice(N, ELEMENTS, replace=False).tolist():
        inputs = why.explain(run, "z", element).inputs()
        assert {(name, index) for name, all_of in inputs.items() for index in all_of} == expected[element], element


SIDE = 16


@asc.jit
def multiplied(x: asc.GlobalAddress, y: asc.GlobalAddress, z: asc.GlobalAddress, narrow: bool) -> None:
    """Z = X Y^T + X Y^T, of fractals, through L1, L0A, L0B and L0C, in float or in half."""
    arrays = [asc.GlobalTensor() for _ in range(3)]
    for array, address in zip(arrays, (x, y, z), strict=True):
        array.set_global_buffer(address)
    pipe = asc.TPipe()
    positions = (asc.TPosition.A1, asc.TPosition.B1, asc.TPosition.A2, asc.TPosition.B2, asc.TPosition.CO1)
    buffers = [asc.TBuf(position) for position in positions]
    for buffer in buffers:
        pipe.init_buffer(buffer, SIDE * SIDE * 4)
    a1, b1, a2, b2 = (buffer.get(asc.float16) for buffer in buffers[:4])
    out = buffers[4].get(asc.float32)
    whole = asc.Nd2NzParams(1, SIDE, SIDE, 0, SIDE, SIDE, 1, 0)
    asc.data_copy(a1, arrays[0], whole)
    asc.data_copy(b1, arrays[1], whole)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.load_data(a2, a1, asc.LoadData2DParams(0, 1, 1, 0, 0, False, 0))
    asc.load_data(b2, b1, asc.LoadData2DParams(0, 1, 1, 0, 0, False, 0))
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.mmad(out, a2, b2, asc.MmadParams(SIDE, SIDE, SIDE))
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.mmad(out, a2, b2, asc.MmadParams(SIDE, SIDE, SIDE, cmatrix_init_val=False))
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    params = asc.FixpipeParamsV220(SIDE, SIDE, SIDE, SIDE, False)
    if narrow:
        params.quant_pre = asc.QuantModes.F322F16
    asc.fixpipe(arrays[2], out, params)


def test_a_chain_through_a_cube_core_ends_at_a_row_and_a_column() -> None:
    random = np.random.default_rng(8)
    x, y = (random.integers(1, 8, (SIDE, SIDE)).astype(np.float16) for _ in range(2))

    def result(*arrays: Array) -> Array:
        z = np.zeros((SIDE, SIDE), np.float32)
        multiplied[1](*arrays, z, False)
        return z.reshape(-1)

    usual = result(x, y)
    assert (usual.reshape(SIDE, SIDE) == 2 * (x.astype(np.float32) @ y.T)).all()
    expected: dict[int, set[tuple[str, int]]] = {element: set() for element in range(SIDE * SIDE)}
    for number, name in enumerate(("x", "y")):
        for index in range(SIDE * SIDE):
            arrays = [x.copy(), y.copy()]
            arrays[number].reshape(-1)[index] = -100
            for element in np.flatnonzero(result(*arrays) != usual):
                expected[int(element)].add((name, index))
    lanewise.configure(history=True)
    try:
        run = multiplied[1](x, y, np.zeros((SIDE, SIDE), np.float32), False)
    finally:
        lanewise.configure(history=False)
    for element in random.choice(SIDE * SIDE, 4, replace=False).tolist():
        inputs = why.explain(run, "z", element).inputs()
        assert {(name, index) for name, all_of in inputs.items() for index in all_of} == expected[element], element


def test_products_are_computed_in_higher_precision() -> None:
    random = np.random.default_rng(9)
    x, y = (random.uniform(0.5, 4, (SIDE, SIDE)).astype(np.float16) for _ in range(2))
    exact = 2 * (x.astype(np.float64) @ y.astype(np.float64).T)
    lanewise.configure(history=True)
    try:
        for narrow, kind in ((False, np.float32), (True, np.float16)):
            z = np.zeros((SIDE, SIDE), kind)
            found = multiplied[1](x, y, z, narrow).why("z", 37).exact()
            assert found.exact == pytest.approx(exact.reshape(-1)[37], rel=1e-12)
            assert found.value == z.reshape(-1)[37]
            assert not found.missed
            if narrow:  # what is lost is lost where the sum becomes half
                assert found.sources[0].op == "fixpipe"
                assert found.sources[0].left < 1e-4
    finally:
        lanewise.configure(history=False)
