"""Pages over all records: lists, chips compared, what is unknown, numbers of the timing model."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from lanewise.chips.chip import chips, policies
from lanewise.cli import facts
from lanewise.isa.catalogue import instructions
from lanewise.isa.record import UNTIMED
from website import operation, timing
from website.markdown import code, escape, table
from website.texts import Texts

Data = dict[str, Any]


def instruction_list(t: Texts) -> str:
    families: dict[str, list[tuple[str, ...]]] = {}
    for ins in instructions().values():
        vendor = " ".join(code(n) for n in (*ins.vendor, *ins.old))
        families.setdefault(ins.family, []).append(
            (f"[{ins.name}]({ins.name}.md)", vendor, escape(t.record(ins.summary)), str(len(ins.chips))))
    return _listed(t, "instructions", "instructions_intro", families, t("ascendc"), len(instructions()))


def operation_list(t: Texts) -> str:
    families: dict[str, list[tuple[str, ...]]] = {}
    for page, of in operation.pages().items():
        one = of[0]
        if len(of) > 1:
            families[one.family] = [(f"[{t(f'family.{one.family}')}]({page}.md)", t("count_of", count=len(of)), "", "")]
            continue
        families.setdefault(one.family, []).append(
            (f"[{one.name}]({page}.md)", " ".join(map(code, one.names)), escape(t.record(one.summary)),
             str(len(one.chips))))
    count = sum(map(len, operation.pages().values()))
    return _listed(t, "aie_operations", "aie_intro", families, t("also_called"), count)


def _listed(
    t: Texts, title: str, intro: str, families: dict[str, list[tuple[str, ...]]], called: str, count: int
) -> str:
    head = (t("name"), called, t("what_it_does"), t("chips"))
    parts = [f"# {t(title)}\n", f"{t(intro)} {t('count_of', count=count)}\n"]
    for family, rows in sorted(families.items()):
        parts.append(f"## {t(f'family.{family}')}\n\n{table(head, rows)}")
    return "\n".join(parts)


def compared(t: Texts) -> str:
    """Chips side by side: one table for each part of their files, for each family."""
    parts = [f"# {t('chips_compared')}\n", f"{t('chips_intro')}\n"]
    for family, title in (("ascend", "Ascend"), ("aie", "AI Engine")):
        known = {c.name: facts.chip(c) for c in chips(family).values()}
        parts.append(f"## {title}\n")
        parts.append(table((t("chip"), t("meaning"), t("also_called")),
                           [(code(n), c["title"], ", ".join(map(code, c["aliases"]))) for n, c in known.items()]))
        for part, key in (("facts", "sizes"), ("capabilities", "capabilities"), ("policies", "policies_compared")):
            parts.append(f"### {t(key)}\n\n{_side_by_side(known, part, t)}")
        rows = _rows(known, family)
        if rows:
            parts.append(f"### {t('operations_on')}\n\n{table((t('name'), *map(code, known)), rows)}")
    return "\n".join(parts)


def _side_by_side(known: dict[str, Data], part: str, t: Texts) -> str:
    names = list(dict.fromkeys(n for c in known.values() for n in c[part]))
    rows = []
    for name in names:
        cells = [_cell(c[part].get(name)) for c in known.values()]
        first = next(c[part][name] for c in known.values() if name in c[part])
        about = f"{code(name)}: {escape(t.record(first['question']))}" if "question" in first else code(name)
        rows.append((about, *cells))
    return table((t("fact"), *map(code, known)), rows)


def _cell(fact: Data | None) -> str:
    if fact is None:
        return ""
    value = fact.get("choice", fact.get("value"))
    return f"{escape(str(value))} <small>{fact['evidence'][0]}</small>"


def _rows(known: dict[str, Data], family: str) -> list[tuple[str, ...]]:
    if family == "aie":
        return []
    have = {name: {i["id"] for i in c["instructions"]} for name, c in known.items()}
    return [(f"[{ins.name}](instructions/{ins.name}.md)", *("■" if ins.name in have[c] else "" for c in known))
            for ins in instructions().values() if not all(ins.name in held for held in have.values())]


def unknown(t: Texts) -> str:
    parts = [f"# {t('unknown')}\n", f"{t('unknown_intro')}\n"]
    for family, title in (("ascend", "Ascend"), ("aie", "AI Engine")):
        known = chips(family)
        rows, assumed, total = [], 0, 0
        for name, policy in policies(family).items():
            sure: dict[str, list[str]] = {}
            for chip in known.values():
                fact = chip.policies[name]
                total += 1
                if fact.evidence == "assumed":
                    assumed += 1
                    sure.setdefault(fact.value, []).append(chip.name)
            for choice, on in sure.items():
                rows.append((f"{escape(t.record(policy.question))} ({code(name)})",
                             f"{code(choice)}: {escape(t.record(policy.choices[choice]))}", " ".join(map(code, on))))
        parts.append(f"## {title}\n\n{t('unknown_count', assumed=assumed, all=total)}\n")
        parts.append(table((t("question"), t("choice"), t("chips")), rows))
    parts.append(f"## {t('unknown_timing')}\n\n{t('unknown_timing_intro')}\n")
    parts.append(table((t("generation"), t("timing_word"), t("instructions")), _untimed()))
    return "\n".join(parts)


def _untimed() -> Iterable[tuple[str, ...]]:
    for generation, said in timing.numbers().items():
        missing: dict[str, list[str]] = {}
        on = {c.instructions for c in chips().values() if c.timing == generation}
        for ins in instructions().values():
            where = "register" if ins.form.executor.startswith("register") else "class"
            if ins.timing not in ("", UNTIMED) and on & set(ins.chips) and ins.timing not in said.get(where, {}):
                missing.setdefault(ins.timing, []).append(ins.name)
        for name, names in missing.items():
            yield code(generation), code(name), " ".join(map(code, names))


def timing_numbers(t: Texts) -> str:
    parts = [f"# {t('timing_page')}\n", f"{t('timing_intro')}\n"]
    for generation, said in timing.numbers().items():
        parts.append(f"## {generation}\n")
        for part, entries in said.items():
            if part == "sources" or not isinstance(entries, dict):
                continue
            rows = [(code(name), ", ".join(f"{k} {v}" for k, v in e.items() if isinstance(v, int | float)),
                     t(f"evidence.{e['evidence']}"), escape(str(e.get("source", ""))))
                    for name, e in entries.items() if isinstance(e, dict) and "evidence" in e]
            if rows:
                head = (t("name"), t("value"), t("evidence"), t("source"))
                parts.append(f"### {generation}: {part}\n\n{table(head, rows)}")
        parts.append(table((t("source"), t("meaning")), [(code(k), escape(v)) for k, v in said["sources"].items()]))
    return "\n".join(parts)
