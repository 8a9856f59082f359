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

from lanewise.cpp import cache
from lanewise.cpp.compiler import INCLUDES, Compiler

_STALE = 60.0  # seconds after which somebody else's work is not waited for
_making: dict[str, tuple[subprocess.Popen[bytes], str]] = {}  # where it will be -> who makes it, and where
_lock = threading.Lock()


def options(compiler: Compiler, flags: tuple[str, ...], prelude: str) -> tuple[str, ...]:
    """What puts the headers in front of a source."""
    name = cache.key(compiler.identity, flags, prelude, [cache.stamps(tree) for tree in INCLUDES])
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


def _make(compiler: Compiler, flags: tuple[str, ...], prelude: str, home: str) -> None:
    if not _is_first(f"{home}.making"):
        return
    if not _making:
        atexit.register(finish)
    cache.prune()
    made = tempfile.mkdtemp(dir=cache.folder("tmp"))
    header = os.path.join(made, "prelude.h")
    with open(header, "w", encoding="utf-8") as file:
        file.write(f'#include "{prelude}"\n')
    product = os.path.join(made, "prelude.pch" if compiler.clang else "prelude.h.gch")
    command = [*compiler.command, *flags, "-x", "c++-header", header, "-o", product]
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _making[home] = process, made


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
    process, made = _making.pop(home)
    try:
        if process.wait() == 0:  # headers that do not compile are the program's story
            cache.place(made, home)
    finally:
        process.kill()
        shutil.rmtree(made, ignore_errors=True)
        with contextlib.suppress(FileNotFoundError):
            os.unlink(f"{home}.making")
