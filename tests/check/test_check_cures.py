"""Every finding says what to write instead, and every rule that ends a kernel does."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import lanewise
from lanewise import findings
from lanewise.aie import checked
from lanewise.check import texts

TEXTS = findings.texts()

# A sentence that tells somebody to do something.
_VERBS = (
    "Ask|Assign|Call|Check|Choose|Clamp|Clear|Compute|Connect|Convert|Copy|Declare|Define|Fill|Free|Give|Initialise|Keep|Launch|Leave|Let|Load|"
    "Look|Make|Move|Name|Only|Pass|Print|Put|Read|Release|Scale|Set|Shift|Shorten|Split|Start|Switch|Use|Write"
)
_CURE = re.compile(
    rf"(?:^|[.;:] |, or |, and )(?:{_VERBS}|{_VERBS.lower()})\b|\bmust (?:be|take|move)\b|\bneeds an? \w+ before\b"
)
_OF_KERNELS = re.compile(
    r"(TYPE|MASK|ATOMIC|REPEAT|COPY|COUNT|STRIDE|SCALAR|PARAM|ALIGN|MEM|POS|OVERLAP|QUE|SYNC|PRINT|REG|CAPI|HOST|"
    r"KERNEL|AIE|IRON)-"
)
# Whoever raises them says it, or they list what there is.
_ELSEWHERE = {"HOST-001", "SYNC-003", "SYNC-004", "TYPE-003", "AIE-002", "AIE-003"}
_WHOEVER = re.compile(r".*\{(problem|what|message|instead)\}\.?")


def _is_elsewhere(id: str, text: str) -> bool:
    own = id.startswith(("KERNEL", "AIE", "IRON"))
    return id in _ELSEWHERE or id == "AIE-010" or (own and _WHOEVER.fullmatch(text) is not None)


OF_KERNELS = [key for key, text in TEXTS.items() if _OF_KERNELS.match(key[0]) and not _is_elsewhere(key[0], text)]


@pytest.mark.parametrize(("id", "case"), OF_KERNELS)
def test_check_rules_say_what_to_write(id: str, case: str) -> None:
    assert _CURE.search(TEXTS[id, case]), TEXTS[id, case]


FOUND = {  # by id and case: what it says, and what to write instead
    (id, case): (one.what or entry.what, one.write or entry.write)
    for id, entry in findings.entries().items()
    for case, one in {"": entry, **entry.cases}.items()
    if one.write or one.what
}


def _fields(words: str) -> dict[str, str]:
    """A value for each field that words have, but for those that follow from others."""
    fields = dict.fromkeys(re.findall(r"\{(\w+)\}", words), "1")
    fields.update(kind="read after write", op="adds", other_op="data_copy", pipe="V", other_pipe="MTE2", event="4")
    fields.update(origin="adds", operand="dst", first="1", last="1", size="1", second="1", buffer="z")
    return {name: value for name, value in fields.items() if name not in texts._FOLLOWS}


@pytest.mark.parametrize(("id", "case"), FOUND, ids=" ".join)
@pytest.mark.parametrize("cpp", [True, False])
def test_check_findings_say_what_to_write(id: str, case: str, cpp: bool) -> None:
    fields = {**_fields("".join(FOUND[id, case])), "case": case}
    found = texts.finding(id, fields, None, None, "", 1, cpp=cpp)
    assert found.what
    assert _CURE.search(found.write), (found.what, found.write)
    assert not re.search(r"[{}]|\[\[|\]\]|\|", found.what + found.write)


def test_check_findings_are_spelled_as_their_front_writes() -> None:
    fields = {"kind": "read after write", "op": "adds", "other_op": "data_copy", "pipe": "V", "other_pipe": "MTE2",
              "space": "UB", "first": "0", "last": "9", "buffer": "", "event": "4", "free_id": "2"}  # fmt: skip
    cpp, python = (texts.finding("RACE-001", fields, None, None, "", 1, cpp=cpp) for cpp in (True, False))
    assert cpp.what == (
        "Adds (V) reads UB bytes 0..9, which DataCopy (MTE2, an earlier line) writes: nothing orders the two"
    )
    assert cpp.write.startswith("Write SetFlag<HardEvent::MTE2_V>(2) after an earlier line and WaitFlag<")
    assert python.write.startswith("Write asc.set_flag(asc.HardEvent.MTE2_V, 2) after an earlier line and asc.wait_")
    own = {**fields, "other_pipe": "V", "case": "own_pipe"}
    cpp, python = (texts.finding("RACE-001", own, None, None, "", 1, cpp=cpp) for cpp in (True, False))
    assert cpp.write == "Write PipeBarrier<PIPE_V>() between the two"
    assert python.write == "Write asc.pipe_barrier(asc.PipeID.PIPE_V) between the two"


def test_check_findings_of_ai_engines_have_words() -> None:
    for case, (_, id) in checked._RULES.items():
        assert (id, case) in FOUND


# What the rooms of AI Engines raise says what to do, or what is right ("; it is 1 to 4", "there are: ...").
_MORE_VERBS = (
    "Acquire|Add|Build|Check|Compare|Count|Drop|Import|Join|List|Mark|Pick|Pickle|"
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
    said = {id: text for (id, case), text in TEXTS.items() if not case or case in words}
    own = [word for word in words if word not in said]
    if not any(" " in word.strip() for word in own):
        return ""  # whoever puts its words together says it
    return "{}".join([*own, *(said[word] for word in words if word in said)])


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


# Ids whose words are with whoever raises them. The rest has them in findings/, and nothing is to be added here.
_WORDS_ELSEWHERE = {
    "AIE-004", "AIE-006", "AIE-009", "AIE-010", "CALL-001", "CELL-001", "CHECK-001", "CHIP-002",
    "CPP-001", "CPP-002", "CPP-003", "CPP-004", "CPP-005", "HOST-001", "HOST-002", "IRON-005",
    "OPERATOR-001", "OPERATOR-002", "OPERATOR-003",
}  # fmt: skip


def test_check_texts_of_errors_stand_in_their_entries() -> None:
    assert {id for (id, _), text in TEXTS.items() if "{problem}" in text} == _WORDS_ELSEWHERE


def _raised() -> set[tuple[str, str]]:
    """Ids and cases that sources name together: in Python, and in C++ one behind the other."""
    root = Path(lanewise.__file__).parents[2]
    found = set()
    for file in (root / "src" / "lanewise").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
                case = next((k.value for k in node.keywords if k.arg == "case"), None)
                if isinstance(case, ast.Constant) and re.fullmatch(r"[A-Z]+-\d{3}", str(node.args[0].value)):
                    found.add((str(node.args[0].value), str(case.value)))
    sources = [file for room in ("engine", "include") for file in (root / room).rglob("*") if file.is_file()]
    for file in sources:
        text = file.read_text(encoding="utf-8")
        found |= set(re.findall(r'(?:Fault|fault|warn)\("([A-Z]+-\d{3})", [^;]*?\{"case", "(\w+)"', text))
    return found


def test_check_errors_without_a_text_of_their_own_name_a_case() -> None:
    bare = {id for id, _ in TEXTS} - {id for id, case in TEXTS if not case}
    assert "QUE-009" in bare
    root, wrong = Path(lanewise.__file__).parents[2], []
    for file in (file for room in ("engine", "include", "src") for file in (root / room).rglob("*")):
        if file.suffix not in (".py", ".h", ".hpp", ".cpp"):
            continue
        for call in re.finditer(r'"([A-Z]+-\d{3})",([^;]*?)(?:;|\n\n|\)\n)', file.read_text(encoding="utf-8")):
            if call[1] in bare and "case" not in call[2]:
                wrong.append(f"{file.name}: {call[0]}")
    assert wrong == []


def test_check_cases_that_are_raised_have_a_text() -> None:
    assert ("QUE-009", "second_pipe") in _raised()
    assert sorted(key for key in _raised() if key not in TEXTS) == []
