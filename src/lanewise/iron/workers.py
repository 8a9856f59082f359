"""Worker: a core with its program."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from lanewise.errors import user_location
from lanewise.iron.buffers import Buffer
from lanewise.iron.fifos import CORE_DIMS, ObjectFifo
from lanewise.iron.handles import ObjectFifoHandle
from lanewise.iron.locks import WorkerRuntimeBarrier
from lanewise.iron.patterns import check_dims
from lanewise.iron.refusals import wrong, wrong_type


def parts(of: Any) -> Iterator[Any]:
    """All values in an argument, including those in nested lists."""
    if isinstance(of, (list, tuple)):
        for one in of:
            yield from parts(one)
    elif isinstance(of, dict):
        for one in of.values():
            yield from parts(one)
    else:
        yield of


def least_objects(handle: ObjectFifoHandle) -> int:
    """How many objects of a fifo its tile holds at least: a compiler may take fewer than the depth, or none where
    neighbours share them."""
    fifo = handle.fifo
    alone = len(fifo.consumers) == 1 and not fifo.dims_to_stream and not fifo.consumers[0].dims_from_stream
    if not handle.is_prod and alone and fifo.producer is not None and isinstance(fifo.producer.owner, Worker):
        return 0
    ends = [*fifo.consumers, *([fifo.producer] if fifo.producer else [])]
    return min(handle.depth, 2) if len({end.depth for end in ends}) == 1 else handle.depth


class Worker:
    """`core_fn(*fn_args)` on a core, again and again unless while_true is off."""

    def __init__(
        self, core_fn: Callable[..., Any] | None = None, fn_args: Any = None, tile: Any = None, while_true: bool = True,
        stack_size: int | None = None, allocation_scheme: Any = None, trace: Any = None, trace_events: Any = None,
        dynamic_objfifo_lowering: Any = None, placement: Any = None, **ignored: Any,
    ) -> None:  # fmt: skip
        if core_fn is not None and not callable(core_fn):
            raise wrong_type("Worker", "core_function", core_fn=repr(core_fn))
        self.where = user_location()
        self.core_fn = core_fn
        self.fn_args: list[Any] = [] if fn_args is None else list(fn_args)
        self.tile = tile if tile is not None else placement
        self.while_true = while_true
        self.stack_size = 1024 if stack_size is None else int(stack_size)
        named = core_fn.func if isinstance(core_fn, partial) else core_fn
        self.name = getattr(named, "__name__", "idle")
        self.fifos: list[ObjectFifoHandle] = []
        self.buffers: list[Buffer] = []
        self.barriers: list[WorkerRuntimeBarrier] = []
        self.ports: dict[str, Any] = {}  # cascades to neighbours
        for argument in parts(self.fn_args):
            self._adopt(argument)

    def _adopt(self, argument: Any) -> None:
        if isinstance(argument, ObjectFifo):
            raise wrong_type(f"worker {self.name}", "fifo_in_arguments", name=argument.name)
        if isinstance(argument, ObjectFifoHandle):
            argument.owned_by(self, f"worker {self.name}")
            if argument not in self.fifos:
                self.fifos.append(argument)
            dims = argument.fifo.dims_to_stream if argument.is_prod else argument.dims_from_stream
            check_dims(dims, f"fifo {argument.name}", CORE_DIMS)
        elif isinstance(argument, Buffer):
            if argument.owner is None:
                argument.owner = self
            elif argument.owner is not self and argument.tile is None:
                raise wrong(
                    f"worker {self.name}", "shared_buffer", buffer=argument.name, worker=argument.owner.name
                )
            self.buffers.append(argument)
        elif isinstance(argument, WorkerRuntimeBarrier):
            argument.workers.append(self)
            self.barriers.append(argument)

    @classmethod
    def grid(cls, rows: int, cols: int, factory: Callable[[int, int], Worker]) -> list[list[Worker]]:
        """Workers by row and column."""
        return [[factory(row, col) for col in range(cols)] for row in range(rows)]

    @property
    def tile_bytes(self) -> int:
        """What its tile must hold."""
        held = sum((h.fifo.type if h.is_prod else h.fifo.consumer_type).nbytes * least_objects(h) for h in self.fifos)
        return held + sum(b.array.nbytes for b in self.buffers) + self.stack_size

    def __repr__(self) -> str:
        return f"<worker {self.name}>"
