"""Kernel launches: `k<<<8, 0, s>>>(a, b)` becomes a call of ::lanewise::launch on the same lines.

    ::lanewise::launch("k", ::lanewise::LaunchConfig(8, 0, s),
                       [=](auto... lanewise_a) { k(lanewise_a...); }, a, b)

The name of a template's kernel is put together when it is launched: only the compiler knows what `T` is there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from lanewise.cpp.threads import Reach, kernel_name
from lanewise.cpp.tokens import (
    CLOSES,
    OPENS,
    Edit,
    Token,
    breaks,
    closing,
    closing_angle,
    expression,
    flat,
    opening_angle,
)

# Template arguments that need no compiler to be understood.
_TYPES = {"half", "float", "double", "bfloat16_t", "bool", "char", "short", "int", "long", "unsigned", "signed", "true",
          "false", "half2", "size_t"}  # fmt: skip
_TYPES |= {f"{sign}int{bits}_t" for sign in ("", "u") for bits in (8, 16, 32, 64)}
_OF_THREADS = 4  # items in a configuration: grid, block, bytes, stream
_NULL = re.compile(r"0[uUlL]*|0[xX]0+|NULL")


def launches(text: str, tokens: list[Token], reach: Reach | None = None) -> Iterator[Edit]:
    for i, token in enumerate(tokens):
        if token.text != "<<<" or (i and tokens[i - 1].text == "operator"):
            continue
        first, close = expression(tokens, i), _configuration_end(tokens, i + 1)
        end = closing(tokens, close + 3) if close is not None else None
        if first is not None and close is not None and end is not None:
            yield _launch(text, tokens, first, i, close, end, reach)


def launchers(tokens: list[Token]) -> Iterator[Edit]:
    """Away with the functions that launch: operators are launched by others, and nobody keeps these up to date."""
    inside = 0  # functions, classes and initializers that are open
    opened: list[bool] = []
    first = 0
    for i, token in enumerate(tokens):
        if token.in_macro or token.kind == "edge":
            continue
        if token.text == "{":
            words = [t.text for t in tokens[first:i] if not t.in_macro]
            outer = "namespace" in words or (words[:1] == ["extern"] and "(" not in words)
            end = closing(tokens, i) if not (inside or outer) else None
            if end is not None and any(t.text == "<<<" for t in tokens[i:end]):
                # Token by token: directives in between stay where they are.
                yield from (Edit(t.start, t.end, "") for t in tokens[first : end + 1] if not t.in_macro)
            opened.append(not outer)
            inside += not outer
        elif token.text == "}" and opened:
            inside -= opened.pop()
        if token.text in ("{", "}", ";"):
            first = i + 1


def _configuration_end(tokens: list[Token], start: int) -> int | None:
    """The first of the three `>` that close the configuration: the three right before a `(`, outside any bracket."""
    depth = 0
    for i in range(start, len(tokens) - 3):
        text = tokens[i].text
        if text == ">" and not depth and tokens[i + 3].text == "(":
            three = tokens[i : i + 3]
            if all(t.text == ">" for t in three) and three[2].end == three[0].start + 3:
                return i
        depth += (text in OPENS) - (text in CLOSES)
        if depth < 0 or text in (";", "<<<"):
            return None
    return None


def _launch(
    text: str, tokens: list[Token], first: int, opening: int, close: int, end: int, reach: Reach | None
) -> Edit:
    kernel = flat(tokens[first:opening])
    before = breaks(text[tokens[first].start : tokens[opening].start])
    configuration = text[tokens[opening].end : tokens[close].start]
    between = breaks(text[tokens[close + 2].end : tokens[close + 3].start])
    # A macro may be given the kernel's name: then only the preprocessor can spell it.
    name = f"LANEWISE_TEXT({kernel})" if tokens[opening].in_macro else _instance(tokens, first, opening)
    parameters, call, arguments = _arguments(text, tokens, close + 3, end)
    plain = parameters == "auto... lanewise_a" and not tokens[opening].in_macro
    named = _argument_names(tokens, close + 3, end) if plain else ""
    function, config = "::lanewise::launch", "::lanewise::LaunchConfig"
    called = kernel_name(tokens, first, opening)
    if reach and len(list(_split(tokens, opening + 1, close))) == _OF_THREADS and reach.has_threads(called):
        passed = {t.text for t in tokens[first:opening]} - {called}
        function, config = f"::lanewise::simt::launch<{reach.mode(called, passed)}>", "::lanewise::simt::Grid"
    return Edit(
        tokens[first].start, tokens[end].end,
        f"{function}({name}, {before}{config}({configuration}){named}, "
        f"[=]({parameters}) {{ {kernel}({call}); }}{between}{arguments})",
    )


def _instance(tokens: list[Token], first: int, opening: int) -> str:
    """What the kernel is called in reports. What only the compiler knows of its template arguments (which type is `T`
    here?) it is asked for."""
    angle = opening_angle(tokens, opening - 1) if tokens[opening - 1].text == ">" else None
    if angle is None:
        return _quoted(flat(tokens[first:opening]))
    parts = [tokens[a:b] for a, b in _split(tokens, angle + 1, opening - 1)]
    if all(map(_says_itself, parts)):
        return _quoted(flat(tokens[first:opening]))
    asked = "::lanewise::spelling_in(::lanewise::function_of<{}>())".format
    spelled = ", ".join(_quoted(flat(part)) if _says_itself(part) else asked(flat(part)) for part in parts)
    return f"::lanewise::instance({_quoted(flat(tokens[first:angle]))}, {{{spelled}}}).c_str()"


def _says_itself(argument: list[Token]) -> bool:
    names = {token.text for token in argument if token.kind == "name"}
    return names <= _TYPES or "..." in flat(argument)


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _argument_names(tokens: list[Token], opening: int, end: int) -> str:
    """What the program calls the arguments, for messages."""
    parts = [flat(tokens[a:b]) for a, b in _split(tokens, opening + 1, end)]
    if not parts:
        return ""
    text = "".join(f"{part}\\n" for part in (p.replace("\\", "\\\\").replace('"', '\\"') for p in parts))
    return f'.with("{text}")'


def _arguments(text: str, tokens: list[Token], opening: int, end: int) -> tuple[str, str, str]:
    """The lambda's parameters, what it gives the kernel, and the arguments that are evaluated once, outside."""
    parts = list(_split(tokens, opening + 1, end))
    inside = text[tokens[opening].end : tokens[end].start]
    if not any(_has_no_type(tokens, a, b) for a, b in parts):
        comma = "__VA_OPT__(,) " if inside.strip(" \t\r\n\\") == "__VA_ARGS__" else ", "  # the macro may get nothing
        return "auto... lanewise_a", "lanewise_a...", f"{comma}{inside}" if parts else inside
    names: list[str] = []
    call, outside, at = [], "", tokens[opening].end
    for a, b in parts:
        own = text[tokens[a].start : tokens[b - 1].end]
        outside += breaks(text[at : tokens[a].start])
        if _has_no_type(tokens, a, b):
            call.append(flat(tokens[a:b]))
            outside += breaks(own)
        else:
            names.append(f"lanewise_{len(names)}")
            call.append(names[-1])
            outside += f", {own}"
        at = tokens[b - 1].end
    outside += breaks(text[at : tokens[end].start])
    return ", ".join(f"auto {n}" for n in names), ", ".join(call), outside


def _has_no_type(tokens: list[Token], a: int, b: int) -> bool:
    """A null constant or a braced list means something only as the kernel's own argument."""
    return tokens[a].text == "{" or (b == a + 1 and _NULL.fullmatch(tokens[a].text) is not None)


def _split(tokens: list[Token], start: int, end: int) -> Iterator[tuple[int, int]]:
    """Arguments as token ranges. A comma inside brackets or template arguments does not part them."""
    first = i = start
    while i < end:
        text = tokens[i].text
        inner = closing(tokens, i) if text in OPENS else closing_angle(tokens, i, end) if text == "<" else None
        if text == ",":
            yield first, i
            first = i + 1
        i = (i if inner is None else inner) + 1
    if first < end:
        yield first, end
