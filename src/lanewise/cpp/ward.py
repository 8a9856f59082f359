"""What we start ends with us, whatever becomes of either: `lanewise_ward` stands between (engine/ward)."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from typing import NamedTuple

import lanewise
from lanewise.cpp import bubblewrap

MIB = 1 << 20
WARD = next(
    (path for part in lanewise.__path__ if os.path.exists(path := os.path.join(part, "lib", "lanewise_ward"))), ""
)
_END_ALL = signal.SIGUSR2
_OLDEST_LANDLOCK = 3  # before, a file could be cut off from outside
_GRACE = 0.5  # seconds: a tool that takes too long is ended by who waits for it
_time: ContextVar[tuple[float, float] | None] = ContextVar("_time", default=None)  # seconds in all, and when they end
_alarmed: ContextVar[bool] = ContextVar("_alarmed", default=False)


class Isolation(NamedTuple):
    """What code that one does not trust can reach. It has no network, and no other processes."""

    writable: tuple[str, ...]  # folders
    hidden: tuple[str, ...] = ()  # whose files cannot be read
    readable: tuple[str, ...] = ()  # but for these
    processes: int = 1024


def offers() -> dict[str, int]:
    """What the system has to isolate with: `landlock` (a version, 0 or less for none), `seccomp` and `bubblewrap` (1
    or 0)."""
    said = subprocess.run([WARD, "--offers"], capture_output=True, text=True, check=False).stdout
    own = {name: int(value) for name, _, value in (line.partition(" ") for line in said.splitlines())}
    return {**own, "bubblewrap": int(bool(bubblewrap.find_bubblewrap()))}


def holds_files() -> str:
    """What keeps an isolated program from files: `landlock`, `bubblewrap`, or nothing. `LANEWISE_ISOLATE` chooses."""
    there = offers()
    can = {"landlock": there.get("landlock", 0) >= _OLDEST_LANDLOCK, "bubblewrap": bool(there["bubblewrap"])}
    asked = os.environ.get("LANEWISE_ISOLATE", "")
    if asked not in ("", *can):
        raise ValueError(f"LANEWISE_ISOLATE={asked}: there are {' and '.join(can)}")
    return next((name for name, yes in can.items() if yes and asked in ("", name)), "")


class TooLongError(Exception):
    """A tool took longer than its step may."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"compiling took longer than {seconds:g} s (--timeout)")


def default_memory() -> int:
    """Four fifths of the computer's memory, in MiB."""
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") * 4 // 5 // MIB


def wrap_command(
    command: Sequence[str], *, memory: int, report: int | None = None, isolation: Isolation | None = None,
    channel: int | None = None,
) -> list[str]:
    """The command behind its ward. `memory` is in MiB of all its processes, 0 for no limit."""
    program = shutil.which(command[0]) or command[0]  # the ward starts what is named, and looks for nothing
    words = [WARD, f"--parent={os.getpid()}", f"--memory={memory}"]
    if report is not None:
        words.append(f"--report={report}")
    if channel is not None:
        words.append(f"--channel={channel}")
    if isolation is not None:
        words.append(f"--processes={isolation.processes}")
        if holds_files() == "bubblewrap":
            around = bubblewrap.command(isolation.writable, isolation.hidden, isolation.readable)
            return [*words, "--", *around, WARD, "--confine", "--", program, *command[1:]]
        words.append("--isolate")
        for name in ("writable", "hidden", "readable"):
            words += [f"--{name}={path}" for path in getattr(isolation, name)]
    return [*words, "--", program, *command[1:]]


def end(process: subprocess.Popen[bytes] | subprocess.Popen[str]) -> None:
    """Ends what runs behind a ward, and waits for it."""
    with contextlib.suppress(ProcessLookupError):
        process.send_signal(_END_ALL)
    process.wait()


@contextlib.contextmanager
def time_budget(seconds: float) -> Iterator[None]:
    """Tools that are asked inside have so long, all together, and so has what we do with sources ourselves."""
    token = _time.set((seconds, time.monotonic() + seconds))
    try:
        with _alarm(seconds):
            yield
    finally:
        _time.reset(token)


@contextlib.contextmanager
def _alarm(seconds: float) -> Iterator[None]:
    """Our own work is interrupted where signals can: in the main thread. Elsewhere it goes on until the next tool."""
    if threading.current_thread() is not threading.main_thread() or signal.getitimer(signal.ITIMER_REAL)[0]:
        yield
        return

    def late(number: int, frame: object) -> None:
        raise TooLongError(seconds)

    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, seconds + _GRACE)
    token = _alarmed.set(True)
    try:
        yield
    finally:
        _alarmed.reset(token)
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@contextlib.contextmanager
def off_the_clock() -> Iterator[None]:
    """What happens inside has a limit of its own, as a launch has, and does not count for `within`. An alarm there
    would be raised in a callback of C++, which cannot pass it on."""
    if not _alarmed.get() or threading.current_thread() is not threading.main_thread():
        yield
        return
    left, _ = signal.setitimer(signal.ITIMER_REAL, 0)
    try:
        yield
    finally:
        if left:
            signal.setitimer(signal.ITIMER_REAL, left)


class Outcome(NamedTuple):
    status: int
    out: str
    err: str


def run_tools(
    commands: Sequence[Sequence[str]], *, errors: str, env: Mapping[str, str] | None = None,
    meanwhile: Callable[[], object] = lambda: None,
) -> list[Outcome]:
    """Runs tools side by side, and `meanwhile` beside them. `errors` says what becomes of bytes that are no text."""
    given = _time.get()
    memory = default_memory()
    started = [
        subprocess.Popen(
            wrap_command(command, memory=memory),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            errors=errors,
            start_new_session=True,
            env=env,
        )
        for command in commands
    ]
    try:
        meanwhile()
        said = []
        for process in started:
            left = None if given is None else max(0.0, given[1] - time.monotonic())
            out, err = process.communicate(timeout=left)
            said.append(Outcome(process.returncode, out, err))
        return said
    except subprocess.TimeoutExpired:
        assert given is not None
        raise TooLongError(given[0]) from None
    finally:
        for process in started:
            if process.poll() is None:
                end(process)
            for stream in (process.stdout, process.stderr):
                if stream is not None:
                    stream.close()
