"""HTML for notebooks: escaped, small, in the notebook's own colours."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

_CELL = "text-align:left;vertical-align:top;font-family:monospace;white-space:pre-wrap"


def paragraph(text: str, *, bold: bool = False) -> str:
    return f"<p><b>{escape(text)}</b></p>" if bold else f"<p>{escape(text)}</p>"


def pre(text: str) -> str:
    return f"<pre>{escape(text)}</pre>"


class Printed:
    """Shows itself as its text, where Python prints it and in notebooks."""

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return pre(str(self))


def table(head: Sequence[str], rows: Sequence[Sequence[Any]], title: str = "") -> str:
    """Nothing where there are no rows."""
    if not rows:
        return ""
    names = "".join(f'<th style="text-align:left">{escape(name)}</th>' for name in head)
    body = "".join("<tr>" + "".join(f'<td style="{_CELL}">{escape(str(cell))}</td>' for cell in row) + "</tr>"
                   for row in rows)
    above = paragraph(title, bold=True) if title else ""
    return f"{above}<table><thead><tr>{names}</tr></thead><tbody>{body}</tbody></table>"
