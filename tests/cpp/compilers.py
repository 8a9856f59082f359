"""Every compiler that is here, for tests that must hold with each."""

from __future__ import annotations

import shutil

import pytest

NAMES = ("g++", "clang++")


def each() -> pytest.MarkDecorator:
    missing = {name: pytest.mark.skipif(not shutil.which(name), reason=f"there is no {name} here") for name in NAMES}
    return pytest.mark.parametrize("cxx", [pytest.param(name, marks=mark) for name, mark in missing.items()])
