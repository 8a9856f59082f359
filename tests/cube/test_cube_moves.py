"""Moves into the memories of a cube core against their published formulas, on both engines."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import sheet

import lanewise
from lanewise import asc
from lanewise.isa.catalogue import opcodes
from lanewise.isa.record import Overload

ENGINES = ("fast", "definition")
CHIPS = ("ascend910b", "ascend950")
PLAIN = int(Overload.PLAIN)
OLD = 0xFF  # what memory holds that nobody wrote
BY_SIZE = {1: np.uint8, 2: np.uint16, 4: np.uint32}
NAMED = {1: "int8", 2: "half", 4: "float"}


def numbers(count: int, size: int, seed: int = 1) -> Any:
    return np.random.default_rng(seed).integers(0, 256, count * size, dtype=np.uint8).view(BY_SIZE[size])


def untouched_bytes(count: int, size: int) -> Any:
    return np.full(count * size, OLD, np.uint8).view(BY_SIZE[size])


def unwritten_tensor(core: Any, position: str, count: int, kind: str) -> Any:
    """A tensor of bytes that nobody wrote."""
    return core.local(position, count, kind)


def tensor_elements(tensor: Any, size: int) -> Any:
    return np.array(tensor.numpy()).view(BY_SIZE[size])


def tensor_with(core: Any, position: str, data: Any, kind: str) -> Any:
    return core.local(position, data.view(asc.DataType(kind).numpy), kind)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("chip", CHIPS)
@pytest.mark.parametrize("size", [1, 2, 4])
def test_nd2nz_places_every_element(engine: str, chip: str, size: int) -> None:
    c0 = 32 // size
    for p in ((1, 3, c0, 0, 50, 16, 1, 0), (2, 5, 2 * c0 - 3, 300, 61, 19, 2, 1024), (1, 16, 1, 0, 7, 16, 1, 0),
              (0, 4, 4, 0, 4, 4, 1, 0)):
        data = numbers(1200, size)
        want = untouched_bytes(4096, size)
        sheet.nd2nz(data, want, p)
        with lanewise.core(chip, engine=engine, kind="AIC") as core:
            dst = unwritten_tensor(core, "A1", 4096, NAMED[size])
            asc.data_copy(dst, core.gm(data.view(asc.DataType(NAMED[size]).numpy)), asc.Nd2NzParams(*p))
            assert (tensor_elements(dst, size) == want).all()


def test_nd2nz_on_top_of_itself_ends_as_its_definition_does() -> None:
    """Rows that are taken together keep their order where blocks of columns overlap."""
    for p in ((1, 40, 64, 0, 70, 3, 1, 0), (1, 40, 64, 0, 70, 1, 3, 0), (2, 20, 61, 100, 64, 20, 1, 32),
              (1, 30, 80, 0, 90, 8, 1, 0), (1, 30, 80, 0, 90, 240, 8, 0), (3, 9, 47, 400, 50, 16, 2, 8)):  # fmt: skip
        data, found = numbers(8192, 2), []
        for engine in ENGINES:
            with lanewise.core("ascend910b", engine=engine, kind="AIC") as core:
                dst = unwritten_tensor(core, "A1", 32768, "half")
                asc.data_copy(dst, core.gm(data.view(np.float16)), asc.Nd2NzParams(*p))
                found.append(tensor_elements(dst, 2))
        assert (found[0] == found[1]).all(), p


@pytest.mark.parametrize("engine", ENGINES)
def test_dn2nz_takes_columns(engine: str) -> None:
    for size in (1, 2, 4):
        p = (2, 5, 2 * (32 // size) - 3, 700, 9, 19, 2, 1024)
        data, want = numbers(2000, size), untouched_bytes(4096, size)
        sheet.nd2nz(data, want, p, columns_first=True)
        with lanewise.core("ascend950", engine=engine, kind="AIC") as core:
            dst = unwritten_tensor(core, "B1", 4096, NAMED[size])
            asc.data_copy(dst, core.gm(data.view(asc.DataType(NAMED[size]).numpy)), asc.Dn2NzParams(*p))
            assert (tensor_elements(dst, size) == want).all()


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("chip", CHIPS)
def test_plain_copies_reach_l1(engine: str, chip: str) -> None:
    with lanewise.core(chip, engine=engine, kind="AIC") as core:
        data = np.arange(256, dtype=np.float32)
        dst = unwritten_tensor(core, "A1", 256, "float")
        asc.data_copy(dst, core.gm(data), 128)
        assert (dst.numpy()[:128] == data[:128]).all()
        asc.data_copy(dst, core.gm(data), asc.DataCopyParams(2, 2, 1, 3))
        assert (dst.numpy()[:16] == data[:16]).all()
        assert (dst.numpy()[40:56] == data[24:40]).all()


def loads(kind: str, engine: str, chip: str, to: str, call: Callable[..., None], oracle: Callable[..., None],
          *p: Any) -> None:
    size = {"int8": 1, "half": 2, "float": 4}[kind]
    data, want = numbers(16384 // size, size), untouched_bytes(40960 // size, size)
    oracle(data, want, *p)
    with lanewise.core(chip, engine=engine, kind="AIC") as core:
        dst = unwritten_tensor(core, to, 40960 // size, kind)
        call(dst, tensor_with(core, "A1", data, kind), *p)
        assert (tensor_elements(dst, size) == want).all(), p


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("to", ["A2", "B2"])
def test_load_data_moves_fractals(engine: str, to: str) -> None:
    def call(dst: Any, src: Any, start: int, repeat: int, stride: int, gap: int, turn: bool, down: bool) -> None:
        asc.load_data(dst, src, asc.LoadData2DParams(start, repeat, stride, 0, gap, turn, int(down)))

    for chip in CHIPS:
        for kind in NAMED.values():
            for p in ((0, 4, 1, 0, False, False), (3, 5, 2, 1, False, False), (9, 4, 2, 0, False, True),
                      (1, 3, 0, 0, False, False)):
                loads(kind, engine, chip, to, call, sheet.load_2d, *p)
        for p in ((0, 4, 1, 0, True, False), (3, 5, 2, 1, True, False), (9, 4, 2, 2, True, True),
                  (1, 0, 1, 0, True, False)):
            loads("half", engine, chip, to, call, sheet.load_2d, *p)


@pytest.mark.parametrize("engine", ENGINES)
def test_load_data_of_blocks(engine: str) -> None:
    def call(dst: Any, src: Any, m0: int, k0: int, ms: int, ks: int, stride: int, to: int, turn: bool) -> None:
        asc.load_data(dst, src, asc.LoadData2DParamsV2(m0, k0, ms, ks, stride, to, turn))

    for kind in NAMED.values():
        for p in ((0, 0, 2, 3, 4, 3, False), (1, 2, 3, 2, 5, 4, False), (0, 2, 2, 2, -6, 2, False),
                  (0, 0, 4, 4, 4, 9, True),
                  (2, 1, 2, 2, 6, 5, True), (0, 0, 0, 4, 4, 4, True)):  # fmt: skip
            loads(kind, engine, "ascend950", "B2", call, sheet.load_2dv2, *p)


@pytest.mark.parametrize("engine", ENGINES)
def test_load_data_with_transpose_turns_squares(engine: str) -> None:
    def call(dst: Any, src: Any, start: int, repeat: int, stride: int, gap: int, between: int, down: bool) -> None:
        asc.load_data_with_transpose(dst, src, asc.LoadData2dTransposeParams(start, repeat, stride, gap, between,
                                                                             int(down)))

    for kind in NAMED.values():
        for p in ((0, 3, 1, 1, 0, False), (1, 3, 2, 3, 1, False), (6, 3, 2, 2, 0, True), (0, 0, 1, 0, 0, False)):
            for chip in CHIPS:
                loads(kind, engine, chip, "B2", call, sheet.load_squares, *p)
            loads(kind, engine, "ascend910b", "A2", call, sheet.load_squares, *p)


@pytest.mark.parametrize("engine", ENGINES)
def test_fractals_of_a_turned_square_may_lie_apart(engine: str) -> None:
    def call(dst: Any, src: Any, *p: Any) -> None:
        dst.core.issue(opcodes()["load_data_with_transpose"], PLAIN, 0, (dst, src), (), 0, 1, None,
                       tuple(int(v) for v in p))  # fmt: skip

    for kind in NAMED.values():
        for p in ((0, 3, 1, 1, 0, False, 2), (3, 2, 2, 3, 1, False, 1), (6, 3, 1, 2, 0, True, 3),
                  (5, 2, 1, 1, 1, True, 0)):
            loads(kind, engine, "ascend950", "B2", call, sheet.load_squares_apart, *p)


@pytest.mark.parametrize("engine", ENGINES)
def test_turned_halves_of_bytes(engine: str) -> None:
    """4-bit elements come apart: int4 in squares, fp4 in parts of a matrix."""
    data = numbers(16384, 1)
    for p in ((0, 2, 1, 3, 0, False), (1, 2, 2, 3, 1, False), (3, 3, 1, 4, 0, True), (0, 0, 1, 0, 0, False)):
        want = untouched_bytes(40960, 1)
        sheet.load_halves_of_squares(data, want, *p)
        with lanewise.core("ascend910b", engine=engine, kind="AIC") as core:
            dst = core.local("B2", 40960 * 2, "int4")
            src = core.local("A1", 16384 * 2, "int4")
            core.memories[src.space][: data.size] = data
            asc.load_data_with_transpose(dst, src, asc.LoadData2dTransposeParams(*p[:5], int(p[5])))
            assert (core.memories[dst.space][:40960] == want).all(), p
    for q in ((0, 0, 4, 3, 4, 3), (0, 1, 8, 2, 8, 5), (4, 0, 4, 2, 9, 2)):
        want = untouched_bytes(40960, 1)
        sheet.load_halves_of_blocks(data, want, *q)
        with lanewise.core("ascend950", engine=engine, kind="AIC") as core:
            dst = unwritten_tensor(core, "B2", 40960, "fp4x2_e2m1")
            src = core.local("A1", 16384, "fp4x2_e2m1")
            core.memories[src.space][: data.size] = data
            asc.load_data(dst, src, asc.LoadData2DParamsV2(*q, True))
            assert (core.memories[dst.space][:40960] == want).all(), q


@pytest.mark.parametrize("engine", ENGINES)
def test_turned_halves_have_bounds(engine: str) -> None:
    with lanewise.core("ascend910b", engine=engine, kind="AIC") as core:
        src = core.local("A1", 4096, "int4")
        left, right = (core.local(name, 4096, "int4") for name in ("A2", "B2"))
        with pytest.raises(lanewise.LanewiseError, match="PARAM-001"):
            asc.load_data_with_transpose(left, src, asc.LoadData2dTransposeParams(0, 1, 1, 0, 0, 0))
        with pytest.raises(lanewise.LanewiseError, match="MEM-00"):
            asc.load_data_with_transpose(right, src, asc.LoadData2dTransposeParams(0, 2, 1, 3, 0, 0))
    with lanewise.core("ascend950", engine=engine, kind="AIC") as core:
        src, dst = (core.local(name, 4096, "fp4x2_e2m1") for name in ("A1", "B2"))
        with pytest.raises(lanewise.LanewiseError, match=r"PARAM-001.*multiple of 4"):
            asc.load_data(dst, src, asc.LoadData2DParamsV2(0, 0, 2, 1, 2, 2, True))


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("chip", CHIPS)
@pytest.mark.parametrize("kind", ["half", "float"])
def test_load_data_of_a_feature_map(engine: str, chip: str, kind: str) -> None:
    """A whole matrix of a convolution, and parts of one, to both operands and transposed."""
    size = {"half": 2, "float": 4}[kind]
    c0, fill = 32 // size, 3
    fm = numbers(2 * 5 * 6 * c0, size).reshape(2, 5, 6, c0)
    bits = int(np.array(fill, BY_SIZE[size]))
    for kh, kw, stride, dil, pads in ((3, 2, (2, 1), (1, 1), (1, 0, 1, 2)), (1, 1, (1, 1), (1, 1), (0, 0, 0, 0)),
                                      (2, 2, (1, 2), (2, 1), (0, 1, 2, 0))):
        s = sheet.im2col(fm, kh, kw, stride, dil, pads, bits)
        for k0, m0, ks, ms in ((0, 0, s.shape[1], s.shape[0]), (c0, 3, 2 * c0, 16)):
            ms, ks = min(ms, s.shape[0] - m0), min(ks, s.shape[1] - k0)
            part = s[m0 : m0 + ms, k0 : k0 + ks]
            for to, turn in (("A2", False), ("A2", True), ("B2", False)):
                want = sheet.zn(part, bits) if to == "B2" else sheet.left_layout(chip, part.T if turn else part, bits)
                if kind == "float" and turn and chip == "ascend910b":  # rows are padded to 16 on both sides
                    want = sheet.zz(part.T, bits)
                with lanewise.core(chip, engine=engine, kind="AIC") as core:
                    dst = unwritten_tensor(core, to, 32768 // size, kind)
                    asc.load_data(dst, tensor_with(core, "A1", fm.ravel(), kind), asc.LoadData3DParamsV2(
                        pads, 5, 6, 2 * c0, ks, ms, k0, m0, stride[1], stride[0], kw, kh, dil[1], dil[0], turn, False,
                        np.array(bits, BY_SIZE[size]).view(asc.DataType(kind).numpy)[()]))
                    got = tensor_elements(dst, size)
                assert (got[: want.size] == want).all(), (to, turn, kh, kw, k0)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("chip", CHIPS)
def test_fill_writes_blocks(engine: str, chip: str) -> None:
    for position, block in (("A1", 16), ("A2", 256), ("B2", 256)):
        with lanewise.core(chip, engine=engine, kind="AIC") as core:
            dst = unwritten_tensor(core, position, 4096, "half")
            asc.init_const_value(dst, asc.InitConstValueParams(2, 3, 1, -2.5))
            got = tensor_elements(dst, 2)
        want = untouched_bytes(4096, 2)
        for r in range(2):
            want[r * 4 * block : (r * 4 + 3) * block] = np.float16(-2.5).view(np.uint16)
        assert (got == want).all()


@pytest.mark.parametrize("engine", ENGINES)
def test_bias_is_counted_in_units_of_its_table_and_widened(engine: str) -> None:
    for chip, unit in (("ascend910b", 64), ("ascend950", 32)):
        with lanewise.core(chip, engine=engine, kind="AIC") as core:
            data = np.linspace(-9, 9, 128).astype(np.float16)
            dst = unwritten_tensor(core, "C2", 128, "float")
            asc.data_copy(dst, core.local("C1", data), asc.DataCopyParams(1, 256 // unit, 0, 0))
            assert (dst.numpy()[:64] == data[:64].astype(np.float32)).all()
            assert (tensor_elements(dst, 4)[64:] == 0xFFFFFFFF).all()
            whole = np.arange(128, dtype=np.int32)
            asc.data_copy(core.local("C2", 64, "int32"), core.local("C1", whole),
                          asc.DataCopyParams(1, 128 // unit, 0, 0))


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("chip", CHIPS)
def test_scales_move_in_128_bytes(engine: str, chip: str) -> None:
    with lanewise.core(chip, engine=engine, kind="AIC") as core:
        words = np.arange(64, dtype=np.uint64)
        dst = unwritten_tensor(core, "C2PIPE2GM", 64, "uint64")
        asc.data_copy(dst, core.local("C1", words), asc.DataCopyParams(1, 2, 0, 0))
        assert (dst.numpy()[:32] == words[:32]).all()


@pytest.mark.parametrize("engine", ENGINES)
def test_operands_lie_where_their_instruction_takes_them(engine: str) -> None:
    with lanewise.core("ascend910b", engine=engine, kind="AIC") as core:
        l1, l0a, l0c = core.local("A1", 1024, "half"), core.local("A2", 1024, "half"), core.local("CO1", 1024, "half")
        with pytest.raises(lanewise.LanewiseError, match=r"POS-001.*dst is in L0C"):
            asc.load_data(l0c, l1, asc.LoadData2DParams(0, 1, 1, 0, 0, False, 0))
        with pytest.raises(lanewise.LanewiseError, match=r"POS-001.*src is in L0A"):
            asc.load_data(l0a, l0a, asc.LoadData2DParams(0, 1, 1, 0, 0, False, 0))
        with pytest.raises(lanewise.LanewiseError, match=r"ALIGN-001.*L0A"):
            asc.load_data(l0a[16:], l1, asc.LoadData2DParams(0, 1, 1, 0, 0, False, 0))
        with pytest.raises(lanewise.LanewiseError, match="MEM-00"):
            asc.load_data(l0a, l1, asc.LoadData2DParams(0, 255, 1, 0, 0, False, 0))
        with pytest.raises(lanewise.LanewiseError, match=r"PARAM-001.*if_transpose"):
            asc.load_data(core.local("A2", 512, "float"), core.local("A1", 512, "float"),
                          asc.LoadData2DParams(0, 1, 1, 0, 0, True, 0))
