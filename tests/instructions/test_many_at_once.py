"""What the engine does to many elements in one loop, beside the repeats that it stands for, in plain Python."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from lanewise import _engine, asc

BLOCK, REPEAT = 32, 256


def addresses(start: int, size: int, repeat: int, block: int, pitch: int) -> list[int]:
    """Byte addresses of the lanes of a repeat."""
    per_block = BLOCK // size
    start += repeat * pitch * BLOCK
    return [start + k // per_block * block * BLOCK + k % per_block * size for k in range(REPEAT // size)]


@pytest.mark.parametrize("kind", [np.float32, np.int16])
@pytest.mark.parametrize(("block", "pitch", "repeats"), [(2, 16, 11), (1, 8, 9), (3, 24, 3), (2, 15, 4), (2, 16, 1)])
@pytest.mark.parametrize(("first", "second"), [(0, 1), (0, 2), (1, 0), (0, 600), (600, 600), (16, 0)])
@pytest.mark.parametrize("word", [0x5555555555555555, 0x8000000000000001, 0xFF])
def test_masked_repeats_by_any_stride(
    make_core: Any, kind: Any, block: int, pitch: int, repeats: int, first: int, second: int, word: int
) -> None:
    """Sources lie so many blocks behind the target: apart, the same, in its gaps, or where later repeats write."""
    size = np.dtype(kind).itemsize
    lanes = REPEAT // size
    words = (word, word if lanes == 128 else 0)
    core = make_core("ascend910b")
    before = np.random.default_rng(3).integers(-99, 99, 1200 * BLOCK // size).astype(kind)
    tensor = core.ub(before)
    start = {name: at * BLOCK for name, at in (("dst", 0), ("a", first), ("b", second))}
    expected = before.copy()
    for r in range(repeats):
        at = {name: [byte // size for byte in addresses(where, size, r, block, pitch)] for name, where in start.items()}
        sums = [expected[i] + expected[j] for i, j in zip(at["a"], at["b"], strict=True)]
        for k, total in enumerate(sums):
            if words[k // 64] >> k % 64 & 1:
                expected[at["dst"][k]] = total
    per_block = BLOCK // size
    with core:
        asc.add(tensor, tensor[first * per_block :], tensor[second * per_block :], words, repeats,
                asc.BinaryRepeatParams(block, block, block, pitch, pitch, pitch))  # fmt: skip
    np.testing.assert_array_equal(tensor.numpy(), expected)


@pytest.mark.parametrize("kind", [np.float16, np.float32])
@pytest.mark.parametrize("shift", [0, 8, 2048])
def test_select_over_many_repeats(make_core: Any, kind: Any, shift: int) -> None:
    """The target is a source, lies one block or more behind it, or apart; its bits are no whole bytes."""
    count, size = 1003, np.dtype(kind).itemsize
    rng = np.random.default_rng(5)
    core = make_core("ascend910b")
    before = rng.integers(0, 999, 8192).astype(kind)
    row = core.ub(before)
    bits = core.ub(rng.integers(0, 256, 128, np.uint8))
    gap = shift * 4 // size
    a, b = row[:], row[4096:]
    target = row[gap:]
    expected, chosen = before.copy(), np.unpackbits(bits.numpy(), bitorder="little")
    lanes = REPEAT // size
    for at in range(0, count, lanes):
        part = np.arange(at, min(at + lanes, count))
        expected[gap + part] = np.where(chosen[part] == 1, expected[part], expected[4096 + part])
    with core:
        asc.select(target, bits, a, b, asc.SELMODE.VSEL_TENSOR_TENSOR_MODE, count)
    np.testing.assert_array_equal(row.numpy(), expected)


def test_functions_round_correctly_next_to_a_tie(make_core: Any) -> None:
    """e^(2^-24) is a little above the middle of 1 and the next float; e^(-2^-25) is a little above the one below 1."""
    core = make_core("ascend910b")
    x = np.full(64, 0.5, np.float32)
    x[:2] = 2.0**-24, -(2.0**-25)
    source, target = core.ub(x), core.ub(64, np.float32)
    halves = core.ub(np.full(128, 2.0**-11, np.float16))
    with core:
        asc.exp(target, source, 64)
        asc.exp(halves, halves, 128)
    assert target.numpy()[:2].tolist() == [1 + 2.0**-23, 1.0]
    assert np.all(halves.numpy() == 1 + 2.0**-10)


def test_a_level_that_the_computer_has_not_is_refused() -> None:
    program = "import lanewise; lanewise.core('ascend910b')"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False,
                          env={**os.environ, "LANEWISE_CPU": "abacus"})  # fmt: skip
    assert done.returncode
    assert "LANEWISE_CPU=abacus" in done.stderr
    assert _engine.cpu_level() in done.stderr  # what this computer has
