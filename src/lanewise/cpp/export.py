"""Writes what the build generates: `python -m lanewise.cpp.export FOLDER`. `--lists` prints, a line each, the names of
its files, the families that have kernels, and those of them that ask for a fused multiply-add.

Under `front/` lies what the headers of the C++ front include; the rest is for the engine.
"""

from __future__ import annotations

import sys
from pathlib import Path

from lanewise.chips.chip import chips, every_chip
from lanewise.chips.header import header, platform
from lanewise.cpp import c_api, operator_numbers
from lanewise.cpp.calls import overloads
from lanewise.cpp.forwards import forwards
from lanewise.isa import export
from lanewise.isa.aie import entries as aie_entries
from lanewise.isa.aie import export as aie
from lanewise.isa.catalogue import instructions
from lanewise.isa.cplusplus import HEADER, NOTE
from lanewise.isa.export import FRONT
from lanewise.isa.tables import fused_lanes, kernel_families
from lanewise.timing import export as timing
from lanewise.timing import slots


def calls() -> str:
    """How instructions on memory are called from C++."""
    memory = [i for i in instructions().values() if i.form.executor not in ("registers", "register-walk", "macro")]
    lines = [overloads(ins) for ins in memory]
    lines += [f"LANEWISE_OPERATOR({ins.operator}, {ins.vendor[0]})\n" for ins in memory if ins.operator]
    return NOTE + "".join(lines)


def register_calls() -> str:
    """How instructions on registers are called from C++."""
    registers = [i for i in instructions().values() if i.form.executor.startswith("register")]
    return NOTE + "".join(overloads(ins) for ins in registers)


def library_calls() -> str:
    """How functions of the high-level library are called from C++."""
    return NOTE + "".join(overloads(i) for i in instructions().values() if i.form.executor == "macro")


def files() -> dict[str, str]:
    """Everything generated, by file name."""
    return {
        **export.files(),
        "timing_numbers.hpp": timing.header(HEADER),
        "slot_numbers.hpp": slots.header(HEADER),
        f"{FRONT}/instructions.inc": calls(),
        f"{FRONT}/registers.inc": register_calls(),
        f"{FRONT}/library.inc": library_calls(),
        f"{FRONT}/aie_chips.inc": NOTE + aie.tables(),
        f"{FRONT}/aie_operations.inc": NOTE + aie_entries.table(),
        f"{FRONT}/operator_numbers.inc": NOTE + operator_numbers.host_lists(),
        f"{FRONT}/kernel_numbers.inc": NOTE + operator_numbers.kernel_macros(),
        f"{FRONT}/c_api_ub.inc": NOTE + c_api.ub_functions(),
        f"{FRONT}/c_api_registers.inc": NOTE + c_api.register_functions(),
        **{f"{FRONT}/chips/{name}.h": header(chip) for name, chip in every_chip().items()},
        f"{FRONT}/platforms.inc": NOTE + "".join(f"{platform(chip)},\n" for chip in chips().values()),
        **{f"front/{name}": f'{HEADER}\n#include "{target}"\n' for name, target in forwards().items()},
    }


def write(folder: Path) -> None:
    for name, content in files().items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text() != content:  # an unchanged file does not cause a rebuild
            path.write_text(content)


if __name__ == "__main__":
    if sys.argv[1] == "--lists":
        for names in (files(), kernel_families(), sorted({family for family, _ in fused_lanes()})):
            print(";".join(names))
    else:
        write(Path(sys.argv[1]))
