"""Register instructions from C++: every name with every type, and what their template parameters say."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

from register_calls import calls, program

Run = Callable[..., subprocess.CompletedProcess[str]]
HERE = Path(__file__).parent / "registers"


def test_every_computing_instruction_can_be_called(lanewise: Run, write: Callable[[str, str], Path]) -> None:
    done = lanewise("run", str(write("calls.asc", program())), "--chip", "ascend950", timeout=600)
    assert (done.returncode, done.stdout) == (0, ""), done.stdout + done.stderr[:4000]


def test_there_are_many_calls() -> None:
    assert len(list(calls())) > 500


def test_calls_take_as_many_template_arguments_as_authors_write(lanewise: Run) -> None:
    done = lanewise("run", str(HERE / "spellings.asc"), "--chip", "ascend950")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", ""), done.stdout + done.stderr


def test_what_template_parameters_say(lanewise: Run) -> None:
    done = lanewise("run", str(HERE / "compute.asc"), "--chip", "ascend950")
    assert (done.returncode, done.stdout) == (0, ""), done.stdout + done.stderr
