"""The least cycles of kernels: what they ask of each unit is counted while they run, alike in C++ and in Python."""

from __future__ import annotations

import dataclasses
import os
import re
from pathlib import Path

import ml_dtypes
import numpy as np
import pytest

from compiled import needs_compiler
from lanewise import aie
from lanewise.cpp.compiler import LIBRARY_CALLS
from lanewise.errors import LanewiseError
from lanewise.isa.aie.catalogue import operations
from lanewise.isa.aie.record import TIMINGS
from lanewise.timing.numbers import numbers
from lanewise.timing.units import Tally, time

SOURCE = os.path.join(os.path.dirname(__file__), "cpp", "timed.cc")
QUICK = ("-O0",)  # what is counted is what the kernel says, however it is compiled
N = 1024
X = np.arange(N, dtype=np.int16)


@pytest.fixture(scope="module")
def ml():
    return aie.load(SOURCE, chip="aie-ml", timing=True, flags=QUICK)


@needs_compiler
@pytest.mark.parametrize("name", ["scale", "scale_pointers"])
def test_loads_and_stores_are_counted_by_call_and_by_pointer(ml, name: str) -> None:
    y = np.zeros(N, np.int16)
    kernel = getattr(ml, name)
    kernel(X, y, N)
    assert (y == 3 * X).all()
    took = kernel.time()
    words = N * 16 // 256
    assert took.tally == Tally({(16, 16): N}, results=32 * N, loads=words, stores=words, chain=1)
    assert took.units == {"multiplier": N / 32, "loads": words / 2, "stores": words}
    assert took.cycles == 7 + words
    assert took.bound == "stores"
    assert str(took).startswith("at least 71 cycles on aie-ml, bound by stores")


@needs_compiler
def test_operations_without_a_record_of_their_own_are_counted(ml) -> None:
    """A call has 262,144 records; those behind them are counted by what they ask for."""
    n = 32 * 100_000
    x, y = np.ones(n, np.int16), np.zeros(n, np.int16)
    ml.scale(x, y, n)
    words = n * 16 // 256
    took = ml.scale.time()
    assert took.tally == Tally({(16, 16): n}, results=32 * n, loads=words, stores=words, chain=1)
    assert took.cycles == 7 + words
    assert ml.scale.trace().more == 4 * n // 32 - 2**18


@needs_compiler
def test_loads_of_sparse_vectors_leave_records(ml) -> None:
    """Half as many bytes as the lanes have, for each."""
    groups = np.zeros((6, 12), np.int8)  # 64 bits that say which bytes are there, and a word of them
    groups[:, 0], groups[:, 8] = 1, np.arange(1, 7)
    y = np.zeros(3 * 128, np.int8)
    ml.unpacked(groups.reshape(-1), y, 3)
    assert (y.reshape(6, 64)[:, 0] == np.arange(1, 7)).all()
    assert np.count_nonzero(y) == 6
    trace = ml.unpacked.trace()
    assert [(one.name, one.types, one.lanes, one.bytes) for one in trace] == [
        ("load_v", ("int8",), 128, 64), ("store_v", ("int8",), 128, 128)] * 3  # fmt: skip
    assert [one.after for one in trace if one.name == "store_v"] == [(0,), (2,), (4,)]
    assert (ml.unpacked.time().tally.loads, ml.unpacked.time().tally.stores) == (6, 12)


@needs_compiler
def test_templates_and_objects_are_counted(ml) -> None:
    y = np.zeros(N, np.int16)
    for kernel in (ml.scaled["3"], ml.Gain(3).run):
        kernel(X, y, N)
        assert (y == 3 * X).all()
        assert kernel.time().cycles == 71
    gain = ml.Gain(1)
    gain.run(X, y, 32)
    assert gain.run.time().tally.stores == 2


@needs_compiler
def test_chains_into_one_accumulator_are_followed(ml) -> None:
    y = np.zeros(1, np.int32)
    x = np.ones(320, np.int16)
    ml.squares(x, y, 320)
    assert (y[0], ml.squares.time().tally.chain) == (320, 20)
    ml.squares_twice(x, y, 320)
    assert (y[0], ml.squares_twice.time().tally.chain) == (320, 10)
    ml.matrices(x[:16].copy(), x[:16].copy(), np.zeros(16, np.int16), 7)
    assert ml.matrices.time().tally.chain == 7
    assert ml.matrices.time().tally.products == {(16, 16): 7 * 64}


@needs_compiler
@pytest.mark.parametrize("timing", [True, False])
def test_accumulators_lie_in_memory_as_ever_where_time_is_counted(ml, timing: bool) -> None:
    kernels = ml if timing else aie.load(SOURCE, chip="aie-ml", flags=QUICK)
    x, seen = np.arange(16, dtype=np.int16), np.zeros(3, np.int64)
    kernels.bytes_of_a_sum(x, seen)
    assert seen.tolist() == [128, 128, 2 * 5 * 5]
    if timing:
        assert kernels.bytes_of_a_sum.time().tally.chain == 3


@needs_compiler
def test_chains_end_where_a_new_sum_begins(ml) -> None:
    x, y = np.arange(16, dtype=np.int16), np.zeros(16, np.int16)
    ml.sums_in_one_place(x, y, 9)
    assert (y == x + x * x).all()
    assert ml.sums_in_one_place.time().tally.chain == 1


@needs_compiler
def test_float_chains_wait_for_their_adder(ml) -> None:
    ones, y = np.ones(256, ml_dtypes.bfloat16), np.zeros(16, np.float32)
    ml.dot(ones, ones, y, 256)
    took = ml.dot.time()
    assert y.tolist() == [16.0] * 16
    assert took.tally.float_chain == 16
    # A load, fifteen more sums three cycles apart, the last one's six, then srs and a store.
    assert (took.chain, took.bound, took.cycles) == (48, "chain of results", 7 + 45 + 6 + 1 + 1)


@needs_compiler
def test_first_generation_filter_takes_four_cycles_an_output() -> None:
    kernel = aie.load(SOURCE, chip="aie", timing=True, flags=QUICK).fir
    n = 64
    x, taps, y = (np.zeros((k, 2), np.int16) for k in (n + 40, 32, n))
    kernel(x, taps, y, n)
    took = kernel.time()
    assert took.tally.products == {(16, 16): 4 * 32 * n}
    assert took.units["multiplier"] == 4 * n


@needs_compiler
def test_nothing_is_counted_unless_asked() -> None:
    kernel = aie.load(SOURCE, chip="aie-ml", flags=QUICK).scale
    kernel(X, np.zeros(N, np.int16), N)
    with pytest.raises(LanewiseError, match="load its file with timing=True"):
        kernel.time()


@needs_compiler
def test_time_needs_a_call() -> None:
    with pytest.raises(LanewiseError, match="it was not called yet"):
        aie.load(SOURCE, chip="aie-ml", timing=True, flags=QUICK).scale.time()


@needs_compiler
@pytest.mark.parametrize("name", ["inverses", "roots"])
def test_time_of_elementary_functions_is_a_lane_a_cycle_at_least(ml, name: str) -> None:
    x, y = np.arange(1, 129, dtype=np.float32), np.zeros(128, np.float32)
    kernel = getattr(ml, name)
    kernel(x, y, 128)
    took = kernel.time()
    assert took.units["functions"] == 128
    assert took.bound == ("functions" if name == "inverses" else "stores")  # 128 words, one by one
    assert took.as_written > took.cycles >= 128
    if name == "inverses":
        assert "if assumed rates hold" in str(took).splitlines()[0]  # they are not published
    with aie.core("aie-ml", trace=True) as core:
        for i in range(0, 128, 16):
            aie.inv(aie.load_v(x, 16, i))
    assert core.time().units["functions"] == 128


def test_what_has_no_rate_is_named() -> None:
    took = time("aie-ml", Tally(floats=100))
    assert took.cycles == 0
    assert "100 products of float: in no total" in str(took)
    assert time("aie", Tally(floats=100)).cycles == 100 / 8


NOTHING_COUNTED = {"type", "utility", "block float", "lookup", "iterator", "memory", "window", "configuration", "mode",
                   "lazy operand", "adf/stream", "init"}  # fmt: skip


def test_every_operation_takes_a_slot_or_nothing_that_is_counted() -> None:
    assert {one.family for one in operations().values() if not one.timing} == NOTHING_COUNTED
    free = {one.name for one in operations().values() if not one.timing and one.family in ("memory", "window")}
    assert free == {"floor_pointer", "cyclic_add", "byte_incr", "sparse_vector", "sparse_pack", "window_incr",
                    "window_decr", "window_size", "window_acquire", "window_release"}  # fmt: skip
    with pytest.raises(ValueError, match="no core knows: divider"):
        dataclasses.replace(operations()["add"], timing="divider")


RATES = ("loads", "stores", "alu", "moves", "functions", "product_bits", "result_bits", "stream_words")


def test_latencies_and_rates_of_slots_are_known_everywhere() -> None:
    ports = {"stream_in", "stream_out", "cascade", "", "multiply_lanes"}
    for chip in ("aie", "aie-ml", "aie-mlv2"):
        facts = numbers(chip, "aie").facts
        assert {f"unit.{name}_latency" for name in TIMINGS if name not in ports} <= set(facts)
        assert all(facts[f"unit.{n}"].value > 0 for n in RATES)


def test_floats_of_the_first_generation_take_the_slot_of_their_record() -> None:
    x = np.arange(16, dtype=np.float32)
    with aie.core("aie", trace=True) as core:
        v = aie.load_v(x, 8)
        for _ in range(5):
            v = aie.fpmax(v, v)
    took = core.time()
    assert (took.units["multiplier"], took.units["vector ALU"]) == (0, 5)
    assert took.path == 1 + 5  # a load, of which no latency is documented, and five results one after the other


def test_assumed_rates_are_named() -> None:
    stores = Tally(loads=2, stores=64)
    assert str(time("aie-ml", stores)).startswith("at least 71 cycles on aie-ml, bound by stores")
    disputed = time("aie-ml", Tally({(16, 16): 64**3}))
    assert str(disputed).startswith("at least 2,048 cycles on aie-ml, if assumed rates hold")
    assert disputed.cycles <= 2535  # published: a lower end lies below
    assert list(disputed.assumed) == ["products_16"]
    assert "rests on assumptions: products_16 (" in str(disputed)
    assert str(time("aie-mlv2", stores)).startswith("at least 32 cycles on aie-mlv2, if assumed rates hold")
    assert str(time("aie", Tally(stores=64))).startswith("at least 64 cycles on aie, bound by stores")


def test_latencies_that_nobody_documents_are_in_no_least_time() -> None:
    """Published: 1,024 cycles for a filter that asks for 1,024 of the multiplier."""
    took = time("aie", Tally({(16, 16): 32 * 1024}, loads=64))
    assert (took.first, took.cycles) == (0, 1024)


@needs_compiler
def test_time_of_a_loop_without_pragma(ml) -> None:
    """Published: 15 cycles an iteration and 15 more for 32 of load, multiply, srs and store."""
    x, y = np.arange(512, dtype=np.int16), np.zeros(512, np.int16)
    ml.one_by_one(x, y, 512)
    assert ml.one_by_one.time().as_written == 32 * 15 + 15
    ml.overlapped(x, y, 512)
    assert ml.overlapped.time().as_written == 32 + 15
    assert ml.one_by_one.time().cycles == ml.overlapped.time().cycles == 7 + 32
    assert "about 495 with its loops as they are written, without arithmetic on single" in str(ml.one_by_one.time())


@needs_compiler
def test_time_of_streams_is_a_word_a_cycle(ml) -> None:
    ml.passed_on(np.arange(100, dtype=np.int32), np.zeros(100, np.int32), 100)
    took = ml.passed_on.time()
    assert (took.units["stream in"], took.units["stream out"], took.cycles) == (100, 100, 100)


@needs_compiler
@pytest.mark.parametrize("flags", [(), QUICK])
def test_time_of_scalar_code_has_its_loads_and_stores(flags) -> None:
    """Words of 32 bits, which hold two of these elements, are the least; published for 1024: about 10 an element."""
    kernel = aie.load(SOURCE, chip="aie-ml", timing=True, flags=flags).one_after_the_other
    x, y = np.arange(256, dtype=np.int16), np.zeros(256, np.int16)
    kernel(x, y, 3, 256)
    assert (y == 3 * x).all()
    took = kernel.time()
    assert (took.tally.scalar_loads, took.tally.scalar_stores) == (128, 128)
    assert (took.units["loads"], took.units["stores"], took.cycles) == (64, 128, 7 + 128)
    assert took.as_written == 256 * (7 + 1) + (7 + 1)
    assert kernel.trace().counts == {"scalar_load": 256, "scalar_store": 256}


@needs_compiler
@pytest.mark.parametrize("flags", [(), QUICK])
def test_time_of_scalar_code_has_functions_of_the_library(flags) -> None:
    """Of any type and name; one in a cycle at most, which nobody has published."""
    kernel = aie.load(SOURCE, chip="aie-ml", timing=True, flags=flags).of_the_library
    x, y = np.linspace(0.1, 2, 64, dtype=np.float32), np.zeros(64, np.float32)
    kernel(x, y, 64)
    np.testing.assert_allclose(y, np.exp(x) + np.sin(x) * x**1.5, rtol=1e-6)
    took = kernel.time()
    assert (took.units["functions"], took.cycles, took.bound) == (3 * 64, 7 + 3 * 64, "functions")
    assert "if assumed rates hold" in str(took)
    counts = kernel.trace().counts
    assert {name: counts[name] for name in ("expf", "sinf", "pow")} == dict.fromkeys(("expf", "sinf", "pow"), 64)


def test_functions_of_the_library_are_those_that_the_linker_leads_to_us() -> None:
    header = (Path(__file__).parents[2] / "include/lanewise/aie/library_calls.h").read_text()
    names = re.findall(r"^LANEWISE_AIE_OF_(?:ONE|TWO)\((\w+)\)", header, re.MULTILINE)
    assert {*LIBRARY_CALLS} == {name + kind for name in names for kind in ("", "f")}


@needs_compiler
def test_time_knows_two_ports_of_streams_and_both_cascades() -> None:
    kernels = aie.load(SOURCE, chip="aie", timing=True, flags=QUICK)
    words = np.arange(64, dtype=np.int32)
    kernels.two_streams(words, words, np.zeros(64, np.int32), 64)
    took = kernels.two_streams.time()
    assert (took.units["stream in"], took.units["stream out"]) == (64, 64)
    kernels.both_cascades(np.zeros(16, np.int64), np.zeros(16, np.int64), 2)
    assert kernels.both_cascades.time().tally.cascade == 16 * 48


@needs_compiler
def test_time_of_the_vector_alu(ml) -> None:
    ml.largest(X, np.zeros(32, np.int16), N)
    took = ml.largest.time()
    assert took.units["vector ALU"] == 3 * (N // 32 - 1)
    assert took.bound == "vector ALU"
    assert str(took).startswith("at least 100 cycles on aie-ml, if assumed rates hold")


@needs_compiler
def test_time_of_windows(ml) -> None:
    ml.windows(X, np.zeros(N, np.int16), N)
    assert (ml.windows.time().tally.loads, ml.windows.time().tally.stores) == (64, 64)


@needs_compiler
def test_time_of_windows_read_one_by_one(ml) -> None:
    """As for a pointer: words of 32 bits, each once."""
    kernel, y = ml.samples, np.zeros(32, np.int16)
    kernel(np.arange(32, dtype=np.int16), y)
    assert y.tolist() == [n + 1 for n in range(32)]
    assert (kernel.time().tally.scalar_loads, kernel.time().tally.scalar_stores) == (16, 16)


@needs_compiler
@pytest.mark.parametrize(
    ("name", "kind", "result", "size", "published"),
    [("product64", np.int8, np.int16, 64, 2089), ("product32", np.int32, np.int32, 32, 4978)],
)
def test_time_of_published_matrix_products_lies_between(ml, name: str, kind, result, size: int, published: int) -> None:
    a, b = (np.zeros(size * size, kind) for _ in "ab")
    kernel = getattr(ml, name)
    kernel(a, b, np.zeros(size * size, result))
    took = kernel.time()
    assert published / 2 < took.cycles <= published <= took.as_written < 3 * published


@needs_compiler
def test_time_of_published_words_by_a_word_lies_between(ml) -> None:
    """Products of words lane by lane wait for their own parts: 339 cycles were published for 1024 of them."""
    x, y = np.arange(1024, dtype=np.int32), np.zeros(1024, np.int32)
    ml.scale_words(x, y, 3, 1024)
    assert (y == 3 * x).all()
    took = ml.scale_words.time()
    assert 339 / 3 < took.cycles <= 339 <= took.as_written < 2 * 339


def scaled(core: aie.Core, y: np.ndarray) -> None:
    with core:
        for i in range(0, N, 32):
            aie.store_v(y, aie.mul(aie.load_v(X, 32, i), 3).to_vector("int16", 0), i)


def test_python_kernels_are_counted_like_those_in_cpp() -> None:
    core, y = aie.core("aie-ml", trace=True), np.zeros(N, np.int16)
    scaled(core, y)
    words = N * 16 // 256
    assert (y == 3 * X).all()
    assert core.time().tally == Tally({(16, 16): N}, results=32 * N, loads=words, stores=words, chain=1)
    assert (core.time().cycles, core.time().as_written) == (71, 527)
    scaled(core, y)
    (call,) = core.calls
    assert (call.kernel, call.file, call.count) == ("scaled", __file__, 2)
    assert sum(one.count for one in call.asked) == 4 * N // 32


def test_python_iterators_load_and_chains_are_followed() -> None:
    data = np.arange(64, dtype=np.int16)
    with aie.core("aie-ml", trace=True) as core:
        acc = aie.zeros("acc64", 16)
        for v in aie.begin_vector(data, 16):
            acc = aie.mac(acc, v, v)
        tile = aie.mmul(4, 4, 4, "int16", "int16")
        for _ in range(7):
            tile.mac(aie.load_v(data, 16), aie.load_v(data, 16))
    assert core.time().tally == Tally(
        {(16, 16): 64 + 7 * 64}, results=64 * 64 + 7 * 16 * 32, loads=4 + 14, chain=7
    )  # fmt: skip


def test_python_float_products_and_complex_ones() -> None:
    ones = np.ones(16, ml_dtypes.bfloat16)
    with aie.core("aie-ml", trace=True) as core:
        acc = aie.zeros("accfloat", 16)
        for _ in range(3):
            acc = aie.mac(acc, aie.vector(ones), aie.vector(ones))
        aie.mul(aie.vector(np.ones((8, 2), np.int16)), aie.vector(np.ones((8, 2), np.int16)))
    assert core.time().tally == Tally(
        {(16, 16): 4 * 8}, small_floats=48, results=3 * 16 * 32 + 8 * 2 * 64, chain=1, float_chain=3
    )  # fmt: skip


def test_python_links_move_words() -> None:
    def first(source: aie.Stream, link: aie.Cascade) -> None:
        v = source.read_v(8)
        link.put(aie.mul(v, v))

    def second(link: aie.Cascade, block: aie.Block, out: aie.Stream) -> None:
        out.write(link.get(8).to_vector("int16", 1))
        block.writeincr(block.readincr_v(8))

    x = np.arange(8, dtype=np.int16)
    link, out = aie.Cascade("acc48"), aie.OutputStream("int16")
    buffer = aie.OutputBuffer("int16", 16)
    cores = aie.run((first, aie.Stream("int16", x), link), (second, link, buffer.output, out), chip="aie", trace=True)
    assert cores[0].time().tally == Tally({(16, 16): 8}, results=8 * 48, chain=1, stream_in=4, cascade=8 * 48)
    assert cores[1].time().tally == Tally({}, loads=1, stores=1, stream_out=4, cascade=8 * 48)
    assert [core.calls[0].kernel for core in cores] == ["first", "second"]


def test_a_core_that_counts_nothing_says_so() -> None:
    with pytest.raises(LanewiseError, match="make the core with trace=True"):
        aie.core("aie").time()
    with pytest.raises(LanewiseError, match="nothing was asked in a `with`"):
        aie.core("aie", trace=True).time()


@needs_compiler
def test_filters_have_the_same_products_in_both_languages(ml) -> None:
    taps, y, again = np.arange(16, dtype=np.int16), np.zeros(8, np.int16), np.zeros(8, np.int16)
    ml.filters(X[:32].copy(), taps, y)
    with aie.core("aie-ml", trace=True) as core:
        data, coeff = aie.load_v(X, 32), aie.load_v(taps, 16)
        acc = aie.sliding_mul(coeff, data, 8, 8)
        aie.store_v(again, aie.sliding_mul_sym(coeff, data, points=8, acc=acc).to_vector("int16", 4))
    assert (y == again).all()
    assert core.time().tally == ml.filters.time().tally
    assert core.time().tally.products == {(16, 16): 8 * 8 + 8 * 4}
