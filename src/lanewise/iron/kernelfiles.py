"""Where the C++ of a kernel is: beside the design, or among the kernels of the user's own checkout."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import NamedTuple

from lanewise.iron.devices import AIEArch, Device
from lanewise.iron.makefiles import defines

FOLDERS = {
    AIEArch.AIE1: ("aie", "generic"), AIEArch.AIE2: ("aie2", "generic"), AIEArch.AIE2p: ("aie2p", "aie2", "generic"),
}  # fmt: skip
_ENVIRONMENT = "LANEWISE_AIE_KERNELS"  # the folder that holds aie_kernels
_SIZES = re.compile(r"(?P<stem>\w+?)_(?P<M>\d+)x(?P<K>\d+)(?:x(?P<N>\d+))?$")
_TYPES = re.compile(r"_((?:[iu]\d+|b?f\d+)_(?:[iu]\d+|b?f\d+))$")


class Found(NamedTuple):
    source: str
    flags: tuple[str, ...] = ()


def starts() -> Iterator[Path]:
    """Folders that a design's files lie in or under: its own, and the working one."""
    program = sys.argv[0] if sys.argv and sys.argv[0] else ""
    if os.path.isfile(program):
        yield Path(program).resolve().parent
    yield Path.cwd()


def checkout() -> Path | None:
    """The folder that has `aie_kernels`: told, or somewhere above the design."""
    told = os.environ.get(_ENVIRONMENT)
    if told:
        return Path(told)
    for start in starts():
        for folder in (start, *start.parents):
            if (folder / "aie_kernels").is_dir():
                return folder
            if (folder / "include" / "aie_kernels").is_dir():
                return folder / "include"
    return None


def kernel_folders(device: Device) -> list[Path]:
    """Of the generation, then of its older relatives, then of all."""
    root = checkout()
    names = FOLDERS[device.arch]
    return [root / "aie_kernels" / name for name in names] if root is not None else []


def among_kernels(file: str, device: Device) -> str | None:
    for folder in kernel_folders(device):
        if (folder / file).is_file():
            return str(folder / file)
    return None


def of_object(
    object_file: str, function: str, functions: Collection[str], device: Device, beside: str | None
) -> Found | None:
    """The source that an object file was made of: by its name, or a file that has the function (of an archive)."""
    for given in os.environ.get("LANEWISE_KERNELS", "").split(os.pathsep):
        name, _, source = given.partition("=")
        if source and name == object_file:
            path, *told = source.split(",")
            return Found(os.path.abspath(path), tuple(told))
    stem = os.path.basename(object_file)
    for end in (".o", ".a", ".cc", ".cpp"):
        stem = stem.removesuffix(end)
    sizes = _SIZES.match(stem)
    candidates: list[tuple[str, tuple[str, ...]]] = [(stem, ())]
    if sizes:
        candidates.append((sizes["stem"], _dimensions(sizes, functions)))
    folders = [Path(beside).parent] if beside else []
    folders += [*starts()]
    made = next((found for folder in folders if (found := defines(folder, os.path.basename(object_file)))), ())
    for name, flags in candidates:
        flags = made or flags
        for folder in folders:
            for sub in (folder, folder / "kernels"):
                for end in (".cc", ".cpp"):
                    if (sub / f"{name}{end}").is_file():
                        return Found(str(sub / f"{name}{end}"), flags)
        there = among_kernels(f"{name}.cc", device)
        if there is not None:
            return Found(there, flags)
    for folder in [sub for f in folders for sub in (f, f / "kernels")] + kernel_folders(device):
        for file in sorted(folder.glob("*.cc")):
            if re.search(rf"\b{re.escape(function)}\s*\(", file.read_text(encoding="utf-8", errors="replace")):
                return Found(str(file), made)
    return None


def _dimensions(sizes: re.Match[str], functions: Collection[str]) -> tuple[str, ...]:
    """mm_64x32x64.o is mm.cc for these sizes, with the types that the functions' names have."""
    flags = [f"-DDIM_{axis}={sizes[axis]}" for axis in "MKN" if sizes[axis]]
    types = {found[1] for found in map(_TYPES.search, functions) if found}
    return (*flags, f"-D{types.pop()}_ONLY") if len(types) == 1 else tuple(flags)
