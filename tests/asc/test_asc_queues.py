"""Each rule of pipes, queues and buffers: the case that breaks it and the legal one next to it."""

from __future__ import annotations

import gc

import numpy as np
import pytest

from lanewise import asc

VECIN, VECOUT, VECCALC = asc.TPosition.VECIN, asc.TPosition.VECOUT, asc.TPosition.VECCALC


@pytest.fixture
def pipe(make_core):
    with make_core(trace=True) as core:
        made = asc.TPipe()
        assert made.core is core
        yield made


def queue(pipe, num=2, length=256, depth=2, pos=VECIN):
    made = asc.TQue(pos, depth)
    pipe.init_buffer(que=made, num=num, len=length)
    return made


def test_buffers_are_rounded_and_lie_one_after_the_other(pipe):
    first, second = queue(pipe, 2, 100), queue(pipe, 1, 32)
    a, b, c = first.alloc_tensor(asc.float32), first.alloc_tensor(asc.float16), second.alloc_tensor(asc.int8)
    assert [(t.address, t.get_size()) for t in (a, b, c)] == [(0, 32), (128, 64), (256, 32)]
    assert isinstance(a, asc.LocalTensor)
    assert isinstance(a[8:], asc.LocalTensor)
    assert a.get_position() == 9


def test_the_round_trip(pipe):
    q = queue(pipe)
    t = q.alloc_tensor(asc.int16)
    assert not q.has_tensor_in_que()
    q.enque(t)
    assert (q.has_tensor_in_que(), q.get_tensor_count_in_que(), q.vacant_in_que()) == (True, 1, True)
    u = q.deque(asc.int32)
    assert (u.address, u.get_size()) == (t.address, 64)
    assert q.get_state(u) == asc.TBufState.DEQUE
    q.enque(u)
    q.free_tensor(q.deque(asc.int16))
    assert q.has_idle_buffer()


def test_buffers_go_round_robin(pipe):
    q = queue(pipe, 3)
    seen = []
    for _ in range(4):
        t = q.alloc_tensor(asc.int16)
        seen.append(t.address)
        q.free_tensor(t)
    assert seen == [0, 256, 512, 0]


def test_views_stand_for_their_whole_buffer(pipe):
    q = queue(pipe)
    t = q.alloc_tensor(asc.int16)
    t.set_user_tag(7)
    q.enque(t[16:])
    u = q.deque(asc.int16)
    assert (u.address, u.get_user_tag()) == (t.address, 7)
    q.free_tensor(u[8:])


def test_no_free_buffer(pipe, refuses):
    q = queue(pipe, 2)
    t = q.alloc_tensor(asc.int16)
    q.enque(t)
    q.alloc_tensor(asc.int16)
    error = refuses("QUE-001", q.alloc_tensor, asc.int16)
    assert "0: queued, 1: allocated" in error.message
    q.free_tensor(q.deque(asc.int16))
    q.alloc_tensor(asc.int16)


def test_empty_queue(pipe, refuses):
    q = queue(pipe)
    refuses("QUE-002", q.deque, asc.int16)
    t = q.alloc_tensor(asc.int16)
    refuses("QUE-002", q.deque, asc.int16)
    q.enque(t)
    q.deque(asc.int16)


def test_wrong_enque(pipe, refuses):
    q, other = queue(pipe), queue(pipe)
    t = q.alloc_tensor(asc.int16)
    assert "another queue" in refuses("QUE-003", other.enque, t).message
    assert "did not come" in refuses("QUE-003", q.enque, pipe.core.ub(16, np.int16)).message
    q.enque(t)
    assert "queued already" in refuses("QUE-003", q.enque, t).message
    q.free_tensor(q.deque(asc.int16))
    assert "freed" in refuses("QUE-003", q.enque, t).message


def test_wrong_free(pipe, refuses):
    q, other = queue(pipe), queue(pipe)
    t = q.alloc_tensor(asc.int16)
    refuses("QUE-004", other.free_tensor, t)
    q.enque(t)
    assert "still queued" in refuses("QUE-004", q.free_tensor, t).message
    q.free_tensor(q.deque(asc.int16))
    assert "already" in refuses("QUE-004", q.free_tensor, t).message
    q.free_tensor(q.alloc_tensor(asc.int16))


def test_depth_bounds_what_is_queued(pipe, refuses):
    q = queue(pipe, 4, depth=2)
    tensors = [q.alloc_tensor(asc.int16) for _ in range(3)]
    q.enque(tensors[0])
    q.enque(tensors[1])
    assert not q.vacant_in_que()
    refuses("QUE-005", q.enque, tensors[2])
    assert q.deque(asc.int16).address == tensors[0].address
    q.enque(tensors[2])


@pytest.mark.parametrize(("chip", "limit"), [("ascend910b", 8), ("ascend910", 4)])
def test_live_tensors_per_position(make_core, refuses, chip, limit):
    with make_core(chip):
        pipe = asc.TPipe()
        first, second, out = queue(pipe, limit), queue(pipe, 2), queue(pipe, 2, pos=VECOUT)
        held = [first.alloc_tensor(asc.int16) for _ in range(limit)]
        error = refuses("QUE-006", second.alloc_tensor, asc.int16)
        assert f"allows {limit}" in error.message
        out.alloc_tensor(asc.int16)
        first.free_tensor(held[0])
        second.alloc_tensor(asc.int16)


def test_use_before_init_buffer(pipe, refuses):
    q, b = asc.TQue(VECIN, 1), asc.TBuf(VECCALC)
    for call in (q.alloc_tensor, q.deque, b.get):
        refuses("QUE-007", call, asc.int16)
    pipe.init_buffer(q, 1, 32)
    pipe.init_buffer(buf=b, num=32)
    q.alloc_tensor(asc.int16)
    b.get(asc.int16)


def test_at_most_64_buffers(pipe, refuses):
    queue(pipe, 63, 32)
    buf = asc.TBuf()
    pipe.init_buffer(buf, 32)
    refuses("QUE-008", queue, pipe, 1, 32)
    pipe.reset()
    queue(pipe, 64, 32)


def test_at_most_28_queue_buffers_on_ascend950(make_core, refuses):
    with make_core("ascend950"):
        pipe = asc.TPipe()
        queue(pipe, 28, 32)
        refuses("QUE-008", queue, pipe, 1, 32)
        pipe.init_buffer(buf=asc.TBuf(), len=32)


def test_ub_is_finite_and_the_error_says_who_holds_it(pipe, refuses):
    queue(pipe, 1, 196608 - 64)
    error = refuses("MEM-003", queue, pipe, 1, 96)
    assert "196544 bytes  TQue 1 (VECIN, depth 2)" in str(error)
    assert "only 64 of 196608" in error.message
    queue(pipe, 2, 32)


def test_wrong_init_buffer(pipe, refuses):
    refuses("CALL-001", pipe.init_buffer, 3, 1, 32)
    for args in ((asc.TQue(VECIN, 1), 1, 0), (asc.TQue(VECIN, 1), 0, 32), (asc.TBuf(), 0)):
        refuses("QUE-009", pipe.init_buffer, *args)
    q = queue(pipe)
    refuses("QUE-009", pipe.init_buffer, q, 1, 32)


def test_positions_a_queue_can_have(pipe, refuses):
    for pos in (asc.TPosition.GM, asc.TPosition.A1):
        refuses("QUE-009", asc.TQue, pos, 1)
    refuses("QUE-009", asc.TBuf, asc.TPosition.GM)
    refuses("QUE-009", asc.TQueBind, asc.TPosition.GM, asc.TPosition.GM, 1)
    bind = asc.TQueBind(VECIN, VECOUT, 1)
    pipe.init_buffer(que=bind, num=1, len=32)
    bind.enque(bind.alloc_tensor(asc.int16))
    assert bind.deque(asc.int16).get_position() == 10


def test_depth_0_works_in_place(pipe, refuses):
    q = queue(pipe, 1, depth=0)
    t = asc.LocalTensor(asc.int16, VECIN, 64, 8)
    refuses("QUE-009", q.alloc_tensor, asc.int16)
    q.alloc_tensor(t)
    assert (t.address, t.get_size()) == (0, 128)
    refuses("QUE-002", q.deque, t)
    q.enque(t)
    q.deque(t)
    q.free_tensor(t)
    refuses("QUE-009", q.vacant_in_que)
    refuses("QUE-009", queue(pipe).alloc_tensor, t)


def test_user_positions_must_match(pipe, refuses):
    q = queue(pipe)
    q.enque(q.alloc_tensor(asc.int16), asc.TPosition.GM, VECIN)
    refuses("QUE-009", q.deque, asc.int16)
    q.deque(asc.int16, asc.TPosition.GM, VECIN)


def test_alloc_with_a_shape(pipe, refuses):
    q = queue(pipe, 2, 256)
    assert q.alloc_tensor(asc.float32, (2, 8)).get_size() == 16
    refuses("QUE-009", q.alloc_tensor, asc.float32, 65)


def test_buffers_give_the_same_memory_each_time(pipe, refuses):
    buf = asc.TBuf(VECCALC)
    pipe.init_buffer(buf=buf, num=100)
    assert buf.get(asc.float32).get_size() == 32
    assert buf.get(asc.float32, 5).get_size() == 5
    part = buf.get_with_offset(8, 32, asc.int16)
    assert (part.address - buf.get(asc.int8).address, part.get_size()) == (32, 8)
    assert buf.get_with_offset(asc.int16, 8, 32).address == part.address
    refuses("QUE-009", buf.get, asc.float32, 33)
    refuses("QUE-009", buf.get_with_offset, 8, 16, asc.int16)
    tensor = buf.alloc_tensor(asc.int8)
    assert buf.enque(tensor)
    assert buf.deque(asc.int8).address == tensor.address
    buf.free_tensor(tensor)


def test_pools_are_handed_out_again(pipe, refuses):
    pool = asc.TBufPool(VECCALC)
    refuses("QUE-007", pool.init_buffer, asc.TBuf(), 32)
    pipe.init_buf_pool(pool, 128)
    q, buf = asc.TQue(VECIN, 1), asc.TBuf()
    pool.init_buffer(q, 2, 32)
    pool.init_buffer(buf, 64)
    start = q.alloc_tensor(asc.int8).address
    assert buf.get(asc.int8).address == start + 64
    refuses("MEM-003", pool.init_buffer, asc.TBuf(), 32)
    pool.reset()
    refuses("QUE-007", buf.get, asc.int8)
    again = asc.TBuf()
    pool.init_buffer(again, 128)
    assert again.get(asc.int8).address == start
    shared, inner = asc.TBufPool(VECCALC), asc.TBuf()
    pipe.init_buf_pool(shared, 64, pool)
    shared.init_buffer(inner, 128)
    assert inner.get(asc.int8).address == start
    refuses("QUE-009", pipe.init_buf_pool, asc.TBufPool(), 256, pool)
    refuses("QUE-009", asc.TBufPool, VECCALC, 17)


def test_one_pipe_at_a_time(pipe, refuses):
    refuses("QUE-009", asc.TPipe)
    assert asc.get_tpipe_ptr() is pipe
    q = queue(pipe)
    pipe.destroy()
    refuses("QUE-009", asc.get_tpipe_ptr)
    refuses("QUE-009", pipe.init_buffer, asc.TQue(VECIN, 1), 1, 32)
    refuses("QUE-007", q.alloc_tensor, asc.int16)
    second = asc.TPipe()
    assert queue(second).alloc_tensor(asc.int16).address == 0
    assert second.get_base_addr(VECIN) == 0


def test_a_pipe_that_is_gone_gives_its_memory_back(make_core):
    with make_core():
        for _ in range(2):
            pipe = asc.TPipe()
            assert queue(pipe, 1, 196608).alloc_tensor(asc.int8).address == 0
            del pipe
            gc.collect()


def test_a_new_pipe_resets_the_state(make_core):
    with make_core() as core:
        asc.set_mask_count()
        asc.set_vector_mask(0, 1, asc.int16)
        asc.TPipe()
        assert int(core.state["mask"][0]) == 2**64 - 1
        assert int(core.state["ctrl"]) >> 56 & 1 == 0


def test_event_ids(pipe, refuses):
    event = asc.HardEvent.MTE2_V
    assert [pipe.fetch_event_id(event), pipe.fetch_event_id(event)] == [0, 0]
    assert [pipe.alloc_event_id(event) for _ in range(8)] == list(range(8))
    refuses("SYNC-002", pipe.alloc_event_id, event)
    assert pipe.alloc_event_id(asc.HardEvent.V_MTE3) == 0
    pipe.release_event_id(event, 3)
    assert pipe.alloc_event_id(event) == 3
    pipe.release_event_id(5, event)
    refuses("CALL-001", pipe.release_event_id, event)
    assert pipe.fetch_event_id(event) == 5


def test_a_freed_buffer_keeps_an_id_of_the_reverse_event(pipe):
    q = queue(pipe)
    q.free_tensor(q.alloc_tensor(asc.int16))
    assert pipe.fetch_event_id(asc.HardEvent.V_MTE2) == 1
    q.free_all_event()
    assert pipe.fetch_event_id(asc.HardEvent.V_MTE2) == 0


def test_queue_steps_are_in_the_trace(pipe):
    q = queue(pipe, 1, 64)
    q.enque(q.alloc_tensor(asc.int16))
    q.free_tensor(q.deque(asc.int16))
    from lanewise.isa.catalogue import by_opcode

    trace = pipe.core.trace()
    names = [by_opcode()[r["opcode"]].name for r in trace.records]
    assert names == ["tpipe_init", "init_buffer", "alloc_tensor", "enque", "deque", "free_tensor"]
    assert trace[3].params == (1, 0, 0, 64, asc.HardEvent.MTE2_V, -1)
