"""For pytest: a core for a test, the chips that it runs on, and findings that fail it.

pytest loads this wherever Lanewise is installed, so nothing else of it is imported before a test asks.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from lanewise.check import Finding
    from lanewise.machine.core import Core

_CHIPS = "lanewise_chips"
_cores = pytest.StashKey[list[Any]]()  # those that a test was given


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("lanewise")
    group.addoption("--lanewise-check", action="store_true",
                    help="check every kernel that a test launches; a finding fails the test")  # fmt: skip
    group.addoption("--lanewise-asc", action="store_true", help="answer `import asc` in tests of pyasc kernels")


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    if early_config.known_args_namespace.lanewise_asc:  # before any conftest.py imports it
        from lanewise.asc import alias

        alias.install()


def pytest_configure(config: pytest.Config) -> None:
    line = f'{_CHIPS}(chip, ...): chips that a test with lanewise_core or lanewise_chip runs on, say "ascend910b"'
    config.addinivalue_line("markers", line)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "lanewise_chip" not in metafunc.fixturenames:
        return
    from lanewise.chips import DEFAULT

    marker = metafunc.definition.get_closest_marker(_CHIPS)
    metafunc.parametrize("lanewise_chip", marker.args if marker else [DEFAULT])


@pytest.fixture
def lanewise_core(lanewise_chip: str, request: pytest.FixtureRequest) -> Iterator[Core]:
    """A core for single instructions, on each chip of the marker lanewise_chips."""
    import lanewise

    with lanewise.core(lanewise_chip, check=request.config.getoption("--lanewise-check")) as core:
        request.node.stash.setdefault(_cores, []).append(core)
        yield core


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, Any, Any]:
    if not item.config.getoption("--lanewise-check"):
        return (yield)
    from lanewise.machine import settings
    from lanewise.machine.launch import Run, watchers

    before = settings.settings()
    settings.configure(check=True)
    found: list[Finding] = []

    def watch(run: Run) -> None:
        found.extend(run.findings)

    watchers.append(watch)
    try:
        result = yield
    finally:
        watchers.remove(watch)
        settings.configure(check=before.check or False)
    for core in item.stash.get(_cores, []):
        found += core.findings()
    _fail(found)
    return result


def _fail(found: list[Finding]) -> None:
    from lanewise.check.findings import Severity, once
    from lanewise.check.suppress import read, suppressed

    errors = [one.text for one in suppressed(once(found), read())[0] if one.severity is Severity.ERROR]
    if errors:
        pytest.fail("\n".join(errors), pytrace=False)
