"""The first line of a cell: options as `lanewise run` has them, then a call as Python writes it."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from lanewise.errors import LanewiseError

_WORD = re.compile(r"""\s*((?:"[^"]*"|'[^']*'|[^\s"'])+)""")


class Line(NamedTuple):
    options: dict[str, Any]
    call: ast.Call | None


class Grammar(NamedTuple):
    magic: str
    switches: tuple[str, ...]  # may have a value behind `=`
    valued: tuple[str, ...]
    many: tuple[str, ...]
    example: str

    def read(self, line: str) -> Line:
        options: dict[str, Any] = {name: [] for name in self.many}
        rest = line.strip()
        while rest.startswith("-"):
            word, rest = self._next_word(rest)
            name, joined, value = word.partition("=") if word.startswith("--") else (word[:2], word[2:], word[2:])
            if name in self.switches:
                options[name] = value or True
                continue
            if name not in (*self.valued, *self.many):
                known = " ".join((*self.switches, *self.valued, *self.many))
                raise self.wrong("unknown_option", name=name, known=known)
            if not joined:
                value, rest = self._next_word(rest)
            if name in self.many:
                options[name].append(value)
            else:
                options[name] = value
        return Line(options, self._call(rest))

    def _next_word(self, text: str) -> tuple[str, str]:
        found = _WORD.match(text)
        if found is None:
            raise self.wrong("no_value")
        return found[1].replace('"', "").replace("'", ""), text[found.end() :].lstrip()

    def _call(self, text: str) -> ast.Call | None:
        if not text:
            return None
        try:
            body = ast.parse(text, mode="eval").body
        except SyntaxError:
            body = None
        if not isinstance(body, ast.Call):
            raise self.wrong("no_call", text=repr(text))
        return body

    def wrong(self, case: str, **fields: Any) -> LanewiseError:
        return LanewiseError("CELL-001", case=case, magic=self.magic, usage=self.example, **fields)

    def evaluated(
        self, call: ast.Call, names: Mapping[str, Any], beside: Mapping[str, Any]
    ) -> tuple[Any, list[Any], dict[str, Any]]:
        """What is called and with what; `names` are the notebook's, `beside` those of the cell."""
        def value(node: ast.expr) -> Any:
            try:
                return eval(compile(ast.Expression(node), "<cell>", "eval"), dict(names), dict(beside))
            except NameError as problem:
                raise self.wrong("unknown_name", why=problem) from None

        arguments: list[Any] = []
        for one in call.args:
            arguments += value(one.value) if isinstance(one, ast.Starred) else [value(one)]
        named: dict[str, Any] = {}
        for keyword in call.keywords:
            named.update(value(keyword.value) if keyword.arg is None else {keyword.arg: value(keyword.value)})
        return value(call.func), arguments, named
