"""Runs connected kernels, each on a core of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextvars import copy_context
from typing import Any

from lanewise.aie import checked
from lanewise.aie.cores import Core
from lanewise.aie.links import End, Link
from lanewise.aie.team import sit
from lanewise.chips.chip import Chip
from lanewise.errors import LanewiseError
from lanewise.machine.scheduler import KERNELS, Team

Call = Sequence[Any]  # a kernel and its arguments


def run(
    *calls: Call, chip: str | Chip, rounding: str = "floor", saturation: str = "none", times: int = 1,
    trace: bool = False,
) -> list[Core]:  # fmt: skip
    """Runs kernels that are joined by links: `aie.run((first, x, link), (second, link, y), chip="aie")`.

    Every call is a kernel and its arguments. Each kernel has its own core, in the modes given here, and is called
    `times` times; `buffer.input` and `buffer.output` among its arguments become blocks, acquired before each call and
    released after it. The order of events depends on nothing but the kernels. Returns the cores as they were left;
    with `trace` each has records of what it was asked for, and the times of its calls.
    """
    names = _names([call[0] for call in calls])
    cores = [Core(chip, rounding, saturation, trace=trace) for _ in calls]
    team = Team(len(calls), names, KERNELS)

    def kernel(number: int) -> None:
        sit(team, number)
        function, *arguments = calls[number]
        with cores[number]:
            for _ in range(times):
                _run_iteration(function, arguments)
                cores[number].called(names[number], _file(function), getattr(function, "counts", False))

    team.run(lambda number: copy_context().run(kernel, number))
    if team.failure:
        number, problem = team.failure
        if isinstance(problem, LanewiseError) and problem.id != "SYNC-003":
            problem.context = f"kernel {names[number]}"
        raise problem
    if checked.watches():
        _tell_unread(calls)
    return cores


def _tell_unread(calls: Sequence[Call]) -> None:
    """What lies in links that two of the kernels share: one kernel sent it, and the other one did not receive it."""
    links = [a for _, *arguments in calls for a in {id(a): a for a in arguments if isinstance(a, Link)}.values()]
    for link in {id(one): one for one in links}.values():
        if link.words and sum(one is link for one in links) > 1:
            at = link.last_put() if callable(link.last_put) else link.last_put
            checked.tell_unread(f"{link.kind} {link.name}", len(link.words), at)


def _run_iteration(function: Callable[..., Any], arguments: Sequence[Any]) -> None:
    blocks = [(a, a.acquire()) if isinstance(a, End) else (None, a) for a in arguments]
    function(*(value for _, value in blocks))
    for end, block in blocks:
        if end is not None:
            end.release(block)


def _file(kernel: Callable[..., Any]) -> str:
    code = getattr(kernel, "__code__", None)
    return str(code.co_filename) if code is not None else ""


def _names(kernels: Sequence[Callable[..., Any]]) -> list[str]:
    """By function name; kernels of the same name are numbered."""
    plain = [getattr(k, "__name__", type(k).__name__) for k in kernels]
    return [
        name if plain.count(name) == 1 else f"{name}[{plain[:i].count(name)}]" for i, name in enumerate(plain)
    ]
