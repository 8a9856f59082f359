"""Loads, stores, masks and streams as programs write them, and the rules they are held to."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from lanewise.cpp.build import Request, build

FOLDER = Path(__file__).parent / "registers"
RULES = {
    1: ("REG-001", "src1 is read before"), 2: ("REG-001", "mask is read before"), 3: ("REG-002", "two Squeeze"),
    4: ("REG-003", "12 bytes"), 5: ("REG-004", "20 bytes pending"), 6: ("REG-005", "stores with a count"),
    7: ("REG-006", "LoadUnAlignPre"), 8: ("REG-008", "20 pending bytes"), 9: ("ALIGN-001", "multiple of 32"),
}  # fmt: skip

Run = Callable[..., subprocess.CompletedProcess[str]]


def test_every_overload_and_every_earlier_name_moves_the_right_bytes(lanewise: Run) -> None:
    done = lanewise("run", str(FOLDER / "memory.asc"), "--chip", "ascend950")
    assert (done.returncode, done.stdout) == (0, "done\n"), done.stdout + done.stderr


@pytest.fixture(scope="module")
def program() -> str:
    return build(Request((str(FOLDER / "rules.asc"),), "ascend950", 3510))


def test_a_program_that_keeps_the_rules_ends_quietly(program: str) -> None:
    done = subprocess.run([program, "0"], capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("rule", RULES)
def test_a_broken_rule_is_one_line_at_the_place_that_breaks_it(program: str, rule: int) -> None:
    id, words = RULES[rule]
    done = subprocess.run([program, str(rule)], capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 3
    assert id in done.stderr
    assert words in done.stderr
    lines = (FOLDER / "rules.asc").read_text().splitlines()
    place = int(done.stderr.split("rules.asc:")[1].split(":")[0])
    assert f"// {id}" in lines[place - 1], done.stderr


def test_chips_without_registers_name_the_one_that_has_them(lanewise: Run) -> None:
    done = lanewise("run", str(FOLDER / "rules.asc"), "--chip", "ascend910b")
    assert done.returncode != 0
    assert "Reg needs registers, which ascend910b does not have: use --chip ascend950" in done.stderr.splitlines()[0]
