"""A computer of the other architecture, in a folder: Debian's Python for it, numpy, and Lanewise, run by qemu-user.

Nothing is installed outside the folder. `bin/python` there is that Python: a script that starts qemu, so that tests,
CMake and subprocesses take it for a Python like any other. Compilers run natively: the emulated Python starts them as
it starts every program of this computer.
"""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# What Python and numpy need of Debian, besides what the cross compiler brings.
PACKAGES = (
    "libc6", "libgcc-s1", "libstdc++6", "zlib1g", "libexpat1", "libffi8", "libbz2-1.0", "liblzma5", "libuuid1",
    "libssl3", "libsqlite3-0", "libncursesw6", "libtinfo6", "libreadline8", "python3.11-minimal",
    "libpython3.11-minimal", "libpython3.11-stdlib", "libpython3.11-dev",
)  # fmt: skip
WHEELS = ("numpy>=1.26", "ml_dtypes>=0.5", "rich>=13", "pytest>=8", "pytest-xdist>=3",
          "mpmath>=1.3", "nanobind>=2.4")  # fmt: skip


class MissingError(Exception):
    """Something that this needs is not here; the text says what to do."""


class Computer:
    def __init__(self, machine: str, debian: str, cpus: dict[str, str], slowness: int) -> None:
        self.machine, self.debian = machine, debian
        self.slowness = slowness  # to emulate it: samples become that much smaller
        self.cpus = cpus  # the CPU that qemu plays -> the best level of the engine that it can run
        self.triplet = f"{machine}-linux-gnu"
        self.folder = ROOT / "build" / "foreign" / machine
        self.sysroot = self.folder / "sysroot"
        self.python = self.folder / "bin" / "python"
        self.packages = self.folder / "lib" / "python3.11" / "site-packages"
        self._levels: dict[str, list[str]] = {}  # of a CPU

    @property
    def compiler(self) -> str:
        return f"{self.triplet}-g++"

    @property
    def compilers(self) -> list[str]:
        """As CXX takes them: Debian's g++ for the other architecture, and clang++ if there is one."""
        found = [self.compiler]
        if shutil.which("clang++"):
            found.append(f"clang++ --target={self.triplet}")
        return found

    def check(self) -> None:
        wanted = {
            self.compiler: f"g++-{self.triplet.replace('_', '-')}", f"qemu-{self.machine}": "qemu-user",
            "apt-get": "apt", "dpkg-deb": "dpkg",
        }  # fmt: skip
        missing = [package for command, package in wanted.items() if not shutil.which(command)]
        if missing:
            raise MissingError(f"this needs more tools: apt-get install {' '.join(missing)}")

    def make(self) -> None:
        """What is there already is kept; the engine is built again where its sources have changed."""
        self.make_python()
        self._make_lanewise()

    def make_python(self) -> None:
        """Python and what Lanewise needs, but not Lanewise itself."""
        self.check()
        if not (self.folder / "python.ready").exists():
            self._make_python()
            (self.folder / "python.ready").touch()

    def _make_python(self) -> None:
        apt = self.folder / "apt"
        for part in ("state/lists/partial", "cache/archives/partial", "debs"):
            (apt / part).mkdir(parents=True, exist_ok=True)
        (apt / "status").touch()
        options = (f"APT::Architecture={self.debian}", f"APT::Architectures={self.debian}", f"Dir::State={apt}/state",
                   f"Dir::State::status={apt}/status", f"Dir::Cache={apt}/cache", "Acquire::Languages=none",
                   "Acquire::Retries=3", "APT::Sandbox::User=root")  # fmt: skip
        words = ["apt-get", "-q", *(w for option in options for w in ("-o", option))]
        run([*words, "update"])
        run([*words, "download", *PACKAGES], cwd=apt / "debs")
        for deb in sorted((apt / "debs").glob("*.deb")):
            run(["dpkg-deb", "-x", str(deb), str(self.sysroot)])
        self._keep_links_inside()
        self.python.parent.mkdir(parents=True, exist_ok=True)
        real = self.sysroot / "usr" / "bin" / "python3.11"
        self.python.write_text(f'#!/bin/sh\nexec {self.emulator} -0 "$0" "{real}" "$@"\n')
        self.python.chmod(0o755)
        (self.folder / "pyvenv.cfg").write_text(f"home = {real.parent}\ninclude-system-site-packages = false\n")
        self.packages.mkdir(parents=True, exist_ok=True)
        platforms = [f"--platform=manylinux{kind}_{self.machine}" for kind in ("2014", "_2_17", "_2_27", "_2_28")]
        run([sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--upgrade",
             "--target", str(self.packages), *platforms, "--python-version=3.11", "--implementation=cp",
             "--only-binary=:all:", *WHEELS])  # fmt: skip
        self._compile(self.sysroot / "usr" / "lib" / "python3.11", self.packages)

    def _compile(self, *folders: Path) -> None:
        """Python's modules, ahead of time: every process that starts would do it, emulated."""
        python = sys.executable if sys.version_info[:2] == (3, 11) else str(self.python)  # byte code is of one version
        run([python, "-m", "compileall", "-q", *map(str, folders)], env={**os.environ, **self._byte_code})

    @property
    def _byte_code(self) -> dict[str, str]:
        return {"PYTHONPYCACHEPREFIX": str(self.folder / "pycache")}

    def _keep_links_inside(self) -> None:
        """Links of a package start at the root of the computer that it is made for: x86-64's loader is such a one."""
        for path in self.sysroot.rglob("*"):
            if path.is_symlink() and os.path.isabs(to := os.readlink(path)):
                path.unlink()
                path.symlink_to(os.path.relpath(f"{self.sysroot}{to}", path.parent))

    def _make_lanewise(self) -> None:
        build = self.folder / "engine"
        cmake, ninja = (str(Path(sys.executable).parent / name) for name in ("cmake", "ninja"))
        if not (build / "build.ninja").exists():
            settings = {
                "CMAKE_MAKE_PROGRAM": ninja, "CMAKE_BUILD_TYPE": "Release", "CMAKE_SYSTEM_NAME": "Linux",
                "CMAKE_SYSTEM_PROCESSOR": self.machine, "CMAKE_CXX_COMPILER": self.compiler,
                "CMAKE_CXX_FLAGS": f"-idirafter {self.sysroot}/usr/include",  # a part of Python's headers
                "Python_EXECUTABLE": str(self.python), "EXPORTER": sys.executable, "SKBUILD": "2",
            }  # fmt: skip
            run([cmake, "-S", str(ROOT), "-B", str(build), "-G", "Ninja", *(f"-D{k}={v}" for k, v in settings.items())])
        run([cmake, "--build", str(build)])
        shutil.rmtree(self.packages / "lanewise", ignore_errors=True)
        shutil.copytree(ROOT / "src" / "lanewise", self.packages / "lanewise",
                        ignore=shutil.ignore_patterns("__pycache__"))  # fmt: skip
        run([cmake, "--install", str(build), "--prefix", str(self.packages)], quiet=True)
        self._compile(self.packages / "lanewise")
        ward = self.packages / "lanewise" / "lib" / "lanewise_ward"  # the kernel of this computer does not start it
        real = ward.rename(ward.with_name("lanewise_ward.real"))
        ward.write_text(f'#!/bin/sh\nexec {self.emulator} "{real}" "$@"\n')
        ward.chmod(0o755)
        self._make_crossing()

    def _make_crossing(self) -> None:
        """Folder `lib` of a package: what programs are built with there, and the ward of this computer."""
        from lanewise.cpp.ward import WARD

        library = self._crossing / "lib"
        shutil.rmtree(library, ignore_errors=True)
        library.mkdir(parents=True)
        for path in (self.packages / "lanewise" / "lib").iterdir():
            (library / path.name).symlink_to(path)
        ward = library / "lanewise_ward"
        ward.unlink()
        ward.symlink_to(WARD)

    @property
    def _crossing(self) -> Path:
        return self.folder / "crossing"

    def levels(self, cpu: str) -> list[str]:
        """Of the engine there, on such a CPU, the best one first."""
        if cpu not in self._levels:
            self._levels[cpu] = self._ask_levels(cpu)
        return self._levels[cpu]

    def _ask_levels(self, cpu: str) -> list[str]:
        asked = "from lanewise import _engine; print(*reversed(_engine.cpu_levels()))"
        said = subprocess.run([self.python, "-c", asked], env=self.environment(cpu), capture_output=True, text=True,
                              check=True)  # fmt: skip
        return said.stdout.split()

    @property
    def emulator(self) -> str:
        name = f"qemu-{self.machine}"
        return f"{shutil.which(name) or name} -L {self.sysroot}"  # by its path: wheels are tried with no tool in PATH

    def environment(self, cpu: str, **more: str) -> dict[str, str]:
        """For the Python of the other computer. QEMU_CPU says which CPU qemu plays, in subprocesses too.

        What makes the data of programs is no part of what is tested, and starts ten times sooner on this computer.
        """
        return {**os.environ, "QEMU_CPU": cpu, "LANEWISE_RUNNER": self.emulator, "CXX": self.compiler,
                "LANEWISE_CACHE": str(self.folder / "cache"), "LANEWISE_DATA_PYTHON": sys.executable,
                **self._byte_code, **more}  # fmt: skip

    def crossing(self, cpu: str, **more: str) -> dict[str, str]:
        """For the Python of this computer: it builds programs for the other one, and they alone are emulated."""
        own = {"LANEWISE_CROSSING": str(self._crossing), "PYTHONPATH": str(Path(__file__).parent / "crossing"),
               "LANEWISE_LEVELS_THERE": " ".join(self.levels(cpu))}  # fmt: skip
        return self.environment(cpu, **own, **more)


def other() -> Computer:
    """The architecture that this computer does not have."""
    if platform.machine() in ("aarch64", "arm64"):
        return Computer("x86_64", "amd64", {"Nehalem": "baseline", "max": "avx2"}, slowness=5)
    return Computer("aarch64", "arm64", {"cortex-a72": "neon", "max": "fp16"}, slowness=1)


def run(
    command: Sequence[str], cwd: Path | None = None, env: dict[str, str] | None = None, quiet: bool = False
) -> None:
    print("$", " ".join(command[:6]), "..." if len(command) > 6 else "", flush=True)
    subprocess.run(command, cwd=cwd, env=env, check=True, stdout=subprocess.DEVNULL if quiet else None)
