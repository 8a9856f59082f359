"""The definition engine: every instruction run by its numpy meaning. Slow, complete and the judge of the C++ engine."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lanewise.isa.catalogue import by_opcode
from lanewise.isa.issued import ALL_ONES, COUNTER_BIT
from lanewise.isa.record import Flag, Instruction, Overload
from lanewise.machine.definition import elementwise, macro, move, reduce, register, rules, tile, trace, walk
from lanewise.machine.definition.call import Call
from lanewise.machine.definition.lanes import Lanes, repeats_in_field, resolve
from lanewise.numerics.formats import BY_CODE

# By executor: each checks the reach of every operand before it changes the first byte.
EXECUTORS: dict[str, Callable[[Call, Lanes | None], None]] = {
    "elementwise": elementwise.run, "reduce": reduce.run, "walk": walk.run, "move": move.run, "macro": macro.run,
    "tile": tile.run, "registers": register.run, "register-walk": register.run,
    "state": lambda call, lanes: call.ins.meaning(call.core.state, call.params),
}  # fmt: skip


def issue(
    core: Any, op: int, overload: int, flags: int, tensors: tuple[Any, ...], scalars: tuple[int, ...] = (),
    mask: Any = 0, repeat: int = 1, strides: tuple[int, ...] | None = None, params: tuple[int, ...] = (),
) -> None:
    """One instruction. Everything is checked before the first byte or bit of state changes.

    `mask` is a count, an element number or words, by overload; `strides` holds all block strides, then all repeat
    strides, in blocks; `scalars` are bits.
    """
    core.touches.clear()
    ins = by_opcode()[op]
    assert ins is not None
    if not core.runs(ins.pipe, [t.space for t in tensors]):
        return
    how = Overload(overload)

    # 1. The row: chip, element types and overload, and the mode.
    row = rules.legal_row(core, ins, [BY_CODE.get(t.code) for t in tensors[: len(ins.form.operands)]], how)
    rules.same_traits(ins, tensors)
    rules.mode_allowed(core, ins, row, params)
    call = Call(core, ins, row, how, flags, tensors, scalars, mask, repeat, strides, params)

    # 2. Flags, scalar range, stride fields.
    rules.flags_allowed(core, ins, flags)
    rules.round_mode_allowed(core, ins, row, params)
    if scalars and not flags & Flag.SCALAR_TENSOR:
        rules.scalar_in_range(core, ins, row, scalars[0])
    rules.strides_in_field(core, ins, strides, repeat)
    if ins.form.executor == "reduce":
        rules.results_allowed(core, ins, strides, params)

    # 3. The mask becomes lanes.
    lanes = _lanes(call)

    # 4. Every operand's reach is checked, and 5. the executor runs. Then MASK and the mode are left as the chip does.
    EXECUTORS[ins.form.executor](call, lanes)
    _leave_behind(core, ins, lanes)
    core.issued[op] += 1
    if core.tracing:
        trace.append(core, ins, how, flags, tensors, scalars, lanes, repeat, strides, params)
        if core.observed:
            core.touched.append(core.touches.rows(core.records[-1]))


def tell(core: Any, op: int, params: tuple[int, ...]) -> None:
    """The record of a step that is no instruction."""
    ins = by_opcode()[op]
    assert ins is not None
    trace.append(core, ins, Overload.PLAIN, 0, (), (), None, 1, None, params)


def _lanes(call: Call) -> Lanes | None:
    """None for an instruction that has no mask."""
    if not call.per_repeat:
        return None
    if call.how == Overload.PLAIN:
        repeats_in_field(call.ins, call.repeat)
        return None
    lanes = resolve(call.core, call.ins, call.how, call.flags, call.mask, call.repeat, 256 // call.per_repeat)
    if any(call.packed):
        rules.lanes_in_pairs(call.ins, lanes)
    return lanes


def _leave_behind(core: Any, ins: Instruction, lanes: Lanes | None) -> None:
    state = core.state
    if ins.resets_mask and core.policy["block_broadcast_mask"] == "resets":
        state["mask"] = ALL_ONES
    if lanes is not None and lanes.mask_after is not None:
        state["mask"] = lanes.mask_after
    if lanes is not None and lanes.normal_after:
        state["ctrl"] = int(state["ctrl"]) & (ALL_ONES ^ (1 << COUNTER_BIT))
