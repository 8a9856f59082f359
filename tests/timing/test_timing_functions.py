"""Vector functions whose schedules are worked out by hand, on the numbers of ascend950."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from lanewise import asc, timing
from lanewise.asc import reg
from lanewise.machine.core import Core, core
from lanewise.machine.events import tell
from lanewise.timing.reports import BlockTime
from lanewise.timing.traced import cycles_spent as spent_rows

START, DRAIN, LOAD, DONE = 23, 12, 6, 9  # cycles: before and after a function, until a load's value is there, is done
ADD, EXP, SUM = 3, 13, 19


def timed(write: Callable[[Core, Any], None]) -> timing.Report:
    with core("ascend950") as machine:
        row = machine.ub(np.zeros(64 * 256, np.float32))
        write(machine, row)
        return timing.of(machine)


def vector_cycles(write: Callable[[Core, Any], None]) -> float:
    return timed(write).busy("V")


def pipeline(row: Any, at: int, *steps: Callable[[Any], None], registers: Any = None) -> None:
    """Load 64 floats, the steps in place, store them."""
    held = registers or reg.RegTensor("float")
    reg.load_align(held, row[64 * at :])
    for step in steps:
        step(held)
    reg.store_align(row[64 * at :], held)


def plus(held: Any) -> None:
    reg.adds(held, held, 1.0)


def power(held: Any) -> None:
    reg.exp(held, held)


def total(held: Any) -> None:
    reg.reduce_sum(held, held)


ALONE = START + LOAD + ADD + DONE + DRAIN


def test_one_value_goes_through_every_latency() -> None:
    assert vector_cycles(lambda m, row: pipeline(row, 0, plus)) == ALONE
    assert vector_cycles(lambda m, row: pipeline(row, 0, *[plus] * 10)) == ALONE + 9 * ADD


def test_values_that_do_not_wait_for_each_other_overlap() -> None:
    def independent_calls(machine: Core, row: Any) -> None:
        pipeline(row, 0, plus)
        pipeline(row, 1, plus)

    assert vector_cycles(independent_calls) == ALONE + 1  # one store a cycle


def test_a_register_used_again_holds_nobody_up() -> None:
    def reuse_registers(machine: Core, row: Any) -> None:
        held = reg.RegTensor("float")
        for k in range(4):
            pipeline(row, k, plus, registers=held)

    assert vector_cycles(reuse_registers) == ALONE + 3  # one store a cycle


def test_functions_called_one_after_the_other_do_not_overlap() -> None:
    def twice(machine: Core, row: Any) -> None:
        for k in range(2):
            reg.vf_call(pipeline, row, k, plus)

    report = timed(twice)
    assert report.busy("V") == 2 * ALONE
    assert report.blocks[0].busy["S"] == 4  # a call and a function, twice: the scalar unit sees nothing inside


def test_slow_instructions_share_two_units() -> None:
    def powers(machine: Core, row: Any) -> None:
        for k in range(3):
            pipeline(row, k, power)

    first = START + LOAD  # two Exp start here and take their units for four cycles
    assert vector_cycles(powers) == first + 4 + EXP + DONE + DRAIN


def test_reductions_go_to_the_first_unit_only() -> None:
    def sums(machine: Core, row: Any) -> None:
        pipeline(row, 0, total)
        pipeline(row, 1, total)

    assert vector_cycles(sums) == START + LOAD + 1 + SUM + DONE + DRAIN


def test_simple_instructions_come_between_slow_ones_and_finish_apart() -> None:
    """Exp holds the slow half of its unit. Adds of another value start beside it; the one that would finish with both
    Exp is a cycle late: a unit finishes one result a cycle."""

    def mixed_calls(machine: Core, row: Any) -> None:
        for k in range(2):
            pipeline(row, k, power)
        pipeline(row, 2, *[plus] * 6)

    third = START + 1 + LOAD  # two loads a cycle
    assert vector_cycles(mixed_calls) == third + 6 * ADD + 1 + DONE + DRAIN


def test_what_follows_a_loop_enters_later() -> None:
    def loops(ends: int) -> Callable[[Core, Any], None]:
        def write(machine: Core, row: Any) -> None:
            pipeline(row, 0, plus)
            for _ in range(ends):
                tell(machine, "vf_loop_end")
            pipeline(row, 1, plus)

        return write

    assert vector_cycles(loops(0)) == ALONE + 1
    assert vector_cycles(loops(1)) == vector_cycles(loops(2)) == ALONE + 7  # loops that end together end once


def test_a_function_looks_ahead_as_far_as_there_are_registers() -> None:
    """A sum of 100 products, then a chain of its own. Each product that waits to be added takes a register, and so does
    each sum: 34 of both are all 68. The chain's load enters when so few are left."""
    def products(machine: Core, row: Any) -> None:
        x, product, whole = (reg.RegTensor("float") for _ in range(3))
        reg.load_align(whole, row)
        for k in range(100):
            reg.load_align(x, row[64 * (k % 64) :])
            reg.mul(product, x, x)
            reg.add(whole, whole, product)
        pipeline(row, 200, *[plus] * 150)

    first = START + LOAD + 4  # where the first sum starts
    enters = first + ADD * (100 - 34) + 4
    assert vector_cycles(products) == pytest.approx(enters + LOAD + 150 * ADD + DONE + DRAIN, abs=10)


def test_the_window_bounds_how_far_a_function_looks_ahead() -> None:
    def chains(machine: Core, row: Any) -> None:
        for k in range(2):
            pipeline(row, k, *[plus] * 100)

    # the second load enters behind the last of the first chain, which does when the one 58 before it starts
    enters = START + LOAD + ADD * (99 - 58)
    assert vector_cycles(chains) == enters + LOAD + ADD * 100 + DONE + DRAIN


@pytest.mark.parametrize(("stride", "load", "store"), [(1, 1, 1), (8, 4, 8), (9, 1, 1)])
def test_blocks_in_one_bank_take_turns(stride: int, load: int, store: int) -> None:
    """Stride 8: all blocks in one group, in turns in its two banks; a group writes one block a cycle."""

    def copied(machine: Core, row: Any) -> None:
        held = reg.RegTensor("float")
        reg.load_blocks(held, row, stride=stride)
        reg.store_blocks(row[64 * 128 :], held, stride=stride)

    report = timed(copied)
    block: BlockTime = report.blocks[0]
    assert block.rows["lost"].tolist() == [load - 1, store - 1]
    advice = [c.cure for c in timing.conflicts(report)]
    assert advice == (["block stride 9 in place of 8"] * 2 if stride == 8 else [])


def test_memory_order_makes_loads_wait_for_stores() -> None:
    def with_barrier(bar: bool) -> Callable[[Core, Any], None]:
        def write(machine: Core, row: Any) -> None:
            pipeline(row, 0, plus)
            if bar:
                reg.local_mem_bar()
            pipeline(row, 1, plus)

        return write

    assert vector_cycles(with_barrier(True)) == 2 * (LOAD + ADD + DONE) + START + DRAIN
    assert vector_cycles(with_barrier(False)) == ALONE + 1


def test_what_has_no_number_is_named_and_in_no_total() -> None:
    def masked(machine: Core, row: Any) -> None:
        held, mask = reg.RegTensor("float"), reg.MaskReg()
        reg.load_align(held, row)
        reg.update_mask(mask, count=10, pitch=4)
        reg.adds(held, held, 1.0, mask)
        reg.store_align(row, held)

    report = timed(masked)
    assert report.busy("V") == ALONE
    assert report.unknown == {"reg_mask_update": 1}
    assert "reg_mask_update x 1: no cost is published" in timing.text(report)


def test_copies_to_gm_take_what_l2_takes() -> None:
    """No rate of stores is published there: they go into L2, at a core's share of its documented rate."""
    def copy_in(machine: Core, row: Any) -> None:
        asc.data_copy(machine.gm(np.zeros(4096, np.float32)), row, 4096)

    report = timed(copy_in)
    assert report.unknown == {}
    assert report.busy("MTE3") == pytest.approx(16384 / 49.2)
    assert "copy_out.issue" in report.rests_on


def test_division_of_wide_integers_is_unknown() -> None:
    """What it takes is not published, and it is no float."""
    def divided(kind: str, traits: int) -> timing.Report:
        with core("ascend950") as machine:
            row = machine.ub(np.ones(1024, np.int64 if kind == "int64" else np.float32))
            x = reg.RegTensor(kind)
            reg.load_align(x, row)
            reg.div(x, x, x)
            reg.store_align(row, x)
            return timing.of(machine)

    assert divided("float", 1).unknown == {}
    assert divided("int64", 2).unknown == {"reg_div": 1}


def test_equal_functions_take_the_same_wherever_their_registers_lie() -> None:
    def many_calls(machine: Core, row: Any) -> None:
        kept = []
        for k in range(20):
            held = reg.RegTensor("float")
            kept.append(held)
            reg.vf_call(pipeline, row, k, plus, power, plus)

    block = timed(many_calls).blocks[0]
    took = spent_rows(block)
    inside = took[took > 0].reshape(20, -1)
    assert (inside == inside[0]).all()


def test_a_barrier_of_memory_has_no_type_to_rest_on() -> None:
    """Its record has no operands: it must not be asked how wide they are."""
    def with_barrier(machine: Core, row: Any) -> None:
        pipeline(row, 0, plus)
        reg.local_mem_bar()
        pipeline(row, 1, plus)

    report = timed(with_barrier)
    assert "reg_barrier" not in report.rests_on
    assert "cycles" in timing.text(report)
    assert timing.data(report)["left_out"] == 0
