"""The words of the site, one file per language. What records say in English has its translation in `[records]`."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from website.toml import read

HERE = Path(__file__).parent / "texts"
LANGUAGES = ("en", "zh")
# A formula is the same in every language: names of operands, calls and numbers.
_WORD = re.compile(r"[A-Za-z_]\w*")
_NAMES = """dst dst0 dst1 src src0 src1 src2 scalar mask max min sigmoid gelu swish e x y z beta acc a b v i k l n N re
im AR low high sqrt maxdiff first_value cos sin step_bits bias"""
_FORMULA = frozenset(_NAMES.split())


@dataclass
class Texts:
    """`t("key", name=value)` is a label, `t.record(text)` what a record says, in this language."""

    language: str
    labels: dict[str, str]
    records: dict[str, str]
    patterns: list[tuple[re.Pattern[str], str]]
    missing: set[str] = field(default_factory=set)

    def __call__(self, key: str, **values: Any) -> str:
        if key not in self.labels:
            raise KeyError(f"{key} is not in texts/{self.language}.toml")
        return self.labels[key].format(**values) if values else self.labels[key]

    def record(self, text: str) -> str:
        if self.language == "en" or is_formula(text):
            return text
        if text in self.records:
            return self.records[text]
        for pattern, instead in self.patterns:
            if found := pattern.fullmatch(text):
                return found.expand(instead)
        self.missing.add(text)
        return text


def is_formula(text: str) -> bool:
    return all(word in _FORMULA for word in _WORD.findall(text))


@cache
def texts(language: str) -> Texts:
    data = read(HERE / f"{language}.toml")
    records: dict[str, str] = {}
    patterns: dict[str, str] = {}
    for path in sorted(HERE.glob(f"{language}-*.toml")):
        more = read(path)
        records |= more.get("records", {})
        patterns |= more.get("patterns", {})
    return Texts(language, data, records, [(re.compile(k), v) for k, v in patterns.items()])
