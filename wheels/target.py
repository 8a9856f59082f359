"""Computers that wheels are for, and a compiler for each: zig's, which brings a C library as old as one likes."""

from __future__ import annotations

import platform
import shlex
import sysconfig
from pathlib import Path
from typing import NamedTuple

from wheels import tools

GLIBC = "2.17"  # of 2012: older ones know neither aarch64 nor any Python that we run on
# zig has its own names for what -march says, and no such option of the linker, which only saves time.
_WORDS = {
    "-march=armv8-a": "-mcpu=generic",
    "-march=armv8.2-a+fp16": "-mcpu=generic+v8_2a+fullfp16",
    "-march=x86-64": "-mcpu=x86_64",
    "-Wl,-Bsymbolic-functions": "",
}
_COMPILER = """#!/bin/sh
for word do
  shift
  case $word in
{cases}
    *) set -- "$@" "$word" ;;
  esac
done
exec {zig} c++ -target {triple} -fno-sanitize=undefined "$@"
"""


class Target(NamedTuple):
    machine: str
    native: bool = False  # made by the compiler that is here, for computers that are as new as this one

    @property
    def tag(self) -> str:
        """What pip takes the wheel for; `auto` is as old as auditwheel finds."""
        return "auto" if self.native else f"manylinux_{GLIBC.replace('.', '_')}_{self.machine}"

    @property
    def folder(self) -> Path:
        return tools.FOLDER / ("native" if self.native else self.machine)

    @property
    def environment(self) -> dict[str, str]:
        """What tells scikit-build-core and nanobind for whom they build."""
        if self.native:
            return {}
        version = sysconfig.get_config_var("py_version_nodot")
        return {
            "CXX": str(self._compiler()),
            "_PYTHON_HOST_PLATFORM": f"linux-{self.machine}",
            "SETUPTOOLS_EXT_SUFFIX": f".cpython-{version}-{self.machine}-linux-gnu.so",
        }

    @property
    def settings(self) -> dict[str, str]:
        """For CMake."""
        if self.native:
            return {}
        both = {
            "CCACHE": "OFF", "CMAKE_DISABLE_PRECOMPILE_HEADERS": "ON",  # zig has a cache of its own
            "CMAKE_CXX_SCAN_FOR_MODULES": "OFF",  # there are none, and zig has no tool that looks
            "CMAKE_HAVE_LIBC_PTHREAD": "ON",  # what would find out looks for modules, too
        }  # fmt: skip
        if self.machine == platform.machine():
            return both
        return {**both, "CMAKE_SYSTEM_NAME": "Linux", "CMAKE_SYSTEM_PROCESSOR": self.machine}

    def _compiler(self) -> Path:
        cases = [f'    {word}) {f"""set -- "$@" {ours}""" if ours else ":"} ;;' for word, ours in _WORDS.items()]
        path = self.folder / "c++"
        text = _COMPILER.format(
            cases="\n".join(cases), zig=shlex.quote(str(tools.ZIG)), triple=f"{self.machine}-linux-gnu.{GLIBC}"
        )
        if not path.exists() or path.read_text() != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
            path.chmod(0o755)
        return path


MACHINES = ("aarch64", "x86_64")
