"""Every error and finding by its id: what it says, why, and what to do about it."""

from __future__ import annotations

import re

from lanewise import findings, severities
from lanewise.isa.export import in_vendor_words
from website.markdown import block
from website.texts import Texts


def page(t: Texts) -> str:
    parts = [f"# {t('findings')}\n", f"{t('findings_intro')}\n"]
    group = ""
    for id, entry in findings.entries().items():
        if (start := id.rpartition("-")[0]) != group:
            group = start
            parts.append(f"## {group}\n")
        words = entry.english if t.language == "en" else entry.chinese
        parts.append(f"### {id} {{ #{id.lower()} }}\n")
        parts.append(f"**{t('cause')}**: {words.cause}\n\n**{t('cure')}**: {words.cure}\n")
        for title, code in (("wrong", entry.wrong), ("right", entry.right)):
            if code:
                parts.append(block(entry.language, code.strip(), t(title)))
        if entry.texts:
            says = re.sub(r"\{(\w+)\}", r"<\1>", in_vendor_words("\n".join(entry.texts))).strip()
            parts.append(block("text", says, t("says")))
        if entry.severity and severities.row(id).plain is severities.Severity.END:
            parts.append(t("enforced") + "\n")
    return "\n".join(parts)
