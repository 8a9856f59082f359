"""The version that is running."""

from __future__ import annotations

from importlib import metadata


def version() -> str:
    try:
        return metadata.version("lanewise")
    except metadata.PackageNotFoundError:
        return "(not installed: running from a source tree)"
