"""Records of AI Engine operations: whole, and held against what is documented and what the headers let kernels call."""

from __future__ import annotations

import inspect
import re
import subprocess
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from lanewise.chips.chip import chips, policies
from lanewise.cpp.compiler import AIE, INCLUDES, find, target
from lanewise.isa.aie.catalogue import named, operations
from lanewise.isa.aie.entries import entries
from lanewise.isa.aie.types import FAMILIES, LANE_TYPES, SUPPORTED, TAGS

DOCUMENTED = Path(__file__).with_name("aie_documented.txt")
ARCHITECTURES = {"aie": 10, "aie-ml": 20, "aie-mlv2": 21}
TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'|[A-Za-z_]\w*|::|\S')
# Callable, and no operation: compile-time tests and the names of our own runtime.
NOT_OPERATIONS = re.compile(
    r"is_\w+|operator|lw_\w+|vector_elem\w*|vector_ldst_align|tile|unroll_\w+|accauto|zeros_of|S|aie_dm_resource"
    r"|aie_stream\w*|get_input_streams_core_module|read_tm|write_tm|get_coreid|__builtin_aiev2_sched_barrier"
)
TYPES_OF_LINKS = re.compile(
    r"(in|out|inout|input|output)_\w*(stream|cascade|window|buffer)|io_buffer|\w+_mode|\w+_policy"
)


def documented() -> Iterator[tuple[str, set[str]]]:
    where: set[str] = set()
    for line in DOCUMENTED.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            where = set(line.strip("[]").split())
        elif not line.startswith("#"):
            yield from ((name, where) for name in line.split())


def test_isa_aie_has_every_documented_operation() -> None:
    found = dict(documented())
    assert len(found) > 580
    for name, wanted in found.items():
        records = named(name)
        assert records, f"{name} has no record"
        have = {chip for record in records for chip in record.chips}
        # One result is complex, and that chip has no complex floats; of stages it has those of radix 2 and 4.
        if name in ("sincos_complex", "fft_dit_r3_stage", "fft_dit_r5_stage"):
            wanted = wanted - {"aie-mlv2"}
        assert wanted <= have, f"{name} exists on {wanted}, its record says {have}"


@pytest.mark.parametrize(("name", "rows"), [
    ("mul8", "int8*int8:16 int16*int8:8 int16*int16:4 int16*int32:2 int32*int16:2 int16*cint16:2 cint16*int16:2 "
             "cint16*cint16:1 cint16*int32:1"),
    ("lmul4", "int32*cint16:2 cint32*int16:2 int16*cint32:2 int32*int32:2 cint32*cint16:1 cint16*cint32:1 "
              "int32*cint32:1 cint32*int32:1"),
    ("mul16_abs", "int16*int8:4 int16*int16:2 int16*int32:1 int32*int16:1"),
    ("lmul2", "cint32*cint16:2 cint16*cint32:2 int32*cint32:2 cint32*int32:2 cint32*cint32:1"),
    ("mul8_sym_uct", "int16*int8:8 int16*int16:4 int16*int32:2 int16*cint16:2 cint16*int16:2 cint16*cint16:1 "
                     "cint16*int32:1"),
])  # fmt: skip
def test_isa_aie_multiplications_take_the_documented_factors(name: str, rows: str) -> None:
    """Factors and columns as the vendor's tables have them; unsigned bytes count as bytes there."""
    found = {
        f"{row.types[0]}*{row.types[1]}:{row.shape.split()[0]}"
        for row in operations()[name].rows
        if "uint8" not in row.types
    }
    assert found == set(rows.split())


def test_isa_aie_records_are_whole() -> None:
    known = {*LANE_TYPES, *TAGS, "any", "-", "mask", "bool", "bfp16ebs8", "bfp16ebs16"}
    for record in operations().values():
        assert record.summary
        assert record.rows
        assert callable(record.meaning), record.name
        assert set(record.policies) <= set(policies("aie")), record.name
        assert set(record.chips) <= set(chips("aie")), record.name
        assert set(record.modes) | set(record.sets) <= {"rounding", "saturation"}
        for row in record.rows:
            assert row.evidence in ("documented", "inferred", "assumed")
            assert {t.removesuffix(" number") for t in row.types} <= known, (record.name, row.types)
            for chip in row.chips:
                assert {t for t in row.types if t in LANE_TYPES} <= SUPPORTED[chip], (record.name, row.types, chip)
        if record.operands:
            parameters = inspect.signature(record.meaning).parameters.values()
            assert len(record.kinds) <= len(parameters) or any(p.kind == p.VAR_POSITIONAL for p in parameters)


def test_isa_aie_spellings() -> None:
    for spelled, name in {"aie::add": "add", "as_v16int16": "vector_cast", "ext_w1": "ext_w", "lsrs": "lsrs",
                          "mul8_antisym_cn": "mul8_antisym", "mac_4x8_8x4_conf": "mac_4x8_8x4", "srsI": "srs_ilv",
                          "mul4_conj_sym": "mul4_sym", "readincr_v8": "readincr", "get_scd_v8acc48": "get_scd",
                          "cbegin_vector_random_circular": "begin_vector_circular"}.items():  # fmt: skip
        assert [o.name for o in named(spelled)] == [name]
    assert not named("mul9")
    assert not named("add5")


def test_isa_aie_no_name_is_two_operations() -> None:
    """A spelling may stand for several where one intrinsic does what several functions of the interface do."""
    for name, _ in documented():
        assert len(named(name)) == 1, (name, [o.name for o in named(name)])


# What the headers let a kernel call, read from them after preprocessing.


def _skipped(tokens: list[str], at: int, opening: str, closing: str) -> int:
    depth = 0
    while True:
        depth += (tokens[at] == opening) - (tokens[at] == closing)
        at += 1
        if depth == 0:
            return at


CALLED = ("", "aie")
LANES = ("aie::lanes", "lanewise_intrinsics")


@cache
def declared_names(chip: str) -> dict[str, set[str]]:
    """Functions and classes by their namespace."""
    includes = [f"-I{folder}" for folder in INCLUDES]
    command = [*find(AIE.ordered).command, "-std=c++20", "-E", *target(chip, ARCHITECTURES[chip], AIE), *includes, "-x",
               "c++", "-include", "lanewise/aie/api.h", "/dev/null"]
    text, ours = [], False
    for line in subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines():
        marker = re.match(r'# \d+ "([^"]+)"', line)
        if marker:
            ours = "lanewise/aie/" in marker[1] or "lanewise/generated" in marker[1]
        elif ours and not line.startswith("#"):
            text.append(line)
    tokens = [*TOKEN.findall("\n".join(text)), ";", ";", ";"]
    found: dict[str, set[str]] = defaultdict(set)
    spaces, at = [], 0
    while at < len(tokens) - 3:
        if tokens[at] == "namespace":
            end = next(i for i in range(at, len(tokens)) if tokens[i] in "{;=")
            if tokens[end] == "{":
                spaces.append("".join(tokens[at + 1 : end]))
                at = end + 1
            else:
                at = tokens.index(";", end) + 1
        elif tokens[at] == "extern" and tokens[at + 2] == "{":
            spaces.append("lanewise")
            at += 3
        elif tokens[at] == "}":
            spaces.pop()
            at += 1
        else:
            name, at = _declared(tokens, at)
            if name:
                found["::".join(spaces)].add(name)
    return found


def callable_names(chip: str) -> set[str]:
    """Functions and classes that a kernel names: of namespace aie and of the global one, and lane functions, which have
    their entries there."""
    return set().union(*(declared_names(chip)[space] for space in (*CALLED, *LANES)))


@pytest.mark.parametrize("chip", FAMILIES)
def test_isa_aie_every_lane_function_has_its_entry(chip: str) -> None:
    """What no record names cannot be called, and what one names is called through its entry: none is forgotten."""
    called = {name for o in operations().values() for name, chips in entries(o) if chip in chips}
    interface = {name.removeprefix("aie::") for name in called if name.startswith("aie::")}
    found = declared_names(chip)
    assert found["aie::lanes"] == interface
    assert found["lanewise_intrinsics"] == {name for name in called if not name.startswith("aie::")} - interface
    assert not found["lanewise_intrinsics"] & found[""]


def _declared(tokens: list[str], at: int) -> tuple[str, int]:
    """The function or class of one declaration, and where the next one starts."""
    first, name = at, ""
    words = ("requires", "decltype", "noexcept", "alignas", "__attribute__", "static_assert", "sizeof", "explicit")
    while True:
        word = tokens[at]
        if word == "(":
            before = tokens[at - 1]
            if not name and before.isidentifier() and before not in words and tokens[first] != "using":
                name = before
            at = _skipped(tokens, at, "(", ")")
        elif word == "[":
            at = _skipped(tokens, at, "[", "]")
        elif word in ("class", "struct") and tokens[at - 1] not in ("<", ",") and not name and tokens[at + 1] != "{":
            name = tokens[at + 1]
            at += 2
        elif word == "operator" and not name:
            name, at = "operator", at + 1
        elif word == "{":
            at = _skipped(tokens, at, "{", "}")
            return name, at + (tokens[at] == ";")
        elif word == ";":
            return name, at + 1
        else:
            at += 1


@pytest.mark.parametrize("chip", FAMILIES)
def test_isa_aie_headers_call_nothing_without_a_record(chip: str) -> None:
    names = callable_names(chip)
    assert {"srs" if chip == "aie" else "lsrs", "add", "vector", "sliding_mul_ops", "set_rnd"} <= names
    assert ("mul8_antisym" in names) == (chip == "aie")
    unknown = sorted(
        n for n in names
        if not named(n) and not NOT_OPERATIONS.fullmatch(n) and not TYPES_OF_LINKS.fullmatch(n) and n != "template"
    )  # fmt: skip
    assert not unknown


@pytest.mark.parametrize("chip", FAMILIES)
def test_isa_aie_records_are_in_the_headers(chip: str) -> None:
    """Every operation of a chip can be called by one of its names, but for members of classes and other exceptions."""
    names = callable_names(chip)
    members = {"cast_to", "to_vector_zip", "extract", "insert", "grow", "push", "get", "set", "srs_to", "ups_to"}
    members |= {"matmul", "sparse_pack"}  # of Python alone
    for record in operations().values():
        if chip in record.chips and record.name not in members:
            assert any(record.is_called(n) for n in names), record.name
