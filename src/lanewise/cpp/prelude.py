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
_CLANG = ("-fpch-instantiate-templates",)
# FOLDER HOME COMMAND...: what the command makes in the folder goes home whole, or not at all.
_MAKE = """
made=$1 home=$2; shift 2
trap 'rm -rf -- "$made" "$home.making"' EXIT
"$@" && [ ! -d "$home" ] && mv -- "$made" "$home"
"""


def options(
    compiler: Compiler, flags: tuple[str, ...], prelude: str, our_headers: str, text: str, defines: tuple[str, ...] = ()
) -> tuple[str, ...]:
    """What puts the headers in front of a source, which holds this text. `our_headers` says which they are."""
    if compiler.clang and _reaches(defines):  # g++ sees by itself that what was precompiled does not fit
        return ("-include", prelude)
    name = cache.key(compiler.identity, flags, prelude, our_headers)
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
    rest = ("-include", "lanewise/special_functions.h") if _SPECIAL.search(text) else ()
    return ("-include", os.path.join(home, "prelude.h"), *rest)  # g++ looks for prelude.h.gch first


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
            file.write(f'{_WITHOUT_SPECIAL}#include "{prelude}"\n#include "lanewise/settled_strings.h"\n')
    early = _CLANG if compiler.clang else ()
    command = [*compiler.command, *flags, *early, "-x", "c++-header", header, "-o", product]
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
