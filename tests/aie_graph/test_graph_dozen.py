"""Twelve graphs of one program: filters, circles, packets, memory of the host; golden values by numpy."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from running import lanewise, numbers

PROGRAM = Path(__file__).resolve().parent / "programs" / "dozen"
TAPS = [3, -5, 7, 11, -13, 17, 19, -23, 29, 31, -37, 41, 43, -47, 53, 59,
        61, -67, 71, 73, -79, 83, 89, -97, 101, 103, -107, 109, 113, -127, 131, 137]  # fmt: skip
DICE = np.random.default_rng(5)
PACKETS = [(1, [10, 11, 12, 13]), (0, [20, 21, 22, 23]), (0, [30, 31, 32, 33]), (1, [40, 41, 42, 43]),
           (0, [1, 2, 3, 4]), (1, [5, 6, 7, 8]), (0, [0, 0, 0, 0]), (1, [-1, -2, -3, -4])]  # fmt: skip


def header(number: int) -> int:
    word = number | (0x8000_0000 if bin(number).count("1") % 2 == 0 else 0)
    return word - (word >> 31 << 32)


def packets() -> str:
    lines = []
    for number, words in PACKETS:
        lines += [header(number), *words[:-1], "TLAST", words[-1]]
    return "\n".join(map(str, lines))


INPUTS = {name: DICE.integers(low, high, count) for name, low, high, count in [
    ("filter", -3000, 3000, 256), ("late", -99, 99, 36), ("learn", -99, 99, 33), ("hadamard", -500, 500, 128),
    ("average", -3000, 3000, 64), ("cross_a", -9999, 9999, 20), ("cross_b", -9999, 9999, 20),
    ("circle", -500, 500, 32), ("rotate", -50, 50, 32), ("halves", -50, 50, 64),
]}  # fmt: skip
FLOATS = (DICE.standard_normal(32) * 1.5).astype(np.float32)


@pytest.fixture(scope="module")
def ran(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    folder = tmp_path_factory.mktemp("dozen")
    for name, values in INPUTS.items():
        (folder / f"{name}.txt").write_text("\n".join(map(str, values)))
    (folder / "window.txt").write_text("\n".join(f"{float(x):.9g}" for x in FLOATS))
    (folder / "packets.txt").write_text(packets())
    done = lanewise("graph.cpp", "--chip", "aie", "--input-dir", folder, "--out", folder / "out", cwd=PROGRAM)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout, folder / "out"


def nearest(value: int, shift: int) -> int:
    """Ties away from zero, within int16."""
    whole = int(Fraction(abs(value), 1 << shift) + Fraction(1, 2))
    return max(-32768, min(32767, whole if value >= 0 else -whole))


def golden() -> dict[str, list[int]]:
    given = {name: [int(x) for x in values] for name, values in INPUTS.items()}
    filtered = np.convolve(np.array(given["filter"], object), np.array(TAPS, object))[:256]
    late = given["late"]
    hadamard = np.array([[1, 1], [1, -1]], object)
    whole = np.kron(np.kron(hadamard, hadamard), hadamard)
    before = [0] * 8 + given["average"]
    loop, old = [], 0
    for x in given["circle"]:
        loop.append(x + (old >> 1))
        old = loop[-1]
    a, b = (np.reshape(given[f"cross_{n}"], (4, 5)) for n in "ab")
    matrix = np.reshape([i * i - 40 for i in range(16)], (4, 4))
    blocks = np.reshape(given["halves"], (4, 2, 8)) * np.reshape([1, -1], (1, 2, 1))
    queues = {number: [w for n, w in PACKETS if n == number] for number in (0, 1)}
    merged = [[header(n), *(x + n + 1 for x in queues[n][turn])] for turn in range(4) for n in (0, 1)]
    words = (a[:, :4] + 0x10001) & 0xFFFF_FFFF
    halfs = np.stack([words & 0xFFFF, words >> 16], -1)
    return {
        "filter_out": [nearest(int(x), 8) for x in filtered],
        "late_one": [x * (1, 2, 3, 4)[i % 4] for i, x in enumerate(late[1:33])],
        "late_three": [x * (-1, 1)[i % 2] for i, x in enumerate(late[3:35])],
        "learn_out": [x * given["learn"][0] for x in given["learn"][1:]],
        "hadamard_out": list((np.reshape(given["hadamard"], (-1, 8)) @ whole).ravel()),
        "average_out": [sum(before[n + 1 : n + 9]) >> 3 for n in range(64)],
        "cross_y": list(np.hstack([b[:, :4], a[:, 4:] - b[:, 4:]]).ravel()),
        "cross_z": list(np.where(halfs >= 1 << 15, halfs - (1 << 16), halfs).ravel()),
        "circle_out": loop,
        "rotate_out": list((np.reshape(given["rotate"], (-1, 4)) @ matrix.T).ravel()),
        "packets_out": [word for packet in merged for word in packet],
        "halves_out": list(blocks.ravel()),
    }  # fmt: skip


@pytest.mark.parametrize("name", sorted(golden()))
def test_graph_gives_its_golden_values(ran: tuple[str, Path], name: str) -> None:
    assert list(numbers(ran[1] / f"{name}.txt")) == golden()[name]


def test_a_hundred_kernels_run_five_hundred_times(tmp_path: Path) -> None:
    x = DICE.integers(-(2**30), 2**30, 500 * 32)
    (tmp_path / "in.txt").write_text("\n".join(map(str, x)))
    folder = PROGRAM.parent / "hundred"
    done = lanewise("graph.cpp", "--chip", "aie", "--input-dir", tmp_path, "--out", tmp_path / "out", cwd=folder)
    assert (done.returncode, done.stderr) == (0, "")
    assert list(numbers(tmp_path / "out" / "out.txt")) == [int(n) + 100 for n in x]


def test_windows_of_floats(ran: tuple[str, Path]) -> None:
    clipped = np.clip(FLOATS, np.float32(-1), np.float32(1))
    read = [np.float32(word) for word in (ran[1] / "clipped.txt").read_text().split()]
    assert read == list(clipped)
    assert [np.float32(word) for word in (ran[1] / "negated.txt").read_text().split()] == list(-clipped)


def test_parameters_and_memory_of_the_host(ran: tuple[str, Path]) -> None:
    largest, *squares = ran[0].split("\n")[:-1]
    assert int(largest) == max(0, *golden()["rotate_out"])
    x = np.arange(64) - 30 + 1j * (2 * np.arange(64) - 50)
    assert squares == [f"{int(y.real)} {int(y.imag)}" for y in x * x]
