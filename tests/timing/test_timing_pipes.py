"""Small pipelines whose times are worked out by hand, on the numbers of ascend910b."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from lanewise import asc, timing
from lanewise.isa.events import HardEvent, PipeID
from lanewise.machine.events import tell
from lanewise.machine.tensor import CacheMode, CacheRwMode
from lanewise.timing.numbers import numbers
from lanewise.timing.order import Act
from lanewise.timing.stream import Stream
from lanewise.timing.traced import cycles_spent, flags

BINARY = (1, 1, 1, 8, 8, 8)
APART = (0x8000, 0x0, 0x10100)  # dst, src0, src1: nothing meets
ISSUE = MASK = 1
FIRST = 37
ADD = 24 + 64


def adds(stream: Stream, places: tuple[int, int, int] = APART, times: int = 1) -> None:
    tensors = [stream.ub(at, 4096) for at in places]
    for _ in range(times):
        stream.masked("add", tensors, 64, 64, BINARY)


def test_one_add_is_issue_first_use_and_its_line() -> None:
    stream = Stream()
    adds(stream)
    assert stream.report().cycles == ISSUE + MASK + FIRST + ADD


def test_vector_instructions_follow_each_other() -> None:
    stream = Stream()
    adds(stream, times=3)
    block = stream.report().blocks[0]
    assert block.cycles == ISSUE + MASK + FIRST + 3 * ADD
    assert block.busy["V"] == 3 * ADD
    assert block.busy["S"] == 3 * (ISSUE + MASK)


def test_barrier_costs_between_two_instructions() -> None:
    stream = Stream()
    adds(stream)
    stream.barrier()
    adds(stream)
    block = stream.report().blocks[0]
    barrier = numbers("ascend910b")["core.barrier"]
    assert block.cycles == ISSUE + MASK + FIRST + 2 * ADD + barrier
    assert block.waits["V", "PipeBarrier"] == barrier


def test_copy_add_copy_by_flags() -> None:
    stream = Stream()
    x, z = stream.gm(4096), stream.gm(4096)
    ub = stream.ub(0, 4096)
    stream.copy(ub, x, 4096)
    stream.set(HardEvent.MTE2_V)
    stream.wait(HardEvent.MTE2_V)
    stream.masked("adds", (ub, ub), 64, 64, (1, 1, 8, 8), scalars=(0,))
    stream.set(HardEvent.V_MTE3)
    stream.wait(HardEvent.V_MTE3)
    stream.copy(z, ub, 4096)
    block = stream.report().blocks[0]
    copied = 1 + 130 + 13 + 0.5 + 16384 / 30  # issue, latency, start, one piece, bytes at the rate of a lone core
    computed = copied + 25 + FIRST + 25 + 64  # Adds
    assert block.rows["end"][0] == pytest.approx(copied)
    assert block.rows["end"][3] == pytest.approx(computed)
    assert block.cycles == pytest.approx(computed + 25 + 16384 / 27)
    assert block.waits["MTE3", "flag V_MTE3"] == pytest.approx(computed + 25)
    assert list(flags(block)[0]) == [1, 4]
    assert list(flags(block)[1]) == [2, 5]


def test_copies_share_the_memory() -> None:
    stream = Stream()
    stream.copy(stream.ub(0, 16384, "half"), stream.gm(16384, "half"), 16384)
    alone, together = stream.report(1), stream.report(48)
    rate = numbers("ascend910b")["copy_in.total_rate"] / 48
    assert together.cycles - alone.cycles == pytest.approx(32768 / rate - 32768 / 30)


def test_short_pieces_cost_requests() -> None:
    stream = Stream()
    stream.copy_pieces(stream.ub(0, 16384, "uint8"), stream.gm(65536, "uint8"), 64, 32, 480)
    assert stream.report().cycles == pytest.approx(1 + 130 + 13 + 64 * 0.5 + 64 * 128 / 30)


@pytest.mark.parametrize(("chip", "issue"), [("ascend910b", 20.6), ("ascend950", 39.4)])
def test_a_copy_of_many_pieces_is_issued_once(chip: str, issue: float) -> None:
    """64 rows of 128 bytes in one instruction, and in 64."""
    whole, rows = Stream(chip), Stream(chip)
    whole.copy_pieces(whole.ub(0, 8192, "uint8"), whole.gm(1 << 20, "uint8"), 64, 128, 3968)
    source, held = rows.gm(1 << 20, "uint8"), rows.ub(0, 8192, "uint8")
    for k in range(64):
        rows.copy_pieces(held[128 * k :], source[4096 * k :], 1, 128)
    known = numbers(chip)
    rate = known["copy_in.total_rate"] / known["core.cores"]
    pieces = known["copy_in.start"] + 64 * known["copy_in.burst"] + 64 * 128 / rate
    cores = int(known["core.cores"])
    late = known["copy_in.latency"]  # of the first bytes
    assert whole.report(cores).busy("MTE2") == pytest.approx(late + pieces)
    one = max(issue, known["copy_in.start"] + known["copy_in.burst"] + 128 / rate)
    assert rows.report(cores).busy("MTE2") == pytest.approx(late + 64 * one, abs=2)


def test_unaligned_rows_cost_the_segments_they_touch() -> None:
    stream = Stream()
    stream.copy_pieces(stream.ub(0, 131072, "uint8"), stream.gm(1 << 20, "uint8"), 32, 2048, 32)
    segments = 2 * 4 + 30 * 5  # every sixteenth row starts on a segment
    assert stream.report().cycles == pytest.approx(1 + 130 + 13 + 32 * 0.5 + segments * 512 / 30)


def test_scalar_unit_waits_for_a_full_queue() -> None:
    stream = Stream()
    adds(stream, times=64)
    stream.barrier(PipeID.PIPE_ALL)
    block = stream.report().blocks[0]
    left = int(numbers("ascend910b")["core.queue_depth"]) * ADD  # what the queue still held when S came through
    assert block.cycles == ISSUE + MASK + FIRST + 64 * ADD  # V is never starved
    assert block.waits["S", "PipeBarrier"] == pytest.approx(left, abs=ADD)
    issued = 64 * (ISSUE + MASK) + 1  # and the barrier
    assert block.waits["S", "full queue"] == block.cycles - block.waits["S", "PipeBarrier"] - issued


def test_barrier_of_a_pipe_does_not_undo_a_flag() -> None:
    """MTE2 may read again when V is done, whatever barrier of its own comes between."""

    def second_copy(barrier: bool) -> float:
        stream = Stream()
        x, ub = stream.gm(4352), stream.ub(0, 4352)
        stream.copy(ub, x, 4352)  # done about 30 cycles before V, less than a barrier of V takes
        adds(stream, times=8)
        stream.set(HardEvent.V_MTE2)
        stream.wait(HardEvent.V_MTE2)
        if barrier:
            stream.barrier(PipeID.PIPE_MTE2)
        stream.copy(ub, x, 4352)
        return float(stream.report().blocks[0].rows["start"][-1])

    assert second_copy(True) == second_copy(False) == ISSUE + MASK + ISSUE + FIRST + 8 * ADD + 25


@pytest.mark.parametrize("kind", ["float", "half"])
def test_division_costs_by_repeats_whatever_their_type(kind: str) -> None:
    stream = Stream()
    stream.masked("div", [stream.ub(at, 4096, kind) for at in APART], 64, 16, BINARY)
    assert stream.report().busy("V") == pytest.approx(31 + 16 * 4.03)


def test_a_cast_starts_as_on_the_board() -> None:
    stream = Stream()
    stream.masked("cast", (stream.ub(0x10000, 4096), stream.ub(0, 4096, "half")), 64, 4, (1, 1, 8, 4), 0)
    assert stream.report().busy("V") == 32 + 4


def test_counter_tail_costs_more() -> None:
    def cycles_for(n: int) -> float:
        stream = Stream()
        stream.count("abs", (stream.ub(0x8000, 4096), stream.ub(0, 4096)), n)
        return float(cycles_spent(stream.report().blocks[0])[0])

    assert cycles_for(128) == 22
    assert cycles_for(100) == 22 + numbers("ascend910b")["core.tail"]


def test_sync_all_waits_for_the_slowest_block() -> None:
    @asc.jit
    def kernel(x: asc.GlobalAddress) -> None:
        ub = asc.TBuf(asc.TPosition.VECCALC)
        asc.TPipe().init_buffer(buf=ub, num=65536)
        t = ub.get(asc.float32)
        if asc.get_block_idx() == 0:
            for _ in range(10):
                asc.adds(t, t, 1.0, count=4096)
        asc.sync_all()
        asc.adds(t, t, 1.0, count=64)

    run = kernel[2](np.zeros(64, np.float32), trace=True)
    slow, fast = timing.of(run).blocks
    assert slow.cycles == pytest.approx(fast.cycles, abs=FIRST)
    assert fast.waits["S", "SyncAll"] > 10 * 64


def _after_a_slow_block(step: Callable[[Any], None]) -> Any:
    """The first of two blocks works for long, then both take a step between blocks and add once."""

    @asc.jit
    def kernel(x: asc.GlobalAddress) -> None:
        ub = asc.TBuf(asc.TPosition.VECCALC)
        asc.TPipe().init_buffer(buf=ub, num=65536)
        t = ub.get(asc.float32)
        gm = asc.GlobalTensor()
        gm.set_global_buffer(x)
        if asc.get_block_idx() == 0:
            for _ in range(10):
                asc.adds(t, t, 1.0, count=4096)
        step(gm)
        asc.adds(t, t, 1.0, count=64)

    return timing.of(kernel[2](np.zeros(256, np.int32), trace=True))


def _cross_core(pipe: PipeID) -> Callable[[Any], None]:
    def step(gm: Any) -> None:
        asc.cross_core_set_flag(3, 0, pipe)
        asc.cross_core_wait_flag(3)

    return step


def _in_turns(gm: Any) -> None:
    scratch = asc.LocalTensor(asc.int32, asc.TPosition.VECCALC, 65536, 256)
    asc.init_determine_compute_workspace(gm, scratch)
    asc.wait_pre_block(gm, scratch)
    asc.notify_next_block(gm, scratch)


@pytest.mark.parametrize("step", [_cross_core(PipeID.PIPE_V), _cross_core(PipeID.PIPE_ALL), _in_turns])
def test_steps_between_blocks_wait_for_the_slower_one(step: Callable[[Any], None]) -> None:
    report = _after_a_slow_block(step)
    slow, fast = report.blocks
    assert fast.waits["S", "another block"] > 10 * 64
    assert fast.cycles == pytest.approx(slow.cycles, abs=2 * FIRST)
    assert "how long a step takes from block to block is not published" in report.notes[0]


def test_a_flag_between_blocks_does_not_wait_for_pipes_that_it_does_not_name() -> None:
    """It is set behind the work of one pipe: copies had none."""
    slow, fast = _after_a_slow_block(_cross_core(PipeID.PIPE_MTE3)).blocks
    assert fast.waits.get(("S", "another block"), 0) < 64
    assert fast.cycles < slow.cycles / 4


def test_more_blocks_than_cores_take_turns() -> None:
    @asc.jit
    def kernel(x: asc.GlobalAddress) -> None:
        ub = asc.TBuf(asc.TPosition.VECCALC)
        asc.TPipe().init_buffer(buf=ub, num=1024)
        asc.adds(ub.get(asc.float32), ub.get(asc.float32), 1.0, count=256)

    x = np.zeros(64, np.float32)
    few, many = (timing.of(kernel[n](x, trace=True)) for n in (48, 96))
    assert many.cycles == 2 * few.cycles
    assert many.launch_us == few.launch_us
    assert "96 blocks: " in timing.text(many)
    assert "starting 48 cores adds" in timing.text(many)


def test_unknown_costs_are_named_and_left_out() -> None:
    with asc_core() as core:
        t = core.ub(256, "int32")
        asc.create_vec_index(t, 0, 256)
    report = timing.of(core)
    assert report.unknown == {"create_vec_index": 1}
    assert report.blocks[0].busy["V"] == 0
    assert "no cost is published" in timing.text(report)
    data = timing.bundle([("one", report)])
    compared = timing.compare(data, data, names=("a", "b")).splitlines()
    assert "b leaves out, because no cost is published: create_vec_index x 1" in compared


def asc_core():  # type: ignore[no-untyped-def]
    from lanewise import core

    return core("ascend910b")


def test_chip_without_numbers_is_not_timed() -> None:
    with asc_core() as core:
        t = core.ub(64, "float")
        asc.adds(t, t, 1.0, 64)
    report = timing.of(core, "ascend310p")
    assert report.microseconds is None
    assert any("no timing" in note for note in report.notes)


def test_engines_give_the_same_times() -> None:
    from lanewise.recipes.reduce import STRATEGIES, sum_row

    x = np.ones(1000, np.float32)
    took = {
        engine: timing.of(sum_row[1](x, np.zeros(1, np.float32), 1000, STRATEGIES[0], engine=engine, trace=True)).cycles
        for engine in ("fast", "definition")
    }
    assert took["fast"] == took["definition"]


def test_numbers_carry_source_and_confidence() -> None:
    for chip in ("ascend910b", "ascend910_93", "ascend950"):
        known = numbers(chip)
        assert known.clock
        for fact in [*known.facts.values(), *known.classes.values()]:
            assert fact.source
            assert fact.evidence in ("documented", "fitted", "assumed")


def test_totals_say_what_they_rest_on_and_nothing_else() -> None:
    stream = Stream()
    adds(stream)
    plain = stream.report()
    assert {name for name in plain.rests_on if name != "core.launch_us_per_core"} == {"core.issue"}
    stream.barrier()
    stream.set(HardEvent.V_MTE2)
    stream.wait(HardEvent.V_MTE2)
    stream.copy(stream.ub(0, 64), stream.gm(64), 64)
    held = stream.report().rests_on
    assert held["core.crossing"].startswith("assumed")
    assert held["core.barrier"].startswith("fitted")
    assert held["copy_in.core_rate"].startswith("fitted")
    assert "core.queue_depth" not in held
    assert not any(name.startswith(("copy_out", "copy_in.l2")) for name in held)
    assert "rests on assumptions: " in timing.text(stream.report())


@pytest.mark.parametrize("chip", ["ascend910b", "ascend950"])
def test_reductions_of_whole_tensors_are_marked_as_assumed(chip: str) -> None:
    stream = Stream(chip)
    stream.count("reduce_sum", (stream.ub(0, 8), stream.ub(0x1000, 256), stream.ub(0x2000, 256)), 256)
    report = stream.report()
    assert report.rests_on["reduce_sum"].startswith("assumed")
    assert "reduce_sum" in timing.text(report).split("rests on assumptions: ")[1]


def test_locks_hold_pipes_like_flags() -> None:
    """A lock waits for what other pipes unlocked, all of them, and not for its own pipe."""

    def started(order: str) -> list[float]:
        stream = Stream("ascend950")
        x, ub = stream.gm(4096), stream.ub(0, 4096)

        def step(name: str, pipe: PipeID) -> None:
            tell(stream.core, name, 5, pipe)

        for _ in range(2):
            if order == "locks":
                step("mutex_lock", PipeID.PIPE_MTE2)
            stream.copy(ub, x, 4096)
            if order == "locks":
                step("mutex_unlock", PipeID.PIPE_MTE2)
                step("mutex_lock", PipeID.PIPE_V)
            if order == "flags":
                stream.set(HardEvent.MTE2_V)
                stream.wait(HardEvent.MTE2_V)
            stream.count("adds", (ub, ub), 4096, (0,))
            if order == "locks":
                step("mutex_unlock", PipeID.PIPE_V)
            if order == "flags":
                stream.set(HardEvent.V_MTE2)
                stream.wait(HardEvent.V_MTE2)
        block = stream.report().blocks[0]
        return [float(row["start"]) for row in block.rows if row["act"] == Act.WORK]

    free, flagged, locked = (started(order) for order in ("nothing", "flags", "locks"))
    assert [a - b for a, b in zip(locked, flagged, strict=True)] == pytest.approx([ISSUE] * 4)  # the first lock
    assert locked[1] > free[1]
    assert locked[2] > free[2]


def test_copies_around_l2_are_not_found_there() -> None:
    def costs(around: bool) -> list[float]:
        stream = Stream()
        x, ub = stream.gm(4096), stream.ub(0, 4096)
        if around:
            x.set_l2_cache_hint(CacheMode.CACHE_MODE_DISABLE)
        for _ in range(2):
            stream.copy(ub, x, 4096)
        return [float(row["cost"]) for row in stream.report().blocks[0].rows]

    first, second = costs(False)
    assert second < first
    assert costs(True) == [first, first]
    stream = Stream()
    z = stream.gm(4096)
    z.set_l2_cache_hint(CacheMode.CACHE_MODE_DISABLE, CacheRwMode.WRITE)
    stream.copy(z, stream.ub(0, 4096), 4096)
    around = stream.report(48).blocks[0].rows[0]
    assert around["memory"] == pytest.approx(16384 * 48 / 973)  # memory takes it at once, and not when L2 is full


def slowdowns(times: int, *, around: bool) -> list[float]:
    """Loads of 32 KB and stores as long that wait for nobody, on 48 cores: how much longer each takes than alone."""
    stream = Stream()
    x, z = (stream.gm(16384 * times, "half") for _ in range(2))
    read, write = stream.ub(0, 16384, "half"), stream.ub(65536, 16384, "half")
    if around:
        x.set_l2_cache_hint(CacheMode.CACHE_MODE_DISABLE, CacheRwMode.READ)
    for k in range(times):
        stream.copy(read, x[16384 * k :], 16384)
        stream.copy(z[16384 * k :], write, 16384)
    report = stream.report(48)
    waits = report.blocks[0].waits
    assert "shared memory" not in waits or not around
    return [float(end) for end in report.blocks[0].rows["end"]]


def test_writes_share_the_memory_with_reads_once_l2_is_full() -> None:
    """A core's share of L2 is 4 MB: 64 loads and 64 stores fill it, and push out what was written before."""
    near, far = slowdowns(60, around=False), slowdowns(120, around=False)
    one = 13 + 0.5 + 32768 / (809.8 / 48)
    assert near[-2] == pytest.approx(60 * one + 130 + 1, abs=1)  # only the loads touch memory
    both = (32768 + 2 * 32768) * 48 / 973  # a load, what it pushes out and what the store does
    assert far[-2] - far[-42] == pytest.approx(20 * both, rel=0.02)
    assert far[-2] > 1.3 * (120 * one)


def test_reading_around_l2_leaves_it_to_the_writes() -> None:
    far = slowdowns(120, around=True)
    assert far[-2] == pytest.approx(120 * (13 + 0.5 + 32768 / (809.8 / 48)) + 130 + 1, abs=1)


def test_cleaning_the_cache_is_named_and_left_out() -> None:
    with asc_core() as core:
        x = core.gm(np.zeros(64, np.float32))
        asc.data_cache_clean_and_invalid(x)
    report = timing.of(core)
    assert report.unknown == {"data_cache_clean_and_invalid": 1}
    assert report.cycles == 0


def test_records_that_only_tell_take_no_time() -> None:
    def report(tells: bool) -> timing.Report:
        with asc_core() as core:
            core.set_trace(tells)
            buffer = asc.TBuf(asc.TPosition.VECCALC)
            pipe = asc.TPipe()
            pipe.init_buffer(buf=buffer, num=1024)
            t = buffer.get(asc.float32)
            core.set_trace(True)
            asc.adds(t, t, 1.0, count=256)
        return timing.of(core)

    told, silent = report(True), report(False)
    assert told.cycles == silent.cycles
    assert timing.instruction_rows(told) == timing.instruction_rows(silent)
