"""`lanewise explain` teaches: by a name alone, with numbers, for operands of different length, for two chips."""

from __future__ import annotations

import numpy as np
import pytest

import lanewise
from lanewise.cpp import cache
from lanewise.draw.sliding import sliding


def test_a_name_alone_is_explained_with_numbers(lanewise) -> None:
    done = lanewise("explain", "ShiftRight", "--dtype", "int16")
    assert (done.status, done.out.splitlines()[0]) == (0, "ShiftRight(dst, src, 5, 64)")
    assert "dst becomes: 0 -1 3 -4 0 -1 0 0" in done.out
    assert "17 >> 5 is 0" in done.out


def test_rounding_is_said_and_shown(lanewise) -> None:
    done = lanewise("explain", "ShiftRight(dst, src, 5, 64, 1, {1,1,8,8}, true)", "--dtype", "int16")
    assert "17 >> 5, rounded, is 1" in done.out
    assert "dst becomes: 1 -1 3 -3 0 0 0 0" in done.out
    assert [(x + 16) >> 5 for x in (17, -17, 100, -100, 1, -1, 7, 8)] == [1, -1, 3, -3, 0, 0, 0, 0]


def test_a_reduction_has_a_short_destination(lanewise) -> None:
    done = lanewise("explain", "ReduceSum(dst, src, work, 30000)", "--dtype", "float")
    assert (done.status, "30,000 elements" in done.out) == (0, True), done.err
    assert f"dst becomes: {sum((1.5, -2.5, 0.25, 100, 3, -0.75, 2, 0.5)):g}" in done.out


def test_two_chips_are_shown(lanewise) -> None:
    done = lanewise("explain", "Exp", "--chip", "ascend910b,ascend950")
    assert "Exp(dst, src, 64) on ascend910b" in done.out
    assert "Exp(dst, src, 64) on ascend950" in done.out


@pytest.mark.parametrize(("asked", "said"), [("SetFlag", "set_flag"), ("aie::srs", "Shift right"), ("srs", "srs")])
def test_what_has_no_picture_shows_its_page(lanewise, asked: str, said: str) -> None:
    done = lanewise("explain", asked)
    assert (done.status, said in done.out) == (0, True), done.err


def test_sliding_multiplications_say_what_lanes_read(lanewise) -> None:
    done = lanewise("explain", "aie::sliding_mul<8,8>(taps, 0, x, 0)")
    assert "lane 1: taps[0]*x[1] + taps[1]*x[2] + taps[2]*x[3] + ... + taps[7]*x[8]" in done.out
    found = sliding("aie::sliding_mac<4, 2, 1, 2, 3>(acc, c, 1, d, 5)")
    assert found is not None
    assert found.row(3) == "lane 3: acc + c[1]*d[14] + c[2]*d[16]"
    assert "lane 3: acc + c[1]*d[14]" in found.svg()


def test_the_cache_shows_its_size_and_is_cleared(lanewise, monkeypatch, tmp_path) -> None:
    monkeypatch.setenv("LANEWISE_CACHE", str(tmp_path / "cache"))
    with cache.temporary_folder():
        pass
    (tmp_path / "cache" / "headers").mkdir(exist_ok=True, mode=0o700)
    (tmp_path / "cache" / "headers" / "one").write_bytes(bytes(3_000_000))
    done = lanewise("cache")
    assert "precompiled headers" in done.out
    assert "3.0 MB" in done.out
    assert "3.0 MB removed" in lanewise("cache", "--clear").out
    assert not (tmp_path / "cache" / "headers" / "one").exists()


def test_doctor_knows_version_cache_and_what_is_optional(lanewise) -> None:
    checks = {c["name"]: c for c in lanewise("doctor", "--json").data}
    assert checks["Lanewise"]["detail"].startswith(("0.", "1."))
    assert "MB in " in checks["cache"]["detail"]
    assert {checks[name]["status"] for name in ("torch", "Jupyter", "clangd")} <= {"ok", "optional"}


def test_evidence_names_what_is_not_sure(lanewise, monkeypatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    out = lanewise("ops", "Add", "--chip", "ascend950").out
    assert "int: documented; float: assumed (nan_result)" in out
    assert "hardware may do anything" in out


@pytest.mark.parametrize("mode", ["rint", "CAST_RINT", lanewise.RoundMode.CAST_RINT])
def test_convert_takes_names(mode) -> None:
    x = np.array([1.5, np.nan, np.inf, 70000], np.float32)
    for name, kind in (("fp16", "half"), ("bf16", "bfloat16"), ("fp8_e4m3", "fp8_e4m3fn"), ("hif8", "hifloat8")):
        assert lanewise.convert(x, name, mode).tobytes() == lanewise.convert(x, kind).tobytes()
    assert lanewise.convert(x, "half", mode).tolist() == [1.5, 0, 65504, 65504]
    with np.errstate(over="ignore"):
        assert lanewise.convert(x, "half", mode, saturate=False).tobytes() == x.astype(np.float16).tobytes()


def test_convert_on_a_chip_is_its_cast() -> None:
    x = np.linspace(-70000, 70000, 9001, dtype=np.float32)
    assert lanewise.convert(x, "half", chip="ascend910b").tobytes() == lanewise.convert(x, "half").tobytes()
    with pytest.raises(lanewise.LanewiseError, match="fp8"):
        lanewise.convert(x, "fp8_e4m3", chip="ascend910b")


def test_names_that_are_no_types_and_modes_get_the_nearest() -> None:
    with pytest.raises(lanewise.LanewiseError, match="did you mean fp8_e4m3"):
        lanewise.convert(np.ones(1, np.float32), "fp8_e4m4")
    with pytest.raises(ValueError, match="there are none, rint, floor"):
        lanewise.convert(np.ones(1, np.float32), "half", "nearest")
