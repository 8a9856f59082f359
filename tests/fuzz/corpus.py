"""Legal calls of every instruction of a chip, as records: what the fuzzer of the C border starts from."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import library  # of tests/agreement, which is on the path
import numpy as np
import test_agreement_registers as registers
from playing import arrange, with_gm
from special import MEMORY, calls
from test_agreement_library import MACROS

from lanewise.errors import LanewiseError
from lanewise.machine.core import Core

EACH = 6  # calls of an instruction


def _played(core: Core, made: Iterator[Any]) -> None:
    done = 0
    for _, call in made:
        if call.chip != core.chip.name:
            continue
        try:
            core.issue(*arrange(core, call))
        except LanewiseError:
            continue
        done += 1
        if done == EACH:
            return


def core_of(chip: str) -> Core:
    """A core that has run them all."""
    core = with_gm(Core(chip, engine="fast"))
    core.trace()
    for name in MEMORY:
        _played(core, calls(name))
    for name in MACROS:
        _played(core, library.calls(name, 30))
    if chip == registers.CHIP:
        for case in registers.CASES:
            for number, _ in enumerate(registers.legal_draws(core, *case.values)):
                if number == 1:
                    break
    return core


def write(chip: str, path: Path) -> int:
    """How many there are."""
    trace = core_of(chip).trace()
    with path.open("wb") as file:
        for record in trace.records:
            first, count = int(record["payload"]), int(record["payload_count"])
            file.write(record.tobytes() + np.asarray(trace.payload[first : first + count], np.int64).tobytes())
    return len(trace.records)


if __name__ == "__main__":
    print(write(sys.argv[1], Path(sys.argv[2])))
