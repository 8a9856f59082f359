"""Every error and finding by its id: what it says, why, and what to do about it."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from lanewise.check.causes import causes as english
from lanewise.check.meanings import MEANINGS
from lanewise.errors import CATALOGUE
from lanewise.isa.export import in_vendor_words
from lanewise.severities import TABLE, Severity
from website.markdown import block
from website.texts import HERE, Texts
from website.toml import read


@cache
def causes(language: str) -> dict[str, Any]:
    """Id -> cause and cure, in English also with lines that are wrong and right."""
    if language == "en":
        return {id: one._asdict() for id, one in english().items()}
    return read(HERE / f"findings-{language}.toml")


def ids() -> list[str]:
    return sorted({*CATALOGUE, *MEANINGS})


def page(t: Texts) -> str:
    parts = [f"# {t('findings')}\n", f"{t('findings_intro')}\n"]
    group = ""
    for id in ids():
        if (start := id.rpartition("-")[0]) != group:
            group = start
            parts.append(f"## {group}\n")
        said = causes(t.language)[id]
        parts.append(f"### {id} {{ #{id.lower()} }}\n")
        parts.append(f"**{t('cause')}**: {said['cause']}\n\n**{t('cure')}**: {said['cure']}\n")
        example = english()[id]
        for title, code in (("wrong", example.wrong), ("right", example.right)):
            if code:
                parts.append(block("cpp", code.strip(), t(title)))
        if id in CATALOGUE:
            words = re.sub(r"\{(\w+)\}", r"<\1>", in_vendor_words(CATALOGUE[id])).strip()
            parts.append(block("text", words, t("says")))
        row = TABLE.get(id)
        if row and row.plain is Severity.END:
            parts.append(t("enforced") + "\n")
    return "\n".join(parts)
