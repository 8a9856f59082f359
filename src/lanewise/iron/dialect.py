"""Designs in the older style, `from aie.dialects.aie import *`: every tile, fifo, core and transfer is said by itself.

It is the same machine as that of workers and fifos, and becomes it.
"""

from __future__ import annotations

from lanewise.iron.hosting import set_lock_value
from lanewise.iron.placed import call, core, device, external_func, object_fifo, object_fifo_link, tile
from lanewise.iron.placed_routes import (
    EndOp,
    buffer,
    dma_bd,
    dma_start,
    end,
    flow,
    lock,
    mem,
    memtile_dma,
    next_bd,
    packetflow,
    shim_dma,
    shim_dma_allocation,
    shim_mem,
    use_lock,
)  # fmt: skip
from lanewise.iron.placed_sequence import (
    NpuWriteRTPOp,
    bds,
    dma_await_task,
    dma_configure_task,
    dma_configure_task_for,
    dma_free_task,
    dma_start_task,
    dma_wait,
    npu_address_patch,
    npu_dma_memcpy_nd,
    npu_maskwrite32,
    npu_push_queue,
    npu_rtp_write,
    npu_sync,
    npu_write32,
    npu_writebd,
    runtime_sequence,
    shim_dma_bd,
    shim_dma_single_bd_task,
    write_tm,
)  # fmt: skip

__all__ = [
    "EndOp", "NpuWriteRTPOp", "bds", "buffer", "call", "core", "device", "dma_await_task", "dma_bd",
    "dma_configure_task", "dma_configure_task_for", "dma_free_task", "dma_start", "dma_start_task", "dma_wait", "end",
    "external_func", "flow", "lock", "mem", "memtile_dma", "next_bd", "npu_address_patch", "npu_dma_memcpy_nd",
    "npu_maskwrite32", "npu_push_queue", "npu_rtp_write", "npu_sync", "npu_write32", "npu_writebd", "object_fifo",
    "object_fifo_link", "packetflow", "runtime_sequence", "set_lock_value", "shim_dma", "shim_dma_allocation",
    "shim_dma_bd", "shim_dma_single_bd_task", "shim_mem", "tile", "use_lock", "write_tm",
]  # fmt: skip
