"""`--timeout` of a Python program: its own loops end as by Ctrl-C, and what nothing interrupts is left behind."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from lanewise.cli.status import TIMED_OUT

_GRACE = 5.0  # seconds for the program to notice


class TimeOverError(Exception):
    """The program was interrupted because its time was over."""


@contextmanager
def _interruptible(late: threading.Event) -> Iterator[None]:
    """What a script starts in the background ignores Ctrl-C. That it goes on doing, but for an interrupt of ours."""
    ours = threading.current_thread() is threading.main_thread()
    if not ours or signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        yield
        return

    def interrupt(number: int, frame: object) -> None:
        if late.is_set():
            raise KeyboardInterrupt

    signal.signal(signal.SIGINT, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def limited(source: str, seconds: float | None) -> Iterator[None]:
    """Raises TimeOverError, and has said so, where what happens inside takes longer. None: no limit."""
    if seconds is None:
        yield
        return
    ended = threading.Event()
    late = threading.Event()

    def force_exit() -> None:
        if ended.wait(seconds):
            return
        late.set()
        print(f"lanewise: {source}: stopped after {seconds:g} s (--timeout)", file=sys.stderr, flush=True)
        os.kill(os.getpid(), signal.SIGINT)  # kernels in C++ end by it, too
        if not ended.wait(_GRACE):
            sys.stdout.flush()
            os._exit(TIMED_OUT)

    watcher = threading.Thread(target=force_exit, daemon=True)
    watcher.start()
    try:
        with _interruptible(late):
            yield
    except BaseException:  # an interrupt, or what the program has made of it
        if late.is_set():
            raise TimeOverError from None
        raise
    finally:
        ended.set()
        watcher.join()
    if late.is_set():
        raise TimeOverError
