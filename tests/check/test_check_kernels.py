"""Planted faults in Python kernels, each found at its line, and their clean twins, which are silent."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import lanewise
from lanewise import asc
from lanewise.check import Finding
from lanewise.machine.checking import Check
from lanewise.machine.core import Core
from lanewise.machine.launch import launch
from lanewise.machine.settings import settings

N = 256
MTE2_V, V_MTE3 = asc.HardEvent.MTE2_V, asc.HardEvent.V_MTE3
V_MTE2, MTE3_V = asc.HardEvent.V_MTE2, asc.HardEvent.MTE3_V


class Bench:
    """What kernels of these tests begin with: two arrays in GM and three buffers in UB."""

    def __init__(self, x: Any, z: Any) -> None:
        self.gx, self.gz = asc.GlobalTensor(), asc.GlobalTensor()
        self.gx.set_global_buffer(x)
        self.gz.set_global_buffer(z)
        self.pipe = asc.TPipe()
        self.a, self.b, self.c = (self._buffer() for _ in range(3))

    def _buffer(self) -> Any:
        buffer = asc.TBuf(asc.TPosition.VECCALC)
        self.pipe.init_buffer(buf=buffer, len=4 * N)
        return buffer.get(asc.float32)


def pass_flag(event: Any, number: int = 0) -> None:
    asc.set_flag(event, number)
    asc.wait_flag(event, number)


def findings(
    kernel: Callable[..., None], blocks: int = 1, chip: str = "ascend910b", check: str = "all"
) -> list[Finding]:
    x, z = np.arange(4 * N, dtype=np.float32), np.zeros(4 * N, np.float32)
    chosen = settings().using(check=check, chip=chip)
    return launch(kernel, kernel.__name__, blocks, {"x": x, "z": z}, chosen).findings


def at(kernel: Callable[..., None], text: str) -> int:
    """The line of a kernel that ends with this comment."""
    lines, first = inspect.getsourcelines(kernel)
    return first + next(i for i, line in enumerate(lines) if line.rstrip().endswith(f"# {text}"))


def ids_and_lines(found: list[Finding]) -> list[tuple[str, int | None, int | None]]:
    return [(f.id, f.place.line if f.place else None, f.other.line if f.other else None) for f in found]


# --- races inside a core ---


def in_order(x: Any, z: Any) -> None:
    k = Bench(x, z)
    asc.data_copy(k.a, k.gx, N)
    pass_flag(MTE2_V)
    asc.adds(k.b, k.a, 1.0, N)
    pass_flag(V_MTE3)
    asc.data_copy(k.gz, k.b, N)


def no_flag_in(x: Any, z: Any) -> None:
    k = Bench(x, z)
    asc.data_copy(k.a, k.gx, N)  # before
    asc.adds(k.b, k.a, 1.0, N)  # after
    pass_flag(V_MTE3)
    asc.data_copy(k.gz, k.b, N)


def no_flag_out(x: Any, z: Any) -> None:
    k = Bench(x, z)
    asc.data_copy(k.a, k.gx, N)
    pass_flag(MTE2_V)
    asc.adds(k.b, k.a, 1.0, N)  # before
    asc.data_copy(k.gz, k.b, N)  # after


def filled_again_too_soon(x: Any, z: Any) -> None:
    k = Bench(x, z)
    asc.data_copy(k.a, k.gx, N)
    pass_flag(MTE2_V)
    asc.adds(k.b, k.a, 1.0, N)  # before
    asc.data_copy(k.a, k.gx[N:], N)  # after


def wrong_event(x: Any, z: Any) -> None:
    k = Bench(x, z)
    asc.data_copy(k.a, k.gx, N)  # before
    pass_flag(asc.HardEvent.MTE2_MTE3)
    asc.adds(k.b, k.a, 1.0, N)  # after


def flag_in_one_branch(x: Any, z: Any) -> None:
    k = Bench(x, z)
    for i in range(2):
        asc.data_copy(k.a, k.gx[i * N :], N)  # before
        if i == 0:
            pass_flag(MTE2_V)
        asc.adds(k.b, k.a, 1.0, N)  # after
        asc.pipe_barrier(asc.PipeID.PIPE_ALL)


def barrier_instead(x: Any, z: Any) -> None:
    k = Bench(x, z)
    asc.data_copy(k.a, k.gx, N)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.adds(k.b, k.a, 1.0, N)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.data_copy(k.gz, k.b, N)


def by_the_scalar_unit(x: Any, z: Any) -> None:
    """A flag to S orders everything that S issues afterwards."""
    k = Bench(x, z)
    asc.data_copy(k.a, k.gx, N)
    pass_flag(asc.HardEvent.MTE2_S)
    asc.adds(k.b, k.a, 1.0, N)


def through_queues(x: Any, z: Any) -> None:
    k = Bench(x, z)
    taken, given = asc.TQue(asc.TPosition.VECIN, 2), asc.TQue(asc.TPosition.VECOUT, 2)
    k.pipe.init_buffer(que=taken, num=2, len=4 * N)
    k.pipe.init_buffer(que=given, num=2, len=4 * N)
    for i in range(4):
        a = taken.alloc_tensor(asc.float32)
        asc.data_copy(a, k.gx[i * N :], N)
        taken.enque(a)
        a, b = taken.deque(asc.float32), given.alloc_tensor(asc.float32)
        asc.adds(b, a, 1.0, N)
        given.enque(b)
        taken.free_tensor(a)
        b = given.deque(asc.float32)
        asc.data_copy(k.gz[i * N :], b, N)
        given.free_tensor(b)


def neighbours_in_a_block(x: Any, z: Any) -> None:
    """Bytes count, not blocks of 32 of them: lanes that a mask leaves out are not touched."""
    k = Bench(x, z)
    asc.data_copy(k.a, k.gx, N)
    pass_flag(MTE2_V)
    asc.duplicate(k.b, 0.0, N)
    pass_flag(V_MTE3)
    asc.adds(k.b[8:], k.a, 1.0, 8)
    asc.data_copy(k.gz, k.b, 8)


def scalar_between(x: Any, z: Any) -> None:
    """What the vendor's compiler orders by itself."""
    k = Bench(x, z)
    asc.data_copy(k.a, k.gx, N)
    first = k.a.get_value(0)
    asc.adds(k.b, k.a, first, N)
    k.b.set_value(0, 1.0)
    asc.adds(k.c, k.b, 1.0, N)


CLEAN = [in_order, barrier_instead, by_the_scalar_unit, through_queues, neighbours_in_a_block, scalar_between]
PLANTED = [no_flag_in, no_flag_out, filled_again_too_soon, wrong_event, flag_in_one_branch]


@pytest.mark.parametrize("chip", ["ascend910b", "ascend950", "ascend310p"])
@pytest.mark.parametrize("kernel", CLEAN)
def test_check_race_is_silent(kernel: Callable[..., None], chip: str) -> None:
    assert findings(kernel, chip=chip) == []


@pytest.mark.parametrize("kernel", PLANTED)
def test_check_race_is_found(kernel: Callable[..., None]) -> None:
    assert ("RACE-001", at(kernel, "after"), at(kernel, "before")) in ids_and_lines(findings(kernel))
    assert {f.id for f in findings(kernel)} == {"RACE-001"}


def test_check_race_says_what_to_write() -> None:
    (found,) = findings(no_flag_in)
    before = at(no_flag_in, "before")
    what = f"asc.adds (V) reads UB bytes 0..1023, which asc.data_copy (MTE2, line {before}) writes"
    assert found.what.startswith(what)
    assert f"Write asc.set_flag(asc.HardEvent.MTE2_V, 0) after line {before}" in found.write
    assert any("asc.set_flag(asc.HardEvent.MTE2_V, 1)" in f.write for f in findings(flag_in_one_branch))  # 0 is in use


def test_check_race_strict_asks_for_what_the_compiler_inserts() -> None:
    assert {f.id for f in findings(scalar_between, check="race:strict")} == {"RACE-001"}
    assert findings(in_order, check="race:strict") == []


# --- races between blocks ---


def same_bytes(x: Any, z: Any) -> None:
    k = Bench(x, z)
    asc.duplicate(k.b, 1.0, N)
    pass_flag(V_MTE3)
    asc.data_copy(k.gz, k.b, N)  # both


def other_bytes(x: Any, z: Any) -> None:
    k = Bench(x, z)
    asc.duplicate(k.b, 1.0, N)
    if asc.get_block_idx() == 2:
        asc.duplicate(k.b, 2.0, 8)
    pass_flag(V_MTE3)
    asc.data_copy(k.gz, k.b, N)  # all


def bytes_of_its_own(x: Any, z: Any) -> None:
    k = Bench(x, z)
    asc.duplicate(k.b, 1.0, N)
    pass_flag(V_MTE3)
    asc.data_copy(k.gz[asc.get_block_idx() * N :], k.b, N)


def sums(x: Any, z: Any) -> None:
    k = Bench(x, z)
    asc.duplicate(k.b, 1.0, N)
    pass_flag(V_MTE3)
    asc.set_atomic_add(asc.float32)
    asc.data_copy(k.gz, k.b, N)
    asc.set_atomic_none()


def neighbour(x: Any, z: Any, wait: bool) -> None:
    k = Bench(x, z)
    mine = asc.get_block_idx()
    asc.duplicate(k.b, 1.0, N)
    pass_flag(V_MTE3)
    asc.data_copy(k.gz[mine * N :], k.b, N)  # before
    if wait:
        asc.sync_all()
    asc.data_copy(k.a, k.gz[(1 - mine) * N :], N)  # after


def neighbour_waits(x: Any, z: Any) -> None:
    neighbour(x, z, True)


def neighbour_does_not_wait(x: Any, z: Any) -> None:
    neighbour(x, z, False)


def test_check_race_between_blocks() -> None:
    line = at(same_bytes, "both")
    (same,) = findings(same_bytes, 2)
    assert ids_and_lines([same]) == [("RACE-002", line, line)]
    assert same.severity.value == "warning"
    assert "both write the same bytes" in same.what
    line = at(other_bytes, "all")
    (other,) = findings(other_bytes, 3)  # whichever two of the three meet
    assert ids_and_lines([other]) == [("RACE-002", line, line)]
    assert other.severity.value == "error"
    assert "the same bytes" not in other.what
    found = ids_and_lines(findings(neighbour_does_not_wait, 2))
    assert {id for id, *_ in found} == {"RACE-002"}
    lines = {at(neighbour, "before"), at(neighbour, "after")}
    assert all({place, other} == lines for _, place, other in found)


@pytest.mark.parametrize("kernel", [bytes_of_its_own, sums, neighbour_waits])
def test_check_race_between_blocks_is_silent(kernel: Callable[..., None]) -> None:
    assert findings(kernel, 2) == []


# --- bytes that nobody wrote ---


def added_to_nothing(x: Any, z: Any) -> None:
    k = Bench(x, z)
    asc.data_copy(k.a, k.gx, N)
    pass_flag(MTE2_V)
    asc.add(k.b, k.a, k.c, N)
    pass_flag(V_MTE3)
    asc.data_copy(k.gz, k.b, N)  # out


def half_of_it(x: Any, z: Any) -> None:
    """A tail is computed from nothing, but not copied out."""
    k = Bench(x, z)
    asc.data_copy(k.a, k.gx, N // 2)
    pass_flag(MTE2_V)
    asc.adds(k.b, k.a, 1.0, N)
    pass_flag(V_MTE3)
    asc.data_copy(k.gz, k.b, N // 2)


def carried_along(x: Any, z: Any) -> None:
    """One sum, and the rest of its block."""
    k = Bench(x, z)
    asc.data_copy(k.a, k.gx, N)
    pass_flag(MTE2_V)
    asc.reduce_sum(k.b, k.a, k.c, N)
    pass_flag(V_MTE3)
    asc.data_copy(k.gz, k.b, 8)


def multiplied_by_zero(x: Any, z: Any) -> None:
    """Integers times zero are known, whatever they are."""
    k = Bench(x, z)
    a, b = k.a.reinterpret_cast(asc.int32), k.b.reinterpret_cast(asc.int32)
    asc.muls(b, a, 0, N)
    pass_flag(V_MTE3)
    asc.data_copy(k.gz, k.b, N)


def looked_at(x: Any, z: Any) -> None:
    k = Bench(x, z)
    k.gz.set_value(0, k.a.get_value(3))  # scalar


def too_many_reduced(x: Any, z: Any) -> None:
    """Half of the tile was written; the sum is over all of it, and passes through another instruction."""
    k = Bench(x, z)
    asc.data_copy(k.a, k.gx, N // 2)
    pass_flag(MTE2_V)
    asc.reduce_sum(k.b, k.a, k.c, N)  # culprit
    asc.pipe_barrier(asc.PipeID.PIPE_V)
    asc.adds(k.b, k.b, 1.0, 8)
    pass_flag(asc.HardEvent.V_S)
    k.gz.set_value(0, k.b.get_value(0))  # scalar


def beside_the_sum(x: Any, z: Any) -> None:
    """The same, and a lane is looked at that has nothing to do with the sum."""
    k = Bench(x, z)
    asc.data_copy(k.a, k.gx, N // 2)
    pass_flag(MTE2_V)
    asc.reduce_sum(k.b, k.a, k.c, N)
    asc.pipe_barrier(asc.PipeID.PIPE_V)
    asc.adds(k.b, k.b, 1.0, 8)
    pass_flag(asc.HardEvent.V_S)
    k.gz.set_value(0, k.b.get_value(3))  # scalar


def test_check_garbage_names_who_first_read_it() -> None:
    (found,) = findings(too_many_reduced)
    assert ids_and_lines([found]) == [("INIT-003", at(too_many_reduced, "scalar"), at(too_many_reduced, "culprit"))]
    start, half = 0, 4 * N // 2
    assert f"uninitialised UB bytes {start + half}..{start + 4 * N - 1} (read by asc.reduce_sum, line " in found.what
    assert found.write.startswith("Shorten the count there")
    assert ids_and_lines(findings(beside_the_sum)) == [("INIT-003", at(beside_the_sum, "scalar"), None)]


def test_check_garbage_that_gets_out() -> None:
    assert ids_and_lines(findings(added_to_nothing)) == [("INIT-001", at(added_to_nothing, "out"), None)]
    assert ids_and_lines(findings(looked_at)) == [("INIT-003", at(looked_at, "scalar"), None)]


@pytest.mark.parametrize("kernel", [half_of_it, carried_along, multiplied_by_zero])
def test_check_garbage_that_stays_is_silent(kernel: Callable[..., None]) -> None:
    assert findings(kernel) == []


# --- what is left behind ---


def left_behind(x: Any, z: Any) -> None:
    Bench(x, z)
    asc.set_flag(V_MTE2, 3)  # flag
    asc.set_mask_count()  # mode
    asc.set_atomic_add(asc.float32)  # atomic


def set_twice(x: Any, z: Any) -> None:
    Bench(x, z)
    asc.set_flag(V_MTE2, 3)  # first
    asc.set_flag(V_MTE2, 3)  # second
    asc.wait_flag(V_MTE2, 3)


def test_check_what_is_left_behind() -> None:
    assert ids_and_lines(findings(left_behind)) == [
        ("SYNC-102", at(left_behind, "flag"), None), ("STATE-101", at(left_behind, "mode"), None),
        ("STATE-102", at(left_behind, "atomic"), None),
    ]  # fmt: skip
    assert ids_and_lines(findings(set_twice)) == [("SYNC-101", at(set_twice, "second"), at(set_twice, "first"))]


def test_check_of_single_instructions() -> None:
    with lanewise.core("ascend910b", check=True) as core:
        x = core.gm(np.ones(64, np.float32))
        a = core.ub(64, np.float32)
        asc.data_copy(a, x, 64)
        asc.adds(a, a, 1.0, 64)
        assert {f.id for f in core.findings()} == {"RACE-001"}


def found_when_blocks_run(order: tuple[int, ...]) -> list[str]:
    check = Check("race", "kernel", 3)
    first = Core("ascend910b", block=0, blocks=3, check=check)
    blocks = (first, *(Core("ascend910b", block=b, blocks=3, gm=first.gm_space, check=check) for b in (1, 2)))
    z = first.gm(np.ones(64, np.float32))
    for block in order:
        with blocks[block] as core:
            a = core.ub(np.full(64, block + 1, np.float32))
            if block == 0:
                asc.data_copy(z, a, 64)  # written by one
            else:
                asc.data_copy(a, z, 64)  # read by others
            asc.adds(a, a, 1.0, 64)  # without a flag, but for the first
            asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    return [one.text for one in check.findings()]


def test_findings_say_the_same_whichever_block_was_faster() -> None:
    found = found_when_blocks_run((0, 1, 2))
    for order in ((0, 2, 1), (1, 0, 2), (2, 1, 0)):
        assert found_when_blocks_run(order) == found, order
    assert [one.split(" ")[1] for one in found] == ["RACE-001"] * 3 + ["RACE-002"]  # of 0, of 1, of both
    assert "block 1: asc.data_copy (MTE2) reads" in found[3]
    assert "of block 0 writes" in found[3]


def test_check_takes_what_it_knows() -> None:
    with pytest.raises(ValueError, match="no check called races; there are: all, mem, race"):
        settings().using(check="races")


# --- overlap ---


def shifted_onto_itself(x: Any, z: Any) -> None:
    k = Bench(x, z)
    asc.duplicate(k.a, 1.0, N)
    asc.adds(k.a[8:], k.a, 1.0, N - 8)  # both


def in_place(x: Any, z: Any) -> None:
    k = Bench(x, z)
    asc.duplicate(k.a, 1.0, N)
    asc.adds(k.a, k.a, 1.0, N)


def test_check_overlap() -> None:
    (found,) = findings(shifted_onto_itself)
    assert ids_and_lines([found]) == [("OVERLAP-001", at(shifted_onto_itself, "both"), None)]
    assert found.what.startswith("asc.adds: dst and src overlap without coinciding inside repeat 0")
    assert findings(in_place) == []


# --- filler of padded copies ---


class Padded(Bench):
    """250 of 256 floats came by a padded copy, and were halved."""

    def __init__(self, x: Any, z: Any, *pad: Any) -> None:
        super().__init__(x, z)
        shape = asc.DataCopyExtParams(1, 1000, 0, 0)
        asc.data_copy_pad(self.a, self.gx, shape, asc.DataCopyPadExtParams(*pad) if pad else None)
        pass_flag(MTE2_V)
        asc.muls(self.b, self.a, 0.5, N)

    def out(self) -> None:
        pass_flag(V_MTE3)
        asc.data_copy(self.gz, self.b, N)


def sums_filler(x: Any, z: Any) -> None:
    k = Padded(x, z)
    asc.reduce_sum(k.b, k.b, k.c, N)  # here
    k.out()


def sums_filler_of_rows(x: Any, z: Any) -> None:
    k = Padded(x, z)
    asc.whole_reduce_sum(k.b, k.b, 64, 4, 1, 1, 8)  # here
    k.out()


def sums_what_was_copied(x: Any, z: Any) -> None:
    k = Padded(x, z)
    asc.reduce_sum(k.b, k.b, k.c, 250)
    k.out()


def sums_chosen_padding(x: Any, z: Any) -> None:
    k = Padded(x, z, asc.float32, True, 0, 6, 0)
    asc.reduce_sum(k.b, k.b, k.c, N)
    k.out()


def takes_a_maximum_of_filler(x: Any, z: Any) -> None:
    """Filler repeats an element of the data, so the largest is the same."""
    k = Padded(x, z)
    asc.reduce_max(k.b, k.b, k.c, N)
    k.out()


def copies_filler_out(x: Any, z: Any) -> None:
    """The host's rows are padded, too."""
    Padded(x, z).out()


def overwrites_filler(x: Any, z: Any) -> None:
    k = Padded(x, z)
    asc.duplicate(k.c, 0.0, N)
    asc.adds(k.c, k.b, 0.0, 250)
    asc.reduce_sum(k.b, k.c, k.a, N)
    k.out()


def multiplies_filler_away(x: Any, z: Any) -> None:
    k = Padded(x, z)
    asc.duplicate(k.c, 0.0, N)
    asc.duplicate(k.c, -1.0, 250)
    asc.mul(k.b, k.b, k.c, N)
    asc.reduce_sum(k.b, k.b, k.a, N)
    k.out()


def asks_filler_by_scalar_code(x: Any, z: Any) -> None:
    k = Padded(x, z)
    pass_flag(asc.HardEvent.V_S)
    k.a.get_value(255)
    k.out()


@pytest.mark.parametrize("kernel", [sums_filler, sums_filler_of_rows], ids=lambda kernel: kernel.__name__)
def test_filler_that_is_summed_is_found(kernel: Callable[..., None]) -> None:
    (one,) = findings(kernel)
    assert (one.id, one.place.line) == ("INIT-005", at(kernel, "here"))  # type: ignore[union-attr]
    assert one.other is not None
    assert one.other.line == _line_of_pad()
    call = "reduce_sum" if kernel is sums_filler else "reduce_repeat_sum"
    assert f"6 of the 256 elements that asc.{call} adds up are filler of asc.data_copy_pad (line " in str(one)
    assert "Add up 250 elements, or let asc.data_copy_pad pad with zeros" in str(one)


def _line_of_pad() -> int:
    lines, first = inspect.getsourcelines(Padded)
    return first + next(i for i, line in enumerate(lines) if "asc.data_copy_pad(" in line)


@pytest.mark.parametrize(
    "kernel",
    [
        sums_what_was_copied, sums_chosen_padding, takes_a_maximum_of_filler, copies_filler_out, overwrites_filler,
        multiplies_filler_away, asks_filler_by_scalar_code,
    ],
    ids=lambda kernel: kernel.__name__,
)  # fmt: skip
def test_filler_that_is_left_alone_is_no_finding(kernel: Callable[..., None]) -> None:
    assert findings(kernel) == []
