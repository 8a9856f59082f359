"""docs/command-line.md says what the command does."""

from __future__ import annotations

import re
from pathlib import Path

from lanewise.cli.options import VERBS
from lanewise.cli.status import Status

PAGE = (Path(__file__).parents[2] / "docs" / "command-line.md").read_text(encoding="utf-8")


def test_page_has_every_json_key(lanewise) -> None:
    table = PAGE[PAGE.index("| key | value |") : PAGE.index("## chips")]
    rows = [row.split("|") for row in table.splitlines()[2:] if row.startswith("|")]
    named = {key for row in rows for key in re.findall(r"`(\w+)`", row[1])}
    instruction, operation = lanewise("ops", "add", "--json").data  # of Ascend, of AI Engines
    assert named == set(instruction)
    assert set(operation) <= set(re.findall(r"`(\w+)`", PAGE[PAGE.index("## ops") : PAGE.index("## chips")]))
    for key in lanewise("chips", "ascend950", "--json").data:
        assert f"`{key}`" in PAGE[PAGE.index("## chips") :]


def test_page_has_every_verb_and_status() -> None:
    for verb in VERBS:
        assert f"lanewise {verb}" in PAGE
    for status in Status:
        assert f"| {int(status)} |" in PAGE
