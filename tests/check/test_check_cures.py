"""Every finding says what to write instead, and every rule that ends a kernel does."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import lanewise
from lanewise import findings
from lanewise.aie import checked, status
from lanewise.check import texts

TEXTS = findings.texts()

# A sentence that tells somebody to do something.
_VERBS = (
    "Ask|Assign|Call|Check|Choose|Clamp|Clear|Compute|Connect|Convert|Copy|Declare|Define|Fill|Free|Give|Initialise|Keep|Launch|Leave|Let|Load|"
    "Look|Make|Move|Name|Only|Pass|Print|Put|Read|Release|Scale|Set|Shift|Shorten|Split|Start|Switch|Take|Use|Wait|Write"
)
_CURE = re.compile(
    rf"(?:^|[.;:] |, or |, and )(?:{_VERBS}|{_VERBS.lower()})\b|\bmust (?:be|take|move)\b|\bneeds an? \w+ before\b"
)
_OF_KERNELS = re.compile(
    r"(TYPE|MASK|ATOMIC|REPEAT|COPY|COUNT|STRIDE|SCALAR|PARAM|ALIGN|MEM|POS|OVERLAP|QUE|SYNC|PRINT|REG|CAPI|HOST|"
    r"KERNEL|AIE|IRON)-"
)
# Whoever raises them says it, or they list what there is.
_ELSEWHERE = {"TYPE-003", "AIE-002", "AIE-003"}
_WHOEVER = re.compile(r".*\{(problem|what|message|instead|said)\}(?: \(error \{code\}\))?\.?")


def _is_elsewhere(id: str, text: str) -> bool:
    own = id.startswith(("KERNEL", "AIE", "IRON", "HOST"))
    return id in _ELSEWHERE or id == "AIE-010" or (own and _WHOEVER.fullmatch(text) is not None)


OF_KERNELS = [key for key, text in TEXTS.items() if _OF_KERNELS.match(key[0]) and not _is_elsewhere(key[0], text)]


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
_OPERANDS = {"AIE-004", "AIE-006", "AIE-009", "IRON-005"}  # whatever may be given to hundreds of names


@pytest.mark.parametrize(("id", "case"), OF_KERNELS)
def test_check_rules_say_what_to_write(id: str, case: str) -> None:
    cure = _SAYS_HOW if id in _OPERANDS else _CURE
    assert cure.search(TEXTS[id, case]), TEXTS[id, case]


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
    for case, id in status.FINDINGS.items():
        assert (id, case) in FOUND
        assert id in checked._KIND_OF
    assert {*status.FINDINGS, *status.SAID} == set(status.HAPPENINGS)


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


def test_check_texts_of_errors_stand_in_their_entries() -> None:
    """No entry leaves what it says to whoever raises it."""
    assert [key for key, text in TEXTS.items() if "{problem}" in text] == []
    own = {key: re.sub(r"\{\w+\}|\W", "", text) for key, text in TEXTS.items()}
    passed_on = {  # words of the user's code, of another error, of a library, of the checker
        ("AIE-009", "thrown"), ("HOST-001", "refused"), ("CHECK-001", "no_toml"), ("CHIP-002", "unreadable"),
    }  # fmt: skip
    assert {key for key, words in own.items() if not words.replace("error", "")} == passed_on
    # A sentence, or what to write, is no field: those are values.
    fields = {name for text in TEXTS.values() for name in re.findall(r"\{(\w+)\}", text)}
    assert fields & {"hint", "cure", "happened", "problem"} == set()


def test_check_texts_of_findings_stand_in_their_entries() -> None:
    without = [(key, text) for key, pair in FOUND.items() for text in pair
               if text and len(re.findall(r"[A-Za-z]{2,}", re.sub(r"\{\w+\}", "", text))) < 3]
    assert without == []


Raised = tuple[str, str, frozenset[str] | None]  # an id, its case, the fields that it is given; None: nobody can tell


def _fields_of(call: ast.Call) -> frozenset[str] | None:
    names = [k.arg for k in call.keywords]
    return None if None in names else frozenset(str(name) for name in names)


def _helpers(tree: ast.Module) -> dict[str, set[tuple[str, int, frozenset[str]]]]:
    """Functions that make the error of the case that they are given: id, the case's argument, their own fields."""
    found: dict[str, set[tuple[str, int, frozenset[str]]]] = {}
    for made in ast.walk(tree):
        if not isinstance(made, ast.FunctionDef):
            continue
        names = [one.arg for one in (*made.args.posonlyargs, *made.args.args) if one.arg != "self"]
        for call in ast.walk(made):
            given = {k.arg: k.value for k in call.keywords} if isinstance(call, ast.Call) else {}
            passes_on = isinstance(given.get("case"), ast.Name) and "case" in names
            if passes_on and call.args and isinstance(call.args[0], ast.Constant):
                own = frozenset(str(name) for name in given if name not in ("case", None))
                found.setdefault(made.name, set()).add((str(call.args[0].value), names.index("case"), own))
    return found


def _raised_in_python(root: Path) -> set[Raised]:
    trees = {file: ast.parse(file.read_text(encoding="utf-8")) for file in (root / "src" / "lanewise").rglob("*.py")}
    helpers = {file: _helpers(tree) for file, tree in trees.items()}
    found: set[Raised] = set()
    for file, tree in trees.items():
        # Those of other files come by an import.
        names = {a.name for n in ast.walk(tree) if isinstance(n, ast.ImportFrom) for a in n.names}
        known = {n: held for one in helpers.values() for n, held in one.items() if n in names} | helpers[file]
        for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
            fields = _fields_of(call)
            name = getattr(call.func, "attr", getattr(call.func, "id", ""))
            for id, at, own in known.get(name, ()):
                if len(call.args) > at and isinstance(call.args[at], ast.Constant):
                    found.add((id, str(call.args[at].value), None if fields is None else fields | own))  # type: ignore[attr-defined]
            case = next((k.value for k in call.keywords if k.arg == "case"), None)
            id = call.args[0].value if call.args and isinstance(call.args[0], ast.Constant) else None
            if isinstance(case, ast.Constant) and isinstance(id, str) and re.fullmatch(r"[A-Z]+-\d{3}", id):
                # Other callees may add fields of their own.
                found.add((id, str(case.value), fields if name.endswith("Error") else None))
    return found


def _raised() -> set[Raised]:
    """Ids and cases that sources name together: in Python, and in C++ one after the other."""
    root = Path(lanewise.__file__).parents[2]
    found = _raised_in_python(root)
    for file in (file for room in ("engine", "include") for file in (root / room).rglob("*") if file.is_file()):
        text = file.read_text(encoding="utf-8")
        cases = re.findall(r'(?:Fault|fault|warn)\("([A-Z]+-\d{3})", [^;]*?\{"case", "(\w+)"', text)
        failed = re.findall(r'\b(fail|fail_memory|refuse)\([A-Z_]+, (?:[\w.]+|"\w+"), [^;"]*"(\w+)"', text)
        found |= {(id, case, None) for id, case in cases}
        found |= {("HOST-002" if how == "fail_memory" else "HOST-001", case, None) for how, case in failed}
        if "aie" in file.parts:  # a kernel that ends: aie/core.h
            ended = r'\b(?:fault|starved|ended_by)\("([a-z_0-9]+)"(?:, \{((?:[^;{}]|\{[^;{}]*\})*)\})?\)'
            for case, fields in re.findall(ended, text):
                found.add(("AIE-009", case, frozenset(re.findall(r'\{"(\w+)"', fields)) | {"kernel"}))
    return found


def test_check_errors_without_a_text_of_their_own_name_a_case() -> None:
    bare = {id for id, _ in TEXTS} - {id for id, case in TEXTS if not case}
    assert "QUE-009" in bare
    root, wrong = Path(lanewise.__file__).parents[2], []
    for file in (file for room in ("engine", "include", "src") for file in (root / room).rglob("*")):
        if file.suffix not in (".py", ".h", ".hpp", ".cpp"):
            continue
        for call in re.finditer(r'"([A-Z]+-\d{3})",([^;]*?)(?:;|\n\n|\)\n)', file.read_text(encoding="utf-8")):
            if call[1] in bare and "case" not in call[2] and "which" not in call[2]:
                wrong.append(f"{file.name}: {call[0]}")
    assert wrong == []


def test_check_cases_that_are_raised_have_a_text() -> None:
    raised = {(id, case) for id, case, _ in _raised()}
    known = {
        ("QUE-009", "second_pipe"), ("CHIP-002", "no_table"), ("OPERATOR-002", "out_count"), ("IRON-005", "no_device"),
        ("IRON-005", "pattern_repeat"), ("AIE-009", "foreign_type"), ("HOST-002", "no_room"),
    }  # fmt: skip
    assert known <= raised
    assert sorted(key for key in raised if key not in TEXTS) == []


def test_check_cases_are_given_the_fields_of_their_texts() -> None:
    """A field that nobody gives would stand in the text as `{field}`."""
    always = {"case", "late", "where"}
    lacking = []
    for id, case, fields in _raised():
        names = set(re.findall(r"\{(\w+)", TEXTS.get((id, case), ""))) - always
        if fields is not None and not names <= fields:
            lacking.append(f"{id} {case}: {sorted(names - fields)}")
    assert sorted(lacking) == []
