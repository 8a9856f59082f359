"""Links of the built site lead to pages, and places on them, that are there; only a click of the reader leaves it."""

from __future__ import annotations

import re
from functools import cache
from html import unescape
from pathlib import Path
from urllib.parse import unquote

import pytest

SITE = Path(__file__).parents[2] / "build" / "docs" / "site"
LINK = re.compile(r'\s(href|src)="([^"]*)"')
OUTSIDE = re.compile(r"[a-z]+:")
pytestmark = [pytest.mark.sweep, pytest.mark.skipif(not SITE.is_dir(), reason="`make docs` was not run")]


@cache
def text(page: Path) -> str:
    return page.read_text(encoding="utf-8")


@cache
def places(page: Path) -> set[str]:
    return set(re.findall(r'\s(?:id|name)="([^"]+)"', text(page)))


@cache
def missing(folder: Path, link: str) -> bool:
    """Whether a link of a page in this folder leads nowhere."""
    path, _, place = unquote(unescape(link)).partition("#")
    to = (folder / path).resolve()
    return not to.is_file() or bool(place and to.suffix == ".html" and place not in places(to))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_link_of_the_site_leads_somewhere(language: str) -> None:
    pages = sorted((SITE / language).rglob("*.html"))
    assert len(pages) > 500
    wrong = []
    for page in pages:
        for kind, link in set(LINK.findall(text(page))):
            if OUTSIDE.match(link):
                wrong += [(page.name, link)] * (kind == "src" and not link.startswith("data:"))
            elif missing(page.parent, page.name + link if link.startswith("#") else link):
                wrong.append((page.name, link))
    assert wrong == []
