"""Links of the built site lead to pages, and places on them, that are there; only a click of the reader leaves it."""

from __future__ import annotations

import re
from functools import cache
from html import unescape
from pathlib import Path
from urllib.parse import unquote

import pytest

SITE = Path(__file__).parents[2] / "build" / "docs" / "site"
DOCS = Path(__file__).parents[2] / "docs" / "site"
LINK = re.compile(r'\s(href|src)="([^"]*)"')
OUTSIDE = re.compile(r"[a-z]+:")
pytestmark = [pytest.mark.sweep, pytest.mark.skipif(not SITE.is_dir(), reason="`make docs` was not run")]


@cache
def text(page: Path) -> str:
    return page.read_text(encoding="utf-8")


@cache
def anchors(page: Path) -> set[str]:
    return set(re.findall(r'\s(?:id|name)="([^"]+)"', text(page)))


@cache
def missing(folder: Path, link: str) -> bool:
    """Whether a link of a page in this folder leads nowhere."""
    path, _, place = unquote(unescape(link)).partition("#")
    to = (folder / path).resolve()
    return not to.is_file() or bool(place and to.suffix == ".html" and place not in anchors(to))


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


@pytest.mark.parametrize("language", ["en", "zh"])
def test_anchors_of_a_page_are_the_links_of_its_markdown(language: str) -> None:
    """A link that is dropped on the way is not broken, so nobody else would see it."""
    pages = sorted((DOCS / language).rglob("*.md"))
    assert len(pages) > 10
    for path in pages:
        page = SITE / language / path.relative_to(DOCS / language).with_suffix(".html")
        article = re.search(r"<article.*?</article>", text(page), re.S)
        assert article, page
        anchors = {unescape(a) for a in re.findall(r'<a\s[^>]*href="([^"]*)"', article[0])}
        outside = re.sub(r"^```.*?^```$", "", path.read_text(encoding="utf-8"), flags=re.M | re.S)
        for link in re.findall(r"(?<!!)\[[^\]]*\]\(([^)#]+)[^)]*\)", outside):
            assert any(a.startswith(link.removesuffix(".md")) for a in anchors), (path.name, link)
