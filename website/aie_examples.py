"""A call of each AI Engine operation in Python and in C++, made from the operands that its record names."""

from __future__ import annotations

import contextlib
import io
from functools import cache

from lanewise.isa.aie.catalogue import operations
from lanewise.isa.aie.record import Operation, Row
from lanewise.isa.aie.types import LANE_TYPES, TAGS

CHIPS = ("aie-ml", "aie", "aie-mlv2")
LIKED = ("int16", "int32", "float", "cint16", "bfloat16", "int8", "uint8", "acc48", "acc32", "acc64", "accfloat")


@cache
def aie_shown(name: str) -> tuple[dict[str, str], str]:
    """Calls by language, and what the one in Python prints; both empty where operands do not say how to call it."""
    op = operations()[name]
    if not op.operands:
        return {}, ""
    chip = next(c for c in CHIPS if c in op.chips)
    row = min(op.rows_on(chip), key=lambda r: sum(LIKED.index(k) if k in LIKED else 40 for k in r.types))
    text = _python(op, row, chip)
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        exec(compile(text, f"<example of {name}>", "exec"), {})
    return {"python": text, "cpp": _cpp(op, row)}, said.getvalue()


def lanes_of(op: Operation, row: Row) -> int:
    if any(k in TAGS for k in row.types):
        narrow = min((LANE_TYPES[k].lane_bits for k in row.types if k in LANE_TYPES), default=32)
        return max(8, 128 // narrow)
    return 512 // max((LANE_TYPES[k].lane_bits for k in row.types if k in LANE_TYPES), default=32)


def _size(op: Operation, row: Row, name: str) -> int:
    said, lanes = op.sizes.get(name, ""), lanes_of(op, row)
    if said.startswith("x"):
        return lanes * int(said[1:])
    return lanes // int(said[1:]) if said.startswith("/") else int(said or lanes)


def _operands(op: Operation, row: Row) -> list[tuple[str, str, str]]:
    types = iter(row.types[:-1] or row.types)
    return [(name, kind, next(types, row.types[0]) if kind in ("vector", "accum", "memory") else row.types[0])
            for name, kind in op.kinds.items()]


def _number(kind: str) -> str:
    return {"word": "5", "srs": "2", "ups": "2", "chunk": "1", "bits": "2", "lanes": "1"}.get(kind, "1")


def _python(op: Operation, row: Row, chip: str) -> str:
    lines, passed = [], []
    for name, kind, of in _operands(op, row):
        n = _size(op, row, name)
        if kind in ("vector", "memory"):
            lines.append(f"{name} = {_vector(of, n)}")
            passed += [f"{name}.data", str(n)] if kind == "memory" else [name]
        elif kind == "accum":
            lines.append(f'{name} = {_accum(of, n)}')
            passed.append(name)
        elif kind == "mask":
            lines.append(f"{name} = aie.mask(np.arange({n}) % 2 == 0)")
            passed.append(name)
        elif kind in ("type", "tag"):
            passed.append(f'"{row.types[-1]}"')
        elif kind == "lane":
            passed.append("(3, 1)" if LANE_TYPES[of].is_complex else "3")
        else:
            passed.append(_number(kind))
    if op.name == "zeros":
        passed.append(str(lanes_of(op, row)))
    body = "".join(f"    {line}\n" for line in [*lines, f"print(aie.{op.name}({', '.join(passed)}))"])
    return f'import numpy as np\n\nfrom lanewise import aie\n\nwith aie.core("{chip}"):\n{body}'


def _vector(of: str, n: int) -> str:
    kind = LANE_TYPES[of]
    values = f"np.stack([np.arange({n}), np.arange({n})[::-1]], 1)" if kind.is_complex else f"np.arange({n})"
    return f'aie.vector({values}, "{of}")'


def _accum(of: str, n: int) -> str:
    values = f"np.stack([np.arange({n}), np.arange({n})[::-1]], 1)" if TAGS[of].is_complex else f"np.arange({n})"
    return f'aie.accum({values}, "{of}")'


def _cpp(op: Operation, row: Row) -> str:
    if not op.cpp:
        return ""
    lines = []
    for name, kind, of in _operands(op, row):
        n = _size(op, row, name)
        if kind == "vector":
            lines.append(f"aie::vector<{of}, {n}> {name} = aie::zeros<{of}, {n}>();")
        elif kind == "memory":
            lines.append(f"alignas(64) {of} {name}[{n}] = {{}};")
        elif kind == "accum":
            lines.append(f"aie::accum<{of}, {n}> {name} = aie::zeros<{of}, {n}>();")
        elif kind == "mask":
            lines.append(f"auto {name} = aie::mask<{n}>::from_uint32(0x5555u);")
        elif kind == "lane":
            lines.append(f"{of} {name}{{}};")
        elif kind not in ("type", "tag"):
            lines.append(f"int {name} = {_number(kind)};")
    result = row.types[-1]
    words = {name: name for name, _, _ in _operands(op, row)} | {
        "to": result, "T": result if op.name == "zeros" else row.types[0], "N": str(lanes_of(op, row)),
        "part": result.removeprefix("c")}
    return "\n".join([*lines, f"auto result = {op.cpp.format(**words)};"]) + "\n"
