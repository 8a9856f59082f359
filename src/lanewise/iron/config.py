"""Folders that designs ask for."""

from __future__ import annotations

from lanewise.cpp.package import INCLUDES
from lanewise.iron.kernelfiles import checkout
from lanewise.iron.refusals import missing


def cxx_header_path() -> str:
    """Where `aie_kernels` lies: the user's checkout, else our own headers."""
    found = checkout()
    return str(found) if found is not None else INCLUDES[0]


def root_path() -> str:
    return cxx_header_path()


def peano_install_dir() -> str:
    raise missing("the vendor's compiler", "Kernels are compiled by Lanewise; leave its folder out.")


peano_cxx_path = peano_linker_path = peano_install_dir
