"""Random programs of one core, with enough flags and barriers: the same bytes under every schedule, and silence.

With one pair of flags taken out, the checker names a line of the pair that meets, and some schedule shows other bytes.
What is ordered is decided here by walking a graph of every step, not by clocks and not by queues.
"""

from __future__ import annotations

import linecache
import random
from typing import Any, NamedTuple

import numpy as np
import pytest

from lanewise import asc
from lanewise.machine.launch import Run, launch
from lanewise.machine.settings import settings

N, BUFFERS, STEPS = 32, 4, 24
PIPES = ("MTE2", "V", "MTE3")
WORK = ("MTE2", "V", "V", "MTE3", "MTE3")
SCHEDULES = ["late", *(f"random:{seed}" for seed in range(1, 20))]


class Step(NamedTuple):
    pipe: str
    reads: tuple[int, ...]  # buffers
    writes: tuple[int, ...]
    how: int  # which instruction of the pipe


class Pair(NamedTuple):
    """A flag that is set behind the work so far of one pipe, and waited for by another."""

    source: str
    target: str


class Barrier(NamedTuple):
    """Everything waits for everything."""


Program = list["Step | Pair | Barrier"]


def conflicts(a: Step, b: Step) -> bool:
    return bool({*a.writes} & {*b.reads, *b.writes} or {*a.reads} & {*b.writes})


def unordered(program: Program) -> set[tuple[int, int]]:
    """Pairs of steps that touch the same buffer with no way through the graph between them.

    Each pipe works in order, S issues everything in order and waits at least for those who touch what it touches.
    Copies of MTE2 start in order and may overlap: one that writes where another does must find it finished.
    """
    after: dict[int, set[int]] = {}  # step -> steps that it comes after
    held: dict[str, set[int]] = {pipe: set() for pipe in (*PIPES, "S")}  # what the next step of a pipe comes after
    finished: set[int] = set()  # what MTE2 has seen the end of
    found = set()
    for i, step in enumerate(program):
        if isinstance(step, Pair):
            if step.target == "MTE2":
                finished |= held[step.source] | held["S"]
            held[step.target] |= held[step.source] | held["S"]
            continue
        if isinstance(step, Barrier):
            everything = set().union(*held.values())
            finished |= everything
            held = {pipe: set(everything) for pipe in held}
            continue
        if step.pipe == "S":
            for k, other in enumerate(program[:i]):
                if isinstance(other, Step) and conflicts(other, step):
                    held["S"] |= {k, *after[k]}
        after[i] = held[step.pipe] | held["S"]
        for k, other in enumerate(program[:i]):
            if not isinstance(other, Step) or not conflicts(other, step):
                continue
            if k not in (finished | held["S"] if other.pipe == step.pipe == "MTE2" else after[i]):
                found.add((k, i))
        held[step.pipe] = {i, *after[i]}
    return found


def drawn(rng: random.Random, kinds: tuple[str, ...]) -> Step:
    pipe = rng.choice(kinds)
    one, other, third = rng.sample(range(BUFFERS), 3)
    how = rng.randrange(4)
    match pipe:
        case "MTE2":
            return Step(pipe, (), (one,), how)
        case "MTE3":
            return Step(pipe, (one,), (), how)
        case "S":
            return Step(pipe, (one,), (one,), how)
        case _:
            return Step(pipe, (one, third) if how == 1 else (one,), (other,), how)


def random_program(rng: random.Random, kinds: tuple[str, ...] = WORK) -> Program:
    program: Program = []
    for _ in range(STEPS):
        step = drawn(rng, kinds)
        while meets := [i for i, j in unordered([*program, step]) if j == len(program)]:
            before = program[max(meets)]
            assert isinstance(before, Step)
            within = before.pipe == step.pipe
            program.append(Barrier() if within or rng.random() < 0.1 else Pair(before.pipe, step.pipe))
        program.append(step)
    return program


def source_of(program: Program) -> str:
    """A kernel with one line for each step."""
    lines = [
        "def kernel(x, z):", " gx, gz, pipe, t = asc.GlobalTensor(), asc.GlobalTensor(), asc.TPipe(), []",
        " gx.set_global_buffer(x); gz.set_global_buffer(z)", f" for k in range({BUFFERS}):",
        "  b = asc.TBuf(asc.TPosition.VECCALC); "
        f"pipe.init_buffer(buf=b, len={4 * N}); t.append(b.get(asc.float32)); asc.duplicate(t[k], float(k), {N})",
        " asc.pipe_barrier(asc.PipeID.PIPE_ALL)",
    ]
    for at, step in enumerate(program):
        match step:
            case Pair(source, target):
                event = f"asc.HardEvent.{source}_{target}"
                line = f"asc.set_flag({event}, 0); asc.wait_flag({event}, 0)"
            case Barrier():
                line = "asc.pipe_barrier(asc.PipeID.PIPE_ALL)"
            case Step("MTE2", _, (to,), _):
                line = f"asc.data_copy(t[{to}], gx[{at * N}:], {N})"
            case Step("MTE3", (of,), _, _):
                line = f"asc.data_copy(gz[{at * N}:], t[{of}], {N})"
            case Step("S", (of,), _, _):
                line = f"t[{of}].set_value(0, t[{of}].get_value(0) + {at}.0)"  # which all others touch, too
            case Step("V", (of, second), (to,), _):
                line = f"asc.add(t[{to}], t[{of}], t[{second}], {N})"
            case Step("V", (of,), (to,), how):
                line = {
                    0: f"asc.adds(t[{to}], t[{of}], {at}.5, {N})",
                    2: f"asc.reduce_sum(t[{to}], t[{of}], t[{to}], {N})",
                    3: f"asc.adds(t[{to}], t[{of}], {at}.5, 16, 1, asc.UnaryRepeatParams(1, 1, 8, 8))",
                }[how]
        lines.append(" " + line)
    return "\n".join(lines) + "\n"


FIRST = 7  # the line of the first step


def run(program: Program, **chosen: str) -> tuple[Run, bytes]:
    name, text = f"<random {id(program)}>", source_of(program)
    linecache.cache[name] = len(text), None, text.splitlines(True), name
    room: dict[str, Any] = {"asc": asc}
    exec(compile(text, name, "exec"), room)
    x, z = np.arange(N * 400, dtype=np.float32), np.zeros(N * 400, np.float32)
    done = launch(room["kernel"], "random", 1, {"x": x, "z": z}, settings().using(**chosen))
    return done, z.tobytes()


@pytest.mark.parametrize("seed", range(40))
def test_random_programs_end_alike_under_every_schedule(seed: int) -> None:
    program = random_program(random.Random(seed), (*WORK, "S"))
    assert not unordered(program)
    assert run(program, check="race")[0].findings == []
    expected = run(program)[1]
    for schedule in SCHEDULES:
        assert run(program, schedule=schedule)[1] == expected, schedule


@pytest.mark.parametrize("seed", range(40))
def test_random_programs_without_a_flag_are_found(seed: int) -> None:
    rng = random.Random(1000 + seed)
    program = random_program(rng)
    pairs = [i for i, step in enumerate(program) if isinstance(step, Pair)]
    for gone in rng.sample(pairs, min(3, len(pairs))):
        less = program[:gone] + program[gone + 1 :]
        meet = unordered(less)
        found = run(less, check="race")[0].findings
        assert bool(found) == bool(meet)
        lines = {(f.other.line - FIRST, f.place.line - FIRST) for f in found if f.place and f.other}
        assert lines <= meet


def test_random_programs_without_a_flag_give_other_bytes() -> None:
    """Not each race decides a byte; most do."""
    shown = raced = 0
    for seed in range(20):
        rng = random.Random(2000 + seed)
        program = random_program(rng)
        gone = rng.choice([i for i, step in enumerate(program) if isinstance(step, Pair)])
        less = program[:gone] + program[gone + 1 :]
        if unordered(less):
            raced += 1
            expected = run(less)[1]
            shown += any(run(less, schedule=schedule)[1] != expected for schedule in SCHEDULES)
    assert raced > 10
    assert shown > raced // 2
