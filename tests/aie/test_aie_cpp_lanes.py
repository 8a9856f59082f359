"""First-generation addressing through the intrinsics' own arguments, against Python integers."""

from __future__ import annotations

import os

import numpy as np
import pytest

from compiled import needs_compiler
from lanewise import aie
from lanewise.aie.load import load

SOURCE = os.path.join(os.path.dirname(__file__), "cpp", "lanes.cc")
pytestmark = needs_compiler


@pytest.fixture(scope="module")
def core():
    return load(SOURCE, chip="aie")


def _nibble(word: int, i: int) -> int:
    return (word >> (4 * i)) & 15


def _wrap(x: int, bits: int = 48) -> int:
    return (x + (1 << (bits - 1))) % (1 << bits) - (1 << (bits - 1))


def _numbers(values):
    return np.array([v - (1 << 32) if v >= 1 << 31 else v for v in values], np.int32)


@pytest.mark.parametrize("seed", range(6))
def test_aie_cpp_lanes_regular(core, seed: int) -> None:
    r = np.random.default_rng(seed)
    x, z = r.integers(-(2**31), 2**31, 16, np.int32), r.integers(-(2**15), 2**15, 16, np.int16)
    cx, cz = r.integers(-(2**15), 2**15, (16, 2), np.int16), r.integers(-(2**15), 2**15, (8, 2), np.int16)
    xs, xo, xt, zs, zo, zt = (int(r.integers(0, h)) for h in (16, 2**32, 8, 16, 2**32, 8))
    out = np.zeros(64, np.int64)
    core.regular(x, z, cx, cz, out, _numbers([xs, xo, xt, zs, zo, zt]))
    for lane in range(8):
        picked = [((xs + _nibble(xo, lane) + xt * c) % 16, (zs + _nibble(zo, lane) + zt * c) % 16) for c in (0, 1)]
        s = sum(int(x[i]) * int(z[j]) for i, j in picked)
        start = int(x[lane]) << 3
        assert [int(v) for v in out[lane:32:8]] == [_wrap(s), _wrap(-s), _wrap(start + s), _wrap(start - s)]
    for kind, (sx, sz) in enumerate([(1, 1), (-1, 1), (1, -1), (-1, -1)]):
        for lane in range(4):
            real = imag = 0
            for c in (0, 1):
                a, ai = (int(v) for v in cx[(xs + _nibble(xo, lane) + xt * c) % 16])
                b, bi = (int(v) for v in cz[(zs + _nibble(zo, lane) + zt * c) % 8])
                real += a * b - sx * ai * sz * bi
                imag += a * sz * bi + sx * ai * b
            got = out[32 + 8 * kind + 2 * lane :][:2].tolist()
            assert got == [_wrap(real), _wrap(imag)]


def _half(start: int, offsets: int, step: int, square: int, lane: int, column: int) -> int:
    """The 16-bit scheme, written out."""
    pair, block = lane // 2, column // 2
    even = start + 2 * _nibble(offsets, 2 * pair) + step * block
    odd = start + 2 * (_nibble(offsets, 2 * pair) + _nibble(offsets, 2 * pair + 1) + 1) + step * block
    four = [even, even + 1, odd, odd + 1]
    return four[_nibble(square, 2 * (lane % 2) + column % 2) & 3]


@pytest.mark.parametrize("seed", range(6))
def test_aie_cpp_lanes_symmetric(core, seed: int) -> None:
    r = np.random.default_rng(100 + seed)
    x, z = r.integers(-(2**15), 2**15, 32, np.int16), r.integers(-(2**15), 2**15, 16, np.int16)
    cx = r.integers(-(2**15), 2**15, (16, 2), np.int16)
    xs, ys = 2 * int(r.integers(0, 8)), 2 * int(r.integers(0, 8))
    xo, xt = int(r.integers(0, 2**32)), 2 * int(r.integers(0, 4))
    xq, yq = int(r.integers(0, 2**16)), int(r.integers(0, 2**16))
    zs, zo, zt = int(r.integers(0, 16)), int(r.integers(0, 2**32)), int(r.integers(0, 4))
    out = np.zeros(64, np.int64)
    core.symmetric(x, z, cx, out, _numbers([xs, xo, xt, xq, ys, yq, zs, zo, zt]))
    rules = [lambda a, b: a + b, lambda a, b: a - b, max, min, lambda a, b: max(a - b, 0), lambda a, b: abs(a)]
    for lane in range(8):
        for kind, rule in enumerate(rules):
            s = 0
            for c in range(4):
                a = int(x[_half(xs, xo, xt, xq, lane, c) % 32])
                b = int(x[_half(ys, xo, -xt, yq, lane, c) % 32])
                s += rule(a, b) * int(z[(zs + _nibble(zo, lane) + zt * c) % 16])
            assert out[8 * kind + lane] == _wrap(s)
    for lane in range(4):
        real = imag = 0
        pairs = []
        for c in range(4):
            a = [int(v) for v in cx[(xs + _nibble(xo, lane) + xt * c) % 16]]
            b = [int(v) for v in cx[(ys + _nibble(xo, lane) - xt * c) % 16]]
            w = int(z[(zs + _nibble(zo, lane) + zt * c) % 16])
            real, imag = real + (a[0] + b[0]) * w, imag + (a[1] + b[1]) * w
            pairs.append((a, b))
        assert out[48 + 2 * lane :][:2].tolist() == [_wrap(real), _wrap(imag)]
        creal = cimag = 0
        for c, (a, b) in enumerate(pairs[:2]):  # complex factors come two to a lane: x z - y conj(z)
            p, q = (int(v) for v in z.reshape(8, 2)[(zs + _nibble(zo, lane) + zt * c) % 8])
            creal += a[0] * p - a[1] * q - (b[0] * p + b[1] * q)
            cimag += a[0] * q + a[1] * p - (b[1] * p - b[0] * q)
        assert out[56 + 2 * lane :][:2].tolist() == [_wrap(creal), _wrap(cimag)]
    with aie.core("aie"):
        data, factors = aie.vector(cx, "cint16"), aie.vector(z.reshape(8, 2), "cint16")
        acc = aie.mul4_conj_antisym(data, xs, xo, xt, ys, factors, zs, zo, zt)
    assert acc.values().reshape(-1).tolist() == out[56:64].tolist()


@pytest.mark.parametrize("seed", range(4))
def test_aie_cpp_lanes_shuffles(core, seed: int) -> None:
    r = np.random.default_rng(200 + seed)
    x, h = r.integers(-(2**31), 2**31, 32, np.int32), r.integers(-(2**15), 2**15, 32, np.int16)
    xs, ys = int(r.integers(0, 16)), int(r.integers(0, 16))
    xo, xh, yo, yh, mask = (int(r.integers(0, 2**32)) for _ in range(5))
    square = int(r.integers(0, 2**16))
    out, hout = np.zeros(96, np.int32), np.zeros(64, np.int16)
    core.shuffles(x, h, out, hout, _numbers([xs, xo, xh, ys, yo, yh, mask & 0xFFFF, square]))
    a, b = [int(v) for v in x[:16]], [int(v) for v in x[16:]]
    xi = [(xs + _nibble(xo | xh << 32, lane)) % 16 for lane in range(16)]
    yi = [(ys + _nibble(yo | yh << 32, lane)) % 16 for lane in range(16)]
    assert out[:16].tolist() == [a[i] for i in xi]
    assert out[16:32].tolist() == [b[j] if mask >> n & 1 else a[i] for n, (i, j) in enumerate(zip(xi, yi, strict=True))]
    assert out[32:48].tolist() == [_wrap(a[i] + a[j], 32) for i, j in zip(xi, yi, strict=True)]
    assert out[48:64].tolist() == [_wrap(a[i] - b[j], 32) for i, j in zip(xi, yi, strict=True)]
    assert out[64:80].tolist() == [max(a[i], b[j]) for i, j in zip(xi, yi, strict=True)]
    less = sum(1 << n for n, (i, j) in enumerate(zip(xi, yi, strict=True)) if a[i] < b[j])
    assert out[80] == out[81] == less
    assert out[82] == sum(1 << n for n in range(16) if a[n] >= b[n])
    assert out[88:96].tolist() == [a[i] for i in xi[:8]]
    assert hout[:32].tolist() == h[::-1].tolist()
    offsets = xo | xh << 32
    for lane in range(32):
        i = _half(2 * xs, offsets, 0, square, lane // 4 * 2 + lane // 2 % 2, lane % 2)
        assert hout[32 + lane] == h[i % 32]


def test_aie_cpp_lanes_floats(core) -> None:
    r = np.random.default_rng(300)
    x, z = r.integers(-50, 51, 16).astype(np.float32), r.integers(-50, 51, 8).astype(np.float32)
    cx = r.integers(-50, 51, (8, 2)).astype(np.float32)
    xs, xo, zs, zo = 3, 0x31706254, 5, 0x03214765
    out, cout = np.zeros(88, np.float32), np.zeros((12, 2), np.float32)
    core.floats(x, z, cx, out, cout, _numbers([xs, xo, 0, zs, zo]))
    v = np.array([x[(xs + _nibble(xo, n)) % 16] for n in range(8)])
    w = np.array([z[(zs + _nibble(zo, n)) % 8] for n in range(8)])
    rows = [v * w, z + v * w, z - v * w, -(v * w), abs(v * w), z + v, z - v, np.maximum(z, v), np.minimum(z, v), v]
    for got, want in zip(out[:80].reshape(10, 8), rows, strict=True):
        assert np.array_equal(got, want)
    assert out[80] == sum(1 << n for n in range(8) if z[n] < v[n])
    c = cx[:, 0] + 1j * cx[:, 1]
    p = np.array([c[(xs + _nibble(xo, n)) % 8] for n in range(4)])
    q = np.array([c[4:][(zs + _nibble(zo, n)) % 4] for n in range(4)])
    for got, want in zip(cout.reshape(3, 4, 2), [p * q, c[4:] + p * q.conj(), p * w[:4]], strict=True):
        assert np.array_equal(got[:, 0] + 1j * got[:, 1], want)


def test_aie_cpp_lanes_moves(core) -> None:
    x = np.arange(100, 132, dtype=np.int16)
    out = np.zeros(184, np.int16)
    core.moves(x, out)
    replaced, last = x.copy(), x.copy()
    replaced[16:24] = x[:8]
    last[31] = x[1]
    rows = [x[24:], x[16:], replaced, np.concatenate([np.zeros(16), x[:16]]), last, np.concatenate([[77], x[:31]]), x]
    assert out.tolist() == np.concatenate(rows).astype(int).tolist()


@pytest.mark.parametrize("seed", range(3))
def test_aie_cpp_lanes_centre_taps(core, seed: int) -> None:
    r = np.random.default_rng(400 + seed)
    x, z = r.integers(-(2**15), 2**15, (16, 2), np.int16), r.integers(-(2**15), 2**15, 16, np.int16)
    xs, xo, xt, ys, middle, zs, zo, zt = (int(r.integers(0, h)) for h in (16, 2**16, 4, 16, 8, 16, 2**16, 4))
    out = np.zeros(32, np.int64)
    core.taps(x, z, out, _numbers([xs, xo, xt, ys, middle, zs, zo, zt]))
    for lane in range(4):
        for part in range(2):
            def sample(i: int, part: int = part) -> int:
                return int(x[i % 16, part])

            off = _nibble(xo, lane)
            w = [int(z[(zs + _nibble(zo, lane) + zt * c) % 16]) for c in range(4)]
            pairs = sum(w[c] * (sample(xs + off + xt * c) + sample(ys + off - xt * c)) for c in range(3))
            assert out[2 * lane + part] == _wrap(pairs + w[3] * sample(xs + middle + off))
            assert out[8 + 8 + 2 * lane + part] == sample(xs + off + 2 * xt) << 9
    assert out[8:16].tolist() == out[24:32].tolist()
