"""C++ text as tokens with their places: nothing inside comments and literals is taken for code."""

from __future__ import annotations

import re
from typing import NamedTuple

# `>` always stands alone, because three of them may close templates or a launch configuration; only the reader knows.
_TOKEN = re.compile(
    r"""
    (?P<blank>[^\S\n]+ | \\\r?\n | //(?:[^\n\\]|\\\r?\n|\\.)* | /\*.*?(?:\*/|\Z))
  | (?P<newline>\n)
  | (?P<literal>(?:u8|[uUL])?R"(?P<mark>[^()\\\s]{0,16})\(.*?\)(?P=mark)"
               |(?:u8|[uUL])?"(?:[^"\\\n]|\\.)*"
               |(?:u8|[uUL])?'(?:[^'\\\n]|\\.)+')
  | (?P<number>\.?\d(?:'?[\w.]|(?<=[eEpP])[+-])*)
  | (?P<name>[A-Za-z_$][\w$]*)
  | (?P<sign><<<|<<=|<=|<<|->|::|\#\#|.)
    """,
    re.VERBOSE | re.DOTALL,
)
_REST_OF_DIRECTIVE = re.compile(r"(?:/\*.*?\*/|//[^\n]*|\\\r?\n|[^\n])*", re.DOTALL)
_INCLUDE = re.compile(r"""\s*include\s*(?P<quote>["<])(?P<name>[^">\n]+)[">]""")


class Token(NamedTuple):
    kind: str  # literal, number, name, sign, or edge: code before it and after it do not belong together
    text: str
    start: int
    end: int
    in_macro: bool = False


class Include(NamedTuple):
    name: str
    quoted: bool
    start: int  # of the name with its quotes
    end: int


def scan(text: str) -> tuple[list[Token], list[Include]]:
    """The tokens, and the files included. Of the directives only the bodies of #define give tokens."""
    tokens: list[Token] = []
    includes: list[Include] = []
    at, fresh, macro = 0, True, False  # fresh: nothing but blanks on this line so far
    while at < len(text):
        match = _TOKEN.match(text, at)
        assert match is not None  # `.` takes what nothing else does
        kind, end = match.lastgroup, match.end()
        if kind == "mark":
            kind = "literal"
        if kind == "newline":
            if macro:
                tokens.append(Token("edge", "", at, at))
            fresh, macro = True, False
        elif kind != "blank":
            if fresh and text[at] == "#":
                if re.compile(r"#\s*define\b").match(text, at):
                    tokens.append(Token("edge", "", at, at))
                    macro, end = True, at + 1
                else:
                    include = _INCLUDE.match(text, at + 1)
                    if include:
                        includes.append(Include(
                            include["name"], include["quote"] == '"', include.start("quote"), include.end()
                        ))
                    rest = _REST_OF_DIRECTIVE.match(text, at)
                    end = rest.end() if rest else end
            else:
                tokens.append(Token(str(kind), match.group(), at, end, macro))
            fresh = False
        at = end
    tokens.append(Token("edge", "", len(text), len(text)))
    return tokens, includes


class Edit(NamedTuple):
    start: int
    end: int
    text: str


OPENS, CLOSES = ("(", "[", "{"), (")", "]", "}")
_BREAK = re.compile(r"\\?\r?\n")


def closing(tokens: list[Token], at: int) -> int | None:
    """Where the bracket at `at` closes; a macro's bracket closes inside the macro."""
    depth = 0
    for i in range(at, len(tokens)):
        if tokens[i].text in OPENS:
            depth += 1
        elif tokens[i].text in CLOSES:
            depth -= 1
            if not depth:
                return i
        elif tokens[i].kind == "edge" and tokens[at].in_macro:
            return None
    return None


def opening(tokens: list[Token], at: int) -> int | None:
    """Where the bracket that closes at `at` opens."""
    depth = 0
    for i in range(at, -1, -1):
        if tokens[i].text in CLOSES:
            depth += 1
        elif tokens[i].text in OPENS:
            depth -= 1
            if not depth:
                return i
    return None


def opening_angle(tokens: list[Token], at: int) -> int | None:
    """Where the template arguments that end at `at` begin."""
    depth, i = 0, at
    while i >= 0:
        text = tokens[i].text
        if text in CLOSES:
            inner = opening(tokens, i)
            if inner is None:
                return None
            i = inner
        elif text == ">":
            depth += 1
        elif text == "<":
            depth -= 1
            if not depth:
                return i
        elif text in (";", "{") or tokens[i].kind == "edge":
            return None
        i -= 1
    return None


NO_QUALIFIER = ("return", "else", "do", "case", "co_return")


def expression(tokens: list[Token], end: int) -> int | None:
    """Where what stands before `end` begins, as in a call: a qualified name with template arguments, a member, or a
    bracket."""
    i = end - 1
    while i >= 0:
        if tokens[i].text == ">":
            angle = opening_angle(tokens, i)
            i = -1 if angle is None else angle - 1
        while i >= 0 and tokens[i].text in (")", "]"):
            bracket = opening(tokens, i)
            if bracket is None:
                return None
            i = bracket - 1
            if i < 0 or tokens[i].kind != "name" or tokens[i].text in NO_QUALIFIER:
                return bracket if tokens[bracket].text == "(" else None
        if i < 0 or tokens[i].kind != "name":
            return None
        before = tokens[i - 1].text if i else ""
        if before == "template":
            i -= 1
            before = tokens[i - 1].text if i else ""
        if before == "::":
            i -= 1
            outer = tokens[i - 1] if i else None
            if outer is None or not (outer.text == ">" or (outer.kind == "name" and outer.text not in NO_QUALIFIER)):
                return i
        elif before in (".", "->", "##"):
            i -= 1
        else:
            return i
        i -= 1
    return None


def closing_angle(tokens: list[Token], at: int, end: int) -> int | None:
    """`f<a, b>(x)` against `a < b`: template arguments follow a name and end before anything that cannot be in them."""
    if not at or tokens[at - 1].kind != "name":
        return None
    depth, i = 0, at
    while i < end:
        text = tokens[i].text
        if text in OPENS:
            inner = closing(tokens, i)
            if inner is None:
                return None
            i = inner
        elif text == "<":
            depth += 1
        elif text == ">":
            depth -= 1
            if not depth:
                return i
        elif text in ("&", "|", "?", ";", *CLOSES):
            return None
        i += 1
    return None


def flat(tokens: list[Token]) -> str:
    """Tokens on one line, spaced only where two words would grow together."""
    out = ""
    for token in tokens:
        words = re.search(r"[\w$]\Z", out) and re.match(r"[\w$\"']", token.text)
        out += (" " if words or out.endswith(",") else "") + token.text
    return out


def breaks(text: str) -> str:
    """The line breaks of a text that moved away, with the backslashes that a macro needs."""
    return "".join(_BREAK.findall(text))
