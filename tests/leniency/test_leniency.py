"""What chips let pass: a warning in plain runs, an error under --strict, a finding under --check, on both fronts."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import pytest

import starting
from lanewise.cpp import compiler

HERE = Path(__file__).parent
FRONTS = ["policies.asc", "policies.py"]
SILENT = ["directionless", "one_repeat"]  # right, though it looks odd
MORE_THAN_LENIENT = {"neighbour": "MEM-002", "placed": "MEM-002"}  # end a plain run, warnings under --lenient
NEVER = {"far": "MEM-004"}  # ends every run
_MARK = re.compile(r"[/#]! (\w+) ([A-Z]+-\d+)")
_SAID = re.compile(r"(?P<file>[\w.]+):(?P<line>\d+):(?:\d+:)? (?P<kind>warning: )?(?P<id>[A-Z]+-\d+) (?P<text>.*)")

pytestmark = pytest.mark.skipif(not os.path.exists(compiler.RUNTIME), reason="the runtime library is not built")


def marks(front: str) -> dict[str, tuple[int, str]]:
    """Case -> its line and the rule that it breaks."""
    lines = (HERE / front).read_text(encoding="utf-8").splitlines()
    return {m[1]: (n, m[2]) for n, line in enumerate(lines, 1) if (m := _MARK.search(line))}


def passing(front: str) -> dict[str, tuple[int, str]]:
    return {case: at for case, at in marks(front).items() if case not in {*MORE_THAN_LENIENT, *NEVER}}


def run(front: str, cases: list[str], *options: str) -> tuple[int, str, list[re.Match[str]]]:
    command = [sys.executable, "-m", "lanewise", "run", front, *options, "--", *cases]
    done = starting.run(command, cwd=HERE, capture_output=True, text=True, timeout=300, check=False)
    assert "line " not in done.stdout, done.stdout + done.stderr  # a result was wrong
    assert "AssertionError" not in done.stderr, done.stderr
    return done.returncode, done.stderr, [m for line in done.stderr.splitlines() if (m := _SAID.match(line))]


@pytest.mark.parametrize("front", FRONTS)
@pytest.mark.parametrize("mode", [(), ("--lenient",)], ids=["plain", "lenient"])
def test_leniency_warns_once_and_goes_on(front: str, mode: tuple[str, ...]) -> None:
    cases = passing(front)
    status, err, said = run(front, [*cases, *SILENT], *mode)
    assert status == 0, err
    assert {(int(m["line"]), m["id"]) for m in said} == set(cases.values()), err
    assert len(said) == len(cases)
    assert all(m["kind"] for m in said)


@pytest.mark.parametrize("front", FRONTS)
def test_leniency_a_check_finds_it(front: str) -> None:
    cases = passing(front)
    status, err, said = run(front, [*cases, *SILENT], "--check=mem,sync")
    assert status == 3
    assert {(int(m["line"]), m["id"]) for m in said} == set(cases.values()), err
    warned = {m["id"] for m in said if m["kind"]}
    assert warned == {"MASK-003"}, err


@pytest.mark.parametrize("front", FRONTS)
@pytest.mark.parametrize("case", passing(FRONTS[0]))
def test_leniency_strict_refuses_it(front: str, case: str) -> None:
    line, id = marks(front)[case]
    status, err, said = run(front, [case], "--strict")
    assert status == 3, err
    assert (int(said[-1]["line"]), said[-1]["id"], said[-1]["kind"]) == (line, id, None), err


@pytest.mark.parametrize("front", FRONTS)
def test_leniency_strict_takes_what_is_right(front: str) -> None:
    status, err, _ = run(front, SILENT, "--strict")
    assert (status, err) == (0, "")


@pytest.mark.parametrize("front", FRONTS)
@pytest.mark.parametrize("mode", ["", "--lenient", "--check", "--strict"])
@pytest.mark.parametrize("case", [*MORE_THAN_LENIENT, *NEVER])
def test_leniency_has_an_end(front: str, case: str, mode: str) -> None:
    line, id = marks(front)[case]
    status, err, said = run(front, [case], *([mode] if mode else []))
    goes_on = case in MORE_THAN_LENIENT and mode == "--lenient"
    assert status == (0 if goes_on else 3), err
    assert [(int(m["line"]), m["id"], bool(m["kind"])) for m in said if m["id"] == id] == [(line, id, goes_on)], err


@pytest.mark.parametrize("front", ["proposals.asc", "proposals.py"])
@pytest.mark.parametrize("mode", ["", "--lenient", "--check=mem", "--strict"])
def test_leniency_proposals_that_are_not_there(front: str, mode: str) -> None:
    """More repeats than the tensors hold, on the chip that has proposals."""
    line, id = marks(front)["proposals"]
    status, err, said = run(front, [], "--chip", "ascend310p", *([mode] if mode else []))
    goes_on = mode in ("", "--lenient")
    assert status == (0 if goes_on else 3), err
    assert {(int(m["line"]), m["id"], bool(m["kind"])) for m in said} == {(line, id, goes_on)}, err


@pytest.mark.parametrize("front", FRONTS)
def test_leniency_names_what_was_left(front: str) -> None:
    """The argument, not the number of a buffer; and once, though a loop may do it often."""
    _, err, said = run(front, ["slack_read", "slack_write"])
    name = {"policies.asc": "(GM_ADDR)xDevice, argument 1 of slack_read", "policies.py": "x"}[front]
    assert f"touches bytes 0..1023 of {name}, which has 924" in said[0]["text"], err


@pytest.mark.parametrize("front", FRONTS)
def test_leniency_a_check_counts_what_is_behind_a_buffer_once(front: str) -> None:
    _, err, said = run(front, ["slack_read", "slack_write"], "--check=mem")
    assert [m["id"] for m in said] == ["MEM-004", "MEM-004"], err
    assert all("which has 924" in m["text"] for m in said), err
