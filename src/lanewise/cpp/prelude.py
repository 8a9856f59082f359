"""Our kernel headers, precompiled.

Making that takes longer than compiling a program without it. So the first program goes without, while a process of its
own makes it and may outlive the command.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Collection

from lanewise.cpp import cache
from lanewise.cpp.compiler import HEADERS, INCLUDES, Compiler
from lanewise.cpp.precompiling import is_whole

_STALE = 60.0  # seconds after which somebody else's work is not waited for
_making: dict[str, subprocess.Popen[bytes]] = {}  # where it will be -> who makes it
_verified: dict[str, str] = {}  # a folder -> how its files were when they were read
_lock = threading.Lock()
# Bessel functions and the like: g++ makes them anew for every source that sees them, which takes longer than what most
# sources hold. It is told that it has read their header; those that name one get it behind ours.
_WITHOUT_SPECIAL = "#define LANEWISE_WITHOUT_SPECIAL_FUNCTIONS\n#define _GLIBCXX_BITS_SPECFUN_H 1\n"
_FUNCTIONS = (
    r"(?:assoc_laguerre|assoc_legendre|beta|comp_ellint_[123]|cyl_bessel_[ijk]|cyl_neumann|ellint_[123]|expint|hermite|"
    r"laguerre|legendre|riemann_zeta|sph_bessel|sph_legendre|sph_neumann|conf_hyperg|hyperg|airy_[ab]i)[fl]?"
)
_SPECIAL = re.compile(rf"<tr1/|\bstd\s*::\s*{_FUNCTIONS}\b|\b{_FUNCTIONS}\s*[(<]")
# clang leaves templates that the headers use to every source that sees them, a quarter of a second each, unless told
# otherwise.
# Times of files are no reason to refuse what was made of them: we look at what they hold, and touch a chip's file.
_CLANG = ("-fpch-instantiate-templates", "-Xclang", "-fno-pch-timestamp")
# Our own modules, whatever lies in the working folder.
_MAKE = """import os, sys
sys.path[:] = sys.argv[1].split(os.pathsep)
from lanewise.cpp.precompiling import make
make(sys.argv[2], sys.argv[3], sys.argv[4:])
"""


class BrokenError(Exception):
    """What was precompiled is no longer what was made. It is gone now."""


def options(
    compiler: Compiler, flags: tuple[str, ...], prelude: str, our_headers: str, text: str, defines: tuple[str, ...] = ()
) -> tuple[tuple[str, ...], str | None]:
    """What puts the headers in front of a source, which holds this text, and the folder that it uses: see `verify`.
    `our_headers` says which they are."""
    plain = ("-include", prelude), None
    if compiler.clang and _affects_headers(defines):  # g++ sees by itself that what was precompiled does not fit
        return plain
    name = cache.key(compiler.identity, flags, prelude, our_headers)
    home = os.path.join(cache.folder("headers"), name)
    with _lock:
        if home in _making:  # made for an earlier program of ours: by now waiting is quicker than going without
            _making.pop(home).wait()
        if (below := os.environ.get(cache.BELOW)) and _is_verified(other := os.path.join(below, "headers", name)):
            home = other
        elif not os.path.isdir(home):
            _make(compiler, flags, prelude, home)
            return plain
    cache.mark_used(home)
    if compiler.clang:
        return ("-include-pch", os.path.join(home, "prelude.pch")), home
    rest = ("-include", "lanewise/shared/special_functions.h") if _SPECIAL.search(text) else ()
    return ("-include", os.path.join(home, "prelude.h"), *rest), home  # g++ looks for prelude.h.gch first


def verify(homes: Collection[str]) -> None:
    """Whether what was precompiled is what was made. It is large, so this is asked while the compiler runs."""
    for home in homes:
        if not _is_verified(home):
            cache.discard(home)
            raise BrokenError


def _is_verified(home: str) -> bool:
    """Whether it is whole; what was found so once is looked at again where its files have changed."""
    state = str(cache.stamps(home))
    if _verified.get(home) == state:
        return True
    if not is_whole(home):
        return False
    _verified[home] = state
    return True


def is_made() -> bool:
    """Whether somebody makes it just now, for this process."""
    return bool(_making)


def _affects_headers(defines: tuple[str, ...]) -> bool:
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
            file.write(f'{_WITHOUT_SPECIAL}#include "{prelude}"\n#include "lanewise/shared/settled_strings.h"\n')
    early = _CLANG if compiler.clang else ()
    command = [*compiler.command, *flags, *early, "-x", "c++-header", header, "-o", product]
    quiet = subprocess.DEVNULL
    _making[home] = subprocess.Popen(
        [sys.executable, "-I", "-c", _MAKE, os.pathsep.join(filter(None, sys.path)), made, home, *command],
        stdin=quiet, stdout=quiet, stderr=quiet, start_new_session=True,
    )  # fmt: skip


def _is_first(mark: str) -> bool:
    """Whether no other process or thread is at it."""
    try:
        if time.time() - os.stat(mark).st_mtime > _STALE:
            cache.discard(mark)
    except OSError:
        pass
    try:
        os.close(os.open(mark, os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        return False
    return True
