"""Programs and surroundings that mean harm, or have bad luck: one honest line, and nothing is left behind."""

from __future__ import annotations

from pathlib import Path

import pytest

from lanewise.cpp import cache

KERNEL = """#include "acl/acl.h"
#include "kernel_operator.h"
__global__ __aicore__ void k(GM_ADDR x) {{
    {body}
}}
int main() {{ k<<<{blocks}, nullptr, nullptr>>>(nullptr); return aclrtSynchronizeDevice(); }}
"""


def kernel(body: str, blocks: int = 1) -> str:
    """A program whose kernel has this body, on line 4."""
    return KERNEL.format(body=body, blocks=blocks)


@pytest.mark.parametrize("name", ["a';touch X;'.asc", 'a"$(touch X)`touch X`.asc', "a b\\n;touch X&.asc"])
def test_names_of_files_reach_no_shell(lanewise, write, tmp_path: Path, name: str) -> None:
    write(name, kernel("*(volatile int*)nullptr = 1;"))
    done = lanewise("run", name)
    assert (done.returncode, done.stderr.count("\n")) == (3, 1)
    assert done.stderr.startswith(f"{name}:4: KERNEL-004 the kernel touched memory that is not there")
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_name_of_the_cache_reaches_no_shell(lanewise, write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = tmp_path / "c';touch X;'"
    other.symlink_to(cache.folder())  # what was precompiled there is not made again
    monkeypatch.setenv("LANEWISE_CACHE", str(other))
    write("a.asc", kernel("*(volatile int*)nullptr = 1;"))
    done = lanewise("run", "a.asc")
    assert done.stderr.startswith("a.asc:4: KERNEL-004")
    assert {path.name for path in tmp_path.iterdir()} == {"a.asc", other.name}
