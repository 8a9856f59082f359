"""Runs the examples in Python in this process, one after the other."""

from __future__ import annotations

import contextlib
import io
from functools import cache
from typing import Any

from website.examples import RenderedExample, example


@cache
def run(name: str) -> tuple[str, dict[str, Any]]:
    """What the example in Python prints, and its variables."""
    made = example(name)
    text = made.python() if made else ""
    out: dict[str, Any] = {}
    said = io.StringIO()
    if text:
        with contextlib.redirect_stdout(said):
            exec(compile(text, f"<example of {name}>", "exec"), out)
    return said.getvalue(), out


def run_example(name: str) -> RenderedExample | None:
    made = example(name)
    if made is None:
        return None
    return RenderedExample(made.chip, made.calls(), run(name)[0])
