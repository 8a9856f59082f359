"""`explain` draws loads of fractals, copies to fractals and products: numbers by the published formulas."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree

import pytest

import lanewise
from lanewise import draw

CHIPS = ("ascend910b", "ascend950")


def grids(text: str) -> dict[str, list[list[str]]]:
    """The cells of each, by its name."""
    out: dict[str, list[list[str]]] = {}
    for line in text.splitlines():
        if head := re.match(r"(\w+): ", line):
            rows = out.setdefault(head[1], [])
        elif line.startswith("  "):
            rows.append(line.split())
    return out


@pytest.mark.parametrize("chip", CHIPS)
@pytest.mark.parametrize(("kind", "c0"), [("half", 16), ("int8", 32), ("float", 8)])
def test_fractals_of_a_product(chip: str, kind: str, c0: int) -> None:
    m, n, k = 40, 24, 70
    found = grids(str(draw.explain(f"Mmad(c, a, b, {{{m}, {n}, {k}, 0, false, true}})", chip=chip, dtype=kind)))
    m1, n1, k1 = -(-m // 16), -(-n // 16), -(-k // c0)
    zz = chip == "ascend910b"
    assert found["A"] == [[str(i * k1 + j if zz else j * m1 + i) for j in range(k1)] for i in range(m1)]
    assert found["B"] == [[str(i * n1 + j) for j in range(n1)] for i in range(k1)]
    assert found["C"] == [[str(j * m1 + i) for j in range(n1)] for i in range(m1)]


def test_fractals_of_a_product_with_one_row() -> None:
    text = str(draw.explain("asc.mmad(c, a, b, asc.MmadParams(m=1, n=16, k=40))"))
    assert grids(text)["A"] == [["0", "1", "2"]]
    assert "Elements 40 to 47 along k take no part" in text
    assert "It does nothing." in str(draw.explain("Mmad(c, a, b, {0, 16, 16})"))


def test_fractals_that_a_load_takes_and_puts() -> None:
    start, repeat, stride, gap = 2, 3, 2, 1
    call = f"LoadData(a, b, LoadData2DParams({start}, {repeat}, {stride}, 0, {gap}, false, 0))"
    found = grids(str(draw.explain(call)))
    source, target = found["src"][0], found["dst"][0]
    assert {k: cell for k, cell in enumerate(source) if cell != "."} == {start + stride * r: str(r) for r in range(3)}
    assert {k: cell for k, cell in enumerate(target) if cell != "."} == {(gap + 1) * r: str(r) for r in range(3)}


def test_fractals_of_a_part_come_turned() -> None:
    text = str(draw.explain("LoadData(b, l, LoadData2DParamsV2{0, 0, 2, 3, 2, 3, true, 0})", chip="ascend950"))
    found = grids(text)
    for mi in range(2):
        for ki in range(3):
            assert found["src"][0][ki * 2 + mi] == found["dst"][0][mi * 3 + ki]
    assert "turned on the way" in text
    with pytest.raises(lanewise.LanewiseError, match=r"OP-00[12]"):
        draw.explain("LoadData(b, l, LoadData2DParamsV2{0, 0, 2, 3, 2, 3, true, 0})", chip="ascend910b")


def test_fractals_of_squares_are_one() -> None:
    """Of 8 bits a square is two fractals, on both sides."""
    found = grids(str(draw.explain("LoadDataWithTranspose(b, l, {0, 2, 1, 1, 0, 0})", dtype="int8")))
    assert found["src"] == [["0", "0", "1", "1"]]
    assert found["dst"] == [["0", "0", "1", "1"]]


def test_fractals_of_a_matrix_in_rows() -> None:
    found = grids(str(draw.explain("DataCopy(l, g, Nd2NzParams{1, 40, 50, 0, 50, 48, 1, 0})")))
    assert found["dst"] == [[str(j * 3 + i) for j in range(4)] for i in range(3)]


def test_fractals_have_a_picture() -> None:
    found = draw.explain("Mmad(c, a, b, {32, 32, 32})")
    root = ElementTree.fromstring(found.svg())
    assert sum(part.tag.endswith("rect") for part in root) == 3 * 4
    assert {"0", "1", "2", "3"} <= {part.text for part in root if part.tag.endswith("text")}


@pytest.mark.parametrize(
    "call", ["LoadData(a, b, {0, x})", "Mmad(c, a, b, {m=3, q=4})", "Mmad(c, a, b, {1,2,3,4,5,6,7})"]
)
def test_fractals_of_what_are_no_numbers(call: str) -> None:
    with pytest.raises(lanewise.LanewiseError, match=r"CALL-001.*is not one of"):
        draw.explain(call)
