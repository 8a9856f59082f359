"""Kernels as libraries for images and signals write them."""

from __future__ import annotations

import os

import numpy as np
import pytest

from compiled import needs_compiler
from lanewise import aie
from lanewise.errors import LanewiseError

HERE = os.path.join(os.path.dirname(__file__), "cpp")
pytestmark = needs_compiler


@pytest.fixture
def vision():
    return aie.load(os.path.join(HERE, "vision.cc"), chip="aie")


@pytest.fixture
def dsp():
    return aie.load(os.path.join(HERE, "dsp.cc"), chip="aie", defines={"M": 3, "Size": 7})


def numbers(count: int, dtype: type = np.int16) -> np.ndarray:
    return (np.arange(count) * 37 % 251 - 100).astype(dtype)


def test_aie_cpp_styles_tile_behind_its_header(vision) -> None:
    x, y = np.array([3, 4, *range(12)], np.int16), np.zeros(12, np.int16)
    vision.whole_tile(x, y)
    assert y.tolist() == [3 * i for i in range(12)]


def test_aie_cpp_styles_window_pointer(vision) -> None:
    x, y = numbers(32), np.zeros(32, np.int16)
    vision.old_tile(x, y)
    assert y[1:].tolist() == x[1:].tolist()
    assert y[0] == x[3]


def test_aie_cpp_styles_class_with_own_constants(vision) -> None:
    a, b, y = numbers(64), numbers(64)[::-1].copy(), np.zeros(64, np.int16)
    kernel = vision.Difference["int16_t, 16"](np.array([1, 2, 3, 4], np.int32))
    kernel.run(a, b, y, 64)
    assert y.tolist() == [abs(int(p) - int(q)) for p, q in zip(a, b, strict=True)]
    kernel.run(y)  # the other function of that name
    assert y[0] == 4


def test_aie_cpp_styles_templates_chosen_by_arguments(vision, dsp) -> None:
    x, y = np.arange(8, dtype=np.uint8), np.zeros(8, np.uint8)
    vision.brighten(x, y, 5)
    assert y.tolist() == [5, 6, 7, 8, 9, 10, 11, 12]
    vision.brighten(y, 4)
    assert y.tolist() == [6, 7, 8, 9, 9, 10, 11, 12]
    total = np.zeros(1, np.int32)
    dsp.summed(np.array([1, 2, 3, 4, 5], np.int16), total)
    assert total[0] == 15


def test_aie_cpp_styles_function_beside_a_template_of_its_name(dsp) -> None:
    x, y = np.arange(6, dtype=np.int8), np.zeros(6, np.int8)
    dsp.scaled(x, y, 6, 2)
    assert y.tolist() == [-2, -1, 0, 1, 2, 3]
    f, g = np.arange(6, dtype=np.float32), np.zeros(6, np.float32)
    dsp.scaled(f, g, 6, 2)
    assert g.tolist() == [0, 2, 4, 6, 8, 10]


def test_aie_cpp_styles_sixteen_lane_comparison(vision) -> None:
    x, words = numbers(32), np.zeros(1, np.int32)
    vision.where_larger(x, words)
    assert words[0] == sum(int(a > b) << i for i, (a, b) in enumerate(zip(x[:16], x[16:], strict=True)))


def test_aie_cpp_styles_circular_filter(dsp) -> None:
    taps, x, y = numbers(5), numbers(32 + 5), np.zeros(32, np.int16)
    dsp.Fir["int16, int16, 5, 4"](taps).filter(x, y)
    exact = [sum(int(taps[k]) * int(x[i + k]) for k in range(5)) >> 4 for i in range(32)]
    assert y.tolist() == [(v + 2**15) % 2**16 - 2**15 for v in exact]


def test_aie_cpp_styles_iterators_are_types(dsp) -> None:
    x, y = numbers(32), np.zeros(64, np.int16)
    dsp.rings(x, y)
    parts = [x[8 * i : 8 * i + 8].tolist() for i in range(4)]
    expected = [v for i in (3, 0, 1, 2, 3, 0, 1, 1) for v in parts[i]]
    expected[0] += parts[1][0]
    assert y.tolist() == expected


def test_aie_cpp_styles_two_halves_of_a_cascade_in_one_file(dsp) -> None:
    x, y = numbers(32, np.int32), np.zeros(32, np.int32)
    link = aie.Cascade("acc48", name="half")
    aie.run((dsp.first_half, x, link), (dsp.second_half, link, y), chip="aie")
    assert y.tolist() == (2 * x).tolist()


def test_aie_cpp_styles_members_for_other_types_hide_nothing(dsp) -> None:
    """What cannot be called is left out: a member that only complex numbers have a meaning for, one that is nowhere."""
    one, y = dsp.Partly["int16"](), np.zeros(1, np.int16)
    one.sum(np.array([3, 4], np.int16), y)
    assert (y[0], dir(one)) == (7, ["sum"])
    z = np.zeros((1, 2), np.int16)
    dsp.Partly["cint16"]().complex_only(np.array([[5, 6]], np.int16), z)
    assert z.tolist() == [[5, 3]]
    assert "twice" not in dir(dsp)


def test_aie_cpp_styles_array_types_of_a_class(dsp) -> None:
    y = np.zeros(2, np.float32)
    dsp.Norms[2](np.array([0, 3], np.float32)).run(np.array([3, 4, 6, 8], np.float32), y)
    assert y.tolist() == [15, 30]


def test_aie_cpp_styles_class_that_python_cannot_make(dsp) -> None:
    with pytest.raises(LanewiseError, match="Hidden"):
        dsp.Hidden(1, 2)


def test_aie_cpp_styles_class_that_refers_to_its_parameters(dsp) -> None:
    taps, x, y = numbers(8), np.ones(8, np.int16), np.zeros(8, np.int16)
    one = dsp.Refers(taps)
    for _ in range(2):
        one.run(x, y)
        assert y.tolist() == (taps + 1).tolist()


BOTH = """
#include <adf.h>
#include <aie_api/aie.hpp>
using namespace adf;
using namespace aie;
void raised(input_buffer<int16, extents<16>>& in, output_buffer<int16, extents<16>>& out) {
    *begin_vector<16>(out) = add(*begin_vector<16>(in), int16(1));
}
"""


def test_aie_cpp_styles_extents_are_those_of_buffers(tmp_path) -> None:
    """Where both namespaces are open; aie::mdspan has extents, too (tests/aie/cpp/names.cc)."""
    (tmp_path / "both.cc").write_text(BOTH)
    x, y = numbers(16), np.zeros(16, np.int16)
    aie.load(tmp_path / "both.cc", chip="aie").raised(x, y)
    assert y.tolist() == (x + 1).tolist()
