"""Events, barriers and waiting for other blocks."""

from __future__ import annotations

from typing import Any

from lanewise.errors import LanewiseError
from lanewise.isa.events import COPY_OUT, SCALAR, HardEvent, PipeID, vendor
from lanewise.machine import crosscore
from lanewise.machine.core import current_core
from lanewise.machine.events import MemDsbT, note

_SCALAR, _COPY_OUT = vendor(SCALAR), vendor(COPY_OUT)


def set_flag(event: HardEvent, id: int = 0, *, event_id: int | None = None) -> None:
    core = current_core("set_flag")
    core.events.set(core, event, id if event_id is None else event_id)


def wait_flag(event: HardEvent, id: int = 0, *, event_id: int | None = None) -> None:
    """Fails at once when nobody has set the flag: in one core nothing later can."""
    core = current_core("wait_flag")
    core.events.wait(core, event, id if event_id is None else event_id)


def pipe_barrier(pipe: PipeID) -> None:
    if pipe == _SCALAR:
        raise LanewiseError("SYNC-004", case="scalar_pipe", pipe=_SCALAR.name)
    note(current_core("pipe_barrier"), "pipe_barrier", PipeID(pipe))


def data_sync_barrier(arg0: MemDsbT = MemDsbT.ALL) -> None:
    note(current_core("data_sync_barrier"), "data_sync_barrier", MemDsbT(arg0))


def sync_all(gm_ws: Any = None, ub_ws: Any = None, used_cores: int = 0, is_aiv_only: bool = True) -> None:
    core = current_core("sync_all")
    if gm_ws is None:
        crosscore.sync_all(core, is_aiv_only)
    else:
        crosscore.sync_all_software(core, gm_ws, ub_ws, used_cores)


def ib_set(gm_ws: Any, ub_ws: Any, block_idx: int, event_id: int, is_aiv_only: bool = True) -> None:
    crosscore.ib_set(current_core("ib_set"), gm_ws, ub_ws, block_idx, event_id)


def ib_wait(gm_ws: Any, ub_ws: Any, block_idx: int, event_id: int, is_aiv_only: bool = True) -> None:
    crosscore.ib_wait(current_core("ib_wait"), gm_ws, ub_ws, block_idx, event_id)


def cross_core_set_flag(flag_id: int, mode_id: int = 0, pipe: PipeID = _COPY_OUT) -> None:
    crosscore.cross_core_set_flag(current_core("cross_core_set_flag"), flag_id, mode_id, pipe)


def cross_core_wait_flag(flag_id: int, mode_id: int = 0, pipe: PipeID = _SCALAR) -> None:
    crosscore.cross_core_wait_flag(current_core("cross_core_wait_flag"), flag_id, mode_id, pipe)


def init_determine_compute_workspace(gm_ws: Any, ub_ws: Any) -> None:
    core = current_core("init_determine_compute_workspace")
    crosscore.init_determine_compute_workspace(core, gm_ws, ub_ws)


def wait_pre_block(gm_ws: Any, ub_ws: Any) -> None:
    crosscore.wait_pre_block(current_core("wait_pre_block"), gm_ws, ub_ws)


def notify_next_block(gm_ws: Any, ub_ws: Any) -> None:
    crosscore.notify_next_block(current_core("notify_next_block"), gm_ws, ub_ws)
