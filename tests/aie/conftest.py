"""Cores, and the definition in place of the engine."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest

from lanewise import aie
from lanewise.aie.cores import core_or_none
from lanewise.aie.units import unit
from lanewise.machine.engine import native
from lanewise.machine.settings import configure, settings

# Compiled as for users: kernels with published results, and all that counts or asks for an order. The others ask what
# may be written and which numbers come out, and cost a third without optimisation; tests/programs asks at -O2, too.
OPTIMISED = ("cpp_first", "cpp_golden", "cpp_order", "cpp_seed", "operations", "tables", "time", "trace")


@pytest.fixture(scope="module", autouse=True)
def _compiled_soon(request: pytest.FixtureRequest) -> Iterator[None]:
    module = sys.modules["lanewise.aie.load"]  # the package has a function of that name
    flags = module.host_flags()
    with pytest.MonkeyPatch.context() as patch:
        if request.module.__name__.removeprefix("test_aie_") not in OPTIMISED:
            patch.setattr(module, "host_flags", lambda: (*flags, "-O0"))
        yield


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


@pytest.fixture(params=["fast", "definition"])
def path(request: pytest.FixtureRequest) -> Iterator[str]:
    """Everything twice: with the engine's loops and without them."""
    assert native() is not None
    before = settings().engine
    configure(engine=request.param)
    running = core_or_none()
    if running is not None:  # made by another fixture, before this one
        running.unit = unit(request.param)
    yield str(request.param)
    configure(engine=before)
