"""The strategies of the library equal the trees they imply, written out in plain Python, for every length they take."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lanewise.recipes.reduce import STRATEGIES, Strategy, sum_row

ROOT = Path(__file__).resolve().parents[2]
LENGTHS = [1, 2, 7, 15, 16, 17, 63, 64, 65, 70, 79, 80, 81, 127, 128, 129, 200, 256, 500, 512, 513, 1000, 2049, 4096,
           4097, 9999, 30000]  # fmt: skip


def tree(leaves: Any, t: Any) -> Any:
    row = [t(v) for v in leaves]
    while len(row) > 1:
        row = [t(row[2 * k] + row[2 * k + 1]) for k in range(len(row) // 2)]
    return row[0]


def groups(row: Any, size: int, t: Any) -> list[Any]:
    row = [*row, *[t(0)] * (-len(row) % size)]
    return [tree(row[i : i + size], t) for i in range(0, len(row), size)]


def binary(row: Any, block: int, repeat: int, t: Any) -> Any:
    if len(row) <= repeat:
        return groups(row, repeat, t)[0]
    total = len(row) // (2 * block) * 2 * block
    held, rest, passes = list(row[:total]), list(row[total:]), 0
    while len(held) > repeat or passes == 0:
        half = -(-len(held) // (2 * block)) * block
        upper = held[half:]
        held = [t(v + upper[k]) if k < len(upper) else v for k, v in enumerate(held[:half])]
        passes += 1
    held = [t(v + rest[k]) if k < len(rest) else v for k, v in enumerate(held)]
    return groups(held, repeat, t)[0]


def expected(strategy: Strategy, row: Any, block: int, repeat: int, t: Any) -> Any:
    row = [t(v) for v in row]
    if strategy.name.startswith("binary"):
        return binary(row, block, repeat, t)
    if strategy.name.startswith("repeated"):
        while len(row) > repeat:
            row = groups(row, repeat, t)
        return groups(row, repeat, t)[0]
    sizes = {"two": (repeat, repeat), "three": (block, block, block), "Block": (block, repeat)}
    for size in next(s for key, s in sizes.items() if strategy.name.startswith(key)):
        row = groups(row, size, t)
    (value,) = row
    return value


@pytest.mark.parametrize("chip", ["ascend910b", "ascend950"])
@pytest.mark.parametrize("strategy", STRATEGIES, ids=lambda s: s.name)
def test_strategy_is_the_tree_it_implies(strategy: Strategy, chip: str) -> None:
    rng = np.random.default_rng(5)
    taken = [n for n in LENGTHS if strategy.takes(n, 4)]
    assert {1, 256} <= set(taken)
    for n in taken:
        x = (rng.choice([-1, 1], n) * 10 ** rng.uniform(-2, 2, n)).astype(np.float32)
        z = np.zeros(1, np.float32)
        sum_row[1](x, z, n, strategy, chip=chip)
        assert z[0] == expected(strategy, x, 8, 64, np.float32), n


@pytest.mark.parametrize("strategy", STRATEGIES, ids=lambda s: s.name)
def test_strategy_on_half_and_on_the_definition(strategy: Strategy) -> None:
    rng = np.random.default_rng(6)
    for n in (1, 130, 159, 1000):
        x = rng.uniform(-2, 2, n).astype(np.float16)
        z = np.zeros(1, np.float16)
        sum_row[1](x, z, n, strategy, engine="definition", strict=True)
        assert z[0] == expected(strategy, x, 16, 128, np.float16), n


def test_strategies_say_what_they_take() -> None:
    longest = {s.name: max((n for n in LENGTHS if s.takes(n, 4)), default=0) for s in STRATEGIES}
    assert list(longest.values()) == [30000, 30000, 4096, 512, 512]
    assert not any(s.takes(0, 4) for s in STRATEGIES)


def test_strategies_differ_in_their_roundings() -> None:
    """On 30000 floats the order of additions shows."""
    x = np.random.default_rng(2).uniform(-1, 1, 30000).astype(np.float32)
    sums = set()
    for strategy in STRATEGIES[:2]:
        z = np.zeros(1, np.float32)
        sum_row[1](x, z, 30000, strategy)
        sums.add(float(z[0]))
    assert len(sums) == 2


def test_example_prints_every_strategy() -> None:
    out = subprocess.run(
        [sys.executable, str(ROOT / "examples" / "reduction_strategies.py")], capture_output=True, text=True, check=True
    ).stdout
    for strategy in STRATEGIES:
        assert out.count(strategy.name) >= 2
    assert "10 vector instructions: 9 Add, 1 ReduceRepeat" in out
    assert "3 vector instructions: 3 ReduceRepeat" in out
