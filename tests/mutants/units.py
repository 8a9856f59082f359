"""What is run against a planted fault: calls of the agreement test, each with a number for its outcome."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Any

import library
import numpy as np
import pytest
import test_agreement_registers as registers
import test_agreement_values as values
import test_cpp_alike as alike
import test_numerics_conversions as conversions
from judging import measured, spread_operands
from playing import arrange, with_gm
from special import MEMORY, calls
from spoiling import WAYS, Reach
from strategies import Call, Draw
from test_agreement_library import MACROS
from through import results

from lanewise.errors import LanewiseError
from lanewise.machine.core import Core


@dataclass
class Unit:
    """`run(engine)` gives the outcome; `record` says what it is a call of."""

    record: str
    run: Callable[[str], int]
    expected: int = 0
    slow_calls: int = 0  # of compiled programs, without a fault
    shown: list[int] = field(default_factory=list)  # faults that would make a difference somewhere inside it


@cache
def core_of(chip: str, engine: str, strict: bool) -> Core:
    return with_gm(Core(chip, engine=engine, strict=strict))


def outcome(call: Call, strict: bool, engine: str) -> int:
    core = core_of(call.chip, engine, strict)
    args = arrange(core, call)
    problem = b""
    try:
        core.issue(*args)
    except LanewiseError as error:
        problem = error.message.encode()
    parts = [core.mem, core.state.reshape(1).view(np.uint8), *(b.data for b in core.gm_space.buffers)]
    return _digest([problem, *parts])


def _digest(parts: list[Any]) -> int:
    value = 0
    for part in parts:
        value = zlib.crc32(part, value)
    return value


def of_memory(name: str) -> Iterator[Unit]:
    tried: dict[tuple[str, str], int] = {}
    for number, (cell, call) in enumerate(calls(name)):
        yield Unit(name, partial(outcome, call, False))
        if number % 4 == 0:
            yield Unit(name, partial(outcome, call, True))
        if cell.mask in ("none", "counter", "kept counter") or (number > 24 and number % 7):
            continue
        moved = spread_operands(cell, call)
        reach = measured(cell, moved) if moved is not None else Reach(())
        for way in WAYS:
            for id, wrong in way(cell, moved or call, Draw(zlib.crc32(name.encode()), number), reach):
                if tried.setdefault((way.__name__, id), 0) < 3:
                    tried[way.__name__, id] += 1
                    yield Unit(name, partial(outcome, wrong, False))


def of_registers() -> Iterator[Unit]:
    for case in registers.CASES:
        ins, row, twice = case.values
        yield Unit(ins.name, partial(_registers, ins, row, twice))


def _registers(ins: Any, row: Any, twice: bool, engine: str) -> int:
    return _digest(list(registers.outcomes(ins, row, twice, engine)))


def of_values() -> Iterator[Unit]:
    """Every narrow element: what takes long comes last."""
    for name, row, chip in values.ROWS:
        for how in values.call_variants(name, row, chip):
            yield Unit(name, partial(_values, name, row, chip, how))


def _values(name: str, row: Any, chip: str, how: dict[str, Any], engine: str) -> int:
    return _digest([results(values.instructions()[name], row, chip, engine, **how)])


def of_library(name: str) -> Iterator[Unit]:
    for number, (_, call) in enumerate(library.calls(name, 30)):
        yield Unit(name, partial(outcome, call, False))
        for wrong in library.spoiled_calls(call) if number < 6 else ():
            yield Unit(name, partial(outcome, wrong, False))


def of_conversions() -> Iterator[Unit]:
    """The conversions that Python and the library use by themselves."""
    for source in conversions.NARROW:
        for to in conversions.TARGETS:
            for mode in conversions.oracle.MODES:
                yield Unit(f"{source} to {to}", partial(_converted, source, to, mode))


def _converted(source: str, to: str, mode: str, engine: str) -> int:
    width = conversions.oracle.FORMATS[source].width
    codes = np.arange(0, 1 << width, 1 if width < 16 else 41).astype(np.uint8 if width <= 8 else np.uint16)
    found = [conversions.run(codes, source, to, mode, saturate, engine) for saturate in (True, False)]
    return _digest([np.array(found, np.uint64)])


def of_compiled_programs() -> Iterator[Unit]:
    """Calls of a compiled program, which take the fast paths. Its tests know what is right."""
    for name, test in alike.checks().items():
        yield Unit(name, partial(_passes, test))


def _passes(test: Callable[[], None], engine: str) -> int:
    if engine == "definition":
        return 0
    try:
        test()
    except (Exception, pytest.fail.Exception):
        return 1
    return 0


def all_units(room: str = "") -> list[Unit]:
    """Of all rooms, or what tries the faults of the fast paths."""
    programs = list(of_compiled_programs())
    if room == "fast paths":
        return programs
    agreement = [unit for name in MEMORY for unit in of_memory(name)]
    agreement += [unit for name in MACROS for unit in of_library(name)]
    agreement += of_registers()
    agreement += of_conversions()
    agreement += of_values()
    return programs + agreement
