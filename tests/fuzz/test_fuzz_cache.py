"""A few of the entries that `make fuzz-cache` damages for an hour, and one of each kind that was found to matter."""

from __future__ import annotations

import os
import random
import shutil
from collections.abc import Iterator
from pathlib import Path

import cache_entries
import pytest

from lanewise.cpp import compiler


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[cache_entries.Programs]:
    if not os.path.exists(compiler.RUNTIME) or not (shutil.which("g++") or shutil.which("clang++")):
        pytest.skip("no C++ programs here")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LANEWISE_CACHE", "")
        made = cache_entries.Programs(Path(tmp_path_factory.mktemp("fuzz")))
        yield made
        made.close()


@pytest.mark.parametrize("seed", range(6))
def test_damaged_entries_of_the_cache_are_made_again(programs: cache_entries.Programs, seed: int) -> None:
    rng = random.Random(seed)
    done = "; ".join(cache_entries.damage(programs, rng) for _ in range(2))
    cache_entries.check(programs, done)


@pytest.mark.parametrize("kind", ["requests", "programs", "headers", "compilers"])
def test_empty_entries_of_the_cache_are_made_again(programs: cache_entries.Programs, kind: str) -> None:
    entries = [path for path in programs.entries() if f"/{kind}/" in str(path)]
    assert entries
    for path in entries:
        os.truncate(path, 0)
    cache_entries.check(programs, kind)
