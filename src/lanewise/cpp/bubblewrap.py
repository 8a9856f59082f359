"""Where the kernel has no Landlock that holds writes, bubblewrap makes the file tree that an isolated program sees."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence
from functools import cache

_APART = ("--unshare-all", "--die-with-parent", "--new-session")


@cache
def find_bubblewrap() -> str:
    """Its path; empty where it is missing, or the system lets nobody make namespaces."""
    path = shutil.which("bwrap")
    if path is None:
        return ""
    tried = subprocess.run([path, *_APART, "--ro-bind", "/", "/", "/bin/true"], capture_output=True, check=False)
    return path if tried.returncode == 0 else ""


def command(writable: Sequence[str], hidden: Sequence[str], readable: Sequence[str]) -> list[str]:
    """What stands before the program: everything is there to be read but for what is hidden."""
    words = [find_bubblewrap(), *_APART, "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"]
    empty = []
    for path in sorted(hidden, key=lambda one: one.count(os.sep)):
        if os.path.islink(path) or not os.path.exists(path):
            continue  # what it leads to is hidden by its own name
        if os.path.isdir(path):
            words += ["--tmpfs", path]
            empty.append(path)
        else:
            words += ["--ro-bind", "/dev/null", path]
    for option, paths in (("--ro-bind", readable), ("--bind", writable)):
        for path in paths:
            if os.path.exists(path):
                words += [option, path, path]
    for path in empty:  # now that it holds what is bound below it
        words += ["--remount-ro", path]
    return [*words, "--chdir", os.getcwd(), "--"]
