"""For pytest: a core for a test, the chips that it runs on, and findings that fail it.

pytest loads this wherever Lanewise is installed, so nothing else of it is imported before a test asks.
"""

from __future__ import annotations

import os
from collections.abc import Generator, Iterator
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from lanewise.check import Finding
    from lanewise.machine.core import Core

_CHIPS, _FINDS = "lanewise_chips", "lanewise_finds"
_cores = pytest.StashKey[list[Any]]()  # those that a test was given
_found = pytest.StashKey["list[Finding]"]()  # findings of all tests, for --lanewise-sarif
_before = pytest.StashKey[dict[str, "str | None"]]()  # variables as they were
_WORKER = "lanewise_findings"
_SETTINGS = {  # option and ini -> variable of the environment, which processes of tests inherit
    "chip": ("LANEWISE_CHIP", "CHIP", "the chip of tests and launches that name none"),
    "schedule": ("LANEWISE_SCHEDULE", "ORDER", "order in which pipes execute: early, late or random:SEED"),
}


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("lanewise")
    group.addoption("--lanewise-check", action="store_true",
                    help="check every kernel that a test launches; a finding fails the test")  # fmt: skip
    group.addoption("--lanewise-kinds", metavar="KINDS", help="the same for some kinds alone, such as race,init")
    parser.addini("lanewise_check", "check every kernel of every test: all, or kinds such as race,init", default="")
    for name, (_, metavar, what) in _SETTINGS.items():
        group.addoption(f"--lanewise-{name}", metavar=metavar, help=what)
        parser.addini(f"lanewise_{name}", what, default="")
    group.addoption("--lanewise-strict", action="store_true", help="refuse what hardware leaves undefined")
    parser.addini("lanewise_strict", "refuse what hardware leaves undefined", type="bool", default=False)
    group.addoption("--lanewise-sarif", metavar="FILE", help="write the findings of all tests as SARIF")
    group.addoption("--lanewise-asc", action="store_true", help="answer `import asc` in tests of pyasc kernels")


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    if early_config.known_args_namespace.lanewise_asc:  # before any conftest.py imports it
        from lanewise.asc import alias

        alias.install()


def pytest_configure(config: pytest.Config) -> None:
    line = f'{_CHIPS}(chip, ...): chips that a test with lanewise_core or lanewise_chip runs on, say "ascend910b"'
    config.addinivalue_line("markers", line)
    line = f'{_FINDS}(id, ...): the test is checked, and passes where exactly these are found, say "RACE-001"'
    config.addinivalue_line("markers", line)
    wanted = {variable: config.getoption(f"--lanewise-{name}") or config.getini(f"lanewise_{name}")
              for name, (variable, _, _) in _SETTINGS.items()}  # fmt: skip
    wanted["LANEWISE_STRICT"] = "1" if _is_strict(config) else ""
    wanted = {variable: value for variable, value in wanted.items() if value}
    config.stash[_before] = {variable: os.environ.get(variable) for variable in wanted}
    os.environ.update(wanted)
    if _kinds(config):
        from lanewise.check.kinds import parse_kinds as names

        try:
            names(_kinds(config))
        except ValueError as problem:
            raise pytest.UsageError(f"--lanewise-kinds: {problem}") from None


def pytest_unconfigure(config: pytest.Config) -> None:
    for variable, value in config.stash.get(_before, {}).items():
        if value is None:
            os.environ.pop(variable, None)
        else:
            os.environ[variable] = value


def _is_strict(config: pytest.Config) -> bool:
    return bool(config.getoption("--lanewise-strict") or config.getini("lanewise_strict"))


def _kinds(config: pytest.Config) -> str:
    """What is looked for in every test; empty: nothing."""
    asked = config.getoption("--lanewise-kinds") or config.getini("lanewise_check")
    return str(asked) or ("all" if config.getoption("--lanewise-check") else "")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "lanewise_chip" not in metafunc.fixturenames:
        return
    from lanewise.chips import DEFAULT

    marker = metafunc.definition.get_closest_marker(_CHIPS)
    default = os.environ.get("LANEWISE_CHIP") or DEFAULT
    metafunc.parametrize("lanewise_chip", marker.args if marker else [default])


@pytest.fixture
def lanewise_core(lanewise_chip: str, request: pytest.FixtureRequest) -> Iterator[Core]:
    """A core for single instructions, on each chip of the marker lanewise_chips."""
    import lanewise

    with lanewise.core(lanewise_chip, check=_kinds_of(request.node)) as core:
        request.node.stash.setdefault(_cores, []).append(core)
        yield core


def _kinds_of(item: pytest.Item) -> str:
    return _kinds(item.config) or ("all" if item.get_closest_marker(_FINDS) else "")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, Any, Any]:
    kinds = _kinds_of(item)
    if not kinds:
        return (yield)
    from lanewise.errors import LanewiseError
    from lanewise.machine import settings
    from lanewise.machine.launch import Run, watchers

    expected = {id for marker in item.iter_markers(_FINDS) for id in marker.args}
    before = settings.settings()
    settings.configure(check=kinds)
    found: list[Finding] = []
    ended: set[str] = set()
    result = None

    def collect_findings(run: Run) -> None:
        found.extend(run.findings)

    watchers.append(collect_findings)
    try:
        result = yield
    except LanewiseError as problem:
        if problem.id not in expected:
            raise
        ended.add(problem.id)
    finally:
        watchers.remove(collect_findings)
        settings.configure(check=before.check or False)
    for core in item.stash.get(_cores, []):
        found += core.findings()
    _judge(item, found, expected, ended)
    return result


def _judge(item: pytest.Item, found: list[Finding], expected: set[str], ended: set[str]) -> None:
    """Fails a test that finds what it should not, or does not find what it should."""
    from lanewise.check.findings import Severity, merge_duplicates
    from lanewise.check.suppress import load_suppressions, suppressed

    left, _ = suppressed(merge_duplicates(found), load_suppressions(item.path))
    item.config.stash.setdefault(_found, []).extend(left)
    errors = [one for one in left if one.severity is Severity.ERROR and one.id not in expected]
    missing = sorted(expected - ended - {one.id for one in left})
    lines = [_id_first(one) for one in errors] + [f"{id} was expected, and not found" for id in missing]
    if lines:
        pytest.fail("\n".join(lines), pytrace=False)


def _id_first(one: Finding) -> str:
    """The summary of pytest cuts long lines: what it is stands first, where it is last."""
    return f"{one.id} {one.what}. {one.write}".rstrip() + (f" ({one.place})" if one.place else "")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Generator[None, Any, Any]:
    """An error of ours is shown at the test's own line, without our frames, and by its id in the summary."""
    problem = call.excinfo.value if call.excinfo else None
    if type(problem).__module__.partition(".")[0] != "lanewise":
        return (yield)
    from lanewise.errors import LanewiseError, is_ours

    if not isinstance(problem, LanewiseError):
        return (yield)
    trace = problem.__traceback__
    while trace is not None:
        names = trace.tb_frame.f_globals
        if is_ours(trace.tb_frame.f_code.co_filename) and not str(names["__name__"]).startswith("lanewise.tests"):
            names["__tracebackhide__"] = _is_lanewise_error
        trace = trace.tb_next
    report = yield
    crash = getattr(report.longrepr, "reprcrash", None)
    if crash is not None:
        place = f" ({os.path.basename(problem.where[0])}:{problem.where[1]})" if problem.where else ""
        crash.message = f"{problem.id} {problem.message}{place}"
    return report


def _is_lanewise_error(excinfo: pytest.ExceptionInfo[BaseException]) -> bool:
    from lanewise.errors import LanewiseError

    return isinstance(excinfo.value, LanewiseError)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any, error: object) -> None:
    """Workers of pytest-xdist hand over what they found."""
    from lanewise.check.findings import Finding

    given = getattr(node, "workeroutput", {}).get(_WORKER, [])
    node.config.stash.setdefault(_found, []).extend(Finding.from_data(one) for one in given)


def pytest_sessionfinish(session: pytest.Session) -> None:
    config = session.config
    path = config.getoption("--lanewise-sarif")
    if not path:
        return
    from lanewise.check.findings import merge_duplicates
    from lanewise.check.sarif import as_sarif

    of_all_tests: list[Finding] = config.stash.setdefault(_found, [])
    found = merge_duplicates(of_all_tests)
    if hasattr(config, "workeroutput"):
        config.workeroutput[_WORKER] = [one.as_data() for one in found]
        return
    import json

    with open(path, "w", encoding="utf-8") as file:
        json.dump(as_sarif(found), file, indent=1)
