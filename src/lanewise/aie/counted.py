"""What calls of kernels took and asked for, for whoever explains the run: only where launches are traced."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from lanewise.aie.trace import Issued, Trace
from lanewise.machine.settings import settings
from lanewise.timing.units import Asked, Call, Time


class Calls:
    """Calls that took the same are held once, with what the first of them asked for."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, str, str], Call] = {}
        self.cycles = 0.0  # of all calls until now

    def add(self, kernel: str, file: str, time: Time, trace: Trace) -> None:
        self.cycles += time.cycles
        key = kernel, file, str(time)
        held = self._found.get(key)
        self._found[key] = (
            Call(kernel, file, time, _count_requests(trace)) if held is None else replace(held, count=held.count + 1)
        )

    def take(self) -> list[Call]:
        taken = list(self._found.values())
        self._found.clear()
        return taken


def alone(kernel: str, file: str, time: Time, trace: Trace) -> list[Call]:
    """One call."""
    return [Call(kernel, file, time, _count_requests(trace))]


_told = Calls()
tell, take = _told.add, _told.take


def watches() -> bool:
    """Whether kernels are to count what they ask for."""
    return settings().trace


def cycles() -> float:
    """Of all calls until now."""
    return _told.cycles


def _count_requests(trace: Trace) -> tuple[Asked, ...]:
    counts = Counter((one.file, one.line, _describe(one)) for one in trace)
    return tuple(Asked(*about, count) for about, count in counts.items())


def _describe(one: Issued) -> str:
    return f"{one.name}({', '.join(one.types)}) x {one.lanes}"
