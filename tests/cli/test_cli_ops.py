"""`lanewise ops`, against what the vendor documents, stated here by hand."""

from __future__ import annotations

import ast

import pytest

ALL = ["count", "contiguous mask", "bitwise mask"]
WORDS = ["int16", "uint16", "int32", "uint32"]


def shift_right(lanewise, *more: str):
    return lanewise("ops", "shift_right", "--json", *more).data[0]


def test_shift_right_types(lanewise) -> None:
    types = shift_right(lanewise)["types"]
    assert set(types) == {"ascend950", "ascend910_93", "ascend910b", "ascend310b"}
    for chip in ("ascend910_93", "ascend910b", "ascend310b"):
        assert types[chip] == {form: WORDS for form in ALL}
    assert set(types["ascend950"]["count"]) == {*WORDS, "int8", "uint8", "int64", "uint64"}
    assert types["ascend950"]["bitwise mask"] == types["ascend950"]["contiguous mask"] == WORDS


def test_shift_right_ranges(lanewise) -> None:
    ranges = shift_right(lanewise)["ranges"]
    for chip in ("ascend910_93", "ascend910b", "ascend310b"):
        bounds = {kind: (r["low"], r["high"]) for kind, r in ranges[chip].items()}
        assert bounds == {"int16": (0, 16), "uint16": (0, 16), "int32": (0, 32), "uint32": (0, 32)}
    assert {(r["low"], r["high"]) for r in ranges["ascend950"].values()} == {(0, None)}


def test_shift_right_rounding_and_zero(lanewise) -> None:
    data = shift_right(lanewise)
    assert set(data["rounds"]) == {"ascend910b", "ascend910_93"}
    documented = {chip for chip, zero in data["zero"].items() if zero["evidence"] == "documented"}
    assert documented == {"ascend910b", "ascend910_93"}


def test_shift_right_names_and_meaning(lanewise) -> None:
    data = shift_right(lanewise)
    assert (data["id"], data["family"]) == ("shift_right", "logic")
    assert (data["vendor"], data["vendor_old"], data["python"]) == (["ShiftRight"], [], ["shift_right"])
    assert data["forms"] == ALL
    assert {p for place in data["places"] for p in place["positions"]} == {"VECIN", "VECCALC", "VECOUT"}
    assert all(place["memories"] == [{"name": "UB", "positions": ["VECIN", "VECCALC", "VECOUT"], "alignment": 32}]
               for place in data["places"])
    assert "dst = src >> scalar" in data["meaning"]["summary"]
    assert data["meaning"]["source"].startswith("def shift_right(")


def test_evidence_is_the_weakest(lanewise) -> None:
    """Types are documented; what a rounded shift by zero gives is not."""
    data = shift_right(lanewise)
    assert data["row_evidence"]["ascend910b"] == "documented"
    assert data["evidence"]["ascend910b"] == "assumed"
    assert data["weakened_by"]["ascend910b"] == ["round_by_zero"]


def test_page_holds_everything(lanewise) -> None:
    out = lanewise("ops", "shift_right").out
    for text in (
        "count, contiguous mask, bitwise mask", "int16 uint16 int32 uint32", "int16 uint16: 0..16", "0 or more",
        "documented", "assumed", "VECIN, VECCALC, VECOUT", "def shift_right(", "shift_right_tensor",
    ):
        assert text in out
    assert "\x1b" not in out
    assert "ascend310p" not in out


def test_absent_from_a_chip_is_wrong_use(lanewise) -> None:
    done = lanewise("ops", "shift_right", "--chip", "ascend310p")
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("lanewise: OP-001 shift_right does not exist on ascend310p.")


def test_chip_keeps_one_column(lanewise) -> None:
    assert list(shift_right(lanewise, "--chip", "dav-2201")["types"]) == ["ascend910b"]


@pytest.mark.parametrize(
    ("spelling", "id"),
    [
        ("ShiftRight", "shift_right"),
        ("SHIFT_RIGHT", "shift_right"),
        ("FusedMulAddRelu", "mul_add_relu"),
        ("And", "bitwise_and"),
    ],
)
def test_any_spelling_finds_it(lanewise, spelling: str, id: str) -> None:
    assert lanewise("ops", spelling, "--json").data[0]["id"] == id


def test_old_names_are_kept_apart(lanewise) -> None:
    (data,) = lanewise("ops", "mul_add_relu", "--json").data
    assert (data["vendor"], data["vendor_old"]) == (["MulAddRelu"], ["FusedMulAddRelu"])


def test_list_and_its_filter(lanewise) -> None:
    assert "FusedAbsSub (old)" in lanewise("ops").out
    training = {d["id"]: d for d in lanewise("ops", "--chip", "ascend910", "--json").data}
    assert "shift_right" not in training
    assert training["add"]["types"] == {"ascend910": {form: ["half", "int32", "float"] for form in ALL}}


def test_every_definition_reads_as_python(lanewise) -> None:
    for data in lanewise("ops", "--json").data:
        source = data["meaning"]["source"]
        assert ast.parse(source).body, data["id"]
        assert source.splitlines()[0].startswith(("def ", "class ", "lambda ", "# ")), data["id"]


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("adds", ["# function is add, below", "def meaning(", "def add("]),  # a wrapper
        ("axpy", ["lambda e, d, a, s: multiply_add(e, s, a, d)", "def multiply_add("]),  # a lambda
        ("max", ["def maximum(", "def _min_or_max("]),  # a helper
        ("mul_add_relu", ["def relu(", "def multiply_add("]),  # a helper of another module
    ],
)
def test_definition_follows_one_level(lanewise, name: str, parts: list[str]) -> None:
    source = lanewise("ops", name, "--json").data[0]["meaning"]["source"]
    assert all(part in source for part in parts)
    assert "rows(" not in source


def test_missing_lists_absent_library_functions(lanewise) -> None:
    assert lanewise("ops", "--missing", "--json").data == []
    assert "0 of 113 high-level functions are missing." in lanewise("ops", "--missing").out


@pytest.mark.parametrize(("name", "of_engines"), [("asc.add", False), ("aie.add", True), ("asc.reg.squeeze", False)])
def test_ops_takes_names_as_python_writes_them(lanewise, name: str, of_engines: bool) -> None:
    found = lanewise("ops", name, "--json").data
    assert found
    assert all(("api" in one) == of_engines for one in found)


def test_ops_names_the_nearest_once(lanewise) -> None:
    near = lanewise("ops", "addd").err.split("Nearest: ")[1].rstrip(".\n").split(", ")
    assert len(near) == len(set(near)) > 1


def test_operands_of_a_cube_core_lie_in_its_memories(lanewise) -> None:
    out = lanewise("ops", "mmad_bias").out
    words = " ".join(out.split())
    assert "positions dst: CO1 (L0C); fm: A2 (L0A); filter: B2 (L0B); bias: C2 (BT)" in words
    assert ("alignment dst: a multiple of 1024 bytes in L0C; fm: a multiple of 512 bytes in L0A; "
            "filter: a multiple of 512 bytes in L0B; bias: a multiple of 64 bytes in BT") in words
    assert "(UB)" not in words
    words = " ".join(lanewise("ops", "data_copy_pad").out.split())
    assert "positions dst: GM, or VECIN, VECCALC, VECOUT (UB), or A1, B1, C1, TSCM (L1); src: GM, or VECIN" in words
