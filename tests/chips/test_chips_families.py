"""Two families of machines share one loader; each has its own facts and policies."""

from __future__ import annotations

from pathlib import Path

import pytest

from lanewise.chips.chip import AIE_FACTS, EVIDENCE, FAMILIES, FOLDER, any_chip, chip, chips, every_chip, load, policies
from lanewise.errors import LanewiseError

AIE = ("aie", "aie-ml", "aie-mlv2")


def test_families_split_the_chips() -> None:
    assert tuple(chips("aie")) == AIE
    assert set(every_chip()) == {name for family in FAMILIES for name in chips(family)}
    words = [w for c in every_chip().values() for w in (c.name, *c.aliases)]
    assert len(words) == len(set(words))


@pytest.mark.parametrize("name", AIE)
def test_aie_chips_are_complete(name: str) -> None:
    c = chip(name, "aie")
    assert tuple(c.facts) == tuple(AIE_FACTS)
    assert tuple(c.policies) == tuple(policies("aie"))
    assert all(f.evidence in EVIDENCE and f.source for f in (*c.facts.values(), *c.policies.values()))


def test_aie_policies_have_no_unused_choice() -> None:
    taken = {(p, c.policy[p]) for c in chips("aie").values() for p in c.policies}
    assert taken == {(name, choice) for name, p in policies("aie").items() for choice in p.choices}


@pytest.mark.parametrize(
    ("alias", "name"),
    [("aie1", "aie"), ("aie2", "aie-ml"), ("npu1", "aie-ml"), ("aie2p", "aie-mlv2"), ("npu2", "aie-mlv2")],
)
def test_aie_aliases(alias: str, name: str) -> None:
    assert any_chip(alias).name == chip(alias, "aie").name == name


def test_chip_of_the_other_family_is_refused() -> None:
    for name, family in (("aie-ml", "ascend"), ("ascend910b", "aie")):
        with pytest.raises(LanewiseError) as caught:
            chip(name, family)
        assert caught.value.id == "CHIP-003"
        assert name in str(caught.value)
        assert next(iter(chips(family))) in str(caught.value)


def test_chip_unknown_names_its_family_only() -> None:
    with pytest.raises(LanewiseError) as caught:
        chip("aie9", "aie")
    assert caught.value.id == "CHIP-001"
    assert "ascend" not in str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('family = "aie"', 'family = "gpu"', "family is 'gpu'"),
        ('family = "aie"\n', "", "ub_bytes is missing"),
        ("vector_bits", "ub_bytes", "vector_bits is missing"),
        ('value = "wrap"', 'value = "clip"', "accumulator_overflow is 'clip'"),
    ],
)
def test_aie_chip_file_wrong(old: str, new: str, problem: str, tmp_path: Path) -> None:
    text = (FOLDER / "aie.toml").read_text()
    assert old in text
    path = tmp_path / "mine.toml"
    path.write_text(text.replace(old, new, 1))
    with pytest.raises(LanewiseError) as caught:
        load(path)
    assert caught.value.id == "CHIP-002"
    assert problem in str(caught.value)
