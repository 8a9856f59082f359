"""Loads, stores, masks and streams as programs write them, and the rules they are held to."""

from __future__ import annotations

import os
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


def test_mistakes_10_and_16_steps_count_elements_bytes_or_blocks(lanewise: Run) -> None:
    done = lanewise("run", str(FOLDER / "units.asc"), "--chip", "ascend950")
    assert (done.returncode, done.stdout, done.stderr) == (0, "done\n", ""), done.stdout + done.stderr


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


@pytest.fixture(scope="module")
def widths() -> str:
    return build(Request((str(FOLDER / "widths.asc"),), "ascend950", 3510))


@pytest.mark.parametrize("strict", ["0", "1"])
def test_one_mask_from_floats_to_bytes_is_no_mistake(widths: str, strict: str) -> None:
    done = subprocess.run([widths, "0"], capture_output=True, text=True, check=False, timeout=60,
                          env={**os.environ, "LANEWISE_STRICT": strict})
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("which", range(1, 6))
def test_a_mask_of_another_width_is_a_warning_and_strictly_a_fault(widths: str, which: int) -> None:
    for strict, status in (("0", 0), ("1", 3)):
        done = subprocess.run([widths, str(which)], capture_output=True, text=True, check=False, timeout=60,
                              env={**os.environ, "LANEWISE_STRICT": strict})
        assert done.returncode == status, done.stderr
        place = int(done.stderr.split("widths.asc:")[1].split(":")[0])
        assert "// REG-009" in (FOLDER / "widths.asc").read_text().splitlines()[place - 1], done.stderr


def test_chips_without_registers_name_the_one_that_has_them(lanewise: Run) -> None:
    done = lanewise("run", str(FOLDER / "rules.asc"), "--chip", "ascend910b")
    assert done.returncode != 0
    assert "Reg needs registers, which ascend910b does not have: use --chip ascend950" in done.stderr.splitlines()[0]
