"""The scalar code of compiled kernels on the stream: each access that the kernel is written to make, and no other."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import lanewise.cpp
from lanewise.isa.issued import Space

SOURCE = Path(__file__).parent / "scalar" / "kernels.asc"
LINES = SOURCE.read_text().splitlines()
READ, WRITE = False, True
Row = tuple[str, int, int, bool, str]  # space, byte in UB or in the first argument, bytes, write, text of the line


@pytest.fixture(params=[name for name in ("g++", "clang++") if shutil.which(name)], scope="module")
def kernels(request: pytest.FixtureRequest) -> Iterator[Any]:
    before = os.environ.get("CXX")
    os.environ["CXX"] = request.param
    yield lanewise.cpp.load(SOURCE, "ascend950", observed=True)
    os.environ.pop("CXX") if before is None else os.environ.update(CXX=before)


def scalar_rows(run: Any) -> list[Row]:
    (rows,) = run.accesses
    out = []
    for row in rows[rows["pipe"] == 0]:
        space = Space(row["space"]).name.lower()
        at = int(row["address"])
        if space == "gm":
            ((argument, start),) = [(n, a) for n, (a, size) in run.arrays.items() if a <= at < a + size]
            space, at = f"gm{argument}", at - start
        text = LINES[row["line"] - 1].strip()
        out.append((space, at, int(row["bytes"]), bool(row["write"]), text))
    return out


def test_scalar_get_and_set_value(kernels: Any) -> None:
    x = np.arange(8, dtype=np.int32)
    run = kernels.values[1](x, 8, trace=True)
    get, put = "const int32_t value = gm.GetValue(i);", "ub.SetValue(n - 1 - i, value + 1);"
    expected: list[Row] = []
    for i in range(8):
        expected += [("gm1", 4 * i, 4, READ, get), ("ub", 64 + 4 * (7 - i), 4, WRITE, put)]
    for i in range(0, 8, 2):
        expected += [("ub", 64 + 4 * i, 4, READ, "const int32_t value = ub.GetValue(i);"),
                     ("gm1", 4 * i, 4, WRITE, "gm.SetValue(i, value);")]  # fmt: skip
    assert scalar_rows(run) == expected
    assert x.tolist() == [8, 1, 6, 3, 4, 5, 2, 7]


def test_scalar_call_operator(kernels: Any) -> None:
    x = np.arange(32, dtype=np.float16)
    run = kernels.operators[1](x, 32, trace=True)
    expected: list[list[Row]] = []
    for i in range(32):
        expected.append([("gm1", 2 * i, 2, READ, "ub(i) = gm(i);"), ("ub", 2 * i, 2, WRITE, "ub(i) = gm(i);")])
    for i in range(1, 32, 3):
        expected.append([("gm1", 2 * i, 2, WRITE, "gm(i) = ub(i);"), ("ub", 2 * i, 2, READ, "gm(i) = ub(i);")])
    rows = scalar_rows(run)  # g++ tells of the two halves of a struct's assignment in the other order
    assert [sorted(rows[i : i + 2]) for i in range(0, len(rows), 2)] == expected
    # The instruction in between stands between them on the stream, too.
    vector = np.flatnonzero(run.accesses[0]["pipe"] != 0)
    assert list(vector) == list(range(64, 64 + len(vector)))


def test_scalar_raw_pointers(kernels: Any) -> None:
    x, y = np.arange(10, dtype=np.uint8), np.zeros(5, np.int64)
    run = kernels.pointers[1](x, y, 10, trace=True)
    copy, add = "*bytes++ = *from++;", "y[i] += pairs[i];"
    rows = scalar_rows(run)
    assert rows[:20] == [
        row for i in range(10) for row in (("gm1", i, 1, READ, copy), ("ub", 96 + i, 1, WRITE, copy))
    ]
    for i in range(5):  # which of the two is read first is the compiler's choice
        three = rows[20 + 3 * i : 23 + 3 * i]
        assert sorted(three[:2]) == [("gm2", 8 * i, 8, READ, add), ("ub", 96 + 2 * i, 2, READ, add)]
        assert three[2] == ("gm2", 8 * i, 8, WRITE, add)
    assert len(rows) == 35
    assert y.tolist() == x.view("<u2").tolist()


def test_scalar_atomics_and_accesses_around_the_cache(kernels: Any) -> None:
    x = np.zeros(8, np.int32)
    run = kernels.counters[1](x, 7, trace=True)
    add = "AscendC::AtomicAdd(x + i % 3, 2);"
    expected: list[Row] = [("gm1", 4 * (i % 3), 4, write, add) for i in range(7) for write in (READ, WRITE)]
    expected += [("gm1", 4, 4, READ, "const int32_t value = AscendC::ReadGmByPassDCache(x + 1);"),
                 ("gm1", 12, 4, WRITE, "AscendC::WriteGmByPassDCache(x + 3, value);")]  # fmt: skip
    assert scalar_rows(run) == expected
    (rows,) = run.accesses
    assert rows["atomic"].tolist() == [1] * 14 + [0] * 2
    assert x.tolist() == [6, 4, 4, 4, 0, 0, 0, 0]


def test_scalar_arrays_in_ub(kernels: Any) -> None:
    x = np.arange(16, dtype=np.float32)
    run = kernels.arrays[1](x, 16, trace=True)
    expected: list[Row] = []
    for i in range(16):
        expected += [("gm1", 4 * (15 - i), 4, READ, "kept[i] = x[n - 1 - i];"),
                     ("ub", 4 * i, 4, WRITE, "kept[i] = x[n - 1 - i];")]  # fmt: skip
    for i in range(16):
        expected += [("ub", 4 * i, 4, READ, "x[i] = kept[i];"), ("gm1", 4 * i, 4, WRITE, "x[i] = kept[i];")]
    assert scalar_rows(run) == expected
    assert x.tolist() == list(range(15, -1, -1))


def test_scalar_loops_are_told_as_they_came(kernels: Any) -> None:
    n, many = 16, 70_000  # more than one piece of the log
    x = np.arange(2 * n + 1 + many, dtype=np.int32)
    x[2 * n] = 0
    before = x.copy()
    rows = scalar_rows(kernels.rounds[1](x, n, many, trace=True))
    load, store = "const int32_t value = x[part * (n / 2) + i];", "x[n + part * (n / 2) + i] = value;"
    add = "*total += value;"
    expected: list[Row] = []
    for i in range(n // 2 + 5):
        expected += [("gm1", 4 * i, 4, READ, load), ("gm1", 4 * (n + i), 4, WRITE, store),
                     ("gm1", 8 * n, 4, READ, add), ("gm1", 8 * n, 4, WRITE, add)]  # fmt: skip
    expected.append(("gm1", 4 * (n // 2 + 5), 4, READ, load))
    assert rows[: len(expected)] == expected
    line = "for (uint32_t i = 0; i < many; ++i) sum += x[2 * n + 1 + i];"
    assert rows[len(expected) : -1] == [("gm1", 4 * (2 * n + 1 + i), 4, READ, line) for i in range(many)]
    assert rows[-1] == ("gm1", 0, 4, WRITE, "x[0] = sum;")
    assert x[0] == before[2 * n + 1 :].sum(dtype=np.int32)


def test_scalar_copies_and_fills_of_few_bytes(kernels: Any) -> None:
    x = np.arange(128, dtype=np.uint8)
    rows = scalar_rows(kernels.library[1](x, trace=True))
    copy, fill, move = "std::memcpy(x + 32, x, 24);", "std::memset(x + 64, 7, 40);", "std::memmove(x + 1, x, 8);"
    assert rows == [("gm1", 0, 24, READ, copy), ("gm1", 32, 24, WRITE, copy), ("gm1", 64, 40, WRITE, fill),
                    ("gm1", 0, 8, READ, move), ("gm1", 1, 8, WRITE, move)]  # fmt: skip
    assert x[32:56].tolist() == list(range(24))
    assert x[1:9].tolist() == list(range(8))


def test_scalar_accesses_need_an_observed_kernel() -> None:
    run = lanewise.cpp.load(SOURCE, "ascend950").arrays[1](np.zeros(16, np.float32), 16, trace=True)
    assert run.accesses == []
