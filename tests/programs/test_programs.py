"""The acceptance programs pass, and leave the same bytes behind whatever compiled them and at every CPU level."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
import signing

from lanewise.cpp import compiler
from lanewise.cpp.recipes import Case

CASES, KERNELS, KNOWN = signing.cases(), signing.kernels(), signing.recorded_signatures()
# Compiling takes most of the time. What runs on two chips is compiled as for users on one, by another compiler and
# without optimisation on the other; `make sweep` compiles all of it as for users.
SECOND = [case for case, before in zip(CASES[1:], CASES, strict=False) if case.folder == before.folder]
OF_ONE_CHIP = [case for case in CASES if sum(other.folder == case.folder for other in CASES) == 1]
MEMORY, REGISTER = signing.HERE / "memory", signing.HERE / "register"


def others(front: compiler.Front) -> list[str]:
    """Compilers besides the one that is taken when nobody says which."""
    if "CXX" in os.environ:
        return []
    taken = Path(compiler.find(front.ordered).command[0]).name
    return [name for name in ("g++", "clang++") if name != taken and shutil.which(name)]


def remember(title: str, **signatures: signing.Signature) -> None:
    """For the table of `make test-foreign`."""
    if folder := os.environ.get("LANEWISE_TABLE"):
        for column, signature in signatures.items():
            with open(os.path.join(folder, f"{os.getpid()}.txt"), "a", encoding="utf-8") as file:
                file.write(f"{title}|{column}|{' '.join(signature.values())}\n")


def test_programs_are_all_found() -> None:
    files = [*MEMORY.glob("*/case.toml"), *REGISTER.glob("*/case.toml")]
    chips = {path.parent.name: path.read_text().count('"ascend') for path in files}
    assert {name: sum(c.name == name for c in CASES) for name in chips} == chips
    assert {signing.title(program) for program in (*CASES, *KERNELS)} == set(KNOWN)


@pytest.mark.parametrize("case", CASES, ids=signing.title)
def test_program_passes_and_leaves_the_known_bytes(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    levels, asked = signing.levels(), case
    for name in others(compiler.ASCEND) if case in SECOND else ():
        monkeypatch.setenv("CXX", name)
        asked = signing.with_flags(case, "-O0")
    signed = signing.sign_case(asked, levels)
    remember(signing.title(case), **signed)
    assert signed == dict.fromkeys(levels, KNOWN[signing.title(case)])


@pytest.mark.sweep
@pytest.mark.parametrize("case", SECOND, ids=signing.title)
def test_program_leaves_the_known_bytes_as_users_compile_it(case: Case) -> None:
    for level, signature in signing.sign_case(case).items():
        assert signature == KNOWN[signing.title(case)], level


@pytest.mark.parametrize("case", [*CASES[:-len(OF_ONE_CHIP):12], *OF_ONE_CHIP[::6]], ids=signing.title)
def test_program_leaves_the_known_bytes_with_another_compiler(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in others(compiler.ASCEND):
        monkeypatch.setenv("CXX", name)
        for level, signature in signing.sign_case(case).items():
            assert signature == KNOWN[signing.title(case)], (name, level)


# Optimising takes most of the time: one file in three is compiled as for users, all of them by `make sweep`.
SOON = {kernel: () if number % 3 == 0 else ("-O0",) for number, kernel in enumerate(KERNELS)}


@pytest.mark.parametrize("kernel", KERNELS, ids=signing.title)
def test_kernel_passes_and_leaves_the_known_bytes(kernel: signing.Kernel) -> None:
    signature = signing.sign_kernel(kernel, SOON[kernel])
    remember(signing.title(kernel), compiled=signature)
    assert signature == KNOWN[signing.title(kernel)]


@pytest.mark.sweep
@pytest.mark.parametrize("kernel", [kernel for kernel, flags in SOON.items() if flags], ids=signing.title)
def test_kernel_leaves_the_known_bytes_as_users_compile_it(kernel: signing.Kernel) -> None:
    assert signing.sign_kernel(kernel) == KNOWN[signing.title(kernel)]


@pytest.mark.parametrize("kernel", KERNELS[::6], ids=signing.title)
def test_kernel_leaves_the_known_bytes_with_another_compiler(
    kernel: signing.Kernel, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in others(compiler.AIE):
        monkeypatch.setenv("CXX", name)
        assert signing.sign_kernel(kernel) == KNOWN[signing.title(kernel)], name
