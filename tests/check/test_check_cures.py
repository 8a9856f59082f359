"""Every finding says what to write instead, and every rule that ends a kernel does."""

from __future__ import annotations

import re
from collections import defaultdict

import pytest

from lanewise.check import texts
from lanewise.check.texts import Front
from lanewise.errors import CATALOGUE

# A sentence that tells somebody to do something.
_VERBS = (
    "Ask|Call|Check|Choose|Clamp|Clear|Compute|Convert|Copy|Fill|Free|Give|Keep|Leave|Let|Load|Look|Make|Move|Only|"
    "Pass|Print|Put|Read|Release|Scale|Set|Shift|Shorten|Split|Start|Switch|Use|Write"
)
_CURE = re.compile(
    rf"(?:^|[.;:] |, or |, and )(?:{_VERBS}|{_VERBS.lower()})\b|\bmust (?:be|take|move)\b|\bneeds an? \w+ before\b"
)
_OF_KERNELS = re.compile(
    r"(TYPE|MASK|ATOMIC|REPEAT|COPY|COUNT|STRIDE|SCALAR|PARAM|ALIGN|MEM|POS|OVERLAP|QUE|SYNC|PRINT|REG|CAPI|HOST)-"
)
_ELSEWHERE = {"HOST-001", "SYNC-004", "QUE-009", "TYPE-003"}  # whoever raises them says it, or a list of what there is


@pytest.mark.parametrize("id", [id for id in CATALOGUE if _OF_KERNELS.match(id) and id not in _ELSEWHERE])
def test_check_rules_say_what_to_write(id: str) -> None:
    assert _CURE.search(CATALOGUE[id]), CATALOGUE[id]


def _fields() -> defaultdict[str, str]:
    fields = defaultdict(lambda: "1")
    fields.update(kind="read after write", op="adds", other_op="data_copy", pipe="V", other_pipe="MTE2", event="4")
    fields.update(space="UB", what="clean")
    return fields


@pytest.mark.parametrize("id", texts.IDS)
@pytest.mark.parametrize("cpp", [True, False])
@pytest.mark.parametrize(
    "other", [{}, {"ub": "", "depth": "", "space": "GM", "what": "drop", "pipe": "MTE2", "type": "float"}]
)
def test_check_findings_say_what_to_write(id: str, cpp: bool, other: dict[str, str]) -> None:
    fields = _fields()
    fields.update(other)
    what, write = texts._RULES[id](Front(cpp), fields, None)
    assert what
    assert _CURE.search(write), (what, write)
