"""Rows with tails, two buffers by hand, sums over blocks: `lanewise run visitors.py -- CASE fault`."""

import sys

import numpy as np

from lanewise import asc

KERNELS = {}
CALC, IN, OUT = asc.TPosition.VECCALC, asc.TPosition.VECIN, asc.TPosition.VECOUT


def planted(blocks=1, dtype=np.float32):
    def keep(function):
        KERNELS[function.__name__] = asc.jit(function), blocks, dtype
        return function

    return keep


def room(x, z, *sizes, dtype=asc.float32):
    gx, gz, pipe = asc.GlobalTensor(), asc.GlobalTensor(), asc.TPipe()
    gx.set_global_buffer(x, 1024)
    gz.set_global_buffer(z, 1024)
    tensors = []
    for size in sizes:
        buffer = asc.TBuf(CALC)
        pipe.init_buffer(buf=buffer, len=size)
        tensors.append(buffer.get(dtype))
    return gx, gz, *tensors


def flag(event, number=0):
    asc.set_flag(event, number)
    asc.wait_flag(event, number)


@planted()
def two_buffers_and_one_flag_too_few(x, z, fault):
    """Two tiles in turn; before a tile is loaded again its copy to GM has to be over."""
    gx, gz, even, odd = room(x, z, 512, 512)
    leaves = asc.HardEvent.MTE3_MTE2
    for i in range(4):
        tile = odd if i % 2 else even
        if i >= 2 and not (fault and i == 3):
            asc.wait_flag(leaves, i % 2)
        asc.data_copy(tile, gx[i * 128 :], 128)  #! two_buffers_and_one_flag_too_few 20 RACE-001 check
        flag(asc.HardEvent.MTE2_V, 2)
        asc.sqrt(tile, tile, 128)
        flag(asc.HardEvent.V_MTE3, 2)
        asc.data_copy(gz[i * 128 :], tile, 128)
        if i < 2 and not (fault and i == 1):
            asc.set_flag(leaves, i % 2)


@planted(blocks=3)
def totals_of_blocks_are_read_at_once(x, z, fault):
    """Each block leaves a sum; block 0 adds them up."""
    gx, gz, tile, sums, work = room(x, z, 1024, 128, 1024)
    me = asc.get_block_idx()
    asc.data_copy(tile, gx[me * 256 :], 256)
    flag(asc.HardEvent.MTE2_V)
    asc.reduce_sum(sums, tile, work, 256)
    flag(asc.HardEvent.V_MTE3)
    asc.data_copy(gz[me * 8 :], sums, 8)  #! totals_of_blocks_are_read_at_once 35 RACE-002 check
    if not fault:
        asc.pipe_barrier(asc.PipeID.PIPE_ALL)
        asc.sync_all()
    if me == 0:
        flag(asc.HardEvent.MTE3_MTE2)
        asc.data_copy(work, gz, 24)  #! totals_of_blocks_are_read_at_once 35 RACE-002 check
        flag(asc.HardEvent.MTE2_MTE3)
        asc.data_copy(gz[512:], work, 24)


@planted()
def mask_of_the_row_before(x, z, fault):
    """A row of 40 floats is the tail of one of 64, with a mask of 64 lanes."""
    gx, gz, row, out = room(x, z, 160, 512)
    asc.data_copy(row, gx, 40)
    asc.duplicate(out, 0.0, 64)
    flag(asc.HardEvent.MTE2_V)
    asc.pipe_barrier(asc.PipeID.PIPE_V)
    how = asc.BinaryRepeatParams(1, 1, 1, 8, 8, 8)
    asc.add(out, row, out, 64 if fault else 40, 1, how)  #! mask_of_the_row_before 11 MEM-002 check
    flag(asc.HardEvent.V_MTE3)
    asc.data_copy(gz, out, 40)


@planted()
def bits_of_half_the_comparison(x, z, fault):
    """A comparison of 64 lanes leaves 8 bytes; a selection asks for 128."""
    gx, gz, a, b, bits, out = room(x, z, 512, 512, 64, 512)
    asc.data_copy(a, gx, 128)
    asc.data_copy(b, gx[256:], 128)
    flag(asc.HardEvent.MTE2_V)
    mask = bits.reinterpret_cast(asc.uint8)
    asc.compare(mask, a, b, asc.CMPMODE.LT, 64 if fault else 128)
    asc.pipe_barrier(asc.PipeID.PIPE_V)
    asc.select(out, mask, a, b, asc.SELMODE.VSEL_TENSOR_TENSOR_MODE, 128)
    flag(asc.HardEvent.V_MTE3)
    asc.data_copy(gz, out, 128)  #! bits_of_half_the_comparison 15 INIT-001 check


def main():
    case, how = sys.argv[1:]
    kernel, blocks, dtype = KERNELS[case]
    x, z = np.arange(1024).astype(dtype), np.zeros(1024, dtype)
    kernel[blocks](x, z, how == "fault")


if __name__ == "__main__":
    main()
