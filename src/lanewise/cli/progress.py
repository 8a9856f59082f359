"""A bar on the error output while many things run, for whoever watches a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any


class Progress:
    """Called with each result, as soon as it is there; `text` says what then stands in front of the bar."""

    def __init__(self, what: str, total: int, text: Callable[[Any], str], *, done: int = 0, least: int = 1) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
        from rich.progress import Progress as Bar

        self._text = text
        self._bar = Bar(
            TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(),
            console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty() or total < least,
        )  # fmt: skip
        self._task = self._bar.add_task(what, total=total, completed=done)

    def __enter__(self) -> Progress:
        self._bar.start()
        return self

    def __exit__(self, *problem: object) -> None:
        self._bar.stop()

    def __call__(self, result: Any) -> None:
        self._bar.update(self._task, advance=1, description=self._text(result))
