"""A core: its chip, the modes that stick to it, the status bits that only the program clears, its registers."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from contextvars import Token
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from lanewise.aie import checked, counted
from lanewise.aie.registerfile import Registers
from lanewise.aie.status import Happened, Status
from lanewise.aie.steps import call_time
from lanewise.aie.trace import Issued, Recorder, Trace, not_traced
from lanewise.aie.units import unit
from lanewise.aie.watching import NumberWatch, Several
from lanewise.chips import chip as chip_files
from lanewise.chips.chip import Chip
from lanewise.errors import LanewiseError, user_frame, user_location
from lanewise.isa.aie.env import Env, Listener, check_rounding, check_saturation, running
from lanewise.isa.aie.lanes import WIDE, Array, integers
from lanewise.isa.aie.types import LaneType
from lanewise.isa.aie.unit import Unit
from lanewise.machine.settings import settings
from lanewise.timing.units import Call, Time

STATUS = ("accumulator_overflow", "srs_saturated", "ups_overflow")


class _Called(NamedTuple):
    """What a call of a kernel asked for."""

    kernel: str
    file: str
    records: Sequence[Issued]


class Core:
    """Rounding and saturation stay as they were left, from one `with` to the next; at reset they are floor and none.

    `engine` is "fast" (C++), "definition" (Python integers) or "lockstep" (both, stopping at the first difference).
    With `status`, `happened` says what was rounded, wrapped or clamped on which line; with `trace`, `trace()` has a
    record of every operation and `time()` the cycles of the last `with`.
    """

    def __init__(
        self, chip: str | Chip, rounding: str = "floor", saturation: str = "none", engine: str | None = None,
        status: bool = False, trace: bool = False,
    ) -> None:  # fmt: skip
        self.chip = chip_files.chip(chip, "aie")
        self.rounding = rounding
        self.saturation = saturation
        self.engine = engine or settings().engine
        self.unit: Unit = unit(self.engine)
        self.status: set[str] = set()
        self._watches = status or checked.watches()
        self._happened: Counter[tuple[str, str, int]] = Counter()
        self._outer: list[Token[Env | None]] = []
        traces = trace or counted.watches()
        self._recorder = Recorder(lambda: (self.rounding, self.saturation)) if traces else None
        self.listener: Listener | None = self._recorder
        if self._watches:
            watch = NumberWatch(self._count)
            self.listener = Several((self._recorder, watch)) if self._recorder else watch
        self._called: list[_Called] = []
        self._kernel = ("", "")

    @cached_property
    def family(self) -> str:
        """The chip whose operations it has."""
        return self.chip.instructions

    @cached_property
    def srs_shifts(self) -> tuple[int, int]:
        return -self.fact("srs_left"), self.fact("srs_right")

    @property
    def rounding(self) -> str:
        return self._rounding

    @rounding.setter
    def rounding(self, name: str) -> None:
        self._rounding = check_rounding(name, self.family)

    @property
    def saturation(self) -> str:
        return self._saturation

    @saturation.setter
    def saturation(self, name: str) -> None:
        self._saturation = check_saturation(name)

    def fact(self, name: str) -> int:
        return int(self.chip.fact(name))

    def has(self, capability: str) -> bool:
        return self.chip.has(capability)

    def policy(self, name: str) -> str:
        return str(self.chip.policies[name].value)

    def note(self, what: str, happened: bool) -> None:
        """Sets a sticky status bit. `happened` may be a number of lanes; what srs clamped is counted by `saw`."""
        if happened:
            self.status.add(what)
            if what != "srs_saturated":
                self._count(what, 1)

    def saw(self, lanes: Array, shift: int, to: LaneType) -> None:
        """Lanes that srs is about to shift: how many of them are rounded, wrapped or clamped."""
        if not self._watches:
            return
        simple = lanes.dtype != WIDE and 0 <= shift < 63
        whole = lanes.astype(np.int64) if simple else integers(lanes)
        down = whole >> shift if shift > 0 else whole << -shift
        rounded = int((down << shift != whole).sum()) if shift > 0 else 0
        outside = int(((down < to.lowest) | (down > to.highest)).sum())
        self._count("rounded", rounded)
        self._count("wrapped" if self.saturation == "none" else "saturated", outside)

    def multiplied(self, count: int) -> None:
        if self._recorder is not None:
            self._recorder.multiplied(count)

    def _count(self, what: str, lanes: int) -> None:
        if lanes and self._watches:
            file, line = user_location() or ("?", 0)
            self._happened[what, file, line] += lanes

    @property
    def happened(self) -> Status:
        """What happened to numbers since the core was made, by line."""
        if not self._watches:
            raise LanewiseError("AIE-004", op="happened", case="not_noted")
        return Status(Happened(what, count, file, line) for (what, file, line), count in self._happened.items())

    def trace(self) -> Trace:
        """What was asked of the core since it was made, one record for each operation."""
        if self._recorder is None:
            raise not_traced("aie.core")
        return Trace(self._recorder.records)

    def called(self, kernel: str, file: str, counted_itself: bool = False) -> None:
        """A call of a kernel has ended: what the core was asked for since the one before is its own.

        A compiled kernel may have told whoever explains the run by itself.
        """
        if self._recorder is None or self._recorder.since == len(self._recorder.records):
            return
        one = _Called(kernel, file, self._recorder.take())
        self._called.append(one)
        if counted.watches() and not counted_itself:
            counted.tell(kernel, file, self._time(one), Trace(one.records))

    def _time(self, one: _Called) -> Time:
        return call_time(self.chip.spelling, Trace(one.records))

    @property
    def calls(self) -> list[Call]:
        """Calls of kernels with their times: of each `with`, or of those that `aie.run` made."""
        found = counted.Calls()
        for one in self._called:
            found.add(one.kernel, one.file, self._time(one), Trace(one.records))
        return found.take()

    def time(self) -> Time:
        """The least and the most cycles of the last `with`, by the units it used."""
        if self._recorder is None:
            raise LanewiseError("AIE-004", op="time", case="not_counted")
        if not self._called:
            raise LanewiseError("AIE-004", op="time", case="nothing_ended")
        return self._time(self._called[-1])

    @cached_property
    def registers(self) -> Registers:
        return Registers(self.family)

    def __enter__(self) -> Core:
        if not self._outer and self._recorder is not None:
            frame = user_frame()
            if frame is not None:
                self._kernel = frame.f_code.co_name, frame.f_code.co_filename
        self._outer.append(running.set(self))
        return self

    def __exit__(self, *_: Any) -> None:
        running.reset(self._outer.pop())
        if not self._outer:
            name, file = self._kernel
            self.called(os.path.basename(file) if name == "<module>" else name, file)
        if checked.watches():
            checked.tell(self.happened)
            self._happened.clear()

    def __repr__(self) -> str:
        return f"<core of {self.chip.name}: rounding {self.rounding}, saturation {self.saturation}>"


def core(
    chip: str | Chip, rounding: str = "floor", saturation: str = "none", engine: str | None = None,
    status: bool = False, trace: bool = False,
) -> Core:  # fmt: skip
    """A core to compute on: `with aie.core("aie", rounding="conv_even", saturation="saturate"): ...`."""
    return Core(chip, rounding, saturation, engine, status, trace)


def current_core(what: str = "this") -> Core:
    """The core that the program is running on."""
    found = core_or_none()
    if found is None:
        raise LanewiseError("AIE-001", what=what)
    return found


def core_or_none() -> Core | None:
    found = running.get()
    assert found is None or isinstance(found, Core)
    return found


def registers() -> Registers:
    """Those of the current core."""
    return current_core("registers").registers
