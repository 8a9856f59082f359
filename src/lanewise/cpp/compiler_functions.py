"""Functions of the vendor's compiler that stood behind the interface, and what to write instead."""

from __future__ import annotations

import re

_NEW = {
    "vadd": "Add", "vsub": "Sub", "vmul": "Mul", "vdiv": "Div", "vmax": "Max", "vmin": "Min", "vand": "And",
    "vor": "Or", "vnot": "Not", "vadds": "Adds", "vmuls": "Muls", "vmaxs": "Maxs", "vmins": "Mins", "vexp": "Exp",
    "vln": "Ln", "vabs": "Abs", "vsqrt": "Sqrt", "vrsqrt": "Rsqrt", "vrec": "Reciprocal", "vrelu": "Relu",
    "vlrelu": "LeakyRelu", "vaxpy": "Axpy", "vshl": "ShiftLeft", "vshr": "ShiftRight", "vcmax": "WholeReduceMax",
    "vcmin": "WholeReduceMin", "vcgadd": "BlockReduceSum", "vcgmax": "BlockReduceMax", "vcgmin": "BlockReduceMin",
    "vcpadd": "PairReduceSum", "vbrcb": "Brcb", "vsel": "Select", "vgather": "Gather", "vgatherb": "Gatherb",
    "vreducev2": "GatherMask", "vbitsort": "Sort32", "vmrgsort4": "MrgSort", "vtranspose": "Transpose",
    "copy_gm_to_ubuf": "DataCopy", "copy_ubuf_to_gm": "DataCopy", "copy_ubuf_to_ubuf": "DataCopy",
    "set_atomic_none": "SetAtomicNone", "dcci": "DataCacheCleanAndInvalid",
}  # fmt: skip
_FAMILIES = {
    r"vconv_\w+": "Cast", r"vcmpv?s?_\w+": "Compare", r"scatter_vnchwconv_\w+": "TransDataTo5HD",
    r"copy_(?:gm_to_ubuf|ubuf_to_gm)_align\w*": "DataCopyPad", r"set_atomic_(?:add|f32|f16|s\d+|bf16)": "SetAtomicAdd",
}  # fmt: skip


def advice(name: str) -> str | None:
    """For a name that is not there."""
    new = _NEW.get(name) or next((n for pattern, n in _FAMILIES.items() if re.fullmatch(pattern, name)), None)
    return new and f"{name} is an old function of the compiler: write AscendC::{new}"
