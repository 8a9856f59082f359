"""Branches for the CPU twin are no part of an operator's kernel; tests/op/shared_key has its kernel behind one."""

from __future__ import annotations

import pytest

from lanewise.op.twin import without_twin

KEPT, GONE = "kept();", "gone();"


@pytest.mark.parametrize(
    "text",
    [
        f"#ifdef __CCE_KT_TEST__\n{GONE}\n#else\n{KEPT}\n#endif",
        f"#ifndef __CCE_KT_TEST__\n{KEPT}\n#else\n{GONE}\n#endif // test",
        f"# if defined(__CCE_UT_TEST__) // tests\n{GONE}\n#endif\n{KEPT}",
        f"#if !defined(ASCENDC_CPU_DEBUG)\n{KEPT}\n#endif",
        f"#if ASCENDC_CPU_DEBUG == 1\n{GONE}\n#if X\n{GONE}\n#else\n{GONE}\n#endif\n{GONE}\n#else\n{KEPT}\n#endif",
        f"#if X\n{KEPT}\n#elif defined(__CCE_KT_TEST__)\n{KEPT}\n#endif",  # who can say what X is?
        f"#ifdef OTHER\n#ifdef __CCE_KT_TEST__\n{GONE}\n#endif\n{KEPT}\n#endif",
        f"#endif\n{KEPT}",
    ],
)
def test_twin_branches_are_empty(text: str) -> None:
    done = without_twin(text)
    assert GONE not in done
    assert done.count(KEPT) == text.count(KEPT)
    assert done.count("\n") == text.count("\n")
