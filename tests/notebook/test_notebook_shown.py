"""What objects show of themselves: useful as text, escaped as HTML."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

import numpy as np
import pytest

import lanewise
from lanewise import asc
from lanewise.check.findings import Finding, Place, Severity
from lanewise.timing.units import Tally, time


class Balanced(HTMLParser):
    """Every element that is opened is closed; the text of all of them."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text = ""
        self.feed(text)
        assert not self.open

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_startendtag(self, tag: str, attrs: Any) -> None:
        pass

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.fixture(scope="module")
def core() -> Any:
    with lanewise.core("ascend910b", trace=True) as made:
        made.x = made.ub(np.arange(512, dtype=np.int16))
        made.y = made.ub(512, np.int16)
        asc.shift_right(made.y, made.x, 2, 512)
        made.said = made.trace(), lanewise.timing.of(made)
    return made


FINDING = Finding("RACE-001", Severity.ERROR, "a<b> reads", "Write <x>", Place("k.asc", 7), kernel="k")


@pytest.mark.parametrize(
    ("make", "text", "html"),
    [
        (lambda c: c.x, "[  0,   1,   2, ..., 509, 510, 511]", "496 497 498"),
        (lambda c: c.said[0], "shift_right", "count 512"),
        (lambda c: c.said[1], "cycles", "Instructions, all blocks"),
        (lambda c: c.said[0][0] and lanewise.explain(c.said[0][0]), "512 elements", "512 elements"),
        (lambda c: lanewise.explain("mul8_sym(x, 0, 0x0300, 2, 0x2110, 6, 0x1201, z, 0, 0, 1)"), "lane 0", "lane 0"),
        (lambda c: FINDING, "<k.asc:7: RACE-001 a<b> reads. Write <x> [kernel k]>", "a<b> reads"),
        (lambda c: lanewise.chip("ascend950"), "ascend950", "ub_bytes"),
        (lambda c: lanewise.chip("aie", "aie"), "aie", "cascade_bits"),
        (lambda c: lanewise.instruction("ShiftRight"), "shift_right (ShiftRight)", "int16"),
        (lambda c: lanewise.instruction("Reg::Add"), "reg_add", "ascend950"),
        (lambda c: lanewise.instruction("aie::srs"), "srs(acc, shift, type)", "acc48"),
        (lambda c: time("aie", Tally(loads=4)), "bound by loads", "bound by loads"),
    ],
    ids=["tensor", "trace", "timing", "explained", "selection", "finding", "chip", "engine", "instruction", "register",
         "operation", "units"],
)  # fmt: skip
def test_objects_show_themselves(core: Any, make: Any, text: str, html: str) -> None:
    one = make(core)
    assert text in repr(one)
    assert html in Balanced(one._repr_html_()).text
    assert len(one._repr_html_()) < 100_000


def test_html_of_a_finding_is_escaped() -> None:
    assert "<b>" not in FINDING._repr_html_().replace("<b>error: RACE-001</b>", "")


def test_unknown_instruction_names_near_ones() -> None:
    with pytest.raises(lanewise.LanewiseError, match="OP-004"):
        lanewise.instruction("ShiftRihgt")


def test_report_of_a_run_is_a_frame() -> None:
    @asc.jit
    def kernel(x: asc.GlobalAddress) -> None:
        pass

    run = kernel[1](np.zeros(8, np.float32), trace=True)
    assert "no finding" not in repr(run)
    page = lanewise.report(run)
    assert page.startswith("<!doctype html>")
    assert page._repr_html_().startswith('<iframe srcdoc="&lt;!doctype')
