"""The kernel guide's fragments compiled as printed, with the results that it documents."""

from __future__ import annotations

import os

import numpy as np
import pytest

from compiled import needs_compiler
from lanewise.aie.load import load

SOURCE = os.path.join(os.path.dirname(__file__), "cpp", "seed.cc")
pytestmark = needs_compiler


@pytest.fixture
def core():
    return load(SOURCE, chip="aie")


def test_aie_cpp_seed_srs_by_eight(core) -> None:
    values = np.array([0, 1, 255, 256, -1, -256, -257, 100000], np.int32)
    out = np.zeros(8, np.int32)
    core.down(values, out, 0)
    assert out.tolist() == [v >> 8 for v in values.tolist()]  # the reset modes: floor, no saturation
    core.down(values, out, 16)
    assert out.tolist() == [v << 8 for v in values.tolist()]


def test_aie_cpp_seed_ups_by_eight(core) -> None:
    values = np.array([-3, 5, 0, 1, -1, 2**31 - 1, -(2**31), 7], np.int32)
    out = np.zeros(8, np.int64)
    core.up(values, out)
    assert out.tolist() == [v * 256 for v in values.tolist()]


@pytest.mark.parametrize("saturate", [0, 1])
def test_aie_cpp_seed_subtraction(core, saturate: int) -> None:
    a, b = np.zeros((16, 2), np.int16), np.zeros((16, 2), np.int16)
    a[:3] = [(30000, -7), (-32768, 32767), (5, -5)]
    b[:3] = [(-10000, 5), (32767, -32768), (7, 8)]
    through, direct = np.zeros(8, np.int32), np.zeros((16, 2), np.int16)
    core.subtract(a, b, through, direct, saturate)
    wrapped = (a.astype(int) - b.astype(int) + 32768) % 65536 - 32768
    assert np.array_equal(direct, wrapped)  # the plain subtraction knows no mode
    expected = np.clip(a.astype(int) - b.astype(int), -32768, 32767) if saturate else wrapped
    assert np.array_equal(through.view(np.int16).reshape(8, 2), expected[:8])
    assert through.view(np.int16)[0] == (32767 if saturate else -25536)


def test_aie_cpp_seed_float_cascades(core) -> None:
    values = np.arange(24, dtype=np.float32) - 11.5
    out = np.zeros_like(values)
    core.floats(values, out, 3)
    assert np.array_equal(out, 2 * values)
    pairs = values.reshape(12, 2)
    out = np.zeros_like(pairs)
    core.complex_floats(pairs, out, 3)
    assert np.array_equal(out, pairs * [1, -1])


def test_aie_cpp_seed_print(core, capfd) -> None:
    core.print_lanes(np.arange(8, dtype=np.int32))
    assert capfd.readouterr().out == "".join(f"acc value[{i}]=0x00000000000{i}\n" for i in range(8))
