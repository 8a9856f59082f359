"""Compiler output in a user's words, from g++ and from clang."""

from __future__ import annotations

from pathlib import Path

import pytest

from lanewise.cpp.build import Request
from lanewise.cpp.compiler import HEADERS
from lanewise.cpp.diagnose import diagnose

SOURCE = "kernel.asc"
OURS = f"{HEADERS}/lanewise/ascend/tensor.h"


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / SOURCE).write_text("x" * 30 + "\n" + "y" * 30 + "\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)


def diagnose_lines(*lines: str, chip: str = "ascend910b") -> list[str]:
    return diagnose("\n".join(lines) + "\n", Request((SOURCE,), chip, 2201))


def test_diagnose_own_error_is_one_line() -> None:
    assert diagnose_lines(
        "kernel.asc: In function ‘void k()’:", "kernel.asc:2:5: error: expected ‘;’ before ‘}’ token", "2 | y", "  | ^"
    ) == ["kernel.asc:2:5: error: expected ';' before '}' token"]


def test_diagnose_error_in_our_headers_is_told_at_the_users_line() -> None:
    assert diagnose_lines(
        f"In file included from {HEADERS}/kernel_operator.h:4,", "                 from kernel.asc:1:",
        f"{OURS}: In instantiation of ‘class AscendC::LocalTensor<Mine>’:", "kernel.asc:2:7:   required from here",
        f"{OURS}:20:5: error: static assertion failed: a tensor holds numbers",
    ) == ["kernel.asc:2:7: error: static assertion failed: a tensor holds numbers"]  # fmt: skip


def test_diagnose_clang_names_the_caller_in_a_note() -> None:
    assert diagnose_lines(
        f"{OURS}:20:5: error: static assertion failed: a tensor holds numbers",
        "kernel.asc:2:7: note: in instantiation of template class 'AscendC::LocalTensor<Mine>' requested here",
    ) == ["kernel.asc:2:7: error: static assertion failed: a tensor holds numbers"]  # fmt: skip


@pytest.mark.parametrize(
    "line",
    [
        "‘Duplicat’ is not a member of ‘AscendC’; did you mean ‘Duplicate’?",
        "no member named 'Duplicat' in namespace 'AscendC'",
        "no member named 'Duplicat' in namespace 'AscendC'; did you mean 'Duplicate'?",
    ],
)
def test_diagnose_unknown_name(line: str) -> None:
    (text,) = diagnose_lines(f"kernel.asc:1:3: error: {line}")
    assert text.startswith("kernel.asc:1:3: error: Lanewise does not have AscendC::Duplicat yet. Nearest: Duplicate")


def test_diagnose_names_of_the_user_stay_the_compilers_business() -> None:
    for line in ("'nothing' was not declared in this scope", "use of undeclared identifier 'nothing'"):
        assert diagnose_lines(f"kernel.asc:1:3: error: {line}") == [f"kernel.asc:1:3: error: {line}"]


@pytest.mark.parametrize(
    ("line", "due"),
    [
        ("'tanpi' was not declared in this scope; did you mean 'lanewise::elementary::programs::tanpi'?", "tanpif"),
        ("use of undeclared identifier '__half2floatt'", "__half2float"),
        ("'asc_atomic_mul' was not declared in this scope", "asc_atomic_sub"),
        ("use of undeclared identifier 'asc_syncthread'", "asc_syncthreads"),
        ("'const struct lanewise::simt::Index' has no member named 'w'", "x, y, z"),
        ("no member named 'w' in 'lanewise::simt::Index'", "x, y, z"),
    ],
)
def test_diagnose_names_the_nearest_function_of_threads(line: str, due: str) -> None:
    Path(SOURCE).write_text("__global__ void k(float* y) { y[threadIdx.x] = 1; }\n", encoding="utf-8")
    (text,) = diagnose_lines(f"kernel.asc:1:3: error: {line}", chip="ascend950")
    assert f" Nearest: {due}" in text


def test_diagnose_variables_of_the_user_are_no_functions_of_threads() -> None:
    Path(SOURCE).write_text("__global__ void k(float* y) { y[threadIdx.x] = 1; }\n", encoding="utf-8")
    line = "'maxx' was not declared in this scope; did you mean 'most'?"
    assert diagnose_lines(f"kernel.asc:1:3: error: {line}", chip="ascend950") == [f"kernel.asc:1:3: error: {line}"]


def test_diagnose_says_the_namespace_that_is_missing() -> None:
    line = "'TPipe' was not declared in this scope; did you mean 'AscendC::TPipe'?"
    assert diagnose_lines(f"kernel.asc:1:3: error: {line}") == [f"kernel.asc:1:3: error: {line}"]


@pytest.mark.parametrize(
    "line",
    [
        "‘AscendC::Reg’ has not been declared",
        "‘MicroAPI’ has not been declared",
        "‘vector_float’ was not declared in this scope",
        "use of undeclared identifier 'asc_vf_call'",
        "‘__simd_vf__’ does not name a type",
        "no type named 'RegTensor' in namespace 'AscendC::Reg'",
    ],
)
def test_diagnose_registers(line: str) -> None:
    (text,) = diagnose_lines(f"kernel.asc:1:3: error: {line}")
    assert text.endswith(" needs registers, which ascend910b does not have: use --chip ascend950")
    (text,) = diagnose_lines(f"kernel.asc:1:3: error: {line}", chip="ascend950")
    assert "needs registers" not in text


def test_diagnose_wrong_call_shows_the_forms() -> None:
    (text,) = diagnose_lines(
        "kernel.asc:1:3: error: no matching function for call to "
        "‘Add(AscendC::LocalTensor<float>&, AscendC::LocalTensor<half>&)’",
        f"{OURS}:2:17: note: candidate: "
        "‘template<class T> void AscendC::Add(const LocalTensor<T>&, const LocalTensor<T>&)’",
        f"{OURS}:2:17: note:   template argument deduction/substitution failed:",
        "kernel.asc:1:3: note:   deduced conflicting types for parameter ‘T’ (‘float’ and ‘half’)",
        f"{OURS}:9:17: note: candidate: "
        "‘void AscendC::Add(const LocalTensor<T>&, lanewise::Mask, int32_t) [with T = float]’",
    )
    assert text.splitlines() == [
        "kernel.asc:1:3: error: no form of Add takes (LocalTensor<float>&, LocalTensor<half>&): "
        "deduced conflicting types for parameter 'T' ('float' and 'half')",
        "  forms: Add(LocalTensor<T>, LocalTensor<T>); Add(LocalTensor<T>, Mask, int32_t)",
    ]


def test_diagnose_wrong_call_in_words_of_clang() -> None:
    conflict = "candidate template ignored: deduced conflicting types for parameter"
    count = "candidate function template not viable: requires"
    (one, two, three) = diagnose_lines(
        "kernel.asc:1:3: error: no matching function for call to 'Add'",
        f"{OURS}:2:17: note: {conflict} 'T' ('float' vs. 'half')",
        f"{OURS}:2:17: note: {conflict} 'U' ('float' vs. 'half')",
        f"{OURS}:9:17: note: {count} 6 arguments, but 4 were provided",
        "kernel.asc:2:3: error: no matching member function for call to 'Get'",
        f"{OURS}:2:17: note: {count} 6 arguments, but 2 were provided",
        f"{OURS}:9:17: note: {count} at least 3 arguments, but 2 were provided",
        f"{OURS}:9:17: note: {count} single argument 'x', but 2 arguments were provided",
        "kernel.asc:3:3: error: no matching constructor for initialization of 'AscendC::TPipe'",
        f"{OURS}:9:17: note: candidate constructor not viable: requires 0 arguments, but 3 were provided",
    )  # fmt: skip
    conflict = "deduced conflicting types for parameter 'T' ('float' vs. 'half')"
    assert one == f"kernel.asc:1:3: error: no form of Add takes this call: {conflict}"
    assert two == "kernel.asc:2:3: error: no form of Get takes this call: it takes 1, at least 3 or 6 arguments, not 2"
    assert three == "kernel.asc:3: error: no form of TPipe takes this call: it takes 0 arguments, not 3"


def test_diagnose_column_of_a_rewritten_line_is_left_out() -> None:
    assert diagnose_lines("kernel.asc:1:98: error: wrong") == ["kernel.asc:1: error: wrong"]


def test_diagnose_first_error_of_a_line_stands_for_it() -> None:
    assert diagnose_lines(*(f"kernel.asc:{line}:{c}: error: number {c}" for line in (1, 2) for c in (1, 2, 3))) == [
        "kernel.asc:1:1: error: number 1", "kernel.asc:2:1: error: number 1",
    ]  # fmt: skip


def test_diagnose_variable_of_an_unknown_type_is_an_echo() -> None:
    own = "kernel.asc:1:1: error: 'own' was not declared in this scope"
    echo = "kernel.asc:2:3: error: request for member 'Init' in 'object', which is of non-class type 'int'"
    assert diagnose_lines(own, echo) == [own]
    assert diagnose_lines(echo) == [echo]


def test_diagnose_linker() -> None:
    assert diagnose_lines(
        "/usr/bin/ld: x.o: in function `main':", "/usr/bin/ld: kernel.asc:2: undefined reference to `part(int)'",
        "kernel.asc:2: undefined reference to `aclrtFly'", "collect2: error: ld returned 1 exit status",
    ) == [
        "kernel.asc:2: error: part(int) is declared, but no source defines it",
        "kernel.asc:2: error: aclrtFly is declared, but Lanewise does not have it yet",
    ]  # fmt: skip
    want = ["kernel.asc:2: error: part(int) is declared, but no source defines it"]
    assert (
        diagnose_lines("kernel.asc:2: error: undefined reference to 'part(int)'", "collect2: error: ld returned 1")
        == want
    )
    assert (
        diagnose_lines("ld.lld: error: undefined symbol: part(int)", ">>> referenced by kernel.asc:2 (kernel.asc:2)")
        == want
    )
    assert diagnose_lines("ld.lld: error: undefined symbol: main") == [
        "kernel.asc: error: there is no main() in kernel.asc; "
        'call its kernels from Python with lanewise.cpp.load("kernel.asc")'
    ]


def test_diagnose_something_unheard_of() -> None:
    assert diagnose_lines("g++: fatal: out of luck") == ["g++: fatal: out of luck"]


@pytest.mark.parametrize(
    ("line", "name", "subject"),
    [
        ("‘class Mm’ has no member named ‘SetAntiQuantScalar’", "SetAntiQuantScalar", "products whose B"),
        ("lib/conv/conv3d/conv3d_api.h: No such file or directory", "lib/conv/conv3d/conv3d_api.h", "the cube unit"),
        ("'adv_api/conv/conv3d_api.h' file not found", "adv_api/conv/conv3d_api.h", "the cube unit"),
        ("‘MmadWithSparse’ was not declared in this scope; did you mean ‘mmad’?", "MmadWithSparse", "the cube unit"),
        ("no member named 'LoadDataWithSparse' in namespace 'AscendC'", "LoadDataWithSparse", "the cube unit"),
        ("simt_api/other.h: No such file or directory", "simt_api/other.h", "another part of the interface of threads"),
        ("hccl/hccl.h: No such file or directory", "hccl/hccl.h", "collective communication"),
        ("aclnnop/aclnn_add.h: No such file or directory", "aclnnop/aclnn_add.h", "the vendor's library"),
    ],
)
def test_diagnose_what_belongs_to_something_else(line: str, name: str, subject: str) -> None:
    own = "kernel.asc:1:1: error: 'own' was not declared in this scope"
    text, *others = diagnose_lines(own, f"kernel.asc:2:3: error: {line}", f"kernel.asc:3:3: error: {line}")
    missing = f"there is no {name} beside the source or under -I: " if name.endswith(".h") else ""
    assert text.startswith(f"kernel.asc:2:3: error: {missing}{name} belongs to {subject}")
    products = "write the product with LoadData, Mmad and Fixpipe, which run"
    first = "turn B into A's type on a vector core (AscendAntiQuant or Cast), then multiply"
    instead = products if "cube" in subject else first if "products" in subject else "it runs vector kernels"
    assert text.endswith(f", which Lanewise does not have: {instead}")
    assert others == [own]


def test_diagnose_template_library_names_the_nearest() -> None:
    (text,) = diagnose_lines("kernel.asc:2:3: error: 'atvoss/util/dag.h' file not found")
    assert "reduction operators (atvoss), which Lanewise does not have: name your own checkout of opbase" in text


@pytest.mark.parametrize("name", ["conversion.h", "convert.h", "conv_utils.h", "conv/a.h", "graph/node.h", "torch_a.h"])
def test_diagnose_users_own_headers_are_only_missing(name: str) -> None:
    (text,) = diagnose_lines(f"kernel.asc:2:3: error: {name}: No such file or directory")
    assert text.startswith(f"kernel.asc:2:3: error: there is no {name} beside the source or under -I, and")


@pytest.mark.parametrize("name", ["CubeRoot", "LoadDataset", "__sync_fetch_and_add", "MatmulHelper", "Conv2Dense"])
def test_diagnose_users_own_names_only_begin_like_others(name: str) -> None:
    line = f"kernel.asc:2:3: error: '{name}' was not declared in this scope"
    assert diagnose_lines(line) == [line]
