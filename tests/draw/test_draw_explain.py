"""One instruction explained: from a typed call and from a record, in words, text and SVG."""

from __future__ import annotations

import warnings
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import numpy as np
import pytest

from lanewise import asc, draw
from lanewise.asc import reg
from lanewise.chips.chip import chip as find_chip
from lanewise.draw.call import issue, named_alone
from lanewise.draw.figures import FIGURES, draw_all
from lanewise.errors import LanewiseError
from lanewise.isa.catalogue import find, opcodes
from lanewise.machine.core import core

pytestmark = pytest.mark.usefixtures("wide_terminal")

SEED = "Add(dst, src0, src1, mask, 2, {1,2,1,8,10,8})"


def strip(found: draw.Explanation, name: str) -> str:
    return next(line.split()[1] for line in found.drawing().splitlines() if line.split()[:1] == [name])


def row(found: draw.Explanation, name: str) -> list[str]:
    """The cells of an operand in the table."""
    lines = [line for line in found.text().splitlines() if line.startswith(name)]
    return [cell.strip() for cell in lines[-1].split("  ") if cell.strip()]


def test_typed_call_becomes_blocks_and_repeats() -> None:
    found = draw.explain(SEED)
    assert strip(found, "dst") == "0000000011111111"
    assert strip(found, "src0") == "0·0·0·0·0·*·*·*·1·1·1·1·1"
    assert strip(found, "src1") == "0000000011111111"
    text = found.text()
    assert text.startswith("Add (half): dst = src0 + src1. 256 elements: 2 repeats of 8 blocks of 32 bytes, all 128 ")
    assert "8 blocks, every second block" in text
    assert "10 blocks on, meets 3 blocks again" in text
    assert "no element of dst is written twice" in text
    assert max(map(len, text.splitlines())) <= 120


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
    what = "300 elements: 4 whole repeats of 64 lanes (8 blocks of 32 bytes) and a tail of 44 lanes"
    assert what in found.sentences()[0]
    assert strip(found, "dst").endswith("444444")


def test_counter_mode_shows_its_tail() -> None:
    record = issue("Add<float, false>(dst, src0, src1, MASK_PLACEHOLDER, 1, {1,1,1,8,8,8})", counter=150)
    assert "150 elements, counted by MASK (Counter mode): 2 whole repeats of 64 lanes" in draw.explain(record).text()


def test_elements_written_more_than_once_are_counted() -> None:
    text = draw.explain("Adds<float>(dst, src, 3, 64, 3, {1,1,0,8})").text()
    assert "64 elements of dst are written more than once" in text


def test_bitwise_mask_counts_lanes() -> None:
    text = draw.explain("Abs<half>(dst, src, {0x5555555555555555, 0x5555555555555555}, 1, {1,1,8,8})").text()
    assert "64 of 128 lanes; the others keep" in text
    assert text.count("■□■□■□■□■□■□■□■□") == 8


def test_bank_groups_and_their_cure() -> None:
    places = {"dst": 0x18000, "src0": 0, "src1": 0x4000}
    record = issue("Add(dst, src0, src1, 64, 64, {1,1,1,8,8,8})", "float", at=places)
    text = draw.explain(record).text()
    rows = {line.split()[0]: line for line in text.splitlines() if line}
    assert rows["src1"].endswith("  0-7")
    assert "64 cycles lost: src0 0x0 and src1 0x4000 in bank group 0" in text
    assert "from 0x4000 to 0x4100" in text
    assert "24 + 64 x 1 + 64 of conflicts = 152 cycles" in text


@pytest.mark.parametrize(("mask", "time"), [
    (64, "55 + 64 x 1.5 + 32 of conflicts = 183 cycles"),  # 24 accesses of a repeat, 16 a cycle; three in a bank
    (16, "55 + 64 x 1.247 + 48 of conflicts = 183 cycles"),  # the three operands meet in the banks of two blocks
])
def test_time_on_the_newer_chip_adds_up(mask: int, time: str) -> None:
    call = f"Add(d, a, b, {mask}, 64, {{1,1,1,8,8,8}})"
    assert time in draw.explain(call, dtype="float", chip="ascend950").text()


def test_reductions_show_their_results() -> None:
    found = draw.explain("BlockReduceSum<float>(dst, src, 4, 64, 1, 1, 8)")
    assert strip(found, "dst") == "0123"
    assert {"8 elements", "32 bytes on"} <= set(row(found, "dst"))
    whole = draw.explain("WholeReduceSum<float>(dst, src, 64, 4, 1, 1, 8)")
    assert {"1 element", "4 bytes on"} <= set(row(whole, "dst"))


@pytest.mark.parametrize(("call", "kind", "src", "dst", "pieces"), [
    ("DataCopyPad(dst, srcGm, {3, 40, 24, 1, 0}, {true, 0, 6, 0})", "float", "001122", "00·11·22", "3 pieces of 40 "),
    ("DataCopyPad(dstGm, src, {2, 100, 1, 28, 0})", "half", "0000·1111", "00001111", "2 pieces of 100 bytes"),
    ("DataCopy(dst, src, {2, 3, 1, 0})", "half", "000·111", "000111", "2 pieces of 96 bytes"),
    ("DataCopy(dstLocal, srcLocal, 64)", "float", "00000000", "00000000", "1 piece of 256 bytes"),
])
def test_copies_show_their_pieces(call: str, kind: str, src: str, dst: str, pieces: str) -> None:
    found = draw.explain(call, dtype=kind)
    assert (strip(found, "src"), strip(found, "dst")) == (src, dst)
    assert pieces in found.sentences()[0]


@pytest.mark.parametrize(("call", "kinds", "drawn"), [
    ("Compare(dst, src0, src1, CMPMODE::LT, 256)", "uint8 float float", {"src0", "src1"}),
    ("Compares(dst, src, 1, CMPMODE::GE, 256)", "uint8 float", {"src"}),
    ("Select(dst, sel, a, b, SELMODE::VSEL_TENSOR_TENSOR_MODE, 64, 2, {1,1,1,8,8,8})", "float uint8 float float",
     {"dst", "src0", "src1"}),
    ("Select(dst, sel, a, 1.0, SELMODE::VSEL_TENSOR_SCALAR_MODE, 128)", "float uint8 float", {"dst", "src0"}),
    ("Gather(dst, src, offsets, 0, 100)", "float float uint32", {"dst", "src_offset"}),
])
def test_comparison_selection_and_gathering_take_their_own_types(call: str, kinds: str, drawn: set[str]) -> None:
    found = draw.explain(call, dtype="float")
    assert [use.kind.name for use in found.touched.uses] == kinds.split()
    assert {use.name for use in found.touched.uses if use.rows} == drawn


def test_a_typed_whole_reduction_says_its_time() -> None:
    assert "cycles on ascend910b, as repeated WholeReduceSum" in draw.explain("ReduceSum<float>(d, s, w, 1000)").text()


def test_record_of_a_trace_is_explained() -> None:
    with core("ascend910b") as machine:
        a = machine.ub(np.zeros(256, np.int16))
        asc.add(a, a, a, 200)
        found = draw.explain(machine.trace()[-1])
    assert "computed in place" in found.text()


def test_every_row_of_a_trace_is_explained() -> None:
    with core("ascend950") as machine:
        row, held = machine.ub(np.zeros(4096, np.float32)), reg.RegTensor("float")
        reg.load_align(held, row)
        reg.adds(held, held, 1.0)
        reg.reduce_sum(held, held)
        reg.store_align(row, held)
        asc.pipe_barrier(asc.PipeID.PIPE_V)
        asc.data_copy(row, machine.gm(np.zeros(256, np.float32)), 64)
        trace = machine.trace()
    load, adds, total, _, barrier, copied = (draw.explain(r, chip="ascend950").text() for r in trace)
    assert "after 6 cycles on ascend950 (documented); timed in context" in load
    assert "mask     reads   bits   mask register" in adds
    assert "It works on registers." in total
    assert "timed in context" in barrier
    assert "It touches no data." in barrier
    assert "1 piece of 256 bytes" in copied
    assert "of MTE2 on ascend950 where one core works alone; timed in context" in copied
    assert all("no cost is published" not in text for text in (load, adds, total, barrier, copied))
    assert draw.access(trace[1], chip="ascend950").splitlines()[1] == "dst   float register"
    assert trace[-1].params == (64,)
    assert "reg_adds  (dst=REG, src=REG, mask=MASK)" in str(trace)
    assert "timed in context" in draw.explain(trace.records[-1]).text()  # a bare record has no parameters


def test_a_name_that_comes_again_is_the_same_tensor() -> None:
    found = draw.explain("Add(a, a, b, 4096)", dtype="float")
    assert [use.address for use in found.touched.uses] == [0, 0, 0x4000]
    assert "dst is src0: computed in place" in found.text()
    converted = draw.explain("Cast(b, a, CAST_NONE, 64, 1, {1,1,8,4})", dtype="float/half", at={"a": 0x200})
    assert [use.address for use in converted.touched.uses] == [0, 0x200]


def test_picture_is_svg_with_a_box_per_block() -> None:
    found = draw.explain(SEED)
    picture = ElementTree.fromstring(found.svg())
    titles = [t.text for t in picture.iter("{http://www.w3.org/2000/svg}title")]
    assert "src0 block 10, byte 0x340, repeat 0, 1" in titles
    assert found.svg() in found._repr_html_()
    drawn = float(picture.attrib["width"])
    for words in picture.iter("{http://www.w3.org/2000/svg}text"):  # nothing is cut off at the right
        if words.attrib["text-anchor"] == "start":
            assert float(words.attrib["x"]) + 0.55 * float(words.attrib["font-size"]) * len(words.text or "") < drawn


def test_bad_calls_say_what_to_write() -> None:
    for text, write in (("Add(dst, src0, src1)", "Add(dst, src0, src1, 64)"),
                        ("Compare(d, a, b, CMPMODE::LT)", "Compare(dst, src0, src1, LT, 64)"),
                        ("Reg::Add(d, a, b, mask)", "Add(dst, src0, src1, mask, 2"),
                        ("Gather(d, s)", "Gather(dst, src, src_offset, 0, 64)"),
                        ("DataCopyPad(d, s)", "DataCopyPad(local, gm, {4, 100"),
                        ("DataCopyPad(aLocal, bLocal, {1, 32, 0, 0})", "DataCopyPad(local, gm, {4, 100")):
        with pytest.raises(LanewiseError, match="CALL-001") as said:
            draw.explain(text)
        assert write in str(said.value)
        assert "\n" not in str(said.value)
    with pytest.raises(LanewiseError, match="OP-004"):
        draw.explain("Adt(dst, src0, src1, 64)")


@pytest.mark.parametrize("chip", ["ascend310p", "ascend910b", "ascend950"])
def test_every_name_alone_is_explained_by_a_call_that_is_legal(chip: str) -> None:
    explained = 0
    for name in opcodes():
        known = find(name)[0]
        if not list(known.rows_on(find_chip(chip).instructions)) or not (call := named_alone(name, chip)):
            continue
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            assert draw.explain(name, chip=chip).text(), call
        explained += 1
    assert explained > 45


def test_types_of_a_template_are_those_of_its_operands() -> None:
    assert "Cast (int8/half)" in draw.explain("Cast<int8_t, half>(dst, src, CAST_RINT, 64)").text()
    assert "Cast (int32/float)" in draw.explain("Cast<int32_t, float>(dst, src, CAST_FLOOR, 64)").text()


def test_figures_are_made_and_up_to_date(tmp_path: Path) -> None:
    made = draw_all(tmp_path)
    assert len(made) == len(FIGURES)
    docs = Path(__file__).resolve().parents[2] / "docs" / "figures"
    for path in made:
        ElementTree.parse(path)
        assert path.read_text() == (docs / path.name).read_text(), "run make figures"
