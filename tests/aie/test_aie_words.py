"""What Python says about a C++ file: its templates, members that do not compile, wrong calls."""

from __future__ import annotations

import os
import re

import numpy as np
import pytest

from compiled import needs_compiler
from lanewise.aie.load import load
from lanewise.errors import LanewiseError

SOURCE = os.path.join(os.path.dirname(__file__), "cpp", "words.cc")
pytestmark = needs_compiler


@pytest.fixture(scope="module")
def k():
    return load(SOURCE, chip="aie")


@pytest.fixture
def x():
    return np.arange(1, 9, dtype=np.int16)


def test_aie_words_function_templates_are_listed(k) -> None:
    assert dir(k) == ["breaks", "filled", "gain", "later", "plain", "shifted", "two"]


@pytest.mark.parametrize("way", [lambda k: k.gain, lambda k: k.gain["int16"], lambda k: k.gain["int16", 4]])
def test_aie_words_default_template_arguments_may_be_left_out(k, x, way) -> None:
    y = np.zeros_like(x)
    way(k)(x, y)
    assert y.tolist() == [*(2 * x[:4]), 0, 0, 0, 0]


@pytest.mark.parametrize(
    ("call", "wanted"),
    [
        (lambda k, x, y: k.shifted(x, y), lambda x: [*(x + 1)]),
        (lambda k, x, y: k.shifted(x, y, 2), lambda x: [*(x[:2] + 1), *[0] * 6]),
        (lambda k, x, y: k.shifted(x, y, 2, 5), lambda x: [*(x[:2] + 5), *[0] * 6]),
        (lambda k, x, y: k.filled(x, y), lambda x: [7] * 8),
        (lambda k, x, y: k.filled["int16"](x, y, 9), lambda x: [9] * 8),
        (lambda k, x, y: k.Scale().run(x, y), lambda x: [*(3 * x)]),
        (lambda k, x, y: k.Scale(2).run(x, y, 4), lambda x: [*(2 * x[:4]), *[0] * 4]),
    ],
)
def test_aie_words_default_arguments_may_be_left_out(k, x, call, wanted) -> None:
    y = np.zeros_like(x)
    call(k, x, y)
    assert y.tolist() == wanted(x)


def test_aie_words_a_wrong_count_names_all_parameters(k, x) -> None:
    with pytest.raises(LanewiseError, match=r"shifted: it takes 4 arguments \(array int16, array int16, value int32"):
        k.shifted(x)


def test_aie_words_overloads_have_the_time_of_their_last_call(x) -> None:
    timed = load(SOURCE, chip="aie", timing=True)
    timed.shifted(x, np.zeros_like(x), 2)
    assert timed.shifted.time().cycles >= 0
    assert not hasattr(timed.shifted, "nothing")


@pytest.mark.parametrize(("way", "lanes"), [(lambda k: k.later, 4), (lambda k: k.later[8], 8)])
def test_aie_words_defaults_may_stand_before_what_a_call_says(k, x, way, lanes: int) -> None:
    y = np.zeros_like(x)
    way(k)(x, y)
    assert y.tolist() == [*(3 * x[:lanes]), *[0] * (8 - lanes)]


def test_aie_words_all_template_arguments_may_have_defaults(k, x) -> None:
    y = np.zeros(8, np.int32)
    k.plain(x.astype(np.int32), y)
    assert y.tolist() == [4, 8, 12, 16, 0, 0, 0, 0]
    fir, z = k.Fir["int16"](5), np.zeros(1, np.int16)
    fir.run(x, z)
    assert z[0] == 7


@pytest.mark.parametrize(("member", "line", "text"), [("undeclared", 16, "nothing_of_that_name"),
                                                      ("three_lanes", 17, "a power of two")])
def test_aie_words_members_that_do_not_compile_say_why(k, x, member: str, line: int, text: str) -> None:
    fir = k.Fir["int16"](5)
    assert dir(fir) == ["run"]
    with pytest.raises(LanewiseError, match=rf"words\.cc:{line}(?::\d+)?: error: .*{text}"):
        getattr(fir, member)(x)


@pytest.mark.parametrize("call", [lambda k, x: k.gain["nonsense"](x, x), lambda k, x: k.Fir["nonsense"](1),
                                  lambda k, x: k.plain["int16"](x, x), lambda k, x: k.breaks(x)])
def test_aie_words_nothing_points_past_the_end(k, x, call) -> None:
    with pytest.raises(LanewiseError) as problem:
        call(k, x)
    with open(SOURCE, encoding="utf-8") as file:
        last = len(file.readlines())
    lines = [int(n) for n in re.findall(r"words\.cc:(\d+)", str(problem.value))]
    assert all(n <= last for n in lines)
    assert re.search(r"gain<nonsense>|Fir|plain<int16>|breaks|words\.cc:20", str(problem.value))
    assert "lanewise_" not in str(problem.value)


def test_aie_words_count_the_users_arguments(k, x) -> None:
    with pytest.raises(LanewiseError, match=r"two: it takes 2 arguments \(array int32, value int32\), not 1"):
        k.two(x.astype(np.int32))
    fir = k.Fir["int16"](5)
    with pytest.raises(LanewiseError, match=r"Fir\.run: it takes 2 arguments \(array int16, array int16\), not 1"):
        fir.run(x)
    for call in (k.gain, k.gain["int16"], k.later, k.plain):
        with pytest.raises(LanewiseError, match=r"(gain|later|plain)\S*: it takes 2 arguments \(.+\), not 1"):
            call(x)
    with pytest.raises(LanewiseError, match=r"Fir: it takes 1 argument \(value int16\), not 0"):
        k.Fir["int16"]()
