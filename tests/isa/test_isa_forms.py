"""Forms own what repeats: there are few, and instructions differ in their parameters alone."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from lanewise.isa import form as forms
from lanewise.isa.catalogue import instructions
from lanewise.isa.form import BINARY, OFFSETS, PARAMETERS, WALK, Form, Operand, operands_of
from lanewise.numerics.formats import DTYPES

FORMS = [f for f in vars(forms).values() if isinstance(f, Form)]


def bare(form: Form) -> Form:
    """What repeats."""
    empty = Form("", "")
    return replace(form, **{name: getattr(empty, name) for name in PARAMETERS})


def test_forms_are_sixteen_at_most() -> None:
    assert len(FORMS) <= 16
    assert len({f.name for f in FORMS}) == len(FORMS)


def test_forms_differ_in_what_repeats_or_are_called_otherwise() -> None:
    """Every instruction takes one of them, and changes nothing but parameters."""
    known = {f.name: bare(f) for f in FORMS}
    used = {ins.form.name for ins in instructions().values()}
    for ins in instructions().values():
        assert bare(ins.form) == known[ins.form.name], ins.name
    assert used == set(known), "a form without an instruction"


def test_forms_refuse_to_change_what_repeats() -> None:
    with pytest.raises(TypeError, match="executor of form binary is no parameter"):
        BINARY(executor="walk")


def test_form_operands_are_read_from_words() -> None:
    assert operands_of("dst+ src:reg bits% table* offset@ room~ $scalar") == (
        Operand("dst", "inout"),
        Operand("src", "src", "reg"),
        Operand("bits", "src", strided=False, counted=False),
        Operand("table", "src", strided=False),
        Operand("offset", "src", counted=False),
        Operand("room", "scratch", counted=False),
    )
    assert WALK("dst $first $second").scalars == ("first", "second")


@pytest.mark.parametrize(
    ("form", "types", "width"),
    [
        (BINARY, "half float half", 4),
        (WALK("dst sel% src0"), "half uint32 half", 2),
        (OFFSETS("dst src* at@"), "int8 int8 uint32", 2),
        (OFFSETS("dst src* at@"), "int64 int64 uint32", 8),
    ],
)
def test_form_width_counts_lanes_of_the_widest_element(form: Form, types: str, width: int) -> None:
    assert form.width([DTYPES[t].size for t in types.split()]) == width


ROOT = Path(__file__).parents[2]
ROOMS = ("forms", "machine", "moves", "walks", "lanes", "registers", "states", "kernels", "macros")


@pytest.mark.parametrize("room", ROOMS)
def test_forms_engine_decides_by_properties(room: str) -> None:
    """No file that runs instructions names one: what it decides is a property of the record or of its form."""
    for path in sorted((ROOT / "engine" / room).glob("*.[ch]pp")):
        assert not re.search(r"\bOpcode::\w", path.read_text(encoding="utf-8")), path


def test_forms_definition_decides_by_properties() -> None:
    for path in sorted((ROOT / "src/lanewise/machine/definition").glob("*.py")):
        found = re.search(r"\b(ins|form)\.(name|shape) (==|!=|in|not in)\b", path.read_text(encoding="utf-8"))
        assert not found, f"{path}: {found[0] if found else ''}"
