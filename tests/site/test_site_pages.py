"""Pages made from records say what the records say, in every language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from website import findings, instruction, operation, overviews, tree
from website.running import run_example
from website.texts import LANGUAGES, texts

from lanewise.chips.chip import chips
from lanewise.findings import entries
from lanewise.isa.aie.catalogue import operations
from lanewise.isa.catalogue import instructions

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_has_all_parts_of_a_record(language: str) -> None:
    t = texts(language)
    page = instruction.page(instructions()["shift_right"], t, run_example("shift_right"), "shift_right.svg")
    for words in ("ShiftRight", "asc.shift_right", "asc_shiftright", "0..16", "shift_by_width", "shift_right.svg",
                  "int16", "ascend310b", "dav-2201", "def shift_right", t("evidence.assumed"), t("definition_is")):
        assert words in page, words


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_of_a_record_is_missing(language: str) -> None:
    t = texts(language)
    for ins in instructions().values():
        instruction.page(ins, t, None)
    for of in operation.pages().values():
        operation.page(of, t)
    for page in (overviews.compared, overviews.unknown, overviews.timing_numbers, findings.page):
        page(t)
    assert sorted(t.missing) == []


def test_languages_have_the_same_texts() -> None:
    assert texts("en").labels.keys() == texts("zh").labels.keys()
    for key, text in texts("zh").labels.items():
        assert fields(text) == fields(texts("en").labels[key]), key


def fields(text: str) -> list[str]:
    return sorted(part.split("}")[0] for part in text.split("{")[1:])


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_id_has_a_cause_and_a_cure(language: str) -> None:
    page = findings.page(texts(language))
    for id, entry in entries().items():
        words = entry.english if language == "en" else entry.chinese
        assert len(words.cause) > 3 and len(words.cure) > 3, id  # noqa: PT018
        assert f"### {id} {{ #{id.lower()} }}" in page
        assert words.cause in page
        assert words.cure in page


PAGES = sorted((ROOT / "docs" / "site").rglob("*.md"))


@pytest.mark.parametrize("path", PAGES, ids=lambda path: "-".join(path.relative_to(ROOT / "docs" / "site").parts))
def test_pages_of_the_site_keep_their_links(path: Path) -> None:
    links = re.findall(r"\]\(([^)]+)\)", path.read_text(encoding="utf-8"))
    assert re.findall(r"\]\(([^)]+)\)", tree._page(path)) == links
    assert links, "a page that leads nowhere"


def test_links_of_docs_that_leave_the_site_are_words() -> None:
    pages = [tree._page(path) for path in sorted((ROOT / "docs").glob("*.md"))]
    assert not any("](../" in page for page in pages)


def test_every_operation_is_on_a_page() -> None:
    assert sum(map(len, operation.pages().values())) == len(operations())


def test_chips_compared_names_every_chip() -> None:
    page = overviews.compared(texts("en"))
    assert all(f"`{name}`" in page for name in (*chips("ascend"), *chips("aie")))


def test_every_page_of_docs_is_on_the_site(tmp_path: Path) -> None:
    listed = tree.howto(texts("en"), tmp_path)
    found = {path.stem for path in (ROOT / "docs").glob("*.md")}
    assert {Path(page).stem for page in listed} == found
    assert all((tmp_path / page).is_file() for page in listed)


def test_what_is_unknown_counts_assumed_choices() -> None:
    t = texts("en")
    assumed = sum(fact.evidence == "assumed" for c in chips("ascend").values() for fact in c.policies.values())
    total = sum(len(c.policies) for c in chips("ascend").values())
    assert t("unknown_count", assumed=assumed, all=total) in overviews.unknown(t)
