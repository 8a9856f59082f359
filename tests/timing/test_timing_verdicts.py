"""The sentence that a timing begins with: what bounds a kernel, where, what to do, and what the model says it saves."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import lanewise
from lanewise import asc, timing
from lanewise.machine.launch import launch
from lanewise.machine.settings import settings
from lanewise.timing.units import Asked, Call, Tally, time

ROW, ROWS = 256, 16
E = asc.HardEvent


def flag(event: Any, number: int = 0) -> None:
    asc.set_flag(event, number)
    asc.wait_flag(event, number)


def tensors(x: Any, z: Any, count: int) -> tuple[Any, Any, list[Any]]:
    gx, gz, pipe, out = asc.GlobalTensor(), asc.GlobalTensor(), asc.TPipe(), []
    gx.set_global_buffer(x)
    gz.set_global_buffer(z)
    for _ in range(count):
        buffer = asc.TBuf(asc.TPosition.VECCALC)
        pipe.init_buffer(buf=buffer, len=16384)
        out.append(buffer.get(asc.float32))
    return gx, gz, out


def waits_for_values(x: Any, z: Any) -> None:
    """Every row has a buffer of its own, so that nothing but scalar code keeps copies from starting."""
    gx, gz, (a, b, c) = tensors(x, z, 3)
    for k in range(ROWS):
        row = a[k * ROW]
        asc.data_copy(row, gx[k * ROW], ROW)
        flag(E.MTE2_V, k % 2)
        asc.reduce_max(b, row, c, ROW)
        asc.set_flag(E.V_S, 0)
        asc.wait_flag(E.V_S, 0)  # here
        largest = b.get_value(0)
        flag(E.S_V)
        asc.adds(row, row, -largest, ROW)
        flag(E.V_MTE3, k % 2)
        asc.data_copy(gz[k * ROW], row, ROW)


def takes_turns(x: Any, z: Any) -> None:
    gx, gz, (a,) = tensors(x, z, 1)
    for k in range(4):
        asc.data_copy(a, gx[k * 1024], 1024)
        flag(E.MTE2_V)
        for _ in range(6):
            asc.exp(a, a, 1024)
        flag(E.V_MTE3)
        asc.data_copy(gz[k * 1024], a, 1024)
        flag(E.MTE3_MTE2)


def one_tile(x: Any, z: Any) -> None:
    gx, gz, (a,) = tensors(x, z, 1)
    asc.data_copy(a, gx, 4096)
    flag(E.MTE2_V)
    asc.exp(a, a, 4096)
    flag(E.V_MTE3)
    asc.data_copy(gz, a, 4096)


def short_calls(x: Any, z: Any) -> None:
    gx, gz, (a,) = tensors(x, z, 1)
    asc.data_copy(a, gx, 4096)
    flag(E.MTE2_V)
    for _ in range(10):
        for k in range(64):
            asc.adds(a[k * 64], a[k * 64], 1.0, 64)  # here
    flag(E.V_MTE3)
    asc.data_copy(gz, a, 4096)


def long_calls(x: Any, z: Any) -> None:
    gx, gz, (a,) = tensors(x, z, 1)
    asc.data_copy(a, gx, 4096)
    flag(E.MTE2_V)
    for _ in range(640):
        asc.exp(a, a, 4096)
    flag(E.V_MTE3)
    asc.data_copy(gz, a, 4096)


def one_add(x: Any, z: Any) -> None:
    _, _, (a,) = tensors(x, z, 1)
    asc.adds(a, a, 1.0, 64)


def timed(kernel: Callable[..., None]) -> Any:
    x, z = np.ones(4096, np.float32), np.zeros(4096, np.float32)
    run = launch(kernel, kernel.__name__, 1, {"x": x, "z": z}, settings().using(chip="ascend910b", trace=True))
    return timing.of(run)


def marked_line(kernel: Callable[..., None]) -> int:
    lines, first = inspect.getsourcelines(kernel)
    return first + next(i for i, line in enumerate(lines) if line.rstrip().endswith("# here"))


@pytest.mark.parametrize(("kernel", "bound", "cure"), [
    (waits_for_values, "Bound by scalar code that waits for results at .*:{here}: ", "Values that stay in UB keep"),
    (takes_turns, "Bound by vector instructions that wait for copies in at ", "two buffers for each let MTE2 and V"),
    (one_tile, "Bound by what comes after the last of the copies in: ", "Smaller tiles, with two buffers for each"),
    (short_calls, "Bound by vector instructions at .*:{here}: V works ", "Fewer calls with more repeats each"),
    (one_add, r"Bound by the start of the pipes: \d+ % of the time, and V works \d+ %$", "More work for each block"),
    (long_calls, "Bound by vector instructions at ", "Its calls are long enough. Half of the work for V there"),
], ids=lambda one: getattr(one, "__name__", ""))  # fmt: skip
def test_verdict_names_bound_lines_and_cure(kernel: Callable[..., None], bound: str, cure: str) -> None:
    report = timed(kernel)
    said = timing.verdict(report)
    assert said is not None
    line = marked_line(kernel) if "{here}" in bound else 0
    assert re.match(bound.replace("{here}", str(line)), said.bound), said
    assert cure in said.cure
    assert 0 < said.gain < 1
    assert str(said).endswith(f": up to {100 * said.gain:.0f} % less.")
    assert timing.text(report).split("\n\n")[0].replace("\n  ", " ") == str(said)


@pytest.mark.parametrize(("pipe", "work", "less"), [
    ("M", "products of matrices", "Half of the products there"),
    ("MTE1", "loads of the product's matrices", "Half of the loads there"),
    ("FIX", "results that leave the cube unit", "Half of the results there"),
])
def test_verdict_of_a_cube_core(pipe: str, work: str, less: str) -> None:
    with lanewise.core("ascend910b", kind="AIC") as core:
        rows, near = (core.local(at, np.zeros(128 * 64, np.float16)) for at in ("A2", "A1"))
        columns, product = core.local("B2", np.zeros(128 * 64, np.float16)), core.local("CO1", 128 * 128, "float")
        out = core.gm(np.zeros(128 * 128, np.float32))
        for _ in range(20):
            if pipe == "M":
                asc.mmad(product, rows, columns, asc.MmadParams(128, 128, 64))
            elif pipe == "MTE1":
                asc.load_data(rows, near, asc.LoadData2DParams(0, 32, 1, 0, 0, False, 0))
            else:
                asc.fixpipe(out, product, asc.FixpipeParamsV220(128, 128, 128, 128, False))
        report = timing.of(core)
    said = timing.verdict(report)
    assert said is not None
    assert said.bound.startswith(f"Bound by {work} at ")
    assert less in said.cure
    assert 0 < said.gain <= 0.5


def test_verdict_does_not_guess_where_a_pipe_has_no_cost() -> None:
    """A core of the other generation, whose division of 64 bits nobody has published."""
    with lanewise.core("ascend950") as core:
        a, b, c = (core.ub(np.ones(256, np.int64)) for _ in range(3))
        asc.div(c, a, b, 256)
        report = timing.of(core)
    assert report.unknown
    said = str(timing.verdict(report))
    assert said.startswith("What bounds it is not known: no cost is published for div at test_timing_verdicts.py:")


def test_verdict_promises_no_more_than_the_busiest_pipe_leaves() -> None:
    for kernel in (waits_for_values, takes_turns, one_tile):
        report = timed(kernel)
        block = report.blocks[0]
        said = timing.verdict(report)
        assert said is not None
        assert said.gain <= 1 - max(block.busy.values()) / block.cycles + 1e-9


def test_gain_of_longer_calls_is_what_the_model_says_of_them() -> None:
    """The same elements by calls as long as they can be."""

    def merged(x: Any, z: Any) -> None:
        gx, gz, (a,) = tensors(x, z, 1)
        asc.data_copy(a, gx, 4096)
        flag(E.MTE2_V)
        for _ in range(10):
            asc.adds(a, a, 1.0, 4096)
        flag(E.V_MTE3)
        asc.data_copy(gz, a, 4096)

    before = timed(short_calls)
    said = timing.verdict(before)
    assert said is not None
    assert said.gain == pytest.approx(1 - timed(merged).cycles / before.cycles, abs=0.15)


def test_nothing_timed_has_no_verdict() -> None:
    x, z = np.ones(4096, np.float32), np.zeros(4096, np.float32)
    run = launch(one_tile, "one_tile", 1, {"x": x, "z": z}, settings().using(chip="ascend310p", trace=True))
    assert timing.verdict(timing.of(run)) is None


def test_verdict_of_ai_engine_kernels() -> None:
    asked = (Asked("fir.cc", 12, "load_v(int16) x 16", 100), Asked("fir.cc", 14, "mac(int16, int16) x 16", 4))
    said = timing.verdict_of(Call("fir", "fir.cc", time("aie", Tally(loads=400, stores=50)), asked))
    assert said is not None
    assert said.bound.startswith("Bound by loads at fir.cc:12: 200 of at least ")
    assert said.cure == "Wider loads, and values that stay in registers, help"
    cycles = time("aie", Tally(loads=400, stores=50)).cycles
    assert said.gain == pytest.approx(1 - (cycles - 200 + 50) / cycles)
