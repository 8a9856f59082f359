"""What every candidate of a language needs, before there is one."""

from __future__ import annotations

import os
import tempfile

_PLAIN = {
    "aie": ("plain.cc", "#include <aie_api/aie.hpp>\nvoid plain(int* x) { *x = 1; }\n"),
    "ascendc": ("plain.asc", '#include "kernel_operator.h"\nextern "C" __global__ __aicore__ void plain() {}\n'),
}


def quick_flags() -> tuple[str, ...]:
    """Kernels of AI Engines are called a few times on little: making them quick takes longer than they run."""
    from lanewise.cpp import compiler

    return ("-O0",) if compiler.find(ordered=True).clang else ("-Og",)


def prepare(language: str, chip: str) -> None:
    """Our headers, precompiled: where that was done before, they are only looked at."""
    if language not in _PLAIN:
        return
    name, text = _PLAIN[language]
    with tempfile.TemporaryDirectory(prefix="lanewise-judge-") as folder:
        path = os.path.join(folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        if language == "aie":
            from lanewise.aie.load import prepare as prepare_aie

            prepare_aie(path, chip, flags=quick_flags(), status=True, trace=True)
        else:
            from lanewise.cpp.loader import prepare as prepare_ascend

            prepare_ascend(path, chip, observed=True)
