"""Our kernel headers, precompiled.

Making that takes longer than compiling a program without it, so it is made beside the first program and waited for at
the end.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import shutil
import subprocess
import tempfile
import threading
import time
from typing import NamedTuple

from lanewise.cpp import cache
from lanewise.cpp.compiler import HEADERS, INCLUDES, Compiler


class _Work(NamedTuple):
    process: subprocess.Popen[bytes]
    folder: str
    headers: list[object]  # as they were


_STALE = 60.0  # seconds after which somebody else's work is not waited for
_making: dict[str, _Work] = {}  # where it will be -> who makes it
_lock = threading.Lock()


def options(compiler: Compiler, flags: tuple[str, ...], prelude: str) -> tuple[str, ...]:
    """What puts the headers in front of a source."""
    name = cache.key(compiler.identity, flags, prelude, _headers())
    home = os.path.join(cache.folder("headers"), name)
    with _lock:
        if home in _making:  # made for an earlier program of ours: by now waiting is quicker than going without
            _finish(home)
        if not os.path.isdir(home):
            _make(compiler, flags, prelude, home)
            return ("-include", prelude)
    cache.touch(home)
    if compiler.clang:
        return ("-include-pch", os.path.join(home, "prelude.pch"))
    return ("-include", os.path.join(home, "prelude.h"))  # g++ looks for prelude.h.gch first


def _headers() -> list[object]:
    return [cache.stamps(tree) for tree in INCLUDES]


def _make(compiler: Compiler, flags: tuple[str, ...], prelude: str, home: str) -> None:
    if not _is_first(f"{home}.making"):
        return
    if not _making:
        atexit.register(finish)
    cache.prune()
    headers = _headers()
    made = tempfile.mkdtemp(dir=cache.folder("tmp"))
    if compiler.clang:  # wants to see the header again where it was
        header, product = os.path.join(HEADERS, prelude), os.path.join(made, "prelude.pch")
    else:
        header, product = os.path.join(made, "prelude.h"), os.path.join(made, "prelude.h.gch")
        with open(header, "w", encoding="utf-8") as file:
            file.write(f'#include "{prelude}"\n')
    command = [*compiler.command, *flags, "-x", "c++-header", header, "-o", product]
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet)
    _making[home] = _Work(process, made, headers)


def _is_first(mark: str) -> bool:
    """Whether no other process or thread is at it."""
    try:
        if time.time() - os.stat(mark).st_mtime > _STALE:
            os.unlink(mark)
    except OSError:
        pass
    try:
        os.close(os.open(mark, os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        return False
    return True


def finish() -> None:
    """Waits for what is being made."""
    with _lock:
        for home in list(_making):
            _finish(home)


def _finish(home: str) -> None:
    """Headers that do not compile are the program's story; what changed meanwhile is somebody's work in progress."""
    work = _making.pop(home)
    try:
        if work.process.wait() == 0 and _headers() == work.headers:
            cache.place(work.folder, home)
    finally:
        work.process.kill()
        shutil.rmtree(work.folder, ignore_errors=True)
        with contextlib.suppress(FileNotFoundError):
            os.unlink(f"{home}.making")
