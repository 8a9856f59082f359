"""A program behind its ward, inside limits. Nothing of it is left when `run` returns."""

from __future__ import annotations

import contextlib
import os
import select
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from lanewise.cpp.ward import MIB, Isolation, default_memory, end, wrap_command

if TYPE_CHECKING:
    from lanewise.cpp.channel import Channel

TIMED_OUT = 124
LAST_WORDS = 2.0  # seconds a program has to say something before it is ended
_CHUNK = 1 << 16
_LONGEST_WAIT = 3600.0  # seconds

Sink = Callable[[bytes], object]


class Limits(NamedTuple):
    timeout: float = 300.0  # seconds
    memory: int | None = None  # MiB of data, 0 for no limit; None: four fifths of the computer's
    output: int = 64  # MiB, both streams together
    isolation: Isolation | None = None


class Ended(NamedTuple):
    status: int  # as a shell gives it: 128 + n after signal n
    problem: str = ""  # why it did not end by itself


def start(program: str, *arguments: str) -> list[str]:
    """The command of a program that was built here. LANEWISE_RUNNER has words to put in front of it, say of an emulator
    for the architecture that CXX builds for."""
    return [*shlex.split(os.environ.get("LANEWISE_RUNNER", "")), program, *arguments]


def run(
    command: Sequence[str], limits: Limits, *, out: Sink | None = None, err: Sink | None = None,
    cwd: str | None = None, env: Mapping[str, str] | None = None, pass_fds: Sequence[int] = (),
    started: Callable[[], object] = lambda: None, channel: Channel | None = None,
) -> Ended:
    """Without sinks the program writes to our own streams, through a pipe that counts unless it is a terminal.

    `started` is called when the program has the descriptors that are passed to it. What it says over `channel` is there
    when this returns."""
    streams = _Streams(out, err)
    sys.stdout.flush()
    stdin = subprocess.DEVNULL if out else None  # who listens by himself has nothing to say either
    memory = default_memory() if limits.memory is None else limits.memory
    report, theirs = os.pipe()
    their_end = None if channel is None else channel.end
    warded_command = wrap_command(command, memory=memory, report=theirs, isolation=limits.isolation, channel=their_end)
    passed = (theirs, *pass_fds, *(() if their_end is None else (their_end,)))
    with _Stop() as stop, open(report, encoding="utf-8", errors="replace") as said:
        try:
            process = subprocess.Popen(
                warded_command, cwd=cwd, env=env, stdin=stdin, stdout=streams.out, stderr=streams.err,
                start_new_session=True, pass_fds=passed,
            )
        finally:
            os.close(theirs)
            started()
            if channel is not None:
                channel.started()
        try:
            streams.started()
            stop.pass_on_to(process.pid)
            return _wait_for_end(process, streams, limits, channel) or _parse_end(said.read(), memory)
        except BrokenPipeError:  # nobody reads any more, as after `| head`
            return Ended(128 + signal.SIGPIPE)
        except OSError as problem:
            return Ended(1, f"what it prints cannot be written: {problem.strerror}")
        except _StoppedError as asked:
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(LAST_WORDS)
            return Ended(128 + asked.number, _signal_text(asked.number))
        finally:
            end(process)
            streams.close()
            if channel is not None:
                channel.close()


def _parse_end(report: str, memory: int) -> Ended:
    """What the ward says about the end; it says nothing when it was killed."""
    how, _, what = report.partition("\n")[0].partition(" ")
    if how == "exit":
        return Ended(int(what))
    if how == "memory":
        return Ended(128 + signal.SIGKILL, f"stopped at more than {memory} MiB of memory (--memory)")
    if how == "processes":
        return Ended(128 + signal.SIGKILL, "stopped at more processes than --isolate allows")
    if how == "refused":
        return Ended(126, what)
    number = int(what) if how == "signal" else signal.SIGKILL
    return Ended(128 + number, _signal_text(number))


class _Streams:
    """The two output streams of a child: where each goes, and the pipes that are read on the way."""

    def __init__(self, out: Sink | None, err: Sink | None) -> None:
        self.sinks: dict[int, Sink] = {}  # end of a pipe that we read -> where it goes
        self._theirs: list[int] = []
        self.out = self._stream(1, out)
        # One pipe keeps the order of two streams that go to the same place.
        together = out is None and err is None and self.out is not None and os.path.sameopenfile(1, 2)
        self.err = self.out if together else self._stream(2, err)

    def _stream(self, fd: int, sink: Sink | None) -> int | None:
        if sink is None:
            if os.isatty(fd):
                return None  # somebody watches; the program keeps its terminal
            sink = lambda data: _write(fd, data)  # noqa: E731
        read, write = os.pipe()
        os.set_blocking(read, False)
        self.sinks[read] = sink
        self._theirs.append(write)
        return write

    def started(self) -> None:
        for fd in self._theirs:
            os.close(fd)
        self._theirs.clear()

    def pass_on(self, fd: int) -> int:
        """One chunk; how many bytes it had. A stream that has ended is dropped."""
        try:
            data = os.read(fd, _CHUNK)
        except BlockingIOError:
            return 0
        if data:
            self.sinks[fd](data)
        else:
            del self.sinks[fd]
            os.close(fd)
        return len(data)

    def close(self) -> None:
        for fd in [*self.sinks, *self._theirs]:
            os.close(fd)
        self.sinks.clear()


def _write(fd: int, data: bytes) -> None:
    while data:
        data = data[os.write(fd, data) :]


def _wait_for_end(
    process: subprocess.Popen[bytes], streams: _Streams, limits: Limits, channel: Channel | None
) -> Ended | None:
    """Until the program has ended; what else it was stopped by."""
    deadline = time.monotonic() + limits.timeout
    room = limits.output * MIB
    asked = False  # the runtime was asked for last words
    with _exit_of(process) as done:
        poll = select.poll()
        for fd in [*streams.sinks, done]:
            poll.register(fd, select.POLLIN)
        if channel is not None:
            poll.register(channel, select.POLLIN)
        while True:
            wait = min(max(0.0, deadline - time.monotonic()), _LONGEST_WAIT)
            ready = [fd for fd, _ in poll.poll(wait * 1000)]
            if channel is not None and channel.fileno() in ready and not channel.receive():
                poll.unregister(channel)  # nobody has the other end any more
            for fd in ready:
                if fd in streams.sinks:
                    room -= streams.pass_on(fd)
                    if fd not in streams.sinks:
                        poll.unregister(fd)
            if room < 0:
                return Ended(128 + signal.SIGKILL, f"stopped after {limits.output} MiB of output (--output-limit)")
            if done in ready:
                break
            if time.monotonic() >= deadline:
                if asked:
                    break
                asked, deadline = True, time.monotonic() + LAST_WORDS
                process.send_signal(signal.SIGUSR1)
    for fd in list(streams.sinks):
        while fd in streams.sinks and (size := streams.pass_on(fd)):
            room -= size
    if asked:
        return Ended(TIMED_OUT, f"stopped after {limits.timeout:g} s (--timeout)")
    return None


@contextlib.contextmanager
def _exit_of(process: subprocess.Popen[bytes]) -> Iterator[int]:
    """A file descriptor that becomes readable when the process ends."""
    try:
        fd = os.pidfd_open(process.pid)
    except (AttributeError, OSError):  # not Linux: a thread waits instead
        import threading

        fd, write = os.pipe()

        def wait() -> None:
            process.wait()
            os.close(write)

        threading.Thread(target=wait, daemon=True).start()
    try:
        yield fd
    finally:
        os.close(fd)


class _StoppedError(Exception):
    """We were asked to end, and passed it on."""

    def __init__(self, number: int) -> None:
        self.number = number


class _Stop:
    """Ctrl-C and a polite end reach the child's group by its ward, also when they come before it is there.

    What we were told to ignore (nohup) stays ignored.
    """

    def __init__(self) -> None:
        self._child: int | None = None
        self._early: int | None = None
        self._asked = False  # the first signal decides how we end; those behind it are passed on only
        self._before: dict[int, Any] = {}

    def __enter__(self) -> _Stop:
        heard = [n for n in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP) if signal.getsignal(n) is not signal.SIG_IGN]
        with contextlib.suppress(ValueError):  # not the main thread: whoever owns it gets the signals
            self._before = {n: signal.signal(n, self._on_signal) for n in heard}
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def pass_on_to(self, child: int) -> None:
        self._child = child
        if self._early is not None:
            self._on_signal(self._early, None)

    def _on_signal(self, number: int, frame: object) -> None:
        if self._child is None:
            self._early = number
            return
        with contextlib.suppress(ProcessLookupError):
            os.kill(self._child, number)
        if not self._asked:
            self._asked = True
            raise _StoppedError(number)


_SIGNALS = {
    signal.SIGSEGV: "segmentation fault outside a kernel",
    signal.SIGBUS: "bus error outside a kernel",
    signal.SIGFPE: "arithmetic error (a division by zero?) outside a kernel",
    signal.SIGILL: "illegal instruction",
    signal.SIGABRT: "aborted (abort, assert, an uncaught exception, or no memory left under --memory)",
    signal.SIGKILL: "killed",
    signal.SIGINT: "interrupted",
}


def _signal_text(number: int) -> str:
    try:
        known = signal.Signals(number)
    except ValueError:  # one of the real-time signals
        return f"ended by signal {number}"
    return _SIGNALS.get(known, f"ended by signal {known.name}")
