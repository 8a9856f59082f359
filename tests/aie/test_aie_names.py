"""The front's names: all there, none hidden by a module."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from lanewise import aie


@pytest.mark.parametrize("name", aie.__all__)
def test_name_is_there(name: str) -> None:
    assert callable(getattr(aie, name))
    assert name in dir(aie)


def test_modules_do_not_hide_names() -> None:
    """Importing a module sets an attribute of the package, which must not be one of its functions."""
    for file in Path(aie.__file__).parent.glob("*.py"):
        if file.stem != "__init__":
            import_module(f"lanewise.aie.{file.stem}")
    assert all(callable(getattr(aie, name)) for name in aie.__all__)


def test_unknown_name() -> None:
    with pytest.raises(AttributeError, match="nonsense"):
        aie.nonsense  # noqa: B018
