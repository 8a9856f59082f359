"""Kernels that a macro makes: their names exist after preprocessing only."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence

from lanewise.cpp.kernels import Kernel, kernels
from lanewise.cpp.ward import run_tools

_IN_MACRO = re.compile(r"^[^\S\n]*\#[^\S\n]*define\b(?:[^\n\\]|\\.|\\\n)*\b__global__", re.MULTILINE)
_MARKER = re.compile(r'# \d+ "((?:[^"\\]|\\.)*)"')


def may_make(texts: Iterable[str]) -> bool:
    """Whether a macro of these files has to do with kernels."""
    return any("__global__" in text and _IN_MACRO.search(text) for text in texts)


def macro_kernels(command: Sequence[str], files: Collection[str], known: Collection[str]) -> list[Kernel]:
    """The kernels in what the preprocessor makes of the user's own files, but for those that are known from their
    text. A file that it refuses has none: the compiler will say why."""
    done = run_tools([[*command, "-DLANEWISE_KEEP_GLOBAL", "-E"]], errors="replace")[0]
    lines, inside = [], False
    for line in done.out.splitlines():
        marker = _MARKER.match(line)
        if marker:
            inside = marker[1].replace('\\"', '"').replace("\\\\", "\\") in files
        elif inside:
            lines.append(line)
    found = {kernel.name: kernel for kernel in kernels("\n".join(lines)) if not kernel.template}
    return [kernel for name, kernel in found.items() if name not in known]


def entries(found: Iterable[Kernel]) -> str:
    """Text behind a source that lets them be called by their names."""
    text = ""
    for kernel in found:
        opening, close = "".join(f"namespace {n} {{ " for n in kernel.namespace), "}" * len(kernel.namespace)
        known = f'static const ::lanewise::entry::Known<&{kernel.name}> lanewise_made_{kernel.name}("{kernel.name}");'
        text += f"{opening}{known}{close}\n"
    return text
