"""The instruction tables: sound in themselves, and covering every documented row."""

from __future__ import annotations

import inspect
import re
from collections import Counter
from itertools import product
from pathlib import Path

import pytest
from api_rows import API_ROWS, CHIPS, Api

from every import check_every
from lanewise.chips.chip import EVIDENCE, chips, policies, told_policies
from lanewise.errors import LanewiseError
from lanewise.isa.ascend_simt.catalogue import functions as functions_of_threads
from lanewise.isa.catalogue import by_opcode, find, instructions, opcodes
from lanewise.isa.issued import ACCESS, OPERAND, RECORD, STATE, cpp_structs
from lanewise.isa.record import Instruction, Overload, Row
from lanewise.numerics.formats import DTYPES

RECORDS = list(instructions().values())
LABEL = {"count": Overload.COUNT, "contiguous": Overload.CONTIGUOUS, "bitwise": Overload.BITWISE}
SPECIAL = {
    "And": "bitwise_and", "Or": "bitwise_or", "Not": "bitwise_not", "Copy_count": "copy", "Copy_masked": "copy",
    "DataCopyPad_gm2ub": "data_copy_pad", "DataCopyPad_ub2gm": "data_copy_pad", "DataCopy_block": "data_copy",
    "DataCopy_count": "data_copy", "DataCopy_ub2ub_block": "data_copy_ub", "DataCopy_ub2ub_count": "data_copy_ub",
    "DataCopy_nd2nz": "data_copy_nd2nz", "DataCopy_nz2nd": "data_copy_nz2nd", "DataCopy_slice": "data_copy_slice",
    "DataCopy_nddma": "data_copy_nddma", "NdDmaDci": "nd_dma_dci", "TransDataTo5HD": "trans_data_to_5hd",
    "Transpose_plain": "transpose", "Transpose_nd2nd_b16": "transpose_nd2nd_b16", "Transpose_nchw": "transpose_nchw",
}  # fmt: skip
BY_LAST = ("Compare", "Compares", "Select")  # whose count-only types are those of the data, the last operand


def snake(name: str) -> str:
    base = name.removesuffix("_flexible")
    return SPECIAL.get(base) or re.sub(r"(?<=[a-z])(?=[A-Z])", "_", base).lower()


# --- sanity ---------------------------------------------------------------------------------------------------------


@check_every(RECORDS, lambda i: i.name)
def test_record_rows_use_known_chips_and_types(ins: Instruction) -> None:
    assert ins.rows
    for row in ins.rows:
        assert row.chips
        assert set(row.chips) <= set(chips())
        assert len(row.types) == len(ins.form.operands)
        for name, operand in zip(row.types, ins.form.operands, strict=True):
            left_out = ins.form.executor == "macro" and not name
            assert left_out or name in (("",) if operand.space in ("mask", "unaligned") else DTYPES)
        assert row.overloads
        assert row.evidence in EVIDENCE
        assert not row.unit or row.unit in DTYPES
        assert not row.scalar or row.scalar in DTYPES


@check_every(RECORDS, lambda i: i.name)
def test_record_has_no_row_twice(ins: Instruction) -> None:
    seen = Counter((chip, row.types, form) for row in ins.rows for chip in row.chips for form in row.overloads)
    assert [key for key, n in seen.items() if n > 1] == []


@check_every(RECORDS, lambda i: i.name)
def test_record_names_and_policies(ins: Instruction) -> None:
    assert re.fullmatch(r"[a-z][a-z0-9_]*", ins.name)
    assert ins.vendor
    assert ins.summary
    assert set(ins.policies) <= set(policies())
    for group in (ins.ranges, ins.flexible, ins.algorithms, ins.rounds):
        assert set(group) <= set(ins.chips)
    assert ins.timing
    assert callable(ins.meaning)


def test_record_names_are_unique_per_dispatch_group() -> None:
    """Instructions that share a Python name must differ in what a call can see: operands or their number."""
    groups: dict[str, list[Instruction]] = {}
    for ins in RECORDS:
        for name in ins.python_names:
            groups.setdefault(name, []).append(ins)
    for name, members in groups.items():
        shapes = [(m.form.executor, tuple(o.name for o in m.form.operands), m.form.scalars, m.name) for m in members]
        assert len(shapes) == len(set(shapes)), name
        assert len({m.vendor for m in members}) == 1, name


def test_catalogue_opcodes() -> None:
    codes = opcodes()
    assert sorted(codes.values()) == list(range(1, len(codes) + 1))
    assert all(by_opcode()[code] is instructions()[name] for name, code in codes.items())


@pytest.mark.parametrize("spelling", ["shift_right", "ShiftRight", "SHIFTRIGHT", "shiftright"])
def test_catalogue_finds_any_spelling(spelling: str) -> None:
    assert {i.name for i in find(spelling)} == {"shift_right", "shift_right_tensor"}


def test_catalogue_finds_old_names() -> None:
    assert [i.name for i in find("FusedMulAddRelu")] == ["mul_add_relu"]


def test_catalogue_suggests_near_names() -> None:
    with pytest.raises(LanewiseError) as caught:
        find("ShiftRigth")
    assert caught.value.id == "OP-004"
    assert "ShiftRight" in str(caught.value)


def test_policies_named_by_records_are_used() -> None:
    """A policy nobody reads is a leftover: each is named by a record, or read by the machine or the checker."""
    import lanewise.isa.env
    import lanewise.machine.core
    import lanewise.machine.definition
    import lanewise.machine.definition.elementwise
    import lanewise.machine.definition.lanes

    named = {p for one in (*RECORDS, *functions_of_threads().values()) for p in one.policies}
    modules = (lanewise.isa.env, lanewise.machine.core, lanewise.machine.definition,
               lanewise.machine.definition.elementwise, lanewise.machine.definition.lanes)  # fmt: skip
    text = "".join(inspect.getsource(m) for m in modules)
    text += "".join(path.read_text() for path in (Path(__file__).parents[2] / "engine" / "check").rglob("*.cpp"))
    # zero_repeat has one choice: the executor simply runs zero times.
    assert [p for p in told_policies() if p not in named and p not in text and p != "zero_repeat"] == []


def test_record_layouts_are_packed() -> None:
    """The C++ structs must need no padding: every field on a multiple of its own size."""
    for layout in (OPERAND, RECORD, STATE, ACCESS):
        for field in layout.names or ():
            kind, offset = layout.fields[field][0], layout.fields[field][1]
            base = kind.subdtype[0] if kind.subdtype else kind
            align = 8 if base == OPERAND else base.itemsize
            assert offset % align == 0, field
        assert layout.itemsize % 8 == 0
    assert cpp_structs().count("static_assert") == 4


# --- coverage -------------------------------------------------------------------------------------------------------


def vendor_name(api: Api) -> str:
    return re.sub("_.*", "", api.name)


def records_of(api: Api) -> list[Instruction]:
    """All records that carry the page's vendor name, but for those that another page names more exactly."""
    vendor, own = vendor_name(api), snake(api.name)
    others = {snake(a.name) for a in API_ROWS if vendor_name(a) == vendor} - {own}
    memory = (i for i in RECORDS if i.form.executor != "macro")  # functions of the library share some names
    return [i for i in memory if vendor in (*i.vendor, *i.old) and i.name not in others]


def expand(word: str) -> list[str]:
    width = {"b8": 8, "b16": 16, "b32": 32, "b64": 64}.get(word)
    if width is not None:
        return [t.name for t in DTYPES.values() if t.bits == width]
    return ["/".join(parts) for parts in product(*(part.split("|") for part in word.split("/")))]


def count_only(api: Api, word: str) -> bool:
    """Whether ascend950 has no masked form for these types."""
    listed, parts = set(api.count_only.split()), word.split("/")
    return word in listed or bool(listed & set(parts[-1:] if vendor_name(api) in BY_LAST else parts))


def same_types(api: Api, ins: Instruction, row: Row, word: str) -> bool:
    parts = word.split("/")
    types = parts * len(row.types) if len(parts) == 1 else parts
    if vendor_name(api) in BY_LAST:  # the records may leave out an operand that a register or a scalar stands for
        return set(row.types) <= set(types) and types[-1] in row.types
    scalar = len(parts) <= len(row.types) or not ins.form.scalars or parts[len(row.types)] == ins.scalar_type(row)
    return scalar and all(a == b for a, b in zip(row.types, types, strict=False))


def has_row(api: Api, chip: str, word: str, form: Overload | None) -> bool:
    return any(
        same_types(api, ins, row, word) and (form is None or form in row.overloads)
        for ins in records_of(api) for row in ins.rows_on(chip)
    )  # fmt: skip


def test_every_page_is_in_the_table() -> None:
    assert len({a.page or a.name for a in API_ROWS}) == 109
    assert len({a.name for a in API_ROWS}) == len(API_ROWS)


@check_every(API_ROWS, lambda a: a.name)
def test_every_documented_row_has_a_record(api: Api) -> None:
    records = records_of(api)
    assert records
    missing = []
    for group, text in api.types.items():
        for short in group.split("+"):
            chip = CHIPS[short]
            assert any(chip in ins.chips for ins in records), chip
            if not any(ins.form.operands for ins in records):
                continue
            for word in (w for entry in text.split() for w in expand(entry)):
                for form in api.forms.split() or [""]:
                    if chip == "ascend950" and form != "count" and count_only(api, word):
                        continue
                    if not has_row(api, chip, word, LABEL.get(form)):
                        missing.append((chip, word, form))
    assert missing == []
    if api.name.endswith("_flexible"):
        assert any(ins.flexible == ("ascend950",) for ins in records)


DOCUMENTED = {a.category for a in API_ROWS}


@check_every([i for i in RECORDS if i.family in DOCUMENTED], lambda i: i.name)
def test_every_row_is_documented(ins: Instruction) -> None:
    """No record offers a chip, type or form that no page lists."""
    pages = [a for a in API_ROWS if ins in records_of(a)]
    assert pages, "no page"
    extra = [(chip, row.types, form) for row in ins.rows for chip in row.chips for form in row.overloads
             if not any(listed(page, ins, chip, row, form) for page in pages)]  # fmt: skip
    if ins.name in ("bitwise_and", "bitwise_or", "bitwise_not"):  # 32-bit count forms on A2 and A3: a note on the page
        extra = [e for e in extra if not (e[1][0].endswith("int32") and e[2] == Overload.COUNT and "910" in e[0])]
    assert extra == []


def listed(page: Api, ins: Instruction, chip: str, row: Row, form: Overload) -> bool:
    forms = [LABEL[f] for f in page.forms.split()]
    if forms and form not in forms and vendor_name(page) not in BY_LAST:
        return False
    for group, text in page.types.items():
        if chip not in (CHIPS[s] for s in group.split("+")):
            continue
        if not row.types or not text:
            return True
        for word in (w for entry in text.split() for w in expand(entry)):
            if form != Overload.COUNT and chip == "ascend950" and count_only(page, word):
                continue
            if same_types(page, ins, row, word):
                return True
    return False
