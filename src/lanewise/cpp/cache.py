"""Where built things are kept. Several processes may share it: everything is made aside and then renamed into place."""

from __future__ import annotations

import contextlib
import errno
import hashlib
import json
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from typing import Any

from lanewise.errors import LanewiseError

KEEP_BYTES = 2 << 30
KEEP_SECONDS = 14 * 24 * 3600
KEEP_HEADERS = 8  # precompiled; each is as large as a hundred programs
YOUNG = 600  # seconds
_KINDS = ("programs", "requests", "headers", "names", "chips", "cells", "editor", "tmp")
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EROFS)


def folder(*parts: str) -> str:
    """A folder in the cache, made if it is not there."""
    base = os.environ.get("LANEWISE_CACHE") or os.path.join(
        os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "lanewise"
    )
    path = os.path.join(os.path.abspath(base), *parts)
    try:
        os.makedirs(path, exist_ok=True)
    except OSError as problem:
        raise LanewiseError("CPP-004", folder=path, problem=problem.strerror) from None
    return path


def key(*parts: Any) -> str:
    return hashlib.sha256(json.dumps(parts, default=str).encode()).hexdigest()[:32]


def stamp(path: str) -> tuple[str, int, int] | None:
    """A file that is not ours to edit, by size and time: enough to see that it was replaced."""
    try:
        info = os.stat(path)
    except OSError:
        return None
    return path, info.st_size, info.st_mtime_ns


def stamps(tree: str) -> list[tuple[str, int, int] | None]:
    return [stamp(os.path.join(at, name)) for at, _, names in sorted(os.walk(tree)) for name in sorted(names)]


def digest(path: str) -> str | None:
    """A file by its content."""
    try:
        with open(path, "rb") as file:
            return hashlib.sha256(file.read()).hexdigest()
    except OSError:
        return None


@contextlib.contextmanager
def workshop() -> Iterator[str]:
    """A new folder on the cache's own disk, gone afterwards."""
    try:
        path = tempfile.mkdtemp(dir=folder("tmp"))
    except OSError as problem:
        raise _unkept(problem) from None
    try:
        yield path
    except OSError as problem:
        if problem.errno in _FULL:
            raise _unkept(problem) from None
        raise
    finally:
        shutil.rmtree(path, ignore_errors=True)


def place(made: str, path: str) -> None:
    """Moves a folder or file to its place. Whoever comes second finds the same thing there."""
    try:
        os.replace(made, path)
    except OSError:
        if not os.path.isdir(path):
            raise


def read(path: str) -> Any:
    try:
        with open(path, encoding="utf-8") as file:
            return json.load(file)
    except (OSError, ValueError):
        return None


def write(path: str, data: Any) -> None:
    """A note; where there is no room for one, what it says is found again next time."""
    try:
        fd, made = tempfile.mkstemp(dir=folder("tmp"))
    except OSError:
        return
    try:
        with os.fdopen(fd, "w", encoding="utf-8") as file:
            json.dump(data, file)
        os.replace(made, path)
    except OSError:
        with contextlib.suppress(OSError):
            os.unlink(made)


def _unkept(problem: OSError) -> LanewiseError:
    return LanewiseError("CPP-004", folder=folder(), problem=problem.strerror)


def touch(path: str) -> None:
    """Says that something was used, so that it stays."""
    with contextlib.suppress(OSError):
        os.utime(path)


def prune() -> None:
    """Drops what nobody used for two weeks, and the oldest of what is too much; never what somebody may be making.

    What is dropped takes no room: programs stay, however many headers there were.
    """
    now, total, headers = time.time(), 0, 0
    kept = [entry for kind in _KINDS for entry in os.scandir(folder(kind))]
    for entry in sorted(kept, key=lambda e: -_used(e.path)):
        age = now - _used(entry.path)
        size = sum(s[1] for s in stamps(entry.path) if s)
        header = os.path.basename(os.path.dirname(entry.path)) == "headers"
        too_much = total + size > KEEP_BYTES or (header and headers >= KEEP_HEADERS)
        if age > KEEP_SECONDS or (too_much and age > YOUNG):
            if entry.is_dir():
                shutil.rmtree(entry.path, ignore_errors=True)
            else:
                with contextlib.suppress(OSError):
                    os.unlink(entry.path)
        else:
            total += size
            headers += header


def _used(path: str) -> float:
    try:
        return os.stat(path).st_mtime
    except OSError:
        return 0.0
