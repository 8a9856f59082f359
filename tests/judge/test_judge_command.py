"""`lanewise judge`: exit statuses, many candidates, and a file to go on with."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from judge.candidates import TASKS
from lanewise.cli.app import call

TASK = str(TASKS / "triple" / "task.toml")
BROKEN = "#include <aie_api/aie.hpp>\nvoid triple(int16_t* x, int16_t* y) {{ y[0] = {}; }}\n"


def status(*words: str) -> int:
    try:
        call(["judge", *words])
    except SystemExit as end:
        return int(end.code or 0)
    return 0


def test_verdicts_are_lines_and_are_not_made_twice(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    paths = [tmp_path / f"{name}.cc" for name in "ab"]
    for path in paths:
        path.write_text(BROKEN.format(path.stem), encoding="utf-8")
    words = [TASK, *map(str, paths), "--out", str(tmp_path / "made.jsonl")]
    assert status(*words, "--seed", "7") == 0
    assert capsys.readouterr().out.splitlines()[-1] == "0 of 2 pass"
    made = (tmp_path / "made.jsonl").read_text(encoding="utf-8")
    verdicts = [json.loads(line) for line in made.splitlines()]
    assert [one["verdict"] for one in verdicts] == ["build_error"] * 2
    assert {one["reproduce"]["seed"] for one in verdicts} == {7}
    assert status(*words, "--strict") == 1
    assert (tmp_path / "made.jsonl").read_text(encoding="utf-8") == made
    capsys.readouterr()
    assert status(TASK, str(paths[0]), "--json", "--out", str(tmp_path / "made.jsonl")) == 3
    assert json.loads(capsys.readouterr().out)["candidate"]["files"] == ["a.cc"]


@pytest.mark.parametrize(("words", "said"), [
    ((TASK, "none.cc"), "there is no candidate none.cc"),
    (("none.toml", "none.cc"), "none.toml"),
    (("triple", "none.cc"), "triple is no task"),
    ((TASK, "none.cc", "--jobs", "0"), "--jobs 0"),
    ((TASK, "none.cc", "--chip", "none"), "--chip"),
    (("npueval",), "give the id of a task"),
])  # fmt: skip
def test_wrong_use_is_one_line(words: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert status(*words) == 2
    told = capsys.readouterr().err
    assert said in told
    assert told.count("\n") == 1
