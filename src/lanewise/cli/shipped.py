"""Where files are that come with Lanewise beside its code: below the package when installed, beside it in a clone."""

from __future__ import annotations

from pathlib import Path

import lanewise
from lanewise.cli.status import refuse


def shipped(name: str, file: str) -> Path:
    """The folder of this name that holds this file."""
    parts = [Path(part) for part in lanewise.__path__]
    places = [*(part.parents[1] / name for part in parts), *(part / name for part in parts)]
    for place in places:
        if (place / file).exists():
            return place
    refuse(f"this installation has no {name}: install the wheel, or run it in a clone of the repository")
