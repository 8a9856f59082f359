"""Our kernel headers, precompiled. Making that takes longer than compiling a program without it, so it is made beside the
first program and waited for at the end."""

from __future__ import annotations

import atexit
import os
import shutil
import subprocess
import tempfile
import time

from lanewise.cpp import cache
from lanewise.cpp.compiler import INCLUDES, PRELUDE, Compiler

_STALE = 60.0  # seconds after which somebody else's work is not waited for
_making: list[tuple[subprocess.Popen[bytes], str, str]] = []


def options(compiler: Compiler, flags: tuple[str, ...]) -> tuple[str, ...]:
    """What puts the headers in front of a source."""
    name = cache.key(compiler.identity, flags, [cache.stamps(tree) for tree in INCLUDES])
    home = os.path.join(cache.folder("headers"), name)
    if not os.path.isdir(home):
        _make(compiler, flags, home)
        return ("-include", PRELUDE)
    cache.touch(home)
    if compiler.clang:
        return ("-include-pch", os.path.join(home, "prelude.pch"))
    return ("-include", os.path.join(home, "prelude.h"))  # g++ looks for prelude.h.gch first


def _make(compiler: Compiler, flags: tuple[str, ...], home: str) -> None:
    if not _is_first(f"{home}.making"):
        return
    if not _making:
        atexit.register(finish)
    cache.prune()
    made = tempfile.mkdtemp(dir=cache.folder("tmp"))
    header = os.path.join(made, "prelude.h")
    with open(header, "w", encoding="utf-8") as file:
        file.write(f'#include "{PRELUDE}"\n')
    product = os.path.join(made, "prelude.pch" if compiler.clang else "prelude.h.gch")
    command = [*compiler.command, *flags, "-x", "c++-header", header, "-o", product]
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _making.append((process, made, home))


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
    """Waits for what is being made. Headers that do not compile are the program's story."""
    while _making:
        process, made, home = _making.pop()
        try:
            if process.wait() == 0:
                cache.place(made, home)
        finally:
            process.kill()
            shutil.rmtree(made, ignore_errors=True)
            os.unlink(f"{home}.making")
