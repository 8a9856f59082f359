"""What one compiler refuses and another takes: C++20 that came later to one of them, and what either cannot do."""

from __future__ import annotations

import os
import re

from lanewise.cpp import compiler
from lanewise.errors import LanewiseError

# clang has these since 16 or later: types without `typename`, aggregates in parentheses, deduced aggregates and
# aliases, captured structured bindings, template arguments that are objects.
_CLANG = re.compile(
    r"missing 'typename'|did you forget 'typename'|no viable constructor or deduction guide"
    r"|no matching (?:constructor|conversion)\b|alias template '.*' requires template arguments"
    r"|reference to local binding|non-type template (?:argument|parameter).*not (?:yet )?supported"
    r"|PLEASE submit a bug report"
)
_GCC = re.compile(
    r"inlining failed in call to|explicit specialization in non-namespace scope|sorry, unimplemented"
    r"|internal compiler error"
)


def alternative_compiler(tool: compiler.Compiler, output: str) -> compiler.Compiler | None:
    """Who may take what this one refused with these words; nobody where CXX names the compiler."""
    if os.environ.get("CXX") or not (_CLANG if tool.clang else _GCC).search(output):
        return None
    for command in compiler.candidates(ordered=not tool.clang):
        try:
            found = compiler.probed(command)
        except LanewiseError:
            continue
        if found.clang != tool.clang and not found.problem:
            return found
    return None
