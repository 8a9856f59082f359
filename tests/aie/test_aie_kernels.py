"""The kernels with exact expectations, on every chip they are meant for."""

from __future__ import annotations

import importlib
import os
import sys
from pathlib import Path

import pytest
from compiled import needs_compiler

from lanewise.aie.load import load

KERNELS = str(Path(__file__).resolve().parents[1] / "programs" / "aie" / "open" / "kernels")
_NAMES = sorted(f[:-3] for f in os.listdir(KERNELS) if f.endswith(".cc"))


def _module(name: str):
    if KERNELS not in sys.path:
        sys.path.insert(0, KERNELS)
    return importlib.import_module(name)


def _cases():
    for name in _NAMES:
        for chip in _module(name).CHIPS:
            yield pytest.param(name, chip, id=f"{name}-{chip}")


@needs_compiler
@pytest.mark.parametrize(("name", "chip"), list(_cases()))
def test_aie_kernels_check(name: str, chip: str) -> None:
    module = _module(name)
    kernel = load(os.path.join(KERNELS, f"{name}.cc"), chip=chip, defines=module.DEFINES)
    module.check(lambda function, *arguments: getattr(kernel, function)(*arguments))
