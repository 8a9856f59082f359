"""The host in the compiler's own words (dialect.py): its sequence, transfers, and waiting for them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from typing import Any

from lanewise.iron.buffers import Buffer
from lanewise.iron.closures import as_now
from lanewise.iron.devices import DMAChannelDir
from lanewise.iron.hosting import Described, HostView, Task, locks_of, now, set_lock_value
from lanewise.iron.integers import whole_number
from lanewise.iron.placed import now as device_now
from lanewise.iron.refusals import missing, wrong, wrong_type, wrong_value
from lanewise.iron.routes import DMA, End, checked_packet
from lanewise.iron.runtime import RuntimeData, ShimEnd
from lanewise.iron.taps import TensorAccessPattern


def runtime_sequence(*types: Any, **ignored: Any) -> Callable[[Callable[..., Any]], Any]:
    """`@runtime_sequence(type, ...)` in front of what the host does."""

    def keep_body(body: Callable[..., Any]) -> Any:
        device_now("runtime_sequence").sequence = (types, as_now(body))
        return body

    return keep_body


def _described(
    what: str, mem: Any, tap: TensorAccessPattern | None, offset: Any, sizes: Any, strides: Any, transfer_len: Any,
    packet: Any, offset_parameter: Any = None,
) -> Described:  # fmt: skip
    """What a descriptor moves: a tap, or sizes and strides from an offset on, outermost first."""
    if offset_parameter is not None:
        raise missing(f"offset_parameter of {what}", "Give the place by offset.")
    if not isinstance(mem, RuntimeData):
        raise wrong_type(what, "no_tensor", mem=repr(mem))
    if tap is not None:
        if any(of is not None for of in (offset, sizes, strides)):
            raise wrong(what, "tap_and_sizes")
        return mem, tap, checked_packet(packet, what)
    start = 0 if offset is None else whole_number(offset, what)
    if sizes is None:
        count = mem.type.size - start if transfer_len is None else whole_number(transfer_len, what)
        sizes, strides = [count], [1]
    steps = [0] * (len(sizes) - 1) + [1] if strides is None else list(strides)
    steps += [1] * (len(sizes) - len(steps))  # the innermost one may be left out
    counts = [max(1, whole_number(s, what)) for s in sizes]
    if transfer_len is not None and math.prod(counts[-3:]) != whole_number(transfer_len, what):
        raise wrong(what, "transfer_length", transfer_len=transfer_len, counts=counts, product=math.prod(counts[-3:]))
    return mem, TensorAccessPattern([mem.type.size], start, counts, steps), checked_packet(packet, what)


def npu_dma_memcpy_nd(
    metadata: Any, bd_id: Any = None, mem: Any = None, tap: TensorAccessPattern | None = None, offsets: Any = None,
    sizes: Any = None, strides: Any = None, issue_token: Any = None, packet: Any = None, **ignored: Any,
) -> None:  # fmt: skip
    """Start a transfer between a tensor and a fifo; `offsets` count steps of the strides."""
    offset = None
    if offsets is not None and strides is not None:
        steps = [*strides, *([1] * (len(offsets) - len(strides)))]
        offset = sum(int(o) * int(s) for o, s in zip(offsets, steps, strict=True))
    elif offsets is not None:
        offset = int(offsets[-1])
    of = _described("npu_dma_memcpy_nd", mem, tap, offset, sizes, strides, None, packet)
    Task(now("npu_dma_memcpy_nd").end(metadata), [of], True).start()


def dma_wait(*fifos: Any) -> None:
    """Wait for the oldest transfer of each that nobody has waited for."""
    for of in fifos:
        end = now("dma_wait").end(of)
        task = next((t for t in now("dma_wait").pending if t.end.host_key == end.host_key), None)
        if task is None:
            raise wrong("dma_wait", "no_transfer", name=end.name)
        task.wait()


def npu_sync(column: int = 0, row: int = 0, direction: int = 0, channel: int = 0, **ignored: Any) -> None:
    """Wait for all transfers that a direction has under way: 0 to the host, 1 from it."""
    for task in list(now("npu_sync").pending):
        if task.end.is_prod == bool(direction):
            task.wait()


def npu_rtp_write(buffer: Any, index: Any = 0, value: Any = 0, **ignored: Any) -> None:
    """The host writes a word of a core's Buffer, which is given itself or by name."""
    recording = now("npu_rtp_write")
    found = next((b for b in recording.runtime.routes.all_buffers() if b.name == buffer), buffer)
    if not isinstance(found, Buffer | HostView):
        raise wrong_type("npu_rtp_write", "no_buffer_name", buffer=repr(buffer))
    recording.write(found.buffer if isinstance(found, HostView) else found, index, value)


NpuWriteRTPOp = npu_rtp_write


def shim_dma_single_bd_task(
    alloc: Any, mem: Any, tap: TensorAccessPattern | None = None, offset: Any = None, sizes: Any = None,
    strides: Any = None, transfer_len: Any = None, issue_token: bool = False, burst_length: int = 0,
    packet: Any = None, offset_parameter: Any = None, **ignored: Any,
) -> Task:  # fmt: skip
    """A transfer of the channel that a shim_symbol names, or of a fifo."""
    what = "shim_dma_single_bd_task"
    of = _described(what, mem, tap, offset, sizes, strides, transfer_len, packet, offset_parameter)
    return Task(now(what).end(alloc), [of], issue_token)


def dma_configure_task_for(alloc: Any, issue_token: bool = False, **ignored: Any) -> Task:
    """A task whose descriptors are said in `with bds(task) as bd:`, a block for each."""
    return Task(now("dma_configure_task_for").end(alloc), token=issue_token)


def dma_configure_task(tile: Any, direction: Any, channel: int, issue_token: bool = False, **ignored: Any) -> Task:
    """The same for a channel of a shim tile."""
    gives = DMAChannelDir(direction) == DMAChannelDir.MM2S
    end = End(tile, DMA, whole_number(channel, "dma_configure_task"), gives)
    if not end.is_host:
        raise missing(
            f"dma_configure_task of {end}", "U"
            "se a shim tile (row 0) for tasks of the host, and TileDma elsewhere."
        )
    return Task(ShimEnd(str(end), end), token=issue_token)


_filled: list[Task] = []  # whose descriptors are being said


class _Blocks:
    """`with bd[0]:`, one after the other as they are written."""

    def __getitem__(self, index: Any) -> Any:
        return nullcontext(index)


@contextmanager
def bds(task: Task) -> Iterator[_Blocks]:
    _filled.append(task)
    try:
        yield _Blocks()
    finally:
        _filled.pop()


def shim_dma_bd(
    mem: Any, tap: TensorAccessPattern | None = None, offset: Any = None, sizes: Any = None, strides: Any = None,
    transfer_len: Any = None, burst_length: int = 0, packet: Any = None, offset_parameter: Any = None, **ignored: Any,
) -> None:  # fmt: skip
    if not _filled:
        raise wrong("shim_dma_bd", "outside_task")
    of = _described("shim_dma_bd", mem, tap, offset, sizes, strides, transfer_len, packet, offset_parameter)
    _filled[-1].described.append(of)


def dma_start_task(*tasks: Task) -> None:
    """Queue them."""
    for task in _require_tasks(tasks, "dma_start_task"):
        task.start()


def dma_await_task(*tasks: Task) -> None:
    for task in _require_tasks(tasks, "dma_await_task"):
        if not task.token:
            raise wrong("dma_await_task", "no_token", name=task.end.name)
        task.wait()


def dma_free_task(*tasks: Task) -> None:
    """Gives descriptors back, which are not counted."""
    _require_tasks(tasks, "dma_free_task")


def _require_tasks(tasks: tuple[Task, ...], what: str) -> tuple[Task, ...]:
    if not tasks:
        raise wrong_value(what, "no_task")
    return tasks


# --- registers ------------------------------------------------------------------------------------------------------

_LOCKS = {"shim": 0x14000, "memory": 0xC0000, "compute": 0x1F000}  # where those of a tile begin
_LOCK_STEP = 16


def npu_write32(column: int, row: int, address: int, value: int, **ignored: Any) -> None:
    """A register of a tile. Locks are known; others would need the chip's own register file."""
    place = whole_number(column, "npu_write32"), whole_number(row, "npu_write32")
    kind = "shim" if place[1] == 0 else "memory" if place[1] == 1 else "compute"
    number, rest = divmod(whole_number(address, "npu_write32") - _LOCKS[kind], _LOCK_STEP)
    for lock in locks_of(now("npu_write32").runtime):
        where = getattr(lock.tile, "col", None), getattr(lock.tile, "row", None)
        if where == place and lock.lock_id == number and not rest:
            set_lock_value(lock, value)
            return
    raise missing(f"npu_write32 of address {address:#x} of tile {place}",
                  "Only locks with a lock_id are written so; for others use tasks and set_lock_value.")  # fmt: skip


def _register(name: str, why: str) -> Callable[..., Any]:
    def raise_missing(*_: Any, **named: Any) -> Any:
        raise missing(name, why)

    raise_missing.__name__ = name
    return raise_missing


_TASKS = "Descriptors are not written word by word: use shim_dma_single_bd_task, dma_start_task and dma_await_task."
_COMPRESSED = "It changes registers of a DMA, and what compressed streams hold is not documented."
npu_writebd = _register("npu_writebd", _TASKS)
npu_address_patch = _register("npu_address_patch", _TASKS)
npu_push_queue = _register("npu_push_queue", _TASKS)
npu_maskwrite32 = _register("npu_maskwrite32", _COMPRESSED)
write_tm = _register("write_tm", _COMPRESSED)
