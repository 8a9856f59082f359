"""Pages of AI Engine operations, made from their records. Families of one pattern have a page together."""

from __future__ import annotations

from typing import Any

from lanewise.cli import engines
from lanewise.isa.aie.catalogue import operations
from lanewise.isa.aie.record import Operation
from website.examples import RenderedExample
from website.instruction import LANGUAGES, SEARCHED, policies
from website.markdown import block, code, escape, heading, table, tabs
from website.texts import Texts

Data = dict[str, Any]
# Hundreds of names that differ in a shape: mul_4x2_2x8, mac16_sym, add32.
TOGETHER = ("multiplication by shape", "multiplication with selection", "pre-adder")


def pages() -> dict[str, list[Operation]]:
    """Name of a page -> its operations."""
    out: dict[str, list[Operation]] = {}
    for one in operations().values():
        out.setdefault(slug(one.family) if one.family in TOGETHER else one.name, []).append(one)
    return out


def slug(family: str) -> str:
    return family.replace(" ", "-").replace("/", "-")


def page(of: list[Operation], t: Texts, shown: RenderedExample | None = None) -> str:
    if len(of) > 1:
        return _family_page(of, t, shown)
    data = engines.operation(of[0])
    parts = [f"# aie.{of[0].name}\n", f"{escape(t.record(of[0].summary))}\n", _head(data, t)]
    sections = {
        "example": _example(shown, t),
        "types": _types(data, t),
        "policies": policies(data["policies"], t),
        "notes": "".join(f"- {escape(t.record(n))}\n" for n in data["notes"]),
        "definition": f"{t('definition_is')}\n\n" + block("python", data["meaning"]["source"]),
    }
    found = [f"{heading(t(key), searched=key in SEARCHED)}\n{text}" for key, text in sections.items() if text]
    return "\n".join(parts + found)


def _example(shown: RenderedExample | None, t: Texts) -> str:
    if shown is None:
        return ""
    parts = [(LANGUAGES[key][0], block(LANGUAGES[key][1], text)) for key, text in shown.calls.items() if text]
    loads = t("aie_loads") if "_in" in shown.calls["cpp"] else ""
    said = "\n" + block("text", shown.printed, t("prints")) if shown.printed else ""
    return f"{t('aie_example_on', chip=code(shown.chip))}{loads}\n\n{tabs(parts)}{said}"


def _head(data: Data, t: Texts) -> str:
    rows = [(t("aie_call"), code(f"aie.{data['call']}")), (t("aie_api"), " ".join(map(code, data["api"]))),
            (t("intrinsics"), " ".join(map(code, data["intrinsics"]))), (t("family"), t(f"family.{data['family']}")),
            (t("modes"), ", ".join(map(code, data["modes"]))), (t("sets"), ", ".join(map(code, data["sets"]))),
            (t("status"), ", ".join(map(code, data["status"])))]
    return table((t("property"), t("value")), [row for row in rows if row[1]])


def _types(data: Data, t: Texts) -> str:
    rows = [(code(chip), ", ".join(map(code, types)), t(f"evidence.{data['row_evidence'][chip]}"),
             t(f"evidence.{data['evidence'][chip]}")) for chip, types in data["types"].items()]
    return table((t("chip"), t("element_types"), t("row"), t("result")), rows) + "\n" + t("evidence_key") + "\n"


def _family_page(of: list[Operation], t: Texts, shown: RenderedExample | None) -> str:
    first = engines.operation(of[0])
    definition = block("python", first["meaning"]["source"])
    rows = []
    for one in of:
        data = engines.operation(one)
        kinds = "; ".join(f"{', '.join(map(code, types))} ({', '.join(on)})" for types, on in _shared(data).items())
        rows.append((f"<span id=\"{one.name}\"></span>{code(one.name)}", code(f"aie.{data['call']}"),
                     escape(t.record(one.summary)), kinds))
    head = (t("name"), t("aie_call"), t("what_it_does"), t("element_types"))
    return "\n".join([
        f"# {t(f'family.{of[0].family}')}\n", f"{t('same_page')} {t('count_of', count=len(of))}\n",
        f"{heading(t('example'), searched='example' in SEARCHED)}\n{_example(shown, t)}", table(head, rows),
        f"## {t('policies')}\n\n{policies(first['policies'], t)}" if first["policies"] else "",
        f"{heading(t('definition'), searched=False)}\n{t('definition_is')}\n\n{definition}",
    ])


def _shared(data: Data) -> dict[tuple[str, ...], list[str]]:
    """Types -> the chips that take them."""
    out: dict[tuple[str, ...], list[str]] = {}
    for chip, types in data["types"].items():
        out.setdefault(tuple(types), []).append(chip)
    return out
