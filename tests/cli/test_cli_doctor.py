from __future__ import annotations

import subprocess
import sys
from types import ModuleType

import numpy
import pytest

from lanewise.cpp.compiler import Compiler
from lanewise.cpp.probe import LEFT_TO_RIGHT, RIGHT_TO_LEFT


def test_doctor_reports_what_runs(lanewise) -> None:
    done = lanewise("doctor", "--json")
    checks = {c["name"]: c for c in done.data}
    assert done.status == 0
    assert (checks["numpy"]["status"], checks["numpy"]["detail"]) == ("ok", numpy.__version__)
    assert {"Python", "ml_dtypes", "instructions", "engine", "C++ compiler", "C++ order", "torch"} < set(checks)
    assert "10 chips" in checks["instructions"]["detail"]


def test_doctor_without_the_engine_still_passes(lanewise, monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "lanewise._engine", None)
    done = lanewise("doctor")
    assert done.status == 0
    (line,) = (text for text in done.out.splitlines() if text.startswith("engine"))
    assert "missing" in line
    assert "definition engine" in done.out


def test_doctor_finds_an_engine_of_other_sources(lanewise, monkeypatch) -> None:
    def mismatched_engine(**_: object) -> None:
        raise ValueError("the engine was built from other records; install again")

    monkeypatch.setitem(sys.modules, "lanewise._engine", ModuleType("lanewise._engine"))
    monkeypatch.setattr("lanewise.machine.core.Core", mismatched_engine)
    done = lanewise("doctor")
    assert done.status == 1
    assert "install again" in done.out


def test_doctor_without_numpy_says_so() -> None:
    code = """
import sys
sys.argv, sys.modules["numpy"] = ["lanewise", "doctor"], None
from lanewise.cli import main
main()
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stderr
    assert "pip install numpy" in done.stdout


@pytest.mark.parametrize(("order", "status"), [(LEFT_TO_RIGHT, "ok"), (RIGHT_TO_LEFT, "differs")])
def test_doctor_names_the_compiler_and_its_order(lanewise, monkeypatch, order, status) -> None:
    found = Compiler(("some++",), False, "", "", "some++ 12.2", order)
    monkeypatch.setattr("lanewise.cpp.compiler.find", lambda ordered=False: found)
    monkeypatch.delenv("CXX", raising=False)
    done = lanewise("doctor", "--json")
    checks = {c["name"]: c for c in done.data}
    assert done.status == 0
    assert checks["C++ compiler"]["detail"] == "some++: some++ 12.2"
    assert checks["C++ order"]["status"] == status
    assert checks["C++ order"]["detail"].startswith(order)
    advice = "apt-get install clang, or pip install 'lanewise[compiler]'" in checks["C++ order"]["advice"]
    assert advice == (status == "differs")


def test_doctor_names_what_is_missing(lanewise, monkeypatch, tmp_path) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("CXX", "no-such-compiler++")
    monkeypatch.setenv("LANEWISE_CACHE", str(tmp_path / "file"))
    checks = {c["name"]: c for c in lanewise("doctor", "--json").data}
    assert checks["C++ compiler"]["status"] == "missing"
    assert "no-such-compiler++" in checks["C++ compiler"]["detail"]
    if checks["cache"]["status"] == "missing":
        assert "file" in checks["cache"]["detail"]
