"""Tasks of our own and a judge for each, which the tests of this folder share."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from judge import schemas
from judge.candidates import HEAD, SEED, TASKS, TRIPLE
from lanewise.judge import Candidate, Judge, Task, Verdict
from lanewise.machine.engine import native


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    if native() is None:
        for item in items:
            if here in item.path.parents:
                item.add_marker(pytest.mark.skip(reason="the compiled engine is not built"))


SCHEMA = json.loads((TASKS.parents[2] / "docs" / "verdict.schema.json").read_text(encoding="utf-8"))


def checked(made: Verdict) -> Verdict:
    """Every verdict that a test looks at is one of the schema."""
    assert list(schemas.problems(json.loads(made.json()), SCHEMA)) == []
    return made


@pytest.fixture(scope="session")
def triple() -> Iterator[Callable[[str], Verdict]]:
    """Judges C++ for the task `triple`: the body of its kernel behind some text, beside an honest solution."""
    with Judge(Task.read(TASKS / "triple" / "task.toml"), SEED) as judge:
        yield lambda text: checked(judge.judge(Candidate({"triple.cc": f"{HEAD}{TRIPLE}{text}".encode()})))


@pytest.fixture(scope="session")
def adds() -> Iterator[Callable[[str], Verdict]]:
    """Judges C++ for the task `vector_add`."""
    with Judge(Task.read(TASKS / "vector_add" / "task.toml"), SEED) as judge:
        yield lambda text: checked(judge.judge(Candidate({"add.asc": text.encode()})))
