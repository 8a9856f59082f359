"""AI Engine kernels in Python and C++: the vendor's names, every bit as the accumulators, srs and MAC unit make it.

Functions compute on the current core: `with aie.core("aie-ml", rounding="conv_even", saturation="saturate"): ...`. They
are made from the records in lanewise/isa/aie: `lanewise ops NAME` shows one.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from lanewise.aie.load import load as load  # at once, or the module of that name would stand in for it

# What is no operation, or takes more than an operation does: whole arrays.
_HOME = {
    "adf.loaded": "graph load_graph",
    "arrays": "pack srs to_bfloat16 ups",
    "cores": "Core core current_core registers",
    "together": "run",
    "links": "Block Buffer Cascade OutputBuffer OutputStream Stream",
    "registerfile": "Registers",
}
_DEFINED = {"accums": "Accum text", "blocks": "BlockVector", "masks": "Mask", "matrices": "Mmul", "vectors": "Vector"}
_WHERE = {name: f"lanewise.aie.{module}" for module, names in _HOME.items() for name in names.split()}
_WHERE |= {name: f"lanewise.isa.aie.{module}" for module, names in _DEFINED.items() for name in names.split()}


def __getattr__(name: str) -> Any:
    """Names are fetched when first used, so that loading a C++ kernel needs none of the Python ones."""
    if name.startswith("__"):
        raise AttributeError(name)
    if name in _WHERE:
        found = getattr(import_module(_WHERE[name]), name)
    else:
        found = import_module("lanewise.aie.functions").function(name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*_WHERE, "load", *import_module("lanewise.isa.aie.catalogue").operations()})
