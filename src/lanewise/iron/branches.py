"""`with if_(c):` becomes `if if_(c):`, because a context manager cannot leave out its body.

Functions that a core's program may call are compiled again from their own file, with their own lines, and get the new
code in place: closures, defaults and whoever holds them stay as they are.
"""

from __future__ import annotations

import ast
import linecache
from collections.abc import Iterator
from functools import partial
from types import CodeType, FunctionType, ModuleType
from typing import Any

from lanewise.errors import is_ours
from lanewise.iron.controlflow import else_, if_

_NAMES = ("if_", "else_")


def prepare(function: Any) -> None:
    """Whatever `function` may call can branch on the core."""
    _visit(function, set())


def _visit(function: Any, seen: set[int]) -> None:
    while isinstance(function, partial):
        function = function.func
    function = getattr(function, "__func__", function)
    if not isinstance(function, FunctionType) or id(function) in seen or is_ours(function.__code__.co_filename):
        return
    seen.add(id(function))
    if _branches(function):
        _rewrite(function)
    for value in _called_functions(function):
        _visit(value, seen)


def _codes(code: CodeType) -> Iterator[CodeType]:
    """A function's code and that of the functions inside it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


def _values(function: FunctionType) -> dict[str, Any]:
    """What its names mean: globals, and variables of the functions around it."""
    found = {n: function.__globals__[n] for c in _codes(function.__code__) for n in c.co_names
             if n in function.__globals__}  # fmt: skip
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        try:
            found[name] = cell.cell_contents
        except ValueError:  # not assigned yet
            continue
    return found


def _branches(function: FunctionType) -> bool:
    names = {n for c in _codes(function.__code__) for n in (*c.co_names, *c.co_freevars)}
    return bool(names & set(_NAMES)) or any(v is if_ or v is else_ for v in _values(function).values())


def _called_functions(function: FunctionType) -> Iterator[Any]:
    """Functions that it may call."""
    names = {n for c in _codes(function.__code__) for n in c.co_names}
    for value in (*_values(function).values(), *(function.__defaults__ or ())):
        if isinstance(value, (list, tuple)):
            yield from value
        elif isinstance(value, ModuleType):
            yield from (getattr(value, n) for n in names & set(vars(value)))
        else:
            yield value


def _rewrite(function: FunctionType) -> None:
    code = function.__code__
    lines = linecache.getlines(code.co_filename, function.__globals__)
    try:
        tree = ast.parse("".join(lines))
    except SyntaxError:
        return
    node = _find(tree, code)
    if node is None:
        return
    plain = {n for n, v in _values(function).items() if v is if_ or v is else_} | set(_NAMES)
    body = _Rewriter(plain).visit(node)
    body.decorator_list = []
    body.name = function.__name__
    # Free variables stay free only inside a function that has them.
    holder = ast.parse("def _holder(): pass").body[0]
    assert isinstance(holder, ast.FunctionDef)
    holder.args.args = [ast.arg(n) for n in code.co_freevars]
    holder.body = [body]
    module = ast.fix_missing_locations(ast.Module([holder], []))
    made = compile(module, code.co_filename, "exec", dont_inherit=True, flags=code.co_flags & _FUTURE)
    for one in _codes(made):
        if one.co_name == function.__name__ and one.co_firstlineno == body.lineno:
            if one.co_freevars == code.co_freevars:
                function.__code__ = one
            return


_FUTURE = 0x1000000  # annotations stay text where the file says so


def _find(tree: ast.AST, code: CodeType) -> ast.FunctionDef | None:
    """The definition a code was made from: its line is that of the first decorator."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name == code.co_name:
            first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
            if first == code.co_firstlineno:
                return node
    return None


class _Rewriter(ast.NodeTransformer):
    def __init__(self, names: set[str]) -> None:
        self._names = names

    def _is_decision(self, of: ast.expr) -> bool:
        if not isinstance(of, ast.Call):
            return False
        called = of.func
        return (isinstance(called, ast.Name) and called.id in self._names) or (
            isinstance(called, ast.Attribute) and called.attr in _NAMES
        )

    def visit_With(self, node: ast.With) -> Any:
        self.generic_visit(node)
        if len(node.items) != 1 or not self._is_decision(node.items[0].context_expr):
            return node
        item = node.items[0]
        test: ast.expr = item.context_expr
        if isinstance(item.optional_vars, ast.Name):
            test = ast.NamedExpr(ast.Name(item.optional_vars.id, ast.Store()), test)
        return ast.copy_location(ast.If(test, node.body, []), node)
