"""`explain` of multiplications with selection, against the guide's own examples."""

from __future__ import annotations

import pytest

from lanewise.cli.app import call
from lanewise.draw.selection import explain, is_selection
from lanewise.errors import LanewiseError

SYM = "mul8_sym(x, 0, 0x03020100, 2, 0x2110, 6, 0x1201, z, 0, 0, 1)"


def test_draw_selection_symmetric_filter() -> None:
    lines = list(explain(SYM, "int16/int16").formulas())
    terms = " + ".join(f"(x[{1 + c}] + x[{8 - c}]) * z[{c}]" for c in range(4))
    assert lines[1] == f"lane 1   = {terms}"
    assert len(lines) == 8


def test_draw_selection_regular_scheme() -> None:
    lines = list(explain("mul4(x, 1, 0x3210, 1, z, 0, 0, 1)", "cint16/cint16").formulas())
    assert (lines[0], lines[3]) == ("lane 0   = x[1] * z[0] + x[2] * z[1]", "lane 3   = x[4] * z[0] + x[5] * z[1]")


def test_draw_selection_bytes_of_a_matrix() -> None:
    call = "mul16(b, 0, 0x11101110, 16, 0x3120, a, 0, 0x44440000, 2, 0x3210)"
    shown = explain(call, "int8/int8")
    assert shown.reads.x[0].tolist() == list(range(0, 64, 8))
    assert shown.reads.x[4].tolist() == list(range(4, 64, 8))
    assert shown.reads.z[8].tolist() == list(range(8, 16))


def test_draw_selection_unit_tap_and_conjugates() -> None:
    shown = explain("mac8_sym_uct(acc, x, 0, 0x03020100, 2, 0x2110, 6, 0x1201, 4, z, 0, 0, 1, 10)", "int16/int16")
    assert list(shown.formulas())[8] == "lane 8   = acc + x[4] << 10"
    assert "conj(z[0])" in explain("mul4_nc(x, 0, 0x3210, 1, z, 0, 0, 1)", "cint16/cint16").text()


def test_draw_selection_rest_left_open() -> None:
    """The numbers of a filter stand in for those that are not there."""
    opened = list(explain("mul8_antisym(x, 0, 0x03020100, 2, ...)").formulas())
    whole = explain("mul8_antisym(x, 0, 0x03020100, 2, 0x2110, 6, 0x1201, z, 0, 0, 1)", "int16/int16")
    assert opened == list(whole.formulas())


def test_draw_selection_refuses() -> None:
    assert not is_selection("Add(dst, a, b, 64)")
    with pytest.raises(LanewiseError, match="CALL-001"):
        explain("mul8(x, 0)")
    with pytest.raises(LanewiseError, match="OP-002"):
        explain(SYM, "float")
    with pytest.raises(LanewiseError, match="a square is missing"):
        explain("mul8(x, 0, 0x03020100, 2, z, 0, 0, 1)", "int16/int16")
    with pytest.raises(LanewiseError, match="OP-004"):
        explain("lmul16_sym_uct(x, 0, 0, z, 0, 0)")


def test_draw_selection_from_the_shell(capsys: pytest.CaptureFixture[str]) -> None:
    call(["explain", "mul8_antisym(x, 0, 0x03020100, 2, ...)"])
    assert "(x[0] - x[7]) * z[0]" in capsys.readouterr().out
