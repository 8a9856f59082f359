"""Writes what the build generates: `python -m lanewise.cpp.export FOLDER`. `--files` prints the names of its files,
`--families` the families that have kernels, `--fused` those of them that ask for a fused multiply-add.

Under `front/` lies what the headers of the C++ front include; the rest is for the engine.
"""

from __future__ import annotations

import sys
from pathlib import Path

from lanewise.cpp import c_api
from lanewise.cpp.forwards import forwards
from lanewise.isa import export
from lanewise.isa.aie import export as aie
from lanewise.isa.catalogue import instructions
from lanewise.isa.export import FRONT, HEADER, NOTE
from lanewise.timing import export as timing


def calls() -> str:
    """How every name of a regular form is called from C++; all other names are written by hand in the headers."""
    by_tensor = {n: i for i in instructions().values() if i.form.name == "binary" for n in (*i.vendor, *i.old)}
    by_scalar = {n for i in instructions().values() if i.form.name == "vector-scalar" for n in (*i.vendor, *i.old)}
    lines = []
    for ins in instructions().values():
        for name in (*ins.vendor, *ins.old):
            if ins.form.name == "unary":
                lines.append(f"LANEWISE_UNARY({name}, {ins.name})")
            elif ins.form.name == "binary" and name not in by_scalar:
                kind = "PAIR" if len(ins.form.operands) == 4 else "BINARY"
                lines.append(f"LANEWISE_{kind}({name}, {ins.name})")
            elif ins.form.name == "vector-scalar":
                tensor = by_tensor[name].name if name in by_tensor else "none"
                lines.append(f"LANEWISE_VECTOR_SCALAR({name}, {ins.name}, {tensor})")
        if ins.operator:
            lines.append(f"LANEWISE_OPERATOR({ins.operator}, {ins.vendor[0]})")
    return NOTE + "\n".join(lines) + "\n"


def register_calls() -> str:
    """How every name of a regular form of registers is called from C++."""
    lines = []
    for ins in instructions().values():
        kind = {"reg-unary": "UNARY", "reg-binary": "BINARY", "reg-scalar": "SCALAR"}.get(ins.form.name)
        if kind is not None:
            told = "_FUNCTION" if ins.algorithms else ""  # may be told an algorithm beside the merge mode
            if kind == "SCALAR" and ins.scalar_type(ins.rows[0]) != ins.rows[0].types[0]:
                kind = "AMOUNT"  # a number that is no element
            names = (name.removeprefix("Reg::") for name in (*ins.vendor, *ins.old))
            lines += [f"LANEWISE_REG_{kind}{told}({name}, {ins.name})" for name in names]
    return NOTE + "\n".join(lines) + "\n"


def files() -> dict[str, str]:
    """Everything generated, by file name."""
    return {
        **export.files(),
        "timing_numbers.hpp": timing.header(HEADER),
        f"{FRONT}/instructions.inc": calls(),
        f"{FRONT}/registers.inc": register_calls(),
        f"{FRONT}/aie_chips.inc": NOTE + aie.tables(),
        f"{FRONT}/c_api_ub.inc": NOTE + c_api.ub_functions(),
        f"{FRONT}/c_api_registers.inc": NOTE + c_api.register_functions(),
        **{f"front/{name}": f'{HEADER}\n#include "{target}"\n' for name, target in forwards().items()},
    }


def write(folder: Path) -> None:
    for name, content in files().items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text() != content:  # an unchanged file does not cause a rebuild
            path.write_text(content)


if __name__ == "__main__":
    if sys.argv[1] == "--families":
        print(";".join(export.kernel_families()))
    elif sys.argv[1] == "--fused":
        print(";".join(sorted({family for family, _ in export.fused_lanes()})))
    elif sys.argv[1] == "--files":
        print(";".join(files()))
    else:
        write(Path(sys.argv[1]))
