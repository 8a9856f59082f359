"""The list of high-level functions, and what the headers have of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from lanewise.library import highlevel


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


def test_highlevel_presence_comes_from_the_headers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "math.h").write_text(
        "template <class T>\nvoid Power(const LocalTensor<T>& dst) {\n    Hypot(dst);\n}\n"
        "LANEWISE_UNARY(Acos, Tail, std::acos(x))\n// void Erf(\n#define LANEWISE_UNARY(Name)\nbool AdjustSoftMaxRes("
    )
    monkeypatch.setattr(highlevel, "HEADERS", str(tmp_path))
    highlevel.functions.cache_clear()
    try:
        assert {f.name for f in highlevel.functions() if f.present} == {"Power", "Acos", "AdjustSoftMaxRes"}
    finally:
        highlevel.functions.cache_clear()
