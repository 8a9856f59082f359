"""Writes the pages of a language: hand-written ones copied, those of records made."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

from lanewise.isa.catalogue import instructions
from website import element_types, findings, instruction, operation, overviews, running
from website.aie_examples import aie_shown
from website.config import config
from website.figures import figure
from website.texts import Texts, texts

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
ASSETS = Path(__file__).with_name("assets")
# In the order that a reader needs them; a new page of docs/ stands after these until it has its place.
START = ("ascendc", "pyasc", "aie", "debug", "fixed-point")
HOWTO = ("installing", "command-line", "checking", "ci", "faults", "hostile", "report", "why", "judge", "timing",
         "tuning", "explain", "notebook", "editor", "parallel", "operators", "aie", "graphs", "iron", "hosts",
         "two-architectures", "severities", "glossary")
TUTORIALS = ("masks-and-strides", "shift-right", "reductions", "squeeze", "accumulators")


def write(language: str, to: Path, site: Path) -> None:
    """Markdown below `to`/docs and its configuration."""
    t, docs = texts(language), to / "docs"
    shutil.rmtree(docs, ignore_errors=True)
    shutil.copytree(ASSETS, docs / "assets")
    nav = [{t("home"): "index.md"}, {t("start"): _start(t, docs)}, {t("tutorials"): _tutorials(t, docs)},
           {t("howto"): howto(t, docs)}, {t("reference"): _reference(t, docs)}]
    (docs / "index.md").write_text(_page(DOCS / "site" / language / "index.md"), encoding="utf-8")
    (to / "mkdocs.yml").write_text(config(language, docs.resolve(), site.resolve(), nav), encoding="utf-8")


def _start(t: Texts, docs: Path) -> list[Any]:
    return _copied(docs, "start", DOCS / "site" / t.language / "start", START)


def _tutorials(t: Texts, docs: Path) -> list[Any]:
    return _copied(docs, "tutorials", DOCS / "site" / t.language / "tutorials", TUTORIALS)


def howto(t: Texts, docs: Path) -> list[Any]:
    found = sorted(path.stem for path in DOCS.glob("*.md"))
    out = _copied(docs, "howto", DOCS, [name for name in HOWTO if name in found] + [n for n in found if n not in HOWTO])
    for path in (DOCS / t.language).glob("*.md"):  # what is not there stays English
        (docs / "howto" / path.name).write_text(_page(path), encoding="utf-8")
    shutil.copytree(DOCS / "figures", docs / "howto" / "figures")
    return out


def _copied(docs: Path, part: str, source: Path, names: Any) -> list[Any]:
    (docs / part).mkdir(parents=True, exist_ok=True)
    for name in names:
        (docs / part / f"{name}.md").write_text(_page(source / f"{name}.md"), encoding="utf-8")
    return [f"{part}/{name}.md" for name in names]


def _page(path: Path) -> str:
    """Links out of docs/ lead nowhere on a site: their words stay. Pages of docs/site/ are written for it."""
    text = path.read_text(encoding="utf-8")
    if DOCS / "site" in path.parents:
        return text
    return re.sub(r"\[([^\]]+)\]\(\.\./[^)]+\)", r"\1", text)


def _reference(t: Texts, docs: Path) -> list[Any]:
    whole = {"chips": overviews.compared(t), "findings": findings.page(t), "unknown": overviews.unknown(t),
             "timing-numbers": overviews.timing_numbers(t), "types": element_types.page(t)}
    folder = docs / "reference"
    (folder / "instructions").mkdir(parents=True)
    (folder / "aie").mkdir()
    for name, text in whole.items():
        (folder / f"{name}.md").write_text(text, encoding="utf-8")
    return [{t("instructions"): _instructions(t, folder)}, {t("aie_operations"): _operations(t, folder)},
            {t("types_page"): "reference/types.md"}, {t("chips_compared"): "reference/chips.md"},
            {t("findings"): "reference/findings.md"}, {t("unknown"): "reference/unknown.md"},
            {t("timing_page"): "reference/timing-numbers.md"}]


def _instructions(t: Texts, folder: Path) -> list[Any]:
    here = folder / "instructions"
    (here / "index.md").write_text(overviews.instruction_list(t), encoding="utf-8")
    families: dict[str, list[str]] = {}
    for name, ins in instructions().items():
        drawn = figure(name)
        if drawn:
            (here / f"{name}.svg").write_text(drawn, encoding="utf-8")
        text = instruction.page(ins, t, running.run_example(name), f"{name}.svg" if drawn else "")
        (here / f"{name}.md").write_text(text, encoding="utf-8")
        families.setdefault(ins.family, []).append(f"reference/instructions/{name}.md")
    return ["reference/instructions/index.md", *({t(f"family.{f}"): pages} for f, pages in sorted(families.items()))]


def _operations(t: Texts, folder: Path) -> list[Any]:
    here = folder / "aie"
    (here / "index.md").write_text(overviews.operation_list(t), encoding="utf-8")
    families: dict[str, list[str]] = {}
    for name, of in operation.pages().items():
        shown = aie_shown(of[0].name if len(of) == 1 else of[0].family)
        (here / f"{name}.md").write_text(operation.page(of, t, shown), encoding="utf-8")
        families.setdefault(of[0].family, []).append(f"reference/aie/{name}.md")
    return ["reference/aie/index.md", *({t(f"family.{f}"): pages} for f, pages in sorted(families.items()))]
