"""`--why` and `--expect` on the command line, and kernels in Python."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from subprocess import CompletedProcess

import numpy as np
import pytest
from website import blocks

import lanewise
import lanewise.asc as asc
import starting
from lanewise import why

DOCS = Path(__file__).parents[2] / "docs"
N = 1000


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The one of docs/why.md, whose sum is too short."""
    path = tmp_path_factory.mktemp("why") / "tail.asc"
    path.write_text(next(block.text for block in blocks.blocks(DOCS / "why.md") if block.title == path.name))
    np.save(path.with_name("want.npy"), 1.5 * np.arange(N, dtype=np.float32))
    np.save(path.with_name("short.npy"), 1.5 * np.arange(960, dtype=np.float32))
    np.savez(path.with_name("two.npz"), x=np.zeros(1), y=np.zeros(1))
    path.with_name("empty.npy").touch()
    for name, shape in (("deep.npy", "[" * 5000), ("huge.npy", "(99999999999, 9999999)")):
        header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': {shape}, }}\n".encode()
        path.with_name(name).write_bytes(b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header)
    return path


def run(program: Path, *words: str) -> CompletedProcess[str]:
    command = [sys.executable, "-m", "lanewise", "run", program.name, *words]
    return starting.run(command, cwd=program.parent, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("name", ["z", "dz", "3"])
def test_an_element_comes_from_both_sources(program: Path, name: str) -> None:
    done = run(program, "--why", f"{name}[5]")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0] == "z[5] = 7.5  <- tail.asc:22 DataCopy (block 0)"
    assert "x[5] = 5.0  argument 1 of add" in lines[3]
    assert "y[5] = 2.5  argument 2 of add" in lines[5]


def test_memory_at_a_moment(program: Path) -> None:
    done = run(program, "--why", "UB 0x2014 at line 20", "--json", "out.json")
    assert done.stdout.splitlines()[0] == "UB 0x2014 = 7.5  <- tail.asc:20 Add (block 0, count 960)"
    assert json.loads(program.with_name("out.json").read_text())["why"]["inputs"][0]["element"] == "UB 0x14"
    done = run(program, "--why", "UB 0x2014 before tail.asc:20 in block 0")
    assert done.stdout == "UB 0x2014 = ?  nobody has written it\n"


def test_what_is_wrong_is_said_and_written_down(program: Path) -> None:
    done = run(program, "--expect", "z=want.npy", "--why", "z[0]", "--json", "out.json")
    assert done.returncode == 3
    assert "the last 40, from z[960] on" in done.stdout.splitlines()[0]
    data = json.loads(program.with_name("out.json").read_text())
    assert data["expect"]["arrays"] == [{"argument": "z", "elements": N, "wrong": 40, "first": 960}]
    assert data["expect"]["causes"][0]["line"] == 20
    assert data["why"]["instruction"] == "DataCopy"
    assert data["why"]["inputs"][0]["inputs"][1]["inputs"][0]["element"] == "y[0]"


def test_nothing_is_wrong_within_the_part_that_is_expected(program: Path) -> None:
    done = run(program, "--expect", "z=short.npy")
    assert (done.returncode, done.stdout) == (0, "z: all 960 elements are as expected\n")


@pytest.mark.parametrize(("words", "problem"), [
    (("--why", "UB 0x10 at line 55"), "nothing was issued at line 55"),
    (("--why", "UB 0x10 at line 20, 2nd time"), "line 20 was reached 1 time in block 0"),
    (("--why", "z[1] in block 1"), "the launch has 1 block, from 0"),
    (("--why", "XB 0x10"), "XB is no memory of a core"),
    (("--exact",), "say --why or --expect, too"),
    (("--why", "z"), "write an argument of the kernel and an element"),
    (("--why", "q[1]"), "no launch has an array in GM called q; there are: x, y, z"),
    (("--why", "z[1000]"), "z has 1,000 elements of float; there is no [1000]"),
    (("--expect", "want.npy"), "write an argument of the kernel and a file"),
    (("--expect", "z=none.npy"), "none.npy"),
    (("--expect", "z=empty.npy"), "empty.npy is no array"),
    (("--expect", "z=deep.npy"), "deep.npy is no array"),
    (("--expect", "z=huge.npy"), "huge.npy: "),
    (("--expect", "z=two.npz"), "two.npz has several arrays (x, y)"),
    (("--tolerance", "ulps=1"), "say --expect, too"),
    (("--expect", "z=want.npy", "--tolerance", "near"), "write rtol=, atol= or ulps= with a number"),
    (("--why", "z[1]", "--schedule", "late"), "leave out --schedule"),
])  # fmt: skip
def test_what_can_not_be_asked_is_refused(program: Path, words: tuple[str, ...], problem: str) -> None:
    done = run(program, *words)
    assert done.returncode == 2
    assert problem in done.stderr


def test_suites_are_refused(program: Path) -> None:
    command = [sys.executable, "-m", "lanewise", "suite", str(program.parent), "--why", "z[5]"]
    done = starting.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "lanewise run takes them" in done.stderr


def test_operators(tmp_path: Path) -> None:
    x, y = np.arange(64, dtype=np.float16), np.full(64, 3, np.float16)
    for name, array in (("x", x), ("y", y), ("want", x + 2 * y)):
        np.save(tmp_path / f"{name}.npy", array)
    words = ["op", str(DOCS.parent / "examples" / "scaled_add"), "x.npy", "y.npy", "--attr", "alpha=0.5",
             "--why", "z[5]", "--expect", "z=want.npy"]  # fmt: skip
    done = starting.run([sys.executable, "-m", "lanewise", *words], cwd=tmp_path, capture_output=True, text=True,
                        check=False)  # fmt: skip
    assert done.returncode == 3, done.stderr
    assert "z: all 64 elements are wrong; they are off by -4.5" in done.stdout
    assert "x[5] = 5  argument 1 of ScaledAdd" in done.stdout
    operator = lanewise.op.load(DOCS.parent / "examples" / "scaled_add")
    z = operator(x, y, alpha=0.5)
    assert z.why("z", 5).inputs() == {"x": [5], "y": [5]}
    assert z.expect(z=x + np.float16(0.5) * y)
    assert operator.expect(z=x).wrong == 64


@asc.jit
def double(x: asc.GlobalAddress, z: asc.GlobalAddress) -> None:
    source, target = asc.GlobalTensor(), asc.GlobalTensor()
    source.set_global_buffer(x)
    target.set_global_buffer(z)
    tile = asc.LocalTensor(asc.float32, asc.TPosition.VECCALC, 0, 64)
    asc.data_copy(tile, source, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.add(tile, tile, tile, 48)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    tile.set_value(0, 9)
    asc.data_copy(target, tile, 64)


def test_kernels_in_python() -> None:
    x, z = np.arange(64, dtype=np.float32), np.zeros(64, np.float32)
    lanewise.configure(history=True)
    try:
        kept = double[1](x, z)
    finally:
        lanewise.configure(history=False)
    assert why.explain(kept, "z", 5).inputs() == {"x": [5]}
    line = double.fn.__code__.co_firstlineno
    assert [at - line for _, at in why.explain(kept, "z", 5).lines] == [11, 8, 6]
    first = str(why.explain(kept, "z", 0)).splitlines()
    assert "z[0] = 9.0" in first[0]
    assert "the kernel's own code" in first[1]
    found = why.expect(kept, z=lambda x: 2 * x)
    assert found.wrong == 17
    assert found.arrays[0].wrong.tolist() == [0, *range(48, 64)]
    assert why.expect(kept, z=z)
    with pytest.raises(ValueError, match="history=True"):
        why.explain(double[1](x, z), "z", 5)


@asc.jit
def spread(x: asc.GlobalAddress, z: asc.GlobalAddress) -> None:
    """The mean of squares less the square of the mean, with squares in half."""
    source, target = asc.GlobalTensor(), asc.GlobalTensor()
    source.set_global_buffer(x)
    target.set_global_buffer(z)
    a, b, work = (asc.LocalTensor(asc.float32, asc.TPosition.VECCALC, at, 64) for at in (0, 1024, 2048))
    sums = asc.LocalTensor(asc.float32, asc.TPosition.VECCALC, 4096, 64)
    h = asc.LocalTensor(asc.half, asc.TPosition.VECCALC, 8192, 64)
    asc.data_copy(a, source, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.cast(h, a, asc.RoundMode.CAST_NONE, 64)
    asc.mul(h, h, h, 64)
    asc.cast(b, h, asc.RoundMode.CAST_NONE, 64)
    asc.reduce_sum(sums, b, work, 64)
    asc.reduce_sum(sums[8:], a, work, 64)
    asc.muls(sums, sums, 1 / 64, 16)
    asc.mul(sums[8:], sums[8:], sums[8:], 8)
    asc.sub(sums, sums, sums[8:], 8)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.data_copy(target, sums, 8)


def test_where_an_error_of_rounding_arises() -> None:
    x, z = (3 + np.random.default_rng(5).random(64)).astype(np.float32), np.zeros(8, np.float32)
    lanewise.configure(history=True)
    try:
        kept = spread[1](x, z)
    finally:
        lanewise.configure(history=False)
    found = kept.why("z", 0).exact()
    exact = np.mean(x.astype(np.float64) ** 2) - np.mean(x.astype(np.float64)) ** 2
    assert found.exact == pytest.approx(exact, rel=1e-9)
    assert found.value == z[0]
    # With the squares in float, what is left is that x was rounded to half, and sums in float.
    squares = x.astype(np.float16).astype(np.float64) ** 2
    left = abs(np.mean(squares) - np.mean(x.astype(np.float64)) ** 2 - exact)
    first = found.sources[0]
    assert (first.op, first.kind.name, first.wider) == ("mul", "half", "float")
    assert first.left < found.error / 3
    assert first.left == pytest.approx(left, abs=3e-6)
    assert first.place.line == spread.fn.__code__.co_firstlineno + 12
    assert "sub cancels" in found.cancels[0]
    assert repr(found).startswith("z[0]: ")
    assert "sub cancels" in found._repr_html_()


def test_tolerances() -> None:
    x, z = np.full(64, 0.1, np.float32), np.zeros(64, np.float32)
    lanewise.configure(history=True)
    try:
        kept = double[1](x, z)
    finally:
        lanewise.configure(history=False)
    near = np.nextafter(z, np.float32(10))
    assert why.expect(kept, z=near).wrong == 64
    assert why.expect(kept, z=near, ulps=1)
    assert why.expect(kept, z=near, rtol=1e-6)
    assert why.expect(kept, z=near + 1e-3, rtol=1e-6).wrong == 64
    assert why.expect(kept, z=near + 1e-3, atol=2e-3)


@asc.jit
def rounds(x: asc.GlobalAddress, z: asc.GlobalAddress, through_two: bool) -> None:
    """A hundred rounds, each of three steps, which go through another tensor or through two in turn."""
    source, target = asc.GlobalTensor(), asc.GlobalTensor()
    source.set_global_buffer(x)
    target.set_global_buffer(z)
    places = (0, 512, 1024, 2048)
    a, total, first, second = (asc.LocalTensor(asc.float32, asc.TPosition.VECCALC, at, 64) for at in places)
    asc.data_copy(a, source, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.duplicate(total, 1.0, 64)
    for number in range(100):
        between = second if through_two and number % 2 else first
        asc.muls(between, total, 0.5, 64)
        asc.add(between, between, a, 64)
        asc.adds(total, between, 1.0, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.data_copy(target, total, 64)


@pytest.mark.parametrize("through_two", [False, True])
def test_rounds_of_several_steps_are_folded(through_two: bool) -> None:
    lanewise.configure(history=True)
    try:
        kept = rounds[1](np.arange(64, dtype=np.float32), np.zeros(64, np.float32), through_two)
    finally:
        lanewise.configure(history=False)
    said = kept.why("z", 3)
    line = rounds.fn.__code__.co_firstlineno
    name = Path(__file__).name
    lines = str(said).splitlines()
    assert len(lines) < 20
    names = [f"{name}:{line + at} {op}" for at, op in ((15, "adds"), (14, "add"), (13, "muls"))]
    assert any(f"... 99 more such rounds of {', '.join(names)}, then" in one for one in lines)
    assert said.inputs() == {"x": [3]}
    assert said.data()["inputs"][0]["folded"] == 99
    assert any("duplicate" in one for one in lines)
    assert any("x[3] = 3.0  argument 1 of rounds" in one for one in lines)
