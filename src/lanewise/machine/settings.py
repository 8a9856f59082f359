"""Defaults of a launch: chip, engine, strict checks and tracing, from `configure` or the environment.

LANEWISE_CHIP     name of a chip (ascend910b)
LANEWISE_CORES    how many vector cores the chip has for programs that ask (as many as it has)
LANEWISE_ENGINE   fast, definition or lockstep (fast)
LANEWISE_CHECK    what the checker looks for: all, or a list such as race,init (nothing)
LANEWISE_SCHEDULE when what is issued happens: early (at once), late or random:SEED (early)
LANEWISE_STRICT   1: refuse what hardware leaves undefined (0)
LANEWISE_LENIENT  1: warn where a rule is broken that hardware does not enforce, as far as one can go on (0)
LANEWISE_TRACE    1: keep the record of every instruction (0)
"""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from typing import Any

from lanewise.check.kinds import parse_kinds
from lanewise.chips import DEFAULT
from lanewise.chips.chip import any_chip
from lanewise.chips.chip import chip as find_chip
from lanewise.machine.schedule import planned
from lanewise.severities import Mode

NOT_ENDED = "the launch did not end: this is what it issued until then"  # a note about what is left of it
_ON = ("1", "true", "yes", "on")


@dataclass(frozen=True)
class Settings:
    chip: str = DEFAULT
    engine: str = "fast"
    strict: bool = False
    lenient: bool = False
    trace: bool = False
    history: bool = False  # what everything held is kept, for `lanewise.why`
    cores: int | None = None
    check: str = ""  # what the checker looks for, as the engine takes it; empty: nothing
    schedule: str = ""  # when what is issued happens, as the engine takes it; empty: at once

    @property
    def mode(self) -> Mode:
        """Which column of the table of severities holds."""
        if self.strict:
            return Mode.STRICT
        if self.check:
            return Mode.CHECK
        return Mode.LENIENT if self.lenient else Mode.PLAIN

    def using(self, **changes: Any) -> Settings:
        """The same with some values replaced; None keeps what is there."""
        changes = {name: value for name, value in changes.items() if value is not None}
        if "check" in changes:
            changes["check"] = parse_kinds(changes["check"])
        if "chip" in changes:
            changes["chip"] = any_chip(changes["chip"]).name  # of any family: a design names one
        if changes.get("cores", 1) < 1:
            raise ValueError(f"cores is {changes['cores']}; a chip has 1 or more")
        changed = replace(self, **changes)
        return replace(changed, schedule=planned(changed.schedule, changed.check))


def _from_environment() -> Settings:
    read = os.environ.get
    cores = read("LANEWISE_CORES")
    return Settings().using(
        chip=read("LANEWISE_CHIP"), engine=read("LANEWISE_ENGINE"), cores=int(cores) if cores else None,
        check=read("LANEWISE_CHECK"), schedule=read("LANEWISE_SCHEDULE"),
        strict=read("LANEWISE_STRICT", "0").lower() in _ON, lenient=read("LANEWISE_LENIENT", "0").lower() in _ON,
        trace=read("LANEWISE_TRACE", "0").lower() in _ON,
    )


_settings: Settings | None = None


def settings() -> Settings:
    """What a launch uses when nothing else is said."""
    global _settings
    if _settings is None:
        _settings = _from_environment()
    return _settings


def configure(
    *, chip: str | None = None, engine: str | None = None, strict: bool | None = None, trace: bool | None = None,
    cores: int | None = None, check: str | bool | None = None, schedule: str | None = None,
    lenient: bool | None = None, history: bool | None = None,
) -> Settings:
    """Change the defaults of later launches; returns the new ones. None keeps a value.

    `check` is what to look for: True for everything, False for nothing, or a list such as "race,sync".
    With `history`, launches keep what everything held, so that `lanewise.why` can say where a value comes from.
    `schedule` is when what kernels issue happens: "early" (at once), "late" or "random:SEED".
    """
    global _settings
    _settings = settings().using(
        chip=chip, engine=engine, strict=strict, trace=trace, cores=cores, check=check, schedule=schedule,
        lenient=lenient, history=history,
    )
    return _settings


def cores(chip: str | None = None) -> int:
    """How many vector cores a chip has, or was said to have: what a program divides its work by."""
    return settings().cores or int(find_chip(chip or settings().chip).fact("vector_cores"))
