"""The high-level library from Python, with pyasc's names: `asc.adv.softmax(dst, sum, max, src, tiling)`.

Mathematical functions take tensors, then a count or nothing (the whole source), and accept a `temp_buffer` that the
emulator does not need. Every other function of the library takes its tensors in the order of its record, None for one
that is left out, and its parameters by name: `help(asc.adv.layer_norm)`.
"""

from __future__ import annotations

from typing import Any as _Any

from lanewise.asc import high_level as _high_level


def __getattr__(name: str) -> _Any:
    """A function is made when it is first asked for."""
    found = globals()[name] = getattr(_high_level, name)
    return found


def __dir__() -> list[str]:
    return dir(_high_level)
