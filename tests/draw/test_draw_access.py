from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from lanewise import draw
from lanewise.isa.catalogue import opcodes
from lanewise.isa.record import Flag, Overload
from lanewise.machine.core import core

EVERY_SECOND = 0x5555555555555555


@pytest.fixture
def issue(engine: str) -> Any:
    """Issues one instruction and draws its record, which both engines write."""

    def run(name: str, how: Overload, tensors: list[Any], *rest: Any, chip: str = "ascend910b") -> str:
        with core(chip, engine=engine) as machine:
            placed = tuple(machine.ub(t) for t in tensors)
            machine.issue(opcodes()[name], int(how), int(Flag.SET_MASK), placed, *rest)
            return draw.access(machine.trace()[0], chip=chip)

    return run


def drawn(text: str, operand: str) -> list[str]:
    """The lines under one operand."""
    lines = text.splitlines()
    start = next(n for n, line in enumerate(lines) if line.startswith(operand)) + 1
    stop = next(n for n in range(start, len(lines)) if not lines[n].startswith("  "))
    return [line.split(maxsplit=2)[2] for line in lines[start:stop]]


def shorts(n: int) -> Any:
    return np.zeros(n, np.int16)


def test_strides_are_drawn() -> None:
    assert draw.strides(2, 20, 2).splitlines() == [
        "repeat 0   ■·■·■·■·■·■·■·■····················",
        "repeat 1   ····················■·■·■·■·■·■·■·■",
    ]
    assert draw.strides(1, 0, 2).splitlines() == ["repeat 0   ■■■■■■■■", "repeat 1   ■■■■■■■■"]


def test_far_blocks_are_counted_not_drawn() -> None:
    line = draw.strides(9, 20, 2).splitlines()[1]
    assert line.endswith("… 3 more, up to block 83")


def test_masked_add_with_strides(issue: Any) -> None:
    text = issue(
        "add", Overload.BITWISE, [shorts(256), shorts(512), shorts(128)], (), [EVERY_SECOND, EVERY_SECOND], 2,
        (1, 2, 1, 8, 16, 0),
    )
    assert text.splitlines()[0] == "add, bitwise mask form, 2 repeats"
    assert drawn(text, "dst") == ["▪▪▪▪▪▪▪▪········", "········▪▪▪▪▪▪▪▪"]
    assert drawn(text, "src0")[0].rstrip("·") == "▪·▪·▪·▪·▪·▪·▪·▪"
    assert drawn(text, "src1") == ["▪▪▪▪▪▪▪▪"] * 2


def test_blocks_without_a_lane_are_not_touched(issue: Any) -> None:
    text = issue("add", Overload.CONTIGUOUS, [shorts(128)] * 3, (), 40, 1, (1, 1, 1, 8, 8, 8))
    assert drawn(text, "dst") == ["■■▪"]


def test_count_form_has_a_tail(issue: Any) -> None:
    text = issue("shift_right", Overload.COUNT, [shorts(300), shorts(300)], (2,), 300)
    assert [line.strip("·") for line in drawn(text, "src")] == ["■" * 8, "■" * 8, "■■▪"]


def test_narrow_operand_takes_half_the_blocks(issue: Any) -> None:
    tensors = [np.zeros(64, np.float32), np.zeros(64, np.float16)]
    text = issue("axpy", Overload.CONTIGUOUS, tensors, (0,), 64, 1, (1, 1, 8, 4))
    assert (drawn(text, "dst"), drawn(text, "src")) == (["■" * 8], ["■" * 4])


def test_units_of_the_chip(issue: Any) -> None:
    """910b takes int32 in the count form of And as 16-bit units."""
    tensors = [np.zeros(64, np.int32)] * 3
    assert drawn(issue("bitwise_and", Overload.COUNT, tensors, (), 64), "dst") == ["■" * 4]
    assert drawn(issue("bitwise_and", Overload.COUNT, tensors, (), 64, chip="ascend950"), "dst") == ["■" * 8]


def test_what_follows_no_strides_says_so(issue: Any) -> None:
    text = issue("reset_mask", Overload.PLAIN, [])
    assert text.splitlines() == ["reset_mask, plain form", "(its parameters, not strides, say what it touches)"]


def test_access_of_packed_bits_is_not_drawn_by_strides(issue: Any) -> None:
    x, bits = np.zeros(128, np.float32), np.zeros(32, np.uint8)
    words = (0xFF, 0, 0, 0)
    compare = issue("compare", Overload.BITWISE, [bits, x, x], (), words, 2, (1, 1, 1, 8, 8, 8), (0,), chip="ascend950")
    assert "dst   uint8 at UB byte 0, placed by bits or offsets, not by strides" in compare
    assert "src0  float at UB byte 32, block stride 1, repeat stride 8" in compare
    select = issue("select", Overload.BITWISE, [x, bits, x, x], (), words, 2, (1, 1, 1, 1, 8, 0, 8, 8), (2,))
    assert "sel_mask uint8 at UB byte 512, placed by bits or offsets, not by strides" in select
