"""What mkdocs calls when the pages are there: the theme's search is asked as `words.js` says."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from mkdocs.exceptions import PluginError


def on_post_build(config: Any, **_: Any) -> None:
    folder = Path(config["site_dir"]) / "assets" / "javascripts" / "workers"
    found = sorted(folder.glob("search.*.min.js"))
    if len(found) != 1:
        raise PluginError(f"the search of the theme is not where it was: {len(found)} scripts in {folder}")
    ours = Path(__file__).with_name("words.js").read_text(encoding="utf-8")
    found[0].write_text(ours + found[0].read_text(encoding="utf-8"), encoding="utf-8")
