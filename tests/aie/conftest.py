"""Cores, and the definition in place of the engine."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from lanewise import aie
from lanewise.aie import lanes


@pytest.fixture(params=["aie", "aie-ml", "aie-mlv2"])
def core(request: pytest.FixtureRequest) -> Iterator[aie.Core]:
    with aie.core(request.param) as c:
        yield c


@pytest.fixture
def aie1() -> Iterator[aie.Core]:
    with aie.core("aie") as c:
        yield c


@pytest.fixture
def ml() -> Iterator[aie.Core]:
    with aie.core("aie-ml") as c:
        yield c


@pytest.fixture(params=["engine", "definition"])
def path(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Everything twice: with the engine's loops and without them."""
    if request.param == "definition":
        monkeypatch.setattr(lanes, "_engine", lambda: None)
    else:
        assert lanes._engine() is not None
    return str(request.param)
