"""How a C++ file appears in Python: its functions, arguments, state and errors."""

from __future__ import annotations

import os
import time
import warnings

import ml_dtypes
import numpy as np
import pytest

from compiled import needs_compiler
from lanewise import aie
from lanewise.errors import LanewiseError, LanewiseWarning

HERE = os.path.join(os.path.dirname(__file__), "cpp")
SOURCE = os.path.join(HERE, "front.cc")
pytestmark = needs_compiler


@pytest.fixture
def core():
    return aie.load(SOURCE, chip="aie")


def test_aie_cpp_load_lists_functions(core) -> None:
    names = dir(core)
    assert {"count", "scale_int16", "scale_float", "overloaded", "rtp", "native"} <= set(names)
    assert "twice" in names  # a template
    assert not {"get", "Helper", "SCALE"} & set(names)
    with pytest.raises(AttributeError, match="no function is called nothing; there are: "):
        core.nothing()


def test_aie_cpp_load_scalar_floats_become_fixed_point_and_back(core) -> None:
    x = np.array([0.5, -0.5, 1.25, -3.75, 100.0625, 0.0], np.float32)
    fixed, back = np.zeros(6, np.int32), np.zeros(6, np.float32)
    core.fixed_and_back(x, fixed, back, 6, 4)
    assert fixed.tolist() == [8, -8, 20, -60, 1601, 0]  # 16 times as much, exact
    assert (back == x).all()


def test_aie_cpp_load_is_a_core(core) -> None:
    other = aie.load(SOURCE, chip="aie")
    assert [core.count(), core.count(), other.count()] == [1, 2, 1]
    core.set_mode(4)
    assert (core.mode(), other.mode()) == (4, 0)
    y = np.zeros(8, np.int32)
    core.round_by_mode(np.full(8, 6, np.int32), y, 2)
    assert y[0] == 2
    other.round_by_mode(np.full(8, 6, np.int32), y, 2)
    assert y[0] == 1


def test_aie_cpp_load_refuses_a_mode_without_meaning(core) -> None:
    with pytest.raises(LanewiseError, match=r"AIE-009 set_mode: set_rnd\(9\)"):
        core.set_mode(9)


def test_aie_cpp_load_overloads(core) -> None:
    whole, real = np.zeros(1, np.int32), np.zeros(1, np.float32)
    core.overloaded(np.array([3, 4], np.int16), whole)
    core.overloaded(np.array([3, 4], np.float32), real)
    assert (whole[0], real[0]) == (7, 12)
    core.overloaded(np.array([3, 4], np.int16), whole, 100)
    assert whole[0] == 107


def test_aie_cpp_load_values_come_and_go(core) -> None:
    x = np.arange(4, dtype=np.int16)
    core.scale_int16(x, 4, -3)
    assert x.tolist() == [0, -3, -6, -9]
    assert float(core.half_of(3.0)) == 1.5
    assert core.turned(3 + 4j).tolist() == core.turned((3, 4)).tolist() == [-4, 3]


def test_aie_cpp_load_buffers_and_parameters(core) -> None:
    x, y, seen = np.arange(8, dtype=np.int32), np.zeros(8, np.int32), np.zeros(1, np.int32)
    core.rtp(x, y, np.array([1, 2, 3, 4], np.int32), seen)
    assert y.tolist() == [1, 3, 5, 7, 5, 7, 9, 11]
    assert seen[0] == 8


def test_aie_cpp_load_strided_arrays_are_written_back(core) -> None:
    whole = np.arange(8, dtype=np.int16)
    core.scale_int16(whole[::2], 4, 10)
    assert whole.tolist() == [0, 1, 20, 3, 40, 5, 60, 7]


def test_aie_cpp_load_past_the_end_lie_zeros(core) -> None:
    y = np.ones(8, np.int32)
    core.past_the_end(np.arange(1, 7, dtype=np.int32), 4, y)
    assert y.tolist() == [5, 6, 0, 0, 0, 0, 0, 0]


@pytest.mark.parametrize(("chip", "needs"), [("aie", 8), ("aie-ml", 16), ("aie-mlv2", 16)])
def test_aie_cpp_load_unaligned_access_goes_down(chip: str, needs: int) -> None:
    """Arrays of the call begin where hardware would have them; a kernel's own memory is taken where it is."""
    core, x, y = aie.load(SOURCE, chip=chip), np.arange(64, dtype=np.int16), np.zeros(64, np.int16)
    core.at_an_odd_place(x, 32, y)  # aligned: no warning
    said = f"byte 54 of argument 1 .* last multiple of {2 * needs}; use load_unaligned_v"
    with pytest.warns(LanewiseWarning, match=said):
        core.at_an_odd_place(x, 27, y)
    assert y[::16].tolist() == [27 // needs * needs, 27 // needs * needs, 27, 3]


def test_aie_cpp_load_cascade_lanes_of_80_bits(core) -> None:
    x, y = np.arange(8, dtype=np.int32) - 4, np.zeros(8, np.int32)
    lanes = np.zeros(8, object)
    core.wide_lanes(x, lanes)
    assert lanes.tolist() == [int(n) << 47 for n in x]
    lanes[0] = -(1 << 77)
    core.from_wide_lanes(lanes, y)
    assert y.tolist() == [-(2**30), *x[1:]]
    narrow = np.zeros(8, np.int64)
    core.wide_lanes(x, narrow)  # these fit
    assert narrow.tolist() == [int(n) << 47 for n in x]
    with pytest.raises(LanewiseError, match="argument 2 is to take a lane of more than 64 bits: give it an array of"):
        core.wide_lanes(x * 2**20, narrow)


def test_aie_cpp_load_tells_of_writes_past_the_end(core) -> None:
    said = "over_the_end writes 4 bytes past the end of argument 1, which has 16 bytes: write less, or give it"
    with pytest.warns(LanewiseWarning, match=said):
        core.over_the_end(np.zeros(4, np.int32), 4)


def test_aie_cpp_load_tells_of_zeros_past_the_end(core) -> None:
    """Both arrays are too short: zeros are read behind one and written behind the other."""
    x, y = np.arange(1, 5, dtype=np.int32), np.zeros(4, np.int32)
    said = r"copies writes 16 bytes past the end of argument 2, which has 16 bytes.*status=True\) tells the line"
    with pytest.warns(LanewiseWarning, match=said):
        core.copies(x, y, 8)
    assert y.tolist() == [1, 2, 3, 4]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        core.copies(x, y, 4)


def test_aie_cpp_load_ports_without_parameters(core) -> None:
    x, y, wire = np.arange(16, dtype=np.int32), np.zeros(16, np.int32), np.zeros(16, np.int64)
    core.loose_ports(x, 16, cascade_out=wire)
    assert np.array_equal(wire, x * 16)
    core.loose_reader(y, 16, cascade_in=wire)
    assert np.array_equal(y, x)
    with pytest.raises(LanewiseError, match="put_mcd: the call has no argument for this port"):
        core.loose_ports(x, 16)
    with pytest.raises(LanewiseError, match="there is no port sideways"):
        core.loose_ports(x, 16, sideways=wire)


def test_aie_cpp_load_streams_as_words(core) -> None:
    x, y = np.arange(1, 9, dtype=np.int16), np.zeros(7, np.int32)
    core.beats(x, y)
    assert y.tolist() == [1 | 2 << 16, 3, 4, 5, 6, 7, 8]
    with pytest.raises(LanewiseError, match="argument 2 has room for 8 values and the kernel wrote 7"):
        core.beats(x, np.zeros(8, np.int32))
    with pytest.raises(LanewiseError, match="argument 2 has room for 6 values and the kernel writes more"):
        core.beats(x, np.zeros(6, np.int32))


def test_aie_cpp_load_kernel_that_never_returns(core) -> None:
    y = np.zeros(4, np.int32)
    core.forever(np.arange(4, dtype=np.int32), y)
    assert y.tolist() == [0, 2, 4, 6]
    with pytest.raises(LanewiseError, match="on hardware it would wait forever"):
        core.forever(np.arange(3, dtype=np.int32), y)


def test_aie_cpp_load_survives_a_crash(core) -> None:
    with pytest.raises(LanewiseError, match="AIE-009 crashes: it reads or writes through a null pointer"):
        core.crashes(np.zeros(4, np.int32))
    with pytest.raises(LanewiseError, match="over_the_end: it goes past the end of argument 1, which has 16 bytes"):
        core.over_the_end(np.zeros(4, np.int32), 5000)
    with pytest.raises(LanewiseError, match="over_the_end: it goes before the start of argument 1"):
        core.over_the_end(np.zeros(4, np.int32), -100)
    assert core.count() == 1


def test_aie_cpp_load_names_of_the_c_library(core) -> None:
    assert core.tgamma(4.0) == core.by_name(4.0) == 5.0


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda k: k.scale_int16(np.zeros(4, np.float32), 4, 1), "argument 1 must be an array of int16, not of"),
        (lambda k: k.scale_int16([1, 2], 2, 1), "argument 1 must be an array of int16, not list"),
        (lambda k: k.scale_int16(np.zeros(4, np.int16), 4), "it takes 3 arguments"),
        (lambda k: k.scale_int16(np.zeros(4, np.int16), 4, 70000), "argument 3 must be a number of type int16"),
        (lambda k: k.native(np.zeros(8, np.int16)), "argument 1 has a C\\+\\+ type that Python cannot give"),
    ],
)
def test_aie_cpp_load_refuses_arguments(core, call, said: str) -> None:
    with pytest.raises(LanewiseError, match=said):
        call(core)


def test_aie_cpp_load_chip_and_file() -> None:
    with pytest.raises(FileNotFoundError):
        aie.load("nowhere.cc", chip="aie")
    for chip in ("ascend910b", "aie9"):
        with pytest.raises(LanewiseError, match=f"{chip} is not a chip of the AI Engine. Known: aie, aie-ml, aie-mlv2"):
            aie.load(SOURCE, chip=chip)


def test_aie_cpp_load_says_what_does_not_compile(tmp_path) -> None:
    file = tmp_path / "broken.cc"
    file.write_text("#include <aie_api/aie.hpp>\nvoid f(int16 *x) {\n  aie::store_v(x, aie::nothing(3));\n}\n")
    with pytest.raises(LanewiseError, match=r"broken\.cc:3") as caught:
        aie.load(file, chip="aie-ml")
    assert "nothing" in str(caught.value)


def test_aie_cpp_load_says_what_nobody_defines(tmp_path) -> None:
    file = tmp_path / "half.cc"
    file.write_text("#include <aie_api/aie.hpp>\nint other(int x);\nvoid f(int32 *x) { x[0] = other(x[0]); }\n")
    with pytest.raises(LanewiseError, match=r"half\.cc:3: error: other\(int\) is declared, but no source defines it"):
        aie.load(file, chip="aie")


def test_aie_cpp_load_defines_and_folders(tmp_path) -> None:
    (tmp_path / "inc").mkdir()
    (tmp_path / "inc" / "gain.h").write_text("static constexpr int gain = GAIN;\n")
    file = tmp_path / "k.cc"
    body = '#ifdef EXTRA\nextern "C" int extra() { return gain; }\n#endif\n'
    file.write_text(f'#include <adf.h>\n#include "gain.h"\n{body}')
    core = aie.load(file, chip="aie-ml", defines={"GAIN": 7, "EXTRA": None}, include_dirs=[tmp_path / "inc"])
    assert core.extra() == 7
    assert dir(aie.load(file, chip="aie-ml", defines=["GAIN=7"], include_dirs=[str(tmp_path / "inc")])) == []


def test_aie_cpp_load_bfloat16_by_bits_or_by_type(core) -> None:
    file = os.path.join(HERE, "ml_kernels.cc")
    x = np.array([-1, 2] * 16, ml_dtypes.bfloat16)
    y = np.zeros(32, ml_dtypes.bfloat16)
    ml = aie.load(file, chip="aie-ml")
    ml.relu(x, y, 32)
    bits = np.zeros(32, np.uint16)
    ml.relu(x.view(np.uint16), bits, 32)
    assert y.astype(float).tolist() == [0, 2] * 16
    assert np.array_equal(bits, y.view(np.uint16))


# --- templates and classes ---


@pytest.fixture(scope="module")
def classes():
    return aie.load(os.path.join(HERE, "classes.cc"), chip="aie-ml")


def test_aie_cpp_load_function_templates(classes) -> None:
    x, y = np.arange(4, dtype=np.int16), np.zeros(4, np.int16)
    f, g = np.arange(4, dtype=np.float32), np.zeros(4, np.float32)
    classes.gained["int16", 7](x, y, 4)
    assert y.tolist() == [0, 7, 14, 21]
    classes.gained(x, y, 4)  # the instance of the file that takes int16
    classes.gained(f, g, 4)
    assert (y.tolist(), g.tolist()) == ([0, 3, 6, 9], [0, 4, 8, 12])
    with pytest.raises(LanewiseError, match=r'rounding_set: it is a template: write rounding_set\["8"\]'):
        classes.rounding_set()
    with pytest.raises(LanewiseError, match="CPP-002"):
        classes.rounding_set["-1"]()


def test_aie_cpp_load_templates_are_on_the_same_core(classes) -> None:
    assert classes.rounding_set["9"]() == 9
    assert classes.rounding_now() == 9


def test_aie_cpp_load_classes(classes) -> None:
    assert {"Counter", "gained", "rounding_now"} <= set(dir(classes))  # what makes itself known, or has an instance
    first, second, y = classes.Counter(10, 5), classes.Counter(), np.zeros(3, np.int32)
    first.count(y, 3)
    assert (y.tolist(), first.next(), second.next()) == ([10, 15, 20], 25, 0)
    assert dir(first) == ["count", "next"]
    with pytest.raises(AttributeError, match="no function is called hidden; there are: count, next"):
        first.hidden()
    with pytest.raises(LanewiseError, match=r"Counter\.count: it takes 2 arguments \(.*\), not 1"):
        first.count(y)


def test_aie_cpp_load_class_templates_keep_their_state(classes) -> None:
    taps, x = np.array([1, 10, 100], np.int32), np.arange(1, 9, dtype=np.int32)
    fir, y = classes.Fir["int32, 3"](taps), np.zeros(8, np.int32)
    fir.run(x[:4], y[:4])
    fir.run(x[4:], y[4:])
    assert y.tolist() == np.convolve(x, taps)[:8].tolist()
    with pytest.raises(LanewiseError, match="Fir: it is a template"):
        classes.Fir(taps)


@pytest.mark.parametrize("name", ["fir3", "same_fir"])
def test_aie_cpp_load_other_names_of_classes(classes, name: str) -> None:
    taps, x, y = np.array([1, 10, 100], np.int32), np.arange(1, 9, dtype=np.int32), np.zeros(8, np.int32)
    getattr(classes, name)(taps).run(x, y)
    assert y.tolist() == np.convolve(x, taps)[:8].tolist()


def test_aie_cpp_load_inherited_functions(classes) -> None:
    x, y = np.arange(4, dtype=np.int16), np.zeros(4, np.int16)
    for one in (classes.quad(5), classes.Quad["int16"](5)):  # with the constructor of a base
        one.run(x, y)
        assert y.tolist() == [0, 5, 10, 15]
        assert (one.tag(), one.width(), one.code()) == (7, 4, 2)
        one.move(y, 9)
        assert y[0] == 9
        one.move(y)
        assert y[0] == -1
    assert dir(classes.Hiding()) == ["gain"]  # its base is private
    assert classes.Hiding().gain() == 3


def test_aie_cpp_load_instances_of_the_file(classes) -> None:
    assert classes.Ready().size() == 12
    assert classes.Ready["5"]().size() == 5
    x, y = np.arange(4, dtype=np.int16), np.zeros(4, np.int16)
    classes.doubled(x, y, 4)
    assert y.tolist() == [0, 2, 4, 6]
    assert {"Ready", "doubled"} <= set(dir(classes))


# --- several cores at once ---


def test_aie_cpp_load_cascade_between_running_kernels() -> None:
    x, y = np.arange(64, dtype=np.int32) * 1000, np.zeros(64, np.int32)
    first, second = aie.load(SOURCE, chip="aie"), aie.load(SOURCE, chip="aie")
    link = aie.Cascade("acc48", name="wire")

    def head(link) -> None:
        first.loose_ports(x, 64, cascade_out=link)

    def tail(link) -> None:
        second.loose_reader(y, 64, cascade_in=link)

    aie.run((head, link), (tail, link), chip="aie")
    assert np.array_equal(x, y)


def test_aie_cpp_load_deadlock_names_the_waiting() -> None:
    first, second = aie.load(SOURCE, chip="aie"), aie.load(SOURCE, chip="aie")
    a, b = aie.Stream("int16", name="a"), aie.Stream("int32", name="b")
    with pytest.raises(LanewiseError, match="beats waits for data in stream a"):
        aie.run((first.beats, a, b), (second.loose_reader, np.zeros(8, np.int32), 0), chip="aie")


@pytest.mark.parametrize(("kernel", "value", "said"), [
    ("endless", 0, "it computes for more than 0.2 s: an endless loop, or give aie.load a longer timeout"),
    ("asserts", 0, r"assert\(x\[1\] > x\[0\]\) does not hold"),
    ("aborts", 0, "it called abort"),
    ("aborts", 3, r"it calls exit\(3\)"),
    ("throws", 0, "it throws something that is no std::exception"),
    ("recursive", 0, "its stack is full: large arrays, or a function that calls itself for ever"),
])  # fmt: skip
def test_aie_cpp_load_ends_a_kernel_that_does_not_come_back(kernel: str, value: int, said: str) -> None:
    """One line that names the kernel's own, and Python goes on."""
    core = aie.load(SOURCE, chip="aie", timeout=0.2)
    for _ in range(2):
        with pytest.raises(LanewiseError, match=f"AIE-009 {kernel}: {said}") as problem:
            getattr(core, kernel)(np.full(4, value, np.int32))
        assert problem.value.where is not None
        file, line = problem.value.where
        if kernel != "throws":  # an exception does not say where it came from
            with open(SOURCE, encoding="utf-8") as source:
                text = source.read().split("\n")[line - 1]
            assert (file, f"// {kernel}" in text) == (SOURCE, True)
    assert core.count() == 1


def test_aie_cpp_load_kernel_may_wait_longer_than_it_may_compute() -> None:
    """The limit is one of computing: who waits for another kernel is not slow."""
    core, y = aie.load(SOURCE, chip="aie", timeout=0.1), np.zeros(4, np.int32)

    def slow(out: aie.Stream) -> None:
        time.sleep(0.3)
        for i in range(4):
            out.write(i)

    link = aie.Stream("int32", name="late")
    aie.run((core.relay, link, y), (slow, link), chip="aie")
    assert y.tolist() == [0, 1, 2, 3]


def test_aie_cpp_load_warns_at_the_line_of_the_kernel(core) -> None:
    x, y = np.arange(64, dtype=np.int16), np.zeros(64, np.int16)
    with pytest.warns(LanewiseWarning, match="byte 54 of argument 1") as seen:
        core.at_an_odd_place(x, 27, y)
    with open(SOURCE, encoding="utf-8") as source:
        line = source.read().split("\n")[seen[0].lineno - 1]
    assert (seen[0].filename, "load_v<16>(x + from)" in line) == (SOURCE, True)


def test_aie_cpp_load_named_cascades_carry_lanes_of_their_own_type(core) -> None:
    x = np.arange(16, dtype=np.int32)
    with pytest.raises(LanewiseError, match=r"cascade_out must be an array of int64 for lanes.*not of int32"):
        core.loose_ports(x, 16, cascade_out=np.zeros(16, np.int32))
    with pytest.raises(LanewiseError, match="cascade_in must be an array, not list"):
        core.loose_reader(x.copy(), 16, cascade_in=[1, 2])
    floats = np.ones(16, np.float32)
    with pytest.raises(LanewiseError, match="float32 and the kernel's lanes are integers: give it an array of int64"):
        core.loose_reader(x.copy(), 16, cascade_in=floats)
