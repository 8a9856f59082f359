"""Bank conflicts: counted by hand, and the advice that removes them."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pytest

from lanewise import timing
from lanewise.chips.chip import chip as find_chip
from lanewise.draw.use import Use, touched_elements
from lanewise.machine.engine import register_chip
from lanewise.timing.model import engine
from lanewise.timing.stream import Stream
from lanewise.timing.tables import Cure

A2, A5 = "ascend910b", "ascend950"
UB = 196352
WHAT = ("start", "bank", "block stride")


class Walk(NamedTuple):
    """The blocks that one operand touches: `width` of them a repeat."""

    name: str
    start: int  # in blocks of 32 bytes, as the strides
    block: int
    repeat: int
    width: int
    reads: bool
    writes: bool

    def span(self, repeats: int) -> tuple[int, int]:
        """First byte, and the one behind the last."""
        last = self.start + (repeats - 1) * self.repeat + (self.width - 1) * self.block
        return self.start * 32, (last + 1) * 32


Walks = tuple[Walk, ...]


def cycles_of(chip: str, walks: Walks, repeats: int, rate: float) -> float:
    return float(engine().walked(register_chip(find_chip(chip)), [walk[1:] for walk in walks], repeats, rate)[0])


def cures(chip: str, walks: Walks, repeats: int, rate: float, lie: Walks | None = None) -> list[Cure]:
    """Where the operands lie as `lie` says: by default where they walk."""
    spans = [walk.span(repeats) for walk in lie or walks]
    found = engine().cures(register_chip(find_chip(chip)), [walk[1:] for walk in walks], repeats, rate, spans, UB)
    return [Cure(walks[operand].name, WHAT[what], now, then, saved) for operand, what, now, then, saved in found]


def add(dst: int, src0: int, src1: int) -> Walks:
    return (Walk("dst", dst // 32, 1, 8, 8, False, True), Walk("src0", src0 // 32, 1, 8, 8, True, False),
            Walk("src1", src1 // 32, 1, 8, 8, True, False))


@pytest.mark.parametrize(
    ("places", "cycles"),
    [
        ((0x20000, 0, 0x10100), 64),
        ((0x10000, 0, 0x4000), 128),  # both sources in one group
        ((0x18000, 0, 0x10000), 128),  # in other banks of it: the group still has one read port
        ((0x4000, 0, 0x10100), 64),  # the delayed write goes where no read is
        ((0x4020, 0, 0x10100), 64 + 63 * 0.77),  # and here it meets the next read
        ((0x10100, 0, 0x10100), 64),  # in place
    ],
)
def test_sources_and_destination_in_groups(places: tuple[int, int, int], cycles: float) -> None:
    assert cycles_of(A2, add(*places), 64, 1) == pytest.approx(cycles)


@pytest.mark.parametrize(("stride", "each"), [(16, 8), (8, 4), (145, 1), (1, 1)])
def test_block_strides_of_a_copy(stride: int, each: int) -> None:
    walks = (Walk("dst", 0, stride, 1, 8, False, True), Walk("src", 4096, 1, 8, 8, True, False))
    assert cycles_of(A2, walks, 16, 1) == pytest.approx(16 * each, abs=16 * 0.77)


def test_a_block_named_twice_is_read_once() -> None:
    walks = (Walk("dst", 0x800, 1, 8, 8, False, True), Walk("src", 0, 0, 0, 8, True, False))
    assert cycles_of(A2, walks, 8, 1) == 8


def test_newer_chip_serves_two_accesses_a_cycle() -> None:
    assert cycles_of(A5, add(0xA100, 0, 0x5000), 64, 1.0) == 96
    assert cycles_of(A5, add(0xA000, 0, 0x5000), 64, 1.0) == 128  # two reads and the write in one bank
    two = (Walk("dst", 0x400, 1, 8, 8, False, True), Walk("src", 0, 1, 8, 8, True, False))
    assert cycles_of(A5, two, 64, 1.0) == 64
    walks = (Walk("dst", 0, 144, 1, 8, False, True), Walk("src", 4096, 1, 8, 8, True, False))
    assert cycles_of(A5, walks, 16, 1.0) == 16 * 8
    assert cycles_of(A5, (Walk("dst", 0, 145, 1, 8, False, True), walks[1]), 16, 1.0) == 16


def test_advice_for_two_sources_is_256_bytes() -> None:
    walks = add(0x18000, 0, 0x4000)
    (change,) = cures(A2, walks, 64, 1)
    assert (change.operand, change.then - change.now, change.saved) == ("src1", 256, 64)


def test_advice_for_one_bank_of_the_newer_chip_is_the_other() -> None:
    (change,) = cures(A5, add(0x18000, 0, 0x4000), 64, 1)
    assert (abs(change.then - change.now), change.saved) == (256, 32)


def test_advice_for_a_stride_is_one_more() -> None:
    walks = (Walk("dst", 0x800, 144, 1, 8, False, True), Walk("src", 0, 1, 8, 8, True, False))
    change = cures(A2, walks, 144, 1)[0]
    assert (change.what, change.then) == ("block stride", 145)


def test_following_the_advice_changes_the_time_as_predicted() -> None:
    def run(src1: int) -> timing.Report:
        stream = Stream()
        stream.masked("add", [stream.ub(at, 4096) for at in (0x18000, 0, src1)], 64, 64, (1, 1, 1, 8, 8, 8))
        return stream.report()

    before = run(0x4000)
    (found,) = timing.conflicts(before)
    assert "src0 0x0 and src1 0x4000 in bank group 0" in found.collides
    assert "from 0x4000 to 0x4100" in found.cure
    assert before.cycles - run(0x4100).cycles == found.saved == 64


@pytest.mark.parametrize(("n", "lost"), [(64, 1), (128, 2), (128 + 32, 2), (128 + 33, 3), (32, 0), (40, 1), (33, 1)])
def test_counter_mode_touches_only_the_blocks_it_counts(n: int, lost: float) -> None:
    """src1 lies four blocks off, so that the fifth block of src0 meets its first."""
    stream = Stream()
    stream.count("add", [stream.ub(at, 4096) for at in (0x18000, 0, 0x4080)], n)
    assert stream.report().blocks[0].rows["lost"][0] == lost


def test_few_blocks_lose_nothing_on_the_newer_chip() -> None:
    stream = Stream("ascend950")
    stream.masked("add", [stream.ub(at, 4096) for at in (0x8000, 0, 0x4080)], 8, 64, (1, 1, 1, 8, 8, 8))
    assert stream.report().blocks[0].rows["lost"][0] == 0


def test_masked_off_blocks_are_not_touched() -> None:
    def lost_cycles(lanes: int) -> float:
        stream = Stream()
        stream.masked("add", [stream.ub(at, 4096) for at in (0x18000, 0, 0x4080)], lanes, 8, (1, 1, 1, 8, 8, 8))
        return float(stream.report().blocks[0].rows["lost"][0])

    assert lost_cycles(64) == 8  # four of eight blocks meet
    assert lost_cycles(32) == 0  # four blocks of each source, side by side


def test_a_stride_that_would_let_repeats_meet_is_no_advice() -> None:
    walks = (Walk("dst", 0x800, 16, 127, 8, False, True), Walk("src", 0, 1, 8, 8, True, False))
    wider = Walk("dst", 0x800, 17, 119, 8, False, True)  # its last block is the first one of the next repeat
    assert all(change.what != "block stride" for change in cures(A2, (wider, walks[1]), 2, 1, walks))
    assert cures(A2, walks, 2, 1)[0].what == "block stride"


def bytes_of(use: Use) -> set[int]:
    """Every byte that an operand touches, as the drawing shows it."""
    size = use.kind.size
    return {use.address + 32 * block + k * size + b for row in use.rows for block, bits in row.items()
            for k in range(use.per_block) if bits >> k & 1 for b in range(size)}


@pytest.mark.parametrize("form", ["count", "strides"])
def test_advice_never_lets_operands_meet(form: str) -> None:
    """Random layouts without gaps, so that most of what would help is taken; each step of the advice is followed."""
    random = np.random.default_rng(7)
    given = 0
    for _ in range(150):
        n, repeats, strides = int(random.integers(1, 300)), int(random.integers(1, 4)), (1, 1, 1, 8, 8, 8)
        if form == "strides":
            strides = (*random.integers(1, 5, 3).tolist(), *random.integers(8, 20, 3).tolist())
        length = n * 4 if form == "count" else 32 * (19 * 2 + 7 * 4 + 1)
        step = -(-length // 32) * 32
        first = int(random.choice([0, 196352 - 3 * step]))  # at the beginning of UB, or at its end
        places = {name: first + k * step for k, name in enumerate(random.permutation(["dst", "src0", "src1"]))}

        def issue(at: dict[str, int], strides: Any, n: int = n, repeats: int = repeats) -> tuple[timing.Report, Any]:
            stream = Stream()
            tensors = [stream.ub(at[name], (196608 - at[name]) // 4) for name in ("dst", "src0", "src1")]
            if form == "count":
                stream.count("add", tensors, n)
            else:
                stream.masked("add", tensors, min(n, 64), repeats, strides)
            return stream.report(), stream.core.trace()[0]

        for conflict in timing.conflicts(issue(places, strides)[0]):
            moved, wider = dict(places), list(strides)
            for change in conflict.changes:
                given += 1
                if change.what == "block stride":
                    wider[("dst", "src0", "src1").index(change.operand)] = change.then
                else:
                    assert moved[change.operand] == change.now
                    moved[change.operand] = change.then
            taken = [bytes_of(use) for use in touched_elements(issue(moved, tuple(wider))[1]).uses]
            assert len(set().union(*taken)) == sum(map(len, taken)), (places, moved)
            assert max(map(max, taken)) < 196352
    assert given > 20


def test_what_is_computed_in_place_stays_where_it_is() -> None:
    stream = Stream()
    stream.masked("add", [stream.ub(at, 4096) for at in (0x5000, 0, 0x5000)], 64, 64, (1, 1, 1, 8, 8, 8))
    (found,) = timing.conflicts(stream.report())
    assert [change.operand for change in found.changes] == ["src0"]
    assert timing.data(stream.report())["conflicts"][0]["changes"][0]["now"] == 0
