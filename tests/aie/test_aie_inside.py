"""Names and forms that published kernels use besides the documented ones, by numbers that numpy or Python gives."""

from __future__ import annotations

import os

import ml_dtypes
import numpy as np
import pytest
from fixed_oracle import srs

from compiled import needs_compiler
from lanewise import aie
from lanewise.aie.load import load
from lanewise.errors import LanewiseError

SOURCE = os.path.join(os.path.dirname(__file__), "cpp", "inside.cc")
pytestmark = needs_compiler
LATER = ["aie-ml", "aie-mlv2"]
BF16 = ml_dtypes.bfloat16


@pytest.fixture(scope="module", params=["aie", *LATER])
def kernels(request):
    return load(SOURCE, chip=request.param)


@pytest.fixture(scope="module", params=LATER)
def later(request):
    return load(SOURCE, chip=request.param)


@pytest.fixture
def random():
    return np.random.default_rng(31)


def test_aie_inside_vectors_without_a_size_have_512_bits(kernels) -> None:
    out = np.zeros(5, np.int32)
    kernels.default_sizes(out)
    assert out.tolist() == [64, 32, 16, 16, 16 + 64]


def test_aie_inside_zero_is_a_number(kernels) -> None:
    c, f, i = np.ones((1, 2), np.int16), np.ones(1, np.float32), np.ones(1, np.int16)
    kernels.scalar_zeros(c, f, i)
    assert not c.any()
    assert not f.any()
    assert not i.any()


def test_aie_inside_loops_written_out(kernels) -> None:
    out = np.zeros(26, np.int32)
    kernels.unrolled(out)
    want = [0, 1, 4, 9, 1, 5, 9, 5, 3, 1, 77, 77, 77, 100, 101]
    want += [10 * y + x for y in range(2) for x in (4, 2)] + [1000 * y + x for y in range(2) for x in range(3)]
    assert out.tolist() == want + [0] * (26 - len(want))


def test_aie_inside_assertions(kernels) -> None:
    x = np.array([1, 1, 1, 1], np.int32)
    kernels.asserted(x)
    assert x[0] == 2
    for i in range(4):
        bad = np.ones(4, np.int32)
        bad[i] = -1
        with pytest.raises(LanewiseError, match=r"inside\.cc"):
            kernels.asserted(bad)


def test_aie_inside_concat(kernels, random) -> None:
    x, y = random.integers(-2000, 2000, 16).astype(np.int16), np.zeros(96, np.int16)
    kernels.joined(x, y)
    a, b = x[:8], x[8:]
    assert y.reshape(6, 16).tolist() == [
        [*a, *b], [*b, *a], [*a, *b], [*(a * 2), *(b * 4)], [*(b * 4), *(a * 2)], [*a, *b],
    ]  # fmt: skip


def test_aie_inside_a_scalar_may_stand_first(kernels, random) -> None:
    x, y = random.integers(-99, 99, 8).astype(np.int32), np.zeros(24, np.int32)
    kernels.scalars_first(x, y)
    assert y.reshape(3, 8).tolist() == [(100 - x).tolist(), (12 & x).tolist(), (5 + x).tolist()]


def test_aie_inside_elements_are_values(kernels) -> None:
    x, y = np.array([3, 4, 5, 6, 13, -2, 0, 9], np.int32), np.zeros(15, np.int32)
    kernels.elements(x, y)
    assert y.tolist() == [0, 0, 1, 1, 0, 1, 7, 2, 8, 13 & 6, 13 | -2, 13 ^ 3, 52, 6, -14]


def test_aie_inside_complex_parts(kernels, random) -> None:
    x = random.integers(-3000, 3000, (8, 2)).astype(np.int16)
    y, z, w = np.zeros(16, np.int16), np.zeros((8, 2), np.int16), np.zeros((8, 2), np.int32)
    kernels.parts(x, y, z, w)
    assert y.tolist() == [*x[:, 0], *x[:, 1]]
    assert np.array_equal(z, x[:, ::-1])
    assert np.array_equal(w, x[:, ::-1].astype(np.int32) * 8)


def test_aie_inside_shift_obeys_the_modes(kernels, random) -> None:
    x, y = random.integers(-32768, 32768, 16).astype(np.int16), np.zeros(48, np.int16)
    kernels.shifted(x, y)
    assert y[:16].tolist() == [srs(int(v), 2, "conv_even", "saturate", 16) for v in x]
    assert y[16:32].tolist() == [srs(int(v) * 8, 1, "conv_even", "saturate", 16) for v in x]
    assert y[32:].tolist() == x.reshape(2, 8).T.reshape(-1).tolist()


def test_aie_inside_ring(kernels) -> None:
    x, y = np.arange(10, 16, dtype=np.int16), np.zeros(9, np.int16)
    kernels.around(x, y)
    assert y.tolist() == [10, 11, 12, 13, 14, 15, 10, 11, 12]


def test_aie_inside_vectors_in_line(kernels) -> None:
    x, y = np.arange(32, dtype=np.int16), np.zeros(8, np.int16)
    kernels.in_line(x, y)
    assert y.tolist() == list(range(8, 16))


def test_aie_inside_to_fixed_with_both_arguments(kernels) -> None:
    x = np.array([1.25, -2.5, 100, 0, -0.25, 7.75, 3, -9], np.float32)
    given, y = x.copy(), np.zeros(16, np.int16)
    kernels.fixed(given, y)
    assert y.reshape(2, 8).tolist() == [(x * 4).astype(int).tolist()] * 2
    assert np.array_equal(given, x)


def test_aie_inside_bare_reciprocals(kernels) -> None:
    x, y = np.array([2.5], np.float32), np.zeros(6, np.float32)
    kernels.reciprocals(x, y)
    root, inverse, square = (np.float32(v) for v in (1 / np.sqrt(2.5), 1 / 2.5, np.sqrt(2.5)))
    assert y.tolist() == [root, inverse, root, root, square, square]


def test_aie_inside_what_one_compiler_refuses_another_takes(monkeypatch) -> None:
    monkeypatch.delenv("CXX", raising=False)
    x = np.array([20, 1], np.int32)
    load(os.path.join(os.path.dirname(SOURCE), "later_standard.cc"), chip="aie").without_typename(x)
    assert x[0] == 42


@pytest.mark.parametrize("name", ["registers_of_the_tile", "written_registers"])
def test_aie_inside_registers_of_the_tile_are_refused(kernels, name: str) -> None:
    with pytest.raises(LanewiseError, match="registers of the tile are not part of this machine"):
        getattr(kernels, name)(np.zeros(1, np.int32))


# --- the first generation ---


def test_aie_inside_zipped_halves(random) -> None:
    x, y = random.integers(-60000, 60000, 16).astype(np.int32), np.zeros(32, np.int16)
    load(SOURCE, chip="aie").zipped(x, y)
    down = [srs(int(v), 1, "floor", "none", 16) for v in x]
    want = [v for pair in zip(down[:8], down[8:], strict=True) for v in pair]
    assert y.reshape(2, 16).tolist() == [want, want]
    with aie.core("aie"):
        assert aie.to_vector_zip(aie.accum(x, "acc48"), "int16", 1).data.tolist() == want


def test_aie_inside_everything_by_arguments(random) -> None:
    x = random.integers(-99, 100, (8, 2)).astype(np.float32)  # whole numbers: no rounding decides
    y, won = np.zeros(32, np.float32), np.zeros(2, np.int32)
    load(SOURCE, chip="aie").complex_product(x, y, won)
    a, b = (x[i : i + 4, 0] + 1j * x[i : i + 4, 1] for i in (0, 4))
    want = np.stack([(a * b).real, (a * b).imag], -1).reshape(-1)
    assert np.array_equal(y[:8], want)
    assert np.array_equal(y[8:16], want)
    first, second = x[:4].reshape(-1), x[4:].reshape(-1)
    assert np.array_equal(y[16:24], np.minimum(first, second))
    assert np.array_equal(y[24:], np.maximum(np.abs(first), second))
    assert won.tolist() == [sum(1 << i for i in range(8) if f[i]) for f in (second < first, second >= np.abs(first))]
    with aie.core("aie"):
        wide, right = aie.vector(x.reshape(-1)), aie.vector(second)
        one, _ = aie.fpmul_conf(wide, 0, 0x66442200, right, 0, 0x76543210, False, False, 0, 0)
        two, _ = aie.fpmac_conf(one, wide, 0, 0x77553311, right, 0, 0x67452301, False, False, 3, 0)
        assert np.array_equal(two.data, want)
        least, bits = aie.fpmac_conf(right, wide, 0, 0x76543210, right, 0, 0, True, False, 0, 0, 1)
        assert bits == won[0]
        assert np.array_equal(least.data, y[16:24])


# --- later generations ---


def test_aie_inside_one_register_read_as_another(later, random) -> None:
    x = random.integers(-(2**31), 2**31, 32).astype(np.int32)
    halves, y = np.zeros(96, np.int16), np.zeros(96, np.int32)
    halves[:16] = random.integers(-(2**15), 2**15, 16)
    given = halves[:16].copy()
    later.reinterpreted(x, halves, y)
    assert y[:32].tolist() == x.tolist()
    assert y[32:48].tolist() == x[:16].tolist() == y[48:64].tolist()
    assert halves[16:32].tolist() == given.tolist()
    assert halves[32:64].tolist() == [*given, *given]
    assert halves[64:].tolist() == x[:16].view(np.int16).tolist()
    assert y[64:80].tolist() == (x[:16].astype(np.int64) * 4).astype(np.int32).tolist()
    assert y[80:].tolist() == x[:16].tolist()
    with aie.core("aie-ml"):
        kept = aie.from_vector(aie.vector(x.view(np.float32), "float"), "acc32")
        assert kept.to_vector("float").data.view(np.int32).tolist() == x.tolist()


def test_aie_inside_float_accumulators_become_what_they_are_put_into(later, random) -> None:
    x = random.uniform(-9, 9, 16).astype(BF16)
    y, z = np.zeros(64, np.float32), np.zeros(128, BF16)
    later.floats_of(x, y, z)
    wide = x.astype(np.float32)
    assert np.array_equal(y.reshape(4, 16), [wide, wide, np.full(16, 2.5), wide])
    assert z[:16].tolist() == x.tolist() == z[16:32].tolist()
    doubled, ones = np.concatenate([x, x]), np.ones(32, BF16)
    ones[4:8] = doubled[20:24]
    assert z[32:64].tolist() == ones.tolist()
    assert z[64:96].tolist() == np.tile(doubled[20:24], 8).tolist()
    assert z[96:].tolist() == np.concatenate([doubled, ones])[3:35].tolist()


def test_aie_inside_small_matrices(later, random) -> None:
    a, b = (random.integers(-9, 10, s).astype(BF16) for s in ((4, 8), (8, 4)))
    c = np.zeros((4, 4), np.float32)
    later.small_matrices(a.reshape(-1), b.reshape(-1), c)
    assert np.array_equal(c, 2 * a.astype(np.float32) @ b.astype(np.float32))


def test_aie_inside_products_of_four_registers(later, random) -> None:
    a, b = random.integers(-(2**31), 2**31, (2, 2, 16)).astype(np.int32)
    y = np.zeros(48, np.int32)
    later.long_products(a.reshape(-1), b.reshape(-1), y)

    def low(i: int, times: int, both: bool) -> int:
        total = times * sum(int(a[k, i]) * int(b[k, i]) for k in range(2 if both else 1))
        return (total + 2**31) % 2**32 - 2**31

    want = [[low(i, *how) for i in range(16)] for how in ((1, True), (1, False), (2, True))]
    assert y.reshape(3, 16).tolist() == want
    with aie.core("aie-ml"):
        given = [aie.vector(v) for v in (*a, *b)]
        assert aie.mul_elem_16_2(*given).to_vector("int32").data.tolist() == want[0]


def test_aie_inside_lookups_of_two_tables_are_refused(later) -> None:
    with pytest.raises(LanewiseError, match=r"load_lut_2x_int8: .* use aie::parallel_lookup"):
        later.looked_up(np.zeros(16, np.int32), np.zeros(64, np.int8), np.zeros(64, np.int8))


def test_aie_inside_elements_of_bfloat16_compare(later) -> None:
    x, y = np.array([1, 3] + [0] * 14, BF16), np.zeros(5, np.int32)
    later.compared(x, y)
    assert y.tolist() == [1, 1, 1, 0, 1]
    later.barrier()
