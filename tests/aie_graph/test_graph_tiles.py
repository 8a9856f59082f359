"""Buffers in memory tiles, in words of tilings and of descriptors; accesses that do not fit are refused in a line."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from running import lanewise, numbers

PROGRAM = Path(__file__).resolve().parent / "programs" / "tiles"
DICE = np.random.default_rng(6)
PAGES = DICE.integers(-3000, 3000, (2, 8, 8))
A, B = DICE.integers(-128, 128, (2, 4, 16)), DICE.integers(-128, 128, (2, 16, 8))
PICTURES = DICE.integers(-99, 99, (2, 4, 4))
BYTES = DICE.integers(0, 256, (2, 4, 16))
PAIRS = DICE.integers(-(2**31), 2**31, (2, 8, 2))


@pytest.fixture(scope="module")
def ran(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tiles")
    for name, values in {"page": PAGES, "a": A, "b": B, "picture": PICTURES, "bytes": BYTES, "pairs": PAIRS}.items():
        (folder / f"{name}.txt").write_text("\n".join(map(str, values.ravel())))
    done = lanewise("graph.cpp", "--chip", "aie-ml", "--input-dir", folder, "--out", folder / "out", cwd=PROGRAM)
    assert (done.returncode, done.stderr) == (0, "")
    return folder / "out"


def golden() -> dict[str, np.ndarray]:
    around = np.pad(PICTURES, ((0, 0), (1, 1), (1, 1)))
    blurred = sum(around[:, y : y + 4, x : x + 4] for y in range(3) for x in range(3))
    words = BYTES.reshape(2, 4, 4, 4)  # lines, words, bytes
    pairs = PAGES.reshape(2, 8, 2, 4)  # lines, groups of two words, halves
    cubes = np.pad(PICTURES.reshape(2, 2, 2, 4), ((0, 0), (0, 0), (0, 0), (1, 2)))  # zeros around lines
    wound = [c[z, y, x : x + 3] for c in cubes for y in (1, 0) for x in (0, 2, 4) for z in (0, 1)]
    return {
        "columns": PAGES.sum(axis=1), "upper": PAGES[:, :4].sum(axis=2), "lower": PAGES[:, 4:].sum(axis=2),
        "c": A @ B, "blurred": np.asarray(blurred), "linear": BYTES[:, 1:3], "words": words.transpose(0, 2, 1, 3),
        "doubles": pairs.transpose(0, 2, 1, 3), "real": PAIRS[:, :, 0],
        "wound": np.array(wound),
    }  # fmt: skip


@pytest.mark.parametrize("name", sorted(golden()))
def test_buffer_gives_its_golden_values(ran: Path, name: str) -> None:
    assert list(numbers(ran / f"{name}.txt")) == golden()[name].ravel().tolist()


@pytest.mark.parametrize(("environment", "said"), [
    ({}, "shared_buffer.out[0]: the accesses of the buffer do not fit each other: inputs write 1 and this output "
         "reads 2048 samples per iteration, 2047 of which nobody has written. Make the volumes fit; a tiling without "
         "tile_traversal is exactly one tile"),
    ({"LEAVES": "1"}, "shared_buffer.out[0]: the traversal leaves the buffer, whose dimensions are {8, 16, 16}"),
])  # fmt: skip
def test_accesses_that_do_not_fit_are_refused(environment: dict[str, str], said: str, tmp_path: Path) -> None:
    (tmp_path / "none.txt").write_text("1")
    done = lanewise("graph.cpp", "--chip", "aie-ml", "-D", "REFUSED", "--input-dir", tmp_path, "--out", tmp_path,
                    cwd=PROGRAM, **environment)  # fmt: skip
    assert (done.returncode, done.stderr.count("\n")) == (3, 1)
    assert done.stderr.startswith("graph.cpp:")
    assert said in done.stderr


def test_main_for_the_cycle_simulator_alone_and_names_without_a_namespace(tmp_path: Path) -> None:
    folder = PROGRAM.parent / "cycles"
    done = lanewise("graph.cpp", "--chip", "aie", "--out", tmp_path, cwd=folder)
    assert done.returncode == 0, done.stderr
    assert done.stderr == "lanewise: graph.cpp has its main() under __AIESIM__ alone: compiled again with it\n"
    assert list(numbers(tmp_path / "names.txt")) == [len("tell"), ord("t"), 5, 6]
    assert list(numbers(tmp_path / "out.txt")) == [len("Twice"), ord("T"), 10, 12]


@pytest.mark.parametrize("chip", ["aie", "aie-ml"])
def test_a_filter_as_libraries_write_them(chip: str, tmp_path: Path) -> None:
    folder = PROGRAM.parent / "library"
    done = lanewise("graph.cpp", "--chip", chip, "--out", tmp_path, cwd=folder)
    assert (done.returncode, done.stderr) == (0, "")
    x = [int(word) for word in (folder / "in.txt").read_text().split()]
    taps = [9, -8, 7, -6, 5, -4, 3, -2, 1, 2, -3, 4, -5, 6, -7, 8]
    wanted = [sum(taps[k] * x[n - k] for k in range(min(16, n + 1))) >> 4 for n in range(96)]
    for name in ("out0", "out1", "out2"):  # on one core, on two, and a second reader
        assert list(numbers(tmp_path / f"{name}.txt")) == wanted
