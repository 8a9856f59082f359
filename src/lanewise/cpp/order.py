"""Calls whose result depends on the order in which their arguments are evaluated.

C++ leaves that order open. Programs rely on the one of hardware's compilers, from left to right; g++ has another one,
so what depends on it is refused where it stands. Seen is what the text shows: ++ and assignments, readers of streams
and windows, and functions of the user that do such things to what they are given.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from lanewise.cpp.expanded import SourceMap, preprocess
from lanewise.cpp.probe import LEFT_TO_RIGHT
from lanewise.cpp.sources import included_files, read_source
from lanewise.cpp.tokens import Token, closing_angle, scan
from lanewise.errors import LanewiseError

_JOINED = ("++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "==", "!=", "&&", "||", ">=")
_STEPS, _ASSIGNMENTS = ("++", "--"), ("=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=")
_OPERATORS = ("+", "-", "*", "/", "%", "&", "|", "^", "==", "!=", "<", ">", "<=", ">=")
# What stands before an operand and is evaluated apart from it. `<<` and assignments have an order since C++17.
_BORDERS = (",", ";", "(", "[", "{", "}", ")", "]", "?", ":", "&&", "||", "<<", "return", *_ASSIGNMENTS)
_BEFORE_TARGETS = ("", "(", ",", ";", "{", "}", ")", "return", "=", "?", ":", "&&", "||", "else", "do")
_KEYWORDS = (
    "if", "constexpr", "for", "while", "switch", "return", "sizeof", "alignof", "decltype", "noexcept", "static_assert",
    "catch", "alignas", "__attribute__", "asm", "else", "do", "case", "goto", "new", "delete", "throw", "typedef",
    "using", "namespace", "operator", "const_cast", "static_cast", "reinterpret_cast", "typeid", "requires",
)  # fmt: skip
_UNEVALUATED = ("sizeof", "alignof", "decltype", "noexcept", "static_assert", "typeid", "requires")
_WRAPPERS = ("ref", "move", "forward", "addressof")
_SCALARS = re.compile(
    r"bool|char|short|int|long|unsigned|signed|float|double|half|bfloat16|(?:u?int\d+|size|ptrdiff)(?:_t)?"
)
_VECTORS = re.compile(r"v\d+\w+|vector|accum|mask|c?begin_\w*vector\w*|RegTensor|MaskReg")
# Functions that move a stream or window on; it is their first argument.
_READERS = re.compile(
    r"(?:window_)?(?:read|write)(?:incr|decr)\w*|window_(?:incr|decr)\w*|(?:READ|WRITE)INCR\w*"
    r"|(?:get|put)c?_\w*(?:ss|scd|ms|mcd)\w*"
)
_SHARED = {  # functions of one state that everybody shares
    "the output": re.compile(r"f?printf|puts|putchar|fputs|PRINTF"),
    "the input": re.compile(r"getchar|f?scanf|f?getc|fread"),
    "the random numbers": re.compile(r"rand"),
    "the time": re.compile(r"clock|GetSystemCycle|get_cycles"),
}
_METHODS = re.compile(
    r"ReadInc|WriteInc|(?:DeQue|EnQue)(?:Tensor)?|(?:Alloc|Free)Tensor|SetValue|(?:push|pop)(?:_\w+)?|insert"
)


class Change(NamedTuple):
    what: str  # `in`, `this.count`: the chain of names; [] stands for what it points to
    certain: bool  # the variable itself; else whatever state is behind it
    vector: bool  # what is handed on is an object, whose operators are functions
    bytes: bool = False  # a function assigns to it or its members, so that a copy taken before differs


class Effects(NamedTuple):
    changes: list[Change]
    reads: set[str]
    alone: str  # the chain that is all there is, which may be taken by reference


_THIS = -1


class Doer(NamedTuple):
    """A function of the user: the parameters that it changes, by number, and names that are not its own."""

    parameters: set[int]
    others: set[str]
    vector: bool
    assigned: set[int]  # parameters that are references, to which or whose members it assigns; _THIS: its object


class Finding(NamedTuple):
    at: int  # in the text
    call: str
    who: str
    what: str


def complaints(
    source: str, defines: Sequence[str], include_dirs: Sequence[str], compiler: str, order: str
) -> Iterator[str]:
    """What is found in a source and in the user's files that it includes, as a compiler would say it."""
    text = preprocess(source, defines, include_dirs)
    if not text:  # a header of ours decides what is compiled: then everything is looked at
        text = "".join(f'# 1 "{path}"\n{read_source(path)}\n' for path in included_files(source, include_dirs))
    places = SourceMap(text)
    for found in findings(text, order != LEFT_TO_RIGHT):
        file, line = places.line_at(found.at)
        what = re.sub(r"^(.*)\[\]$", r"what \1 points to", found.what)
        how = "it takes variables later than what stands behind them" if order == LEFT_TO_RIGHT else order
        problem = LanewiseError("ORDER-001", call=found.call, who=found.who, what=what, compiler=compiler, order=how)
        yield f"{file}:{line}: error: {problem.id} {problem.message}"


def findings(text: str, reversed_: bool) -> list[Finding]:
    """Where the order decides, for a compiler that goes from right to left, or takes variables later than it should."""
    reader = _Reader(_join_tokens(scan(text)[0]))
    return sorted([*reader.operators(reversed_), *reader.calls(reversed_)])


def _join_tokens(tokens: list[Token]) -> list[Token]:
    out: list[Token] = []
    for token in tokens:
        last = out[-1] if out else None
        if last and last.kind == token.kind == "sign" and last.end == token.start:
            both = last.text + token.text
            if both in _JOINED:
                shift = both == ">=" and len(out) > 1 and out[-2].text == ">" and out[-2].end == last.start
                first = out[-2] if shift else last
                del out[-2 if shift else -1 :]
                out.append(Token("sign", ">>=" if shift else both, first.start, token.end))
                continue
        out.append(token)
    return out


def _base(what: str) -> str:
    """The variable that a chain begins with."""
    return re.split(r"[.\[]", what)[0]


class _Reader:
    def __init__(self, tokens: list[Token]) -> None:
        self.tokens = tokens
        self.text = [token.text for token in tokens]
        self.ends = self._brackets()
        self.starts = {end: start for start, end in self.ends.items()}
        self.angles = self._template_angles()
        self.scalars, self.vectors = self._declared()
        self.doers: dict[str, Doer] = {}
        definitions = list(self._definitions())
        self.copies: dict[str, set[int]] = {}  # functions of the user -> parameters that are copies of what is given
        for name, opening, _, _ in definitions:
            by_value = {n for n, words in enumerate(self._parameters(opening)) if not {"&", "&&", "*", "["} & {*words}}
            self.copies[name] = self.copies.get(name, by_value) & by_value
        for _ in range(4):  # a function that calls one that calls one ...
            before = dict(self.doers)
            for definition in definitions:
                self._record_function(*definition)
            if before == self.doers:
                break

    # --- what is found ---

    def calls(self, reversed_: bool) -> Iterator[Finding]:
        for i, text in enumerate(self.text):
            if text != "(" or not (callee := self._callee(i)):
                continue
            arguments = self._split(i + 1, self.ends.get(i, i))
            if len(arguments) < 2:
                continue
            effects = [self._effects(*argument) for argument in arguments]
            if not any(e.changes for e in effects):
                continue
            copies = self.copies.get(callee, set())
            for (n, one), (m, two) in combinations(enumerate(effects, 1), 2):
                swapped = self._conflict(one, two, (n - 1 in copies, m - 1 in copies)) if reversed_ else ""
                if what := swapped or self._late(one, two):
                    yield Finding(self.tokens[i].start, f"{callee}(...)", f"arguments {n} and {m}", what)
                    break

    def operators(self, reversed_: bool) -> Iterator[Finding]:
        for i, text in enumerate(self.text):
            if text not in _OPERATORS or i in self.angles or not self._is_operand_end(i - 1):
                continue
            left, right = (self._left_operand_start(i), i), (i + 1, self._right_operand_end(i))
            after = self._effects(*right)
            before = self._effects(*left)
            if not (after.changes or before.changes):
                continue
            swapped = reversed_ and any(c.vector for c in (*before.changes, *after.changes))
            if what := self._late(before, after) or (self._conflict(before, after) if swapped else ""):
                yield Finding(self.tokens[i].start, f"... {text} ...", "both sides", what)

    def _late(self, before: Effects, after: Effects) -> str:
        """The variable that g++ looks at after what stands after it has changed it, wherever it begins."""
        late = (c for c in after.changes if before.alone == c.what and (c.certain or before.alone in self.scalars))
        return next((c.what for c in late), "")

    def _conflict(self, one: Effects, two: Effects, copied: tuple[bool, bool] = (False, False)) -> str:
        for a, b, copy in ((one, two, copied[1]), (two, one, copied[0])):
            for change in a.changes:
                if any(change.what == other.what for other in b.changes):
                    return change.what
                for seen in b.reads:
                    known = change.certain or seen in self.scalars or (copy and change.bytes)
                    whole = seen == b.alone and not known
                    if (seen == change.what or seen.startswith((change.what + ".", change.what + "["))) and not whole:
                        return change.what
        return ""

    # --- what an expression does ---

    def _effects(self, first: int, end: int) -> Effects:
        changes: list[Change] = []
        reads: set[str] = set()
        alone, i = "", first
        while i < end:
            text = self.text[i]
            if text in _UNEVALUATED and self.text[i + 1] == "(":
                i = self.ends.get(i + 1, i)
            elif text == "[" and not self._is_operand_end(i - 1):
                i = self._behind_lambda(i) - 1
            elif self.tokens[i].kind == "name" and self.text[i - 1] not in (".", "->", "::"):
                chain, behind = self._chain(i)
                start = i - 1
                while start >= first and self.text[start] == "*" and not self._is_operand_end(start - 1):
                    chain, start = chain + "[]", start - 1
                opening = self._opening(behind)
                if opening is not None:
                    receiver, _, name = chain.rpartition(".")
                    changes += self._changes_of_call(name or chain, receiver, opening)
                    if receiver:
                        reads.add(receiver)
                elif text not in _KEYWORDS:
                    if not (self.text[start] == "&" and not self._is_operand_end(start - 1)):
                        reads.add(chain)
                    if (start + 1, behind) == (first, end):
                        alone = chain
                    if self._is_changed(start, behind, chain):
                        steps = self.text[behind] in _STEPS and self.text[i - 1] == "*"  # *p++
                        target = chain.removesuffix("[]") if steps else chain
                        changes.append(Change(target, True, _base(target) in self.vectors))
            i += 1
        return Effects(changes, reads, alone)

    def _is_changed(self, before: int, behind: int, chain: str) -> bool:
        if self.text[behind] in _STEPS and not self._begins_operand(behind + 1):
            return True
        if before >= 0 and self.text[before] in _STEPS and not self._is_operand_end(before - 1):
            return True
        while before >= 0 and self.text[before] == "(" and self.text[behind] == ")":  # (*p)++
            if self._is_operand_end(before - 1):
                return False
            before, behind = before - 1, behind + 1
            if self.text[behind] in _STEPS:
                return True
        if "::" in chain or _SCALARS.fullmatch(chain):  # a parameter without a name, and its default
            return False
        return self.text[behind] in _ASSIGNMENTS and (self.text[before] if before >= 0 else "") in _BEFORE_TARGETS

    def _changes_of_call(self, name: str, receiver: str, opening: int) -> Iterator[Change]:
        arguments = self._split(opening + 1, self.ends.get(opening, opening))
        vector = bool(re.search(r"_v\d+", name))
        if not receiver:
            for state, functions in _SHARED.items():
                if functions.fullmatch(name):
                    yield Change(state, False, False)
            if _READERS.fullmatch(name):
                yield Change(self._variable_argument(arguments, 0) or f"{name}()", False, vector)
        elif _METHODS.fullmatch(name):
            yield Change(receiver, False, False)
        doer = self.doers.get(name)
        if doer:
            for number in doer.parameters:
                if given := self._variable_argument(arguments, number):
                    yield Change(given, False, doer.vector, number in doer.assigned)
            if doer.others and receiver:
                yield Change(receiver, False, doer.vector, _THIS in doer.assigned)
            elif doer.others:
                yield from (Change(other, False, doer.vector) for other in sorted(doer.others))

    def _variable_argument(self, arguments: list[tuple[int, int]], number: int) -> str:
        """What an argument is, when that is a variable."""
        if number >= len(arguments):
            return ""
        first, end = arguments[number]
        while first < end and self.text[first] in ("&", "*"):
            first += 1
        if self.tokens[first].kind == "number" and end == first + 1:
            return f"{self.text[first - 2]}({self.text[first]})"
        chain, behind = self._chain(first) if first < end and self.tokens[first].kind == "name" else ("", 0)
        return chain if behind == end else ""

    # --- functions of the user ---

    def _definitions(self) -> Iterator[tuple[str, int, int, int]]:
        """Name, opening bracket of the parameters, and body of each."""
        for i, text in enumerate(self.text):
            if text == "(" and i and self.tokens[i - 1].kind == "name" and self.text[i - 1] not in _KEYWORDS:
                at = self.ends.get(i, i) + 1
                while at < len(self.text) and self.text[at] not in ("{", ";", ",", "=", ")", "(", "}", "+", "."):
                    at += 1
                if at < len(self.text) and self.text[at] == "{" and self.ends.get(i, i) != i:
                    yield self.text[i - 1], i, at, self.ends.get(at, at)
            elif text == "[" and i > 1 and self.text[i - 1] == "=" and self.tokens[i - 2].kind == "name":
                opening = self.ends.get(i, i) + 1
                at = self._behind_lambda(i) - 1
                if self.text[opening] == "(" and self.text[at] == "}":
                    yield self.text[i - 2], opening, self.starts[at], at

    def _parameters(self, opening: int) -> Iterator[list[str]]:
        """The words of each, without its default."""
        for first, behind in self._split(opening + 1, self.ends.get(opening, len(self.tokens))):
            words = self.text[first:behind]
            yield words[: words.index("=")] if "=" in words else words

    def _record_function(self, name: str, opening: int, body: int, end: int) -> None:
        parameters = {}
        references: set[int] = set()
        for number, words in enumerate(self._parameters(opening)):
            references.update({number} if "&" in words and "*" not in words else ())
            names = [w for w in words if re.match(r"[A-Za-z_]", w)]
            if names:
                parameters[names[-1]] = (number, any(w in ("&", "*", "&&", "[") for w in words))
        own, kept = self._locals(body + 1, end)
        known = self.doers.get(name, Doer(set(), set(), False, set()))
        changed, others, assigned = set(known.parameters), set(known.others), set(known.assigned)
        for change in self._effects(body + 1, end).changes:
            base = _base(change.what)
            if base in parameters:
                number, shared = parameters[base]
                if shared and (not change.certain or not self._steps_only(change, base, opening)):
                    changed.add(number)
                    if number in references and "[" not in change.what and (change.certain or change.bytes):
                        assigned.add(number)
            elif base in kept:
                others.add(f"{name}.{change.what}")
            elif base not in own:
                others.add(change.what)
                if "[" not in change.what and (change.certain or change.bytes):
                    assigned.add(_THIS)
        head = opening - 1
        result = []
        while head > 0 and self.text[head - 1] not in (";", "{", "}", ")", ":"):
            head -= 1
            result.append(self.text[head])
        vector = known.vector or any(_VECTORS.fullmatch(word) for word in result)
        if changed or others:
            self.doers[name] = Doer(changed, others, vector, assigned)

    def _steps_only(self, change: Change, base: str, opening: int) -> bool:
        """`p++` of a pointer that came by value changes nothing outside."""
        words = self.text[opening : self.ends.get(opening, len(self.tokens))]
        place = words.index(base) if base in words else 0
        before = words[max(0, place - 2) : place]
        return change.what == base and "&" not in before and "*" in before

    def _locals(self, first: int, end: int) -> tuple[set[str], set[str]]:
        """Names that a body declares, and those of them that it keeps from one call to the next."""
        own: set[str] = set()
        kept: set[str] = set()
        for i in range(first, end):
            if self.text[i] == "[" and re.fullmatch(r"auto|&+", self.text[i - 1]):
                own.update(self.text[i + 1 : self.ends.get(i, i)])
            if not self._is_declared(i):
                continue
            begin = i
            while begin > first and self.text[begin - 1] not in (";", "{", "}", "("):
                begin -= 1
            into = kept if "static" in self.text[begin:i] else own
            into.add(self.text[i])
            at = i + 1
            while at < end and self.text[at] not in (";", ")", "}"):  # int i = 0, j = 0;
                if self.text[at] == "," and self.tokens[at + 1].kind == "name":
                    into.add(self.text[at + 1])
                at = self.ends.get(at, at) + 1
        return own, kept

    def _is_declared(self, i: int) -> bool:
        if self.tokens[i].kind != "name" or self.text[i] in _KEYWORDS or not i:
            return False
        if self.text[i + 1] not in ("=", ";", ",", "(", "{", "[", ":", ")"):
            return False
        before = self.tokens[i - 1]
        if before.kind == "name":
            return before.text not in _KEYWORDS
        at = i - 1
        while at > 0 and self.text[at] in ("*", "&", "&&", "const"):
            at -= 1
        if self.text[at] == ">":
            return True
        if at == i - 1 or self.tokens[at].kind != "name":
            return False
        while at > 1 and self.text[at - 1] == "::":
            at -= 2
        return self.text[at - 1] in (";", "{", "}", "(", ",", "const", "static", "")

    def _declared(self) -> tuple[set[str], set[str]]:
        """Variables of plain types, and of types whose operators are functions."""
        scalars: set[str] = set()
        vectors: set[str] = set()
        for i in range(1, len(self.text) - 1):
            if self._is_declared(i):
                if _SCALARS.fullmatch(self.text[i - 1]):
                    scalars.add(self.text[i])
                begin = i
                while begin and self.text[begin - 1] not in (";", "{", "}", "(", ")"):
                    begin -= 1
                behind = i
                while self.text[behind] not in (";", "{", ")") and behind + 1 < len(self.text):
                    behind += 1
                if any(_VECTORS.fullmatch(word) for word in self.text[begin:behind]):
                    vectors.add(self.text[i])
        return scalars, vectors

    # --- places ---

    def _brackets(self) -> dict[int, int]:
        ends: dict[int, int] = {}
        opened: list[int] = []
        for i, text in enumerate(self.text):
            if text in ("(", "[", "{"):
                opened.append(i)
            elif text in (")", "]", "}") and opened:
                ends[opened.pop()] = i
        return ends

    def _template_angles(self) -> set[int]:
        found: set[int] = set()
        for i, text in enumerate(self.text):
            if text == "<" and (angle := closing_angle(self.tokens, i, min(i + 60, len(self.tokens)))) is not None:
                found.update((i, angle))
        return found

    def _chain(self, i: int) -> tuple[str, int]:
        """`a.b[2]->c` from its first name, and where it ends."""
        chain, at = self.text[i], i + 1
        while at < len(self.text):
            if self.text[at] in (".", "->", "::") and self.tokens[at + 1].kind == "name":
                chain += ("::" if self.text[at] == "::" else ".") + self.text[at + 1]
                at += 2
            elif self.text[at] == "[" and at in self.ends:
                chain, at = chain + "[]", self.ends[at] + 1
            else:
                break
        return chain.removeprefix("this."), at

    def _opening(self, behind: int) -> int | None:
        """The bracket of a call whose name ends there, template arguments or not."""
        if self.text[behind] == "<":
            angle = closing_angle(self.tokens, behind, min(behind + 60, len(self.tokens)))
            behind = angle + 1 if angle is not None else behind
        return behind if self.text[behind] == "(" else None

    def _callee(self, i: int) -> str:
        before = self.tokens[i - 1] if i else None
        if before is None or self.text[i - 1] in _KEYWORDS:
            return ""
        if before.kind == "name":
            return before.text if before.text not in _WRAPPERS else ""
        return {">": "call", "]": "call"}.get(before.text, "")

    def _split(self, first: int, end: int) -> list[tuple[int, int]]:
        """Arguments between two brackets."""
        parts, start, i = [], first, first
        while i < end:
            if self.text[i] == ",":
                parts.append((start, i))
                start = i + 1
            elif self.text[i] == "<":
                i = closing_angle(self.tokens, i, end) or i
            i = max(self.ends.get(i, i), i) + 1
        return [*parts, (start, end)] if end > first else []

    def _behind_lambda(self, i: int) -> int:
        at = self.ends.get(i, i) + 1
        while at < len(self.text) and self.text[at] not in ("{", ";", ")", ","):
            at = self.ends.get(at, at) + 1
        return self.ends.get(at, at) + 1 if at < len(self.text) and self.text[at] == "{" else self.ends.get(i, i) + 1

    def _left_operand_start(self, i: int) -> int:
        at = i - 1
        while at >= 0 and (self.text[at] not in _BORDERS or at in self.starts):
            if self.text[at] == "}" and at != i - 1:
                break
            at = self.starts.get(at, at) - 1
        return at + 1

    def _right_operand_end(self, i: int) -> int:
        at = i + 1
        while at < len(self.text) and (self.text[at] not in _BORDERS or at in self.ends):
            if self.text[at] == "{" and self.text[at - 1] == ")":
                break
            at = self.ends.get(at, at) + 1
        return at

    def _is_operand_end(self, i: int) -> bool:
        if i < 0 or self.text[i] in _KEYWORDS:
            return False
        return self.tokens[i].kind in ("name", "number", "literal") or self.text[i] in (")", "]", *_STEPS)

    def _begins_operand(self, i: int) -> bool:
        return i < len(self.text) and self.tokens[i].kind in ("name", "number")

