"""The array in the older style of designs (dialect.py): a device, its tiles, fifos between them, and their cores.

What is said becomes fifos, workers and a sequence when the body of `@device` has ended.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from lanewise.errors import user_location
from lanewise.iron.closures import as_now
from lanewise.iron.current import current_worker
from lanewise.iron.devices import ObjectFifoPort, Tile
from lanewise.iron.external import Kernel
from lanewise.iron.fifos import Linker, ObjectFifo
from lanewise.iron.handles import ObjectFifoHandle
from lanewise.iron.hosting import recorded
from lanewise.iron.placed_routes import saying
from lanewise.iron.program import Program
from lanewise.iron.refusals import wrong, wrong_type
from lanewise.iron.runtime import Runtime
from lanewise.iron.workers import Worker


class Said:
    """What the body of a device has said so far."""

    def __init__(self) -> None:
        self.fifos: dict[str, object_fifo] = {}
        self.cores: list[core] = []
        self.sequence: tuple[tuple[Any, ...], Callable[..., Any]] | None = None
        self.runtime = Runtime()


_said: Said | None = None


def now(what: str) -> Said:
    if _said is None:
        raise wrong(what, "outside_device")
    return _said


def device(of: Any, **ignored: Any) -> Callable[[Callable[[], Any]], Any]:
    """`@device(AIEDevice.npu1)` in front of the function that says the design."""

    def build(body: Callable[[], Any]) -> Any:
        global _said
        _said = said = Said()
        try:
            with saying(said.runtime.routes):
                body()
            return _built(of, said)
        finally:
            _said = None

    return build


def _built(of: Any, said: Said) -> Any:
    workers = []
    for one in said.cores:
        ends: list[Any] = [handle for fifo in said.fifos.values() for handle in fifo.ends_at(one.tile)]
        buffers = [b for b in said.runtime.routes.buffers if b.tile == one.tile]
        worker = Worker(one.body, [], tile=one.tile, while_true=False, stack_size=one.stack_size)
        for argument in (*ends, *buffers):
            worker._adopt(argument)
        one.worker = worker
        workers.append(worker)
    said.runtime.start(*workers)
    if said.sequence is not None:
        types, body = said.sequence
        with said.runtime.sequence(*types) as data:
            given = data if isinstance(data, tuple) else (data,)
            said.runtime.steps += recorded(said.runtime, body, given, dict(said.fifos))
    return Program(of, said.runtime).resolve_program()


def tile(col: int, row: int, **ignored: Any) -> Tile:
    return Tile(col, row)


class object_fifo:  # noqa: N801
    """A fifo between tiles; a core says which end it means."""

    def __init__(
        self, name: str, producerTile: Tile, consumerTiles: Any, depth: Any, datatype: Any,  # noqa: N803
        dimensionsToStream: Any = None, dimensionsFromStreamPerConsumer: Any = None, initValues: Any = None,  # noqa: N803
        via_DMA: Any = None, plio: Any = None, padDimensions: Any = None, **more: Any,  # noqa: N803
    ) -> None:  # fmt: skip
        consumers = list(consumerTiles) if isinstance(consumerTiles, (list, tuple)) else [consumerTiles]
        depths = list(depth) if isinstance(depth, (list, tuple)) else [depth] * (1 + len(consumers))
        self.name, self.producer_tile, self.consumer_tiles = name, producerTile, consumers
        self.fifo = ObjectFifo(
            datatype, depths[0], name, dimensionsToStream or None, dimensionsFromStreamPerConsumer or None,
            pad_dimensions=padDimensions, init_values=initValues,
            disable_synchronization=bool(more.get("disable_synchronization")),
        )  # fmt: skip
        self.producer = self.fifo.prod(depths[0])
        self.consumers = [self.fifo.cons(d) for d, _ in zip(depths[1:], consumers, strict=False)]
        now(f"object_fifo {name}").fifos[name] = self

    def ends_at(self, where: Tile) -> list[ObjectFifoHandle]:
        """Those of the core there; links have others."""
        ends = [self.producer] if self.producer_tile == where else []
        ends += self.consumers_at(where)
        return [end for end in ends if end.owner is None]

    def consumers_at(self, where: Tile) -> list[ObjectFifoHandle]:
        return [h for h, t in zip(self.consumers, self.consumer_tiles, strict=True) if t == where]

    def host_end(self) -> ObjectFifoHandle:
        """That at a shim tile."""
        if self.producer_tile.row == 0:
            return self.producer
        shims = [h for t in self.consumer_tiles if t.row == 0 for h in self.consumers_at(t)]
        if not shims:
            raise wrong(f"fifo {self.name}", "no_shim_end")
        return shims[0]

    def acquire(self, port: Any, num_elem: int = 1) -> Any:
        return self._end(port).acquire(num_elem)

    def release(self, port: Any, num_elem: int = 1) -> None:
        self._end(port).release(num_elem)

    def set_repeat_count(self, count: int) -> None:
        self.fifo.set_repeat_count(count)

    def set_iter_count(self, count: int) -> None:
        self.fifo.set_iter_count(count)

    def _end(self, port: Any) -> ObjectFifoHandle:
        worker = current_worker()
        if worker is None:
            raise wrong(f"fifo {self.name}", "outside_core")
        produces = ObjectFifoPort(port) == ObjectFifoPort.Produce
        for handle in worker.fifos:
            if handle.fifo is self.fifo and handle.is_prod == produces:
                return handle
        role = "produces into" if produces else "consumes from"
        raise wrong(f"fifo {self.name}", "core_end", tile=worker.tile, role=role)


def object_fifo_link(
    fifoIns: Any, fifoOuts: Any, srcOffsets: Sequence[int] = (), dstOffsets: Sequence[int] = (), **ignored: Any  # noqa: N803
) -> None:  # fmt: skip
    """From fifo to fifo without a core: forward, split or join."""
    ins, outs = ([fifo_of(f) for f in (x if isinstance(x, (list, tuple)) else [x])] for x in (fifoIns, fifoOuts))
    kind = "join" if len(ins) > 1 else "split" if len(outs) > 1 else "forward"
    parts = ins if kind == "join" else outs
    given = list(srcOffsets if kind == "join" else dstOffsets)
    behind = [sum(p.fifo.type.size for p in parts[:k]) for k in range(len(parts))]
    starts = given if len(given) == len(parts) else behind
    where = outs[0].producer_tile
    ends = [next(iter(f.consumers_at(where)), f.consumers[0]) for f in ins]
    Linker(ends[0])._join_up(ends, [f.fifo for f in outs], starts, kind, where)


def fifo_of(of: Any) -> object_fifo:
    if isinstance(of, object_fifo):
        return of
    found = now("fifo").fifos.get(str(of))
    if found is None:
        raise wrong_type("fifo", "no_placed_fifo", of=repr(of))
    return found


class core:  # noqa: N801
    """`@core(tile, "kernel.o")` in front of the function that a core runs."""

    def __init__(self, tile: Tile, link_with: str | None = None, stack_size: int | None = None, **ignored: Any) -> None:
        self.tile, self.link_with, self.stack_size = tile, link_with, stack_size
        self.body: Callable[[], Any] | None = None
        self.worker: Worker | None = None

    def __call__(self, body: Callable[[], Any]) -> core:
        self.body = as_now(body)
        said = now("core")
        said.cores.append(self)
        _linked.append(self)
        return self


_linked: list[core] = []  # cores, for the object files that they are linked with


class external_func:  # noqa: N801
    """A function of the object file that the core which calls it is linked with."""

    def __init__(
        self, name: str, inputs: Sequence[Any] = (), outputs: Any = None, link_with: str | None = None, **ignored: Any
    ) -> None:
        self.name, self._types, self._file = name, list(inputs), link_with
        self.where = user_location()
        self._kernels: dict[str | None, Kernel] = {}

    def __call__(self, *arguments: Any) -> Any:
        worker = current_worker()
        file = self._file or next((c.link_with for c in _linked if c.worker is worker), None)
        if file not in self._kernels:
            self._kernels[file] = Kernel(self.name, file, self._types)
            self._kernels[file].where = self.where
        return self._kernels[file](*arguments)


def call(function: external_func, inputs: Sequence[Any] = (), *more: Any) -> Any:
    """`call(kernel, [a, b])`, or with its results first."""
    arguments = next((a for a in (*reversed(more), inputs) if isinstance(a, (list, tuple)) and a), inputs)
    return function(*arguments)
