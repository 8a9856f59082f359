"""The list of high-level functions, and what the headers have of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from lanewise.cpp import highlevel


def test_highlevel_names_and_families() -> None:
    names = [f.name for f in highlevel.functions()]
    assert len(names) == len(set(names)) == 113
    counts = {family: len(members) for family, members in highlevel.FUNCTIONS.items()}
    assert counts == {
        "activation": 18, "filter": 2, "index": 1, "math": 52, "normalization": 10, "quantization": 6, "random": 1,
        "reduce": 10, "sort": 7, "transform": 6,
    }  # fmt: skip


def test_highlevel_all_present() -> None:
    assert [f.name for f in highlevel.missing()] == []


def test_highlevel_presence_comes_from_headers_and_records(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "math.h").write_text(
        "template <class T>\nvoid TopK(const LocalTensor<T>& dst) {\n    DropOut(dst);\n}\n"
        "LANEWISE_SORT(Sort, Tail, x)\n// void SoftMax(\n#define LANEWISE_SORT(Name)\nbool AdjustSoftMaxRes("
    )
    monkeypatch.setattr(highlevel, "HEADERS", str(tmp_path))
    highlevel.functions.cache_clear()
    try:
        present = {f.name for f in highlevel.functions() if f.present}
        assert {"TopK", "Sort", "AdjustSoftMaxRes", "Power", "Acos", "LayerNorm"} <= present  # the last three by lines
        assert not {"DropOut", "SoftMax", "TransData", "Quantize"} & present
    finally:
        highlevel.functions.cache_clear()
