"""The page of an instruction of Ascend, made from its record."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from lanewise.chips.chip import EVIDENCE
from lanewise.cli import facts
from lanewise.isa.record import Instruction
from website import timing
from website.examples import RenderedExample
from website.markdown import block, code, escape, folded, heading, table, tabs
from website.texts import Texts

Data = dict[str, Any]
SEARCHED = ("calls", "notes")
LANGUAGES = {"cpp": ("C++", "cpp"), "python": ("Python", "python"), "c": ("C", "c")}


def page(ins: Instruction, t: Texts, shown: RenderedExample | None, figure: str = "") -> str:
    """Markdown. `shown` are calls that were run, `figure` the file of their drawing."""
    data = facts.instruction(ins)
    parts = [f"# {ins.name}\n", f"{escape(t.record(data['meaning']['summary']))}\n", _head(ins, data, t)]
    sections = {
        "calls": _calls(data, t) + _examples(shown, t),
        "figure": f"![{t('figure_of', name=ins.name)}]({figure})\n" if figure else "",
        "types": _types(data, t),
        "ranges": _ranges(data, t),
        "policies": policies(data["policies"], t, data["zero"]),
        "timing": timing.section(ins, t),
        "notes": "".join(f"- {escape(t.record(n))}\n" for n in data["notes"]),
        "definition": f"{t('definition_is')}\n\n" + block("python", data["meaning"]["source"]),
    }
    parts += [f"{heading(t(key), searched=key in SEARCHED)}\n{text}" for key, text in sections.items() if text]
    return "\n".join(parts)


def _head(ins: Instruction, data: Data, t: Texts) -> str:
    rows = [(t("python"), " ".join(code(f"asc.{n}") for n in data["python"])),
            (t("ascendc"), " ".join(map(code, data["vendor"]))),
            (t("older_names"), " ".join(map(code, data["vendor_old"]))),
            (t("operator"), code(data["operator"])),
            (t("family"), t(f"family.{ins.family}")),
            (t("form"), code(data["kind"])),
            (t("operands"), _operands(data, t)),
            (t("forms"), ", ".join(t(f"form.{f}") for f in data["forms"] if f != "plain")),
            (t("pipe"), code(ins.pipe)),
            (t("more"), "; ".join(_more(data, t)))]
    return table((t("property"), t("value")), [row for row in rows if row[1]])


def _operands(data: Data, t: Texts) -> str:
    said = {"inout": t("read_and_written"), "scratch": t("scratch")}
    return ", ".join([code(o["name"]) + (f" ({said[o['role']]})" if o["role"] in said else "")
                      for o in data["operands"]] + [code(s) for s in data["scalars"]])


def _more(data: Data, t: Texts) -> Iterator[str]:
    for key in ("rounds", "flexible_scalar", "algorithms"):
        if data[key]:
            yield t(f"more.{key}", chips=", ".join(data[key]))
    for key in ("is_set_mask_in_count_form", "accumulates", "saturates"):
        if data[key]:
            yield t(f"more.{key}")


def _calls(data: Data, t: Texts) -> str:
    parts = [(name, block(marked, "\n".join(data["calls"][key])))
             for key, (name, marked) in LANGUAGES.items() if data["calls"][key]]
    return (tabs(parts) + "\n") if parts else ""


def _examples(shown: RenderedExample | None, t: Texts) -> str:
    if shown is None:
        return ""
    parts = [(LANGUAGES[key][0], block(LANGUAGES[key][1], text)) for key, text in shown.calls.items() if text]
    said = "\n" + block("text", shown.printed, t("prints")) if shown.printed else ""
    head = heading(t("example"), 3, searched=False)
    return f"{head}\n{t('example_on', chip=code(shown.chip))}\n\n{tabs(parts)}{said}\n"


def _types(data: Data, t: Texts) -> str:
    rows = []
    for chip, types in data["types"].items():
        groups: dict[tuple[str, ...], list[str]] = {}
        for kind in dict.fromkeys(k for kinds in types.values() for k in kinds):
            groups.setdefault(tuple(f for f, kinds in types.items() if kind in kinds), []).append(kind)
        for number, (forms, kinds) in enumerate(groups.items() or {tuple(types): [""]}.items()):
            sure = [t(f"evidence.{data[key][chip]}") for key in ("row_evidence", "evidence")]
            rows.append(["" if number else code(chip), ", ".join(t(f"form.{f}") for f in forms),
                         " ".join(map(code, kinds)), *(["", ""] if number else sure)])
    head = (t("chip"), t("forms"), t("element_types"), t("row"), t("result"))
    return f"{table(head, rows)}\n{t('evidence_key')}\n"


def _ranges(data: Data, t: Texts) -> str:
    rows: dict[tuple[str, ...], list[str]] = {}
    for chip, kinds in data["ranges"].items():
        for kind, r in kinds.items():
            bounds = f"{r['low']}.." if r["high"] is None else f"{r['low']}..{r['high']}"
            rows.setdefault((code(kind), bounds, t(f"evidence.{r['evidence']}")), []).append(code(chip))
    if not rows:
        return ""
    return table((t("element_types"), t("scalar_range"), t("evidence"), t("chips")),
                 [(*row, " ".join(chips)) for row, chips in rows.items()])


def policies(given: Data, t: Texts, zero: Data | None = None) -> str:
    """What no document decides in full: the question, and what each chip was taken to answer, and why."""
    asked = dict(given)
    if zero and "zero_repeat" not in asked:
        asked["zero_repeat"] = {"question": "What happens when repeat_times, count or a contiguous mask is 0?",
                                "chips": zero}
    out = []
    for name, policy in asked.items():
        if not policy["chips"]:
            continue
        answers: dict[tuple[str, str], dict[str, list[str]]] = {}
        sources: dict[str, list[str]] = {}
        for chip, c in policy["chips"].items():
            answers.setdefault((c["choice"], c["meaning"]), {}).setdefault(c["evidence"], []).append(code(chip))
            if c.get("source"):
                sources.setdefault(c["source"], []).append(chip)
        rows = [(code(choice), escape(t.record(meaning)), t(f"evidence.{word}"), " ".join(sure[word]))
                for (choice, meaning), sure in answers.items() for word in EVIDENCE if word in sure]
        out.append(f"**{escape(t.record(policy['question']))}** ({code(name)})\n\n"
                   + table((t("choice"), t("meaning"), t("evidence"), t("chips")), rows))
        if sources:
            out.append(folded(t("sources"), "\n".join(f"- {escape(s)} ({', '.join(cs)})" for s, cs in sources.items())))
    return "\n".join(out)
