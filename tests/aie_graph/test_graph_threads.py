"""How many threads carry a graph changes nothing that it leaves, nor what is said of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from running import EXAMPLES, lanewise


def left(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


@pytest.mark.parametrize("example", ["fir_chain", "cascade_matmul", "packets"])
def test_threads_leave_the_same_bytes(example: str, tmp_path: Path) -> None:
    found = []
    for threads in (1, 2, 5):
        out = tmp_path / str(threads)
        done = lanewise("graph.cpp", "--chip", "aie", "--out", out, cwd=EXAMPLES / example,
                        LANEWISE_GRAPH_THREADS=str(threads))  # fmt: skip
        assert done.returncode == 0, done.stderr
        found.append((done.stdout, done.stderr, left(out)))
    assert found[0][2]
    assert found[0] == found[1] == found[2]
