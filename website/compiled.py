"""The examples in C++ and C as one program for each chip: every example is a kernel, called on an image of UB."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from lanewise.cpp import load
from lanewise.isa.catalogue import instructions
from lanewise.numerics.formats import DTYPES
from website.examples import Example, example

ROOM = 64 * 1024  # bytes of UB that an image has; the largest example needs less
UNWRITTEN = 0xFF  # what a core of Python leaves in UB, too
PROGRAM = """#include "kernel_operator.h"
#include "c_api/asc_simd.h"
#include <cstring>
using namespace AscendC;
namespace {{
inline void Begin(GM_ADDR image) {{ std::memcpy(lw_current()->ub, image, {room}); }}
inline void End(GM_ADDR image) {{ PipeBarrier<PIPE_ALL>(); std::memcpy(image, lw_current()->ub, {room}); }}
}}
{kernels}
"""


def examples(chip: str) -> Iterator[tuple[str, Example, str]]:
    """Name of a kernel, the example, and its text."""
    for name in instructions():
        made = example(name)
        if made is None or made.chip != chip:
            continue
        if (text := made.cpp()) and "whole_cpp" not in made.said:
            yield f"cpp_{name}", made, text
        if text := made.c():
            yield f"c_{name}", made, text


def kernel(name: str, made: Example, text: str) -> str:
    if not made.on_registers:
        inside = "".join(f"    {line}\n" for line in text.splitlines())
        return (f"__global__ __vector__ void {name}(GM_ADDR image, GM_ADDR gm)\n{{\n    (void)gm;\n    Begin(image);\n"
                f"    {{\n{inside}    }}\n    End(image);\n}}\n")
    places = ", ".join(
        f"reinterpret_cast<__ubuf__ {DTYPES[kind].vendor}*>(lw_current()->ub + {at})"
        for (o, kind), at in zip(made.operands, made.addresses(), strict=True) if o.space in ("ub", "reg")
    )
    return (f"namespace of_{name} {{\n{text}}}\n__global__ __vector__ void {name}(GM_ADDR image, GM_ADDR gm)\n{{\n"
            f"    (void)gm;\n    Begin(image);\n    asc_vf_call<of_{name}::example>({places});\n    End(image);\n}}\n")


def program(chip: str) -> str:
    return PROGRAM.format(room=ROOM, kernels="\n".join(kernel(*one) for one in examples(chip)))


@cache
def compiled(chip: str, folder: Path) -> Any:
    source = folder / f"examples_{chip}.asc"
    source.write_text(program(chip), encoding="utf-8")
    return load(source, chip)


def results(name: str, made: Example, kernels: Any) -> dict[str, np.ndarray[Any, Any]]:
    """Runs the kernel of an example: the bytes of what it wrote."""
    ub = np.full(ROOM, UNWRITTEN, np.uint8)
    gm = np.zeros(4096, np.uint8)
    places = dict(zip([o.name for o, _ in made.operands], made.addresses(), strict=True))
    for o, kind in made.operands:
        if text := made.initial_value(o, kind):
            data = np.ascontiguousarray(eval(text, {"np": np})).view(np.uint8).ravel()
            into, at = (gm, 0) if made.said.get("gm") == o.name else (ub, places[o.name])
            into[at : at + data.size] = data
    getattr(kernels, name)[1](ub, gm)
    return {who: gm if made.said.get("gm") == who else ub[places[who] :] for who in made.results if who in places}
