"""What stands in a graph's program for kernels, whose sources are compiled apart: functions of their names."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence

from lanewise.cpp.ward import run_tools

# The runtime finds kernels by their names in the program, and main() is called by it.
LINK = ("-Wl,--export-dynamic", "-Wl,--wrap=main")
_UNDEFINED = re.compile(r"undefined (?:reference to|symbol:?) [`'\"]?([\w.$]+)")
_NO_MAIN = "lanewise_has_no_main"
_MAIN = """
extern "C" int lw_graph_main(int, char**, char**, int (*)(int, char**, char**));
extern "C" __attribute__((weak)) int __real_main(int, char**, char**);
extern "C" int __wrap_main(int n, char** words, char** env) { return lw_graph_main(n, words, env, __real_main); }
extern "C" void lw_graph_missing(const char*);
"""


def has_main(program: str) -> bool:
    """Whether a program that was built with stand-ins has a main() of its own."""
    with open(program, "rb") as file:
        return _NO_MAIN.encode() not in file.read()


def stub_library(link: Sequence[str], compile_: Sequence[str], shop: str) -> str:
    """An object file with all that the linker does not find, and with what calls main()."""
    (said,) = run_tools([[*link, "-Wl,--warn-unresolved-symbols,--no-demangle"]], errors="replace",
                  env={**os.environ, "LC_ALL": "C"})
    missing = set(_UNDEFINED.findall(said.err))
    names = sorted(missing - {"main"})
    source, product = os.path.join(shop, "kernel_stubs.cpp"), os.path.join(shop, "kernel_stubs.o")
    with open(source, "w", encoding="utf-8") as file:
        file.write(_MAIN)
        if "main" in missing:
            file.write(f'extern "C" {{ char {_NO_MAIN} = 1; }}\n')
        for number, name in enumerate(names):
            head = f'extern "C" void lanewise_missing_{number}()'
            file.write(f'{head} __asm__("{name}");\n{head} {{ lw_graph_missing("{name}"); }}\n')
    run_tools([[*compile_, "-c", source, "-o", product]], errors="replace")
    return product
