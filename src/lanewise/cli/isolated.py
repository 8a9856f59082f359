"""Code one does not trust: what `--isolate` lets it reach, and what it finds in its environment."""

from __future__ import annotations

import os
import shlex
import shutil
import stat
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import NamedTuple

import lanewise
from lanewise.cli.status import refuse
from lanewise.cpp import cache
from lanewise.cpp.confined import clean_environment, hidden_paths, is_inside
from lanewise.cpp.package import HEADERS
from lanewise.cpp.ward import Isolation, holds_files

# Names of files that a program writes for us.
_WRITTEN = ("LANEWISE_TIME", "LANEWISE_RECORDS", "LANEWISE_HISTORY", "LANEWISE_SIGNATURE")


class Room(NamedTuple):
    isolation: Isolation
    environment: dict[str, str]
    private: str  # a folder that goes with it


@contextmanager
def prepare_room(program: Sequence[str], environment: Mapping[str, str], python: bool) -> Iterator[Room]:
    """Where the command of a program may run."""
    try:
        holds_files()
    except ValueError as problem:
        refuse(str(problem))
    here = _working_folder()
    with tempfile.TemporaryDirectory(prefix="lanewise-") as made:
        private = os.path.realpath(made)
        kept = clean_environment(environment)
        kept["TMPDIR"] = private
        ours = [os.path.realpath(os.path.dirname(kept[name])) for name in _WRITTEN if name in kept]
        programs = len(shlex.split(kept.get("LANEWISE_RUNNER", ""))) + 1  # what follows are its own words
        needed = [os.path.dirname(os.path.realpath(shutil.which(word) or word)) for word in program[:programs]]
        needed += map(os.path.realpath, (*lanewise.__path__, HEADERS))
        if python:
            needed += map(os.path.realpath, filter(os.path.isabs, (sys.prefix, sys.base_prefix, *sys.path)))
            needed.append(os.path.realpath(cache.folder("headers")))
            kept |= {"LANEWISE_CACHE": private, cache.BELOW: cache.folder()}
        secret = hidden_paths()
        readable = [path for path in dict.fromkeys(needed) if not any(is_inside(one, path) for one in secret)]
        yield Room(Isolation((here, private, *ours), secret, tuple(readable)), kept, private)


def _working_folder() -> str:
    """It may be written to: nothing that runs later with the user's rights may lie there."""
    here, home, kept = (os.path.realpath(path) for path in (".", os.path.expanduser("~"), cache.folder()))
    start = "start it in a folder of its own"
    if is_inside(home, here):
        refuse(f"--isolate: the working folder is your home or above it, and the program may write there; {start}")
    if is_inside(kept, here) or is_inside(here, kept):
        refuse(f"--isolate: the working folder and the cache ({kept}) are in one another, and the next run would "
               f"start what the program leaves there; {start}")  # fmt: skip
    for path in map(os.path.realpath, (sys.prefix, *lanewise.__path__, HEADERS)):
        if is_inside(path, here):
            refuse(f"--isolate: {path} is below the working folder, and the program could change Lanewise; {start}")
    return here


def fetch(made: str, path: str) -> None:
    """What such a program has written, as the file that the user wants: no link, and nothing but a file."""
    try:
        fd = os.open(made, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return
    with open(fd, "rb") as file:
        if stat.S_ISREG(os.fstat(fd).st_mode):
            with open(path, "wb") as to:
                shutil.copyfileobj(file, to)


def fetch_tree(made: str, path: str) -> None:
    for at, _, names in os.walk(made):  # links to folders are not followed
        to = os.path.normpath(os.path.join(path, os.path.relpath(at, made)))
        os.makedirs(to, exist_ok=True)
        for name in names:
            fetch(os.path.join(at, name), os.path.join(to, name))
