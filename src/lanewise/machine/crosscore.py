"""Waiting for other blocks: barriers, flags between cores, and the workspaces that the software forms count in.

Each step that lets others go on draws a number, and whoever waited is told those of the steps that it waited for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lanewise.errors import LanewiseError
from lanewise.isa.catalogue import instructions
from lanewise.isa.record import Overload
from lanewise.machine.definition import rules
from lanewise.machine.events import note, tell

if TYPE_CHECKING:
    from lanewise.machine.core import Core

FLAG_IDS = 16
FLAG_LIMIT = 15  # a core's counter holds four bits
SLOT = 8  # int32 words of one 32-byte slot


def sync_all(core: Core) -> None:
    """Every block arrives before any goes on."""
    team = core.team
    arrived = team.shared.setdefault("sync_all", [0] * team.count)
    arrived[core.block] += 1
    round_ = arrived[core.block]
    note(core, "sync_all", 0, _drawn(core, ("sync_all", core.block), round_))

    def all_here() -> bool:
        return all(n >= round_ for n in arrived)

    team.wait(core.block, f"all {team.count} blocks in sync_all number {round_}", all_here)
    _passed(core, 0, [("sync_all", block) for block in range(team.count)], round_)


def sync_all_software(core: Core, gm: Any, ub: Any, used: int) -> None:
    """Each block counts up in its own slot of a zeroed workspace; the first `used` blocks take part (0: all)."""
    count = used or core.blocks
    _room(core, "sync_all", gm, ub, count, count)
    slots = _slots(core, gm, count)
    slots[core.block, 0] += 1
    round_ = int(slots[core.block, 0])
    note(core, "sync_all", count, _drawn(core, (gm.address, core.block), round_))
    core.team.wait(
        core.block, f"the first {count} blocks in sync_all number {round_}", lambda: bool((slots[:, 0] >= round_).all())
    )
    _passed(core, count, [(gm.address, block) for block in range(count)], round_)


def ib_set(core: Core, gm: Any, ub: Any, block: int, event: int) -> None:
    """Wait until the slot is empty, then fill it."""
    _ib(core, "ib_set", gm, ub, block, event, wait_for=0)


def ib_wait(core: Core, gm: Any, ub: Any, block: int, event: int) -> None:
    """Wait until the slot is full, then empty it."""
    _ib(core, "ib_wait", gm, ub, block, event, wait_for=1)


def _ib(core: Core, name: str, gm: Any, ub: Any, block: int, event: int, wait_for: int) -> None:
    _there(core, name)
    if not 0 <= block < core.blocks or event < 0:
        raise LanewiseError("SYNC-004", what=f"{name}: {core.blocks} blocks have no block {block}, event {event}")
    slot = core.blocks * event + block
    _room(core, name, gm, ub, slot + 1, 1)
    slots = _slots(core, gm, slot + 1)
    core.team.wait(
        core.block, f"{name} of block {block}, event {event}", lambda: bool(slots[slot, 0] == wait_for)
    )
    seen = _seen(core, (gm.address, slot), wait_for)
    note(core, name, block, event, slot, _drawn(core, (gm.address, slot), 1 - wait_for), seen)
    slots[slot, 0] = 1 - wait_for
    core.team.step_aside(core.block)


def init_determine_compute_workspace(core: Core, gm: Any, ub: Any) -> None:
    """Block 0 clears the slots; round numbers start at 1."""
    number = _drawn(core, (gm.address, 0), 0) if core.block == 0 else 0  # who clears leaves 0 in the first slot
    note(core, "init_determine_compute_workspace", number)
    _room(core, "init_determine_compute_workspace", gm, ub, core.blocks, core.blocks + 1)
    if core.block == 0:
        _slots(core, gm, core.blocks)[:, 0] = 0
    core.team.shared["turns", core.block] = 1


def wait_pre_block(core: Core, gm: Any, ub: Any) -> None:
    """Enter this round after all lower blocks have notified."""
    _there(core, "wait_pre_block")
    _room(core, "wait_pre_block", gm, ub, core.blocks, core.blocks + 1)
    round_ = core.team.shared.setdefault(("turns", core.block), 1)
    slots = _slots(core, gm, core.blocks)[:, 0]

    def my_turn() -> bool:
        return bool((slots[: core.block] == round_).all() and (slots[core.block :] == 0).all())

    core.team.wait(core.block, f"the blocks before it in round {round_}", my_turn)
    lower = (_seen(core, (gm.address, block), round_) for block in range(core.block))
    note(core, "wait_pre_block", _seen(core, (gm.address, 0), 0), *lower)


def notify_next_block(core: Core, gm: Any, ub: Any) -> None:
    _there(core, "notify_next_block")
    _room(core, "notify_next_block", gm, ub, core.blocks, core.blocks + 1)
    shared = core.team.shared
    round_ = shared.setdefault(("turns", core.block), 1)
    slots = _slots(core, gm, core.blocks)
    last = core.block == core.blocks - 1
    drawn = _drawn(core, (gm.address, 0), 0) if last else _drawn(core, (gm.address, core.block), round_)
    note(core, "notify_next_block", drawn)
    if last:
        slots[:, 0] = 0
    else:
        slots[core.block, 0] = round_
    shared["turns", core.block] = round_ + 1
    core.team.step_aside(core.block)


def cross_core_set_flag(core: Core, flag: int, mode: int, pipe: int) -> None:
    """Mode 0: when every core has set, each one's counter goes up. Mode 1: the cores of a group, here one."""
    _flag_exists(core, flag)
    _there(core, "cross_core_set_flag")
    if mode not in (0, 1):
        raise LanewiseError("SYNC-004", what=f"cross_core_set_flag: mode {mode} pairs vector with cube cores, which "
                            "Lanewise does not have. Use mode 0 or 1.")
    number = _drawn(core)
    note(core, "cross_core_set_flag", flag, mode, pipe, number)
    counters = _counters(core)
    if mode == 1:
        counters[core.block][flag].append([number])
    else:
        pending = core.team.shared.setdefault(("cross", flag), [[] for _ in range(core.team.count)])
        pending[core.block].append(number)
        if all(pending):
            sets = [of.pop(0) for of in pending]
            for block in range(core.team.count):
                counters[block][flag].append(sets)
    if len(counters[core.block][flag]) > FLAG_LIMIT:
        raise LanewiseError("SYNC-004", what=f"cross-core flag {flag}: more than {FLAG_LIMIT} sets without a wait")
    core.team.step_aside(core.block)


def cross_core_wait_flag(core: Core, flag: int, mode: int, pipe: int) -> None:
    _flag_exists(core, flag)
    _there(core, "cross_core_wait_flag")
    mine = _counters(core)[core.block][flag]
    core.team.wait(core.block, f"cross-core flag {flag}", lambda: bool(mine))
    note(core, "cross_core_wait_flag", flag, mode, pipe, *mine.pop(0))


def _flag_exists(core: Core, flag: int) -> None:
    if not 0 <= flag < FLAG_IDS:
        raise LanewiseError("SYNC-001", what="cross-core flag id", asked=flag, high=FLAG_IDS - 1, chip=core.chip.name)


def _counters(core: Core) -> Any:
    """Of each block, for each flag: the sets behind every step of its counter."""
    team = core.team
    return team.shared.setdefault("counters", [[[] for _ in range(FLAG_IDS)] for _ in range(team.count)])


# --- numbers of steps ---


def _drawn(core: Core, word: Any = None, value: int = 0) -> int:
    """The next number; the step leaves `word` at `value`, by which those who wait for it find the number."""
    shared = core.team.shared
    number: int = shared.get("steps", 0) + 1
    shared["steps"] = number
    if word is not None:
        shared["left", word, value] = number
    return number


def _seen(core: Core, word: Any, value: int) -> int:
    """The number of the step that left it so; 0: no step did."""
    return int(core.team.shared.get(("left", word, value), 0))


def _passed(core: Core, count: int, words: list[Any], round_: int) -> None:
    tell(core, "sync_all_passed", count, *(_seen(core, word, round_) for word in words))


def _there(core: Core, name: str) -> None:
    """Refuses what the chip does not have, before anything waits for it."""
    rules.legal_row(core, instructions()[name], [], Overload.PLAIN)


def _slots(core: Core, gm: Any, count: int) -> Any:
    """The first word of each 32-byte slot of a workspace in GM."""
    return core.gm_space.view(gm.address, count * 32).view("<i4").reshape(count, SLOT)


def _room(core: Core, name: str, gm: Any, ub: Any, gm_slots: int, ub_slots: int) -> None:
    core.gm_space.reach(core, name, "gm_ws", gm.address, gm.address + gm_slots * 32)
    have = ub.length * ub.dtype.size
    if have < ub_slots * 32:
        raise LanewiseError("MEM-002", op=name, operand="ub_ws", have=have, need=ub_slots * 32)
