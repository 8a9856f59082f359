"""Faults in Python kernels of other shapes: `lanewise run unseen_kernels.py -- CASE fault`."""

import sys

import numpy as np

from lanewise import asc

EVENT, IN, CALC = asc.HardEvent, asc.TPosition.VECIN, asc.TPosition.VECCALC
N = 512
KERNELS = {}


def planted(blocks=1):
    def keep(function):
        KERNELS[function.__name__] = asc.jit(function), blocks
        return function

    return keep


def order(event, number=0):
    asc.set_flag(event, number)
    asc.wait_flag(event, number)


def gm(address, count):
    tensor = asc.GlobalTensor()
    tensor.set_global_buffer(address, count)
    return tensor


def tile(pipe, count, dtype):
    buffer = asc.TBuf(CALC)
    pipe.init_buffer(buf=buffer, len=count * dtype.sizeof())
    return buffer.get(dtype)


@planted()
def doubled_too_soon(x, z, fault):
    pipe = asc.TPipe()
    a = tile(pipe, N, x.dtype)
    for i in range(3):
        if i:
            order(EVENT.MTE3_MTE2, 1)
        asc.data_copy(a, gm(x, 4 * N)[i * N :], N)
        if not fault or i != 2:
            order(EVENT.MTE2_V, 2)
        asc.muls(a, a, 2, N)  #! doubled_too_soon 23 RACE-001 check
        order(EVENT.V_MTE3, 3)
        asc.data_copy(gm(z, 4 * N)[i * N :], a, N)


@planted()
def written_over_too_soon(x, z, fault):
    pipe = asc.TPipe()
    a, b = tile(pipe, N, x.dtype), tile(pipe, N, x.dtype)
    asc.data_copy(a, gm(x, 4 * N), N)
    order(EVENT.MTE2_V)
    asc.adds(b, a, 1, N)
    order(EVENT.V_MTE3)
    asc.data_copy(gm(z, 4 * N), b, N)
    if not fault:
        order(EVENT.MTE3_V)
    asc.duplicate(b, 0, N)  #! written_over_too_soon 20 RACE-001 check
    order(EVENT.V_MTE3)
    asc.data_copy(gm(z, 4 * N)[N:], b, N)


@planted()
def half_of_it_unwritten(x, z, fault):
    pipe = asc.TPipe()
    a, b = tile(pipe, N, x.dtype), tile(pipe, N, x.dtype)
    asc.data_copy(a, gm(x, 4 * N), N // 2 if fault else N)
    order(EVENT.MTE2_V)
    asc.relu(b, a, N)
    order(EVENT.V_MTE3)
    asc.data_copy(gm(z, 4 * N), b, N)  #! half_of_it_unwritten 15 INIT-001 check


@planted(4)
def shares_that_overlap(x, z, fault):
    pipe = asc.TPipe()
    a = tile(pipe, N, x.dtype)
    share = 96 if fault else 128
    start = asc.get_block_idx() * share
    asc.data_copy(a, gm(x, 4 * N)[start:], 128)
    order(EVENT.MTE2_V)
    asc.muls(a, a, asc.get_block_idx() + 2, 128)
    order(EVENT.V_MTE3)
    asc.data_copy(gm(z, 4 * N)[start:], a, 128)  #! shares_that_overlap 34 RACE-002 check


@planted()
def freed_and_used(x, z, fault):
    pipe = asc.TPipe()
    queue = asc.TQue(IN, 1)
    pipe.init_buffer(que=queue, num=2, len=N * x.dtype.sizeof())
    b = tile(pipe, N, x.dtype)
    a = queue.alloc_tensor(x.dtype)
    asc.data_copy(a, gm(x, 4 * N), N)
    queue.enque(a)
    a = queue.deque(x.dtype)
    if fault:
        queue.free_tensor(a)
    asc.adds(b, a, 5, N)  #! freed_and_used 17 MEM-007 check
    if not fault:
        queue.free_tensor(a)
    order(EVENT.V_MTE3)
    asc.data_copy(gm(z, 4 * N), b, N)


@planted()
def set_and_forgotten(x, z, fault):
    pipe = asc.TPipe()
    a = tile(pipe, N, x.dtype)
    asc.data_copy(a, gm(x, 4 * N), N)
    order(EVENT.MTE2_MTE3)
    asc.data_copy(gm(z, 4 * N), a, N)
    asc.set_flag(EVENT.MTE3_MTE2, 4)  #! set_and_forgotten 25 SYNC-102 check
    if not fault:
        asc.wait_flag(EVENT.MTE3_MTE2, 4)


@planted()
def maximum_stays(x, z, fault):
    pipe = asc.TPipe()
    a = tile(pipe, N, x.dtype)
    asc.data_copy(a, gm(x, 4 * N), N)
    order(EVENT.MTE2_MTE3)
    asc.set_atomic_max(x.dtype)  #! maximum_stays 52 STATE-102 check
    asc.data_copy(gm(z, 4 * N), a, N)
    if not fault:
        asc.set_atomic_none()


@planted()
def past_the_size(x, z, fault):
    pipe = asc.TPipe()
    a = tile(pipe, N, x.dtype)
    asc.data_copy(a, gm(x, N - 64 if fault else N), N)  #! past_the_size 37 MEM-008 check
    order(EVENT.MTE2_MTE3)
    asc.data_copy(gm(z, 4 * N), a, N)


if __name__ == "__main__":
    case, fault = sys.argv[1], sys.argv[2] == "fault"
    kernel, blocks = KERNELS[case]
    kernel[blocks](np.arange(4 * N, dtype=np.int32), np.zeros(4 * N, np.int32), fault)
