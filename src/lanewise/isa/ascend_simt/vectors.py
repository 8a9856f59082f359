"""Short vectors, made of their members."""

from __future__ import annotations

import numpy as np

from lanewise.isa.ascend_simt.record import Array, Function, Lanes, calls

MEMBERS = {
    "char": "signed char", "uchar": "unsigned char", "short": "short", "ushort": "unsigned short", "int": "int",
    "uint": "unsigned int", "long": "long", "ulong": "unsigned long", "longlong": "long long",
    "ulonglong": "unsigned long long", "float": "float",
}  # fmt: skip


def vector(e: Lanes, *members: Array) -> Array:
    return np.stack(members, -1)


FUNCTIONS = tuple(
    Function(f"make_{short}{n}", "short vectors", f"a {short}{n} of its members", vector,
             calls(f"{short}{n}({', '.join(f'{one} {name}' for name in 'xyzw'[:n])})"), raw=True)
    for short, one in MEMBERS.items()
    for n in (2, 3, 4)
)  # fmt: skip
