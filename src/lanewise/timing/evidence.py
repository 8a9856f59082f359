"""What a total rests on: the numbers that were used for it and are not documented."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from lanewise.isa.catalogue import by_opcode
from lanewise.isa.issued import Pipe
from lanewise.numerics.formats import BY_CODE
from lanewise.timing.numbers import Cost, Number, Numbers, RegisterCost
from lanewise.timing.order import Act
from lanewise.timing.vector import REDUCE_ALL, bits, reduce_step

if TYPE_CHECKING:
    from lanewise.timing.report import BlockTime

Array = np.ndarray[Any, Any]
_COPY_IN = ("issue", "start", "burst", "latency", "segment")
_RATES = ("core_rate", "total_rate")


def rests_on(numbers: Numbers, blocks: Iterable[BlockTime]) -> dict[str, str]:
    """Name -> evidence and source: facts by "part.name", costs by the name of their instruction."""
    out: dict[str, str] = {}
    for block in blocks:
        for name in _facts(numbers, block):
            _note(out, name, numbers.facts.get(name))
        for name, cost in _costs(numbers, block):
            _note(out, name, cost)
    return out


def assumptions(held: Mapping[str, str]) -> str:
    """Those of `rests_on` that are assumed, in one line; names that share a reason stand together."""
    by: dict[str, list[str]] = {}
    for name, why in held.items():
        evidence, _, source = why.partition(": ")
        if evidence == "assumed":
            by.setdefault(source, []).append(name)
    return "; ".join(f"{', '.join(names)} ({source})" for source, names in by.items())


def _note(out: dict[str, str], name: str, number: Number | Cost | RegisterCost | None) -> None:
    if number is not None and number.evidence != "documented":
        out[name] = f"{number.evidence}: {number.source}"


def _facts(numbers: Numbers, block: BlockTime) -> Iterator[str]:
    act, far = block.steps.act, ~block.near & block.known
    copies_in = act == Act.MTE2
    yield from (name for name, used in {
        "core.issue": len(act) > 0,
        "core.state": (block.scalar > numbers.get("core.issue")).any(),
        "core.queue_depth": block.time.stall.any(),
        "core.crossing": len(block.time.setters) > 0,
        "core.barrier": ((act == Act.BARRIER) & (block.steps.source == Pipe.V)).any(),
        "core.vector_start": (act == Act.V).any(),
        "banks.read_after_write": block.lost.any(),
        **{f"copy_in.{name}": (copies_in & block.known).any() for name in _COPY_IN},
        **{f"copy_in.{name}": (copies_in & far).any() for name in _RATES},
        **{f"copy_in.l2_{name}": (copies_in & block.near).any() for name in _RATES},
        **{f"copy_out.{name}": ((act == Act.MTE3) & block.known).any() for name in ("issue", "core_rate")},
    }.items() if used)


def _costs(numbers: Numbers, block: BlockTime) -> Iterator[tuple[str, Number | Cost | RegisterCost | None]]:
    rows = np.flatnonzero((block.steps.pipe == Pipe.V) & block.known)
    kinds = block.records["operands"]["dtype"][rows].astype(np.int64)
    keys = (block.records["opcode"][rows].astype(np.int64) << 16) + (kinds[:, 0] << 8) + kinds[:, 1]
    for i in rows[np.unique(keys, return_index=True)[1]]:
        record = block.records[i]
        ins = by_opcode()[int(record["opcode"])]
        assert ins is not None
        if ins.form.executor.startswith("register"):
            yield ins.name, numbers.register(ins.name, BY_CODE[int(record["operands"][0]["dtype"])].bits)
        elif ins.form.group == "all":
            yield ins.name, numbers.facts.get(REDUCE_ALL)
            yield from ((name, numbers.facts.get(name)) for name in ("core.barrier",) if int(record["repeat"]) > 1)
            yield reduce_step(ins).replace("-", "_"), numbers.cost(reduce_step(ins), bits(ins, record))
        else:
            yield ins.name, numbers.cost(ins.timing, bits(ins, record))
