"""Branches of kernel files that are for the vendor's CPU twin and for unit tests: the build of an operator has none."""

from __future__ import annotations

import re

_NAMES = r"(?:__CCE_KT_TEST__|__CCE_UT_TEST__|ASCENDC_CPU_DEBUG)"
_DEFINED = rf"(?:defined\s*\(?\s*)?{_NAMES}\s*\)?"
_TWIN = re.compile(rf"\s*#\s*(?:ifdef\s+{_NAMES}|if\s+{_DEFINED}(?:\s*==\s*1)?)\s*(?://.*|/\*.*)?$")
_OURS = re.compile(rf"\s*#\s*(?:ifndef\s+{_NAMES}|if\s+!\s*{_DEFINED})\s*(?://.*|/\*.*)?$")
_STEP = re.compile(r"\s*#\s*(if|ifdef|ifndef|elif|else|endif)\b")


def without_twin(text: str) -> str:
    """The text with those branches empty; lines keep their numbers."""
    kept: list[str] = []
    open_: list[bool | None] = []  # of each condition: whether its branch is ours; None: nobody can say
    for line in text.split("\n"):
        step = _STEP.match(line)
        word = step[1] if step else ""
        if word in ("if", "ifdef", "ifndef"):
            open_.append(False if _TWIN.match(line) else True if _OURS.match(line) else None)
        elif word in ("else", "elif") and open_ and open_[-1] is not None:
            open_[-1] = not open_[-1] if word == "else" else None
        hidden = False in open_ and not step
        if word == "endif" and open_:
            open_.pop()
        kept.append("" if hidden else line)
    return "\n".join(kept)
