"""Designs in the older style, `from aie.dialects.aie import *`: every tile, fifo, core and transfer is said by itself.

It is the same machine as that of workers and fifos, and becomes it.
"""

from __future__ import annotations

from typing import Any

from lanewise.iron.placed import buffer, call, core, device, external_func, object_fifo, object_fifo_link, tile
from lanewise.iron.placed_sequence import (
    EndOp,
    bds,
    dma_await_task,
    dma_configure_task_for,
    dma_free_task,
    dma_start_task,
    dma_wait,
    next_bd,
    npu_dma_memcpy_nd,
    npu_sync,
    runtime_sequence,
    shim_dma_bd,
    shim_dma_single_bd_task,
)  # fmt: skip
from lanewise.iron.refusals import missing

__all__ = [
    "EndOp", "bds", "buffer", "call", "core", "device", "dma_await_task", "dma_configure_task_for", "dma_free_task",
    "dma_start_task", "dma_wait", "external_func", "next_bd", "npu_dma_memcpy_nd", "npu_sync", "object_fifo",
    "object_fifo_link", "runtime_sequence", "shim_dma_bd", "shim_dma_single_bd_task", "tile",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    if name in ("flow", "packetflow", "mem", "memtile_dma", "shim_dma", "dma_bd", "dma_start", "use_lock", "lock"):
        raise missing(name, "Write the routes as fifos: object_fifo and object_fifo_link.")
    raise AttributeError(name)
