"""Our kernel headers, precompiled.

Making that takes longer than compiling a program without it. So the first program goes without, while a process of its
own makes it and may outlive the command.
"""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
import threading
import time

from lanewise.cpp import cache
from lanewise.cpp.compiler import HEADERS, INCLUDES, Compiler

_STALE = 60.0  # seconds after which somebody else's work is not waited for
_making: dict[str, subprocess.Popen[bytes]] = {}  # where it will be -> who makes it
_lock = threading.Lock()
# FOLDER HOME COMMAND...: what the command makes in the folder goes home whole, or not at all.
_MAKE = """
made=$1 home=$2; shift 2
trap 'rm -rf -- "$made" "$home.making"' EXIT
"$@" && [ ! -d "$home" ] && mv -- "$made" "$home"
"""


def options(
    compiler: Compiler, flags: tuple[str, ...], prelude: str, defines: tuple[str, ...] = ()
) -> tuple[str, ...]:
    """What puts the headers in front of a source."""
    if compiler.clang and _reaches(defines):  # g++ sees by itself that what was precompiled does not fit
        return ("-include", prelude)
    name = cache.key(compiler.identity, flags, prelude, [cache.stamps(tree) for tree in INCLUDES])
    home = os.path.join(cache.folder("headers"), name)
    with _lock:
        if home in _making:  # made for an earlier program of ours: by now waiting is quicker than going without
            _making.pop(home).wait()
        if not os.path.isdir(home):
            _make(compiler, flags, prelude, home)
            return ("-include", prelude)
    cache.touch(home)
    if compiler.clang:
        return ("-include-pch", os.path.join(home, "prelude.pch"))
    return ("-include", os.path.join(home, "prelude.h"))  # g++ looks for prelude.h.gch first


def is_made() -> bool:
    """Whether somebody makes it just now, for this process."""
    return bool(_making)


def _reaches(defines: tuple[str, ...]) -> bool:
    """Whether a macro of the user's means something to our headers."""
    names = [re.escape(define.partition("=")[0].partition("(")[0]) for define in defines]
    if not names:
        return False
    word = re.compile(rf"\b(?:{'|'.join(names)})\b")
    for path in (s[0] for tree in INCLUDES for s in cache.stamps(tree) if s):
        with open(path, encoding="utf-8", errors="replace") as file:
            if word.search(file.read()):
                return True
    return False


def _make(compiler: Compiler, flags: tuple[str, ...], prelude: str, home: str) -> None:
    if not _is_first(f"{home}.making"):
        return
    cache.prune()
    made = tempfile.mkdtemp(dir=cache.folder("tmp"))
    if compiler.clang:  # wants to see the header again where it was
        header, product = os.path.join(HEADERS, prelude), os.path.join(made, "prelude.pch")
    else:
        header, product = os.path.join(made, "prelude.h"), os.path.join(made, "prelude.h.gch")
        with open(header, "w", encoding="utf-8") as file:
            file.write(f'#include "{prelude}"\n')
    command = [*compiler.command, *flags, "-x", "c++-header", header, "-o", product]
    quiet = subprocess.DEVNULL
    _making[home] = subprocess.Popen(
        ["/bin/sh", "-c", _MAKE, "lanewise", made, home, *command],
        stdin=quiet, stdout=quiet, stderr=quiet, start_new_session=True,
    )  # fmt: skip


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
