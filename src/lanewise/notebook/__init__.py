"""Jupyter: `%load_ext lanewise` brings the cells %%asc and %%aie. What objects show of themselves is theirs."""

from __future__ import annotations

from typing import Any

from lanewise.notebook.cells import aie_cell, asc_cell

_CELLS = {"asc": asc_cell, "aie": aie_cell}


def load_ipython_extension(shell: Any) -> None:
    for name, cell in _CELLS.items():
        shell.register_magic_function(cell(shell), "cell", name)


def unload_ipython_extension(shell: Any) -> None:
    for name in _CELLS:
        shell.magics_manager.magics["cell"].pop(name, None)
