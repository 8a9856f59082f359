"""Control flow of vector functions, as the source has it."""

from __future__ import annotations

import pytest

from lanewise.cpp.hardware_loops import unsupported

DEEP = "for (uint16_t {0} = 0; {0} < 2; ++{0}) "


def function(body: str, word: str = "__simd_vf__") -> str:
    return f"{word} inline void f(__ubuf__ float* p)\n{{\n{body}\n}}\nvoid host() {{ while (more()) step(); }}\n"


def nested(depth: int, braces: bool) -> str:
    head = "".join(DEEP.format(name) + ("{ " if braces else "") for name in "abcdef"[:depth])
    return head + "step();" + (" }" * depth if braces else "")


@pytest.mark.parametrize("braces", [True, False])
def test_loops_four_deep_are_allowed(braces: bool) -> None:
    assert not unsupported(function(nested(4, braces)))
    found = unsupported(function(nested(6, braces)))
    assert [(one.line, one.fields["depth"]) for one in found] == [(3, "5")]  # the first one that is too deep


def test_loops_side_by_side_are_not_inside_each_other() -> None:
    assert not unsupported(function("\n".join([nested(4, True)] * 3 + [nested(3, False)] * 3)))


@pytest.mark.parametrize(
    ("body", "word"),
    [
        ("while (n--) step();", "while"),
        ("do {\n step(); } while (n--);", "do"),
        ("switch (n) { case 1: step(); }", "switch"),
        ("if (n) { goto end; } end: step();", "goto"),
    ],
)
def test_other_control_flow_is_told_once(body: str, word: str) -> None:
    for marked in ("__simd_vf__", "__simd_callee__"):
        found = unsupported(function(body, marked))
        assert [(one.line, one.fields["what"]) for one in found] == [(3, word)]


def test_words_in_comments_names_and_other_functions_are_no_control_flow() -> None:
    quiet = '// while (1)\nint done = 0, whiles = 1;\nlog("do while");\nif (n) step(); else stop();'
    assert not unsupported(function(quiet))
    assert not unsupported("__simd_vf__ void declared(int n);\nvoid g() { while (1) {} }\n")
