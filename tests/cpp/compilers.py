"""Every compiler that is here, for tests that must hold with each, and one in turn for the others."""

from __future__ import annotations

import os
import shutil

import pytest

NAMES = ("g++", "clang++")
SECOND_CHIP = "ascend950"


def for_each_compiler() -> pytest.MarkDecorator:
    missing = {name: pytest.mark.skipif(not shutil.which(name), reason=f"there is no {name} here") for name in NAMES}
    return pytest.mark.parametrize("cxx", [pytest.param(name, marks=mark) for name, mark in missing.items()])


def in_turn(chip: str, monkeypatch: pytest.MonkeyPatch) -> tuple[str, ...]:
    """What `lanewise run` is told of a program that is tested on two chips.

    Compiling takes most of the time: it is compiled as for users on the first one, and by clang++ without optimisation
    on the second, in half the time.
    """
    if chip != SECOND_CHIP or os.environ.get("CXX") or not all(map(shutil.which, NAMES)):
        return ()
    monkeypatch.setenv("CXX", NAMES[1])
    return ("--cxxflag=-O0",)
