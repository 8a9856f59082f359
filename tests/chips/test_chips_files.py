"""Chip files: complete, validated on loading, and wrong ones name their line."""

from __future__ import annotations

from pathlib import Path

import pytest

from lanewise.chips import chip as module
from lanewise.chips.chip import EVIDENCE, FACTS, FOLDER, chip, chips, load, policies, weakest
from lanewise.errors import LanewiseError

NAMES = ("ascend910b", "ascend910_93", "ascend950", "ascend310b", "ascend310p", "ascend310p_vector", "ascend910")


def test_chips_known() -> None:
    assert set(chips()) == set(NAMES)


@pytest.mark.parametrize(
    ("alias", "name"),
    [("dav-2201", "ascend910b"), ("dav-3510", "ascend950"), ("A2", "ascend910b"), ("A3", "ascend910_93"),
     ("950", "ascend950"), ("310p", "ascend310p")],
)  # fmt: skip
def test_chips_aliases(alias: str, name: str) -> None:
    assert chip(alias).name == name
    assert chip(chip(alias)) is chip(name)


def test_chips_aliases_are_unambiguous() -> None:
    words = [w for c in chips().values() for w in (c.name, *c.aliases)]
    assert len(words) == len(set(words))


def test_chips_unknown_name() -> None:
    with pytest.raises(LanewiseError) as caught:
        chip("ascend999")
    assert caught.value.id == "CHIP-001"
    assert "ascend999" in str(caught.value)
    assert "ascend910b" in str(caught.value)


@pytest.mark.parametrize("name", NAMES)
def test_chips_are_complete(name: str) -> None:
    c = chip(name)
    assert set(c.facts) == set(FACTS)
    assert set(c.policies) == set(policies())
    for fact in (*c.facts.values(), *c.policies.values()):
        assert fact.evidence in EVIDENCE
        assert fact.source
    for policy, choice in c.policy.items():
        assert choice in policies()[policy].choices


@pytest.mark.parametrize("name", NAMES)
def test_chips_are_immutable(name: str) -> None:
    c = chip(name)
    with pytest.raises(AttributeError):
        c.name = "other"  # type: ignore[misc]
    with pytest.raises(TypeError):
        c.facts["ub_bytes"] = None  # type: ignore[index]


@pytest.mark.parametrize(
    ("name", "ub", "events"),
    [("ascend910b", 192, 8), ("ascend910_93", 192, 8), ("ascend950", 256, 8), ("ascend310b", 256, 8),
     ("ascend310p", 256, 8), ("ascend910", 256, 4)],
)  # fmt: skip
def test_chips_sizes(name: str, ub: int, events: int) -> None:
    assert chip(name).fact("ub_bytes") == ub * 1024
    assert chip(name).fact("event_ids") == events


def test_policies_have_questions_and_choices() -> None:
    for name, policy in policies().items():
        assert policy.question.endswith("?"), name
        assert policy.choices, name
        assert all(policy.choices.values()), name


def test_policies_choices_are_all_taken_or_switchable() -> None:
    """A choice no chip makes must be one that the documents leave open."""
    taken = {(p, c.policy[p]) for c in chips().values() for p in policies()}
    idle = {(p, choice) for p, policy in policies().items() for choice in policy.choices} - taken
    assert idle <= {("float_saturation", "keep"), ("fixpipe_shift", "raw"), ("hf32_ties", "away")}


def test_evidence_weakest() -> None:
    assert weakest(["documented", "assumed", "inferred"]) == "assumed"
    assert weakest(["documented", "inferred"]) == "inferred"
    assert weakest([]) == "documented"


# --- wrong files ----------------------------------------------------------------------------------------------------

GOOD = (FOLDER / "ascend910b.toml").read_text(encoding="utf-8")


def line_of(text: str, start: str) -> int:
    return next(n for n, line in enumerate(text.splitlines(), 1) if line.startswith(start))


def problem(tmp_path: Path, text: str) -> str:
    path = tmp_path / "broken.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(LanewiseError) as caught:
        load(path)
    assert caught.value.id == "CHIP-002"
    assert "broken.toml" in str(caught.value)
    return caught.value.message


def test_load_good_file(tmp_path: Path) -> None:
    path = tmp_path / "good.toml"
    path.write_text(GOOD, encoding="utf-8")
    assert load(path).name == "ascend910b"


def without(start: str) -> str:
    return "\n".join(line for line in GOOD.splitlines() if not line.startswith(start))


def swapped(start: str, old: str, new: str) -> str:
    return "\n".join(line.replace(old, new, 1) if line.startswith(start) else line for line in GOOD.splitlines())


@pytest.mark.parametrize("key", ["name", "title", "aliases", "arch"])
def test_load_names_a_missing_key(tmp_path: Path, key: str) -> None:
    assert f"{key} is missing" in problem(tmp_path, without(f"{key} ="))


@pytest.mark.parametrize("key", ["ub_bytes", "multiply_add"])
def test_load_names_a_missing_fact(tmp_path: Path, key: str) -> None:
    assert f"{key} is missing" in problem(tmp_path, without(f"{key} ="))


@pytest.mark.parametrize(
    ("start", "old", "new", "says"),
    [
        ("arch", "2201", '"2201"', "arch is '2201'; it must be a whole number"),
        ("ub_bytes", "ub_bytes", "ub_byte", "ub_bytes is missing"),
        ("ub_bytes", "196608", "-1", "whole number"),
        ("ub_bytes", "196608", '"many"', "whole number"),
        ("ub_bytes", "documented", "rumoured", "rumoured"),
        ("ub_bytes", "evidence", "evidense", "needs value, evidence and source"),
        ("multiply_add", "two_step", "thrice", "thrice"),
        ("multiply_add", "assumed", "guessed", "guessed"),
        ("multiply_add", ', source = "compound overview: equal types do not gain precision"', "", "needs value"),
    ],
)
def test_load_names_the_line(tmp_path: Path, start: str, old: str, new: str, says: str) -> None:
    text = swapped(start, old, new)
    assert text != GOOD
    message = problem(tmp_path, text)
    assert says in message
    if "missing" not in says or start == "arch":
        assert f"line {line_of(GOOD, start)}:" in message


def test_load_names_an_unknown_fact(tmp_path: Path) -> None:
    text = GOOD.replace("[facts]\n", '[facts]\nclock = { value = 1, evidence = "documented", source = "x" }\n')
    message = problem(tmp_path, text)
    assert "clock is not known" in message
    assert f"line {line_of(text, 'clock')}:" in message


def test_load_names_an_unknown_policy(tmp_path: Path) -> None:
    text = GOOD.replace("[policy]\n", '[policy]\nmood = { value = "good", evidence = "assumed", source = "x" }\n')
    message = problem(tmp_path, text)
    assert "mood is not known" in message
    assert f"line {line_of(text, 'mood')}:" in message


def test_load_names_an_unknown_section(tmp_path: Path) -> None:
    text = GOOD + "\n[extras]\na = 1\n"
    message = problem(tmp_path, text)
    assert "extras is not a part of a chip file" in message
    assert f"line {line_of(text, '[extras]')}:" in message


def test_load_names_the_line_of_bad_toml(tmp_path: Path) -> None:
    broken = GOOD.replace("arch = 2201", "arch = = 2201")
    assert f"line {line_of(broken, 'arch')}" in problem(tmp_path, broken)


def test_load_is_not_cached_between_files(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_text(GOOD.replace('name = "ascend910b"', 'name = "mine"'), encoding="utf-8")
    assert load(path).name == "mine"
    assert "mine" not in module.chips()
