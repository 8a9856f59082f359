"""Computers that wheels are for, and a compiler for each: zig's, which brings a C library as old as one likes."""

from __future__ import annotations

import platform
import re
import shlex
import sysconfig
from pathlib import Path
from typing import NamedTuple

from wheels import tools

GLIBC = "2.17"  # of 2012: older ones know neither aarch64 nor any Python that we run on
MACOS = "11.0"  # of 2020: the first that runs on Arm
# zig has its own names for what -march says, and neither an option of the linker that only saves time nor a way to
# read the names of Python's functions from a file: those that are missing are looked for when the module is loaded.
_WORDS = {
    "-march=armv8-a": "-mcpu=generic",
    "-march=armv8.2-a+fp16": "-mcpu=generic+v8_2a+fullfp16",
    "-march=x86-64": "-mcpu=x86_64",
    "-Wl,-Bsymbolic-functions": "",
    "-Wl,@*": "-Wl,-undefined,dynamic_lookup",
    "-bundle": "-shared",  # Python loads either; zig 0.17 dies of the first
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
_TOOL = '#!/bin/sh\nexec {zig} {name} "$@"\n'


class Target(NamedTuple):
    machine: str
    system: str = "linux"
    native: bool = False  # made by the compiler that is here, for computers that are as new as this one

    def is_old_enough(self, wheel: str) -> bool:
        """Whether pip takes a wheel of this name for computers as old as GLIBC says."""
        found = re.search(rf"manylinux_2_(\d+)_{self.machine}", wheel)
        return self.native or (found is not None and int(found[1]) <= int(GLIBC.partition(".")[2]))

    @property
    def folder(self) -> Path:
        name = self.machine if self.system == "linux" else f"{self.system}-{self.machine}"
        return tools.FOLDER / ("native" if self.native else name)

    @property
    def build(self) -> str:
        """Where CMake works: what `make` has compiled for this computer is not compiled again."""
        return "build/{wheel_tag}" if self.native else str(self.folder / "cmake")

    @property
    def triple(self) -> str:
        """As zig names it."""
        return f"{self.machine}-macos.{MACOS}" if self.system == "macos" else f"{self.machine}-linux-gnu.{GLIBC}"

    @property
    def environment(self) -> dict[str, str]:
        """What tells scikit-build-core and nanobind for whom they build."""
        if self.native:
            return {}
        module = f".cpython-{sysconfig.get_config_var('py_version_nodot')}"
        if self.system == "macos":
            machine = "arm64" if self.machine == "aarch64" else self.machine
            names = (f"macosx-{MACOS}-{machine}", f"{module}-darwin.so")
        else:
            names = (f"linux-{self.machine}", f"{module}-{self.machine}-linux-gnu.so")
        compiler = self._script("c++", _COMPILER.format(cases=_cases(), zig=_zig(), triple=self.triple))
        return {"CXX": compiler, "_PYTHON_HOST_PLATFORM": names[0], "SETUPTOOLS_EXT_SUFFIX": names[1]}

    @property
    def settings(self) -> dict[str, str]:
        """For CMake."""
        if self.native:
            return {"LANEWISE_LEVELS": "all"}
        both = {
            "CCACHE": "OFF", "CMAKE_DISABLE_PRECOMPILE_HEADERS": "ON",  # zig has a cache of its own
            "CMAKE_CXX_SCAN_FOR_MODULES": "OFF",  # there are none, and zig has no tool that looks
            "CMAKE_HAVE_LIBC_PTHREAD": "ON",  # what would find out looks for modules, too
            # Those of this computer may not know what is in files for another.
            **{f"CMAKE_{name.upper()}": self._script(name, _TOOL.format(zig=_zig(), name=name))
               for name in ("ar", "ranlib")},
        }  # fmt: skip
        if self.system == "macos":
            return {
                **both, "CMAKE_SYSTEM_NAME": "Darwin", "CMAKE_SYSTEM_PROCESSOR": self.machine,
                # There is no tool here that would change paths afterwards: they are right from the start.
                "CMAKE_INSTALL_NAME_TOOL": "/bin/false", "CMAKE_BUILD_WITH_INSTALL_RPATH": "ON",
            }  # fmt: skip
        if self.machine == platform.machine():
            return both
        return {**both, "CMAKE_SYSTEM_NAME": "Linux", "CMAKE_SYSTEM_PROCESSOR": self.machine}

    def _script(self, name: str, text: str) -> str:
        path = self.folder / name
        if not path.exists() or path.read_text() != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
            path.chmod(0o755)
        return str(path)


def _zig() -> str:
    return shlex.quote(str(tools.ZIG))


def _cases() -> str:
    lines = [f'    {word}) {f"""set -- "$@" {ours}""" if ours else ":"} ;;' for word, ours in _WORDS.items()]
    return "\n".join(lines)


_MACHINES = ("aarch64", "x86_64")
LINUX = {machine: Target(machine) for machine in _MACHINES}
MACS = {f"macos-{machine}": Target(machine, "macos") for machine in _MACHINES}
TARGETS = {**LINUX, **MACS, "native": Target(platform.machine(), native=True)}
