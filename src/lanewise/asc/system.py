"""Questions to the core, control bits, and what comes with a later release."""

from __future__ import annotations

from typing import Any

from lanewise.asc import states
from lanewise.asc.enums import CacheLine, DcciDst, SaturationMode
from lanewise.chips.chip import chips_with
from lanewise.errors import LanewiseError
from lanewise.isa.issued import GM
from lanewise.isa.saturation import CAST_INTEGER_BIT, FLOAT_BIT
from lanewise.machine.address import GlobalAddress
from lanewise.machine.core import current_core
from lanewise.machine.events import tell
from lanewise.machine.tensor import Tensor


def get_block_idx() -> int:
    """Of all cores of its kind: vector cores of mixed kernels are two for each block."""
    return current_core("get_block_idx").seat.place


def get_block_num() -> int:
    return current_core("get_block_num").blocks


def get_sub_block_idx() -> int:
    """Which of its block's cores of its kind."""
    return current_core("get_sub_block_idx").seat.sub


def get_sub_block_num() -> int:
    return current_core("get_sub_block_num").seat.subs


def get_task_ratio() -> int:
    return current_core("get_task_ratio").seat.subs


def get_system_cycle() -> int:
    """The counter of the chip, as the timing model sees it: ticks of the documented rate, read by the scalar unit.

    It counts from the first read on in a run that is not traced, so compare two reads. On a chip that nobody has
    published timing of, and without the compiled engine, it counts instructions.
    """
    from lanewise.timing.clock import Clock
    from lanewise.timing.model import has_engine
    from lanewise.timing.numbers import numbers

    core = current_core("get_system_cycle")
    if not numbers(core.chip).clock or not has_engine():
        return int(core.issued.sum())
    if core.clock is None:
        core.clock = Clock(core.chip, core.blocks)
    trace = core.trace()
    core.clock.add(trace.records[core.clock.seen :], trace.payload)
    return int(core.clock.read())


def get_program_counter() -> int:
    """A placeholder: the number of instructions issued so far. It never goes back."""
    return int(current_core("get_program_counter").issued.sum())


def get_arch_version() -> int:
    """The architecture number of the chip."""
    return current_core("get_arch_version").chip.arch


def get_data_block_size_in_bytes() -> int:
    return 32


def ascend_is_aiv() -> bool:
    """Whether this runs on a vector core; on chips where one core is both it is not."""
    return current_core("ascend_is_aiv").kind.part == "vector"


def ascend_is_aic() -> bool:
    """Whether this runs on a cube core."""
    return current_core("ascend_is_aic").kind.part == "cube"


def init_soc_state() -> None:
    """Mask, mode and control bits as at the start of a kernel."""
    current_core("init_soc_state").reset_state()


def get_gather_mask_remain_count() -> int:
    """How many elements the last gather_mask kept."""
    return int(current_core("get_gather_mask_remain_count").result("rsvd_cnt"))


def trap() -> None:
    current_core("trap")
    raise LanewiseError("KERNEL-002", case="trap")


def set_sys_workspace(workspace: Any) -> None:
    """The system's part of the workspace begins here: an array argument of the kernel."""
    core = current_core("set_sys_workspace")
    if not isinstance(workspace, GlobalAddress):
        raise LanewiseError(
            "CALL-001", op="set_sys_workspace", case="address", type=type(workspace).__name__,
            usage="set_sys_workspace(workspace) with workspace an array argument of the kernel",
        )
    core.workspace = workspace


def get_sys_workspace() -> GlobalAddress:
    core = current_core("get_sys_workspace")
    if core.workspace is None:
        raise LanewiseError("KERNEL-002", case="no_workspace")
    return core.workspace


def check_local_memory_ia(check_params: Any = None) -> None:
    """Hardware would watch a range of UB. Accesses outside of UB are always errors here."""
    current_core("check_local_memory_ia")


# --- control bits ---


def _bits(name: str, start_bit: int, end_bit: int) -> tuple[Any, int, int]:
    core = current_core(name)
    low, high = sorted((int(start_bit), int(end_bit)))
    allowed = core.chip.ranges("settable")
    if (low, high) not in allowed:
        known = ", ".join(f"{a}..{b}" if a != b else str(a) for a, b in allowed) or "none"
        raise LanewiseError(
            "STATE-001", op=name, case="bits", low=low, high=high, chip=core.chip.name, known=known
        )
    return core, low, (1 << (high - low + 1)) - 1


def set_ctrl_spr(start_bit: int, end_bit: int, value: int) -> None:
    _, low, ones = _bits("set_ctrl_spr", start_bit, end_bit)
    if not 0 <= value <= ones:
        raise LanewiseError("STATE-001", op="set_ctrl_spr", case="value", value=value, bits=ones.bit_length())
    states.issue("set_ctrl_spr", ones << low, value << low)


def get_ctrl_spr(start_bit: int, end_bit: int) -> int:
    core, low, ones = _bits("get_ctrl_spr", start_bit, end_bit)
    return int(core.state["ctrl"]) >> low & ones


def reset_ctrl_spr(start_bit: int, end_bit: int) -> None:
    core, low, ones = _bits("reset_ctrl_spr", start_bit, end_bit)
    if (low, low + ones.bit_length() - 1) not in core.chip.ranges("resettable"):
        raise LanewiseError(
            "STATE-001", op="reset_ctrl_spr", case="reset", low=low, chip=core.chip.name
        )
    start = core.chip.fact("ctrl_reset") >> low & ones
    states.issue("set_ctrl_spr", ones << low, start << low)


def _saturation_bit(name: str, mode: SaturationMode) -> tuple[Any, int]:
    core = current_core(name)
    bits = {SaturationMode.FLOAT: FLOAT_BIT, SaturationMode.CAST: CAST_INTEGER_BIT}
    if mode not in bits or not core.chip.has("saturation_flag"):
        raise LanewiseError(
            "STATE-001", op=name, case="saturation", chips=", ".join(chips_with("saturation_flag")),
        )
    return core, bits[mode]


def set_saturation_flag(mode: SaturationMode, enable: bool) -> None:
    """True saturates (the bit in CTRL is then 0)."""
    _, bit = _saturation_bit("set_saturation_flag", mode)
    states.issue("set_ctrl_spr", 1 << bit, 0 if enable else 1 << bit)


def get_saturation_flag(mode: SaturationMode) -> bool:
    core, bit = _saturation_bit("get_saturation_flag", mode)
    return not int(core.state["ctrl"]) >> bit & 1


# --- caches: no effect on values ---


def data_cache_clean_and_invalid(*args: Any, **named: Any) -> None:
    """Takes a tensor, a CacheLine and a DcciDst, in any order. Scalar writes reach GM at once here."""
    core = current_core("data_cache_clean_and_invalid")
    given = (*args, *named.values())
    lines = next((a for a in given if isinstance(a, CacheLine)), CacheLine.SINGLE_CACHE_LINE)
    to = next((a for a in given if isinstance(a, DcciDst)), DcciDst.CACHELINE_OUT)
    tensor = next((a for a in given if isinstance(a, Tensor)), None)
    if tensor is None:
        raise LanewiseError(
            "CALL-001", op="data_cache_clean_and_invalid", case="no_tensor",
            usage="data_cache_clean_and_invalid(CacheLine.SINGLE_CACHE_LINE, DcciDst.CACHELINE_OUT, x_gm)",
        )
    tell(core, "data_cache_clean_and_invalid", int(tensor.space == GM), tensor.address, lines, to)


def data_cache_preload(*args: Any, **named: Any) -> None:
    current_core("data_cache_preload")


def icache_preload(*args: Any, **named: Any) -> None:
    current_core("icache_preload")
