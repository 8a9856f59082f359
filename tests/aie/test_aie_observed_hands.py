"""The operations that test_aie_observed.py cannot call by itself leave their records, too, at their line."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from hand_calls import HANDS, OBJECTS, SILENT, Hand
from test_aie_observed import first_of_each

from compiled import needs_compiler
from lanewise import aie
from lanewise.aie.trace import Issued
from lanewise.isa.aie.catalogue import operations
from lanewise.isa.aie.types import FAMILIES, LANE_TYPES

pytestmark = needs_compiler
REGISTERS = {
    "v": ("int16", 16), "w": ("int16", 16), "v2": ("int16", 32), "w2": ("int16", 32), "n": ("int32", 8),
    "m": ("int32", 8), "n4": ("int32", 4), "n2": ("int32", 16), "f": ("float", 8), "f2": ("float", 16),
}  # fmt: skip
SUMS = {"acc": 16, "acc8": 8}
PARAMETERS = (
    "int16* memory, input_stream<int32>* in, output_stream<int32>* out, "
    "input_window<int32>* block, output_window<int32>* room"
)


def tag_of(chip: str) -> str:
    return "acc48" if chip == "aie" else "acc32"


def program(chip: str, hands: list[Hand]) -> str:
    lines = ["#include <adf.h>", "#include <aie_api/aie.hpp>", "#include <aie_api/aie_adf.hpp>",
             "namespace l = lanewise::aie;", f"using TAG = {tag_of(chip)};",
             "template <class X> void made(const char* name, const X& x) {",
             "    { const l::operation now(name); }", "    l::made(x);", "}"]  # fmt: skip
    cascade = ", output_cascade<acc48>* to" if chip == "aie" else ""
    lines.append(f"void run({PARAMETERS}{cascade}) {{ unsigned bits = 0; unsigned select = 0;")
    types = {name: f"aie::vector<{of}, {size}>" for name, (of, size) in REGISTERS.items()}
    types |= {name: f"aie::accum<TAG, {size}>" for name, size in SUMS.items()}
    lines += [f'    {of} {name}; made("{name}", {name});' for name, of in types.items()]
    lines += [f"    {{ {restored(hand)} {hand.cpp}; }}" for hand in hands]
    return "\n".join([*lines, "}"])


def restored(hand: Hand) -> str:
    """A call that changes its register leaves it to the next one as it was."""
    return f'made("{hand.waits.split()[0]}", {hand.waits.split()[0]});' if hand.waits else ""


def from_python(chip: str, hand: Hand) -> list[Issued]:
    with aie.core(chip, trace=True) as core:
        given = SimpleNamespace(
            memory=np.zeros(64, np.int16),
            stream=aie.Stream("int32", range(64)),
            out=aie.OutputStream("int32"),
            block=block(),
            room=block(),
            cascade=aie.Cascade(tag_of(chip), depth=9),
        )
        recorder = core.listener
        for name in hand.waits.split():
            of = REGISTERS.get(name)
            one = aie.zeros(of[0], of[1]) if of else aie.accum([0] * SUMS[name], tag_of(chip))
            recorder(name, ())
            recorder.done((), one)
            setattr(given, name, one)
        hand.python(given)
    return list(core.trace())


def block() -> aie.Block:
    return aie.Block(np.zeros(64, np.int32), LANE_TYPES["int32"])


def counted(hand: Hand) -> int:
    """Python counts what vectors reach."""
    return hand.bytes if hand.bytes >= 16 else 0


def wrong(hand: Hand, records: list[Issued], everything: list[Issued]) -> str:
    own = [one for one in records if any(operations()[name].is_called(one.name) for name in hand.name.split("/"))]
    if not own:
        return f"no record, only {[one.name for one in records]}"
    waits = {everything[n].name for n in own[0].after}
    if not waits.issuperset(hand.waits.split()):
        return f"waits for {waits} instead of {hand.waits}"
    if own[0].bytes != hand.bytes:
        return f"reaches {own[0].bytes} bytes instead of {hand.bytes}"
    return ""


@pytest.mark.parametrize("chip", FAMILIES)
def test_aie_observed_hands(chip: str, tmp_path: Path) -> None:
    hands = [hand for hand in HANDS if chip in hand.chips]
    source, text = tmp_path / "hands.cc", program(chip, hands)
    source.write_text(text, encoding="utf-8")
    kernels = aie.load(source, chip=chip, flags=("-O0",), trace=True)
    more = (np.zeros(8, np.int64),) if chip == "aie" else ()
    kernels.run(
        np.zeros(64, np.int16),
        np.arange(64, dtype=np.int32),
        np.zeros(6, np.int32),
        np.zeros(64, np.int32),
        np.zeros(64, np.int32),
        *more,
    )
    everything = list(kernels.run.trace())
    first = len(text.splitlines()) - len(hands)
    missing = []
    for line, hand in enumerate(hands, first):
        if problem := wrong(hand, [one for one in everything if one.line == line], everything):
            missing.append(f"{hand.cpp}, C++: {problem}")
        traced = from_python(chip, hand) if hand.python else None
        if traced is not None and (problem := wrong(hand._replace(bytes=counted(hand)), traced, traced)):
            missing.append(f"{hand.cpp}, Python: {problem}")
    assert not missing, "\n".join(missing)


def test_aie_observed_leaves_out_nothing() -> None:
    """An operation is walked by one of the two tests, or it says here why it leaves no record."""
    walked = {case.operation.name for chip in FAMILIES for case in first_of_each(chip)}
    walked |= {name for hand in HANDS for name in hand.name.split("/")}
    silent = {name for names in SILENT.values() for name in names.split()}
    assert not walked & silent
    left = {o.name for o in operations().values() if o.family not in OBJECTS} - walked - silent
    assert not left
    assert len(walked) > 960
