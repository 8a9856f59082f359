"""The same cases in kernels of the Python front: `lanewise run policies.py -- CASE ...`."""

import sys

import numpy as np

from lanewise import asc

N = 256
EVENT, PIPE, CALC = asc.HardEvent, asc.PipeID, asc.TPosition.VECCALC
KERNELS = {}


def kernel(function):
    KERNELS[function.__name__] = asc.jit(function)
    return function


class Tiles:
    """Two tiles in TBufs: a first, then b; nothing lies behind b."""

    def __init__(self, x, y):
        self.x, self.y = asc.GlobalTensor(), asc.GlobalTensor()
        self.x.set_global_buffer(x)
        self.y.set_global_buffer(y)
        self.pipe = asc.TPipe()
        self.first, self.second = asc.TBuf(CALC), asc.TBuf(CALC)
        self.pipe.init_buffer(buf=self.first, len=4 * N)
        self.pipe.init_buffer(buf=self.second, len=4 * N)
        self.a, self.b = self.first.get(asc.float32), self.second.get(asc.float32, 0)  # all of it
        asc.duplicate(self.b, 0.0, N)

    def load(self):
        asc.data_copy(self.a, self.x, N)
        asc.pipe_barrier(PIPE.PIPE_ALL)

    def store(self, tensor):
        asc.pipe_barrier(PIPE.PIPE_ALL)
        asc.data_copy(self.y, tensor, N)


@kernel
def slack_read(x, y):
    t = Tiles(x, y)
    asc.data_copy(t.a, t.x, N)  #! slack_read MEM-004
    t.store(t.a)


@kernel
def slack_write(x, y):
    t = Tiles(x, y)
    t.load()
    asc.data_copy(t.y, t.a, N)  #! slack_write MEM-004


@kernel
def far(x, y):
    t = Tiles(x, y)
    asc.data_copy(t.a, t.x[2 * N :], N)  #! far MEM-004


@kernel
def flags(x, y):
    t = Tiles(x, y)
    asc.data_copy(t.a, t.x, N // 2)
    asc.set_flag(EVENT.MTE2_V, 0)
    asc.data_copy(t.a[N // 2 :], t.x[N // 2 :], N // 2)
    asc.set_flag(EVENT.MTE2_V, 0)  #! flags SYNC-101
    asc.wait_flag(EVENT.MTE2_V, 0)
    asc.adds(t.b, t.a, 1.0, N // 2)
    asc.wait_flag(EVENT.MTE2_V, 0)
    asc.adds(t.b[N // 2 :], t.a[N // 2 :], 1.0, N // 2)
    t.store(t.b)


@kernel
def outgrown(x, y):
    t = Tiles(x, y)
    t.load()
    part = t.second.get(asc.float32, 64)
    asc.adds(part, t.a, 1.0, N)  #! outgrown MEM-002
    t.store(t.b)


@kernel
def neighbour(x, y):
    t = Tiles(x, y)
    asc.duplicate(t.a, 1.0, N + 64)  #! neighbour MEM-002
    t.store(t.b)


@kernel
def placed(x, y):
    a, b = asc.LocalTensor(asc.float32, CALC, 0, N), asc.LocalTensor(asc.float32, CALC, 4 * N, N)
    asc.duplicate(b, 2.0, N)
    asc.duplicate(a, 1.0, N + 64)  #! placed MEM-002


@kernel
def placed_alone(x, y):
    again = asc.LocalTensor(asc.float32, CALC, 2048, N)
    a, b = asc.LocalTensor(asc.float32, CALC, 0, 64), asc.LocalTensor(asc.float32, CALC, 2048, N)
    view = asc.LocalTensor(asc.float32, CALC, 128, 32)  # a part of a
    assert again.get_size() > view.get_size()
    from_, to = asc.GlobalTensor(), asc.GlobalTensor()
    from_.set_global_buffer(x)
    to.set_global_buffer(y)
    asc.data_copy(b, from_, N)
    asc.pipe_barrier(PIPE.PIPE_ALL)
    asc.adds(a, b, 1.0, N)  #! placed_alone MEM-002
    whole = asc.LocalTensor(asc.float32, CALC, 0, N)
    asc.pipe_barrier(PIPE.PIPE_ALL)
    asc.data_copy(to, whole, N)


@kernel
def cast_in_place(x, y):
    t = Tiles(x, y)
    t.load()
    narrow = t.a.reinterpret_cast(asc.half)
    asc.cast(narrow, t.a, asc.RoundMode.CAST_RINT, N)  #! cast_in_place OVERLAP-001
    asc.cast(t.b, narrow, asc.RoundMode.CAST_NONE, N)
    t.store(t.b)


@kernel
def shifted(x, y):
    t = Tiles(x, y)
    t.load()
    asc.adds(t.a[8:], t.a, 1.0, 64)  #! shifted OVERLAP-001
    t.store(t.a)


@kernel
def mask_bits(x, y):
    t = Tiles(x, y)
    t.load()
    ones = (1 << 64) - 1
    asc.adds(t.b, t.a, 1.0, [ones, ones], 4, asc.UnaryRepeatParams(1, 1, 8, 8))  #! mask_bits MASK-003
    t.store(t.b)


@kernel
def compare_mask(x, y):
    t = Tiles(x, y)
    t.load()
    asc.duplicate(t.b, 32.0, N)
    asc.pipe_barrier(PIPE.PIPE_ALL)
    asc.compare(t.a, t.b, asc.CMPMODE.LT, 64, asc.BinaryRepeatParams(1, 1, 1, 8, 8, 8))
    bits = t.first.get(asc.uint8, 32)
    asc.get_cmp_mask(bits)  #! compare_mask MEM-002
    t.store(t.a)


@kernel
def compare_tail(x, y):
    t = Tiles(x, y)
    t.load()
    asc.duplicate(t.b, 1000.0, N)
    last = asc.TBuf(CALC)
    t.pipe.init_buffer(buf=last, len=4 * N)
    bits = last.get(asc.uint8)
    asc.duplicate(last.get(asc.int32), 0, N)
    asc.pipe_barrier(PIPE.PIPE_ALL)
    asc.compare(bits, t.a, t.b, asc.CMPMODE.LT, 100)  #! compare_tail COUNT-002
    t.store(last.get(asc.float32))


@kernel
def directionless(x, y):
    pipe = asc.TPipe()
    queue = asc.TQue(asc.TPosition.VECCALC, 1)
    pipe.init_buffer(que=queue, num=1, len=4 * N)
    tensor = queue.alloc_tensor(asc.float32)
    asc.duplicate(tensor, 5.0, N)
    queue.enque(tensor)
    tensor = queue.deque(asc.float32)
    to = asc.GlobalTensor()
    to.set_global_buffer(y)
    asc.pipe_barrier(PIPE.PIPE_ALL)
    asc.data_copy(to, tensor, N)
    queue.free_tensor(tensor)


@kernel
def one_repeat(x, y):
    """What lies between repeats has no effect where there is one."""
    t = Tiles(x, y)
    t.load()
    for at in range(0, N, 64):
        asc.adds(t.b[at:], t.a[at:], 1.0, 64, 1, asc.UnaryRepeatParams(1, 1, 512, 512))
        asc.add(t.b[at:], t.b[at:], t.a[at:], 64, 1, asc.BinaryRepeatParams(1, 1, 1, 512, 512, 512))
    t.store(t.b)


def wanted(case, x):
    """What y holds afterwards."""
    if case in ("flags", "outgrown", "placed_alone", "mask_bits"):
        return x + 1
    if case == "shifted":
        return np.concatenate([x[:8], x[:64] + 1, x[72:]])  # each lane read before any was written
    if case == "one_repeat":
        return 2 * x + 1
    if case == "directionless":
        return np.full(N, 5, np.float32)
    return x


for case in sys.argv[1:]:
    x = np.arange(N, dtype=np.float32)[: 231 if case == "slack_read" else N]
    y = np.full(231 if case == "slack_write" else N, -1, np.float32)
    KERNELS[case][1](x, y)
    x = np.arange(N, dtype=np.float32)
    if case in ("neighbour", "placed", "far"):
        continue
    if case == "compare_mask":
        assert y.view(np.uint8)[:16].tolist() == [255] * 4 + [0] * 12
    elif case == "compare_tail":
        assert y.view(np.uint8)[:32].tolist() == [255] * 8 + [0] * 24
    else:
        some = 231 if case.startswith("slack") else N
        np.testing.assert_array_equal(y[:some], wanted(case, x)[:some], case)
