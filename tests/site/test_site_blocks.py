"""Blocks of code on hand-written pages run, and print what the pages say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from website import blocks

ROOT = Path(__file__).parents[2]
PAGES = blocks.pages(ROOT)
CHEAP = ("fixed-point.md", "shift-right.md")


@pytest.mark.parametrize("page", [p for p in PAGES if p.name in CHEAP], ids=lambda p: p.stem)
def test_blocks_of_some_pages_run(page: Path, tmp_path: Path) -> None:
    assert list(blocks.run(page, tmp_path)) == []


@pytest.mark.sweep
@pytest.mark.parametrize("page", PAGES, ids=lambda p: str(p.relative_to(ROOT)))
def test_blocks_of_every_page_run(page: Path, tmp_path: Path) -> None:
    assert list(blocks.run(page, tmp_path)) == []


def test_every_page_of_the_site_is_there_in_chinese_with_the_same_code() -> None:
    english, chinese = (ROOT / "docs" / "site" / language for language in ("en", "zh"))
    names = {str(p.relative_to(english)) for p in english.rglob("*.md")}
    assert {str(p.relative_to(chinese)) for p in chinese.rglob("*.md")} == names
    for name in sorted(names):
        theirs = [[(b.language, b.title, b.text, b.how) for b in blocks.blocks(folder / name)]
                  for folder in (english, chinese)]
        assert theirs[0] == theirs[1], name
        untold = [line for line in prose(chinese / name) if not re.search(r"[\u4e00-\u9fff]", line)]
        assert untold == [], name


IN_ENGLISH = {"faults", "hostile", "severities"}  # tables


def test_every_how_to_page_is_there_in_chinese_with_the_same_code_and_links() -> None:
    english, chinese = ROOT / "docs", ROOT / "docs" / "zh"
    names = {path.name for path in english.glob("*.md") if path.stem not in IN_ENGLISH}
    assert {path.name for path in chinese.glob("*.md")} == names
    for name in sorted(names):
        theirs, ours = english / name, chinese / name
        assert shape(ours) == shape(theirs), name
        untold = [part for part in prose(ours) if not re.search(r"[\u4e00-\u9fff]", part) and not part.startswith("#")]
        assert untold == [], name


def shape(page: Path) -> list[object]:
    """What translations share: code, levels of headings, rows of tables and where links lead."""
    text = page.read_text(encoding="utf-8")
    outside = re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S)
    up = "../" * len(page.parent.relative_to(ROOT).parts)  # out of docs
    links = [link.replace(up, "", 1) for link in re.findall(r"\]\(([^)]+)\)", outside)]
    return [
        [(b.language, b.title, b.text, b.how) for b in blocks.blocks(page)], re.findall(r"^#+ ", outside, flags=re.M),
        [line.count("|") for line in outside.splitlines() if line.startswith("|")], sorted(links),
    ]


def prose(page: Path) -> list[str]:
    """Paragraphs without code, comments, anchors and pictures."""
    code = r"^```.*?^```$|^ {4,}\S.*?$|<!--.*?-->|^<a id=.*?></a>$|^!\[.*$"
    text = re.sub(code, "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    parts = [part for part in text.split("\n\n") if re.search(r"\w", part)]
    return [part for part in parts if part.strip() != "# Lanewise"]


def test_a_wrong_page_is_noticed(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    shown = '```python\nprint(1)\n```\n\n```text title="prints"\n2\n```\n\n'
    page.write_text(shown + "```bash\nexit 4\n```\n\n```cpp\nint x;\n```\n")
    said = list(blocks.run(page, tmp_path))
    assert [part.split(": ", 1)[1][:9] for part in said] == ["a block o", "prints '1", "status 4:"]


def test_an_exception_names_the_block(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("```python\nx = 1\n```\n\ntext\n\n```python\nassert x == 2, 'wrong'\n```\n")
    assert list(blocks.run(page, tmp_path)) == ["page.md:7: AssertionError: wrong"]
