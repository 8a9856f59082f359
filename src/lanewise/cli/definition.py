"""The definition of an instruction as a reader wants it: the source of its meaning and of what that stands on."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable, Iterator
from types import FunctionType, ModuleType
from typing import Any

# Helpers outside the family modules have documentation of their own.
_RECORDS = ("lanewise.isa.ascend.", "lanewise.isa.ascend_lib.", "lanewise.isa.ascend_simt.", "lanewise.isa.aie.")


def source(meaning: Callable[..., Any]) -> str:
    """The function, then the functions of the family modules that it calls or wraps, one level deep."""
    if isinstance(meaning, type):
        return source_text(meaning)
    wrapped = [f"# {n} is {f.__name__}, below" for n, f in _wrapped(meaning).items()]
    parts = ["\n".join([*wrapped, source_text(meaning)])]
    for function in _stands_on(meaning):
        found = source_text(function)
        if found not in parts:
            parts.append(found)
    return "\n\n".join(parts)


def source_text(function: Callable[..., Any]) -> str:
    """As it stands in its file."""
    if getattr(function, "__name__", "") == "<lambda>":
        return _lambda(function)
    return textwrap.dedent(inspect.getsource(function)).rstrip()


def _lambda(function: Any) -> str:
    """Only the lambda: its lines also hold the record around it."""
    lines, _ = inspect.findsource(function)
    text = "".join(lines)
    names = inspect.getfullargspec(function).args
    for node in ast.walk(ast.parse(text)):
        if (
            isinstance(node, ast.Lambda)
            and node.lineno == function.__code__.co_firstlineno
            and [a.arg for a in node.args.args] == names
        ):
            return ast.unparse(node)
    return "".join(inspect.getsource(function)).strip()


def _stands_on(meaning: Any) -> Iterator[Callable[..., Any]]:
    """Wrapped functions (a closure's cells), then called ones, in the order of the code.

    A wrapper says nothing by itself, so what it wraps counts as the meaning and its calls are followed too.
    """
    wrapped = list(_wrapped(meaning).values())
    yield from wrapped
    for function in (meaning, *wrapped):
        yield from _calls(function)


def _wrapped(meaning: Any) -> dict[str, FunctionType]:
    """What a closure calls its functions -> the functions."""
    cells = zip(meaning.__code__.co_freevars, meaning.__closure__ or (), strict=True)
    return {n: c.cell_contents for n, c in cells if isinstance(c.cell_contents, FunctionType)}


def _calls(function: Any) -> Iterator[Callable[..., Any]]:
    used = function.__code__.co_names
    scope = function.__globals__
    places: list[dict[str, Any]] = [scope]
    places += [vars(scope[n]) for n in used if isinstance(scope.get(n), ModuleType)]
    for name in used:
        for place in places:
            found = place.get(name)
            if isinstance(found, FunctionType) and found.__module__.startswith(_RECORDS):
                yield found
                break
