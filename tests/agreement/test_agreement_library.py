"""Every function of the high-level library: the engine equals the definition in every byte, on random shapes."""

from __future__ import annotations

import zlib

import numpy as np
import pytest
from test_agreement import play

from lanewise.errors import LanewiseError
from lanewise.isa.catalogue import instructions
from lanewise.library import highlevel
from lanewise.machine.engine import native
from library import call

pytestmark = pytest.mark.skipif(native() is None, reason="the compiled engine is not built")

MACROS = [i.name for i in instructions().values() if i.form.executor == "macro"]
EXAMPLES = 25
# Functions without a macro: names for another place or a number, and one that is instructions of its own.
OTHERWISE = {"Concat", "GetSortLen", "GetSortOffset", "MrgSort"}


def agree(name: str, examples: int, start: int = 0) -> int:
    """How many of the calls were executed; a difference raises."""
    ins, ran = instructions()[name], 0
    for number in range(start, start + examples):
        rng = np.random.default_rng((zlib.crc32(name.encode()), number))
        try:
            play(call(ins, rng), refused=True)
            ran += 1
        except LanewiseError:
            pass
    return ran


def test_agreement_library_is_the_whole_library() -> None:
    vendor = {v for name in MACROS for v in (*instructions()[name].vendor, *instructions()[name].old)}
    assert {f.name for f in highlevel.functions()} - vendor == OTHERWISE


@pytest.mark.parametrize("name", MACROS)
def test_agreement_library(name: str) -> None:
    assert agree(name, EXAMPLES) > EXAMPLES // 2  # refused calls are no proof


@pytest.mark.sweep
@pytest.mark.parametrize("name", MACROS)
def test_agreement_library_long(name: str) -> None:
    assert agree(name, 1000, EXAMPLES) > 500
