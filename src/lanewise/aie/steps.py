"""From records of operations to what the slots of a core are asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from lanewise.aie import chains
from lanewise.aie.pragmas import is_pipelined
from lanewise.aie.trace import Issued, Trace, unit
from lanewise.cpp.compiler import LIBRARY_CALLS
from lanewise.isa.aie.catalogue import named
from lanewise.isa.aie.types import LANE_TYPES
from lanewise.timing.iterations import Step, cycles_as_written
from lanewise.timing.numbers import Numbers, numbers
from lanewise.timing.units import Tally, Time, Work, time

_SLOTS = {
    "multiplication": "multiply", "multiplication by shape": "multiply", "multiplication with selection": "multiply",
    "special multiplication": "multiply", "matrix multiplication": "multiply", "fft": "multiply",
    "arithmetic": "alu", "comparison": "alu", "bit": "alu", "pre-adder": "alu", "reshape": "alu", "shuffle": "alu",
    "lane selection": "alu", "reduction": "alu", "float": "alu",
    "srs": "convert", "ups": "convert", "conversion": "convert", "fp conversion": "convert",
    "register move": "move", "vector member": "move", "elementary": "function",
}  # fmt: skip


# What the scalar unit does: lanewise/aie/scalars.h and library_calls.h.
_SCALAR = {"scalar_load": "load", "scalar_store": "store", **dict.fromkeys(LIBRARY_CALLS, "function")}


def _scalar(one: Issued) -> str:
    """A function of the C library has the name of an operation, but no operands."""
    return _SCALAR.get(one.name, "") if one.name.startswith("scalar_") or not one.types else ""


def slot(one: Issued) -> str:
    """The slot that an operation takes; empty where none is known."""
    if moved := {"loads": "load", "stores": "store"}.get(unit(one.name)) or _scalar(one):
        return moved
    if one.name.startswith(("fpm", "fpneg_mul", "fpabs_mul")):
        return "multiply"
    record = next(iter(named(one.name)), None)
    return _SLOTS.get(record.family, "") if record else ""


def _bits(one: Issued) -> int:
    kinds = [LANE_TYPES[t].lane_bits for t in one.types if t in LANE_TYPES]
    return one.lanes * max(kinds, default=32)


def work(records: Sequence[Issued]) -> Work:
    """Of the slots that headers do not count: registers of 512 bits in the vector ALU, moves, lanes of functions."""
    found = [(slot(one), one) for one in records]
    alu = sum(max(1, -(-_bits(one) // 512)) for kind, one in found if kind == "alu")
    functions = sum(max(1, one.lanes) for kind, one in found if kind == "function")
    return Work(alu, sum(kind == "move" for kind, _ in found), functions)


def _is_in_parts(one: Issued) -> bool:
    """Words times words, lane by lane: the parts of a product wait for each other, with no other terms between them."""
    record = next(iter(named(one.name)), None)
    kinds = [LANE_TYPES[t] for t in one.types if t in LANE_TYPES]
    return record is not None and record.family == "multiplication" and all(t.bits == 32 for t in kinds)


def steps(records: Sequence[Issued], known: Numbers, multiplier: float, wide: bool) -> Iterator[Step]:
    """Of a call whose multiplications take so many cycles together; `wide` where some are of 32 by 32 bits."""
    kinds = [slot(one) for one in records]
    in_parts = known["unit.wide_parts"] * known["unit.multiply_latency"] if wide else 0.0
    each = multiplier / max(1, kinds.count("multiply"))
    places: dict[tuple[str, int, str, int], int] = {}
    for number, (kind, one) in enumerate(zip(kinds, records, strict=True)):
        if not kind:
            continue
        words = max(1, -(-(one.bytes or _bits(one) // 8) // 32))
        rates = {
            "load": words / known["unit.loads"], "store": words / known["unit.stores"], "multiply": each,
            "function": max(1, one.lanes) / known["unit.functions"], "move": 1 / known["unit.moves"],
        }  # fmt: skip
        cycles = rates.get(kind, max(1, -(-_bits(one) // 512)))
        if wide and kind == "multiply" and _is_in_parts(one):
            cycles = max(cycles, in_parts)
        place = places.setdefault((one.file, one.line, one.name, one.site), len(places))
        after = tuple(chains.waits(records, kinds, known, number, least=False))
        wait = chains.latency(known, kind, one, least=False)
        yield Step(kind, cycles, place, is_pipelined(one.file, one.line), number, after, wait)


def call_time(chip: str, tally: Tally, trace: Trace) -> Time:
    """Of a call, by what it counted and asked for."""
    known = numbers(chip, "aie")
    took = time(chip, tally, work(trace), chains.longest(trace, [slot(one) for one in trace], known))
    wide = "unit.wide_parts" in known.facts and (32, 32) in tally.products
    each = steps(trace, known, took.units["multiplier"], wide)
    return replace(took, as_written=max(took.cycles, cycles_as_written(known, each)))
