"""Random programs of one core: ordered ones are silent; with a pair of flags taken out, what is unordered is found.

What is ordered is decided here by walking a graph of every step, not by clocks.
"""

from __future__ import annotations

import random
from typing import Any, NamedTuple

import numpy as np
import pytest

from lanewise import asc
from lanewise.machine.launch import launch
from lanewise.machine.settings import settings

N, BUFFERS, STEPS = 64, 3, 14
PIPES = ("MTE2", "V", "MTE3")


class Step(NamedTuple):
    pipe: str
    reads: tuple[int, ...]  # buffers
    writes: tuple[int, ...]


class Pair(NamedTuple):
    """A flag that is set behind the work so far of one pipe, and waited for by another; of one pipe, a barrier."""

    source: str
    target: str


Program = list["Step | Pair"]


def conflicts(a: Step, b: Step) -> bool:
    return bool({*a.writes} & {*b.reads, *b.writes} or {*a.reads} & {*b.writes})


def unordered(program: Program) -> set[tuple[int, int]]:
    """Pairs of steps that touch the same buffer, with no way through the graph between them.

    The steps of one pipe begin in order; copies in may overlap, unless the pipe has waited for the first one to end.
    """
    after: dict[int, set[int]] = {}  # step -> steps that it comes after
    last: dict[str, int] = {}  # the last step of a pipe
    held: dict[str, set[int]] = {pipe: set() for pipe in PIPES}  # what a pipe has waited for
    ended: dict[int, set[int]] = {}  # the same when a step began
    for i, step in enumerate(program):
        if isinstance(step, Pair):
            if step.source in last:
                before = last[step.source]
                held[step.target] |= {before, *after[before]}
            held[step.target] |= held[step.source]
            continue
        come = set(held[step.pipe])
        ended[i] = set(come)
        if step.pipe in last:
            come |= {last[step.pipe], *after[last[step.pipe]]}
        after[i], last[step.pipe] = come, i
    found = set()
    steps = [(i, s) for i, s in enumerate(program) if isinstance(s, Step)]
    for n, (j, b) in enumerate(steps):
        for i, a in steps[:n]:
            if a.pipe == b.pipe != "MTE2" or not conflicts(a, b):
                continue
            if i not in (ended[j] if a.pipe == b.pipe else after[j]):
                found.add((i, j))
    return found


def random_program(rng: random.Random) -> Program:
    program: Program = []
    for _ in range(STEPS):
        pipe = rng.choice(PIPES)
        one, other = rng.sample(range(BUFFERS), 2)
        step = {"MTE2": Step(pipe, (), (one,)), "MTE3": Step(pipe, (one,), ()), "V": Step(pipe, (one,), (other,))}[pipe]
        for i in sorted({i for i, j in unordered([*program, step]) if j == len(program)}, reverse=True):
            before = program[i]
            assert isinstance(before, Step)
            if any(p == (i, len(program)) for p in unordered([*program, step])):
                program.append(Pair(before.pipe, pipe))
        program.append(step)
    return program


def kernel_of(program: Program) -> Any:
    def kernel(x: Any, z: Any) -> None:
        gx, gz = asc.GlobalTensor(), asc.GlobalTensor()
        gx.set_global_buffer(x)
        gz.set_global_buffer(z)
        pipe = asc.TPipe()
        tensors = []
        for _ in range(BUFFERS):
            buffer = asc.TBuf(asc.TPosition.VECCALC)
            pipe.init_buffer(buf=buffer, len=4 * N)
            tensors.append(buffer.get(asc.float32))
        for at, step in enumerate(program):
            if isinstance(step, Pair) and step.source == step.target:
                asc.pipe_barrier(asc.PipeID[f"PIPE_{step.source}"])
            elif isinstance(step, Pair):
                event = asc.HardEvent[f"{step.source}_{step.target}"]
                asc.set_flag(event, 0)
                asc.wait_flag(event, 0)
            elif step.pipe == "MTE2":
                asc.data_copy(tensors[step.writes[0]], gx, N)
            elif step.pipe == "V":
                asc.adds(tensors[step.writes[0]], tensors[step.reads[0]], 1.0, N)
            else:
                asc.data_copy(gz[at * N :], tensors[step.reads[0]], N)

    return kernel


def found(program: Program) -> set[str]:
    """The pipes that meet without order, by the checker."""
    x, z = np.zeros(N, np.float32), np.zeros(N * 200, np.float32)
    run = launch(kernel_of(program), "random", 1, {"x": x, "z": z}, settings().using(check="race"))
    return {f"{f.fields['other_pipe']}_{f.fields['pipe']}" for f in run.findings if f.fields}


@pytest.mark.parametrize("seed", range(30))
def test_check_random_programs(seed: int) -> None:
    rng = random.Random(seed)
    program = random_program(rng)
    assert not unordered(program)
    assert found(program) == set()
    pairs = [i for i, step in enumerate(program) if isinstance(step, Pair)]
    for gone in rng.sample(pairs, min(3, len(pairs))):
        less = program[:gone] + program[gone + 1 :]
        meet = {f"{less[i].pipe}_{less[j].pipe}" for i, j in unordered(less)}  # type: ignore[union-attr]
        assert bool(found(less)) == bool(meet)
        assert found(less) <= meet
