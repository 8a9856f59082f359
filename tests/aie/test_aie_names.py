"""The front's names: all there, none hidden by a module."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from lanewise import aie


def test_every_name_is_there() -> None:
    assert {"srs", "mul8_antisym", "mmul", "Core", "load", "shuffle_down"} <= set(dir(aie))
    for name in dir(aie):
        assert callable(getattr(aie, name)), name


@pytest.mark.parametrize("name", ["mul8_sym_c", "lmac4_cn", "mul4_conj_sym", "mac_4x8_8x4_conf"])
def test_names_with_suffixes(name: str) -> None:
    assert callable(getattr(aie, name))


def test_modules_do_not_hide_names() -> None:
    """Importing a module sets an attribute of the package, which must not be one of its functions."""
    for file in Path(aie.__file__).parent.glob("*.py"):
        if file.stem != "__init__":
            import_module(f"lanewise.aie.{file.stem}")
    assert all(callable(getattr(aie, name)) for name in dir(aie))


def test_unknown_name() -> None:
    with pytest.raises(AttributeError, match="nonsense"):
        aie.nonsense  # noqa: B018
