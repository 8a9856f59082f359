"""One instruction explained: from a typed call and from a record, in words, text and SVG."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from pathlib import Path

import numpy as np
import pytest

from lanewise import asc, draw
from lanewise.draw.call import issue
from lanewise.draw.figures import FIGURES, draw_all
from lanewise.errors import LanewiseError
from lanewise.machine.core import core

SEED = "Add(dst, src0, src1, mask, 2, {1,2,1,8,10,8})"


def strip(found: draw.Explanation, name: str) -> str:
    return next(line.split()[1] for line in found.drawing().splitlines() if line.startswith(name))


def test_typed_call_becomes_blocks_and_repeats() -> None:
    found = draw.explain(SEED)
    assert strip(found, "dst") == "0000000011111111"
    assert strip(found, "src0") == "0·0·0·0·0·*·*·*·1·1·1·1·1"
    assert strip(found, "src1") == "0000000011111111"
    words = "\n".join(found.words())
    assert "128 of 128 lanes" in words
    assert "every second block" in words
    assert "meets 3 blocks again" in words
    assert "No element of dst is written twice" in words


@pytest.mark.parametrize(
    "call",
    [
        "AscendC::Add<half, true>(dst, src0, src1, mask, 2, { 1, 2, 1, 8, 10, 8 });",
        "asc.add(dst, src0, src1, mask=128, repeat_times=2, repeat_params=asc.BinaryRepeatParams(1, 2, 1, 8, 10, 8))",
        "add(dst, src0, src1, 128, 2, [1, 2, 1, 8, 10, 8])",
    ],
)
def test_spellings_of_one_call_are_the_same(call: str) -> None:
    assert draw.explain(call).text() == draw.explain(SEED).text()


def test_count_form_shows_its_tail() -> None:
    found = draw.explain(issue("Add(dst, src0, src1, 300)", "float"))
    assert "300 elements = 4 whole repeats and a tail of 44 lanes" in found.text()
    assert strip(found, "dst").endswith("444444")


def test_counter_mode_shows_its_tail() -> None:
    record = issue("Add<float, false>(dst, src0, src1, MASK_PLACEHOLDER, 1, {1,1,1,8,8,8})", counter=150)
    assert "Counter mode: 150 elements = 2 whole repeats and a tail of 22 lanes" in draw.explain(record).text()


def test_elements_written_more_than_once_are_counted() -> None:
    text = draw.explain("Adds<float>(dst, src, 3, 64, 3, {1,1,0,8})").text()
    assert "64 elements of dst are written more than once" in text


def test_bitwise_mask_counts_lanes() -> None:
    text = draw.explain("Abs<half>(dst, src, {0x5555555555555555, 0x5555555555555555}, 1, {1,1,8,8})").text()
    assert "64 of 128 lanes" in text


def test_bank_groups_and_their_cure() -> None:
    places = {"dst": 0x18000, "src0": 0, "src1": 0x4000}
    record = issue("Add(dst, src0, src1, 64, 64, {1,1,1,8,8,8})", "float", at=places)
    text = draw.explain(record).text()
    assert "src1  bank groups of its first repeat: 0 1 2 3 4 5 6 7" in text
    assert "Bank conflicts cost 64 cycles: src0 0x0 and src1 0x4000 in bank group 0" in text
    assert "from 0x4000 to 0x4100" in text
    assert "22 + 64 x 1 + 64 of conflicts = 150 cycles" in text


def test_reductions_show_their_results() -> None:
    found = draw.explain("BlockReduceSum<float>(dst, src, 4, 64, 1, 1, 8)")
    assert strip(found, "dst") == "0123"
    assert "writes 8 elements a repeat" in found.text()
    whole = draw.explain("WholeReduceSum<float>(dst, src, 64, 4, 1, 1, 8)")
    assert "writes 1 element a repeat" in whole.text()


def test_record_of_a_trace_is_explained() -> None:
    with core("ascend910b") as machine:
        a = machine.ub(np.zeros(256, np.int16))
        asc.add(a, a, a, 200)
        found = draw.explain(machine.trace()[-1])
    assert "computed in place" in found.text()


def test_picture_is_svg_with_a_box_per_block() -> None:
    found = draw.explain(SEED)
    picture = ElementTree.fromstring(found.svg())
    titles = [t.text for t in picture.iter("{http://www.w3.org/2000/svg}title")]
    assert "src0 block 10, byte 0x340, repeat 0, 1" in titles
    assert found._repr_svg_() == found.svg()
    assert "<svg" in found._repr_html_()


def test_bad_calls_say_what_to_write() -> None:
    for text in ("Add", "Add(dst, src0, src1)"):
        with pytest.raises(LanewiseError, match="CALL-001"):
            draw.explain(text)
    with pytest.raises(LanewiseError, match="OP-004"):
        draw.explain("Adt(dst, src0, src1, 64)")


def test_figures_are_made_and_up_to_date(tmp_path: Path) -> None:
    made = draw_all(tmp_path)
    assert len(made) == len(FIGURES) == 6
    docs = Path(__file__).resolve().parents[2] / "docs" / "figures"
    for path in made:
        ElementTree.parse(path)
        assert path.read_text() == (docs / path.name).read_text(), "run make figures"
