"""Tells who started this program which files it was made of: `lanewise run --watch` waits for changes of them."""

from __future__ import annotations

import os
from collections.abc import Iterable

FILES = "LANEWISE_FILES"  # where the names go, one in a line; unset: nobody asks


def note_sources(paths: Iterable[str]) -> None:
    to = os.environ.get(FILES)
    if to:
        with open(to, "a", encoding="utf-8", errors="surrogateescape") as file:
            file.writelines(f"{os.path.abspath(path)}\n" for path in paths)
