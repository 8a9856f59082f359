"""Where built things are kept. Several processes may share it: everything is made aside and then renamed into place.

Nothing there is taken at its word: the folder and what is in it must be this user's, and what is used has the content
that was written. Whatever does not is made again.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import json
import os
import shutil
import stat
import tempfile
import time
from collections.abc import Callable, Iterator
from typing import Any

from lanewise.errors import LanewiseError

# Names another cache, whose precompiled headers and notes of compilers are used and never changed.
BELOW = "LANEWISE_CACHE_BELOW"
KEEP_BYTES = 2 << 30
KEEP_SECONDS = 14 * 24 * 3600
KEEP_HEADERS = 8  # precompiled; each is as large as a hundred programs
YOUNG = 600  # seconds
_KINDS = ("programs", "requests", "headers", "names", "chips", "cells", "editor", "tmp")
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EROFS)
_OTHERS = stat.S_IWGRP | stat.S_IWOTH
_CHUNK = 1 << 20  # bytes


def folder(*parts: str) -> str:
    """A folder in the cache, made if it is not there. It is this user's, and nobody else may write to it."""
    base = os.environ.get("LANEWISE_CACHE") or os.path.join(
        os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "lanewise"
    )
    base = os.path.abspath(base)
    path = os.path.join(base, *parts)
    try:
        for each in dict.fromkeys((base, path)):
            os.makedirs(each, mode=0o700, exist_ok=True)
            _check_owner(each)
    except OSError as problem:
        raise LanewiseError("CPP-004", case="system", folder=path, why=problem.strerror) from None
    return path


def _check_owner(path: str) -> None:
    """Refuses the folder of somebody else, whose programs would run with our rights. One of ours that others could
    write to is closed to them: what they have left there is not ours, and is not used."""
    info = os.stat(path)
    if not _is_ours(info):
        raise LanewiseError("CPP-004", case="of_another", folder=path, owner=info.st_uid, user=os.geteuid())
    if info.st_mode & _OTHERS:
        os.chmod(path, stat.S_IMODE(info.st_mode) & ~_OTHERS)
        if os.stat(path).st_mode & _OTHERS:
            raise LanewiseError("CPP-004", case="open", folder=path)


def _is_ours(info: os.stat_result) -> bool:
    return not hasattr(os, "geteuid") or info.st_uid == os.geteuid()


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
        with open(os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK), "rb") as file:
            return _digest(file) if stat.S_ISREG(os.fstat(file.fileno()).st_mode) else None
    except OSError:
        return None


def _digest(file: Any) -> str:
    read = hashlib.sha256()
    while chunk := file.read(_CHUNK):
        read.update(chunk)
    return read.hexdigest()


@contextlib.contextmanager
def _open_entry(path: str) -> Iterator[Any]:
    """A file of the cache: no link, no pipe, and nobody else's."""
    with open(os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK | os.O_NOFOLLOW), "rb") as file:
        info = os.fstat(file.fileno())
        if not stat.S_ISREG(info.st_mode) or not _is_ours(info) or info.st_mode & _OTHERS:
            raise OSError(errno.EPERM, "not ours")
        yield file


def holds(path: str, content: str, runs: bool = False) -> bool:
    """Whether a file of the cache is still the one with this digest, and a program that can be started if it `runs`."""
    try:
        with _open_entry(path) as file:
            if runs and not os.fstat(file.fileno()).st_mode & stat.S_IXUSR:
                return False
            return _digest(file) == content
    except OSError:
        return False


@contextlib.contextmanager
def temporary_folder() -> Iterator[str]:
    """A new folder on the cache's own disk, gone afterwards."""
    try:
        path = tempfile.mkdtemp(dir=folder("tmp"))
    except OSError as problem:
        raise _cache_error(problem) from None
    try:
        yield path
    except OSError as problem:
        if problem.errno in _FULL:
            raise _cache_error(problem) from None
        raise
    finally:
        shutil.rmtree(path, ignore_errors=True)


def move_into_place(made: str, path: str, good: Callable[[], bool] = lambda: True) -> None:
    """Moves a folder or file to its place. Whoever comes second finds the same thing there, unless that is not `good`
    any more."""
    close(made)
    try:
        os.replace(made, path)
    except OSError:
        if not os.path.lexists(path):
            raise
        if not (os.path.isdir(made) and os.path.isdir(path) and not os.path.islink(path) and good()):
            discard(path)
            os.replace(made, path)


def close(made: str) -> None:
    """Nobody else may write to it, whatever the umask says."""
    for path in (made, *(os.path.join(at, name) for at, folders, names in os.walk(made) for name in folders + names)):
        mode = os.lstat(path).st_mode
        if mode & _OTHERS and not stat.S_ISLNK(mode):
            os.chmod(path, stat.S_IMODE(mode) & ~_OTHERS)


def discard(path: str) -> None:
    """Takes away whatever is there, at once: who has begun to use it goes on with what he has."""
    aside = os.path.join(os.path.dirname(path), f".{os.path.basename(path)}.{os.getpid()}.{time.monotonic_ns()}")
    with contextlib.suppress(OSError):
        os.rename(path, aside)
        _remove(aside)


def _remove(path: str) -> None:
    if os.path.isdir(path) and not os.path.islink(path):
        shutil.rmtree(path, ignore_errors=True)
    else:
        with contextlib.suppress(OSError):
            os.unlink(path)


def write_once(path: str, text: str) -> str:
    """The path, which is of a file of the cache with this text."""
    content = text.encode("utf-8", "surrogateescape")
    if holds(path, hashlib.sha256(content).hexdigest()):
        mark_used(path)
        return path
    with temporary_folder() as shop:
        made = os.path.join(shop, "made")
        with open(made, "wb") as file:
            file.write(content)
        move_into_place(made, path)
    return path


def read_note(path: str) -> Any:
    """What a note says; None where there is none, or not the one that was written there."""
    try:
        with _open_entry(path) as file:
            mark, _, body = file.read().partition(b"\n")
        return json.loads(body) if mark == _mark(path, body) else None
    except (OSError, ValueError, RecursionError):
        return None


def write(path: str, data: Any) -> None:
    """A note; where there is no room for one, what it says is found again next time."""
    body = json.dumps(data).encode()
    try:
        fd, made = tempfile.mkstemp(dir=folder("tmp"))
    except OSError:
        return
    try:
        with os.fdopen(fd, "wb") as file:
            file.write(_mark(path, body) + b"\n" + body)
        move_into_place(made, path)
    except OSError:
        with contextlib.suppress(OSError):
            os.unlink(made)


def _mark(path: str, body: bytes) -> bytes:
    """Says that a note is whole and where it belongs."""
    name = os.fsencode(os.path.basename(path))
    return hashlib.sha256(name + b"\0" + body).hexdigest().encode()


def _cache_error(problem: OSError) -> LanewiseError:
    return LanewiseError("CPP-004", case="system", folder=folder(), why=problem.strerror)


def mark_used(path: str) -> None:
    """Says that something was used, so that it stays."""
    with contextlib.suppress(OSError):
        os.utime(path)


def prune() -> None:
    """Drops what nobody used for two weeks, and the oldest of what is too much; never what somebody may be making.

    What is dropped takes no room: programs stay, however many headers there were.
    """
    now, total, headers = time.time(), 0, 0
    kept = [entry for kind in _KINDS for entry in os.scandir(folder(kind))]
    for entry in sorted(kept, key=lambda e: -_last_used(e.path)):
        age = now - _last_used(entry.path)
        size = sum(s[1] for s in stamps(entry.path) if s)
        header = os.path.basename(os.path.dirname(entry.path)) == "headers"
        too_much = total + size > KEEP_BYTES or (header and headers >= KEEP_HEADERS)
        if age > KEEP_SECONDS or (too_much and age > YOUNG):
            _remove(entry.path)
        else:
            total += size
            headers += header


def sizes() -> dict[str, int]:
    """Bytes of each kind of thing that is kept."""
    return {kind: sum(s[1] for s in stamps(folder(kind)) if s) for kind in _KINDS}


def clear() -> None:
    """Drops everything but what somebody may be making."""
    for kind in _KINDS:
        for entry in list(os.scandir(folder(kind))):
            if kind != "tmp" or time.time() - _last_used(entry.path) > YOUNG:
                _remove(entry.path)


def _last_used(path: str) -> float:
    try:
        return os.stat(path).st_mtime
    except OSError:
        return 0.0
