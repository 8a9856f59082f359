"""Mmad against sums written out one by one, in the order that the policy names; on both engines."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import ml_dtypes
import numpy as np
import pytest
import sheet

import lanewise
from lanewise import asc
from lanewise.isa.catalogue import instructions
from lanewise.isa.issued import Space

ENGINES = ("fast", "definition")
CHIPS = ("ascend910b", "ascend950")
FACES = {"half": np.float16, "bfloat16": ml_dtypes.bfloat16, "float": np.float32, "int8": np.int8,
         "fp8_e4m3fn": ml_dtypes.float8_e4m3fn, "fp8_e5m2": ml_dtypes.float8_e5m2}  # fmt: skip
SHAPES = ((16, 16, 16), (30, 41, 70), (1, 40, 50), (17, 16, 5), (33, 3, 33))


def product(chip: str, engine: str, a: Any, b: Any, kind: str, *, start: Any = None, bias: Any = None, poison: Any = 0,
            **params: Any) -> Any:
    """What Mmad leaves of a x b in L0C; padding of the operands holds `poison`."""
    (m, k), n = a.shape, b.shape[1]
    with lanewise.core(chip, engine=engine, kind="AIC") as core:
        row = m == 1 and not params.get("disable_gemv")
        fm = core.local("A2", a.ravel() if row else sheet.left_layout(chip, a, poison),
                        kind[0] if isinstance(kind, tuple) else kind)
        filter_ = core.local("B2", sheet.zn(b, poison), kind[1] if isinstance(kind, tuple) else kind)
        to = "int32" if a.dtype == np.int8 else "float"
        dst = core.local(
            "CO1", sheet.to_result(start) if start is not None else sheet.ceil_to(m, 16) * sheet.ceil_to(n, 16), to
        )
        operands = (dst, fm, filter_) if bias is None else (dst, fm, filter_, core.local("C2", bias))
        asc.mmad(*operands, asc.MmadParams(m, n, k, **params))
        return sheet.from_result(dst.numpy(), m, n)


def random_integers(rng: Any, shape: tuple[int, int], kind: str, low: int = -4, high: int = 5) -> Any:
    return rng.integers(low, high, shape).astype(FACES[kind])


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("chip", CHIPS)
@pytest.mark.parametrize("kind", ["half", "bfloat16", "float", "int8"])
def test_products_of_small_integers_are_exact(engine: str, chip: str, kind: str) -> None:
    rng = np.random.default_rng(3)
    for m, n, k in SHAPES:
        a, b = random_integers(rng, (m, k), kind), random_integers(rng, (k, n), kind)
        want = a.astype(np.int64) @ b.astype(np.int64)
        poison = 77 if kind == "int8" else np.nan  # padding must not count
        assert (product(chip, engine, a, b, kind, poison=poison) == want).all()
        start = rng.integers(-9, 9, (m, n)).astype(np.int32 if kind == "int8" else np.float32)
        assert (product(chip, engine, a, b, kind, start=start, cmatrix_init_val=False) == want + start).all()
        bias = rng.integers(-9, 9, n).astype(start.dtype)
        assert (product(chip, engine, a, b, kind, bias=bias) == want + bias).all()


@pytest.mark.parametrize("engine", ENGINES)
def test_small_floats_multiply(engine: str) -> None:
    rng = np.random.default_rng(5)
    for one in ("fp8_e4m3fn", "fp8_e5m2"):
        for other in ("fp8_e4m3fn", "fp8_e5m2"):
            a, b = random_integers(rng, (18, 40), one), random_integers(rng, (40, 20), other)
            want = a.astype(np.float64) @ b.astype(np.float64)
            assert (product("ascend950", engine, a, b, (one, other)) == want).all()


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("kind", ["half", "bfloat16", "float"])
def test_floats_are_added_in_the_order_of_the_policy(engine: str, kind: str) -> None:
    rng = np.random.default_rng(6)
    for m, n, k in ((5, 7, 70), (16, 33, 21)):
        a, b = (rng.standard_normal(shape).astype(FACES[kind]) for shape in ((m, k), (k, n)))
        start = rng.standard_normal((m, n)).astype(np.float32)
        want = sheet.multiply(start, a, b, 8 if kind == "float" else 16)
        got = product("ascend910b", engine, a, b, kind, start=start, cmatrix_init_val=False)
        assert (got.view(np.uint32) == want.view(np.uint32)).all()
        plain = (start + a.astype(np.float32) @ b.astype(np.float32)).astype(np.float32)
        assert np.allclose(got, plain, rtol=1e-3, atol=1e-3)


@pytest.mark.parametrize("engine", ENGINES)
def test_infinity_and_nan_stay_and_are_quiet(engine: str) -> None:
    a, b = np.zeros((16, 16), np.float16), np.zeros((16, 16), np.float16)
    a[0, 0], b[0, 0] = np.inf, 1
    a[1, 0] = np.array(0xFE01, np.uint16).view(np.float16)
    a[2, 0], b[0, 1] = 60000, 60000
    got = product("ascend910b", engine, a, b, "half")
    assert got[0, 0] == np.inf
    assert got[0, 2:3].view(np.uint32)[0] == 0x7FC00000
    assert got[1, 0:1].view(np.uint32)[0] == 0x7FC00000
    assert got[2, 1] == 3.6e9


@pytest.mark.parametrize("engine", ENGINES)
def test_integers_clamp_when_they_are_stored(engine: str) -> None:
    a, b = np.full((16, 64), 127, np.int8), np.full((64, 16), 127, np.int8)
    b[:, 1] = -128
    start = np.zeros((16, 16), np.int32)
    start[:, 0], start[:, 1], start[:, 2] = 2**31 - 5, -(2**31) + 5, 2**31 - 1
    b[32:, 2] = -128
    got = product("ascend910b", engine, a, b, "int8", start=start, cmatrix_init_val=False)
    assert (got[:, 0] == 2**31 - 1).all()
    assert (got[:, 1] == -(2**31)).all()
    assert (got[:, 2] == 2**31 - 1 + 32 * 127 * 127 - 32 * 127 * 128).all()  # only what is stored is clamped


@pytest.mark.parametrize("engine", ENGINES)
def test_int4_comes_two_to_a_byte_low_half_first(engine: str) -> None:
    rng = np.random.default_rng(8)
    m, n, k = 18, 20, 70
    a, b = rng.integers(-8, 8, (m, k)), rng.integers(-8, 8, (k, n))

    def packed(x: Any) -> Any:
        x = x.reshape(-1, 2) & 15
        return (x[:, 0] | x[:, 1] << 4).astype(np.uint8)

    left = sheet.tiles(a, 16, 64).transpose(0, 2, 1, 3).ravel()
    right = sheet.tiles(b, 64, 16).transpose(0, 2, 3, 1).ravel()
    with lanewise.core("ascend910b", engine=engine, kind="AIC") as core:
        fm, filter_ = (core.local(at, packed(x).size * 2, "int4") for at, x in (("A2", left), ("B2", right)))
        for tensor, x in ((fm, left), (filter_, right)):
            core.memory(tensor.space)[: packed(x).size] = packed(x)
        dst = core.local("CO1", 32 * 32, "int32")
        asc.mmad(dst, fm, filter_, asc.MmadParams(m, n, k))
        assert (sheet.from_result(dst.numpy(), m, n) == a @ b).all()
        with pytest.raises(lanewise.LanewiseError, match=r"PARAM-001.*k is 69"):
            asc.mmad(dst, fm, filter_, asc.MmadParams(m, n, 69))


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("chip", "fraction"), [("ascend910b", 11), ("ascend950", 10)])
def test_hf32_cuts_float_operands(engine: str, chip: str, fraction: int) -> None:
    """To the nearest number with so many bits of fraction, by exact arithmetic."""

    def round_to_hf32(x: float, even: bool) -> Fraction:
        exact = Fraction(float(x))
        step = Fraction(2) ** (int(np.floor(np.log2(abs(float(x))))) - fraction)
        down, rest = divmod(abs(exact), step)
        up_ = rest * 2 > step or (rest * 2 == step and even and down % 2)
        return (down + up_) * step * (1 if exact > 0 else -1)

    ulp = 2.0**-fraction
    values = np.array([1 + ulp / 2, 1 + 1.5 * ulp, 1 + 0.75 * ulp, -(1 + 0.5 * ulp), 1 + ulp, 3.14159], np.float32)
    a, b = np.zeros((16, 8), np.float32), np.zeros((8, 16), np.float32)
    a[: values.size, 0], b[0, 0] = values, 1
    with lanewise.core(chip, engine=engine, kind="AIC") as core:
        fm, filter_, dst = (
            core.local("A2", sheet.left_layout(chip, a)),
            core.local("B2", sheet.zn(b)),
            core.local("CO1", 256, "float"),
        )
        for even in (False, True):
            asc.set_hf32_mode(asc.HF32Mode.ENABLE)
            asc.set_hf32_trans_mode(asc.HF32TransMode.NEAREST_EVEN if even else asc.HF32TransMode.NEAREST_ZERO)
            asc.mmad(dst, fm, filter_, asc.MmadParams(16, 16, 8))
            got = sheet.from_result(dst.numpy(), 16, 16)[: values.size, 0]
            assert [Fraction(float(x)) for x in got] == [round_to_hf32(x, even) for x in values]
        asc.set_hf32_mode(False)
        asc.mmad(dst, fm, filter_, asc.MmadParams(16, 16, 8))
        assert (sheet.from_result(dst.numpy(), 16, 16)[: values.size, 0] == values).all()


@pytest.mark.parametrize("engine", ENGINES)
def test_k_may_take_16_floats_at_once(engine: str) -> None:
    """kDirectionAlign: a row of fractals of float has an even number of them."""
    rng = np.random.default_rng(9)
    a, b = random_integers(rng, (20, 35), "float"), random_integers(rng, (35, 16), "float")
    wide = np.zeros((20, 48), np.float32)
    wide[:, :35] = a
    with lanewise.core("ascend910b", engine=engine, kind="AIC") as core:
        dst = core.local("CO1", 32 * 16, "float")
        asc.mmad(dst, core.local("A2", sheet.zz(wide)), core.local("B2", sheet.zn(b)),
                 asc.MmadParams(20, 16, 35, k_direction_align=True))
        assert (sheet.from_result(dst.numpy(), 20, 16) == a @ b).all()


@pytest.mark.parametrize("engine", ENGINES)
def test_one_row_may_lie_in_fractals_like_any_other(engine: str) -> None:
    rng = np.random.default_rng(10)
    a, b = random_integers(rng, (1, 40), "half"), random_integers(rng, (40, 16), "half")
    assert (product("ascend950", engine, a, b, "half",
                    disable_gemv=True) == a.astype(np.float32) @ b.astype(np.float32)).all()


@pytest.mark.parametrize("engine", ENGINES)
def test_sizes_of_zero_do_nothing_and_wrong_operands_are_refused(engine: str) -> None:
    with lanewise.core("ascend910b", engine=engine, kind="AIC") as core:
        dst = core.local("CO1", np.ones(512, np.float32))
        fm, filter_ = core.local("A2", 256, "half"), core.local("B2", 256, "half")
        for m, n, k in ((0, 16, 16), (16, 0, 16), (16, 16, 0)):
            asc.mmad(dst, fm, filter_, asc.MmadParams(m, n, k))
        assert (dst.numpy() == 1).all()
        for problem, operands, sizes in (
            ("ALIGN-001.*1024", (dst[128:], fm, filter_), (16, 16, 16)),
            ("POS-001.*fm is in L0B", (dst, filter_, filter_), (16, 16, 16)),
            ("TYPE-001|OP-002", (dst, fm, core.local("B2", 256, "float")), (16, 16, 8)),
            ("STRIDE-001.*4096", (dst, fm, filter_), (4096, 16, 16)),
            ("MEM-00", (dst, fm, filter_), (2048, 16, 32)),
        ):
            with pytest.raises(lanewise.LanewiseError, match=problem):
                asc.mmad(*operands, asc.MmadParams(*sizes))
        assert (dst.numpy() == 1).all()


def test_every_pair_of_types_is_that_of_the_page() -> None:
    """As published for these chips: left, right, result."""
    common = {("int8", "int8", "int32"), ("half", "half", "float"), ("bfloat16", "bfloat16", "float"),
              ("float", "float", "float")}
    small = {(a, b, "float") for a in ("fp8_e4m3fn", "fp8_e5m2") for b in ("fp8_e4m3fn", "fp8_e5m2")} | {("hifloat8",
                                                                                                          "hifloat8",
                                                                                                          "float")}
    published = {"ascend910b": common | {("int4", "int4", "int32")}, "ascend950": common | small}
    for chip, wanted in published.items():
        got = {(row.types[1], row.types[2], row.types[0]) for row in instructions()["mmad"].rows_on(chip)}
        assert got == wanted
        biased = {(row.types[1], row.types[2], row.types[0],
                   row.types[3]) for row in instructions()["mmad_bias"].rows_on(chip)}
        assert biased == {(*one, one[2]) for one in wanted if "int4" not in one}


E2M1 = (0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0)
E1M2 = (0.0, 0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 1.75)


def in_scales(scales: Any) -> Any:
    """[rows][groups] as loads of scales leave them: fractals of 16 rows and two groups."""
    rows, groups = scales.shape
    out = np.zeros(sheet.ceil_to(rows, 16) * groups, np.uint8)
    for r in range(rows):
        for g in range(groups):
            out[(r // 16 * (groups // 2) + g // 2) * 32 + r % 16 * 2 + g % 2] = scales[r, g]
    return out


def packed(codes: Any) -> Any:
    """Pairs of four bits along k, the first one low."""
    return (codes[:, 0::2] | codes[:, 1::2] << 4).astype(np.uint8)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("kinds", [("fp8_e4m3fn", "fp8_e5m2"), ("fp4x2_e2m1", "fp4x2_e1m2")])
def test_scales_multiply_both_matrices(engine: str, kinds: tuple[str, str]) -> None:
    rng = np.random.default_rng(11)
    for m, n, k in ((32, 48, 128), (17, 5, 64), (1, 16, 192)):
        values, flats = [], []
        for kind, (rows, order) in zip(kinds, ((m, sheet.nz), (n, sheet.nz)), strict=True):  # Zn of B is Nz of B^T
            if kind.startswith("fp4"):
                codes = rng.integers(0, 16, (rows, k)).astype(np.uint8)
                table = E2M1 if kind.endswith("e2m1") else E1M2
                values.append(np.array([*table, *(-v for v in table)])[codes])
                flats.append(packed(codes) if rows == 1 else order(packed(codes)))
            else:
                x = rng.integers(-4, 5, (rows, k)).astype(FACES[kind])
                values.append(x.astype(np.float64))
                flats.append(x if rows == 1 else order(x))
        scales = [rng.integers(125, 130, (rows, k // 32)).astype(np.uint8) for rows in (m, n)]
        by = [np.repeat(2.0 ** (s.astype(np.float64) - 127), 32, axis=1) for s in scales]
        bias = rng.integers(-9, 9, n).astype(np.float32)
        with lanewise.core("ascend950", engine=engine, kind="AIC") as core:
            staged = [core.local("A1", flat.ravel(), kind) for flat, kind in zip(flats, kinds, strict=True)]
            beside = [core.local("A1", in_scales(s).view(ml_dtypes.float8_e8m0fnu)) for s in scales]
            a, b = (core.local(at, sheet.ceil_to(flat.size, 512), kind)
                    for at, flat, kind in zip(("A2", "B2"), flats, kinds, strict=True))
            for dst, src, scale, rows in ((a, staged[0], beside[0], m), (b, staged[1], beside[1], n)):
                high, deep = sheet.ceil_to(rows, 16) // 16, k * (4 if kinds[0].startswith("fp4") else 8) // 256
                if rows == 1:
                    of = core.memories[Space.L1]
                    core.memories[Space.L0A][: src.length] = of[src.address : src.address + src.length]
                    high, deep = 0, 0
                asc.load_data(dst, src, scale, asc.LoadData2DParamsV2(0, 0, high, deep, high, high),
                              asc.LoadData2DMxParams(0, 0, sheet.ceil_to(rows, 16) // 16, k // 64, k // 64, k // 64))
            dst = core.local("CO1", sheet.ceil_to(m, 16) * sheet.ceil_to(n, 16), "float")
            asc.mmad_mx(dst, a, b, asc.MmadParams(m, n, k))
            want = (values[0] * by[0]) @ (values[1] * by[1]).T
            assert (sheet.from_result(dst.numpy(), m, n) == want).all()
            asc.mmad_mx(dst, a, b, core.local("C2", bias), asc.MmadParams(m, n, k))
            assert (sheet.from_result(dst.numpy(), m, n) == want + bias).all()
            with pytest.raises(lanewise.LanewiseError, match="a multiple of 64"):
                asc.mmad_mx(dst, a, b, asc.MmadParams(m, n, k - 32))


@pytest.mark.parametrize("engine", ENGINES)
def test_sparse_matrices_keep_two_of_four(engine: str) -> None:
    rng = np.random.default_rng(12)
    for m, n, k in ((32, 48, 128), (1, 20, 64), (17, 5, 40)):
        a = rng.integers(-128, 128, (m, k)).astype(np.int8)
        dense, kept, which = np.zeros((k, n), np.int64), np.zeros((k // 2, n), np.int8), np.zeros((k // 2, n), np.uint8)
        for j in range(n):
            for g in range(k // 4):
                first, second = sorted(rng.choice(4, 2, replace=False).tolist())
                for half, place in enumerate((first, second)):
                    kept[2 * g + half, j] = dense[4 * g + place, j] = rng.integers(-128, 128)
                    which[2 * g + half, j] = place - half
        tall = sheet.ceil_to(k // 2, 32) // 32
        index = np.zeros(tall * sheet.ceil_to(n, 16) // 16 * 128, np.uint8)
        for row in range(k // 2):
            for j in range(n):
                at = (row // 32 * (sheet.ceil_to(n, 16) // 16) + j // 16) * 128 + j % 16 * 8 + row % 32 // 4
                index[at] |= which[row, j] << row % 4 * 2
        with lanewise.core("ascend910b", engine=engine, kind="AIC") as core:
            staged, beside = core.local("A1", sheet.zn(kept)), core.local("A1", index)
            fm, filter_ = core.local("A2", sheet.zz(a)), core.local("B2", sheet.zn(kept).size, "int8")
            asc.load_data_with_sparse(filter_, staged, beside, asc.LoadData2DParams(0, index.size // 128))
            dst = core.local("CO1", sheet.ceil_to(m, 16) * sheet.ceil_to(n, 16), "int32")
            asc.mmad_with_sparse(dst, fm, filter_, asc.MmadParams(m, n, k))
            want = a.astype(np.int64) @ dense
            assert (sheet.from_result(dst.numpy(), m, n) == want).all()
            asc.mmad_with_sparse(dst, fm, filter_, asc.MmadParams(m, n, k, cmatrix_init_val=False))
            assert (sheet.from_result(dst.numpy(), m, n) == 2 * want).all()
