"""A check follows every memory of a cube core as it follows that of a vector core.

What nobody wrote is found where a result that leaves the core depends on it, and nowhere else; so are tensors that were
given back, and products that no float holds.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

import starting

PLANTED = Path(__file__).parent / "planted" / "memories.asc"


@pytest.mark.parametrize("chip", ["ascend910b", "ascend950"])
def test_cube_check_follows_every_memory(chip: str, tmp_path: Path) -> None:
    out = tmp_path / "found.json"
    command = [sys.executable, "-m", "lanewise", "run", str(PLANTED), "--chip", chip,
               "--check=race,mem,init,sync,state,numbers,hints", "--json", str(out)]  # fmt: skip
    done = starting.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 3, done.stderr
    wanted = set()
    for line, text in enumerate(PLANTED.read_text(encoding="utf-8").splitlines(), 1):
        if planted := re.search(r"// finds (\S+)(?: in (\w+))?", text):
            wanted.add((line, planted[1], planted[2] or ""))
    found = json.loads(out.read_text())["findings"]
    assert {
        _summarise(one) for one in found if one["id"] != "HOST-007"
    } == wanted  # not each launch uses all of its buffers


def _summarise(one: dict[str, Any]) -> tuple[int, str, str]:
    """Its line in the program, its id and the memory that it is about."""
    places = [place for place in (one["place"], one["other"]) if place]
    at = next((place for place in places if place["file"].endswith(PLANTED.name)), places[0])
    return at["line"], one["id"], one["fields"].get("memory") or one["fields"].get("space") or ""
