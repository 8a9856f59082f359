"""Small programs for what graphs are made of: the orders of tilings, packets, memory of the host, waiting."""

from __future__ import annotations

from pathlib import Path

import pytest
from running import lanewise, numbers

PROGRAMS = Path(__file__).resolve().parent / "programs"


def run(name: str, chip: str, out: Path, *words: str, **environment: str) -> tuple[int, str, str]:
    done = lanewise("graph.cpp", "--chip", chip, "--out", out, *words, cwd=PROGRAMS / name, **environment)
    return done.returncode, done.stdout, done.stderr


def test_tilings_say_the_order_of_a_buffer(tmp_path: Path) -> None:
    status, said, problems = run("memory", "aie", tmp_path)
    assert (status, problems) == (0, "")
    assert list(numbers(tmp_path / "rows.txt")) == [0, 1, 2, 3, 4, 5, 6, 7]
    assert list(numbers(tmp_path / "columns.txt")) == [0, 1, 4, 5, 2, 3, 6, 7]
    assert list(numbers(tmp_path / "steps.txt")) == [1 + 4 * (i % 2) + i // 2 for i in range(6)]
    padded = [0, 10, 11, 12, 13, 0, 0, 14, 15, 16, 17, 0]
    assert list(numbers(tmp_path / "around.txt")) == padded
    columns = [padded[3 * x : 3 * x + 3] for x in range(4)]
    assert [int(word) for word in said.split()] == [columns[x][y] for y in range(3) for x in range(4)]


def test_host_memory_objects_and_parameters(tmp_path: Path) -> None:
    status, said, problems = run("host", "aie", tmp_path, "--", "word")
    assert status == 7  # main()'s own
    assert "warning: AIE-017 cycles of a graph are not modelled" in problems
    assert problems.count("\n") == 1
    # Two cores with one file: each starts with a factor of three of its own, and counts for itself.
    wanted = [f"{x * (3 + i // 4) ** 2 + 1:g}" for i, x in enumerate(0.25 * n for n in range(8))]
    assert said.split("\n")[:-1] == [*(f"{y} {y}" for y in wanted), "seen 16, word"]
    given = list(numbers(PROGRAMS / "host" / "numbers.txt"))
    sums, totals = [1, 2, 3, 0, 0, 0, 0, 0], []
    for block in (given[:8], given[8:]):
        sums = [s + 2 * x for s, x in zip(sums, block, strict=True)]
        totals += sums
    assert list(numbers(tmp_path / "totals.txt")) == totals
    assert list(numbers(tmp_path / "found.txt")) == [(100, 200, 300, 400)[min(3, max(0, x))] for x in given]


def test_packets_keep_their_ends_and_get_headers(tmp_path: Path) -> None:
    status, _, problems = run("streams", "aie", tmp_path, "--", "packets")
    assert (status, problems) == (0, "")
    header = [0x8000_0000 - (1 << 32), 1]  # odd parity; numbers 0 and 1
    assert list(numbers(tmp_path / "routed.txt")) == [
        header[0], 6, header[1], 107, 108, 109, header[0], 2, 3, 4, header[1], 110
    ]  # fmt: skip


def test_deadlock_says_who_waits_for_whom(tmp_path: Path) -> None:
    status, _, problems = run("streams", "aie", tmp_path)
    assert status == 3
    assert problems.startswith("first.cc:5: SYNC-003 deadlock: ")  # a line of a kernel that waits
    assert "main() waits in end() (graph.cpp:65)" in problems
    full = "stream first.out[0] -> second.in[0] (16 of 16 words are full)"
    assert f"first waits for room in {full} (first.cc:5)" in problems
    assert "second waits for data in stream first.out[1] -> second.in[1] (empty) (second.cc:5)" in problems
    assert (
        "They wait in a circle: the full stream first.out[0] -> second.in[0] holds first until second reads it, and "
        "the empty stream first.out[1] -> second.in[1] holds second until first writes it. "
    ) in problems
    assert "fifo_depth" in problems
    assert len(list(numbers(tmp_path / "routed.txt"))) == 12  # what there is has been written


@pytest.mark.parametrize(("more", "depth"), [(["--unbounded"], "0"), ([], "48")])
def test_deadlock_goes_where_streams_have_room(more: list[str], depth: str, tmp_path: Path) -> None:
    status, _, problems = run("streams", "aie", tmp_path, *more, DEPTH=depth)
    assert (status, problems) == (0, "")
    assert list(numbers(tmp_path / "o.txt")) == 2 * list(range(64))


def test_shapes_of_blocks_and_streams(tmp_path: Path) -> None:
    status, _, problems = run("shapes", "aie", tmp_path)
    assert status == 0
    assert problems.startswith("graph.cpp:79: warning: AIE-016 end() right after wait()")
    assert problems.count("\n") == 1
    x = [1, 2, 3, 4, -5, 6, -7, 8, -5, 6, -7, 8, 100, 0, 0, 0, 9, 9, 9, -9, 1, 1, 1, 1]
    smooth = [sum(([0, 0, *x])[i : i + 3]) for i in range(24)]
    assert list(numbers(tmp_path / "smoothed.txt")) == smooth
    assert list(numbers(tmp_path / "gathered.txt")) == smooth
    most = [max(smooth[8 * b : 8 * b + 8]) for b in range(3)]
    assert list(numbers(tmp_path / "below.txt")) == [y - most[i // 8] for i, y in enumerate(smooth)]
    assert list(numbers(tmp_path / "lengths.txt")) == [8, 8, 8]
    assert (tmp_path / "first.txt").read_text() == "2 4 6 8 \n"  # run once
    assert (tmp_path / "second.txt").read_text() == "2 4 6 8 254 0 254 0 \n"  # twice, on 64 bits
