"""The process of a candidate, from outside: it has an empty folder, no network, no expected values, and limits.

It is started before it is needed, with everything loaded that a candidate needs, and takes one candidate. What it
says is read as what anybody may have written.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import select
import signal
import subprocess
import sys
import tempfile
import time
from functools import cache as cache_of
from typing import Any, NamedTuple

import lanewise
from lanewise.cpp import cache
from lanewise.cpp.confined import clean_environment, hidden_paths, is_inside
from lanewise.cpp.package import HEADERS
from lanewise.cpp.ward import MIB, Isolation, end, holds_files, wrap_command
from lanewise.judge import wire

_START = "import os, sys; sys.path[:] = sys.argv[1].split(os.pathsep); from lanewise.judge.worker import main; main()"
_CHUNK = 1 << 16
_LAST_WORDS = 2.0  # seconds that a report of the ward may take
_KEPT = 4096  # bytes of what a candidate prints
_MOST_FILES = 20  # that are named of those it wrote


class Limits(NamedTuple):
    """Of one candidate."""

    build: float = 120.0  # seconds
    run: float = 60.0  # seconds, of all calls together
    memory: int = 4096  # MiB of all its processes; 0 for no limit
    output: int = 1  # MiB that it may print
    processes: int = 64


class GoneError(Exception):
    """The process has ended before it answered, or was ended."""

    def __init__(self, why: str, text: str, status: int | None = None, number: int | None = None) -> None:
        super().__init__(text)
        self.why = why  # ended, signal, time, memory, output, processes, refused
        self.text, self.status, self.number = text, status, number


class ForgedError(Exception):
    """Somebody else wrote where the worker answers."""


class Child:
    """One process, for one candidate."""

    def __init__(self, language: str, chip: str, limits: Limits, hidden: tuple[str, ...] = ()) -> None:
        self.limits = limits
        self._folder = tempfile.TemporaryDirectory(prefix="lanewise-judge-")
        private = os.path.realpath(self._folder.name)
        self.room, shop = os.path.join(private, "room"), os.path.join(private, "shop")
        os.mkdir(self.room)
        os.mkdir(shop)
        self._token = secrets.token_hex(16)
        self.printed = b""
        self._given: list[str] = []
        self.left: list[str] = []  # files that are in its folder at the end and were not put there
        self._room_left = limits.output * MIB
        to_read, self._to = os.pipe()
        self._from, to_write = os.pipe()
        self._report, report = os.pipe()
        streams, theirs = os.pipe()
        self._streams = streams
        environment = clean_environment(os.environ) | {
            "TMPDIR": shop, "HOME": self.room, "PWD": self.room, "LANEWISE_CACHE": os.path.join(shop, "cache"),
            cache.BELOW: cache.folder(), "PYTHONHASHSEED": "0",
        }  # fmt: skip
        for name in ("LANEWISE_CHECK", "LANEWISE_SCHEDULE", "LANEWISE_TRACE", "LANEWISE_STRICT", "LANEWISE_LENIENT"):
            environment.pop(name, None)
        kept = [path for path in sys.path if path]
        command = [sys.executable, "-P" if sys.version_info >= (3, 11) else "-s", "-c", _START, os.pathsep.join(kept),
                   str(to_read), str(to_write), language, chip]  # fmt: skip
        isolation = self._isolation(private, hidden) if is_isolating() else None
        try:
            self._process = subprocess.Popen(
                wrap_command(command, memory=limits.memory, report=report, isolation=isolation),
                cwd=self.room, env=environment, stdin=subprocess.DEVNULL, stdout=theirs, stderr=theirs,
                start_new_session=True, pass_fds=(to_read, to_write, report),
            )  # fmt: skip
        finally:
            for fd in (to_read, to_write, report, theirs):
                os.close(fd)
        for fd in (self._from, self._streams, self._to):
            os.set_blocking(fd, False)

    def _isolation(self, private: str, hidden: tuple[str, ...]) -> Isolation:
        needed = map(os.path.realpath, (*lanewise.__path__, HEADERS, cache.folder(), sys.prefix, sys.base_prefix,
                                        *filter(os.path.isabs, sys.path)))  # fmt: skip
        secret = (*hidden_paths(), *map(os.path.realpath, hidden))
        away = [path for path in dict.fromkeys(needed) if not any(is_inside(one, path) for one in secret)]
        return Isolation((private,), secret, tuple(away), self.limits.processes)

    def ask(self, word: str, data: dict[str, Any], blob: bytes = b"", *, seconds: float, most: int) -> wire.Message:
        """What it answers, at most so many bytes of it behind the words."""
        deadline = time.monotonic() + seconds
        left = memoryview(wire.packed(word, data, blob, self._token))
        heard = bytearray()
        poll = select.poll()
        poll.register(self._from, select.POLLIN)
        if self._streams >= 0:
            poll.register(self._streams, select.POLLIN)
        poll.register(self._to, select.POLLOUT)
        while True:
            wait = deadline - time.monotonic()
            if wait <= 0:
                raise self._gone("time", f"took longer than {seconds:g} s")
            for fd, what in poll.poll(1000 * min(wait, 3600)):
                if fd == self._to:
                    try:
                        left = left[os.write(fd, left[:_CHUNK]) :] if what & select.POLLOUT else left[len(left) :]
                    except (BlockingIOError, BrokenPipeError):
                        left = left if what & select.POLLOUT and not what & select.POLLERR else left[len(left) :]
                    if not left:
                        poll.unregister(fd)
                elif fd == self._streams:
                    if not self._take_printed():
                        poll.unregister(fd)
                elif fd == self._from:
                    data_read = os.read(fd, _CHUNK * 16)
                    if not data_read:
                        raise self._gone("ended", "ended before it had answered")
                    heard += data_read
            if (message := self._whole(heard, most)) is not None:
                return message

    def _whole(self, heard: bytearray, most: int) -> wire.Message | None:
        if len(heard) < wire.HEAD_BYTES:
            return None
        try:
            words, blob = wire.sizes(bytes(heard[: wire.HEAD_BYTES]))
            if blob > most:
                raise wire.BadMessageError("a message that is too long")
            total = wire.HEAD_BYTES + words + blob
            if len(heard) < total:
                return None
            if len(heard) > total:
                raise wire.BadMessageError("more than one answer")
            text = bytes(heard[wire.HEAD_BYTES : wire.HEAD_BYTES + words])
            return wire.unpacked(text, bytes(heard[wire.HEAD_BYTES + words :]), self._token)
        except wire.BadMessageError as problem:
            self.close()
            raise ForgedError(str(problem)) from None

    def _take_printed(self) -> bool:
        """Whether there may be more of what it prints."""
        try:
            data = os.read(self._streams, _CHUNK)
        except BlockingIOError:
            return True
        self.printed = (self.printed + data)[:_KEPT]
        self._room_left -= len(data)
        if self._room_left < 0:
            raise self._gone("output", f"printed more than {self.limits.output} MiB")
        return bool(data)

    def _gone(self, why: str, text: str) -> GoneError:
        """Ends it; what its ward says about the end counts, if that came first."""
        said = self._last_words() if why == "ended" else ""
        self.close()
        how, _, what = said.partition("\n")[0].partition(" ")
        if how == "memory":
            return GoneError("memory", f"took more than {self.limits.memory} MiB of memory")
        if how == "processes":
            return GoneError("processes", f"started more than {self.limits.processes} processes")
        if how == "refused":
            return GoneError("refused", what)
        if how == "exit":
            return GoneError("ended", f"ended early, with status {what}", status=int(what))
        if how == "signal":
            number = int(what)
            name = signal.Signals(number).name if number in signal.Signals.__members__.values() else str(number)
            return GoneError("signal", f"ended by signal {name}", number=number)
        return GoneError(why, text)

    def _last_words(self) -> str:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_LAST_WORDS)
        ready, _, _ = select.select([self._report], [], [], 0)
        return os.read(self._report, _CHUNK).decode(errors="replace") if ready else ""

    def close(self) -> None:
        """Ends all that it has started, and takes its folder away."""
        if self._to < 0:
            return
        end(self._process)
        kept = set(self._given)
        found = (os.path.join(at, name) for at, _, names in os.walk(self.room) for name in names)
        self.left = sorted(os.path.relpath(path, self.room) for path in found if path not in kept)[:_MOST_FILES]
        for fd in (self._to, self._from, self._report, self._streams):
            os.close(fd)
        self._to = -1
        _remove(self._folder)

    def __enter__(self) -> Child:
        return self

    def __exit__(self, *problem: object) -> None:
        self.close()

    def write_file(self, name: str, content: bytes) -> str:
        """A file in its folder."""
        path = os.path.normpath(os.path.join(self.room, "candidate", name))
        if not is_inside(path, os.path.join(self.room, "candidate")):
            raise ValueError(f"{name} is not below its folder")
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(content)
        self._given.append(path)
        return path


def _remove(folder: tempfile.TemporaryDirectory[str]) -> None:
    """Whatever a candidate has made of it."""
    try:
        folder.cleanup()
    except OSError:
        for at, _, _ in os.walk(folder.name):
            with contextlib.suppress(OSError):
                os.chmod(at, 0o700)
        with contextlib.suppress(OSError):
            folder.cleanup()


@cache_of
def is_isolating() -> bool:
    """Whether the system can keep a process from files and the network."""
    try:
        return bool(holds_files())
    except ValueError:
        return False
