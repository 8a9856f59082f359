"""Several blocks: meeting, handing over, deadlocks, and the same order every time."""

from __future__ import annotations

import os
import signal
import threading
import time

import numpy as np
import pytest

from lanewise import asc


def workspace(address):
    g = asc.GlobalTensor()
    g.set_global_buffer(address)
    return g


def scratch(n=64):
    return asc.LocalTensor(asc.int32, asc.TPosition.VECCALC, 0, n)


@asc.jit
def neighbours(x, y):
    """Each block writes, all meet, each reads what its neighbour wrote."""
    i, n = asc.get_block_idx(), asc.get_block_num()
    gx, gy = workspace(x), workspace(y)
    gx.set_value(i, 10 * i)
    asc.sync_all()
    gy.set_value(i, gx.get_value((i + 1) % n))
    asc.sync_all()
    gx.set_value(i, gy.get_value((i + 1) % n) + 1)


@pytest.mark.parametrize("blocks", [1, 2, 7])
def test_sync_all_lets_blocks_exchange(launching, blocks):
    x, y = np.zeros(blocks, np.int32), np.zeros(blocks, np.int32)
    neighbours[blocks](x, y)
    own = np.arange(blocks) * 10
    assert (y == np.roll(own, -1)).all()
    assert (x == np.roll(own, -2) + 1).all()


def test_software_sync_all_counts_in_the_workspace(launching, refuses):
    @asc.jit
    def kernel(x, y, ws):
        i = asc.get_block_idx()
        gx = workspace(x)
        for _ in range(2):
            gx.set_value(i, gx.get_value(i) + 1)
            asc.sync_all(workspace(ws), scratch())
            workspace(y).set_value(i, sum(int(gx.get_value(k)) for k in range(3)))
            asc.sync_all(workspace(ws), scratch(), 0)

    x, y, ws = (np.zeros(n, np.int32) for n in (3, 3, 24))
    kernel[3](x, y, ws)
    assert y.tolist() == [6, 6, 6]
    assert ws[::8].tolist() == [4, 4, 4]

    @asc.jit
    def undersized_workspace(ws):
        asc.sync_all(workspace(ws), scratch(8))

    refuses("MEM-002", undersized_workspace[3], ws)


def test_some_blocks_may_meet_without_the_others(launching):
    @asc.jit
    def kernel(ws):
        if asc.get_block_idx() < 2:
            asc.sync_all(workspace(ws), scratch(), 2)

    ws = np.zeros(32, np.int32)
    kernel[4](ws)
    assert ws[::8].tolist() == [1, 1, 0, 0]


def test_ib_flags_order_two_blocks(launching):
    @asc.jit
    def kernel(x, ws):
        g, w = workspace(x), workspace(ws)
        for turn in range(3):
            if asc.get_block_idx() == 1:
                g.set_value(0, turn + 5)
                asc.ib_set(w, scratch(), 1, 0)
                asc.ib_wait(w, scratch(), 0, 1)
            else:
                asc.ib_wait(w, scratch(), 1, 0)
                g.set_value(turn + 1, g.get_value(0))
                asc.ib_set(w, scratch(), 0, 1)

    x, ws = np.zeros(4, np.int32), np.zeros(64, np.int32)
    kernel[2](x, ws)
    assert x.tolist() == [7, 5, 6, 7]
    assert not ws.any()


def test_cross_core_flags(launching, refuses):
    @asc.jit
    def kernel(x):
        g, i = workspace(x), asc.get_block_idx()
        g.set_value(i, i + 1)
        asc.cross_core_set_flag(3, 0, asc.PipeID.PIPE_MTE3)
        asc.cross_core_wait_flag(3)
        g.set_value(4 + i, sum(int(g.get_value(k)) for k in range(4)))

    x = np.zeros(8, np.int32)
    kernel[4](x)
    assert x.tolist() == [1, 2, 3, 4, 10, 10, 10, 10]

    @asc.jit
    def invalid_flag(flag, mode):
        asc.cross_core_set_flag(flag, mode)

    refuses("SYNC-001", invalid_flag[1], 16, 0)
    refuses("SYNC-004", invalid_flag[1], 0, 2)
    invalid_flag[1](15, 1)


def test_ordered_passes(launching):
    @asc.jit
    def kernel(x, ws):
        g, w, ub = workspace(x), workspace(ws), scratch(128)
        asc.init_determine_compute_workspace(w, ub)
        for _ in range(2):
            asc.wait_pre_block(w, ub)
            at = int(g.get_value(0)) + 1
            g.set_value(0, at)
            g.set_value(at, asc.get_block_idx())
            asc.notify_next_block(w, ub)

    x = np.zeros(9, np.int32)
    kernel[4](x, np.zeros(32, np.int32))
    assert x.tolist() == [8, 0, 1, 2, 3, 0, 1, 2, 3]


def test_a_spin_loop_on_gm_lets_the_others_run(launching):
    @asc.jit
    def kernel(x):
        g = workspace(x)
        if asc.get_block_idx() == 0:
            while g.get_value(0) == 0:
                pass
            g.set_value(1, 2)
        else:
            g.set_value(0, 1)

    x = np.zeros(2, np.int32)
    kernel[2](x)
    assert x.tolist() == [1, 2]


def test_deadlock_says_who_waits_for_what(launching, refuses):
    @asc.jit
    def kernel(ws):
        if asc.get_block_idx() == 0:
            asc.sync_all()
        elif asc.get_block_idx() == 1:
            asc.ib_wait(workspace(ws), scratch(), 2, 0)

    error = refuses("SYNC-003", kernel[3], np.zeros(64, np.int32))
    assert "block 0 waits for all 3 blocks in sync_all number 1 (test_asc_blocks.py:" in error.message
    assert "block 1 waits for ib_wait of block 2, event 0" in error.message
    assert "block 2 ended" in error.message


def test_a_lone_core_that_waits_is_a_deadlock(make_core, refuses):
    with make_core():
        asc.sync_all()
        refuses("SYNC-003", asc.cross_core_wait_flag, 0)


def test_an_error_in_one_block_stops_the_waiting_ones(launching, refuses):
    ended = []

    @asc.jit
    def kernel():
        try:
            if asc.get_block_idx() == 2:
                asc.trap()
            asc.sync_all()
        except Exception:  # the stop of the others cannot be swallowed
            ended.append(asc.get_block_idx())
            raise

    error = refuses("KERNEL-002", kernel[4])
    assert "trap" in error.message
    assert ended == [2]


def test_the_order_of_blocks_is_the_same_every_time(launching):
    def run_once():
        order = []

        @asc.jit
        def kernel(x):
            g = workspace(x)
            for k in range(3):
                order.append((k, asc.get_block_idx()))
                g.get_value(0)
            asc.sync_all()
            order.append(("end", asc.get_block_idx()))

        kernel[3](np.zeros(1, np.int32))
        return order

    first = run_once()
    assert first[:4] == [(0, 0), (0, 1), (0, 2), (1, 0)]
    assert all(run_once() == first for _ in range(5))


def test_ctrl_c_stops_all_blocks(launching):
    @asc.jit
    def kernel(x):
        if asc.get_block_idx() == 1:
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(0.05)
        asc.sync_all()
        workspace(x).set_value(0, 1)

    x = np.zeros(1, np.int32)
    before_it = set(threading.enumerate())
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # background jobs start with it ignored
    try:
        with pytest.raises(KeyboardInterrupt):
            kernel[3](x)
    finally:
        signal.signal(signal.SIGINT, before)
    assert not x.any()
    for thread in set(threading.enumerate()) - before_it:
        thread.join(30)
        assert not thread.is_alive()
