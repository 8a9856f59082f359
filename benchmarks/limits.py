"""Builds and calls the plain C++ loops."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

SOURCE = Path(__file__).with_name("limits.cpp")


def build(march: str = "native", *more: str) -> Any:
    """The loops as a library, compiled for this machine in the same run they are measured in."""
    compiler = os.environ.get("CXX") or shutil.which("g++") or shutil.which("clang++")
    if compiler is None:
        raise SystemExit("benchmarks: a C++ compiler is needed to measure the limit: apt-get install g++")
    target = Path(tempfile.mkdtemp(prefix="lanewise-bench-")) / "limits.so"
    subprocess.run(
        [compiler, "-std=c++20", "-O3", f"-march={march}", *more, "-ffp-contract=off", "-shared", "-fPIC", str(SOURCE),
         "-o", str(target)],
        check=True,
    )
    library = ctypes.CDLL(str(target))
    names = (
        "float_add", "half_add", "masked_add", "shift_rounded", "tree_sums", "extremes", "gather_floats",
        "compare_floats", "select_floats", "float_to_half", "half_to_float", "half_to_int8", "quantise", "fir16",
        "gelu_floats", "squeeze_shorts", "float_product", "int8_product",
    )
    for name in names:
        getattr(library, name).restype = ctypes.c_double
    return library


def pointer(array: np.ndarray[Any, Any]) -> ctypes.c_void_p:
    """Keeps the array alive, too: a call may be given one that nothing else holds."""
    return array.ctypes.data_as(ctypes.c_void_p)
