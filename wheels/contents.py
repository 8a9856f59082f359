"""What a wheel must hold: everything that git keeps below src/lanewise, and what the build makes of it."""

from __future__ import annotations

import subprocess
import zipfile
from pathlib import Path

from wheels.tools import ROOT

BUILT = ("lib/liblanewise.so", "lib/liblanewise_scalar.so", "lib/lanewise_ward", "lib/include/")


def wanted() -> list[str]:
    kept = subprocess.run(["git", "ls-files", "src/lanewise"], cwd=ROOT, capture_output=True, text=True, check=True)
    return [name.removeprefix("src/") for name in kept.stdout.splitlines()]


def lacking(names: list[str]) -> list[str]:
    """Files that are not among these names."""
    files = set(names)
    missing = [name for name in wanted() if name not in files]
    parts = [*(f"lanewise/{name}" for name in BUILT), "lanewise/_engine."]
    return missing + [part for part in parts if not any(name.startswith(part) for name in names)]


def check(wheel: Path) -> list[str]:
    with zipfile.ZipFile(wheel) as archive:
        return lacking(archive.namelist())
