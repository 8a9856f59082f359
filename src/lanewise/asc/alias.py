"""Runs a pyasc file unmodified: `import asc` and its submodules are answered by Lanewise for this process."""

from __future__ import annotations

import importlib
import importlib.util
import os
import runpy
import sys
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

# Modules with contents of their own; every other asc.something shows all names of lanewise.asc.
OWN = (
    "runtime", "runtime.config", "runtime.launcher", "runtime.jit", "runtime.compiler", "lib", "lib.runtime",
    "lib.host",
)  # fmt: skip
ADV = ("adv", "language.adv")
FLAT = ("language", "basic", "core", "fwk")


class _Answer(Loader):
    """A module `asc...` with the names of the Lanewise module behind it."""

    def __init__(self, behind: str) -> None:
        self.behind = behind

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        source = importlib.import_module(self.behind)
        own = {"__name__", "__spec__", "__loader__", "__package__", "__path__", "__file__", "__builtins__"}
        # Submodules stay out: importing asc.runtime sets the attribute to the answer of that name.
        module.__dict__.update(
            (name, value) for name, value in vars(source).items()
            if name not in own and not (isinstance(value, ModuleType) and name in OWN)
        )
        if module.__name__ == "asc":  # asc.basic.add, though nobody has imported asc.basic
            vars(module)["__getattr__"] = _flat


def _flat(name: str) -> ModuleType:
    if name not in FLAT:
        raise AttributeError(f"module 'asc' has no attribute {name!r}")
    return importlib.import_module(f"asc.{name}")


class AscFinder(MetaPathFinder):
    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        if name == "asc":
            return ModuleSpec(name, _Answer("lanewise.asc"), is_package=True)
        if name.startswith("asc."):
            rest = name[4:]
            if rest in OWN:
                return ModuleSpec(name, _Answer(f"lanewise.asc.{rest}"), is_package=rest in ("runtime", "lib"))
            if rest in ADV:
                return ModuleSpec(name, _Answer("lanewise.asc.adv"), is_package=True)
            if rest.split(".")[0] in FLAT:
                return ModuleSpec(name, _Answer("lanewise.asc"), is_package=True)
        if name == "torch":
            return self._real_spec("torch")
        if name == "torch_npu":  # what it does to torch is done here
            return self._real_spec(name) or ModuleSpec(name, _Nothing())
        return None

    def _real_spec(self, name: str) -> ModuleSpec | None:
        """The module itself; torch is told about the device name when it has been imported."""
        sys.meta_path.remove(self)
        try:
            spec = importlib.util.find_spec(name)
        finally:
            sys.meta_path.insert(0, self)
        if name == "torch" and spec is not None and spec.loader is not None:
            spec.loader = _Afterwards(spec.loader)
        return spec


class _Nothing(Loader):
    """An empty module."""

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        pass


class _Afterwards(Loader):
    """Imports a module, then lets "npu" mean this computer."""

    def __init__(self, loader: Any) -> None:
        self._loader = loader

    def __getattr__(self, name: str) -> Any:
        return getattr(self._loader, name)

    def create_module(self, spec: ModuleSpec) -> Any:
        return self._loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        self._loader.exec_module(module)
        npu_is_cpu(module)


def npu_is_cpu(torch: Any) -> None:
    """`device="npu"` gives CPU tensors in every torch function and method of this process, and so does `x.npu()`."""
    if hasattr(torch, "npu"):
        return  # torch_npu is there, or this was done before
    torch.utils.rename_privateuse1_backend("npu")
    torch.npu = _device(torch)
    torch.Tensor.npu = torch.nn.Module.npu = lambda self, *args, **named: self

    def cpu_for_npu(value: Any) -> Any:
        return "cpu" if isinstance(value, (str, torch.device)) and str(value).split(":")[0] == "npu" else value

    class OnThisComputer(torch.overrides.TorchFunctionMode):  # type: ignore[misc]
        def __torch_function__(self, function: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            named = {name: cpu_for_npu(value) for name, value in (kwargs or {}).items()}
            return function(*(cpu_for_npu(value) for value in args), **named)

    OnThisComputer().__enter__()


def _device(torch: Any) -> ModuleType:
    """`torch.npu`: one device, which is done with everything when a call returns."""
    made = ModuleType("torch.npu")
    answers = {"is_available": True, "device_count": 1, "current_device": 0, "synchronize": None, "set_device": None,
               "empty_cache": None, "init": None}  # fmt: skip
    for name, answer in answers.items():
        setattr(made, name, lambda *args, answer=answer, **named: answer)
    vars(made).update(manual_seed=torch.manual_seed, manual_seed_all=torch.manual_seed)
    return made


def install() -> None:
    """Answer `import asc` from here on."""
    if "torch" in sys.modules:
        npu_is_cpu(sys.modules["torch"])
    if not any(isinstance(finder, AscFinder) for finder in sys.meta_path):
        for name in [n for n in sys.modules if n == "asc" or n.startswith("asc.")]:
            del sys.modules[name]
        sys.meta_path.insert(0, AscFinder())


def _package(file: str) -> tuple[str, str]:
    """The folder above all packages that a file is in, and its dotted name from there."""
    folder, name = os.path.split(os.path.splitext(file)[0])
    while os.path.isfile(os.path.join(folder, "__init__.py")) and os.path.basename(folder):
        folder, above = os.path.split(folder)
        name = f"{above}.{name}"
    return folder, name


def run(path: str | os.PathLike[str], args: Sequence[str] = ()) -> int:
    """Run a file as `__main__` with `import asc` answered by Lanewise; returns its exit status."""
    install()
    file = os.fspath(path)
    sys.argv = [file, *args]
    folder, name = _package(os.path.abspath(file))
    sys.path.insert(0, folder)
    try:
        if "." in name:  # a module of a package, whose relative imports want `python -m`
            runpy.run_module(name, run_name="__main__", alter_sys=True)
        else:
            runpy.run_path(file, run_name="__main__")
    except SystemExit as leaving:
        if leaving.code is None or isinstance(leaving.code, int):
            return leaving.code or 0
        print(leaving.code, file=sys.stderr)
        return 1
    return 0
