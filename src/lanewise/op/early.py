"""The kernel that an operator was last called with, compiled beside its host side.

Which types and which key a call needs is known when the tiling function has answered, and that is compiled first. After
an edit both are mostly what they were: then nobody waits for one after the other.
"""

from __future__ import annotations

import contextlib
import os
import threading
from typing import Any

from lanewise.cpp import cache
from lanewise.cpp.build import DoesNotCompileError, Request, build, prepare
from lanewise.errors import LanewiseError

_NOTED = [name for name in Request._fields if name != "front"]  # which is the same for all kernels


class Early:
    """Of one operator: `whose` says which."""

    def __init__(self, *whose: object) -> None:
        self._note = os.path.join(cache.folder("operators"), f"{cache.key(whose)}.last")
        self._thread: threading.Thread | None = None
        self._known: Request | None = None

    def start(self, chip: str, arch: int) -> None:
        """Begins with what was noted; else with what all kernels for the chip need."""
        if (os.cpu_count() or 1) < 2:
            return
        said = cache.read_note(self._note)
        if not said or sorted(said) != sorted(_NOTED):
            prepare(Request((), chip, arch, shared=True))
            return
        request = Request(**{name: _tuples(value) for name, value in said.items()})
        if all(map(os.path.isfile, request.sources)):
            self._known = request
            self._thread = threading.Thread(target=_build, args=(request,), daemon=True)
            self._thread.start()

    def wait(self, request: Request) -> None:
        """Until a kernel that is wanted now is there, if it is the one that was begun; the next time begins with it."""
        plain = request._replace(check="", schedule="")
        if plain == self._known:
            if self._thread:
                self._thread.join()
                self._thread = None
        elif not plain.observed:
            self._known = plain
            cache.write(self._note, {name: getattr(plain, name) for name in _NOTED})


def _tuples(value: Any) -> Any:
    return tuple(map(_tuples, value)) if isinstance(value, list) else value


def _build(request: Request) -> None:
    with contextlib.suppress(DoesNotCompileError, LanewiseError, OSError):  # who calls it is told
        build(request)
