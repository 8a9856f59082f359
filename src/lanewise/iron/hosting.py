"""What the host does in functions of its own: those given to inline_ops, and the body of a @runtime_sequence.

They are called once, when the design is built, and what they ask for is written down as steps of the sequence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from lanewise.errors import user_location
from lanewise.iron.buffers import Buffer
from lanewise.iron.current import recordings
from lanewise.iron.fifos import ObjectFifo
from lanewise.iron.handles import ObjectFifoHandle
from lanewise.iron.integers import whole_number
from lanewise.iron.locks import Lock
from lanewise.iron.refusals import wrong, wrong_type
from lanewise.iron.routes import Route
from lanewise.iron.runtime import Finish, Inline, Runtime, SetLock, ShimEnd, Step, TaskGroup, Transfer, WriteWord
from lanewise.iron.taps import TensorAccessPattern
from lanewise.iron.workers import Worker

Described = tuple[Any, TensorAccessPattern | None, tuple[int, int] | None]  # tensor, tap, packet


class Recording:
    """Steps in the order in which they are asked for."""

    def __init__(self, runtime: Runtime, fifos: dict[str, Any]) -> None:
        self.runtime, self._fifos = runtime, fifos
        self.steps: list[Step] = []
        self.pending: list[Task] = []  # started, and nobody has waited for them

    def write(self, buffer: Buffer, index: Any, value: Any) -> None:
        """A word of a core's memory, which is a parameter of its program."""
        place = whole_number(index, f"Buffer {buffer.name}")
        self.steps.append(WriteWord(buffer, place, value, user_location()))

    def end(self, of: Any) -> ObjectFifoHandle | ShimEnd:
        """The host's end of a fifo, or of a flow, that is given itself or by name."""
        if isinstance(of, str):
            routes = self.runtime.routes
            if of in routes.shim_ends:
                return ShimEnd(of, routes.shim_ends[of])
            found: Any = routes.named(of) or self._fifos.get(of) or _fifo_of_workers(self.runtime, of)
            if found is None:
                flows = [*routes.shim_ends, *(flow.symbol for flow in routes.flows if flow.symbol)]
                known = ", ".join([*flows, *self._fifos]) or "none"
                raise wrong_type("fifo", "no_fifo_known", of=repr(of), known=known)
            of = found
        if isinstance(of, ObjectFifoHandle | ShimEnd):
            return of
        if isinstance(of, Route) and of.shim is not None:
            return ShimEnd(of.symbol or of.name, of.shim)
        if isinstance(of, ObjectFifo):
            return self._of_fifo(of)
        if hasattr(of, "host_end"):  # of a fifo between tiles
            end: ObjectFifoHandle = of.host_end()
            return end
        raise wrong_type("fifo", "no_fifo_symbol", of=repr(of))

    def _of_fifo(self, fifo: ObjectFifo) -> ObjectFifoHandle:
        """The producer, unless somebody else is."""
        if fifo.producer is None or fifo.producer.owner in (None, self.runtime):
            return fifo.prod()
        ours = next((h for h in fifo.consumers if h.owner is self.runtime), None)
        return ours if ours is not None else fifo.cons()


def _fifo_of_workers(runtime: Runtime, name: str) -> ObjectFifo | None:
    """Of all that workers have, and what links reach from there."""
    seen: list[ObjectFifo] = []

    def visit(fifo: ObjectFifo) -> None:
        if fifo in seen:
            return
        seen.append(fifo)
        for link in (fifo.link_in, fifo.link_out):
            for other in (*(h.fifo for h in link.inputs), *link.outputs) if link is not None else ():
                visit(other)

    for worker in runtime.workers:
        for handle in worker.fifos:
            visit(handle.fifo)
    return next((fifo for fifo in seen if fifo.name == name), None)


def now(what: str) -> Recording:
    if not recordings:
        raise wrong(what, "outside_sequence")
    return recordings[-1]


@contextmanager
def _recording(runtime: Runtime, fifos: dict[str, Any]) -> Iterator[Recording]:
    recordings.append(Recording(runtime, fifos))
    try:
        yield recordings[-1]
    finally:
        recordings.pop()


def recorded(
    runtime: Runtime, function: Callable[..., Any], arguments: Sequence[Any], fifos: dict[str, Any] | None = None
) -> list[Step]:
    """What a function asks for."""
    with _recording(runtime, fifos or {}) as recording:
        function(*(_seen_by_host(a) for a in arguments))
        return recording.steps


def steps_of(runtime: Runtime) -> list[Step]:
    """The sequence, with what its functions ask for in their places."""
    out: list[Step] = []
    with _recording(runtime, {}) as recording:  # tasks that one function starts, another one may wait for
        for step in runtime.steps:
            if isinstance(step, Inline):
                step.function(*(_seen_by_host(a) for a in step.arguments))
                out += recording.steps
                recording.steps = []
            else:
                out.append(step)
    return out


def _seen_by_host(of: Any) -> Any:
    if isinstance(of, (list, tuple)):
        return [_seen_by_host(one) for one in of]
    return HostView(of) if isinstance(of, Buffer) else of


class HostView:
    """A Buffer as the host sees it, which writes words of 32 bits."""

    def __init__(self, buffer: Buffer) -> None:
        self.buffer = buffer

    def __setitem__(self, index: Any, value: Any) -> None:
        now(f"Buffer {self.buffer.name}").write(self.buffer, index, value)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.buffer, name)

    def __getitem__(self, index: Any) -> Any:
        raise wrong(f"Buffer {self.buffer.name}", "host_reads")


class Task:
    """Transfers of one end, one after the other, that are started later."""

    def __init__(
        self, end: ObjectFifoHandle | ShimEnd, described: Sequence[Described] = (), token: bool = False
    ) -> None:
        self.end, self.described, self.token = end, list(described), token
        self._group: TaskGroup | None = None
        self._transfers: list[Transfer] = []

    def start(self) -> None:
        recording = now("dma_start_task")
        runtime = recording.runtime
        self._group = runtime.task_group()
        self._transfers = [runtime.transfer(self.end, data, tap, False, self._group, packet)
                           for data, tap, packet in self.described]  # fmt: skip
        recording.steps += self._transfers
        recording.pending.append(self)

    def wait(self) -> None:
        recording = now("dma_await_task")
        if self not in recording.pending:
            raise wrong("dma_await_task", "not_started", name=self.end.name)
        recording.pending.remove(self)
        for transfer in self._transfers:
            transfer.wait = True
        recording.steps.append(Finish(self._group, self._transfers, user_location()))


def set_lock_value(lock: Any, value: Any) -> None:
    """The host sets a lock, and does not wait."""
    if not isinstance(lock, Lock):
        raise wrong_type("set_lock_value", "no_lock_to_set", lock=repr(lock))
    now("set_lock_value").steps.append(SetLock(lock, whole_number(value, "set_lock_value"), user_location()))


def locks_of(runtime: Runtime) -> list[Lock]:
    """All that the host may set."""
    found = [*runtime.routes.all_locks(), *(lock for worker in runtime.workers for lock in _locks(worker))]
    return list(dict.fromkeys(found))


def _locks(worker: Worker) -> list[Lock]:
    from lanewise.iron.workers import parts

    return [one for one in parts(worker.fn_args) if isinstance(one, Lock)]
