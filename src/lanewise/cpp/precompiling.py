"""Makes precompiled headers, in a process of its own that may outlive the command: prelude.py starts it."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence

from lanewise.cpp import cache

CONTENTS = "contents"  # the note that says what is in such a folder


def make(made: str, home: str, command: Sequence[str]) -> None:
    """What the command makes in the folder goes home whole, or not at all."""
    quiet = subprocess.DEVNULL
    try:
        if subprocess.run(command, stdin=quiet, stdout=quiet, stderr=quiet, check=False).returncode == 0:
            contents = {name: cache.digest(os.path.join(made, name)) for name in os.listdir(made)}
            cache.write(os.path.join(made, CONTENTS), {"of": os.path.basename(home), "files": contents})
            cache.move_into_place(made, home, lambda: is_whole(home))
    finally:
        shutil.rmtree(made, ignore_errors=True)
        cache.discard(f"{home}.making")


def is_whole(home: str) -> bool:
    """Whether all is there as it was made, and was made for this place."""
    said = cache.read_note(os.path.join(home, CONTENTS))
    return bool(said) and said["of"] == os.path.basename(home) and all(
        cache.holds(os.path.join(home, name), content) for name, content in said["files"].items()
    )
