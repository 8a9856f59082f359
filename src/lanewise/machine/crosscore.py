"""Waiting for other blocks: barriers, flags between cores, and the workspaces that the software forms count in.

Each step that lets others go on draws a number, and whoever waited is told those of the steps that it waited for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lanewise.errors import LanewiseError
from lanewise.isa.catalogue import instructions
from lanewise.isa.record import Overload
from lanewise.machine.crossflags import IDS, LIMIT, CrossFlags
from lanewise.machine.definition import rules
from lanewise.machine.events import note, tell
from lanewise.machine.group import members

if TYPE_CHECKING:
    from lanewise.machine.core import Core

SLOT = 8  # int32 words of one 32-byte slot


def sync_all(core: Core, vector_cores_only: bool = True) -> None:
    """Every block arrives before any goes on; in mixed kernels every vector core, or every core."""
    team, mixed = core.team, core.seat.peers > 1
    some = vector_cores_only and mixed
    if some and core.seat.part == "cube":
        return  # the barrier is none of its business
    who = members(core.seats, part="vector") if some else list(range(team.count))
    name = "sync_all" if not some else "sync_all of vector cores"
    arrived = team.shared.setdefault(name, [0] * team.count)
    arrived[core.block] += 1
    round_ = arrived[core.block]
    note(core, "sync_all", 0, _drawn(core, (name, core.block), round_))

    def all_here() -> bool:
        return all(arrived[one] >= round_ for one in who)

    cores = "vector cores" if some else "cores" if mixed else "blocks"
    team.wait(core.block, f"all {len(who)} {cores} in sync_all number {round_}", all_here)
    _record_barrier(core, 0, [(name, block) for block in who], round_)


def sync_all_software(core: Core, gm: Any, ub: Any, used: int) -> None:
    """Each block counts up in its own slot of a zeroed workspace; the first `used` blocks take part (0: all)."""
    count = used or core.blocks * core.seat.subs
    _check_workspace(core, "sync_all", gm, ub, count, count)
    slots = _slots(core, gm, count)
    own = core.seat.place
    slots[own, 0] += 1
    round_ = int(slots[own, 0])
    note(core, "sync_all", count, _drawn(core, (gm.address, own), round_))
    core.team.wait(
        core.block, f"the first {count} blocks in sync_all number {round_}", lambda: bool((slots[:, 0] >= round_).all())
    )
    _record_barrier(core, count, [(gm.address, block) for block in range(count)], round_)


def ib_set(core: Core, gm: Any, ub: Any, block: int, event: int) -> None:
    """Wait until the slot is empty, then fill it."""
    _ib(core, "ib_set", gm, ub, block, event, wait_for=0)


def ib_wait(core: Core, gm: Any, ub: Any, block: int, event: int) -> None:
    """Wait until the slot is full, then empty it."""
    _ib(core, "ib_wait", gm, ub, block, event, wait_for=1)


def _ib(core: Core, name: str, gm: Any, ub: Any, block: int, event: int, wait_for: int) -> None:
    _require_support(core, name)
    if not 0 <= block < _count(core) or event < 0:
        raise LanewiseError("SYNC-004", case="no_slot", op=name, blocks=_count(core), block=block, event=event)
    slot = _count(core) * event + block
    _check_workspace(core, name, gm, ub, slot + 1, 1)
    slots = _slots(core, gm, slot + 1)
    core.team.wait(
        core.block, f"{name} of block {block}, event {event}", lambda: bool(slots[slot, 0] == wait_for)
    )
    seen = _writing_step(core, (gm.address, slot), wait_for)
    note(core, name, block, event, slot, _drawn(core, (gm.address, slot), 1 - wait_for), seen)
    slots[slot, 0] = 1 - wait_for
    core.team.step_aside(core.block)


def init_determine_compute_workspace(core: Core, gm: Any, ub: Any) -> None:
    """Block 0 clears the slots; round numbers start at 1."""
    number = _drawn(core, (gm.address, 0), 0) if core.seat.place == 0 else 0  # who clears leaves 0 in the first slot
    note(core, "init_determine_compute_workspace", number)
    _check_workspace(core, "init_determine_compute_workspace", gm, ub, _count(core), _count(core) + 1)
    if core.seat.place == 0:
        _slots(core, gm, _count(core))[:, 0] = 0
    core.team.shared["turns", core.block] = 1


def wait_pre_block(core: Core, gm: Any, ub: Any) -> None:
    """Enter this round after all lower blocks have notified."""
    _require_support(core, "wait_pre_block")
    _check_workspace(core, "wait_pre_block", gm, ub, _count(core), _count(core) + 1)
    round_ = core.team.shared.setdefault(("turns", core.block), 1)
    slots = _slots(core, gm, _count(core))[:, 0]

    def my_turn() -> bool:
        return bool((slots[: core.seat.place] == round_).all() and (slots[core.seat.place :] == 0).all())

    core.team.wait(core.block, f"the blocks before it in round {round_}", my_turn)
    lower = (_writing_step(core, (gm.address, block), round_) for block in range(core.seat.place))
    note(core, "wait_pre_block", _writing_step(core, (gm.address, 0), 0), *lower)


def notify_next_block(core: Core, gm: Any, ub: Any) -> None:
    _require_support(core, "notify_next_block")
    _check_workspace(core, "notify_next_block", gm, ub, _count(core), _count(core) + 1)
    shared = core.team.shared
    round_ = shared.setdefault(("turns", core.block), 1)
    slots = _slots(core, gm, _count(core))
    last = core.seat.place == _count(core) - 1
    drawn = _drawn(core, (gm.address, 0), 0) if last else _drawn(core, (gm.address, core.seat.place), round_)
    note(core, "notify_next_block", drawn)
    if last:
        slots[:, 0] = 0
    else:
        slots[core.seat.place, 0] = round_
    shared["turns", core.block] = round_ + 1
    core.team.step_aside(core.block)


def cross_core_set_flag(core: Core, flag: int, mode: int, pipe: int) -> None:
    _flag_exists(core, flag)
    _require_support(core, "cross_core_set_flag")
    flags = _flags(core)
    if problem := flags.refusal(mode):
        mixed = "write the option kernel_type=KernelType.MIX_AIC_1_2"
        raise LanewiseError(
            "SYNC-004", case=problem, op="cross_core_set_flag", mode=mode, chip=core.chip.name,
            kind=flags.kind(core.block), mixed=mixed,
        )  # fmt: skip
    number = _drawn(core)
    note(core, "cross_core_set_flag", flag, mode, pipe, number)
    if not flags.set(core.block, flag, mode, number):
        raise LanewiseError("SYNC-004", case="too_many_sets", flag=flag, limit=LIMIT)
    core.team.step_aside(core.block)


def cross_core_wait_flag(core: Core, flag: int, mode: int, pipe: int) -> None:
    _flag_exists(core, flag)
    _require_support(core, "cross_core_wait_flag")
    flags = _flags(core)
    core.team.wait(core.block, f"cross-core flag {flag}", lambda: flags.is_up(core.block, flag))
    note(core, "cross_core_wait_flag", flag, mode, pipe, *flags.lower(core.block, flag))


def _flag_exists(core: Core, flag: int) -> None:
    count = 2 * IDS if core.seat.part == "cube" else IDS  # the second half is the second vector core's
    if not 0 <= flag < count:
        raise LanewiseError("SYNC-001", what="cross-core flag id", asked=flag, high=count - 1, chip=core.chip.name)


def _flags(core: Core) -> CrossFlags:
    if "flags" not in core.team.shared:
        core.team.shared["flags"] = CrossFlags(core.seats)
    flags: CrossFlags = core.team.shared["flags"]
    return flags


# --- numbers of steps ---


def _drawn(core: Core, word: Any = None, value: int = 0) -> int:
    """The next number; the step leaves `word` at `value`, by which those who wait for it find the number."""
    shared = core.team.shared
    number: int = shared.get("steps", 0) + 1
    shared["steps"] = number
    if word is not None:
        shared["left", word, value] = number
    return number


def _writing_step(core: Core, word: Any, value: int) -> int:
    """The number of the step that left it so; 0: no step did."""
    return int(core.team.shared.get(("left", word, value), 0))


def _record_barrier(core: Core, count: int, words: list[Any], round_: int) -> None:
    tell(core, "sync_all_passed", count, *(_writing_step(core, word, round_) for word in words))


def _count(core: Core) -> int:
    """The cores of its kind."""
    return core.blocks * core.seat.subs


def _require_support(core: Core, name: str) -> None:
    """Refuses what the chip does not have, before anything waits for it."""
    rules.legal_row(core, instructions()[name], [], Overload.PLAIN)


def _slots(core: Core, gm: Any, count: int) -> Any:
    """The first word of each 32-byte slot of a workspace in GM."""
    return core.gm_space.view(gm.address, count * 32).view("<i4").reshape(count, SLOT)


def _check_workspace(core: Core, name: str, gm: Any, ub: Any, gm_slots: int, ub_slots: int) -> None:
    core.gm_space.reach(core, name, "gm_ws", gm.address, gm.address + gm_slots * 32)
    have = ub.length * ub.dtype.size
    if have < ub_slots * 32:
        raise LanewiseError("MEM-002", op=name, operand="ub_ws", have=have, need=ub_slots * 32)
