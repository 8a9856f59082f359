"""Waiting for other blocks: barriers, flags between cores, and the workspaces that the software forms count in."""

from __future__ import annotations

from typing import Any

from lanewise.errors import LanewiseError
from lanewise.machine.events import note

FLAG_IDS = 16
FLAG_LIMIT = 15  # a core's counter holds four bits
SLOT = 8  # int32 words of one 32-byte slot


def sync_all(core: Any) -> None:
    """Every block arrives before any goes on."""
    note(core, "sync_all", 0)
    team = core.team
    arrived = team.shared.setdefault("sync_all", [0] * team.count)
    arrived[core.block] += 1
    round_ = arrived[core.block]

    def all_here() -> bool:
        return all(n >= round_ for n in arrived)

    team.wait(core.block, f"all {team.count} blocks in sync_all number {round_}", all_here)


def sync_all_software(core: Any, gm: Any, ub: Any, used: int) -> None:
    """Each block counts up in its own slot of a zeroed workspace; the first `used` blocks take part (0: all)."""
    count = used or core.blocks
    note(core, "sync_all", count)
    _room(core, "sync_all", gm, ub, count, count)
    slots = _slots(core, gm, count)
    slots[core.block, 0] += 1
    round_ = slots[core.block, 0]
    core.team.wait(
        core.block, f"the first {count} blocks in sync_all number {round_}", lambda: bool((slots[:, 0] >= round_).all())
    )


def ib_set(core: Any, gm: Any, ub: Any, block: int, event: int) -> None:
    """Wait until the slot is empty, then fill it."""
    _ib(core, "ib_set", gm, ub, block, event, wait_for=0)


def ib_wait(core: Any, gm: Any, ub: Any, block: int, event: int) -> None:
    """Wait until the slot is full, then empty it."""
    _ib(core, "ib_wait", gm, ub, block, event, wait_for=1)


def _ib(core: Any, name: str, gm: Any, ub: Any, block: int, event: int, wait_for: int) -> None:
    note(core, name, block, event)
    if not 0 <= block < core.blocks or event < 0:
        raise LanewiseError("SYNC-004", what=f"{name}: {core.blocks} blocks have no block {block}, event {event}")
    slot = core.blocks * event + block
    _room(core, name, gm, ub, slot + 1, 1)
    slots = _slots(core, gm, slot + 1)
    core.team.wait(
        core.block, f"{name} of block {block}, event {event}", lambda: bool(slots[slot, 0] == wait_for)
    )
    slots[slot, 0] = 1 - wait_for
    core.team.step_aside(core.block)


def init_determine_compute_workspace(core: Any, gm: Any, ub: Any) -> None:
    """Block 0 clears the slots; round numbers start at 1."""
    note(core, "init_determine_compute_workspace")
    _room(core, "init_determine_compute_workspace", gm, ub, core.blocks, core.blocks + 1)
    if core.block == 0:
        _slots(core, gm, core.blocks)[:, 0] = 0
    core.team.shared["turns", core.block] = 1


def wait_pre_block(core: Any, gm: Any, ub: Any) -> None:
    """Enter this round after all lower blocks have notified."""
    note(core, "wait_pre_block")
    _room(core, "wait_pre_block", gm, ub, core.blocks, core.blocks + 1)
    round_ = core.team.shared.setdefault(("turns", core.block), 1)
    slots = _slots(core, gm, core.blocks)[:, 0]

    def my_turn() -> bool:
        return bool((slots[: core.block] == round_).all() and (slots[core.block :] == 0).all())

    core.team.wait(core.block, f"the blocks before it in round {round_}", my_turn)


def notify_next_block(core: Any, gm: Any, ub: Any) -> None:
    note(core, "notify_next_block")
    _room(core, "notify_next_block", gm, ub, core.blocks, core.blocks + 1)
    shared = core.team.shared
    round_ = shared.setdefault(("turns", core.block), 1)
    slots = _slots(core, gm, core.blocks)
    if core.block == core.blocks - 1:
        slots[:, 0] = 0
    else:
        slots[core.block, 0] = round_
    shared["turns", core.block] = round_ + 1
    core.team.step_aside(core.block)


def cross_core_set_flag(core: Any, flag: int, mode: int, pipe: int) -> None:
    """Mode 0: when every core has set, each one's counter goes up. Mode 1: the cores of a group, here one."""
    _flag_exists(flag)
    note(core, "cross_core_set_flag", flag, mode, pipe)
    counters = _counters(core)
    if mode == 1:
        counters[core.block][flag] += 1
    elif mode == 0:
        pending = core.team.shared.setdefault(("cross", flag), [0] * core.team.count)
        pending[core.block] += 1
        if all(pending):
            for block in range(core.team.count):
                pending[block] -= 1
                counters[block][flag] += 1
    else:
        raise LanewiseError("SYNC-004", what=f"cross_core_set_flag: mode {mode} pairs vector with cube cores, which "
                            "Lanewise does not have. Use mode 0 or 1.")
    if counters[core.block][flag] > FLAG_LIMIT:
        raise LanewiseError("SYNC-004", what=f"cross-core flag {flag}: more than {FLAG_LIMIT} sets without a wait")
    core.team.step_aside(core.block)


def cross_core_wait_flag(core: Any, flag: int, mode: int, pipe: int) -> None:
    _flag_exists(flag)
    note(core, "cross_core_wait_flag", flag, mode, pipe)
    mine = _counters(core)[core.block]
    core.team.wait(core.block, f"cross-core flag {flag}", lambda: mine[flag] > 0)
    mine[flag] -= 1


def _flag_exists(flag: int) -> None:
    if not 0 <= flag < FLAG_IDS:
        raise LanewiseError("SYNC-004", what=f"cross-core flag id {flag} is outside 0..{FLAG_IDS - 1}")


def _counters(core: Any) -> Any:
    team = core.team
    return team.shared.setdefault("counters", [[0] * FLAG_IDS for _ in range(team.count)])


def _slots(core: Any, gm: Any, count: int) -> Any:
    """The first word of each 32-byte slot of a workspace in GM."""
    return core.gm_space.view(gm.address, count * 32).view("<i4").reshape(count, SLOT)


def _room(core: Any, name: str, gm: Any, ub: Any, gm_slots: int, ub_slots: int) -> None:
    core.gm_space.reach(core, name, "gm_ws", gm.address, gm.address + gm_slots * 32)
    have = ub.length * ub.dtype.size
    if have < ub_slots * 32:
        raise LanewiseError("MEM-002", op=name, operand="ub_ws", have=have, need=ub_slots * 32)
