"""The example programs, from their own main(): what they leave in files is what Python computes."""

from __future__ import annotations

from pathlib import Path

import golden
import pytest
from running import EXAMPLES, lanewise, numbers


def run(example: str, tmp_path: Path) -> str:
    done = lanewise("graph.cpp", "--chip", "aie", "--out", tmp_path, cwd=EXAMPLES / example)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout


def input_numbers(example: str, name: str = "input.txt") -> list[int]:
    return list(numbers(EXAMPLES / example / "data" / name))


def test_fir_chain_keeps_margins_between_blocks(tmp_path: Path) -> None:
    run("fir_chain", tmp_path)
    text = (tmp_path / "data" / "output.txt").read_text()
    assert list(numbers(tmp_path / "data" / "output.txt")) == golden.fir(golden.fir(input_numbers("fir_chain")))
    assert {line.count(" ") for line in text.splitlines()} == {4}  # int16 on 64 bits, each followed by a blank


def test_cascade_matmul_adds_across_cores(tmp_path: Path) -> None:
    run("cascade_matmul", tmp_path)
    wanted = golden.matmul(input_numbers("cascade_matmul", "a0.txt"), input_numbers("cascade_matmul", "a1.txt"))
    assert list(numbers(tmp_path / "data" / "c.txt")) == wanted


def test_runtime_gain_takes_one_update_for_each_call(tmp_path: Path) -> None:
    said = run("runtime_gain", tmp_path)
    samples, peaks = golden.gain(input_numbers("runtime_gain"))
    assert list(numbers(tmp_path / "data" / "output.txt")) == samples
    assert said == "".join(f"peak {peak}\n" for peak in peaks)


def test_packets_come_back_with_their_numbers(tmp_path: Path) -> None:
    run("packets", tmp_path)
    words = list(numbers(tmp_path / "data" / "output.txt"))
    assert all(bin(word & 0xFFFFFFFF).count("1") % 2 == 1 for word in words[::9])  # odd parity
    found: dict[int, list[list[int]]] = {}
    for at in range(0, len(words), 9):
        found.setdefault(words[at] & 31, []).append(words[at + 1 : at + 9])
    assert found == golden.packets(input_numbers("packets"))


def test_two_rate_balances_blocks_of_different_sizes(tmp_path: Path) -> None:
    run("two_rate", tmp_path)
    assert list(numbers(tmp_path / "data" / "output.txt")) == golden.resampled(input_numbers("two_rate"))


@pytest.mark.parametrize("example", ["two_rate"])
def test_outputs_are_below_the_simulators_folder(example: str, tmp_path: Path) -> None:
    done = lanewise(EXAMPLES / example / "graph.cpp", "--chip", "aie", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "x86simulator_output" / "data" / "output.txt").is_file()
