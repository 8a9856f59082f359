"""What the tests share: both engines, cores, and a short way to issue one instruction."""

from __future__ import annotations

import gc
import os
import resource
import signal
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from lanewise.isa.catalogue import instructions, opcodes
from lanewise.isa.record import Flag, Overload
from lanewise.machine.core import Core
from lanewise.machine.engine import native
from quick import DURATIONS
from starting import keep_headers

ENGINES = ("definition", "fast")
# Where programs are compiled, the dearest first: workers take file by file, and small ones at the end make them end
# together.
COMPILING = (
    "programs", "aie", "cpp", "op", "faults", "aie_graph", "iron", "schedule", "report", "cli", "check", "site",
    "seeds", "chips", "compiled", "notebook",
)  # fmt: skip
SERVED = ("op", "simt", "aie_graph", "iron", "schedule", "cube", "notebook")  # where operators and graphs are loaded


def pytest_configure() -> None:
    keep_headers()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--every", type=int, default=1, metavar="N", help="take every Nth case of each test only")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Dear rooms first; and a sample, the same in every run."""
    rooms = {name: number for number, name in enumerate(COMPILING)}
    items.sort(key=lambda item: rooms.get(item.nodeid.split("/")[1 if "/" in item.nodeid else 0], len(rooms)))
    every = config.getoption("--every")
    if every == 1:
        return
    seen: Counter[str] = Counter()
    taken, left = [], []
    for item in items:
        function = item.nodeid.split("[")[0]
        (left if seen[function] % every else taken).append(item)
        seen[function] += 1
    items[:] = taken
    config.hook.pytest_deselected(items=left)


_seconds: Counter[str] = Counter()  # by file, of this run


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    _seconds[report.nodeid.partition("::")[0]] += report.duration


def pytest_sessionfinish(session: pytest.Session) -> None:
    """`make quick` takes what fits: how long each file took is kept. Workers tell the process that started them."""
    cache = getattr(session.config, "cache", None)  # pytest can run without one
    if cache is not None and not hasattr(session.config, "workerinput"):
        cache.set(DURATIONS, cache.get(DURATIONS, {}) | {file: round(took, 2) for file, took in _seconds.items()})


@pytest.fixture(scope="module", autouse=True)
def servers_end(request: pytest.FixtureRequest) -> Iterator[None]:
    """Operators and graphs have processes of their own until nobody refers to them, and what guards one looks at it 50
    times a second: those of a file end with it, not when Python next looks for what refers to itself."""
    yield
    if request.path.parent.name in SERVED:
        gc.collect()


@pytest.fixture(autouse=True)
def process_stays_as_it_was() -> Iterator[None]:
    """What a test leaves to its process, all later ones and their children inherit."""
    before = _inherited()
    yield
    assert _inherited() == before


def _inherited() -> tuple[object, ...]:
    mask = os.umask(0o022)
    os.umask(mask)
    limits = map(resource.getrlimit, (resource.RLIMIT_NOFILE, resource.RLIMIT_DATA, resource.RLIMIT_STACK))
    return os.getcwd(), mask, *limits, signal.pthread_sigmask(signal.SIG_BLOCK, ())


@pytest.fixture(params=ENGINES)
def engine(request: pytest.FixtureRequest) -> str:
    """The test runs once on each engine."""
    if request.param == "fast" and native() is None:
        pytest.skip("the compiled engine is not built")
    return str(request.param)


@pytest.fixture
def make_core(engine: str) -> Any:
    """make_core(chip, **options): a core on the engine of this run."""

    def make(chip: str = "ascend910b", **options: Any) -> Core:
        return Core(chip, engine=engine, **options)

    return make


@pytest.fixture
def wide_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Texts flow by the width of the terminal, which is not the same in every run of the tests."""
    monkeypatch.setenv("COLUMNS", "120")


def bits_of(value: Any, face: Any) -> int:
    """The bits of a number in a numpy type."""
    return int.from_bytes(np.array(value).astype(face).tobytes(), "little")


def issue(
    core: Core, name: str, *tensors: Any, count: int | None = None, mask: Any = None, repeat: int = 1,
    strides: tuple[int, ...] | None = None, scalar: Any = None, bits: int | None = None,
    flags: int = Flag.SET_MASK, params: tuple[int, ...] = (),
) -> None:
    """One instruction by name. `count`, a number or words as `mask`, or neither, choose the overload."""
    move = instructions()[name].form.executor == "move"
    if count is not None:
        overload, chosen = Overload.COUNT, count
    elif mask is None:
        overload, chosen = Overload.PLAIN, 0
    elif isinstance(mask, int):
        overload, chosen = Overload.CONTIGUOUS, mask
    else:
        overload, chosen = Overload.BITWISE, tuple(mask)
    if move and count is not None:
        params, chosen = (count,), 0
    scalars: tuple[int, ...] = ()
    if bits is not None:
        scalars = (bits,)
    elif scalar is not None:
        scalars = (bits_of(scalar, tensors[-1].dtype.numpy),)
    core.issue(opcodes()[name], int(overload), int(flags), tensors, scalars, chosen, repeat, strides, params)


@pytest.fixture
def call() -> Any:
    """call(core, name, *tensors, ...): issue one instruction."""
    return issue


def snapshot(core: Core) -> list[Any]:
    """Every byte an instruction could change."""
    return [core.mem.copy(), core.state.copy(), *(b.data.copy() for b in core.gm_space.buffers)]


@pytest.fixture
def unchanged() -> Any:
    """unchanged(core, before): no byte of UB, state or GM differs from `snapshot`."""

    def check(core: Core, before: list[Any]) -> None:
        for old, new in zip(before, snapshot(core), strict=True):
            assert old.tobytes() == new.tobytes()

    check.snapshot = snapshot  # type: ignore[attr-defined]
    return check
