"""Markdown, as little of it as the pages need."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence


def code(text: str) -> str:
    """In a line of text or a cell of a table."""
    return f"`{text}`" if text else ""


def heading(title: str, depth: int = 2, searched: bool = True) -> str:
    """What every page repeats is left out of the search, which the reader's browser has to build."""
    return f"{'#' * depth} {title}" + ("" if searched else " { data-search-exclude }") + "\n"


def cell(text: str) -> str:
    return text.replace("|", r"\|").replace("\n", " ")


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [list(head), ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(cell(str(c)) for c in line) + " |" for line in lines) + "\n"


def block(language: str, text: str, title: str = "") -> str:
    says = f' title="{title}"' if title else ""
    return f"```{language}{says}\n{text.rstrip()}\n```\n"


def tabs(parts: Iterable[tuple[str, str]]) -> str:
    """Blocks beside each other, of which a reader sees one."""
    return "\n".join(f'=== "{name}"\n\n{indent(text)}' for name, text in parts)


def folded(title: str, text: str) -> str:
    return f'??? note "{title}"\n\n{indent(text)}'


def indent(text: str) -> str:
    return "".join(f"    {line}\n" if line else "\n" for line in text.rstrip("\n").split("\n"))


def escape(text: str) -> str:
    """Text that is no markup: stars, underscores, angle brackets and pipes stay what they are."""
    return re.sub(r"([*_<>\[\]|`\\])", r"\\\1", text)
