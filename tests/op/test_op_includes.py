"""Included files that lie elsewhere in a repository than where a build would have put them."""

from __future__ import annotations

from pathlib import Path

import pytest

from lanewise.op.includes import find_includes

ADD = ('"each.h"', '"tools/kernel/t.h"', '"math.h"', "<list.h>")


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    for name, text in {
        ".git/HEAD": "",
        "math/add/op_kernel/add.cpp": "\n".join(f"#include {n}" for n in ADD),
        "math/common/op_kernel/each.h": '#include "../inc/platform.h"\n',
        "vision/common/op_kernel/each.h": "",
        "vision/common/op_kernel/math.h": "",
        "vision/common/op_kernel/list.h": "",
        "src/tools/kernel/t.h": "",
        "common/inc/op_kernel/platform.h": "",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def test_includes_of_a_repository_are_found_where_they_lie(repository: Path) -> None:
    found = find_includes([str(repository / "math/add/op_kernel/add.cpp")], (), str(repository))
    assert {name: str(Path(path).relative_to(repository)) for name, path in found} == {
        "each.h": "math/common/op_kernel/each.h",  # the nearest
        "tools/kernel/t.h": "src/tools/kernel/t.h",
        "../inc/platform.h": "common/inc/op_kernel/platform.h",
    }


def test_includes_of_neighbours_that_may_be_anybodys(repository: Path) -> None:
    (repository / ".git" / "HEAD").unlink()
    (repository / ".git").rmdir()
    found = find_includes([str(repository / "math/add/op_kernel/add.cpp")], (), str(repository))
    assert [name for name, _ in found] == ["tools/kernel/t.h"]
