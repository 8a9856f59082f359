"""The host in the older style of designs (dialect.py): its sequence, transfers, and waiting for them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from typing import Any

from lanewise.iron.placed import fifo_of, now, object_fifo
from lanewise.iron.refusals import wrong
from lanewise.iron.runtime import RuntimeData, TaskGroup
from lanewise.iron.taps import TensorAccessPattern


def runtime_sequence(*types: Any, **ignored: Any) -> Callable[[Callable[..., Any]], Any]:
    """`@runtime_sequence(type, ...)` in front of what the host does."""

    def keep(body: Callable[..., Any]) -> Any:
        now("runtime_sequence").sequence = (types, body)
        return body

    return keep


class _Task:
    """Transfers of a fifo, one behind the other, that are started later."""

    def __init__(self, fifo: object_fifo, *transfers: tuple[RuntimeData, TensorAccessPattern | None]) -> None:
        self.fifo, self.transfers = fifo, list(transfers)
        self.group: TaskGroup | None = None

    def start(self) -> None:
        said = now("transfer")
        self.group = said.runtime.task_group()
        fills = self.fifo.producer_tile.row == 0
        shims = [h for t in self.fifo.consumer_tiles if t.row == 0 for h in self.fifo.consumers_at(t)]
        if not fills and not shims:
            raise wrong(f"fifo {self.fifo.name}", "no end of it is at a shim tile (row 0), which the host reaches")
        for data, tap in self.transfers:
            if fills:
                said.runtime.fill(self.fifo.producer, data, tap, self.group)
            else:
                said.runtime.drain(shims[0], data, tap, self.group)
        said.pending.append((self.fifo, self.group))


def _await(fifo: object_fifo, group: TaskGroup, wait: bool = True) -> None:
    said = now("wait")
    said.pending.remove((fifo, group))
    for transfer in said.runtime._open.transfers.get(group, []):
        transfer.wait = wait
    said.runtime.finish_task_group(group)


def _tap(data: RuntimeData, offset: int, sizes: Any, strides: Any) -> TensorAccessPattern | None:
    if sizes is None:
        return None
    steps = [0] * (len(sizes) - 1) + [1] if strides is None else list(strides)
    steps += [1] * (len(sizes) - len(steps))  # the innermost one may be left out
    return TensorAccessPattern([data.type.size], offset, [max(1, int(s)) for s in sizes], steps)


def npu_dma_memcpy_nd(
    metadata: Any, bd_id: Any = None, mem: Any = None, tap: TensorAccessPattern | None = None, offsets: Any = None,
    sizes: Any = None, strides: Any = None, issue_token: Any = None, **ignored: Any,
) -> None:  # fmt: skip
    """Start a transfer between a tensor and a fifo; `offsets` count steps of the strides."""
    offset = 0
    if offsets is not None and strides is not None:
        steps = [*strides, *([1] * (len(offsets) - len(strides)))]
        offset = sum(int(o) * int(s) for o, s in zip(offsets, steps, strict=True))
    elif offsets is not None:
        offset = int(offsets[-1])
    _Task(fifo_of(metadata), (mem, tap if tap is not None else _tap(mem, offset, sizes, strides))).start()


def dma_wait(*fifos: Any) -> None:
    """Wait for the oldest transfer of each that nobody has waited for."""
    for fifo in map(fifo_of, fifos):
        group = next((g for f, g in now("dma_wait").pending if f is fifo), None)
        if group is None:
            raise wrong("dma_wait", f"no transfer of {fifo.name} is under way; start one with npu_dma_memcpy_nd")
        _await(fifo, group)


def npu_sync(column: int = 0, row: int = 0, direction: int = 0, channel: int = 0, **ignored: Any) -> None:
    """Wait for all transfers that a direction has under way: 0 to the host, 1 from it."""
    for fifo, group in list(now("npu_sync").pending):
        if (fifo.producer_tile.row == 0) == bool(direction):
            _await(fifo, group)


def shim_dma_single_bd_task(
    alloc: Any, mem: Any, tap: TensorAccessPattern | None = None, offset: int = 0, sizes: Any = None,
    strides: Any = None, **ignored: Any,
) -> _Task:  # fmt: skip
    return _Task(fifo_of(alloc), (mem, tap if tap is not None else _tap(mem, int(offset or 0), sizes, strides)))


def dma_configure_task_for(alloc: Any, **ignored: Any) -> _Task:
    """A task whose descriptors are said in `with bds(task) as bd:`, a block for each."""
    return _Task(fifo_of(alloc))


_filled: list[_Task] = []  # whose descriptors are being said


class _Blocks:
    """`with bd[0]:`, one behind the other as they are written."""

    def __getitem__(self, index: Any) -> Any:
        return nullcontext(index)


@contextmanager
def bds(task: _Task) -> Iterator[_Blocks]:
    _filled.append(task)
    try:
        yield _Blocks()
    finally:
        _filled.pop()


def shim_dma_bd(
    mem: Any, tap: TensorAccessPattern | None = None, offset: int = 0, sizes: Any = None, strides: Any = None,
    transfer_len: int | None = None, **ignored: Any,
) -> None:  # fmt: skip
    """One transfer of the task."""
    if not _filled:
        raise wrong("shim_dma_bd", "it stands outside of a task; write it in `with bds(task) as bd:`")
    if sizes is None and transfer_len is not None:
        sizes, strides = [transfer_len], [1]
    _filled[-1].transfers.append((mem, tap if tap is not None else _tap(mem, int(offset or 0), sizes, strides)))


def next_bd(*_: Any, **ignored: Any) -> None:
    """Descriptors follow each other as they are written."""


EndOp = next_bd


def dma_start_task(*tasks: _Task) -> None:
    for task in tasks:
        task.start()


def dma_await_task(*tasks: _Task) -> None:
    for task in tasks:
        if task.group is None:
            raise wrong("dma_await_task", f"the transfer of {task.fifo.name} was not started; call dma_start_task")
        _await(task.fifo, task.group)


def dma_free_task(*tasks: _Task) -> None:
    """Descriptors are not counted."""
