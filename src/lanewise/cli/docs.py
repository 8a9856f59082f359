"""`lanewise docs`: the pages that come with Lanewise, listed, or one of them in the terminal."""

from __future__ import annotations

import difflib
import sys
from pathlib import Path

from lanewise.cli.shipped import shipped
from lanewise.cli.status import refuse


def docs(page: str | None, zh: bool) -> None:
    """List the pages of the documentation that come with Lanewise, or print one, formatted on a terminal."""
    folder = shipped("docs", "checking.md")
    folder = folder / "zh" if zh else folder
    pages = {path.stem: path for path in sorted(folder.glob("*.md"))}
    if page is None:
        from lanewise.cli.show import console, table

        console().print(table(["page", "about"], [(name, _title(path)) for name, path in pages.items()]))
        print("lanewise docs PAGE prints one")
        return
    name = page.removesuffix(".md").removeprefix("docs/")
    if name not in pages:
        near = difflib.get_close_matches(name, pages, 3) or pages
        refuse(f"there is no page called {page}: {', '.join(near)}")
    text = pages[name].read_text(encoding="utf-8")
    if not sys.stdout.isatty():
        print(text, end="")
        return
    from rich.markdown import Markdown

    from lanewise.cli.show import console

    console().print(Markdown(text, hyperlinks=False))


def _title(path: Path) -> str:
    with path.open(encoding="utf-8") as file:
        return file.readline().lstrip("# ").strip()
