"""How verbs print: tables for people, JSON for programs."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Sequence
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

PIPE_WIDTH = 120  # a pipe has no width of its own
EVIDENCE_KEY = "types: evidence that the chip accepts them; bits: evidence for the exact result (its weakest part)"


def console() -> Console:
    width = None if sys.stdout.isatty() or "COLUMNS" in os.environ else PIPE_WIDTH
    return Console(width=width, highlight=False)


def plain_signs() -> bool:
    """The output cannot carry the signs of a drawing."""
    try:
        "■□▪·…".encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return True
    return False


def table(columns: Sequence[str], rows: Iterable[Sequence[Any]], *, right: Sequence[str] = ()) -> Table:
    """`right` names the columns of numbers."""
    out = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold", show_edge=False)
    for name in columns:
        out.add_column(name, justify="right" if name in right else "left", overflow="fold")
    for row in rows:
        out.add_row(*(Text(str(cell)) for cell in row))
    return out


def as_json(data: Any) -> None:
    print(json.dumps(data, indent=2, ensure_ascii=False))
