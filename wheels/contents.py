"""What a wheel must hold: what git keeps of the package, headers, examples, pages, and what the build makes of it."""

from __future__ import annotations

import subprocess
import zipfile
from pathlib import Path

from wheels.tools import ROOT

BUILT = {
    "linux": ("_engine.", "lib/liblanewise.so", "lib/liblanewise_scalar.so", "lib/lanewise_ward", "lib/include/"),
    "macos": ("_engine.", "lib/liblanewise.dylib"),  # the engine alone, without what C++ programs need
}


def expected_files() -> list[str]:
    of = ["git", "ls-files", "src/lanewise", "include/*.h*", "include/*.cpp", "examples", "docs/*.md", ":!docs/site"]
    kept = subprocess.run(of, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    return [name.removeprefix("src/") if name.startswith("src/") else f"lanewise/{name}" for name in kept]


def lacking(names: list[str], system: str) -> list[str]:
    """Files that are not among these names."""
    files = set(names)
    missing = [name for name in expected_files() if name not in files]
    parts = [f"lanewise/{name}" for name in BUILT[system]]
    return missing + [part for part in parts if not any(name.startswith(part) for name in names)]


def check(wheel: Path, system: str) -> list[str]:
    with zipfile.ZipFile(wheel) as archive:
        return lacking(archive.namelist(), system)
