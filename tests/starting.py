"""`python -m lanewise ...` for tests, without what Python takes to start: a process that has imported it forks.

`run` takes what subprocess.run takes. The command is a process of its own, with its streams, folder and environment;
only its modules were imported before. Whatever else is asked (another command, input, a Python that is told to start
otherwise) is left to subprocess. Tests of the start itself have no use for this.
"""

from __future__ import annotations

import array
import atexit
import contextlib
import gc
import importlib
import json
import os
import runpy
import selectors
import signal
import socket
import subprocess
import sys
import threading
import time
from typing import Any

COMMAND = (sys.executable, "-m", "lanewise")
MODULES = (  # what the verbs import when they run
    "lanewise.cli.app", "lanewise.cli.checked", "lanewise.cli.colour", "lanewise.cli.graphs", "lanewise.cli.programs",
    "lanewise.cli.run_page", "lanewise.cli.run", "lanewise.cli.timed", "lanewise.check.suppress",
    "lanewise.cpp.diagnose", "lanewise.cpp.hardware_loops", "lanewise.cpp.launch_outputs", "lanewise.cpp.macro_kernels",
    "lanewise.cpp.order", "lanewise.cpp.sources", "lanewise.aie.load", "lanewise.asc.alias", "lanewise.iron.imports",
    "lanewise.op.loading", "encodings.utf_8_sig",
)  # fmt: skip
_AT_START = ("PYTHON", "LC_", "LANG", "LD_", "LANEWISE_CPU")  # read by Python and the engine when they start
_server: _Server | None = None
_lock = threading.Lock()


def run(
    command: list[str], *, cwd: Any = None, env: dict[str, str] | None = None, capture_output: bool = False,
    text: bool = False, timeout: float | None = None, check: bool = False, **others: Any,
) -> subprocess.CompletedProcess[Any]:  # fmt: skip
    named = {"cwd": cwd, "env": env, "capture_output": capture_output, "text": text, "timeout": timeout, "check": check}
    environment = dict(os.environ if env is None else env)
    asked = tuple(command[:3]) == COMMAND and capture_output and text and not others
    if not asked or not _lock.acquire(blocking=False):  # several threads: the others start as usual
        return subprocess.run(command, **named, **others)
    try:
        server = _serving()
        if server.at_start != _at_start(environment):
            return subprocess.run(command, **named)
        status, out, err = server.run(command, os.path.abspath(cwd or "."), environment, timeout)
    finally:
        _lock.release()
    done = subprocess.CompletedProcess(command, status, out, err)
    if check:
        done.check_returncode()
    return done


def _at_start(environment: Any) -> dict[str, str]:
    return {name: value for name, value in environment.items() if name.startswith(_AT_START) and value}


def _serving() -> _Server:
    global _server
    if _server is None or _server.owner != os.getpid():
        _server = _Server()
    return _server


class _Server:
    """The process that forks. It stops when the tests end: they hold the other end of its socket."""

    def __init__(self) -> None:
        self.owner, self.at_start = os.getpid(), _at_start(os.environ)
        self.socket, theirs = socket.socketpair()
        with theirs:
            command = [sys.executable, __file__, str(theirs.fileno())]
            self.process = subprocess.Popen(command, pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL,
                                            stdout=subprocess.DEVNULL)  # fmt: skip
        self.answers = self.socket.makefile("r")
        atexit.register(self.end)

    def end(self) -> None:
        if self.owner == os.getpid():
            self.answers.close()
            self.socket.close()
            self.process.wait()

    def run(
        self, command: list[str], cwd: str, environment: dict[str, str], timeout: float | None
    ) -> tuple[int, str, str]:
        """Status, output and errors."""
        asked = json.dumps([command, cwd, environment]).encode()
        (out, out_end), (err, err_end) = os.pipe(), os.pipe()
        rights = array.array("i", [out_end, err_end])
        head = len(asked).to_bytes(8, "little")
        self.socket.sendmsg([head], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, rights)])
        self.socket.sendall(asked)
        os.close(out_end)
        os.close(err_end)
        child = int(self.answers.readline())
        try:
            said = _read_all([out, err], None if timeout is None else time.monotonic() + timeout)
        finally:
            os.close(out)
            os.close(err)
            if sys.exc_info()[0] is not None:
                os.kill(child, signal.SIGKILL)
                self.answers.readline()
        if said is None:
            os.kill(child, signal.SIGKILL)
            self.answers.readline()
            raise subprocess.TimeoutExpired(command, timeout or 0)
        status = int(self.answers.readline())
        first, second = (b.decode().replace("\r\n", "\n").replace("\r", "\n") for b in said)
        return status, first, second


def _read_all(ends: list[int], until: float | None) -> list[bytes] | None:
    """What comes from each until nobody writes any more; None: that takes too long."""
    parts: dict[int, list[bytes]] = {end: [] for end in ends}
    with selectors.DefaultSelector() as selector:
        for end in ends:
            selector.register(end, selectors.EVENT_READ)
        while selector.get_map():
            left = None if until is None else until - time.monotonic()
            if left is not None and left <= 0:
                return None
            for key, _ in selector.select(left):
                data = os.read(key.fd, 1 << 16)
                parts[key.fd].append(data)
                if not data:
                    selector.unregister(key.fd)
    return [b"".join(parts[end]) for end in ends]


def keep_headers() -> None:
    """Tests precompile headers for every compiler, chip and lens, one room after the other. A user's cache, which keeps
    those of a few, would have them made again."""
    from lanewise.cpp import cache

    cache.KEEP_HEADERS, cache.KEEP_BYTES = 48, 6 << 30


def _verify_headers(began: float) -> None:
    """What was precompiled, and is in use: a process that has verified it once does not read it again, and neither do
    its forks. To read 80 MB takes half as long as to compile what most tests compile."""
    from lanewise.cpp import cache, prelude
    from lanewise.errors import LanewiseError

    with contextlib.suppress(OSError, LanewiseError, prelude.BrokenError):
        homes = [entry for entry in os.scandir(cache.folder("headers")) if entry.is_dir()]
        prelude.verify([home.path for home in homes if home.stat().st_mtime > began])


def _serve(asking: socket.socket) -> None:
    """Forks for each command. Returns in the fork, which is then as a new Python is before it runs a module."""
    began = time.time()
    while True:
        head, messages, _, _ = asking.recvmsg(8, socket.CMSG_SPACE(8))
        if not head:
            os._exit(0)
        ends = array.array("i", messages[0][2])
        asked = b""
        size = int.from_bytes(head, "little")
        while len(asked) < size:
            asked += asking.recv(size - len(asked))
        _verify_headers(began)
        child = os.fork()
        if not child:
            asking.close()
            _replace_process(*json.loads(asked), ends)
            return
        for end in ends:
            os.close(end)
        asking.sendall(b"%d\n" % child)
        asking.sendall(b"%d\n" % os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))


def _replace_process(command: list[str], cwd: str, environment: dict[str, str], ends: array.array[int]) -> None:
    for number, end in zip((1, 2), ends, strict=True):
        os.dup2(end, number)
        os.close(end)
    os.chdir(cwd)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv, sys.path[0] = command[2:], cwd


def _end(status: int) -> None:
    """As Python ends, but nothing is taken apart that the system takes back anyway."""
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):
            stream.flush()
    os._exit(status)


if __name__ == "__main__":
    for name in MODULES:
        importlib.import_module(name)
    keep_headers()
    gc.freeze()  # no collection looks at what was imported, and copies it by that
    _serve(socket.socket(fileno=int(sys.argv[1])))
    try:
        runpy.run_module("lanewise", run_name="__main__", alter_sys=True)
    except SystemExit as ended:
        if ended.code is None or isinstance(ended.code, int):
            _end((ended.code or 0) & 255)
        raise
    _end(0)
