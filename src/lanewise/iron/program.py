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
from lanewise.iron.refusals import wrong
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
        self.buffers = _once([*(b for w in self.workers for b in w.buffers), *runtime.routes.all_buffers()])
        self.barriers = _once(b for w in self.workers for b in w.barriers)
        self.cascades = _once(p for w in self.workers for p in w.ports.values())
        self.locks = _once([*locks_of(runtime), *(s.lock for s in self.steps if isinstance(s, SetLock))])
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
                raise wrong(f"fifo {fifo.name}", "two fifos have this name; names are unique").at(fifo.where)
            producer = fifo.producer
            if producer is None or not self._lives(producer.owner):
                problem = self._endless(producer, "nobody fills it", "prod()")
                raise wrong(f"fifo {fifo.name}", problem).at(fifo.where)
            if not self.ends(fifo):
                idle = next((h for h in fifo.consumers if h.owner is not None), None)
                raise wrong(f"fifo {fifo.name}", self._endless(idle, "nobody takes from it", "cons()")).at(fifo.where)
        placed: dict[tuple[Any, Any], Worker] = {}
        for worker in self.workers:
            if worker.tile_bytes > CORE_MEMORY:
                raise wrong(f"worker {self.names[worker]}", _crowded(worker)).at(worker.where)
            if isinstance(worker.tile, Tile) and worker.tile.is_placed:
                place = (worker.tile.col, worker.tile.row)
                if place in placed:
                    problem = f"its tile {place} is that of worker {self.names[placed[place]]}, too"
                    raise wrong(f"worker {self.names[worker]}", problem).at(worker.where)
                placed[place] = worker
        most = len(self.device.get_compute_tiles())
        if len(self.workers) > most:
            asked = f"it has {len(self.workers)} workers, and {self.device.name} has {most} cores"
            raise wrong("design", f"{asked}; use fewer workers, or a larger device")

    def _endless(self, handle: ObjectFifoHandle | None, problem: str, call: str) -> str:
        if handle is not None and isinstance(handle.owner, Worker):
            return f"{problem}: worker {handle.owner.name} would, but was not given to rt.start; give it"
        return f"{problem}; give its {call} to a worker, a fill or drain, or a link"

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


def _once(of: Any) -> list[Any]:
    return list(dict.fromkeys(of))


def _crowded(worker: Worker) -> str:
    held = [f"fifo {h.name} {least_objects(h)} x {(h.fifo.type if h.is_prod else h.fifo.consumer_type).nbytes}"
            for h in worker.fifos]  # fmt: skip
    held += [f"Buffer {b.name} {b.array.nbytes}" for b in worker.buffers if isinstance(b, Buffer)]
    return (f"it needs {worker.tile_bytes} of the {CORE_MEMORY} bytes of a tile: {', '.join(held)}, "
            f"stack {worker.stack_size}; make tiles or depths smaller")  # fmt: skip
