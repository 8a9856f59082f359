"""What a total rests on: the numbers that were used for it and are not documented."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from lanewise.isa.events import COPY_IN, COPY_OUT, VECTOR
from lanewise.timing.kinds import Kind
from lanewise.timing.numbers import REDUCE_ALL, Cost, Number, Numbers, RegisterCost
from lanewise.timing.order import Act, Why, working_pipe

if TYPE_CHECKING:
    from lanewise.timing.layouts import Tally
    from lanewise.timing.reports import BlockTime

_COPY_IN = ("issue", "start", "burst", "latency", "segment")
_RATES = ("core_rate", "total_rate")


def rests_on(numbers: Numbers, blocks: Iterable[BlockTime], kinds: Mapping[int, Kind]) -> dict[str, str]:
    """Name -> evidence and source: facts by "part.name", costs by the name of their instruction."""
    out: dict[str, str] = {}
    for block in blocks:
        for name in _facts(block):
            _add_note(out, name, numbers.facts.get(name))
        for name, cost in _costs(numbers, block, kinds):
            _add_note(out, name, cost)
    return out


def assumptions(held: Mapping[str, str]) -> str:
    """Those of `rests_on` that are assumed, in one line; names that share a reason stand together."""
    by: dict[str, list[str]] = {}
    for name, why in held.items():
        evidence, _, source = why.partition(": ")
        if evidence == "assumed":
            by.setdefault(source, []).append(name)
    return "; ".join(f"{', '.join(names)} ({source})" for source, names in by.items())


def _add_note(out: dict[str, str], name: str, number: Number | Cost | RegisterCost | None) -> None:
    if number is not None and number.evidence != "documented":
        out[name] = f"{number.evidence}: {number.source}"


def _facts(block: BlockTime) -> Iterator[str]:
    all_ = block.tallies
    copied_in = [t for t in all_ if working_pipe(t) == COPY_IN]
    known_out = [t for t in all_ if working_pipe(t) == COPY_OUT and t.known]
    known_in = [t for t in copied_in if t.known]
    yield from (name for name, used in {
        "core.issue": all_,
        "core.state": [t for t in all_ if t.stated],
        "core.queue_depth": [t for t in all_ if t.stall],
        "core.crossing": block.summary.crossings,
        "core.barrier": [t for t in all_ if t.act == Act.BARRIER and t.source == VECTOR],
        "core.vector_start": [t for t in all_ if t.act == Act.WORK and t.pipe == VECTOR],
        "banks.read_after_write": [t for t in all_ if t.lost],
        **{f"copy_in.{name}": known_in for name in _COPY_IN},
        **{f"copy_in.{name}": [t for t in known_in if not t.near] for name in _RATES},
        **{f"copy_in.l2_{name}": [t for t in copied_in if t.near] for name in _RATES},
        **{f"copy_out.{name}": known_out for name in ("issue", "core_rate")},
        "memory.rate": [t for t in all_ if t.why == Why.MEMORY],
    }.items() if used)


def _costs(
    numbers: Numbers, block: BlockTime, kinds: Mapping[int, Kind]
) -> Iterator[tuple[str, Number | Cost | RegisterCost | None]]:
    first: dict[tuple[int, int, int], Tally] = {}
    for tally in block.tallies:
        if working_pipe(tally) == VECTOR and tally.known:
            first.setdefault((tally.opcode, tally.type0, tally.type1), tally)
    for key in sorted(first):
        tally, kind = first[key], kinds[key[0]]
        if kind.on_registers:
            yield kind.name, numbers.register(kind.timing, tally.bits)
        elif kind.reduces_all:
            yield kind.name, numbers.facts.get(REDUCE_ALL)
            yield from ((name, numbers.facts.get(name)) for name in ("core.barrier",) if tally.repeat > 1)
            yield kind.step.replace("-", "_"), numbers.cost(kind.step, tally.bits)
        else:
            yield kind.name, numbers.cost(kind.timing, tally.bits)
