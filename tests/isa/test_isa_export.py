"""Tables for the engine name every field and refuse what C++ cannot represent, with the name of the record."""

from dataclasses import replace

import pytest

from lanewise.isa.catalogue import instructions, module_of_instruction
from lanewise.isa.cplusplus import Struct, UnrepresentableError
from lanewise.isa.record import Range, Row
from lanewise.isa.tables import instruction_of, kernel_of, kernels, lane_of, row_of, tables

SHIFT = instructions()["shift_right"]
ADD = instructions()["add"]


def test_export_names_every_field() -> None:
    struct = Struct(a="8", b="-16,2", c="text", d="bool")
    assert struct.initializer("x", {"a": 1, "b": [-2, 3], "c": 'say "so"', "d": True}) == (
        '{.a = 1, .b = {-2, 3}, .c = "say \\"so\\"", .d = true}'
    )
    assert '.name = "add"' in tables()


@pytest.mark.parametrize("value", [-1, 256, "3", None])
def test_export_refuses_what_does_not_fit_a_field(value: object) -> None:
    with pytest.raises(UnrepresentableError, match=r"some_record: size is .* 0\.\.255"):
        Struct(size="8").initializer("some_record", {"size": value})


@pytest.mark.parametrize("values", [{}, {"size": 1, "other": 2}])
def test_export_refuses_fields_that_are_missing_or_unknown(values: dict[str, int]) -> None:
    with pytest.raises(UnrepresentableError, match="some_record"):
        Struct(size="8").initializer("some_record", values)


def test_export_refuses_too_many_values() -> None:
    with pytest.raises(UnrepresentableError, match="some_record: 3 values in sizes, which has room for 2"):
        Struct(sizes="8,2").initializer("some_record", {"sizes": [1, 2, 3]})


@pytest.mark.parametrize(
    ("ranges", "said"),
    [
        ({"ascend950": Range(0, None), "ascend910b": Range(1, "bits")}, "lower bounds of its scalar differ"),
        ({"ascend950": Range(0, 7)}, "upper bound of its scalar is a number"),
        ({"ascend950": Range(-(2**40), None)}, "low is -1099511627776"),
    ],
)
def test_export_refuses_bounds_that_the_engine_cannot_hold(ranges: dict[str, Range], said: str) -> None:
    """They were dropped in silence once: the bounds of one chip stood for all."""
    with pytest.raises(UnrepresentableError, match=f"shift_right: .*{said}"):
        instruction_of(replace(SHIFT, ranges=ranges), 0, 1)


def test_export_refuses_a_mode_that_has_no_bit_or_no_name() -> None:
    with pytest.raises(UnrepresentableError, match="add: a call has one of at most 16 modes"):
        row_of(replace(ADD, modes=tuple(f"MODE_{n}" for n in range(17))), ADD.rows[0])
    with pytest.raises(UnrepresentableError, match="add: the name of a mode has a comma"):
        instruction_of(replace(ADD, modes=("LT,GT",)), 0, 1)


def test_export_refuses_an_order_of_results_that_has_no_bit() -> None:
    largest = instructions()["reduce_repeat_max"]
    with pytest.raises(UnrepresentableError, match="reduce_repeat_max: results have one of 4 orders"):
        instruction_of(replace(largest, orders={"ascend950": (0, 4)}), 0, 1)


def test_export_refuses_a_row_of_more_operands_than_a_record_has() -> None:
    many = Row(("ascend950",), ("half",) * 10, ADD.rows[0].overloads)
    with pytest.raises((UnrepresentableError, ValueError)):
        row_of(ADD, many)


def test_export_refuses_a_lane_function_without_a_file() -> None:
    with pytest.raises(UnrepresentableError, match="add: no file is known to hold lane function nowhere"):
        lane_of(replace(ADD, lane="nowhere"))


def test_export_compiles_a_kernel_once() -> None:
    """Instructions on memory and on registers share the kernels of one lane function."""
    every = [kernel for family in kernels().values() for kernel in family]
    assert len(every) == len(set(every))
    on_registers = instructions()["reg_add"]
    assert {kernel_of(on_registers, row) for row in on_registers.rows} <= set(kernels()[module_of_instruction()["add"]])
