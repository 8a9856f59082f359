"""Products of random sizes: the tiling that host code gets is legal and the published one, the result right."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from tiling_sheet import FIELDS, MEMORIES, SIZES, illegal, shared

import starting

SOURCE = Path(__file__).parent / "matmul" / "random_shapes.asc"


def check_shapes(chip: str, count: int, seed: int, *options: str) -> None:
    command = [sys.executable, "-m", "lanewise", "run", str(SOURCE), "--chip", chip, *options]
    command += ["--", str(count), str(seed)]
    done = starting.run(command, capture_output=True, text=True, check=False)
    lines = [line for line in done.stdout.splitlines() if line.startswith("case ")]
    assert len(lines) == count, done.stdout[-500:] + done.stderr[-2000:]
    for line in lines:
        asked, numbers, wrong = line.removeprefix("case ").split(" : ")
        kind, *sizes = asked.split()
        m, n, k, cores, ta, tb, *_ = map(int, sizes)
        tiling = dict(zip(FIELDS, map(int, numbers.split()), strict=True))
        assert illegal(tiling, kind, (ta, tb), cores, MEMORIES[chip]) == [], line
        dims = shared(m, n, k, cores, SIZES[kind], (ta, tb), MEMORIES[chip])
        got = tuple(-(-tiling[a] // tiling[b]) for a, b in (("M", "singleCoreM"), ("N", "singleCoreN")))
        assert got == tuple(-(-size // -(-size // dim)) for size, dim in zip((m, n), dims, strict=True)), line
        assert wrong == "0", line
    assert done.returncode == 0, done.stderr


def test_matmul_shapes_are_right() -> None:
    check_shapes("ascend950", 15, 3)


@pytest.mark.sweep
@pytest.mark.parametrize("chip", ["ascend910b", "ascend950"])
def test_matmul_shapes_two_hundred(chip: str) -> None:
    check_shapes(chip, 200, 11)
    check_shapes(chip, 25, 5, "--check")


# (M, N, K, cores) and how many of them share M and N, as published for half on 910B.
PUBLISHED = {
    (512, 512, 128, 2): (2, 1), (512, 128, 128, 2): (1, 2), (64, 64, 64, 24): (1, 1), (32, 256, 32, 32): (1, 1),
    (32, 256, 32, 24): (2, 1), (127, 127, 63, 32): (4, 8), (1000, 700, 500, 24): (8, 2), (1024, 1024, 1024, 24): (8, 3),
    (128, 7679, 128, 24): (1, 24), (640, 1024, 512, 2): (1, 2),
}  # fmt: skip


def test_matmul_tiling_sheet_knows_published_choices() -> None:
    for (m, n, k, cores), dims in PUBLISHED.items():
        assert shared(m, n, k, cores, 2, (0, 0), MEMORIES["ascend910b"]) == dims
