"""Operator projects are skipped where there is no compiler."""

from __future__ import annotations

import os
import shutil

import pytest


@pytest.fixture(scope="session", autouse=True)
def _can_compile() -> None:
    if not (os.environ.get("CXX") or shutil.which("g++") or shutil.which("clang++")):
        pytest.skip("no C++ compiler")
