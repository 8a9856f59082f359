"""Every error an issued instruction can raise: its id, its words, and that nothing at all has changed.

Each case is named by the id it must produce and has a clean twin: the same call, one value different, must run.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from lanewise import findings
from lanewise.errors import LanewiseError
from lanewise.isa.record import Flag

UNIT = (1, 1, 8, 8)
ROUNDING = Flag.SET_MASK | Flag.ROUND
LEFT = Flag.SET_MASK | Flag.SCALAR_LEFT
KEEPING = Flag.SET_MASK | Flag.KEEP_SUBNORMALS


@dataclass
class Case:
    id: str
    chip: str
    bad: Callable[..., None]
    good: Callable[..., None]
    says: tuple[str, ...]
    name: str = ""
    strict: bool = False


class Bench:
    """A core with some tensors to hand, and one-letter ways to use them."""

    def __init__(self, core: Any, call: Any) -> None:
        self.core, self._call = core, call
        self.h = core.ub(np.ones(512, np.float16))
        self.f = core.ub(np.ones(512, np.float32))
        self.i = core.ub(np.ones(512, np.int16))
        self.short = core.ub(np.ones(8, np.float32))
        self.gm = core.gm(np.ones(512, np.float32), "input")
        self.bytes = core.gm(np.ones(64, np.uint8), "bytes")
        call_state = core.state
        call_state["mask"][:2] = (0x1234, 0x5678)

    def __call__(self, name: str, *tensors: Any, **how: Any) -> None:
        self._call(self.core, name, *tensors, **how)

    def tensor(self, address: int, length: int, kind: Any) -> Any:
        from lanewise.machine.tensor import LocalTensor

        return LocalTensor(self.core, address, length, kind)


CASES = [
    Case("OP-001", "ascend310p", lambda b: b("shift_right", b.i, b.i, scalar=1, count=16),
         lambda b: b("add", b.i, b.i, b.i, count=16), ("shift_right", "ascend310p", "ascend910b")),
    Case("OP-001", "ascend910", lambda b: b("set_mask_count"), lambda b: b("set_vector_mask", params=(1, 0)),
         ("set_mask_count", "ascend950"), "state instruction"),
    Case("OP-002", "ascend910", lambda b: b("add", b.i, b.i, b.i, count=16),
         lambda b: b("add", b.h, b.h, b.h, count=16), ("add", "int16", "half", "ascend910")),
    Case("OP-003", "ascend950", lambda b: b("neg", b.h, b.h, mask=16, strides=UNIT),
         lambda b: b("neg", b.h, b.h, count=16), ("neg", "count", "contiguous mask")),
    Case("OP-005", "ascend950", lambda b: b("shift_right", b.i, b.i, scalar=1, mask=16, flags=ROUNDING),
         lambda b: b("shift_right", b.i, b.i, scalar=1, mask=16), ("round_en", "ascend950")),
    Case("OP-005", "ascend910b", lambda b: b("adds", b.h, b.h, scalar=1, count=16, flags=LEFT),
         lambda b: b("adds", b.h, b.h, scalar=1, count=16), ("scalar on the left",), "flexible scalar"),
    Case("OP-005", "ascend910b", lambda b: b("exp", b.h, b.h, count=16, flags=KEEPING),
         lambda b: b("exp", b.h, b.h, count=16), ("algorithm",), "algorithm"),
    Case("TYPE-001", "ascend910b", lambda b: b("add", b.h, b.h, b.i, count=16),
         lambda b: b("add", b.h, b.h, b.h, count=16), ("src1", "int16", "half", "dst")),
    Case("MASK-001", "ascend910b", lambda b: b("abs", b.f, b.f, mask=65, strides=UNIT),
         lambda b: b("abs", b.f, b.f, mask=64, strides=UNIT), ("65", "0..64", "32-bit")),
    Case("MASK-001", "ascend910b", lambda b: b("abs", b.h, b.h, mask=-1, strides=UNIT),
         lambda b: b("abs", b.h, b.h, mask=0, strides=UNIT), ("-1", "0..128"), "negative"),
    Case("MASK-002", "ascend310b", lambda b: b("abs", b.h, b.h, mask=(0, 0), strides=UNIT),
         lambda b: b("abs", b.h, b.h, mask=(1, 0), strides=UNIT), ("no bit set", "ascend310b")),
    Case("MASK-003", "ascend910b", lambda b: b("abs", b.f, b.f, mask=(1, 1), strides=UNIT),
         lambda b: b("abs", b.f, b.f, mask=(1, 0), strides=UNIT), ("63", "32-bit")),
    Case("REPEAT-001", "ascend910b", lambda b: b("abs", b.h, b.h, mask=8, repeat=256, strides=(1, 1, 0, 0)),
         lambda b: b("abs", b.h, b.h, mask=8, repeat=255, strides=(1, 1, 0, 0)), ("256", "0..255")),
    Case("REPEAT-001", "ascend910b", lambda b: b("abs", b.h, b.h, mask=8, repeat=-1, strides=UNIT),
         lambda b: b("abs", b.h, b.h, mask=8, repeat=0, strides=UNIT), ("-1",), "negative"),
    Case("REPEAT-001", "ascend910b", lambda b: b("brcb", b.h, b.h, repeat=256, params=(1, 0)),
         lambda b: b("brcb", b.h, b.h, repeat=1, params=(1, 8)), ("256",), "brcb"),
    Case("COUNT-001", "ascend910b", lambda b: b("abs", b.h, b.h, count=-1),
         lambda b: b("abs", b.h, b.h, count=0), ("-1",)),
    Case("STRIDE-001", "ascend910b", lambda b: b("abs", b.h, b.h, mask=8, repeat=2, strides=(1, 1, 8, 256)),
         lambda b: b("abs", b.h, b.h, mask=8, repeat=1, strides=(1, 1, 8, 256)),
         ("src_rep_stride", "256", "0..255"), "repeat"),
    Case("STRIDE-001", "ascend910b", lambda b: b("abs", b.h, b.h, mask=8, strides=(65536, 1, 8, 8)),
         lambda b: b("abs", b.h, b.h, mask=8, strides=(65535, 1, 8, 8)), ("dst_blk_stride", "0..65535"), "unary block"),
    Case("STRIDE-001", "ascend910b", lambda b: b("add", b.h, b.h, b.h, mask=8, strides=(1, 1, 256, 8, 8, 8)),
         lambda b: b("add", b.h, b.h, b.h, mask=8, strides=(1, 1, 255, 8, 8, 8)), ("src1_blk_stride",), "binary block"),
    Case("STRIDE-001", "ascend910b", lambda b: b("copy", b.h, b.h, mask=8, repeat=2, strides=(1, 1, 4096, 8)),
         lambda b: b("copy", b.h, b.h, mask=8, repeat=1, strides=(1, 1, 4096, 8)), ("0..4095",), "copy repeat"),
    Case("STRIDE-001", "ascend910b", lambda b: b("abs", b.h, b.h, mask=8, strides=(1, -1, 8, 8)),
         lambda b: b("abs", b.h, b.h, mask=8, strides=(1, 0, 8, 8)), ("-1",), "negative"),
    Case("SCALAR-001", "ascend910b", lambda b: b("shift_left", b.i, b.i, scalar=17, count=16),
         lambda b: b("shift_left", b.i, b.i, scalar=16, count=16), ("17", "0..16", "int16")),
    Case("SCALAR-002", "ascend950", lambda b: b("shift_left", b.i, b.i, scalar=-1, count=16),
         lambda b: b("shift_left", b.i, b.i, scalar=99, count=16), ("-1", "0 or more")),
    Case("ALIGN-001", "ascend910b", lambda b: b("abs", b.h, b.h[10], count=16),
         lambda b: b("abs", b.h, b.h[16], count=16), ("src", "multiple of 32", "Use 0 or 32")),
    Case("ALIGN-001", "ascend910b", lambda b: b("data_copy", b.f[3], b.gm, count=16),
         lambda b: b("data_copy", b.f[8], b.gm, count=16), ("dst",), "move"),
    Case("ALIGN-001", "ascend910b", lambda b: b("brcb", b.h, b.h[1], repeat=1, params=(1, 8)),
         lambda b: b("brcb", b.h, b.h[16], repeat=1, params=(1, 8)), ("src",), "walk"),
    Case("ALIGN-002", "ascend910b", lambda b: b("data_copy", b.f, b.bytes[2].reinterpret_cast("float"), count=8),
         lambda b: b("data_copy", b.f, b.bytes[4].reinterpret_cast("float"), count=8), ("src", "element size 4")),
    Case("MEM-001", "ascend910b", lambda b: b("abs", b.tensor(196608 - 32, 100, "float"), b.f, count=16),
         lambda b: b("abs", b.tensor(196608 - 32, 8, "float"), b.f, count=8), ("dst", "196608", "ascend910b")),
    Case("MEM-002", "ascend910b", lambda b: b("abs", b.short, b.f, count=9),
         lambda b: b("abs", b.short, b.f, count=8), ("dst", "32", "36")),
    Case("MEM-002", "ascend910b", lambda b: b("abs", b.f, b.f, mask=64, repeat=9, strides=UNIT),
         lambda b: b("abs", b.f, b.f, mask=64, repeat=8, strides=UNIT), ("2048",), "repeats"),
    Case("MEM-002", "ascend910b", lambda b: b("abs", b.f, b.short, mask=16, strides=(1, 1, 8, 8)),
         lambda b: b("abs", b.f, b.short, mask=16, strides=(1, 0, 8, 8)), ("src",), "stride"),
    Case("MEM-002", "ascend910b", lambda b: b("data_copy", b.short, b.gm, count=16),
         lambda b: b("data_copy", b.short, b.gm, count=8), ("dst",), "move"),
    Case("MEM-004", "ascend910b", lambda b: b("data_copy", b.f, b.gm[505], count=8),
         lambda b: b("data_copy", b.f, b.gm[504], count=8), ("2020..2051", "2048"), "strict", strict=True),
    Case("MEM-004", "ascend910b",
         lambda b: b("data_copy_pad", b.tensor(0, 40000, "float"), b.gm, params=(1, 100000, 0, 0, 0, 0, 0)),
         lambda b: b("data_copy_pad", b.f, b.gm, params=(1, 2000, 0, 0, 0, 0, 0)), ("2048",), "beyond the guard bytes"),
    Case("MEM-005", "ascend910b", lambda b: b("data_copy", b.f, b.gm[-600], count=8),
         lambda b: b("data_copy", b.f, b.gm[0], count=8), ("src", "0xffffff6a0")),
    Case("POS-001", "ascend910b", lambda b: b("abs", b.f, b.gm, count=8),
         lambda b: b("abs", b.f, b.f, count=8), ("src", "GM", "VECIN")),
    Case("OVERLAP-001", "ascend910b", lambda b: b("abs", b.f[8], b.f, mask=64, strides=UNIT),
         lambda b: b("abs", b.f[64], b.f, mask=64, strides=UNIT), ("dst", "src", "repeat 0"), strict=True),
    Case("OVERLAP-002", "ascend910b", lambda b: b("abs", b.f[64], b.f, mask=64, repeat=2, strides=UNIT),
         lambda b: b("abs", b.f, b.f[64], mask=64, repeat=2, strides=UNIT), ("repeat 1",), strict=True),
]  # fmt: skip


def label(case: Case) -> str:
    return f"{case.id} {case.name}".strip()


@pytest.mark.parametrize("case", CASES, ids=label)
def test_error_changes_nothing(make_core: Any, call: Any, unchanged: Any, case: Case) -> None:
    bench = Bench(make_core(case.chip, strict=case.strict), call)
    before = unchanged.snapshot(bench.core)
    issued = bench.core.issued.copy()
    with pytest.raises(LanewiseError) as caught:
        case.bad(bench)
    assert caught.value.id == case.id
    text = str(caught.value)
    assert all(word in text for word in case.says), text
    assert "{" not in text
    unchanged(bench.core, before)
    assert np.array_equal(bench.core.issued, issued)


@pytest.mark.parametrize("case", CASES, ids=label)
def test_error_has_a_clean_twin(make_core: Any, call: Any, case: Case) -> None:
    bench = Bench(make_core(case.chip, strict=case.strict), call)
    case.good(bench)
    assert bench.core.issued.sum() == 1


def test_error_names_the_callers_line(make_core: Any, call: Any) -> None:
    core = make_core("ascend910b")
    with pytest.raises(LanewiseError) as caught:
        call(core, "abs", core.ub(8, "half"), core.ub(8, "half"), count=-1)
    assert caught.value.where is not None
    assert str(caught.value).startswith("conftest.py:")


def test_error_catalogue_is_well_formed() -> None:
    for (key, _), text in findings.texts().items():
        group, number = key.split("-")
        assert group.isupper(), key
        assert number.isdigit(), key
        assert len(number) == 3, key
        assert text.strip(), key


@pytest.mark.parametrize("case", CASES, ids=label)
def test_error_text_is_the_same_on_both_engines(call: Any, case: Case) -> None:
    from lanewise.machine.core import Core
    from lanewise.machine.engine import native

    if native() is None:
        pytest.skip("the compiled engine is not built")
    texts = []
    for engine in ("definition", "fast"):
        bench = Bench(Core(case.chip, engine=engine, strict=case.strict), call)
        with pytest.raises(LanewiseError) as caught:
            case.bad(bench)
        texts.append(sorted(caught.value.message.replace(",", "").replace(".", "").split()))  # lists have no order
    assert texts[0] == texts[1]
