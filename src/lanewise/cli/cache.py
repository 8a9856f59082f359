"""`lanewise cache`: what compiled programs and precompiled headers take, and how to get rid of them."""

from __future__ import annotations

_WORDS = {
    "programs": "compiled programs", "headers": "precompiled headers", "requests": "what programs were made from",
    "names": "names of programs", "chips": "chips of your own", "cells": "cells of notebooks",
    "editor": "files for editors", "tmp": "being made",
}  # fmt: skip


def show_cache(clear: bool) -> None:
    """Show what compiled programs and precompiled headers take on the disk, or remove them.

    They are made again when they are needed. After two weeks without use, or above 2 GiB, the oldest go by themselves.
    """
    from lanewise.cli.show import console, table
    from lanewise.cpp import cache

    before = cache.sizes()
    if clear:
        cache.clear()
        freed = sum(before.values()) - sum(cache.sizes().values())
        print(f"{_size_text(freed)} removed from {cache.folder()}")
        return
    rows = [(_WORDS[kind], _size_text(size)) for kind, size in before.items() if size]
    print(f"{cache.folder()}: {_size_text(sum(before.values()))}")
    if rows:
        console().print(table(["what", "size"], rows, right=["size"]))
        print("lanewise cache --clear removes it; LANEWISE_CACHE names another folder")


def _size_text(size: int) -> str:
    return f"{size / 1e6:.1f} MB" if size >= 100_000 else f"{size / 1e3:.1f} kB"
