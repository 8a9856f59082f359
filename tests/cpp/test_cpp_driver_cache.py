"""What the cache keeps and drops."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from lanewise.cpp import cache
from lanewise.errors import LanewiseError


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANEWISE_CACHE", str(tmp_path / "cache"))


def add_entry(kind: str, name: str, age: float, size: int = 1) -> Path:
    home = Path(cache.folder(kind)) / name
    home.mkdir()
    (home / "file").write_bytes(b"x" * size)
    os.utime(home, (time.time() - age,) * 2)
    return home


def test_cache_drops_what_was_not_used_for_long() -> None:
    new, old = add_entry("programs", "new", 0), add_entry("programs", "old", cache.KEEP_SECONDS + 60)
    note = Path(cache.folder("requests")) / "old"
    note.touch()
    os.utime(note, (0, 0))
    cache.prune()
    assert (new.exists(), old.exists(), note.exists()) == (True, False, False)


def test_cache_drops_the_oldest_of_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "KEEP_BYTES", 25)
    homes = [add_entry("programs", str(n), cache.YOUNG + 1 + n, 10) for n in range(4)]
    cache.prune()
    assert [h.exists() for h in homes] == [True, True, False, False]


def test_cache_keeps_few_precompiled_headers_and_all_young_ones() -> None:
    old = [add_entry("headers", f"old{n}", cache.YOUNG + 1 + n) for n in range(4)]
    young = [add_entry("headers", f"young{n}", n) for n in range(cache.KEEP_HEADERS)]
    cache.prune()
    assert all(h.exists() for h in young)
    assert not any(h.exists() for h in old)


def test_cache_keeps_programs_that_are_older_than_headers_it_drops(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "KEEP_BYTES", cache.KEEP_HEADERS * 10 + 3)
    headers = [add_entry("headers", str(n), cache.YOUNG + 1 + n, 10) for n in range(cache.KEEP_HEADERS + 4)]
    programs = [add_entry("programs", str(n), cache.YOUNG + 100 + n) for n in range(3)]
    cache.prune()
    assert [h.exists() for h in headers] == [True] * cache.KEEP_HEADERS + [False] * 4
    assert all(p.exists() for p in programs)


def test_cache_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("LANEWISE_CACHE", str(tmp_path / "file"))
    with pytest.raises(LanewiseError, match="CPP-004"):
        cache.folder("programs")


def test_cache_work_leaves_nothing_when_it_fails() -> None:
    def fail() -> None:
        with cache.temporary_folder() as shop:
            (Path(shop) / "half").touch()
            raise ValueError("stop")

    with pytest.raises(ValueError, match="stop"):
        fail()
    assert os.listdir(cache.folder("tmp")) == []


def test_cache_second_to_come_finds_the_first_ones_work() -> None:
    home = Path(cache.folder("programs")) / "same"
    for text in ("first", "second"):
        with cache.temporary_folder() as shop:
            made = Path(shop) / "made"
            made.mkdir()
            (made / "file").write_text(text)
            cache.move_into_place(str(made), str(home))
    assert (home / "file").read_text() == "first"
