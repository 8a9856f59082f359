"""Who wrote each byte before a moment, beside bytes that are written one after another."""

from __future__ import annotations

import tracemalloc

import numpy as np

from lanewise.isa.issued import GM
from lanewise.machine.history import STEP as STEPS
from lanewise.machine.history import TOUCH, Argument, BlockHistory, History, Launched
from lanewise.why.chain import Chains
from lanewise.why.compare import Tolerance, compare
from lanewise.why.writers import Home, Writers

SIZE, TOUCHES = 600, 90
FIRST = 1 << 40  # an address in GM


def history(random: np.random.Generator, size: int, touches: int) -> History:
    """Stores of a kernel's own code: some long and over each other, many short, some of which nothing was kept."""
    rows = np.zeros(touches, TOUCH)
    rows["tick"] = np.arange(touches) + 2
    long, short = random.integers(0, size // 3, touches), random.integers(0, 5, touches)
    lengths = np.where(random.random(touches) < 0.3, long, short)
    rows["row"]["bytes"] = lengths
    rows["row"]["address"] = FIRST + random.integers(-8, size, touches)
    rows["row"]["space"], rows["row"]["write"] = GM, random.random(touches) < 0.9
    rows["kept"] = np.where(random.random(touches) < 0.9, lengths, 0)
    rows["data"] = np.cumsum(rows["kept"]) - rows["kept"]
    data = random.integers(0, 255, int(rows["kept"].sum())).astype(np.uint8)
    empty = np.zeros(0, np.uint8)
    block = BlockHistory(0, 0, np.zeros(0, STEPS), np.zeros(0, np.int64), empty, rows, data)
    held = random.integers(0, 255, size // 2).astype(np.uint8)
    argument = Argument(1, ("z",), FIRST, size, "float32")
    return History([Launched("k", "ascend910b3", 1, begin=1, arguments=[argument])], [block], [(FIRST, 1, held)])


def test_stretches_are_what_each_byte_would_be() -> None:
    for seed in range(12):
        random = np.random.default_rng(seed)
        kept = history(random, SIZE, TOUCHES)
        writers = Writers(kept)
        block = kept.blocks[0]
        for before in (2, TOUCHES // 2, TOUCHES + 2):
            owners, held = np.full(SIZE, -1), np.full(SIZE, 0xFF, np.uint8)
            owners[: SIZE // 2], held[: SIZE // 2] = TOUCHES, kept.memory[0][2]
            for number, touch in enumerate(block.touches):
                row = touch["row"]
                if not row["write"] or touch["tick"] >= before:
                    continue
                for byte in range(int(row["bytes"])):
                    at = int(row["address"]) - FIRST + byte
                    if 0 <= at < SIZE:
                        owners[at] = number
                        held[at] = block.data[int(touch["data"]) + byte] if touch["kept"] else 0xFF
            for start, size in ((0, SIZE), (7, 250), (int(random.integers(SIZE - 8)), 8)):
                found = writers.look(Home(GM), FIRST + start, size, before)
                here = slice(start, start + size)
                assert np.array_equal(found.owners, owners[here])
                assert np.array_equal(found.bytes, held[here])
                for step in (2, 4):
                    assert np.array_equal(found.every(step), owners[here][::step])


def test_a_large_array_takes_few_times_its_own_memory() -> None:
    random = np.random.default_rng(1)
    size = 16 << 20
    kept = history(random, size, 40)
    chains = Chains(kept)
    got = chains.values(0, kept.launches[0].arguments[0]).bytes.view(np.float32)
    want = got.copy()
    want[5000:6000] += 1
    compare(Chains(history(random, SIZE, TOUCHES)), {"z": got[: SIZE // 4]}, Tolerance())  # what is imported on the way
    tracemalloc.start()
    try:
        found = compare(chains, {"z": want}, Tolerance())
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert 0 < found.wrong <= 1000
    assert most < 5 * size
