"""What calls of C++ kernels took and asked for, for whoever explains the run: only where launches are traced."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from lanewise.aie.trace import Issued, Trace
from lanewise.machine.settings import settings
from lanewise.timing.units import Asked, Call, Time

_found: dict[tuple[str, str, str], Call] = {}  # since somebody took them
_cycles = 0.0


def watches() -> bool:
    """Whether kernels are to count what they ask for."""
    return settings().trace


def tell(kernel: str, file: str, time: Time, trace: Trace) -> None:
    """Calls that took the same are told once, with what the first of them asked for."""
    global _cycles
    _cycles += time.cycles
    key = kernel, file, str(time)
    held = _found.get(key)
    _found[key] = Call(kernel, file, time, _asked(trace)) if held is None else replace(held, count=held.count + 1)


def cycles() -> float:
    """Of all calls until now."""
    return _cycles


def take() -> list[Call]:
    taken = list(_found.values())
    _found.clear()
    return taken


def _asked(trace: Trace) -> tuple[Asked, ...]:
    counts = Counter((one.file, one.line, _words(one)) for one in trace)
    return tuple(Asked(*about, count) for about, count in counts.items())


def _words(one: Issued) -> str:
    return f"{one.name}({', '.join(one.types)}) x {one.lanes}"
