"""What is going on, where it takes longer than one likes to wait: on a terminal, on the error output."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

AFTER = 2.0  # seconds without a word
_CLEAR = "\r\x1b[K"
_speaking = threading.Lock()  # one line at a time: who is inside another says nothing


@contextmanager
def working(what: Callable[[], str]) -> Iterator[None]:
    """A line that counts seconds, and goes away at the end."""
    yield from _report_while(what, again=True)


@contextmanager
def running(what: Callable[[], str]) -> Iterator[None]:
    """A line, once: what the program itself writes stands below it."""
    yield from _report_while(what, again=False)


def _report_while(what: Callable[[], str], again: bool) -> Iterator[None]:
    if sys.stderr is None or not sys.stderr.isatty() or not _speaking.acquire(blocking=False):
        yield
        return
    over, began = threading.Event(), time.monotonic()
    out, shown = sys.stderr, threading.Event()

    def print_progress() -> None:
        wait = AFTER
        while not over.wait(wait):
            seconds = f"{time.monotonic() - began:.0f} s"
            out.write(f"{_CLEAR}lanewise: {what()}, {seconds}" + ("" if again else "\n"))
            out.flush()
            shown.set()
            if not again:
                return
            wait = 1.0

    thread = threading.Thread(target=print_progress, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
        if again and shown.is_set():
            out.write(_CLEAR)
            out.flush()
        _speaking.release()
