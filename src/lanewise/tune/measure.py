"""Runs a plan on the engine: is its sum right, and how long would it take?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from lanewise.numerics.formats import dtype
from lanewise.timing.stream import Stream
from lanewise.tune.plan import Plan, Step

CONTIGUOUS = (1, 1, 1, 8)  # reductions: block and repeat strides of dst, src


@dataclass(frozen=True)
class Measured:
    plan: Plan
    cycles: float
    microseconds: float | None
    right: bool
    known: bool  # every instruction of it has a cost
    rests_on: Mapping[str, str]  # numbers behind the cycles that are not documented

    @property
    def assumed(self) -> bool:
        """Whether the cost of one of its instructions is; facts of the core, with a dot in their name, weigh on all."""
        return any(why.startswith("assumed") for name, why in self.rests_on.items() if "." not in name)


def measure(plan: Plan, chip: str) -> Measured:
    """Numbers whose sums are exact in any order, so that right means equal; everything else in UB is huge."""
    stream = Stream(chip)
    kind = dtype(plan.dtype)
    values = signs(plan.n)
    stream.core.mem[:] = 0x7A  # 2e35 as float, 53,000 as half, which knows no NaN where it saturates
    places, at = {}, 0
    for name, count in (("row", plan.n), ("work", plan.work), ("total", 32 // kind.size)):
        places[name] = stream.ub(at, count, plan.dtype)
        at += -(-count * kind.size // 32) * 32
    row = stream.core.mem[: plan.n * kind.size].view(kind.numpy)
    row[:] = values.astype(kind.numpy)
    issue(stream, plan, places)
    report = stream.report()
    right = float(places["total"].numpy()[0]) == float(values.sum())
    return Measured(plan, report.cycles, report.microseconds, right, not report.unknown, report.rests_on)


def signs(n: int) -> Any:
    """Ones of either sign: every element counts, and their sum is small but never 0."""
    values = np.random.default_rng(n).choice((-1, 1), n)
    if not values.sum():
        values[values.argmin()] = 1
    return values


def issue(stream: Stream, plan: Plan, places: dict[str, Any]) -> None:
    counter = any(step.kind != "api" for step in plan.steps)
    if counter:
        stream.state("set_mask_count")
    for k, step in enumerate(plan.steps):
        _issue_step(stream, step, places)
        if k < len(plan.steps) - 1:
            stream.barrier()
    if counter:
        stream.state("reset_mask")
        stream.state("set_mask_norm")


def _issue_step(stream: Stream, step: Step, places: dict[str, Any]) -> None:
    dst, *sources = (places[p.buffer][p.offset :] for p in (step.dst, *step.sources))
    if step.kind == "api":
        stream.count("reduce_sum", (dst, *sources), step.n)
        return
    stream.set_count(step.n)
    if step.kind == "add":
        stream.masked("add", (dst, *sources), 0, 1, (1, 1, 1, 8, 8, 8), counter=True)
    else:
        name = "reduce_repeat_sum" if step.kind == "whole" else "reduce_data_block_sum"
        stream.masked(name, (dst, *sources), 0, 1, CONTIGUOUS, counter=True)
