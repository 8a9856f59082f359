"""Graphs as libraries of them are written: templates, kernels in arrays, taps given again, tiles of matrices."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from running import lanewise, numbers

PROGRAMS = Path(__file__).resolve().parent / "programs"


def test_taps_of_a_cascade_are_given_again_while_it_runs(tmp_path: Path) -> None:
    x = np.random.default_rng(5).integers(-300, 300, (96, 2))
    (tmp_path / "in.txt").write_text("\n".join(" ".join(map(str, beat)) for beat in x.reshape(-1, 8)))
    done = lanewise("graph.cpp", "--chip", "aie", "--input-dir", tmp_path, "--out", tmp_path, cwd=PROGRAMS / "ladder")
    assert (done.returncode, done.stderr.count("\n")) == (0, 1), done.stderr
    assert "compiled again with it" in done.stderr  # its main() is for the other simulator
    behind = np.vstack([np.zeros((8, 2), int), x])
    taps = [[1, 2, 3, 4, 5, 6, 7, 8], [1, 2, 3, 4, 5, 6, 7, 8], [-8, 7, 6, 5, 4, 3, 2, 1]]
    wanted = [sum(taps[i // 32][k] * behind[i + k] for k in range(8)) >> 2 for i in range(96)]
    parts = [numbers(tmp_path / f"out{i}.txt").astype(int).reshape(-1, 4, 2) for i in range(2)]
    assert np.array_equal(np.stack(parts, 1).reshape(-1, 2), wanted)


def test_memory_tiles_cut_matrices_for_a_cascade(tmp_path: Path) -> None:
    rng = np.random.default_rng(6)
    a, b = rng.integers(-128, 128, (2, 16, 32)), rng.integers(-128, 128, (2, 32, 16))
    for name, matrix, width in (("a", a, 16), ("b", b, 8)):
        beats = matrix.reshape(-1, width)
        (tmp_path / f"{name}.txt").write_text("\n".join(" ".join(map(str, beat)) for beat in beats))
    words = ("--chip", "aie-ml", "--input-dir", tmp_path, "--out", tmp_path)
    done = lanewise("graph.cpp", *words, cwd=PROGRAMS / "product")
    assert (done.returncode, done.stderr) == (0, "")
    assert np.array_equal(numbers(tmp_path / "c.txt").astype(int).reshape(2, 16, 16), a @ b)
