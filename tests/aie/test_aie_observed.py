"""Every operation leaves its record, from Python and from C++: its name, its line, its operands and what it waits for.

Each register that a call takes is the result of a record named like it, and a record that takes the result follows: so
a call that forgets an operand, or whose result nobody knows, is found.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest
from all_cases import calls
from operation_cases import Case

from compiled import needs_compiler
from lanewise import aie
from lanewise.aie.trace import Issued, Trace
from lanewise.isa.aie.calls import lanes_of
from lanewise.isa.aie.catalogue import operations
from lanewise.isa.aie.entries import entries
from lanewise.isa.aie.issued import MOST_AFTER, MOST_NUMBERS, MOST_TYPES
from lanewise.isa.aie.types import FAMILIES, LANE_TYPES, TAGS

pytestmark = needs_compiler
HEADER = Path(__file__).with_name("agreement.h")
RESULT = "the result"
START = f"""#include "{HEADER}"
namespace l = lanewise::aie;
void made(const char* name, const void* at, unsigned bytes) {{
    {{ const l::operation now(name); }}
    l::recorded().writers.set(at, bytes, l::recorded().current);
}}
void taken(const void* at, unsigned bytes) {{
    l::record one("{RESULT}");
    one.wait_for(l::read_bytes{{at, bytes}});
    one.keep();
}}
template <class X> const X& seen(const X& x) {{ return taken(&x, sizeof x), x; }}
void run(const int64* words, int64* out, int8* memory) {{
    const int64* in = words;
"""
REGISTERS = ("vector", "accum", "mask")
ROOM = 64  # bytes of memory for each operand


def first_of_each(chip: str) -> list[Case]:
    """The first row of each operation that the chip has and a test can call by itself."""
    found: dict[str, Case] = {}
    for case in (*calls(chip, everything=True), *other_verbs(chip)):
        found.setdefault(case.operation.name, case)
    return list(found.values())


def other_verbs(chip: str) -> Iterator[Case]:
    """Those of multiplications by shape that share a template with mul and mac."""
    for record in operations().values():
        if record.family != "multiplication by shape" or record.cpp:
            continue
        verb, _, shape = record.name.partition("_")
        of = operations()[f"{'mul' if verb == 'negmul' else 'mac'}_{shape}"]
        operands, call = of.operands, of.cpp.replace(of.name, record.name)
        if verb.startswith("add"):
            operands += " " + operands.split()[-1].replace("acc:", "first:")
            call = call.replace("{acc}", "{acc}, {first}")
        row = next(record.rows_on(chip), None)
        if row is not None:
            yield Case(replace(record, operands=operands, cpp=call), row, chip, lanes_of(row))


def registers_of(case: Case) -> list[str]:
    return [name for name, kind, _ in case.kinds if kind in REGISTERS]


def block(case: Case, wide: int, at: int) -> str:
    """A call on a line of its own, which leaves `in` behind its operands. What it takes from memory lies at `at`."""
    body = case.cpp(0).removeprefix("case 0: ").removesuffix(" break; }") + " }"
    operands, _, call = body.rpartition("given(out, ")
    for name, kind, of in case.kinds:
        if kind == "memory":
            operands = operands.replace(
                f"alignas(64) {of} {name}[{case.lanes}];",
                f"{of}* const {name} = reinterpret_cast<{of}*>(memory + {at});",
            )
    operands += "".join(f'made("{name}", &{name}, sizeof {name}); ' for name in registers_of(case))
    call = f"given(to, seen({call.removesuffix('); }')})); }}"
    return f"    {{ const int64* next = in + {wide}; int64* to = out; {operands} {call} in = next; }}"


def from_python(case: Case, operands: list[Any]) -> Trace:
    """The call, whose registers come from records and whose result goes to one."""
    result = type(case).result

    def watched(case: Case, given: list[Any]) -> Any:
        registers = [one for one in given if isinstance(one, aie.Vector | aie.Accum | aie.Mask)]
        for name, register in zip(registers_of(case), registers, strict=True):
            core.listener(name, ())
            core.listener.done((), register)
        found = result(case, given)
        core.listener(RESULT, (found,))
        return found

    with aie.core(case.chip, trace=True) as core, patch.object(type(case), "result", watched):
        case.python(operands)
    return core.trace()


def from_cpp(cases: Sequence[Case], operands: Sequence[list[Any]], source: Path) -> list[list[Issued]]:
    """The records of each call, in one program."""
    words = [case.words(given).reshape(-1) for case, given in zip(cases, operands, strict=True)]
    lines = [block(case, len(row), ROOM * at) for at, (case, row) in enumerate(zip(cases, words, strict=True))]
    source.write_text(START + "\n".join(lines) + "\n}\n", encoding="utf-8")
    kernels = aie.load(source, chip=cases[0].chip, flags=("-O0",), trace=True)
    kernels.run(np.concatenate(words), np.zeros(4096, np.int64), np.zeros(ROOM * len(cases), np.int8))
    return calls_in(kernels.run.trace())


def calls_in(trace: Sequence[Issued]) -> list[list[Issued]]:
    """The records of each call up to that of its result, whose numbers count from its first."""
    found, first = list[list[Issued]](), 0
    for at, one in enumerate(trace, 1):
        if one.name == RESULT:
            found.append([replace(r, after=tuple(n - first for n in r.after if n >= first)) for r in trace[first:at]])
            first = at
    return found


def wrong(case: Case, given: list[Any], records: Sequence[Issued], is_number: bool = False) -> str:
    """What the records do not say of the call, whose result may be a number; nothing where they say all of it."""
    own = [at for at, one in enumerate(records) if case.operation.is_called(one.name)]
    if not own:
        return f"no record, only {[one.name for one in records]}"
    types = [t for at in own for t in records[at].types]
    numbers = iter([n for at in own for n in records[at].numbers])
    wanted = [of for _, kind, of in case.kinds if kind in ("vector", "accum", "memory")]
    if types[: len(wanted)] != wanted[:MOST_TYPES]:
        return f"operands {types} instead of {wanted}"
    if case.operation.family == "fft":  # their samples are in memory
        return ""
    lanes = max((case.size(name) for name, kind, _ in case.kinds if kind in REGISTERS), default=0)
    if lanes > records[own[0]].lanes:
        return f"{records[own[0]].lanes} lanes instead of {lanes}"
    asked = [int(np.asarray(value).reshape(-1)[0]) for (_, kind, _), value in zip(case.kinds, given, strict=True)
             if kind not in (*REGISTERS, "memory", "type", "tag", "lane")]  # fmt: skip
    if not all(n in numbers for n in asked[:MOST_NUMBERS]):  # in this order
        return f"numbers {[records[at].numbers for at in own]} instead of {asked}"
    waits = {records[n].name for at in own for n in records[at].after if n not in own}
    if not waits.issuperset(registers_of(case)[:MOST_AFTER]):
        return f"waits for {waits} instead of {registers_of(case)}"
    reached = [case.size(name) * LANE_TYPES[of].lane_bits // 8 for name, kind, of in case.kinds if kind == "memory"]
    if records[own[0]].bytes != sum(reached):
        return f"reaches {records[own[0]].bytes} bytes instead of {sum(reached)}"
    if own[-1] not in records[-1].after and not is_number:
        return f"what took its result waits for {[records[n].name for n in records[-1].after]}"
    return ""


@pytest.mark.parametrize("chip", FAMILIES)
def test_aie_observed_from_both_fronts(chip: str, tmp_path: Path) -> None:
    cases, rng = first_of_each(chip), np.random.default_rng(3)
    operands = [case.draw(rng, 1) for case in cases]
    source = tmp_path / "observed.cc"
    compiled = from_cpp(cases, operands, source)
    assert len(compiled) == len(cases)
    missing = []
    for at, (case, given, records) in enumerate(zip(cases, operands, compiled, strict=True)):
        places = {(one.file, one.line) for one in records if case.operation.is_called(one.name)}
        line = START.count("\n") + 1 + at
        if not all(place == (str(source), line) or place[0] == str(HEADER) for place in places):
            missing.append(f"{case.label}, C++: at {places} instead of line {line}")
        (traced,) = calls_in(from_python(case, given))
        to = case.row.types[-1]
        is_number = traced[-1].order == "n" or not (to in LANE_TYPES or to in TAGS)
        for front, found in (("Python", traced), ("C++", records)):
            if problem := wrong(case, given, found, is_number):
                missing.append(f"{case.label}, {front}: {problem}")
        reached = [(one.argument, one.offset) for one in records if one.bytes and case.operation.is_called(one.name)]
        if any(kind == "memory" for _, kind, _ in case.kinds) and reached != [(3, ROOM * at)]:
            missing.append(f"{case.label}, C++: reaches {reached} instead of {(3, ROOM * at)}")
    assert not missing, "\n".join(missing)


def around_its_entry(case: Case) -> Case | None:
    """The call as it would be if the name had no entry: that of the lane function itself."""
    for name, _ in entries(case.operation):
        lanes = f"aie::lanes::{name[5:]}" if name.startswith("aie::") else f"lanewise_intrinsics::{name}"
        found, count = re.subn(rf"(?<![\w:]){name}\b", lanes, case.operation.cpp)
        if count:
            return replace(case, operation=replace(case.operation, cpp=found))
    return None


def test_aie_observed_finds_each_entry_that_is_forgotten(tmp_path: Path) -> None:
    cases, rng = first_of_each("aie-ml"), np.random.default_rng(3)
    planted = [(case, around) for case in cases if (around := around_its_entry(case))]
    operands = [case.draw(rng, 1) for case, _ in planted]
    compiled = from_cpp([around for _, around in planted], operands, tmp_path / "around.cc")
    assert len(compiled) == len(planted) > 200
    silent = [case.label for (case, _), given, records in zip(planted, operands, compiled, strict=True)
              if "no record" not in wrong(case, given, records)]  # fmt: skip
    assert not silent, "\n".join(silent)


def test_aie_observed_misses_are_found() -> None:
    """What an operation may forget, or say wrongly, one after the other."""
    case = next(case for case in first_of_each("aie") if case.operation.name == "mac")
    given = case.draw(np.random.default_rng(1), 1)
    (right,) = calls_in(from_python(case, given))
    at = next(at for at, one in enumerate(right) if one.name == "mac")
    assert wrong(case, given, right) == ""
    planted = {
        "no record": {"name": "upshift"}, "operands": {"types": right[at].types[:2]}, "lanes": {"lanes": 1},
        "waits for": {"after": right[at].after[1:]}, "reaches": {"bytes": 32},
    }  # fmt: skip
    for words, fields in planted.items():
        assert words in wrong(case, given, [*right[:at], replace(right[at], **fields), *right[at + 1 :]])
    assert "what took its result" in wrong(case, given, [*right[:-1], replace(right[-1], after=())])
