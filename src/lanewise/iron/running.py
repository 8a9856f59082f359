"""A design runs: cores until they wait, DMAs until nothing moves, the host when all others wait.

The order is fixed, or drawn by a seed; a design whose results depend on it has a race.
"""

from __future__ import annotations

import os
import random
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextvars import copy_context
from typing import Any

import numpy as np

from lanewise.aie.cores import Core
from lanewise.aie.team import sit
from lanewise.errors import LanewiseError, LanewiseWarning, is_ours, user_location
from lanewise.iron.branches import prepare
from lanewise.iron.channels import CoreStream, PacketStream
from lanewise.iron.current import Running, current_worker, running
from lanewise.iron.devices import AIEArch
from lanewise.iron.elements import Element, Lease
from lanewise.iron.fifos import Link
from lanewise.iron.handles import ObjectFifoEndpoint, ObjectFifoHandle, one_or_list
from lanewise.iron.locks import Waits
from lanewise.iron.packets import Framed, header
from lanewise.iron.patterns import Pattern, of_dims, padded
from lanewise.iron.program import Design
from lanewise.iron.refusals import IronError, wrong
from lanewise.iron.routing import connect_routes, core_stream
from lanewise.iron.runtime import Finish, SetBarrier, SetLock, ShimEnd, Transfer, WriteWord
from lanewise.iron.streams import HostEnd, Part, Pool, PoolSink, PoolSource, RoundSource, Sink, Source, Stream, Task
from lanewise.iron.types import ArrayType
from lanewise.iron.workers import Worker, parts
from lanewise.machine.scheduler import Team, Wait
from lanewise.machine.settings import settings
from lanewise.timing.lanes import Lanes, Rates

Array = np.ndarray[Any, Any]
HOST = 0  # the host is block 0 of the team, workers follow


class _Over(BaseException):
    """The sequence has ended, and with it the run."""


class Door:
    """One end of a fifo at a core."""

    def __init__(self, run: Run, number: int, handle: ObjectFifoHandle, pool: Pool) -> None:
        self._run, self.number, self.handle, self.pool = run, number, handle, pool
        self.held: list[tuple[str, int] | None] = []  # where each object was acquired
        self.waits = 0
        kind = handle.fifo.type if handle.is_prod else handle.fifo.consumer_type
        what = f"an object of fifo {handle.name}"
        self._leases = [Lease(self._note_late_use) for _ in pool.objects]
        pairs = zip(pool.objects, self._leases, strict=True)
        self._objects = [Element(memory, kind, what, lease) for memory, lease in pairs]
        self.stream: Stream | None = None  # what its objects come from or go to

    @property
    def _what(self) -> str:
        return f"fifo {self.handle.name}"

    @property
    def _lane(self) -> str:
        return self._run.crew.names[self.number]

    def acquire(self, count: int) -> Any:
        if count < 1:
            raise wrong(self._what, "acquire_none", count=count)
        if count > self.pool.depth:
            raise wrong(self._what, "acquire_too_many", count=count, depth=self.pool.depth)
        self._run.active.add(self.number)
        more = count - len(self.held)
        if more > 0:
            pool = self.pool
            word = "room" if self.handle.is_prod else "data"
            if self.handle.is_prod:
                self._wait(word, lambda: pool.free >= more)
                since = pool.take_free(more)
            else:
                self._wait(word, lambda: pool.full >= more)
                since = pool.take_full(more)
            self._run.clocks.wait(self._lane, since, f"waits for {word} in {self._what}")
            self.held += [_caller()] * more
        first = self._first()
        for k in range(count):
            self._leases[(first + k) % self.pool.depth].held = True
        return one_or_list([self._objects[(first + k) % self.pool.depth] for k in range(count)])

    def _first(self) -> int:
        return self.pool.first_in if self.handle.is_prod else self.pool.first_out

    def _note_late_use(self) -> None:
        """An object is used that this core does not hold: hardware goes on, with whatever the other end makes of it."""
        self._run.late_uses.setdefault((self.handle, user_location()))

    def close(self) -> None:
        self._objects.clear()
        self.pool.close()

    def _wait(self, word: str, ready: Callable[[], bool]) -> None:
        if ready():
            return
        self.waits += 1
        self._run.pump()  # most often data move, and no other core has to run first
        self._run.crew.wait(self.number, f"{word} in fifo {self.handle.name}", ready)

    def release(self, count: int) -> None:
        if count > len(self.held) or count < 1:
            raise wrong(self._what, "release_too_many", count=count, held=len(self.held))
        del self.held[:count]
        for k in range(count):
            self._leases[(self._first() + k) % self.pool.depth].held = False
        now = self._run.clocks.now(self._lane)
        if self.handle.is_prod:
            self.pool.filled(count, now)
        else:
            self.pool.emptied(count, now)
        if self.stream is not None:
            self._run.changed[self.stream] = None


class Crew(Team):
    """The host and the cores, in the order that a run wants."""

    def __init__(self, run: Run, names: Sequence[str], schedule: str) -> None:
        super().__init__(len(names), names)
        self._run = run
        self._reversed = schedule == "late"
        self._random = random.Random(schedule) if schedule.startswith("random") else None

    def _order(self, block: int) -> Iterator[int]:
        """Who may go on, best first: data move, a core goes on with what came, the host is last."""
        self._run.pump()
        cores = [*range(block, self.count), *range(1, block)] if block else list(range(1, self.count))
        if self._random:
            self._random.shuffle(cores)
        elif self._reversed:
            cores.reverse()
        yield from cores
        yield HOST

    def _next(self, block: int) -> int | None:
        """What goes wrong on the way of data ends the run, whoever was about to wait."""
        try:
            return super()._next(block)
        except LanewiseError as problem:
            self.failure = self.failure or (HOST, problem)
            return super()._next(block)

    def _deadlock(self) -> tuple[int, BaseException]:
        return HOST, self._run.stuck(self._waits)


class Run:
    """One call of a design."""

    def __init__(self, design: Design, tensors: Sequence[Array]) -> None:
        self.design = design
        self.clocks = Lanes(Rates.of(design.device.chip), keeps=settings().trace)
        self._memory = [t.reshape(-1).view(np.uint8) for t in tensors]
        self.streams: list[Stream | PacketStream] = []
        self.doors: dict[ObjectFifoHandle, Door] = {}
        self.hosts: dict[Any, HostEnd] = {}
        self.tasks: dict[Transfer, Task] = {}
        self.active: set[int] = set()  # cores that have asked for something in this round
        self._wires: dict[Link, tuple[list[Sink], list[Source]]] = {}
        self.pools: dict[str, list[Pool]] = {}
        self._of_fifo: dict[Any, Stream] = {}
        self.late_uses: dict[tuple[ObjectFifoHandle, tuple[str, int] | None], None] = {}  # of objects not held
        self._unbalanced: dict[ObjectFifoHandle, tuple[int, tuple[str, int] | None]] = {}
        self.kept: dict[Worker, dict[Any, Any]] = {}  # what kernels keep for each core
        self.functions: dict[tuple[Worker, Any], Callable[..., Any]] = {}  # what workers call, by their kernels
        self.ports: dict[Worker, dict[str, Any]] = {}  # cascades and streams that kernels of workers use
        self.spent: dict[Worker, tuple[int, float]] = {}  # calls and cycles of C++ kernels, where they are counted
        names = ["the host", *(f"worker {design.names[w]}" for w in design.workers)]
        self.crew = Crew(self, names, settings().schedule)
        self._numbers = {w: k for k, w in enumerate(design.workers, 1)}
        for link in design.links:
            self._wires[link] = self._wire(link)
        for fifo in design.fifos:
            self._connect(fifo)
        between = len(self.streams)
        self.channels = connect_routes(self)
        # Whatever locks and streams of cores let go on is tried each time; other streams when an end has changed.
        self._free = [*self.streams[between:], *(s for s in self.streams[:between] if s.is_of_core)]
        self._behind: dict[Any, list[Any]] = {s: self._free for s in self._free}
        for link in design.links:
            beside = [self._of_fifo[f] for f in (*(h.fifo for h in link.inputs), *link.outputs)]
            for stream in beside:
                self._behind[stream] = [*self._behind.get(stream, []), *(s for s in beside if s is not stream)]
        self.changed: dict[Any, None] = dict.fromkeys(self.streams)

    # --- building -------------------------------------------------------------------------------------------------

    def _wire(self, link: Link) -> tuple[list[Sink], list[Source]]:
        """The pools of a link. Each piece of an object has locks of its own."""
        if link.kind == "join":
            large, depth = link.outputs[0].type, link.outputs[0].prod().depth
        else:
            large, depth = link.inputs[0].fifo.consumer_type, link.inputs[0].depth
            if link.kind == "forward" and link.outputs[0].type.nbytes > large.nbytes:
                large = link.outputs[0].type
        what = f"the {link.name}"
        ends = [*link.offsets[1:], large.size]
        pools, sizes = [], []
        for first, end in zip(link.offsets, ends, strict=True):
            kind = ArrayType((end - first,), large.dtype) if len(ends) > 1 else large
            sizes.append(kind)
            pools.append(Pool(kind.nbytes, depth, kind.dtype, self.clocks))
        self.pools[what] = pools

        def reordered_part(number: int, dims: Any, pads: Any = None) -> Part:
            kind = sizes[number]
            pattern = padded(kind, dims, pads, what) if pads else of_dims(kind, dims, what, link.where)
            return Part(pools[number], pattern)

        every = range(len(pools))
        if link.kind == "join":
            sinks = [PoolSink([reordered_part(i, h.dims_from_stream)]) for i, h in enumerate(link.inputs)]
            out = link.outputs[0]
            parts_ = [reordered_part(i, out.dims_to_stream, out.pad_dimensions) for i in every]
            return list(sinks), [PoolSource(parts_, out.repeat_count, out.iter_count)]
        sink = PoolSink([reordered_part(i, link.inputs[0].dims_from_stream) for i in every])
        sources = [PoolSource([reordered_part(i, f.dims_to_stream, f.pad_dimensions)], f.repeat_count, f.iter_count)
                   for i, f in enumerate(link.outputs)]  # fmt: skip
        return [sink], list(sources)

    def _connect(self, fifo: Any) -> None:
        producer = fifo.producer
        source: Source
        if isinstance(producer.owner, Link):
            source = self._wires[producer.owner][1][producer.owner.outputs.index(fifo)]
        elif isinstance(producer.owner, ObjectFifoEndpoint):
            pattern = of_dims(fifo.type, fifo.dims_to_stream, f"fifo {fifo.name}", fifo.where)
            source = RoundSource(_initial(fifo), pattern, fifo.repeat_count)
        elif isinstance(producer.owner, Worker) and fifo.core_gives:
            source = core_stream(self, producer.owner, True)
        elif isinstance(producer.owner, Worker):
            pool = self._pool_of(producer, fifo.type)
            if fifo.init_values is not None:
                pool.fill_first(_initial(fifo))
            source = PoolSource([Part(pool, of_dims(fifo.type, fifo.dims_to_stream, f"fifo {fifo.name}", fifo.where))],
                                fifo.repeat_count, fifo.iter_count)  # fmt: skip
        else:
            source = self.hosts.setdefault((fifo, True), HostEnd())
        sinks: list[Sink] = []
        for handle in self.design.ends(fifo):
            if isinstance(handle.owner, Link):
                sinks.append(self._wires[handle.owner][0][handle.owner.inputs.index(handle)])
            elif isinstance(handle.owner, Worker) and fifo.core_takes:
                sinks.append(core_stream(self, handle.owner, False))
            elif isinstance(handle.owner, Worker):
                kind = fifo.consumer_type
                pattern = of_dims(kind, handle.dims_from_stream, f"fifo {fifo.name}", fifo.where)
                sinks.append(PoolSink([Part(self._pool_of(handle, kind), pattern)]))
            else:
                sinks.append(self.hosts.setdefault((fifo, False), HostEnd()))
        stream = Stream(fifo.name, source, sinks, self.clocks)
        stream.is_of_core = any(isinstance(end, CoreStream) for end in (source, *sinks))
        self.streams.append(stream)
        self._of_fifo[fifo] = stream
        for handle in (producer, *fifo.consumers):
            if handle in self.doors:
                self.doors[handle].stream = stream

    def _pool_of(self, handle: ObjectFifoHandle, kind: Any) -> Pool:
        name = f"{handle.name} at {self.design.names[handle.owner]}"
        pool = Pool(kind.nbytes, handle.depth, kind.dtype, self.clocks, name)
        self.doors[handle] = Door(self, self._numbers[handle.owner], handle, pool)
        return pool

    # --- running --------------------------------------------------------------------------------------------------

    def pump(self) -> None:
        """Data move as far as they can: in streams that have something new at an end, then in their neighbours."""
        todo = [*self.changed, *self._free]
        while todo:
            self.changed.clear()
            for stream in todo:
                moved = False
                while stream.move():
                    moved = True
                if moved:
                    self.changed.update(dict.fromkeys(self._behind.get(stream, ())))
            todo = [*self.changed]

    def go(self) -> None:
        for one in (*self.design.buffers, *self.design.barriers, *self.design.cascades):
            one.start()
        for lock in self.design.locks:
            lock.start(counts=self.design.device.arch is not AIEArch.AIE1)
        for barrier in self.design.barriers:
            barrier.running = current_worker
        for handle, door in self.doors.items():
            handle.door = door
        before = Waits.current, Waits.now, Waits.until
        Waits.current = self._wait_here
        Waits.now = lambda: self.clocks.now(self._lane_here())
        Waits.until = lambda at, what: self.clocks.wait(self._lane_here(), at, what)
        try:
            self.crew.run(lambda number: copy_context().run(self._block, number))
        finally:
            Waits.current, Waits.now, Waits.until = before
            for handle in self.doors:
                handle.door = None
        assert self.crew.failure is not None
        number, problem = self.crew.failure
        if isinstance(problem, _Over):
            self._warn_about_leftovers()
            return
        if isinstance(problem, LanewiseError) and number != HOST:
            problem.context = problem.context or self.crew.names[number]
        raise problem

    def close(self) -> None:
        """What it found stays; memory and kernels go, as programs call designs again and again."""
        for pools in self.pools.values():
            for pool in pools:
                pool.close()
        for door in self.doors.values():
            door.close()
        for task in self.tasks.values():
            task.close()
        for buffer in self.design.buffers:
            buffer.stop()
        self._memory.clear()
        self.kept.clear()
        self.functions.clear()

    def _block(self, number: int) -> None:
        sit(self.crew, number)
        if number == HOST:
            self._sequence()
            raise _Over
        worker = self.design.workers[number - 1]
        running.set(Running(self, number, worker))
        if worker.core_fn is None:
            return
        prepare(worker.core_fn)
        for argument in parts(worker.fn_args):
            prepare(argument)
        with Core(self.design.device.chip):
            while True:
                self.active.discard(number)
                before = {h: len(self.doors[h].held) for h in worker.fifos if h in self.doors}
                worker.core_fn(*worker.fn_args)
                self._look_for_imbalance(worker, before)
                if not worker.while_true or number not in self.active:  # what never waits does nothing new
                    return

    def _look_for_imbalance(self, worker: Worker, before: dict[ObjectFifoHandle, int]) -> None:
        for handle, count in before.items():
            held = self.doors[handle].held
            if worker.while_true and len(held) != count:
                self._unbalanced.setdefault(handle, (len(held) - count, held[-1] if held else worker.where))

    def _wait_here(self, what: str, ready: Callable[[], bool]) -> None:
        number = self._here()
        self.active.add(number)
        self.crew.wait(number, what, ready)

    def _here(self) -> int:
        found = running.get()
        assert found is not None
        return found.number

    def _lane_here(self) -> str:
        return self.crew.names[self._here()]

    def _sequence(self) -> None:
        crew = self.crew
        crew.step_aside(HOST)  # cores start when the program is loaded
        for step in self.design.steps:
            if isinstance(step, Transfer):
                self._queue(step)
            elif isinstance(step, Finish):
                for transfer in step.transfers:
                    if transfer.wait:
                        task = self.tasks[transfer]
                        crew.wait(HOST, transfer.words, lambda task=task: task.done)  # type: ignore[misc]
                        self.clocks.wait(crew.names[HOST], task.ended, f"waits for the {transfer.words}")
                crew.step_aside(HOST)
            elif isinstance(step, SetBarrier):
                crew.step_aside(HOST)
                step.barrier.set_by_host(step.value)
            elif isinstance(step, SetLock):
                crew.step_aside(HOST)
                step.lock.set_by_host(step.value)
            elif isinstance(step, WriteWord):
                crew.step_aside(HOST)
                step.buffer.written_by_host(step.index, step.value)
        self.pump()
        crew.step_aside(HOST)

    def _queue(self, transfer: Transfer) -> None:
        now = self.clocks.now(self.crew.names[HOST])
        pattern: Pattern = transfer.pattern
        if transfer.packet is not None and transfer.fills and isinstance(transfer.handle, ShimEnd):
            tile = transfer.handle.end.tile
            first = header(*transfer.packet, getattr(tile, "col", None), getattr(tile, "row", None))
            pattern = Framed(pattern, first, pattern.total // transfer.rounds)
        task = Task(self._memory[transfer.data.number], pattern, transfer, now)
        self.tasks[transfer] = task
        end = self.hosts.get(transfer.handle.host_key)
        if end is None:
            raise wrong(transfer.words, "no_flow", name=transfer.handle.name).at(
                transfer.where
            )
        end.queue.append(task)
        if isinstance(transfer.handle, ObjectFifoHandle):
            self.changed[self._of_fifo[transfer.handle.fifo]] = None

    # --- what went wrong ------------------------------------------------------------------------------------------

    def stuck(self, waits: dict[int, Wait]) -> IronError:
        from lanewise.iron.deadlock import explained

        return explained(self, waits)

    def _warn_about_leftovers(self) -> None:
        for handle, (count, where) in self._unbalanced.items():
            name = self.crew.names[self.doors[handle].number]
            _warn(IronError("IRON-010", worker=name, fifo=handle.name, count=f"{count:+d}"), where)
        for handle, where in self.late_uses:
            name = self.crew.names[self.doors[handle].number]
            _warn(IronError("IRON-012", worker=name, fifo=handle.name), where)
        for transfer, task in self.tasks.items():
            size = transfer.data.type.dtype.itemsize
            if not task.done:
                left = IronError("IRON-008", what=transfer.words, came=task.moved // size,
                                 total=task.pattern.total // size)  # fmt: skip
                _warn(left, transfer.where)
            elif not transfer.fills and not transfer.wait:
                _warn(IronError("IRON-009", what=transfer.words), transfer.where)


def _initial(fifo: Any) -> list[Array]:
    """Objects that are there from the beginning."""
    objects = [np.ascontiguousarray(np.asarray(v).astype(fifo.type.dtype)).reshape(-1) for v in fifo.init_values]
    for data in objects:
        if data.nbytes != fifo.type.nbytes:
            raise wrong(f"fifo {fifo.name}", "init_values", size=data.size, type=fifo.type).at(fifo.where)
    return [data.view(np.uint8) for data in objects]


def _caller() -> tuple[str, int] | None:
    """The line that acquires: the caller of the handle, or of a function of ours that calls it."""
    frame = sys._getframe(3)
    name = frame.f_code.co_filename
    return user_location() if is_ours(name) else (name, frame.f_lineno)


def _warn(problem: IronError, where: tuple[str, int] | None) -> None:
    place = where or (os.path.basename(__file__), 0)
    warnings.warn_explicit(f"{problem.id} {problem.message}", LanewiseWarning, *place)


def run(design: Design, tensors: Sequence[Array]) -> Run:
    """One call, with the tensors in the order of the sequence's types. Everything starts afresh."""
    made = Run(design, tensors)
    design.last = made
    try:
        made.go()
    finally:
        made.close()
    return made

