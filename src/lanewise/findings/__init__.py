"""Every error and finding, by its id: the one place of its texts, severity, cause and cure, in both languages.

An id's first word names the file: RACE-001 is in race.toml. README.md here explains the words of an entry. Nothing is
read before somebody asks for an id, and then its own file alone.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

FOLDER = Path(__file__).parent


class Explanation(NamedTuple):
    """What people who look an id up read, in one language."""

    cause: str
    cure: str
    meaning: str = ""  # in a line, of what `--check` finds


class Case(NamedTuple):
    """An error or a finding that has other words, or is of another severity, than the rest of its id."""

    text: str = ""
    what: str = ""
    write: str = ""
    when: str = ""  # for people: which case that is
    severity: Mapping[str, str] | str = {}


class Entry(NamedTuple):
    english: Explanation
    chinese: Explanation
    text: str = ""  # of the error that refuses a call; a rule that hardware does not enforce has it as a finding, too
    what: str = ""  # of a finding of the checker
    write: str = ""  # and what to write instead
    when: str = ""  # of which cases the severity is, where others are enforced
    severity: Mapping[str, str] | str = {}  # empty: it ends every run
    raised_in_python: bool = False  # Python has an exception at the line, however it is run
    wrong: str = ""  # lines that show it; tests/check/test_check_causes.py runs them
    right: str = ""
    language: str = "cpp"  # of these lines
    cases: Mapping[str, Case] = {}

    def text_for(self, case: str = "") -> str:
        """The text of an error."""
        return self.cases[case].text or self.text if case in self.cases else self.text

    @property
    def texts(self) -> list[str]:
        """All of them: its own, and those of its cases."""
        return [text for text in (self.text, *(case.text for case in self.cases.values())) if text]

    @property
    def markdown(self) -> str:
        """Cause, cure and example."""
        parts = [f"**Cause**: {self.english.cause}", f"**Cure**: {self.english.cure}"]
        for title, code in (("Wrong", self.wrong), ("Right", self.right)):
            parts += [f"**{title}**:\n\n```{self.language}\n{code.strip()}\n```"] if code else []
        return "\n\n".join(parts)


def _entry(data: dict[str, Any]) -> Entry:
    chinese = Explanation(**data.pop("zh"))
    english = Explanation(data.pop("cause"), data.pop("cure"), data.pop("meaning", ""))
    cases = {name: Case(**case) for name, case in data.pop("case", {}).items()}
    return Entry(english, chinese, cases=cases, **data)


@cache
def _family(name: str) -> dict[str, Entry]:
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib

    path = FOLDER / f"{name}.toml"
    if not path.is_file():
        return {}
    return {id: _entry(data) for id, data in tomllib.loads(path.read_text(encoding="utf-8")).items()}


def find(id: str) -> Entry | None:
    """Its entry; None: there is no such id."""
    family, joined, _ = id.partition("-")
    return _family(family.lower()).get(id) if joined and family.isalnum() else None


def entry(id: str) -> Entry:
    found = find(id)
    if found is None:
        raise KeyError(id)
    return found


def texts() -> dict[tuple[str, str], str]:
    """Of errors, by id and case; the case of an id's own text is empty."""
    out = {}
    for id, one in entries().items():
        said = {"": one.text, **{case: of.text for case, of in one.cases.items()}}
        out.update({(id, case): text for case, text in said.items() if text})
    return out


def meanings(language: str = "english") -> dict[str, str]:
    """What the checker finds, in a line each, by id."""
    return {id: getattr(one, language).meaning for id, one in entries().items() if one.english.meaning}


@cache
def entries() -> dict[str, Entry]:
    """All of them, by id: for tables and pages."""
    return {id: one for path in sorted(FOLDER.glob("*.toml")) for id, one in sorted(_family(path.stem).items())}
