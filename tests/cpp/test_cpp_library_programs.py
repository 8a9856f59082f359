"""Whole programs with the high-level library: host main, tilings, scratch, queues. They compare their own results."""

from __future__ import annotations

from pathlib import Path

import compilers
import pytest
from driving import COMMAND, environment

import starting

PROGRAMS = sorted((Path(__file__).parent / "high_level" / "programs").glob("*.asc"))


@pytest.mark.parametrize("chip", ["ascend910b", "ascend950"])
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.stem)
def test_program_passes(program: Path, chip: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done = starting.run(
        [*COMMAND, "run", str(program), "--chip", chip, *compilers.in_turn(chip, monkeypatch)],
        cwd=tmp_path, env=environment(), capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert "test pass!" in done.stdout, done.stdout + done.stderr
    assert done.returncode == 0
    assert done.stderr == "", "and nothing to complain about"


def test_failed_check_says_its_words_and_stops(tmp_path: Path) -> None:
    source = (
        (PROGRAMS[0].parent / "quant_both_chips.asc")
        .read_text()
        .replace("const uint32_t n = 1024;", "const uint32_t n = 1000;")
    )
    broken = tmp_path / "broken.asc"
    broken.write_text(source)
    done = starting.run(
        [*COMMAND, "run", str(broken)],
        cwd=tmp_path,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert "[ERROR] dataSize is 1000, not a multiple of 32" in done.stdout + done.stderr
    assert "dataSize % 32 == 0" in done.stdout + done.stderr
    assert "test pass!" not in done.stdout
