"""Register instructions one at a time, as AscendC::Reg has them, with names in snake_case.

    with lanewise.core("ascend950"):
        a, b, d = reg.RegTensor("float", range(64)), reg.RegTensor("float", 0.5), reg.RegTensor("float")
        reg.mul_add_dst(d, a, b, reg.MaskReg("float", 8))
        d.numpy()

The functions are made from the records of `lanewise.isa`: destination first, then sources, a number where there is one,
and the mask, which lets every lane take part when it is left out. `merge=True` keeps the lanes it leaves out.
"""

from __future__ import annotations

from collections.abc import Callable as _Callable
from typing import Any as _Any

from lanewise.asc.reg.generate import by_name as _by_name
from lanewise.asc.reg.generate import function as _function
from lanewise.asc.reg.registers import MaskReg as MaskReg
from lanewise.asc.reg.registers import RegTensor as RegTensor
from lanewise.asc.reg.registers import UnalignReg as UnalignReg
from lanewise.machine.core import current_core as _current_core
from lanewise.machine.events import note as _note
from lanewise.machine.events import tell as _tell


def vf_call(function: _Callable[..., _Any], *args: _Any) -> _Any:
    """Call a vector function. The timing model lets nothing of two overlap; one that another calls is part of it."""
    core = _current_core("vf_call")
    core.functions += 1
    try:
        if core.functions == 1:
            _note(core, "vf_call")
        out = function(*args)
        if core.functions == 1:
            _tell(core, "vf_end")
        return out
    finally:
        core.functions -= 1


def __getattr__(name: str) -> _Any:
    """A function is made when it is first asked for."""
    if name not in _by_name():
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    made = globals()[name] = _function(name)
    return made


def __dir__() -> list[str]:
    return sorted(("MaskReg", "RegTensor", "UnalignReg", "vf_call", *_by_name()))
