"""No cell of the agreement test is empty, and no operation is without a test."""

from __future__ import annotations

import pytest
from coverage_of_operations import COLUMNS, group, named_in, reached, table

from lanewise.isa.aie.catalogue import operations


@pytest.mark.parametrize("column", COLUMNS)
def test_aie_coverage_has_no_empty_cell(column: str) -> None:
    found, wanted = reached()
    empty = {name: missing for name in wanted if (missing := {c for c in wanted[name] - found[name] if c[0] == column})}
    assert not empty


def test_aie_coverage_names_the_others() -> None:
    _, wanted = reached()
    without = [record.name for record in operations().values() if group(record) not in wanted and not named_in(record)]
    assert not without
    assert all("no test" not in line for line in table())
