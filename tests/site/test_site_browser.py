"""A real browser opens pages of the site from their files, in both languages, and searches, without a network."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
SITE = ROOT / "build" / "docs" / "site"
BROWSER = shutil.which("chromium") or shutil.which("google-chrome")
PAGES = {
    "index": "Lanewise", "start/ascendc": "add.asc", "start/debug": "RACE-001",
    "reference/instructions/index": "shift_right", "reference/instructions/shift_right": "ShiftRight",
    "reference/instructions/reg_squeeze": "Reg::Squeeze", "reference/aie/srs": "aie.srs",
    "reference/chips": "ascend950", "reference/findings": "ALIGN-001", "reference/unknown": "count_form",
}  # fmt: skip
FINDS = {  # what is typed -> a page that must be among the first results
    "en": {
        "ShiftRight": "shift_right.html", "shift_right": "shift_right.html", "QUE-007": "findings.html",
        "WholeReduceSum": "reduce_repeat_sum.html", "RACE-001": "findings.html", "Reg::Squeeze": "reg_squeeze.html",
        "aie::sliding_mul": "sliding_mul.html", "DataCopyPad": "data_copy_pad.html", "Add": "add.html",
        "bank conflict": "timing.html", "deadlock": "findings.html", "--check": "checking.html", "vim": "editor.html",
        "srs": "srs.html", "data race": "findings.html", "accumulator": "accumulators.html",
    },
    "zh": {
        "ShiftRight": "shift_right.html", "死锁": "findings.html", "算术右移": "shift_right.html",
        "数据竞争": "findings.html", "掩码": "masks-and-strides.html", "归约": "reductions.html",
        "RACE-001": "findings.html", "右移 int16": "shift_right.html", "累加器": "accumulators.html",
        "非对齐加载": "reg_load_unaligned.html", "WholeReduceSum": "reduce_repeat_sum.html",
        "最大值": "reg_reduce_max.html", "舍入模式": "set_rounding.html",
        "算子工程": "index.html", "寄存器压缩": "reg_squeeze.html", "步长": "masks-and-strides.html",
    },
}
pytestmark = [
    pytest.mark.sweep,
    pytest.mark.skipif(BROWSER is None, reason="no Chromium"),
    pytest.mark.skipif(not SITE.is_dir(), reason="`make docs` was not run"),
]


@pytest.fixture(scope="module")
def context() -> Iterator[Any]:
    driver = pytest.importorskip("playwright.sync_api")
    with driver.sync_playwright() as tool:
        browser = tool.chromium.launch(executable_path=BROWSER, args=["--no-sandbox", "--allow-file-access-from-files"])
        made = browser.new_context(viewport={"width": 1280, "height": 900})
        made.set_default_timeout(120_000)
        yield made
        browser.close()


@pytest.fixture
def tab(context: Any) -> Iterator[Any]:
    """A page that notes what goes wrong on it."""
    page = context.new_page()
    page.wrong = []
    page.on("console", lambda said: page.wrong.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda problem: page.wrong.append(str(problem)))
    page.on("requestfailed", lambda asked: page.wrong.append(asked.url))
    page.on("request", lambda asked: None if asked.url.startswith(("file:", "data:")) else page.wrong.append(asked.url))
    yield page
    page.close()


def keep(page: Any, name: str) -> None:
    """A screenshot, where somebody wants to look at it."""
    if folder := os.environ.get("LANEWISE_SCREENSHOTS"):
        page.screenshot(path=str(Path(folder) / f"{name.replace('/', '_')}.png"))


@pytest.mark.parametrize("language", FINDS)
@pytest.mark.parametrize("name", PAGES)
def test_site_pages_open_without_an_error(tab: Any, name: str, language: str) -> None:
    tab.goto((SITE / language / f"{name}.html").as_uri())
    assert PAGES[name] in tab.inner_text("article")
    assert tab.get_attribute("html", "lang") == language
    broken = "[...document.images].filter((i) => i.complete && !i.naturalWidth).length"
    assert tab.evaluate(broken) == 0
    keep(tab, f"{language}-{name}")
    assert tab.wrong == []


@pytest.mark.parametrize("language", FINDS)
def test_site_search_finds_names_ids_and_words(tab: Any, language: str) -> None:
    tab.goto((SITE / language / "index.html").as_uri())
    for asked, wanted in FINDS[language].items():
        tab.fill(".md-search__input", "")
        tab.wait_for_selector(".md-search-result__item", state="detached")
        tab.click(".md-search__input")
        tab.keyboard.insert_text(asked)
        tab.keyboard.press("End")  # the page looks at what was typed when a key goes up
        tab.wait_for_selector(".md-search-result__item")
        pages = "all => all.map((one) => one.querySelector('a').href)"
        links = tab.eval_on_selector_all(".md-search-result__item", pages)
        keep(tab, f"{language}-search-{asked}")
        assert any(f"/{wanted}" in link for link in links[:8]), (asked, links[:8])
    assert tab.wrong == []


def test_site_leads_from_one_language_to_the_other(tab: Any) -> None:
    tab.goto((SITE / "en" / "index.html").as_uri())
    links = tab.eval_on_selector_all(".md-select__link", "all => all.map((a) => a.getAttribute('href'))")
    assert [link for link in links if link.endswith("zh/index.html")]
    assert all((SITE / "en" / link).resolve().is_file() for link in links)
