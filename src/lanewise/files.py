"""Reading sources that may be gone."""

from __future__ import annotations


def read_or_empty(path: str) -> str:
    """The text of a file, or an empty one where there is none that can be read."""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read()
    except OSError:
        return ""
