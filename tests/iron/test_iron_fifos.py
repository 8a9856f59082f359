"""What fifos and links do with data, against numpy."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from small_designs import array_type, mover, through

from lanewise import iron
from lanewise.errors import LanewiseError

DATA = np.arange(96, dtype=np.int32) * 7 - 50


def fifo(shape: Any, dtype: Any = np.int32, **more: Any) -> Any:
    return iron.ObjectFifo(array_type(shape, dtype), **more)


@pytest.mark.parametrize(("first", "second"), [(32, 8), (8, 32), (24, 24), (48, 16)])
def test_forward_between_objects_of_other_sizes_keeps_the_stream(first: int, second: int) -> None:
    def wire(rt: Any) -> Any:
        up = fifo(first, name="up")
        return up, up.cons().forward(obj_type=array_type(second, np.int32), name="down")

    assert np.array_equal(through(DATA, 96, np.int32, wire), DATA)


def test_stream_is_bytes_and_both_ends_cut_it_as_they_like() -> None:
    def wire(rt: Any) -> Any:
        up = fifo(24, np.int8, name="up")
        return up, up.cons().forward(name="down")

    assert np.array_equal(through(DATA, 384, np.uint8, wire), DATA.view(np.uint8))


def test_split_and_join_with_uneven_pieces() -> None:
    def wire(rt: Any) -> Any:
        up, down = fifo(24, name="up"), fifo(24, name="down")
        types = [array_type(n, np.int32) for n in (4, 12, 8)]
        ins = up.cons().split([0, 4, 16], obj_types=types)
        outs = down.prod().join([0, 8, 20], obj_types=[types[2], types[1], types[0]])
        for piece, back in ((0, 2), (1, 1), (2, 0)):
            rt.start(iron.Worker(mover(), [ins[piece].cons(), outs[back].prod()]))
        return up, down

    want = DATA.reshape(4, 24)
    want = np.concatenate([want[:, 16:], want[:, 4:16], want[:, :4]], axis=1).reshape(-1)
    assert np.array_equal(through(DATA, 96, np.int32, wire), want)


def test_dims_of_a_split_and_a_join_count_in_each_piece() -> None:
    def wire(rt: Any) -> Any:
        up, down = fifo(24, name="up"), fifo(24, name="down", dims_to_stream=[(4, 1), (3, 4)])
        half = array_type(12, np.int32)
        ins = up.cons(dims_from_stream=[(3, 4), (4, 1)]).split([0, 12], obj_types=[half] * 2)
        outs = down.prod().join([0, 12], obj_types=[half] * 2)
        for i, o in zip(ins, outs, strict=True):
            rt.start(iron.Worker(mover(), [i.cons(), o.prod()]))
        return up, down

    want = DATA.reshape(8, 3, 4).transpose(0, 2, 1).reshape(-1)
    assert np.array_equal(through(DATA, 96, np.int32, wire), want)


def test_dims_at_a_core_reorder_what_it_sees() -> None:
    def wire(rt: Any) -> Any:
        up, down = fifo(12, name="up"), fifo(12, name="down", dims_to_stream=[(2, 6), (3, 2), (2, 1)])
        rt.start(iron.Worker(mover(), [up.cons(dims_from_stream=[(4, 1), (3, 4)]), down.prod()]))
        return up, down

    seen = np.zeros((8, 12), np.int32)
    for k in range(12):  # element k of the stream goes to (k % 3) * 4 + k // 3
        seen[:, k % 3 * 4 + k // 3] = DATA.reshape(8, 12)[:, k]
    assert np.array_equal(through(DATA, 96, np.int32, wire), seen.reshape(-1))


def test_padding_sends_zeros_around_the_object() -> None:
    def wire(rt: Any) -> Any:
        up = fifo((4, 6), name="up")
        return up, up.cons().forward(name="down", dims_to_stream=[(4, 6), (6, 1)], pad_dimensions=[(1, 2), (2, 0)])

    want = np.pad(DATA.reshape(4, 4, 6), ((0, 0), (1, 2), (2, 0)))
    assert np.array_equal(through(DATA, want.size, np.int32, wire), want.reshape(-1))


def test_repeat_count_sends_each_object_again() -> None:
    def wire(rt: Any) -> Any:
        up = fifo(32, name="up")
        return up, up.cons().forward(name="down", repeat_count=3)

    want = np.repeat(DATA.reshape(3, 32), 3, axis=0).reshape(-1)
    assert np.array_equal(through(DATA, 288, np.int32, wire), want)


@pytest.mark.filterwarnings("ignore:IRON-008")
@pytest.mark.parametrize(("wanted", "comes"), [(32, True), (40, False)])
def test_iter_count_goes_through_the_objects_so_often(wanted: int, comes: bool) -> None:
    def wire(rt: Any) -> Any:
        up = fifo(8, name="up", depth=2)
        down = up.cons().forward(name="down")
        down.set_iter_count(2)
        return up, down

    if comes:
        assert through(DATA, wanted, np.int32, wire).tolist() == DATA[:wanted].tolist()
    else:
        with pytest.raises(LanewiseError, match="drain of down wants 40 elements of int32; 32 came"):
            through(DATA, wanted, np.int32, wire)


def test_consumer_may_have_smaller_objects() -> None:
    def wire(rt: Any) -> Any:
        up, down = fifo(32, name="up", consumer_obj_type=array_type(16, np.int32)), fifo(16, name="down")
        rt.start(iron.Worker(mover(), [up.cons(), down.prod()]))
        return up, down

    assert np.array_equal(through(DATA, 96, np.int32, wire), DATA)


def test_initial_values_are_there_before_anything_is_sent() -> None:
    """A fifo to itself that starts full delays what goes through it by one object."""

    def delay(source: Any, late_in: Any, late_out: Any, sink: Any) -> None:
        x, y, old, new = source.acquire(1), sink.acquire(1), late_out.acquire(1), late_in.acquire(1)
        for i in iron.range_(8):
            y[i] = old[i]
            new[i] = x[i]
        for one in (source, sink, late_out, late_in):
            one.release(1)

    def wire(rt: Any) -> Any:
        up, down = fifo(8, name="up"), fifo(8, name="down")
        late = fifo(8, name="late", init_values=[np.full(8, 5, np.int32)])
        rt.start(iron.Worker(delay, [up.cons(), late.prod(), late.cons(), down.prod()]))
        return up, down

    want = np.concatenate([np.full(8, 5), DATA[:-8]])
    assert np.array_equal(through(DATA, 96, np.int32, wire), want)


def test_windows_hold_objects_until_they_are_released() -> None:
    """acquire(3), release(1): each result is the sum of three rows."""

    def window(source: Any, sink: Any) -> None:
        for _ in iron.range_(10):
            rows, y = source.acquire(3), sink.acquire(1)
            for i in iron.range_(8):
                y[i] = rows[0][i] + rows[1][i] + rows[2][i]
            source.release(1)
            sink.release(1)
        source.acquire(2)
        source.release(2)

    def wire(rt: Any) -> Any:
        up, down = fifo(8, name="up", depth=3), fifo(8, name="down")
        rt.start(iron.Worker(window, [up.cons(), down.prod()]))
        return up, down

    rows = DATA.reshape(12, 8)
    assert np.array_equal(through(DATA, 80, np.int32, wire), (rows[:-2] + rows[1:-1] + rows[2:]).reshape(-1))


def test_two_calls_start_afresh() -> None:
    state = []

    @iron.jit
    def counted(b):  # type: ignore[no-untyped-def]
        out, one = fifo(1, name="out"), array_type(1, np.int32)
        count = iron.Buffer(one, initial_value=np.array([10], np.int32))

        def body(sink: Any, count: Any) -> None:
            y = sink.acquire(1)
            count[0] = count[0] + 1
            y[0] = count[0]
            sink.release(1)

        rt = iron.Runtime()
        with rt.sequence(array_type(3, np.int32)) as b:
            rt.start(iron.Worker(body, [out.prod(), count]))
            rt.drain(out.cons(), b, wait=True)
        return iron.Program(iron.NPU1(), rt).resolve_program()

    for _ in range(2):
        counted(b := iron.zeros(3, dtype=np.int32))
        state.append(b.numpy().tolist())
    assert state == [[11, 12, 13]] * 2


def test_calls_leave_no_memory_behind() -> None:
    import gc

    from lanewise.iron.elements import Memory

    def wire(rt: Any) -> Any:
        up, down = fifo(8, name="up"), fifo(8, name="down")
        rt.start(iron.Worker(mover(), [up.cons(), down.prod()]))
        return up, down

    def memories() -> list[Memory]:
        gc.collect()
        return [one for one in gc.get_objects() if isinstance(one, Memory)]

    before = memories()  # what other tests keep
    through(DATA, 96, np.int32, wire)
    assert all(any(one is other for other in before) for one in memories())


def test_unwritten_memory_is_told_apart() -> None:
    def lazy(source: Any, sink: Any) -> None:
        source.acquire(1)
        sink.acquire(1)[0] = 3
        source.release(1)
        sink.release(1)

    def wire(rt: Any) -> Any:
        up, down = fifo(8, name="up"), fifo(4, np.float32, name="down")
        rt.start(iron.Worker(lazy, [up.cons(), down.prod()]))
        return up, down

    got = through(DATA[:8], 4, np.float32, wire)
    assert got[0] == 3
    assert np.isnan(got[1:]).all()
