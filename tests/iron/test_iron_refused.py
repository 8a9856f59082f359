"""What is wrong with a design is one line: what was asked, the rule, and where."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from small_designs import array_type, mover

from lanewise import iron
from lanewise.errors import LanewiseError, LanewiseWarning

ROW = array_type(8, np.int32)
ALL = array_type(32, np.int32)


def called(wire: Callable[[Any, Any], Any], wanted: int = 32, given: int = 32) -> Any:
    """wire(rt, (a, b)) inside a sequence of two tensors."""

    @iron.jit
    def design(a, b):  # type: ignore[no-untyped-def]
        rt = iron.Runtime()
        with rt.sequence(ALL, array_type(wanted, np.int32)) as both:
            wire(rt, both)
        return iron.Program(iron.NPU1(), rt).resolve_program()

    design(iron.arange(given, dtype=np.int32), b := iron.zeros(wanted, dtype=np.int32))
    return b.numpy()


def plain(rt: Any, both: Any, body: Any = None, **more: Any) -> None:
    up, down = iron.ObjectFifo(ROW, name="up"), iron.ObjectFifo(ROW, name="down")
    rt.start(iron.Worker(body or mover(), [up.cons(), down.prod()], **more))
    rt.fill(up.prod(), both[0])
    rt.drain(down.cons(), both[1], wait=True)


def unstarted(rt: Any, both: Any) -> None:
    up, down = iron.ObjectFifo(ROW, name="up"), iron.ObjectFifo(ROW, name="down")
    iron.Worker(mover(), [up.cons(), down.prod()])
    rt.fill(up.prod(), both[0])


def two_owners(rt: Any, both: Any) -> None:
    up = iron.ObjectFifo(ROW, name="up")
    end = up.cons()
    iron.Worker(None, [end])
    iron.Worker(None, [end])


def two_producers(rt: Any, both: Any) -> None:
    up = iron.ObjectFifo(ROW, name="up")
    iron.Worker(None, [up.prod()])
    rt.fill(up.prod(), both[0])


def fifo_itself(rt: Any, both: Any) -> None:
    iron.Worker(mover(), [iron.ObjectFifo(ROW, name="up")])


def too_many(source: Any, sink: Any) -> None:
    source.acquire(3)


def not_held(source: Any, sink: Any) -> None:
    source.release(1)


def open_group(rt: Any, both: Any) -> None:
    up = iron.ObjectFifo(ROW, name="up")
    rt.fill(up.prod(), both[0], task_group=rt.task_group())


def mixed_groups(rt: Any, both: Any) -> None:
    up = iron.ObjectFifo(ROW, name="up")
    rt.fill(up.prod(), both[0], task_group=rt.task_group())
    rt.fill(up.prod(), both[0])


def one_tile(rt: Any, both: Any) -> None:
    plain(rt, both, tile=iron.Tile(0, 2))
    rt.start(iron.Worker(None, [], tile=iron.Tile(0, 2)))


def crowded(rt: Any, both: Any) -> None:
    big = iron.Buffer(array_type(20000, np.int32), name="big")
    up, down = iron.ObjectFifo(ROW, name="up"), iron.ObjectFifo(ROW, name="down")
    rt.start(iron.Worker(lambda a, b, c: None, [up.cons(), down.prod(), big]))
    rt.fill(up.prod(), both[0])
    rt.drain(down.cons(), both[1], wait=True)


def far_dims(rt: Any, both: Any) -> None:
    up = iron.ObjectFifo(ROW, name="up")
    down = up.cons().forward(name="down", dims_to_stream=[(4, 1), (2, 8)])
    rt.fill(up.prod(), both[0])
    rt.drain(down.cons(), both[1], wait=True)


def shim_dims(rt: Any, both: Any) -> None:
    up = iron.ObjectFifo(ROW, name="up", dims_to_stream=[(8, 1)])
    rt.fill(up.prod(), both[0])


def two_links(rt: Any, both: Any) -> None:
    up = iron.ObjectFifo(ROW, name="up")
    up.cons().forward(name="one")
    up.cons().forward(name="two")


def looks_at_a_value(source: Any, sink: Any) -> None:
    if source.acquire(1)[0] == 0:
        sink.acquire(1)


@pytest.mark.parametrize(
    ("wire", "words"),
    [
        (unstarted, "fifo up: nobody takes from it: worker move would, but was not given to rt.start"),
        (two_owners, "belongs to worker idle and is given to worker idle; call cons() again"),
        (two_producers, "fifo up: worker idle fills it, and the runtime, too; a fifo has one producer"),
        (fifo_itself, "give the worker an end of it: .prod() or .cons()"),
        (lambda rt, both: plain(rt, both, too_many), "acquire(3) waits for ever: this end holds 2; give it depth=3"),
        (lambda rt, both: plain(rt, both, not_held), "release(1), and 0 objects are held"),
        (open_group, "task group: it is never finished"),
        (mixed_groups, "transfers with and without a task group are open at the same time"),
        (one_tile, "its tile (0, 2) is that of worker move"),
        (crowded, "it needs 81152 of the 65536 bytes of a tile: fifo up 2 x 32"),
        (far_dims, "reach element 11 of int32[8]"),
        (shim_dims, "reorder at the host with a tap"),
        (two_links, "it feeds two links, forward of up and forward of up"),
        (lambda rt, both: plain(rt, both, looks_at_a_value), "write `with if_(condition):`"),
    ],
)  # fmt: skip
def test_design_is_refused(wire: Any, words: str) -> None:
    with pytest.raises(LanewiseError) as caught:
        called(wire)
    assert caught.value.id == "IRON-005"
    assert words in str(caught.value)
    assert caught.value.where is not None
    assert os.path.basename(caught.value.where[0]) in (os.path.basename(__file__), "small_designs.py")


def test_tensor_of_another_size_is_refused() -> None:
    with pytest.raises(TypeError, match=r"IRON-007 design: tensor a is int32\[24\]; the sequence takes int32\[32\]"):
        called(plain, given=24)


def test_barrier_that_nobody_sets_is_a_deadlock_that_says_so() -> None:
    def wire(rt: Any, both: Any) -> None:
        up, down = iron.ObjectFifo(ROW, name="up"), iron.ObjectFifo(ROW, name="down")
        barrier = iron.WorkerRuntimeBarrier()

        def body(source: Any, sink: Any, barrier: Any) -> None:
            barrier.wait_for_value(1)

        rt.start(iron.Worker(body, [up.cons(), down.prod(), barrier]))
        rt.fill(up.prod(), both[0])
        rt.drain(down.cons(), both[1], wait=True)

    with pytest.raises(LanewiseError, match="worker body waits for value 1 of a barrier") as caught:
        called(wire)
    assert caught.value.id == "IRON-003"


def test_workers_that_wait_for_each_other_are_both_named() -> None:
    def wire(rt: Any, both: Any) -> None:
        up, there, back = (iron.ObjectFifo(ROW, name=n) for n in ("up", "there", "back"))

        def first(source: Any, back: Any, there: Any) -> None:
            back.acquire(1)

        def second(there: Any, back: Any) -> None:
            there.acquire(1)

        rt.start(iron.Worker(first, [up.cons(), back.cons(), there.prod()]))
        rt.start(iron.Worker(second, [there.cons(), back.prod()]))
        rt.fill(up.prod(), both[0], wait=True)

    with pytest.raises(LanewiseError) as caught:
        called(wire)
    text = str(caught.value)
    assert "fill of up waits for 16 of 32 elements" in text
    assert "worker first waits for data in fifo back" in text
    assert "worker second waits for data in fifo there" in text
    assert text.count(", which worker second fills") == text.count(", which worker first fills") == 1


def test_worker_whose_fifo_is_full_names_who_does_not_empty_it() -> None:
    def wire(rt: Any, both: Any) -> None:
        up, there, down = (iron.ObjectFifo(ROW, name=n) for n in ("up", "there", "down"))

        def first(source: Any, there: Any) -> None:
            for _ in iron.range_(8):
                there.acquire(1)
                there.release(1)

        def second(there: Any, down: Any, up: Any) -> None:
            up.acquire(1)
            up.release(1)

        rt.start(iron.Worker(first, [up.cons(), there.prod()]))
        rt.start(iron.Worker(second, [there.cons(), down.prod(), up.cons()]))
        rt.fill(up.prod(), both[0])
        rt.drain(down.cons(), both[1], wait=True)

    with pytest.raises(LanewiseError) as caught:
        called(wire)
    text = str(caught.value)
    assert "worker first waits for room in fifo there" in text
    assert ", which worker second empties" in text


def test_transfer_that_is_left_is_a_warning() -> None:
    def wire(rt: Any, both: Any) -> None:
        plain(rt, both)
        more = iron.ObjectFifo(ROW, name="more")
        rt.start(iron.Worker(None, [more.cons()]))
        rt.fill(more.prod(), both[0])

    with pytest.warns(LanewiseWarning, match="IRON-008 the fill of more is not over when the sequence ends: 16 of 32"):
        called(wire)


def test_drain_that_nobody_waits_for_is_a_warning() -> None:
    def wire(rt: Any, both: Any) -> None:
        up = iron.ObjectFifo(ROW, name="up")
        rt.fill(up.prod(), both[0], wait=True)
        rt.drain(up.cons().forward(name="down").cons(), both[1])

    with pytest.warns(LanewiseWarning, match="IRON-009 nobody waits for the drain of down"):
        assert called(wire)[5] == 5


def test_round_that_keeps_an_object_is_a_warning() -> None:
    def keeps(source: Any, sink: Any) -> None:
        x, y = source.acquire(2), sink.acquire(1)
        for i in iron.range_(8):
            y[i] = x[1][i]
        source.release(1)
        sink.release(1)

    def wire(rt: Any, both: Any) -> None:
        plain(rt, both, keeps)

    with pytest.warns(LanewiseWarning, match=r"IRON-010 worker keeps ends a round with \+1 objects of fifo up held"):
        assert called(wire, wanted=24).tolist() == list(range(8, 32))


def test_object_used_after_its_release_is_a_warning() -> None:
    def hasty(source: Any, sink: Any) -> None:
        x, y = source.acquire(1), sink.acquire(1)
        source.release(1)
        for i in iron.range_(8):
            y[i] = x[i]
        sink.release(1)

    def wire(rt: Any, both: Any) -> None:
        plain(rt, both, hasty)

    late = "IRON-012 worker hasty uses an object of fifo up that it does not hold"
    with pytest.warns(LanewiseWarning, match=late) as caught:
        called(wire)
    lines = [(one.filename, one.lineno) for one in caught if "IRON-012" in str(one.message)]
    assert lines == [(__file__, hasty.__code__.co_firstlineno + 4)]


@pytest.mark.parametrize("make", [
    lambda: iron.ObjectFifo(ROW, disable_synchronization=True),
    lambda: iron.Runtime().sync_parameters(), lambda: iron.kernels.conv2dk9(),
])  # fmt: skip
def test_what_is_missing_is_named(make: Any) -> None:
    with pytest.raises(ImportError, match="IRON-001 the design needs"):
        make()
