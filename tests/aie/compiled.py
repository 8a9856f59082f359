"""Tests that compile C++ are skipped where there is no compiler."""

from __future__ import annotations

import os
import shutil

import pytest

needs_compiler = pytest.mark.skipif(
    not (os.environ.get("CXX") or shutil.which("g++") or shutil.which("clang++")), reason="there is no C++ compiler"
)
