"""The engine as it was compiled: rounded where the definition rounds, whatever the machine can do at once."""

from __future__ import annotations

import re
import shutil
import subprocess

import pytest
from disassembly import odd_instructions, unasked

from lanewise.cpp.compiler import RUNTIME
from lanewise.isa.tables import fused_lanes
from lanewise.machine.engine import native

pytestmark = [
    pytest.mark.skipif(native() is None, reason="the compiled engine is not built"),
    pytest.mark.skipif(shutil.which("objdump") is None, reason="objdump is not here: it comes with binutils"),
]


@pytest.fixture(scope="module", autouse=True)
def _named() -> None:
    names = subprocess.run(["objdump", "-t", RUNTIME], capture_output=True, text=True, check=True).stdout
    if "no symbols" in names:
        pytest.skip("the engine was stripped: its functions have no names")


def test_compiled_engine_fuses_only_what_records_ask_for() -> None:
    assert unasked(RUNTIME) == {}


def test_compiled_engine_fuses_in_one_instruction_where_it_is_asked() -> None:
    """So that the other test is known to see them: in kernels at a level with such instructions."""
    seen = {found[1] for name in odd_instructions(RUNTIME) if (found := re.search(r"\blanes::(\w+)", name))}
    assert seen & {lane for _, lane in fused_lanes()}
