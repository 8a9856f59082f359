"""Every finding says what to write instead, and every rule that ends a kernel does."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from pathlib import Path

import pytest

import lanewise
from lanewise.aie import checked
from lanewise.aie.adf import found
from lanewise.check import texts
from lanewise.check.texts import Front
from lanewise.errors import CATALOGUE

# A sentence that tells somebody to do something.
_VERBS = (
    "Ask|Call|Check|Choose|Clamp|Clear|Compute|Convert|Copy|Fill|Free|Give|Initialise|Keep|Leave|Let|Load|Look|Make|Move|Only|"
    "Pass|Print|Put|Read|Release|Scale|Set|Shift|Shorten|Split|Start|Switch|Use|Write"
)
_CURE = re.compile(
    rf"(?:^|[.;:] |, or |, and )(?:{_VERBS}|{_VERBS.lower()})\b|\bmust (?:be|take|move)\b|\bneeds an? \w+ before\b"
)
_OF_KERNELS = re.compile(
    r"(TYPE|MASK|ATOMIC|REPEAT|COPY|COUNT|STRIDE|SCALAR|PARAM|ALIGN|MEM|POS|OVERLAP|QUE|SYNC|PRINT|REG|CAPI|HOST|"
    r"KERNEL|AIE|IRON)-"
)
# Whoever raises them says it, or they list what there is.
_ELSEWHERE = {"HOST-001", "SYNC-004", "QUE-009", "TYPE-003", "AIE-002", "AIE-003"}
_WHOEVER = re.compile(r".*\{(problem|what|message|instead)\}\.?")


def _is_elsewhere(id: str) -> bool:
    own = id.startswith(("KERNEL", "AIE", "IRON"))
    return id in _ELSEWHERE or id == "AIE-010" or (own and _WHOEVER.fullmatch(CATALOGUE[id]) is not None)


@pytest.mark.parametrize("id", [id for id in CATALOGUE if _OF_KERNELS.match(id) and not _is_elsewhere(id)])
def test_check_rules_say_what_to_write(id: str) -> None:
    assert _CURE.search(CATALOGUE[id]), CATALOGUE[id]


def _fields() -> defaultdict[str, str]:
    fields: defaultdict[str, str] = defaultdict(lambda: "1")
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


@pytest.mark.parametrize("what", checked._RULES)
def test_check_findings_of_ai_engines_say_what_to_write(what: str) -> None:
    *_, write = checked._RULES[what]
    assert _CURE.search(write), write


def test_check_findings_of_graphs_say_what_to_write() -> None:
    for write in (found._ALIGN, *(write for _, write in found._LOCKS.values())):
        assert _CURE.search(write), write


# What the rooms of AI Engines raise says what to do, or what is right ("; it is 1 to 4", "there are: ...").
_MORE_VERBS = (
    "Acquire|Add|Assign|Build|Check|Compare|Connect|Count|Declare|Define|Drop|Import|Join|List|Mark|Name|Pick|Pickle|"
    "Place|Remove|Reorder|Return|Run|Say|Send|State|Store|Take|Try|Wait"
)
_SAYS_HOW = re.compile(
    rf"(?:^|[.;:] |, or |, and |\) |\{{\}})(?:{_VERBS}|{_VERBS.lower()}|{_MORE_VERBS}|{_MORE_VERBS.lower()})\b|"
    r"\bmust \w+|\bneeds an? |; (?:it|a|an|the|both|names|steps|every|next|those|designs|complex|one|without) |"
    r"\b[tT]here are\b|\btakes? |Known: |It has: "
)


def _words(raised: ast.expr) -> str:
    """What a call that makes an error says, with the catalogue's text of its id behind it."""
    parts = [n for n in ast.walk(raised) if isinstance(n, ast.Constant) and isinstance(n.value, str)]
    words = [str(n.value) for n in sorted(parts, key=lambda n: (n.lineno, n.col_offset))]
    own = [word for word in words if word not in CATALOGUE]
    if not any(" " in word.strip() for word in own):
        return ""  # whoever puts its words together says it
    return "{}".join([*own, *(CATALOGUE[word] for word in words if word in CATALOGUE)])


def test_check_errors_of_ai_engines_say_what_to_write() -> None:
    package = Path(lanewise.__file__).parent
    without = []
    for file in sorted(file for room in ("iron", "aie") for file in (package / room).rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
                text = _words(node.exc)
                if text and not _SAYS_HOW.search(text):
                    without.append(f"{file.relative_to(package)}:{node.lineno}: {text}")
    assert without == []
