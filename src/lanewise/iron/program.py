"""Program: a device and a sequence, resolved to a design that can run."""

from __future__ import annotations

from collections import Counter
from typing import Any

from lanewise.iron.buffers import Buffer
from lanewise.iron.devices import Device, Tile, get_current_device
from lanewise.iron.fifos import Link, ObjectFifo
from lanewise.iron.handles import ObjectFifoEndpoint, ObjectFifoHandle
from lanewise.iron.hosting import locks_of, steps_of
from lanewise.iron.placed_routes import saying
from lanewise.iron.refusals import IronError, wrong
from lanewise.iron.runtime import Runtime, SetLock, Transfer
from lanewise.iron.workers import Worker, least_objects, parts

CORE_MEMORY = 65536  # bytes of a compute tile


class Design:
    """What a program is made of: workers, fifos and links, and the steps of the host."""

    def __init__(self, device: Device, runtime: Runtime, name: str) -> None:
        self.device, self.runtime, self.name = device, runtime, name
        self.workers = runtime.workers
        self.names = _names(self.workers)
        _resolve_parts(runtime)
        self.steps = steps_of(runtime)
        self.fifos: list[ObjectFifo] = []
        self.links: list[Link] = []
        for worker in self.workers:
            for handle in worker.fifos:
                self._reach(handle.fifo)
        for step in self.steps:
            if isinstance(step, Transfer) and isinstance(step.handle, ObjectFifoHandle):
                self._reach(step.handle.fifo)
        self.buffers = _without_duplicates(
            [*(b for w in self.workers for b in w.buffers), *runtime.routes.all_buffers()]
        )
        self.barriers = _without_duplicates(b for w in self.workers for b in w.barriers)
        self.cascades = _without_duplicates(p for w in self.workers for p in w.ports.values())
        self.locks = _without_duplicates([*locks_of(runtime), *(s.lock for s in self.steps if isinstance(s, SetLock))])
        self.last: Any = None  # the run that ended last
        self._check()

    @property
    def types(self) -> list[Any]:
        return self.runtime.types

    def _reach(self, fifo: ObjectFifo) -> None:
        if fifo in self.fifos:
            return
        self.fifos.append(fifo)
        for link in (fifo.link_in, fifo.link_out):
            if link is not None and link not in self.links:
                self.links.append(link)
                for other in (*(h.fifo for h in link.inputs), *link.outputs):
                    self._reach(other)

    def ends(self, fifo: ObjectFifo) -> list[ObjectFifoHandle]:
        """Consumers that somebody has. Those of the runtime are one."""
        owned = [h for h in fifo.consumers if self._lives(h.owner)]
        first = next((h for h in owned if h.owner is self.runtime), None)
        return [h for h in owned if h.owner is not self.runtime or h is first]

    def _lives(self, owner: Any) -> bool:
        on_a_tile = isinstance(owner, ObjectFifoEndpoint)
        return on_a_tile or owner is self.runtime or owner in self.links or owner in self.workers

    def owner_name(self, owner: Any) -> str:
        if owner is self.runtime:
            return "the host"
        if isinstance(owner, ObjectFifoEndpoint):
            return "a memory tile"
        return owner.name if isinstance(owner, Link) else f"worker {self.names[owner]}"

    def _check(self) -> None:
        count = Counter(f.name for f in self.fifos)
        for fifo in self.fifos:
            if count[fifo.name] > 1:
                raise wrong(f"fifo {fifo.name}", "name_twice").at(fifo.where)
            producer = fifo.producer
            if producer is None or not self._lives(producer.owner):
                raise self._endless(fifo, producer, "nobody_fills")
            if not self.ends(fifo):
                idle = next((h for h in fifo.consumers if h.owner is not None), None)
                raise self._endless(fifo, idle, "nobody_takes")
        placed: dict[tuple[Any, Any], Worker] = {}
        for worker in self.workers:
            if worker.tile_bytes > CORE_MEMORY:
                raise _tile_full_error(worker, self.names[worker])
            if isinstance(worker.tile, Tile) and worker.tile.is_placed:
                place = (worker.tile.col, worker.tile.row)
                if place in placed:
                    raise wrong(
                        f"worker {self.names[worker]}", "tile_twice", place=place, other=self.names[placed[place]]
                    ).at(worker.where)
                placed[place] = worker
        most = len(self.device.get_compute_tiles())
        if len(self.workers) > most:
            raise wrong("design", "too_many", count=len(self.workers), name=self.device.name, most=most)

    def _endless(self, fifo: ObjectFifo, handle: ObjectFifoHandle | None, case: str) -> IronError:
        """One that a worker would fill or take from is told with the worker."""
        if handle is not None and isinstance(handle.owner, Worker):
            return wrong(f"fifo {fifo.name}", f"{case}_unstarted", worker=handle.owner.name).at(fifo.where)
        return wrong(f"fifo {fifo.name}", case).at(fifo.where)

    def __str__(self) -> str:
        from lanewise.iron.words import described

        return described(self)


class Program:
    """A device and what runs on it."""

    def __init__(self, device: Device | None, rt: Runtime, workers: Any = None, **ignored: Any) -> None:
        self._device = device() if callable(device) else device
        self._runtime = rt
        if workers:
            rt.start(*workers)

    def resolve_program(self, placer: Any = None, device_name: str = "main", **ignored: Any) -> Design:
        """The design. Where its tiles lie does not change what it computes."""
        made = Design(self._device or get_current_device(), self._runtime, device_name)
        built.append(made)
        return made

    resolve = resolve_program


def _resolve_parts(runtime: Runtime) -> None:
    """Objects of a design's own that say locks, buffers and DMAs when they are asked to `resolve`."""
    for worker in runtime.workers:
        for one in parts(worker.fn_args):
            if one not in runtime.resolved and all(callable(getattr(one, name, None)) for name in ("resolve", "tiles")):
                runtime.resolved.append(one)
                with saying(runtime.routes):
                    one.resolve()


built: list[Design] = []  # of this process, in order


def _names(workers: list[Worker]) -> dict[Worker, str]:
    """By function name; workers of the same name are numbered."""
    plain = [w.name for w in workers]
    return {w: w.name if plain.count(w.name) == 1 else f"{w.name}[{plain[:i].count(w.name)}]"
            for i, w in enumerate(workers)}  # fmt: skip


def _without_duplicates(of: Any) -> list[Any]:
    return list(dict.fromkeys(of))


def _tile_full_error(worker: Worker, name: str) -> IronError:
    held = [f"fifo {h.name} {least_objects(h)} x {(h.fifo.type if h.is_prod else h.fifo.consumer_type).nbytes}"
            for h in worker.fifos]  # fmt: skip
    held += [f"Buffer {b.name} {b.array.nbytes}" for b in worker.buffers if isinstance(b, Buffer)]
    return wrong(
        f"worker {name}", "tile_full",
        bytes=worker.tile_bytes, most=CORE_MEMORY, held=", ".join(held), stack=worker.stack_size,
    ).at(worker.where)  # fmt: skip
