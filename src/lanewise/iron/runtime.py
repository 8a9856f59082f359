"""Runtime: the sequence of the host. It is written down when the design is built and followed when it runs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from lanewise.errors import user_location
from lanewise.iron.buffers import Buffer
from lanewise.iron.handles import ObjectFifoHandle
from lanewise.iron.locks import Lock, WorkerRuntimeBarrier
from lanewise.iron.patterns import Pattern, of_tap, whole
from lanewise.iron.refusals import missing, wrong, wrong_type, wrong_value
from lanewise.iron.routes import End, Route, Routes, TileDma
from lanewise.iron.taps import TensorAccessPattern
from lanewise.iron.types import ArrayType, array_type
from lanewise.iron.workers import Worker, parts

Place = tuple[str, int] | None


class RuntimeData:
    """A tensor of the call, as the sequence names it."""

    def __init__(self, number: int, type_: ArrayType) -> None:
        self.number, self.type = number, type_

    @property
    def obj_type(self) -> Any:
        return self.type.annotation

    @property
    def op(self) -> RuntimeData:
        """What the compiler's own functions are given."""
        return self

    @property
    def shape(self) -> tuple[int, ...]:
        return self.type.shape

    @property
    def dtype(self) -> Any:
        return self.type.dtype.type

    @property
    def default_tap(self) -> TensorAccessPattern:
        return TensorAccessPattern(self.shape, 0, [1, 1, 1, self.type.size], [0, 0, 0, 1])


class TaskGroup:
    """Transfers that are finished together."""

    def __init__(self, number: int, where: Place) -> None:
        self.number, self.where = number, where
        self.finished = False


class ShimEnd:
    """A channel of a shim tile that the host gives to or takes from, without a fifo."""

    def __init__(self, name: str, end: End) -> None:
        self.name, self.end = name, end
        self.is_prod = end.gives

    @property
    def host_key(self) -> Any:
        return self.end

    def owned_by(self, owner: Any, words: str) -> None:
        """Nobody else has it."""


@dataclass(eq=False)
class Transfer:
    """Between a tensor and a fifo, or a channel."""

    handle: ObjectFifoHandle | ShimEnd
    data: RuntimeData
    pattern: Pattern
    wait: bool
    group: TaskGroup | None
    where: Place
    packet: tuple[int, int] | None = None
    rounds: int = 1  # of the same data; each is a packet

    @property
    def fills(self) -> bool:
        return self.handle.is_prod

    @property
    def words(self) -> str:
        return f"{'fill' if self.fills else 'drain'} of {self.handle.name}"


@dataclass(eq=False)
class Finish:
    group: TaskGroup | None
    transfers: list[Transfer]
    where: Place


@dataclass(eq=False)
class Inline:
    function: Callable[..., Any]
    arguments: list[Any]
    where: Place


@dataclass(eq=False)
class SetBarrier:
    barrier: WorkerRuntimeBarrier
    value: int
    where: Place


@dataclass(eq=False)
class SetLock:
    lock: Lock
    value: int
    where: Place


@dataclass(eq=False)
class WriteWord:
    """32 bits of a Buffer."""

    buffer: Buffer
    index: int
    value: Any
    where: Place


Step = Transfer | Finish | Inline | SetBarrier | SetLock | WriteWord


@dataclass
class _Open:
    """Groups that wait to be finished; None is the one without a name."""

    transfers: dict[TaskGroup | None, list[Transfer]] = field(default_factory=dict)


class Runtime:
    """Tensors in and out, in order."""

    def __init__(self, strict_task_groups: bool = True, **ignored: Any) -> None:
        self.types: list[ArrayType] = []
        self.steps: list[Step] = []
        self.workers: list[Worker] = []
        self.routes = Routes()
        self.resolved: list[Any] = []  # objects of the design's own that have said theirs
        self._strict = strict_task_groups
        self._open = _Open()
        self._groups = 0
        self._is_open = False

    @contextmanager
    def sequence(self, *types: Any) -> Iterator[Any]:
        """`with rt.sequence(type, ...) as (a, b):`; a single type gives one handle."""
        if self.types or self.steps:
            raise wrong("Runtime", "second_sequence")
        self.types = [array_type(of, f"sequence, tensor {k}") for k, of in enumerate(types, 1)]
        data = [RuntimeData(k, of) for k, of in enumerate(self.types)]
        self._is_open = True
        yield data[0] if len(data) == 1 else tuple(data)
        self._is_open = False
        for group in self._open.transfers:
            if group is not None:
                problem = wrong("task group", "group_open")
                problem.where = group.where
                raise problem
        last = self._open.transfers.pop(None, [])
        if last:
            self.steps.append(Finish(None, last, last[-1].where))

    def start(self, *workers: Any) -> None:
        """These cores exist. They run from the beginning."""
        for worker in parts(list(workers)):
            if not isinstance(worker, Worker):
                raise wrong_type("start", "no_worker_given", worker=repr(worker))
            if worker not in self.workers:
                self.workers.append(worker)

    def fill(
        self, in_fifo: ObjectFifoHandle, source: RuntimeData, tap: TensorAccessPattern | None = None,
        task_group: TaskGroup | None = None, wait: bool = False, tile: Any = None, packet: Any = None,
        offset_parameter: Any = None, placement: Any = None, **ignored: Any,
    ) -> None:  # fmt: skip
        """Queue a transfer from the host into a fifo."""
        if offset_parameter is not None:
            raise missing("offset_parameter of a fill", "Give the place by a tap.")
        self._transfer("fill", in_fifo, True, source, tap, task_group, wait)

    def drain(
        self, out_fifo: ObjectFifoHandle, dest: RuntimeData, tap: TensorAccessPattern | None = None,
        task_group: TaskGroup | None = None, wait: bool = False, tile: Any = None, packet: Any = None,
        offset_parameter: Any = None, placement: Any = None, **ignored: Any,
    ) -> None:  # fmt: skip
        """Queue a transfer from a fifo to the host."""
        if offset_parameter is not None:
            raise missing("offset_parameter of a drain", "Give the place by a tap.")
        self._transfer("drain", out_fifo, False, dest, tap, task_group, wait)

    def _transfer(
        self, word: str, handle: Any, fills: bool, data: Any, tap: Any, group: TaskGroup | None, wait: bool
    ) -> None:
        if not isinstance(handle, ObjectFifoHandle) or handle.is_prod != fills:
            raise wrong_type(word, "handle", handle=repr(handle), word=word, which="prod()" if fills else "cons()")
        if not self._is_open:
            raise wrong(f"{word} of {handle.name}", "behind_sequence")
        if group is not None and group.finished:
            raise wrong(f"{word} of {handle.name}", "group_over")
        what = f"{word} of {handle.name}"
        made = self.transfer(handle, data, tap, wait, group)
        if self._strict and self._open.transfers and (group is None) != (None in self._open.transfers):
            raise wrong(what, "groups_mixed")
        self._open.transfers.setdefault(group, []).append(made)
        self.steps.append(made)

    def transfer(
        self, handle: ObjectFifoHandle | ShimEnd, data: Any, tap: TensorAccessPattern | None, wait: bool,
        group: TaskGroup | None, packet: tuple[int, int] | None = None,
    ) -> Transfer:  # fmt: skip
        """One between a tensor of the sequence and an end of the host's."""
        what = f"{'fill' if handle.is_prod else 'drain'} of {handle.name}"
        if not isinstance(data, RuntimeData):
            raise wrong_type(what, "no_sequence_tensor", data=repr(data))
        if tap is None:
            if len(data.shape) > 2:
                many = len(data.shape)
                raise wrong_value(what, "dimensions", type=data.type, many=many)
            pattern = whole(data.type)
        else:
            pattern = of_tap(tap.offset, tap.sizes, tap.strides, data.type)
        if pattern.total % 4:
            raise wrong(what, "whole_words", total=pattern.total)
        if isinstance(handle, ObjectFifoHandle):
            if handle.is_prod and handle.fifo.dims_to_stream:
                raise wrong(what, "dims_to_stream")
            if not handle.is_prod and handle.dims_from_stream:
                raise wrong(what, "dims_from_stream")
        handle.owned_by(self, "the runtime")
        rounds = tap.sizes[0] if tap is not None and len(tap.sizes) > 3 else 1
        return Transfer(handle, data, pattern, wait, group, user_location(), packet, rounds)

    def task_group(self) -> TaskGroup:
        self._groups += 1
        return TaskGroup(self._groups, user_location())

    def finish_task_group(self, task_group: TaskGroup) -> None:
        """Wait for the group's transfers that say so, in order."""
        if task_group.finished:
            raise wrong("finish_task_group", "group_finished")
        task_group.finished = True
        self.steps.append(Finish(task_group, self._open.transfers.pop(task_group, []), user_location()))

    def inline_ops(self, inline_func: Callable[..., Any], inline_args: Sequence[Any] = ()) -> None:
        """Call a function at this point of the sequence."""
        self.steps.append(Inline(inline_func, list(inline_args), user_location()))

    def set_barrier(self, barrier: WorkerRuntimeBarrier, value: int) -> None:
        self.steps.append(SetBarrier(barrier, int(value), user_location()))

    def enable_trace(self, *_: Any, **named: Any) -> None:
        """Traces have no effect on values."""

    def add_flow(self, flow: Route) -> None:
        if not isinstance(flow, Route):
            raise wrong_type("add_flow", "no_flow_given", flow=repr(flow))
        self.routes.flows.append(flow)

    def add_lock(self, lock: Lock) -> None:
        if not isinstance(lock, Lock):
            raise wrong_type("add_lock", "no_lock_given", lock=repr(lock))
        self.routes.locks.append(lock)

    def add_tile_dma(self, dma: TileDma) -> None:
        if not isinstance(dma, TileDma):
            raise wrong_type("add_tile_dma", "no_tile_dma", dma=repr(dma))
        self.routes.dmas.append(dma)

    def sync_parameters(self, *_: Any, **named: Any) -> None:
        raise missing("Runtime.sync_parameters", "Write numbers into a Buffer with inline_ops.")
