"""`lanewise run --watch`: the same command again whenever a file that it was made of is saved."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Iterable

from lanewise.cli.status import Status
from lanewise.cpp.read import FILES, note_sources

_LOOK = 0.1  # seconds between two looks at the files
_SETTLE = 1.0  # seconds that an editor may take to put a file back where it was
_CLEAR = "\x1b[H\x1b[2J\x1b[3J"

Stamps = dict[str, tuple[int, int] | None]


def watch(words: list[str], sources: list[str]) -> int:
    """Until Ctrl-C. `words` are the command line without --watch."""
    files = list(sources)
    with tempfile.TemporaryDirectory(prefix="lanewise-") as folder:
        told = os.path.join(folder, "files")
        try:
            while True:
                files = _run_once(words, files, told)
        except KeyboardInterrupt:
            print(file=sys.stderr)
            return Status.INTERRUPTED


def _run_once(words: list[str], files: list[str], told: str) -> list[str]:
    """One run, and the wait for the next change; an edit while it runs ends it. All files that are known by then."""
    if sys.stdout.isatty():
        print(_CLEAR, end="", flush=True)
    open(told, "w").close()
    before = _stamps(files)
    began = time.monotonic()
    # A module that is saved twice in a second with one length is unchanged to Python: so it keeps none compiled.
    env = {**os.environ, FILES: told, "PYTHONDONTWRITEBYTECODE": "1"}
    process = subprocess.Popen([sys.executable, "-m", "lanewise", *words], env=env)
    try:
        while process.poll() is None:
            if _stamps(before) != before:
                process.terminate()
                process.wait()
                break
            _wait(process)
        else:
            # What was known before the run keeps its stamp: the run may not have seen an edit since.
            took = time.monotonic() - began
            before = {**_stamps(_lines(told)), **before}
            print(f"lanewise: status {process.returncode} after {took:.2f} s; waiting for a change of "
                  f"{_file_count(len(before))} (Ctrl-C ends)", file=sys.stderr)  # fmt: skip
            while _stamps(before) == before:
                time.sleep(_LOOK)
    finally:
        if process.poll() is None:  # it receives Ctrl-C as well
            process.wait()
    _wait_until_present(before)
    return list(before)


def _wait(process: subprocess.Popen[bytes]) -> None:
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(_LOOK)


def _stamps(paths: Iterable[str]) -> Stamps:
    """Of each file when it was written and how long it is."""
    found: Stamps = {}
    for path in map(os.path.abspath, paths):
        try:
            status = os.stat(path)
            found[path] = (status.st_mtime_ns, status.st_size)
        except OSError:
            found[path] = None
    return found


def _wait_until_present(paths: Iterable[str]) -> None:
    """Editors write beside a file and rename: for a moment it may not be there."""
    end = time.monotonic() + _SETTLE
    while any(stamp is None for stamp in _stamps(paths).values()) and time.monotonic() < end:
        time.sleep(_LOOK / 4)


def _lines(path: str) -> list[str]:
    with open(path, encoding="utf-8", errors="surrogateescape") as file:
        return list(dict.fromkeys(file.read().splitlines()))


def _file_count(files: int) -> str:
    return "1 file" if files == 1 else f"{files} files"


def note_modules() -> None:
    """The user's own files of a Python program: neither Python's nor what is installed."""
    paths = sysconfig.get_paths()
    installed = tuple(os.path.join(paths[name], "") for name in ("stdlib", "platstdlib", "purelib", "platlib"))
    ours = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "")
    files = [getattr(module, "__file__", None) for module in list(sys.modules.values())]
    files.append(getattr(sys.exc_info()[1], "filename", None))  # of a module that could not be imported
    note_sources(file for file in files if file and file.endswith(".py") and not file.startswith((*installed, ours)))
