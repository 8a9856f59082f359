"""`lanewise doctor`: what works on this computer, and what to do about the rest."""

from __future__ import annotations

import importlib
import importlib.util
import os
import platform
import shutil
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from importlib import metadata

from lanewise.cli.status import Status


@dataclass(frozen=True)
class Check:
    name: str
    status: str  # ok, differs, missing; optional: missing, and most people need it never
    detail: str
    advice: str = ""
    needed: bool = True  # nothing runs without it


def doctor(json: bool) -> None:
    """Say what works here and what to do about what is missing. Exit status 1 when something needed is missing."""
    from lanewise.cli.show import as_json, console, table

    checks = [check() for check in CHECKS]
    if json:
        as_json([asdict(c) for c in checks])
    else:
        rows = [(c.name, c.status, c.detail, c.advice) for c in checks]
        console().print(table(["what", "", "found", "what to do"], rows))
    if any(c.needed and c.status == "missing" for c in checks):
        sys.exit(Status.FAILED)


def _lanewise() -> Check:
    from lanewise.cli.version import version

    return Check("Lanewise", "ok", f"{version()}, in {os.path.dirname(os.path.dirname(os.path.abspath(__file__)))}")


def _python() -> Check:
    return Check("Python", "ok", platform.python_version())


def _package(name: str) -> Callable[[], Check]:
    def check() -> Check:
        try:
            importlib.import_module(name)
        except ImportError as problem:
            return Check(name, "missing", str(problem), f"pip install {name}")
        return Check(name, "ok", metadata.version(name))

    return check


def _torch() -> Check:
    """Not imported: that takes seconds."""
    if importlib.util.find_spec("torch") is None:
        advice = "only needed for torch tensors as kernel arguments: pip install torch"
        return Check("torch", "optional", "not installed", advice, needed=False)
    return Check("torch", "ok", metadata.version("torch"), needed=False)


def _jupyter() -> Check:
    if importlib.util.find_spec("IPython") is None:
        return Check("Jupyter", "optional", "not installed", "for %%asc cells: pip install jupyter", needed=False)
    return Check("Jupyter", "ok", f"IPython {metadata.version('ipython')}: %load_ext lanewise", needed=False)


def _clangd() -> Check:
    found = shutil.which("clangd")
    if found is None:
        return Check("clangd", "optional", "not installed", "for editors: apt-get install clangd", needed=False)
    return Check("clangd", "ok", f"{found}; lanewise run FILE --compile-commands", needed=False)


def _cache() -> Check:
    from lanewise.cpp import cache
    from lanewise.errors import LanewiseError

    try:
        sizes = cache.sizes()
    except LanewiseError as problem:
        return Check("cache", "missing", problem.message, "set LANEWISE_CACHE", needed=False)
    detail = f"{sum(sizes.values()) / 1e6:.0f} MB in {cache.folder()}"
    return Check("cache", "ok", detail, "lanewise cache --clear empties it" if sum(sizes.values()) > 1e9 else "", False)


def _catalogue() -> Check:
    try:
        from lanewise.chips.chip import every_chip
        from lanewise.isa.catalogue import instructions
    except ImportError as problem:
        return Check("instructions", "missing", str(problem), "install what is missing above")
    return Check("instructions", "ok", f"{len(instructions())} instructions, {len(every_chip())} chips")


def _engine() -> Check:
    advice = "everything runs on the slow definition engine; to build the fast one: pip install . in a checkout"
    try:
        engine = importlib.import_module("lanewise._engine")
        from lanewise.machine.core import Core
    except ImportError as problem:
        return Check("engine", "missing", str(problem), advice, needed=False)
    try:
        Core(engine="fast")
    except (AttributeError, TypeError, ValueError) as problem:  # it loads, but was built from other sources than these
        said = str(problem).splitlines()[0]
        return Check("engine", "missing", said, "it does not fit the installed Python files: install again")
    return Check("engine", "ok", f"CPU level {engine.cpu_level()} (of {', '.join(engine.cpu_levels())})", needed=False)


def _compiler() -> Check:
    from lanewise.cpp.compiler import find
    from lanewise.errors import LanewiseError

    try:
        found, ordered = find(), find(ordered=True)
    except LanewiseError as problem:
        advice = "for C++ programs: apt-get install clang, or pip install 'lanewise[compiler]'"
        return Check("C++ compiler", "missing", problem.message, advice, needed=False)
    names = [f"{' '.join(tool.command)}: {tool.version}" for tool in (found, ordered)]
    detail = names[0] if found == ordered else f"{names[0]}; where argument evaluation order matters, {names[1]}"
    return Check("C++ compiler", "ok", detail, needed=False)


def _order() -> Check:
    """Hardware's compilers evaluate the arguments of a call from left to right; not every compiler here does."""
    from lanewise.cpp.compiler import find
    from lanewise.cpp.probe import LEFT_TO_RIGHT
    from lanewise.errors import LanewiseError

    name = "C++ order"
    try:
        found = find(ordered=True)
    except LanewiseError:
        return Check(name, "missing", "not known without a C++ compiler", needed=False)
    if found.order == LEFT_TO_RIGHT:
        return Check(name, "ok", f"{found.order}, as on hardware", needed=False)
    better = "apt-get install clang, or pip install 'lanewise[compiler]'"
    if os.environ.get("CXX"):
        better = f"unset CXX; where there is no clang++, {better}"
    advice = f"C++ programs that depend on it are refused: {better}"
    return Check(name, "differs", f"{found.order}; hardware's is {LEFT_TO_RIGHT}", advice, needed=False)


def _runtime() -> Check:
    from lanewise.cpp.compiler import RUNTIME

    if os.path.exists(RUNTIME):
        return Check("C++ runtime", "ok", RUNTIME, needed=False)
    advice = "for C++ programs, on Linux alone: pip install . in a checkout"
    return Check("C++ runtime", "missing", "not built", advice, needed=False)


def _isolation() -> Check:
    from lanewise.cpp.ward import WARD, holds_files, offers

    name = "--isolate"
    if not WARD:
        return Check(name, "missing", "not built", "for C++ programs, on Linux alone", needed=False)
    found = offers()
    landlock, seccomp = found.get("landlock", 0), found.get("seccomp", 0)
    version = f"version {landlock}" if landlock > 0 else "missing"
    detail = f"Landlock {version}, seccomp {'there' if seccomp else 'missing'}, bubblewrap "
    detail += "there" if found["bubblewrap"] else "missing or without namespaces"
    held = holds_files()
    if held == "bubblewrap" and seccomp:
        return Check(name, "ok", f"{detail}; files are held by bubblewrap", needed=False)
    if held and seccomp:
        more = "" if landlock >= 6 else "; signals to other processes are held from version 6 on (Linux 6.12)"
        return Check(name, "ok", detail + more, needed=False)
    advice = "run code that you do not trust in a container; --isolate needs seccomp, and Landlock (Linux 6.2) or "
    advice += "bubblewrap"
    return Check(name, "missing", detail, advice, needed=False)


CHECKS: tuple[Callable[[], Check], ...] = (
    _lanewise, _python, _package("numpy"), _package("ml_dtypes"), _catalogue, _engine, _compiler, _order, _runtime,
    _isolation, _cache, _torch, _jupyter, _clangd,
)
