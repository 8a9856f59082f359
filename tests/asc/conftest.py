"""What the tests of the Python front share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from lanewise.errors import LanewiseError
from lanewise.machine import settings


@pytest.fixture
def launching(engine: str) -> Iterator[Any]:
    """launching(chip=..., strict=..., trace=...): the defaults of launches in this test, on this run's engine."""
    before = settings._settings
    settings._settings = settings.Settings(engine=engine)
    yield settings.configure
    settings._settings = before


@pytest.fixture
def refuses() -> Any:
    """refuses(id, call, ...): the call fails with this error; returns the error."""

    def check(error: str, call: Any, *args: Any, **named: Any) -> LanewiseError:
        with pytest.raises(LanewiseError) as caught:
            call(*args, **named)
        assert caught.value.id == error, str(caught.value)
        assert "{" not in caught.value.message.split("\n")[0], caught.value.message
        return caught.value

    return check
