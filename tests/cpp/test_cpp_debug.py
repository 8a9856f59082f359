"""What kernels print, dump and assert, letter by letter."""

from __future__ import annotations

import re
import struct
from pathlib import Path

import pytest
from host_program import HERE, run

CONVERSIONS = """\
no arguments
-5 7 4000000000 ff BEEF
-5000000000 5000000000 5000000000 12a05f200
1.500000 2.500000 3.14 1.234568e+04 0.0001
0.099976 3.141
[   42|42   |00042|+42|0x2a|   2.500|  42]
text|     right|l   |cu|z
0x1234 (nil)
-3 250 1 200
4464 44 100%
5000000000 4294967295 ffffffff 2 17 3.000000
1 %d
-8
"""


def line_of(name: str, text: str) -> int:
    lines = (HERE / name).read_text().splitlines()
    return next(i for i, line in enumerate(lines, 1) if text in line)


def test_printf_conversions_and_order(tmp_path: Path) -> None:
    done = run("debug_print.asc", tmp_path)
    assert done.status == 0, done.err
    wanted = ["not yet", *(f"[AIV Block 0/1] {line}" for line in CONVERSIONS.splitlines()), "the host says hello 1"]
    for block in range(3):
        wanted += [f"[AIV Block {block}/3] block {block} of 3", f"[AIV Block {block}/3] a half 1.5"]
    wanted += ["main ends", "before", "after"]  # without arguments this is C's printf: no prefix, but in its place
    assert done.out.splitlines() == wanted
    assert f"debug_print.asc:{line_of('debug_print.asc', 'text);')}: warning: PRINT-001 printf: 40016 bytes" in done.err


def test_printf_limit_from_settings(tmp_path: Path) -> None:
    (tmp_path / "acl.json").write_text('{"dump": {}, "simd_printf_fifo_size_per_core": 65536}')
    done = run("debug_print.asc", tmp_path, "ascend910b", "--", "acl.json")
    assert done.status == 0, done.err
    assert "x" * 39999 in done.out
    assert "PRINT-001" not in done.err


def test_printf_off(tmp_path: Path) -> None:
    """Only C's own printf is left."""
    done = run("debug_print.asc", tmp_path, "ascend910b", "-D", "ASCENDC_DUMP=0")
    assert done.out.splitlines() == ["not yet", "the host says hello 1", "main ends", "before", "after"]


def test_dump_tensor(tmp_path: Path) -> None:
    done = run("debug_dump.asc", tmp_path)
    assert done.status == 0, done.err
    first, *lines = done.out.splitlines()
    gm = int(first.removeprefix("gm at "), 16)
    assert (
        lines
        == f"""\
DumpTensor: desc=5, addr=40, data_type=float32, position=UB, dump_size=4
[0.000000, 0.500000, 1.000000, 1.500000]
DumpTensor: desc=6, addr=100, data_type=float16, position=UB, dump_size=3
[-0.000000, -0.250000, -0.500000]
DumpTensor: desc=7, addr=140, data_type=bfloat16, position=UB, dump_size=2
[0.000000, 1.000000]
DumpTensor: desc=8, addr=200, data_type=int8, position=UB, dump_size=2
[-16, -15]
DumpTensor: desc=9, addr=240, data_type=uint64, position=UB, dump_size=1
[18446744073709551615]
DumpTensor: desc=10, addr={gm:x}, data_type=int16, position=GM, dump_size=3
[0, -100, -200]
DumpTensor: desc=11, addr=60, data_type=float32, position=UB, dump_size=2
[4.000000, 4.500000]
DumpTensor: desc=1, addr=40, data_type=float32, position=UB, dump_size=6
[[0.000000,0.500000,1.000000],
[1.500000,2.000000,2.500000]]
DumpTensor: desc=2, addr=40, data_type=float32, position=UB, dump_size=8
shape is [2, 3], dumpSize is 8, dumpSize is greater than shapeSize.
[[0.000000,0.500000,1.000000],
[1.500000,2.000000,2.500000]]
DumpTensor: desc=3, addr=40, data_type=float32, position=UB, dump_size=4
shape is [2, 3], dumpSize is 4, data is not enough.
[[0.000000,0.500000,1.000000],
[1.500000,-,-]]
DumpTensor: desc=4, addr=200, data_type=int8, position=UB, dump_size=4
[[[-16,-15]],
[[-14,-13]]]
DumpTensor: desc=12, addr=40, data_type=float32, position=UB, dump_size=2
[0.000000, 0.500000]
DumpTensor: desc=13, addr={gm + 2:x}, data_type=int16, position=GM, dump_size=2
[-100, -200]
0000: 4.000000 4.500000 5.000000 5.500000 6.000000 6.500000 7.000000 7.500000
0000: -16 -15 -14 -13
""".splitlines()
    )
    assert "warning: PRINT-001 DumpTensor: 40000 bytes" in done.err
    assert struct.unpack("<16f", (tmp_path / "tensor.bin").read_bytes()) == tuple(i * 0.5 for i in range(16))


@pytest.mark.parametrize(
    ("way", "mark", "told", "report"),
    [
        (1, "limit < 3);", "stops: Assertion `limit < 3' failed.", "KERNEL-005 assertion `limit < 3' failed"),
        (
            2,
            '"limit is',
            "stops: Assertion `limit < 3' failed. limit is 8, not below three",
            "KERNEL-005 assertion `limit < 3' failed: limit is 8, not below three",
        ),
        (
            3,
            "look(limit < 3)",
            "stops: Assertion `look(limit < 3)' failed.",
            "KERNEL-005 assertion `look(limit < 3)' failed",
        ),
        (4, "AscendC::Trap", None, "KERNEL-006"),
        (7, "DumpTensor(t", None, "MEM-001 DumpTensor: the tensor touches UB bytes 392960..393215"),
        (8, "GetDataPtr", None, "MEM-006 ListTensorDesc: element 2 is outside the tensor of 1 elements"),
        (9, "ByPass", None, "MEM-005 ReadGmByPassDCache"),
    ],
)
def test_kernel_stops(tmp_path: Path, way: int, mark: str, told: str | None, report: str) -> None:
    done = run("debug_assert.asc", tmp_path, "ascend910b", "-D", f"WAY={way}")
    line = line_of("debug_assert.asc", mark)
    lines = done.out.splitlines()
    assert done.status == 3
    assert lines[0] == "[AIV Block 0/1] begins"
    if told is None:
        assert len(lines) == 1
    else:
        assert len(lines) == 2
        assert lines[1].startswith("[AIV Block 0/1] [ASSERT] ")
        assert lines[1].endswith(f"debug_assert.asc:{line}: {told}")
    assert f"debug_assert.asc:{line}: {report}" in done.err
    assert "[kernel stops, block 0 of 1]" in done.err


def test_c_s_own_assert_in_a_kernel(tmp_path: Path) -> None:
    done = run("debug_assert.asc", tmp_path, "ascend910b", "-D", "WAY=10")
    line = line_of("debug_assert.asc", "C's own")
    assert done.status == 3
    assert re.search(rf"\[ASSERT\] \S*debug_assert.asc:{line}: .*stops.*: Assertion `limit == 3' failed\.$", done.out)
    assert f"debug_assert.asc:{line}: KERNEL-005 assertion `limit == 3' failed [kernel stops, block 0 of 1]" in done.err


def test_assertions_that_hold(tmp_path: Path) -> None:
    done = run("debug_assert.asc", tmp_path, "ascend910b", "-D", "WAY=5")
    assert done.out.splitlines()[-2:] == ["[AIV Block 0/1] goes on", "main goes on, 1 looks, code 0"]


def test_assertions_are_not_evaluated_without_debugging(tmp_path: Path) -> None:
    done = run("debug_assert.asc", tmp_path, "ascend910b", "-D", "WAY=3", "-D", "NDEBUG")
    assert done.out.splitlines()[-2:] == ["[AIV Block 0/1] goes on", "main goes on, 0 looks, code 0"]


def test_assert_on_the_host_is_c_s_own(tmp_path: Path) -> None:
    done = run("debug_assert.asc", tmp_path, "ascend910b", "-D", "WAY=6")
    assert done.status != 0
    assert done.out == ""
    assert "main: Assertion `look(false)' failed." in done.err


def test_plain_printf_stays_with_its_block(tmp_path: Path) -> None:
    done = run("debug_plain_printf.asc", tmp_path)
    wanted = ["launched"]
    for block in range(16):
        values = " ".join(f"{block + i / 4:.2f}" for i in range(4))
        wanted += [f"[AIV Block {block}/16] begin {block}", f"{values} end", "ok"]
    assert done.out.splitlines() == [*wanted, "done"], done.err
