"""`lanewise chips`, against sizes stated here by hand."""

from __future__ import annotations

KB = 1024


def test_sizes(lanewise) -> None:
    facts = {c["name"]: c["facts"] for c in lanewise("chips", "--json").data}
    assert facts["ascend910b"]["ub_bytes"]["value"] == facts["ascend910_93"]["ub_bytes"]["value"] == 192 * KB
    assert facts["ascend950"]["ub_bytes"]["value"] == 256 * KB
    assert facts["ascend910"]["event_ids"]["value"] == 4
    assert facts["ascend910b"]["event_ids"]["value"] == 8


def test_list(lanewise) -> None:
    out = lanewise("chips").out
    for name in ("910b", "910_93", "950", "310b", "310p", "310p_vector", "910"):
        assert f"ascend{name} " in out
    assert "192 KB" in out


def test_one_in_full(lanewise) -> None:
    chip = lanewise("chips", "ascend910b", "--json").data
    assert chip["arch"] == 2201
    assert chip["policies"]["zero_repeat"]["evidence"] == "documented"
    assert chip["policies"]["zero_repeat"]["meaning"] == "nothing is computed or written"
    assert all(f["source"] and f["evidence"] for f in chip["facts"].values())
    rows = {i["id"]: i for i in chip["instructions"]}
    assert rows["shift_right"]["types"]["count"] == ["int16", "uint16", "int32", "uint32"]
    assert rows["bitwise_and"]["types"]["count"] == ["int16", "uint16", "int32 (as int16)", "uint32 (as uint16)"]
    assert "subs" not in rows


def test_page_says_where_facts_are_from(lanewise) -> None:
    out = lanewise("chips", "dav-3510").out
    for text in ("Ascend 950PR", "262144", "architecture table", "ctrl53", "shift_right", "int8 uint8"):
        assert text in out
    assert "0x1000000000000008" in out  # CTRL after a reset, readable


def test_unknown_chip_is_wrong_use(lanewise) -> None:
    done = lanewise("chips", "ascend1")
    assert done.status == 2
    assert done.err.startswith("lanewise: CHIP-001 there is no chip called ascend1. Known chips:")
