from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from lanewise.cli import main


class Done(NamedTuple):
    status: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        return json.loads(self.out)


@pytest.fixture
def lanewise(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Callable[..., Done]:
    """The command as a user types it, without the cost of a new process."""
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    monkeypatch.setenv("COLUMNS", "120")

    def run(*args: str) -> Done:
        monkeypatch.setattr(sys, "argv", ["lanewise", *args])
        status: Any = 0
        try:
            main()
        except SystemExit as stop:
            status = stop.code
        return Done(int(status or 0), *capfd.readouterr())

    return run
