"""Kernels of the Python front as somebody else writes them: `lanewise run strangers.py -- CASE fault`."""

import sys

import numpy as np

from lanewise import asc

KERNELS = {}
IN, OUT, CALC = asc.TPosition.VECIN, asc.TPosition.VECOUT, asc.TPosition.VECCALC


def planted(blocks=1, dtype=np.float32):
    def keep(function):
        KERNELS[function.__name__] = asc.jit(function), blocks, dtype
        return function

    return keep


def tensors(x, z, size=1024):
    from_gm, to_gm = asc.GlobalTensor(), asc.GlobalTensor()
    from_gm.set_global_buffer(x, size)
    to_gm.set_global_buffer(z, size)
    return from_gm, to_gm


def flag(event, number=0):
    asc.set_flag(event, number)
    asc.wait_flag(event, number)


@planted()
def second_operand_not_loaded(x, z, fault):
    gx, gz = tensors(x, z)
    pipe = asc.TPipe()
    a, b, out = asc.TQue(IN, 1), asc.TQue(IN, 1), asc.TQue(OUT, 1)
    for queue in (a, b, out):
        pipe.init_buffer(que=queue, num=1, len=512)
    left, right = a.alloc_tensor(asc.float32), b.alloc_tensor(asc.float32)
    asc.data_copy(left, gx, 128)
    if not fault:
        asc.data_copy(right, gx[128:], 128)
    a.enque(left)
    b.enque(right)
    left, right, sums = a.deque(asc.float32), b.deque(asc.float32), out.alloc_tensor(asc.float32)
    asc.add(sums, left, right, 128)
    out.enque(sums)
    sums = out.deque(asc.float32)
    asc.data_copy(gz, sums, 128)  #! second_operand_not_loaded 15 INIT-001 check
    a.free_tensor(left)
    b.free_tensor(right)
    out.free_tensor(sums)


@planted()
def tile_given_back_and_used(x, z, fault):
    gx, gz = tensors(x, z)
    pipe = asc.TPipe()
    queue, out = asc.TQue(IN, 1), asc.TQue(OUT, 1)
    pipe.init_buffer(que=queue, num=1, len=512)
    pipe.init_buffer(que=out, num=1, len=512)
    for i in range(3):
        tile = queue.alloc_tensor(asc.float32)
        asc.data_copy(tile, gx[i * 128 :], 128)
        queue.enque(tile)
        tile = queue.deque(asc.float32)
        result = out.alloc_tensor(asc.float32)
        if fault:
            queue.free_tensor(tile)
        asc.muls(result, tile, 2.0, 128)  #! tile_given_back_and_used 17 MEM-007 check
        if not fault:
            queue.free_tensor(tile)
        out.enque(result)
        result = out.deque(asc.float32)
        asc.data_copy(gz[i * 128 :], result, 128)
        out.free_tensor(result)


@planted(blocks=4)
def remainder_of_every_block(x, z, fault):
    gx, gz = tensors(x, z)
    pipe = asc.TPipe()
    buffer = asc.TBuf(CALC)
    pipe.init_buffer(buf=buffer, len=4096)
    tile = buffer.get(asc.float32)
    share, block = 200, asc.get_block_idx()
    count = 256 if fault else share
    asc.data_copy(tile, gx[block * share :], count)
    flag(asc.HardEvent.MTE2_V)
    asc.adds(tile, tile, float(block), count)
    flag(asc.HardEvent.V_MTE3)
    asc.data_copy(gz[block * share :], tile, count)  #! remainder_of_every_block 38 RACE-002 check


@planted(dtype=np.float16)
def halves_that_overflow(x, z, fault):
    gx, gz = tensors(x, z)
    pipe = asc.TPipe()
    buffer = asc.TBuf(CALC)
    pipe.init_buffer(buf=buffer, len=2048)
    tile = buffer.get(asc.float16)
    asc.data_copy(tile, gx, 512)
    flag(asc.HardEvent.MTE2_V)
    asc.muls(tile, tile, 1.0 / 512, 512)
    asc.muls(tile, tile, 16.0 if fault else 8.0, 512)
    asc.exp(tile, tile, 512)  #! halves_that_overflow 61 NUM-002 check=numbers warning
    flag(asc.HardEvent.V_MTE3)
    asc.data_copy(gz, tile, 512)


@planted()
def reduced_with_a_short_workspace(x, z, fault):
    gx, gz = tensors(x, z)
    pipe = asc.TPipe()
    tile_of, work_of, out_of = asc.TBuf(CALC), asc.TBuf(CALC), asc.TBuf(CALC)
    pipe.init_buffer(buf=tile_of, len=4096)
    pipe.init_buffer(buf=work_of, len=32 if fault else 256)
    pipe.init_buffer(buf=out_of, len=32)
    tile, work, out = (one.get(asc.float32) for one in (tile_of, work_of, out_of))
    asc.data_copy(tile, gx, 1024)
    flag(asc.HardEvent.MTE2_V)
    asc.duplicate(out, 0.0, 8)
    asc.reduce_max(out, tile, work, 1024)  #! reduced_with_a_short_workspace 12 MEM-002
    flag(asc.HardEvent.V_MTE3)
    asc.data_copy(gz, out, 8)


@planted()
def waits_for_another_event(x, z, fault):
    gx, gz = tensors(x, z)
    pipe = asc.TPipe()
    buffer = asc.TBuf(CALC)
    pipe.init_buffer(buf=buffer, len=1024)
    tile = buffer.get(asc.float32)
    asc.data_copy(tile, gx, 256)
    asc.set_flag(asc.HardEvent.MTE2_V, 1)
    asc.wait_flag(asc.HardEvent.MTE2_V, 2 if fault else 1)  #! waits_for_another_event 27 SYNC-003
    asc.relu(tile, tile, 256)
    flag(asc.HardEvent.V_MTE3)
    asc.data_copy(gz, tile, 256)


@planted()
def copied_out_while_computed(x, z, fault):
    gx, gz = tensors(x, z)
    pipe = asc.TPipe()
    buffer = asc.TBuf(CALC)
    pipe.init_buffer(buf=buffer, len=2048)
    tile = buffer.get(asc.float32)
    for i in range(2):
        asc.data_copy(tile, gx[i * 512 :], 512)  #! copied_out_while_computed 20 RACE-001 check
        flag(asc.HardEvent.MTE2_V)
        asc.sqrt(tile, tile, 512)
        flag(asc.HardEvent.V_MTE3)
        asc.data_copy(gz[i * 512 :], tile, 512)
        if not fault:
            flag(asc.HardEvent.MTE3_MTE2)
        else:
            flag(asc.HardEvent.MTE3_V)


@planted(blocks=2)
def flags_of_a_block_in_gm(x, z, fault):
    _, gz = tensors(x, z)
    pipe = asc.TPipe()
    buffer = asc.TBuf(CALC)
    pipe.init_buffer(buf=buffer, len=64)
    tile = buffer.get(asc.float32)
    asc.duplicate(tile, float(asc.get_block_idx() + 5), 8)
    flag(asc.HardEvent.V_MTE3)
    asc.data_copy(gz[asc.get_block_idx() * 8 :], tile, 8)  #! flags_of_a_block_in_gm 35 RACE-002 check
    if not fault:
        asc.sync_all()
    if asc.get_block_idx() == 0:
        asc.data_copy(tile[8:], gz[8:], 8)  #! flags_of_a_block_in_gm 35 RACE-002 check
        flag(asc.HardEvent.MTE2_MTE3)
        asc.data_copy(gz[512:], tile[8:], 8)


@planted()
def buffers_beyond_ub(x, z, fault):
    gx, gz = tensors(x, z)
    pipe = asc.TPipe()
    big, other = asc.TQue(IN, 2), asc.TBuf(CALC)
    pipe.init_buffer(que=big, num=2, len=64 * 1024)
    pipe.init_buffer(buf=other, len=(96 if fault else 32) * 1024)  #! buffers_beyond_ub 49 MEM-003
    tile = other.get(asc.float32)
    asc.data_copy(tile, gx, 64)
    flag(asc.HardEvent.MTE2_MTE3)
    asc.data_copy(gz, tile, 64)


@planted()
def second_alloc_of_a_single_buffer(x, z, fault):
    gx, gz = tensors(x, z)
    pipe = asc.TPipe()
    queue = asc.TQue(IN, 1)
    pipe.init_buffer(que=queue, num=1, len=256)
    for i in range(2):
        tile = queue.alloc_tensor(asc.float32)  #! second_alloc_of_a_single_buffer 48 QUE-001
        asc.data_copy(tile, gx[i * 64 :], 64)
        queue.enque(tile)
        tile = queue.deque(asc.float32)
        flag(asc.HardEvent.MTE2_MTE3, 4)
        asc.data_copy(gz[i * 64 :], tile, 64)
        flag(asc.HardEvent.MTE3_MTE2, 4)
        if not fault:
            queue.free_tensor(tile)


def main():
    case, how = sys.argv[1:]
    kernel, blocks, dtype = KERNELS[case]
    x, z = np.arange(1024).astype(dtype), np.zeros(1024, dtype)
    kernel[blocks](x, z, how == "fault")


if __name__ == "__main__":
    main()
