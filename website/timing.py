"""What the timing model takes an instruction to cost, on each generation of cores that has numbers."""

from __future__ import annotations

from functools import cache
from typing import Any

from lanewise.chips.chip import FOLDER as CHIPS
from lanewise.isa.record import UNTIMED, Instruction
from website.markdown import code, escape, table
from website.texts import Texts
from website.toml import read

FOLDER = CHIPS / "timing"


@cache
def numbers() -> dict[str, dict[str, Any]]:
    """Generation -> what its file says."""
    return {path.stem: read(path) for path in sorted(FOLDER.glob("dav-*.toml"))}


def section(ins: Instruction, t: Texts) -> str:
    if not ins.timing or ins.timing == UNTIMED:
        return f"{t('untimed')}\n"
    rows = []
    for generation, said in numbers().items():
        for name, cost in _costs(said, ins):
            amounts = ", ".join(f"{k} {v}" for k, v in cost.items() if isinstance(v, int | float))
            rows.append((code(generation), code(name), amounts or "-", t(f"evidence.{cost.get('evidence', 'assumed')}"),
                         escape(str(cost.get("source", "")))))
    text = t("timing_class", name=code(ins.timing)) + "\n\n"
    if not rows:
        return text + t("timing_unknown") + "\n"
    return text + table((t("generation"), t("timing_word"), t("cycles"), t("evidence"), t("source")), rows)


def _costs(said: dict[str, Any], ins: Instruction) -> list[tuple[str, dict[str, Any]]]:
    """The class itself and what differs by the width of elements."""
    where = "register" if ins.form.executor.startswith("register") else "class"
    found = said.get(where, {})
    return [(name, cost) for name, cost in found.items()
            if isinstance(cost, dict) and (name == ins.timing or name.startswith(f"{ins.timing}."))]

