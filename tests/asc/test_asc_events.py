"""Flags, barriers, and how they appear in the trace."""

from __future__ import annotations

import pytest

from lanewise import asc
from lanewise.isa.catalogue import by_opcode
from lanewise.severities import Mode

E = asc.HardEvent


def steps(core):
    """(name, params) of everything issued."""
    trace = core.trace()
    out = []
    for r in trace.records:
        start = int(r["payload"])
        out.append((by_opcode()[r["opcode"]].name, trace.payload[start : start + int(r["payload_count"])].tolist()))
    return out


def test_events_and_barriers_are_recorded(make_core):
    with make_core(trace=True) as core:
        asc.set_flag(event=E.MTE2_V, event_id=2)
        asc.wait_flag(event=E.MTE2_V, id=2)
        asc.pipe_barrier(asc.PipeID.PIPE_V)
        asc.data_sync_barrier(asc.MemDsbT.DDR)
        asc.sync_all()
        assert steps(core) == [
            ("set_flag", [4, 2]), ("wait_flag", [4, 2]), ("pipe_barrier", [asc.PipeID.PIPE_V]),
            ("data_sync_barrier", [1]), ("sync_all", [0, 1]), ("sync_all_passed", [0, 1]),
        ]
        assert {by_opcode()[r["opcode"]].family for r in core.trace().records} == {"sync"}


def test_hard_events_have_the_vendors_numbers():
    assert [E.MTE2_MTE1, E.MTE2_V, E.V_MTE3, E.MTE3_MTE2, E.S_V, E.FIX_FIX, E.MAX] == [0, 4, 7, 19, 21, 34, 35]


def test_wait_without_set_is_a_deadlock_at_once(make_core, refuses):
    with make_core():
        asc.set_flag(E.V_MTE3, 0)
        error = refuses("SYNC-003", asc.wait_flag, E.MTE2_V, 0)
        assert "wait_flag(MTE2_V, 0)" in error.message
        assert "V_MTE3 0" in error.message
        asc.wait_flag(E.V_MTE3)
        refuses("SYNC-003", asc.wait_flag, E.V_MTE3)


@pytest.mark.parametrize(("chip", "top"), [("ascend910b", 7), ("ascend910", 3)])
def test_event_ids_are_checked(make_core, refuses, chip, top):
    with make_core(chip):
        asc.set_flag(E.MTE2_V, top)
        asc.wait_flag(E.MTE2_V, top)
        for bad in (top + 1, -1):
            error = refuses("SYNC-001", asc.set_flag, E.MTE2_V, bad)
            assert f"0..{top}" in error.message


def test_a_second_set_is_refused_and_leniency_warns(make_core, refuses):
    with make_core() as core:
        asc.set_flag(E.MTE2_V)
        error = refuses("SYNC-101", asc.set_flag, E.MTE2_V)
        assert "Write asc.wait_flag(asc.HardEvent.MTE2_V, 0) between the two" in error.message
        core.go_on(Mode.LENIENT)
        with pytest.warns(asc.LanewiseWarning, match="called again"):
            asc.set_flag(E.MTE2_V)


def test_cube_events_are_skipped_on_a_vector_core(make_core):
    with make_core(trace=True) as core:
        asc.wait_flag(E.M_MTE1, 0)
        asc.set_flag(E.MTE1_M, 0)
        assert steps(core) == []


def test_barrier_on_the_scalar_pipe_is_refused(make_core, refuses):
    with make_core():
        refuses("SYNC-004", asc.pipe_barrier, asc.PipeID.PIPE_S)
        asc.pipe_barrier(asc.PipeID.PIPE_ALL)
