"""The page: one file that asks nobody for anything. Its script makes all that is seen from the data it holds."""

from __future__ import annotations

import json
from html import escape
from importlib.resources import files
from os import PathLike
from typing import Any

_HEAD = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'; \
script-src 'unsafe-inline'">
"""


class Page(str):
    """The text of the page. A notebook shows it in a frame of its own."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<page of {len(self):,} characters>"

    def _repr_html_(self) -> str:
        return f'<iframe srcdoc="{escape(self)}" style="width:100%;height:640px;border:1px solid"></iframe>'


def html(facts: dict[str, Any]) -> Page:
    """Text of kernels reaches the page as JSON without a `<`, and the document only as the text of nodes."""
    here = files(__package__)
    css, script = (here.joinpath(name).read_text("utf-8") for name in ("page.css", "page.js"))
    data = json.dumps(_rounded(facts), ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    verdict = facts["verdict"]
    words = "; ".join(filter(None, (verdict[key] for key in ("result", "findings", "time", "rests_on"))))
    bound = f'<p id="bound">{escape(verdict["bound"])}</p>' if verdict["bound"] else ""
    card = "".join(f"<div><dt>{escape(name)}</dt><dd>{escape(text)}</dd></div>" for name, text in facts["card"])
    return Page(
            f"{_HEAD}<title>{escape(facts['title'])} - Lanewise</title>\n<style>\n{css}</style>\n</head>\n<body>\n"
            f"<header><h1>{escape(facts['title'])}</h1>{bound}"
            f'<p id="verdict">{escape(words[:1].upper() + words[1:])}.</p>'
            f"<dl>{card}</dl></header>\n"
            "<main></main>\n<noscript>The rest of this page needs JavaScript, which stays on this page.</noscript>\n"
            f'<script type="application/json" id="data">{data}</script>\n<script>\n{script}</script>\n'
            "</body>\n</html>\n")


def write(path: str | PathLike[str], page: str) -> None:
    """Names of files may hold what is no text."""
    with open(path, "w", encoding="utf-8", errors="backslashreplace") as file:
        file.write(page)


def _rounded(value: Any) -> Any:
    """Tenths of a cycle and hundredths of a microsecond are enough; long lists are numbers as they are."""
    if isinstance(value, float):
        return round(value, 3)
    if isinstance(value, dict):
        return {key: _rounded(one) for key, one in value.items()}
    if isinstance(value, list) and not (value and isinstance(value[0], int)):
        return [_rounded(one) for one in value]
    return value
