"""Tests that compile C++ are skipped where there is no compiler."""

from __future__ import annotations

import os
import shutil
from typing import Any

import pytest

from lanewise import aie

needs_compiler = pytest.mark.skipif(
    not (os.environ.get("CXX") or shutil.which("g++") or shutil.which("clang++")), reason="there is no C++ compiler"
)


def load_with(compiler: str, source: os.PathLike[str] | str, **how: Any) -> Any:
    """The kernels as that compiler makes them."""
    if not shutil.which(compiler):
        pytest.skip(f"no {compiler} here")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CXX", compiler)
        return aie.load(source, **how)
