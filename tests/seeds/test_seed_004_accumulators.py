"""The accumulator registers of the first AI Engine: every sentence of the guide that has a number in it.

The same fragments compiled as printed are in tests/aie/test_aie_cpp_seed.py.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from lanewise import aie
from lanewise.aie.registerfile import layout
from lanewise.draw.selection import explain

LOWEST, HIGHEST = -(2**47), 2**47 - 1


@pytest.fixture(params=["fast", "definition", "lockstep"])
def core(request: pytest.FixtureRequest) -> Iterator[aie.Core]:
    with aie.core("aie", engine=request.param) as made:
        yield made


def test_seed_004_registers_are_384_bits_and_eight_lanes_of_48() -> None:
    names = [name for name, r in layout("aie").items() if r.kind == "accumulator" and r.bits == 384]
    assert len(names) == 8
    with aie.core("aie") as core:
        core.registers["aml0"] = aie.accum([LOWEST, -1, 0, 1, 2, 3, 4, HIGHEST], "acc48")
        assert len(core.registers.read("aml0")) * 8 == 384 == 8 * 48
        assert core.registers.accum("aml0", "acc48").values().tolist() == [LOWEST, -1, 0, 1, 2, 3, 4, HIGHEST]


def test_seed_004_sixteen_guard_bits_allow_2_to_the_16_accumulations(core: aie.Core) -> None:
    """2**16 times the lowest 32-bit result fills the lane exactly; one more leaves it."""
    acc = aie.accum([-(2**31) * (2**16 - 1), (2**31 - 1) * (2**16 - 1)], "acc48")
    lowest, highest = aie.vector([-(2**31), 2**31 - 1], "int32"), aie.vector([1, 1], "int16")
    full = aie.mac(acc, lowest, highest)
    assert full.values().tolist() == [LOWEST, (2**31 - 1) * 2**16]
    assert not core.status
    once_more = aie.mac(full, lowest, highest)
    assert once_more.values().tolist() == [2**47 - 2**31, (2**31 - 1) * (2**16 + 1) - 2**48]
    assert core.status == {"accumulator_overflow"}


@pytest.mark.parametrize("number", range(4))
def test_seed_004_two_384_bit_registers_are_one_of_768(number: int) -> None:
    registers = layout("aie")
    low, high, whole = f"aml{number}", f"amh{number}", f"bm{number}"
    assert (registers[low].bits, registers[high].bits, registers[whole].bits) == (384, 384, 768)
    with aie.core("aie") as core:
        core.registers[whole] = aie.accum(list(range(16)), "acc48")
        assert core.registers.accum(low, "acc48").values().tolist() == list(range(8))
        assert core.registers.accum(high, "acc48").values().tolist() == list(range(8, 16))
        core.registers[high] = aie.accum([-1] * 8, "acc48")
        assert core.registers.accum(whole, "acc48").values().tolist() == [*range(8), *[-1] * 8]


def test_seed_004_letters_of_the_registers() -> None:
    bits = {n: r.bits for n, r in layout("aie").items() if r.kind == "accumulator"}
    assert {b for n, b in bits.items() if n.startswith("am")} == {384}
    assert {b for n, b in bits.items() if n.startswith("bm")} == {768}
    assert len(bits) == 12


def test_seed_004_srs_shifts_right_by_8(core: aie.Core) -> None:
    values = [0, 255, 256, -1, -256, -257, HIGHEST, LOWEST]
    got = aie.srs(aie.accum(values, "acc48"), 8, "int32").numpy().tolist()
    assert got == [((v >> 8) + 2**31) % 2**32 - 2**31 for v in values]


def test_seed_004_ups_shifts_left_by_8(core: aie.Core) -> None:
    values = [-3, 5, 0, 1, -1, 2**31 - 1, -(2**31), 7]
    assert aie.ups(aie.vector(values, "int32"), 8).values().tolist() == [v * 256 for v in values]


def test_seed_004_modes_are_set_and_cleared(core: aie.Core) -> None:
    aie.set_rnd(6)
    aie.set_sat()
    assert (core.rounding, core.saturation) == ("conv_even", "saturate")
    acc = aie.accum([3 << 7, 1 << 7, 2**40, -(2**40)], "acc48")
    assert aie.srs(acc, 8, "int16").numpy().tolist() == [2, 0, 32767, -32768]
    aie.clr_rnd()
    aie.clr_sat()
    assert (core.rounding, core.saturation) == ("floor", "none")
    assert aie.srs(acc, 8, "int16").numpy().tolist() == [1, 0, 0, 0]


@pytest.mark.parametrize("saturation", ["none", "saturate", "symmetric"])
@pytest.mark.parametrize("rounding", ["floor", "ceil", "conv_even"])
def test_seed_004_the_pre_adder_alone_knows_no_mode(rounding: str, saturation: str) -> None:
    """Adds, subs, abs, comparisons and selections; their integers wrap."""
    with aie.core("aie", rounding=rounding, saturation=saturation) as core:
        a, b = aie.vector([32767, -32768, 5, -5], "int16"), aie.vector([1, 1, 7, 8], "int16")
        assert aie.add(a, b).numpy().tolist() == [-32768, -32767, 12, 3]
        assert aie.sub(a, b).numpy().tolist() == [32766, 32767, -2, -13]
        assert aie.abs(a).numpy().tolist() == [32767, -32768, 5, 5]
        assert aie.lt(a, b).to_int() == 0b1110
        assert aie.select(a, b, aie.mask(0b0011, 4)).numpy().tolist() == [1, 1, 5, -5]
        assert aie.shuffle_down_rotate(a, 1).numpy().tolist() == [-32768, 5, -5, 32767]
        assert not core.status


@pytest.mark.parametrize(("saturation", "first"), [("none", -25536), ("saturate", 32767), ("symmetric", 32767)])
def test_seed_004_mul8_antisym_subtracts_by_way_of_srs(core: aie.Core, saturation: str, first: int) -> None:
    core.saturation = saturation
    va, vb = np.zeros((16, 2), np.int16), np.zeros((16, 2), np.int16)
    va[:3], vb[:3] = [(30000, -7), (-32768, 32767), (5, -5)], [(-10000, 5), (32767, -32768), (7, 8)]
    ones = aie.vector([1] * 8, "int32")
    acc = aie.mul8_antisym(aie.vector(va), 0, 0x76543210, aie.vector(vb), 0, False, ones, 0, 0x76543210)
    assert acc.values()[:3].tolist() == [[40000, -12], [-65535, 65535], [-2, -13]]  # exact, a bit wider than the data
    assert acc.size == 8
    assert aie.srs(acc, 0, "cint16").numpy()[0].tolist() == [first, -12]


def test_seed_004_explain_draws_the_subtraction() -> None:
    drawn = explain("mul8_antisym(va, 0, 0x76543210, vb, 0, false, coeff, 0, 0x76543210)", "cint16/int32")
    assert list(drawn.formulas()) == [f"lane {i}   = (va[{i}] - vb[{i}]) * coeff[{i}]" for i in range(8)]
    assert "8 lanes of cacc48, 1 column of cint16 x int32" in drawn.text()
    assert drawn.svg().count("<rect") == 1 + 8
    typed = "mul8_antisym(v16cint16 va, 0, 0x76543210, v16cint16 vb, 0, false, v8int32 coeff, 0, 0x76543210)"
    assert explain(typed).text() == drawn.text()


@pytest.mark.parametrize(("tag", "lanes"), [("accfloat", 8), ("caccfloat", 4)])
def test_seed_004_float_cascades_carry_8_or_4_lanes(tag: str, lanes: int) -> None:
    shape = (lanes, 2) if tag.startswith("c") else lanes
    values = np.arange(8, dtype=np.float32).reshape(shape)
    link, seen = aie.Cascade(tag), []

    def sender(cascade: aie.Cascade) -> None:
        aie.writeincr(cascade, aie.accum(values, tag))

    def receiver(cascade: aie.Cascade) -> None:
        seen.append(aie.readincr(cascade, lanes).values())

    aie.run((sender, link), (receiver, link), chip="aie")
    assert np.array_equal(seen[0], values)


def test_seed_004_a_48_bit_lane_takes_64_bits_of_memory() -> None:
    """The printing loop: byte j of lane i is at 8 * i + j; six of them count."""
    with aie.core("aie"):
        memory = aie.accum(list(range(8)), "acc48").tobytes()
    assert len(memory) // 8 == 8
    text = ["0x" + "".join(f"{memory[8 * i + j]:02x}" for j in range(5, -1, -1)) for i in range(8)]
    assert text == [f"0x00000000000{i}" for i in range(8)]
