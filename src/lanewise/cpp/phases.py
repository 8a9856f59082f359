"""Functions of threads written as phases: loops over all threads, from one barrier to the next.

    s[t] = x[t];                     lanes(s[t] = x[t])
    asc_syncthreads();               phase_ends()
    for (d = 64; d; d /= 2) {        for (d = 64; d; d /= 2) {
        if (t < d) s[t] += s[t + d];     below(t, d, s[t] += s[t + d])
        asc_syncthreads();               phase_ends()
    }                                }

A compiler sees through such loops (include/lanewise/ascend/simt/phases.h), where a stack for each thread costs a
switch at each barrier. It takes a proof, from the text: barriers stand in the function itself, in loops and branches
that all threads take alike. Their headers are made of literals, parameters, block numbers and variables of such
loops. Values of a thread that can be computed again are; other variables that live across a barrier are kept, one for
each thread. A guard (`if (i < n)`, or `if (i >= n) return;` in front of the rest) and a loop over the grid are loops
over the threads that they leave, where the threads' values lie side by side. What is not proven has stacks, as
before.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator
from typing import NamedTuple

from lanewise.cpp import lane_accesses, strides
from lanewise.cpp.tokens import Edit, Token, closing, closing_angle, flat, opening, opening_angle

BARRIERS = {"asc_syncthreads", "__syncthreads", "ThreadBarrier", "__sync_workitems"}
# What asks which thread runs, besides a function's own index.
OF_THREADS = re.compile(r"threadIdx|laneid|lanemask_\w+|__cce_simt_\w+|GetThreadIdx|this_thread_block")
_ROOM = "::lanewise::simt::"
_INDEX = "[[maybe_unused]] const ::lanewise::simt::Index threadIdx"
_LANE = f"{_INDEX}, [[maybe_unused]] const ::std::uint32_t lanewise_lane"
_SPACES = {"__ubuf__", "__local_mem__"}
_LEAVES = {"break", "continue", "return"}
_LOOPS = {"for", "while", "do"}
_BRANCHES = {*_LOOPS, "if", "switch"}
_NOT_HERE = {"goto", "asm", "try", "throw", "static", "__isLocal", "__cvta_generic_to_local"}
_FOR_ALL = {"using", "typedef", "constexpr", "static_assert"}  # what declarations begin with that all threads share
_CALLS = {"static_cast", "sizeof", "int", "unsigned", "long", "GetThreadNum", "GetBlockIdx", "GetBlockNum"}
_NUMBERS = {"uint32_t", "int32_t", "uint64_t", "int64_t", "size_t", "int", "unsigned", "long", "auto", "const"}
_SIGNS = set("+-*/%().,:<>&|^!?=") | {"::", "<<", "<="}
_OF_BLOCKS = {"blockIdx", "blockDim", "gridDim"}
_DIRECTIVE = re.compile(r"^[^\S\n]*#[^\S\n]*(\w*)", re.MULTILINE)


class Known(NamedTuple):
    """What the rest of the program says."""

    taken: Container[str]  # names that are not what they look like: functions of threads, macros
    computes: Container[str]  # macros that compute a value from their arguments
    pure: Container[str]  # functions that compute a value from values, and do nothing else
    indivisible: Container[str]  # functions that change what their first argument points to, and do nothing else
    changes: Container[str]  # functions that may change what they are called with
    changed_at: Callable[[str, int], bool]  # whether one may change an argument, counted from 0
    asks: Callable[[str], bool]  # whether somebody wants to know which thread runs where that is called
    talks: Callable[[str], bool]  # whether the order of calls can be seen
    meets: Callable[[str], bool]  # whether threads may meet in what is called so


class _NotProvenError(Exception):
    pass


class _Value(NamedTuple):
    """A variable that can be computed again."""

    text: str  # of its declaration
    degree: int | None  # 0: the same for all threads, 1: affine in their indices, None: neither
    uses: frozenset[str]
    once: bool = False  # its declaration is the same for all threads, and stays where it is


class _Scope(NamedTuple):
    values: dict[str, _Value]
    kept: dict[str, str]  # variables that live across phases: where

    def inner(self) -> _Scope:
        return _Scope(dict(self.values), dict(self.kept))


class _Touches(NamedTuple):
    """What the loop of a phase says of its accesses, where the text does."""

    elements: str = ""
    copies: str = ""
    sees: str = ""


class _Guard(NamedTuple):
    """`i < n`: what differs from thread to thread, and what does not."""

    left: tuple[int, int]
    right: tuple[int, int] | None  # None: it is `left == 0`
    affine: bool


def phases(text: str, tokens: list[Token], first: int, body: int, end: int, known: Known) -> list[Edit] | None:
    """What to change in a function, from its declaration to its last brace; None: it cannot be proven. A phase is cut
    at guards and loops over the grid unless that parts what belongs together."""
    for cuts in (True, False):
        try:
            return _Phases(text, tokens, first, body, end, known, cuts).read()
        except _NotProvenError:
            continue
    return None


class _Phases:
    def __init__(
        self, text: str, tokens: list[Token], first: int, body: int, end: int, known: Known, cuts: bool
    ) -> None:
        self.text, self.tokens, self.known, self.cuts = text, tokens, known, cuts
        self.first, self.body, self.end = first, body, end
        self.declarations = {i for i in range(body, end) if strides.declared(tokens, i)}
        self.edits: list[Edit] = []
        self.common: set[str] = set()  # variables of loops that all threads take alike
        self.own: set[str] = set()  # variables that may differ from thread to thread
        self.pragmas = self._pragmas()  # tokens behind one, which belongs to the loop that begins there
        self.phases = 0
        self.arrays: list[tuple[int, int]] = []  # declarations of memory of the block
        self.told: list[range] = []  # tokens of those that say what they touch
        self.parameters: set[str] = set()  # with a type before them

    def read(self) -> list[Edit]:
        tokens, inside = self.tokens, range(self.body, self.end)
        if any(t.text in _NOT_HERE or t.in_macro or t.kind == "edge" for t in tokens[self.body : self.end]):
            raise _NotProvenError
        if any(
            tokens[i].text == "&" or tokens[i].text == tokens[i + 1].text == "." for i in range(self.first, self.body)
        ):
            raise _NotProvenError
        self.parameters = self._parameters()
        parameters = {tokens[i].text for i in range(self.first, self.body) if tokens[i + 1].text in (",", ")", "[")}
        if any(tokens[i].text in parameters and self._changes(i) for i in inside) or self._calls_unseen():
            raise _NotProvenError
        self._block(self.body + 1, self.end, _Scope({}, {}), True)
        if not self.phases:
            raise _NotProvenError
        if len(self.told) == self.phases and not self._touches_more() and (name := self._name()) is not None:
            self._insert(tokens[name].start, "LANEWISE_TOLD ")
        return self.edits

    def _name(self) -> int | None:
        """Where a function is named."""
        opens = opening(self.tokens, self.body - 1) if self.tokens[self.body - 1].text == ")" else None
        return opens - 1 if opens is not None and self.tokens[opens - 2].text == "void" else None

    def _touches_more(self) -> bool:
        """Whether memory may be read outside of phases that say so."""
        tokens, inside = self.tokens, {i for one in self.told for i in one}
        allowed = BARRIERS | _CALLS | _BRANCHES
        for i in range(self.body + 1, self.end):
            before, behind = tokens[i - 1], tokens[i + 1]
            if i in inside:
                continue
            if tokens[i].text == "[" and not any(i in range(a, b) for a, b in self.arrays):
                return True
            if tokens[i].text == "*" and before.kind not in ("name", "number") and before.text not in (")", "]", ">"):
                return True
            if tokens[i].kind == "name" and behind.text == "(" and tokens[i].text not in allowed:
                return True
        return False

    def _parameters(self) -> set[str]:
        tokens, opens = self.tokens, opening(self.tokens, self.body - 1)
        if opens is None:
            return set()
        ends = [i for i in range(opens + 1, self.body) if tokens[i].text in (",", ")") and tokens[i - 1].kind == "name"]
        named = (i - 1 for i in ends if tokens[i - 2].kind == "name" or tokens[i - 2].text in ("*", ">"))
        return {tokens[i].text for i in named if not lane_accesses.is_type(tokens[i].text)}

    def _calls_unseen(self) -> bool:
        """Whether arguments of a template may be called."""
        at = next((i for i in range(self.first, self.body) if self.tokens[i].text == "template"), None)
        if at is None:
            return False
        close = closing_angle(self.tokens, at + 1, self.body) or self.body
        words = {t.text for t in self.tokens[at + 1 : close]}
        return bool(words & {"auto", "template", "("})

    def _pragmas(self) -> set[int]:
        found: set[int] = set()
        for directive in _DIRECTIVE.finditer(self.text, self.tokens[self.body].start, self.tokens[self.end].end):
            if directive[1] != "pragma":
                raise _NotProvenError  # #if may take a bracket away that we write
            found.add(next(i for i in range(self.body, self.end + 1) if self.tokens[i].start > directive.start()))
        return found

    # ---- statements

    def _closing(self, i: int) -> int:
        found = closing(self.tokens, i) if self.tokens[i].text in ("(", "[", "{") else None
        if found is None or found > self.end:
            raise _NotProvenError
        return found

    def _statement(self, i: int) -> int:
        """Behind its end."""
        tokens, word = self.tokens, self.tokens[i].text
        if word == "{":
            return self._closing(i) + 1
        if word in ("if", "for", "while", "switch"):
            end = self._statement(self._closing(i + 1 + (tokens[i + 1].text == "constexpr")) + 1)
            return self._statement(end + 1) if word == "if" and tokens[end].text == "else" else end
        if word == "do":
            i = self._statement(i + 1)
        if word in ("case", "default", "else", "}"):
            raise _NotProvenError
        while i < self.end and tokens[i].text != ";":
            if tokens[i].text in ("(", "[", "{"):
                brace, i = tokens[i].text == "{", self._closing(i)
                if brace and tokens[i + 1].text not in (";", ",", ")", "("):  # a macro that is a loop
                    return i + 1
            i += 1
        if i >= self.end:
            raise _NotProvenError
        return i + 1

    def _statements(self, first: int, end: int) -> Iterator[tuple[int, int]]:
        while first < end:
            stop = self._statement(first)
            yield first, stop
            first = stop

    def _jumps(self, first: int, end: int) -> set[str]:
        """By which words a statement may be left before its end."""
        found, i = set(), first
        while i < end:
            word, before = self.tokens[i].text, self.tokens[i - 1]
            if word == "[" and before.kind not in ("name", "number") and before.text not in (")", "]"):  # a lambda
                i = self._closing(next((j for j in range(i, end) if self.tokens[j].text == "{"), i)) + 1
            elif word in _LOOPS or word == "switch":
                stop = self._statement(i)
                found |= {t.text for t in self.tokens[i:stop]} & (
                    {"return", "continue"} if word == "switch" else {"return"}
                )
                i = stop
            else:
                found |= {word} & _LEAVES
                i += 1
        return found

    def _has_barrier(self, first: int, end: int) -> bool:
        return any(t.kind == "name" and self.known.meets(t.text) for t in self.tokens[first:end])

    def _is_barrier(self, first: int, end: int) -> bool:
        tokens, name = self.tokens, end - 4
        if name < first or [t.text for t in tokens[name + 1 : end]] != ["(", ")", ";"]:
            return False
        return tokens[name].text in BARRIERS and all(t.kind == "name" or t.text == "::" for t in tokens[first:name])

    def _is_memory(self, first: int, end: int) -> bool:
        """`__ubuf__ __align__(16) float a[64];` is one for all, a pointer to such memory is a variable."""
        words, i = [], first
        while i < end:
            if self.tokens[i].text in ("__align__", "alignas") and self.tokens[i + 1].text == "(":
                i = self._closing(i + 1) + 1
                continue
            words.append(self.tokens[i].text)
            i += 1
        if not _SPACES & set(words) or words[0] in _BRANCHES | {"{"}:
            return False
        if "*" in words[: words.index("[") if "[" in words else None]:
            return False
        if {"=", "(", "{"} & set(words):
            raise _NotProvenError
        return True

    def _for_all(self, first: int, end: int, scope: _Scope) -> bool:
        """Whether a statement is not one of each thread: a barrier, what contains one, memory of the block, a value
        that all have alike."""
        words = {t.text for t in self.tokens[first:end]}
        if self.tokens[first].text in _FOR_ALL:
            if words & self.own or any(map(OF_THREADS.fullmatch, words)):
                raise _NotProvenError
            return True
        if self._is_memory(first, end) or self._has_barrier(first, end):
            return True
        values = self._values(first, end, scope)
        scope.values.update(values)
        return any(value.degree == 0 for value in values.values())  # loops that all take alike may ask for it

    def _block(self, first: int, end: int, outer: _Scope, top: bool = False) -> None:
        scope = outer.inner()
        run: list[tuple[int, int]] = []  # statements of the phase that is being read
        for i, stop in self._statements(first, end):
            leaves = self._jumps(i, stop)
            if leaves - {"return"} or (leaves and (not top or self._has_barrier(i, end))):
                raise _NotProvenError
            if leaves:
                self._phase(run, end, scope)
                self._remaining_phase(i, stop, end, scope)
                return
            if self._for_all(i, stop, scope):
                self._phase(run, end, scope)
                run = []
                self._write_for_all(i, stop, scope)
            elif (
                self.cuts
                and not self._shares_variables(run, i, stop, end, scope)
                and (head := self._head(i, stop, scope))
            ):
                self._phase(run, end, scope)
                run = []
                self._loop(head, i, stop)
            else:
                run.append((i, stop))
                self.own.update(self._variables(i, stop, scope))
        self._phase(run, end, scope)

    def _shares_variables(self, run: list[tuple[int, int]], i: int, stop: int, end: int, scope: _Scope) -> bool:
        """Whether variables of the statements before are used here or behind: a cut would have to keep them."""
        names = {name for a, b in run for name in self._variables(a, b, scope)}
        rest = next((j for j in range(stop, end) if self._has_barrier(j, j + 1)), end)
        return any(t.text in names for t in self.tokens[i:rest])

    def _variables(self, first: int, end: int, scope: _Scope) -> list[str]:
        """That a statement declares, but for values."""
        return [n for n in (self.tokens[at].text for at in self._declared(first, end)) if n not in scope.values]

    def _write_for_all(self, i: int, stop: int, scope: _Scope) -> None:
        tokens, word = self.tokens, self.tokens[i].text
        if not self._has_barrier(i, stop):
            if self._is_memory(i, stop):
                self.arrays.append((i, stop))
            if self._is_memory(i, stop) and not any(t.text == "[" for t in tokens[i:stop]):
                self.own.update(tokens[at].text for at in self._declared(i, stop))
            return
        if self._is_barrier(i, stop):
            self.edits.append(Edit(tokens[i].start, tokens[stop - 4].end, f"{_ROOM}phase_ends"))
        elif word == "{":
            self._block(i + 1, stop - 1, scope)
        elif word in ("if", "for"):
            opens = i + 1 + (tokens[i + 1].text == "constexpr")
            close, inner = self._closing(opens), scope.inner()
            if word == "for":
                self._read_header(opens + 1, close, stop, inner)
            elif opens == i + 1 and self._degree(opens + 1, close, scope) != 0:
                raise _NotProvenError
            after = self._branch(close + 1, inner)
            if word == "if" and after < stop:  # else
                self._branch(after + 1, scope)
        else:
            raise _NotProvenError

    def _branch(self, i: int, scope: _Scope) -> int:
        stop = self._statement(i)
        if self.tokens[i].text == "{":
            self._block(i + 1, stop - 1, scope)
        else:
            self._block(i, stop, scope)
        return stop

    def _read_header(self, first: int, close: int, stop: int, scope: _Scope) -> None:
        """`uint32_t d = n / 2; d > 0; d /= 2`, the same for all threads."""
        tokens = self.tokens
        marks = [i for i in range(first, close) if tokens[i].text == ";"]
        declared = self._declared(first, marks[0] + 1) if len(marks) == 2 else []
        if len(declared) != 1 or tokens[declared[0] + 1].text != "=":
            raise _NotProvenError
        name, begin = tokens[declared[0]].text, declared[0] + 2
        if name in self.own or any(tokens[i].text == name and self._changes(i) for i in range(close + 1, stop)):
            raise _NotProvenError
        if self._degree(begin, marks[0], scope) != 0:
            raise _NotProvenError
        self.common.add(name)
        scope.values.pop(name, None)
        if self._degree(marks[0] + 1, marks[1], scope) != 0:
            raise _NotProvenError
        step = range(marks[1] + 1, close)
        if any(
            tokens[i].kind == "name"
            and (self._degree_of(tokens[i].text, scope) != 0 or tokens[i + 1].text in ("(", "["))
            for i in step
        ):
            raise _NotProvenError
        if any(self._changes(i) and tokens[i].text != name for i in step) or any(tokens[i].text == "->" for i in step):
            raise _NotProvenError

    # ---- expressions

    def _degree_of(self, name: str, scope: _Scope) -> int | None:
        """How what a name stands for depends on the thread, as in _Value.degree."""
        if name in scope.values:
            return scope.values[name].degree
        if name in self.common or name in ("GetThreadNum", "GetBlockIdx", "GetBlockNum"):
            return 0
        if OF_THREADS.fullmatch(name):
            return 1 if name == "threadIdx" else None
        return None if name in self.own or name in scope.kept or name in self.known.taken else 0

    def _pure(self, first: int, end: int, scope: _Scope) -> bool:
        """Whether an expression is computed from values alone, so that it can be computed again."""
        tokens = self.tokens
        for i in range(first, end):
            token, before, after = tokens[i], tokens[i - 1], tokens[i + 1]
            if token.kind == "name":
                known = token.text in scope.values or token.text in self.common or OF_THREADS.fullmatch(token.text)
                member = before.text in (".", "::") and i > first
                if (
                    not known
                    and not member
                    and (token.text in self.own or token.text in scope.kept or token.text in self.known.taken)
                ):
                    return False
                called = after.text == "(" and i + 1 < end
                if called and not (
                    token.text in _CALLS
                    or token.text in self.known.computes
                    or token.text.endswith("_t")
                    or OF_THREADS.fullmatch(token.text)
                ):
                    return False
                if self._changes(i):
                    return False
            elif token.kind != "number":
                operand = before.kind in ("name", "number") or before.text in (")", "]", ">")
                operand |= token.text == before.text == "&" and tokens[i + 1].text != "&"  # the second one of &&
                if token.text not in _SIGNS or (token.text in ("*", "&") and (i == first or not operand)):
                    return False
                if token.text in ("+", "-") and after.text == token.text:
                    return False
                if token.text == "=" and before.text not in ("=", "!", ">", "<") and after.text != "=":
                    return False
        return first < end

    def _degree(self, first: int, end: int, scope: _Scope) -> int | None:
        """Of an expression."""
        if not self._pure(first, end, scope):
            return None
        tokens = self.tokens
        names = [
            tokens[i].text
            for i in range(first, end)
            if tokens[i].kind == "name" and not (i > first and tokens[i - 1].text in (".", "::"))
        ]
        found = [self._degree_of(name, scope) for name in names]
        if None in found:
            return None
        return 0 if not any(found) else 1 if self._affine(first, end, scope) else None

    def _affine(self, first: int, end: int, scope: _Scope) -> bool:
        """Whether it is a sum of products in which at most one factor depends on the thread."""
        tokens, factors, i = self.tokens, 0, first
        while i < end:
            token, before = tokens[i], tokens[i - 1]
            if token.text == "(":
                close = self._closing(i)
                words = {t.text for t in tokens[i + 1 : close]}
                inner = 0 if words <= _NUMBERS or close == i + 1 else self._degree(i + 1, close, scope)
                cast = i == first or before.kind != "name" or before.text in _NUMBERS
                if inner is None or (inner and not cast):
                    return False
                factors += inner
                i = close
            elif token.text == "<" and before.kind == "name":  # static_cast<uint32_t>(x), GetThreadNum<0>()
                close_angle = closing_angle(tokens, i, end)
                if close_angle is None or not all(
                    t.text in _NUMBERS or t.kind == "number" for t in tokens[i + 1 : close_angle]
                ):
                    return False
                i = close_angle
                if tokens[i + 1].text == "(" and before.text == "static_cast":
                    close = self._closing(i + 1)
                    inner = self._degree(i + 2, close, scope)
                    if inner is None:
                        return False
                    factors += inner
                    i = close
            elif token.text in ("+", "-"):
                if factors > 1:
                    return False
                factors = 0
            elif token.kind == "name" and before.text not in (".", "::"):
                factors += self._degree_of(token.text, scope) or 0
            elif token.kind not in ("name", "number") and token.text not in ("*", ".", "::"):
                return False
            i += 1
        return factors <= 1

    def _changes(self, i: int) -> bool:
        """Whether the token is a variable that is, or may be, changed there."""
        tokens = self.tokens
        if tokens[i].kind != "name":
            return False
        if strides.changed(tokens, i):
            return True
        if tokens[i - 1].text not in ("(", ",") or tokens[i + 1].text not in (")", ","):
            return False
        depth = position = 0
        for j in range(i - 1, self.body, -1):
            text = tokens[j].text
            if text == "(" and not depth:
                angle = opening_angle(tokens, j - 1) if tokens[j - 1].text == ">" else j
                return angle is None or self.known.changed_at(tokens[angle - 1].text, position)
            position += text == "," and not depth
            depth += (text == ")") - (text == "(")
            if text in (";", "{", "}"):
                break
        return False

    # ---- variables

    def _declared(self, first: int, end: int) -> list[int]:
        """Names that a statement declares in its own scope: `T a = 1, b;`"""
        tokens, i = self.tokens, first
        if tokens[first].text in _BRANCHES | _LEAVES or tokens[first].kind != "name":
            return []
        while i < end:
            token, before, after = tokens[i], tokens[i - 1], tokens[i + 1].text
            if token.text == "<":
                close = closing_angle(tokens, i, end)
                if close is None:
                    return []
                i = close
            elif token.text == "[" and before.text in ("auto", "&"):
                raise _NotProvenError  # auto [a, b] = ...
            elif token.kind == "name":
                typed = i > first and (before.kind == "name" or before.text in ("*", "&", ">"))
                if typed and after in ("=", ";", "[", "{", "(", ","):
                    break
                if after in ("(", "[", "=", ".", "->"):
                    return []
            elif token.text not in ("::", "*", "&"):
                return []
            i += 1
        else:
            return []
        found, depth = [i], 0
        for j in range(i, end):
            text = tokens[j].text
            depth += (text in ("(", "[", "{")) - (text in (")", "]", "}"))
            if text == "," and not depth and closing_angle_before(tokens, i, j):
                continue
            if text == "," and not depth:
                if tokens[j + 1].kind != "name" or tokens[j + 2].text not in ("=", ",", ";", "[", "{"):
                    raise _NotProvenError
                found.append(j + 1)
        return found

    def _values(self, first: int, end: int, scope: _Scope) -> dict[str, _Value]:
        """`const uint32_t x = blockIdx.x * blockDim.x + threadIdx.x, y = x / 2;`, where neither is ever changed."""
        tokens, declared, found = self.tokens, self._declared(first, end), scope.inner()
        values: dict[str, _Value] = {}
        if not declared:
            return values
        text, uses = flat(tokens[first:end]), frozenset(t.text for t in tokens[first:end])
        for at, behind in zip(declared, [*declared[1:], end], strict=True):
            name, kind = tokens[at].text, {t.text for t in tokens[first : declared[0]]}
            if tokens[at + 1].text != "=" or kind & {"&", "volatile"} or name in self.own:
                return {}
            if not self._pure(at + 2, behind - 1, found):
                return {}
            places = [i for i in range(self.body, self.end) if tokens[i].text == name]
            if sum(i in self.declarations for i in places) > 1 or any(self._changes(i) for i in places if i != at):
                return {}
            degree = self._degree(at + 2, behind - 1, found)
            if degree and not kind <= _NUMBERS | {"std", "::"}:
                degree = None
            values[name] = found.values[name] = _Value(text, degree, uses)
        if all(value.degree == 0 for value in values.values()):
            return {name: value._replace(once=True) for name, value in values.items()}
        if any(name in uses and not value.once for name, value in scope.values.items()):  # which only threads have
            return {name: value._replace(degree=value.degree or None) for name, value in values.items()}
        return values

    # ---- what is written

    def _names_used(self, first: int, end: int, scope: _Scope) -> set[str]:
        """Names that some tokens use, through values, too."""
        wanted = {t.text for t in self.tokens[first:end] if t.kind == "name"}
        for name in reversed(scope.values):
            if name in wanted:
                wanted |= scope.values[name].uses
        return wanted

    def _prologue(self, first: int, end: int, scope: _Scope) -> str:
        """Values and kept variables that a phase uses and does not declare."""
        wanted = self._names_used(first, end, scope)
        here = {self.tokens[at].text for a, b in self._statements(first, end) for at in self._declared(a, b)}
        values = dict.fromkeys(v.text for name, v in scope.values.items() if not v.once and name in wanted - here)
        kept = [
            f"auto& {name} = {where}.of(lanewise_lane);" for name, where in scope.kept.items() if name in wanted - here
        ]
        return "".join(f"{text} " for text in (*values, *kept))

    def _named(self, first: int, end: int, scope: _Scope) -> str:
        """Whether somebody may ask which thread runs."""
        words = self._names_used(first, end, scope) - {"threadIdx"}
        return str(any(self.known.asks(word) for word in words)).lower()

    def _insert(self, at: int, text: str) -> None:
        self.edits.append(Edit(at, at, text))

    def _phase(self, run: list[tuple[int, int]], end: int, scope: _Scope) -> None:
        """A loop over all threads, up to the end of the scope at most."""
        if not run:
            return
        first, last = run[0][0], run[-1][1]
        if all(self.tokens[a].text == ";" or self._is_value(a, b, scope) for a, b in run):  # computed where it is used
            self._insert(self.tokens[first].start, f"(void)[&]({_INDEX}) {{ {self._prologue(first, last, scope)}")
            self._insert(self.tokens[last - 1].end, " };")
            return
        prologue, named, kept = self._prologue(first, last, scope), self._named(first, last, scope), ""
        for a, b in run:
            names = self._declared(a, b) if not self._is_value(a, b, scope) else []
            if any(t.text == self.tokens[at].text for at in names for t in self.tokens[last:end]):
                kept += self._persistent_variable(a, names, scope)
        start = self.tokens[first - 1].end if first in self.pragmas else self.tokens[first].start
        touches = self._touches(first, last, scope)
        self._insert(start, f" {kept}{_ROOM}lanes<{named}{touches.elements}>("
                            f"[&{touches.copies}]({_LANE}{touches.sees}) LANEWISE_INLINED {{ {prologue}")  # fmt: skip
        self._insert(self.tokens[last - 1].end, " });")
        self.phases += 1

    def _is_value(self, first: int, end: int, scope: _Scope) -> bool:
        declared = self._declared(first, end)
        return bool(declared) and not self._variables(first, end, scope)

    def _persistent_variable(self, first: int, names: list[int], scope: _Scope) -> str:
        """A variable of each thread that lives on, where it is declared."""
        tokens, kind, declared = self.tokens, self.tokens[first : names[0]], ""
        words = {t.text for t in kind}
        if words & {"auto", "decltype", "&", "volatile"} or (len(names) > 1 and "*" in words):
            raise _NotProvenError
        stop = self._statement(first) - 1
        for at, end in zip(names, [*(i - 1 for i in names[1:]), stop], strict=True):
            name, after, where = tokens[at].text, tokens[at + 1].text, f"lanewise_kept_{tokens[at].text}"
            start = tokens[first].start if at == names[0] else tokens[at - 1].start  # with the comma
            begin = f"{'; ' * (at != names[0])}auto& {name} = {where}."
            if after in ("=", "(") and tokens[at + 2].text not in ("{", ")"):
                self.edits.append(Edit(start, tokens[at + 1].end, f"{begin}make(lanewise_lane, "))
                if after == "=":
                    self._insert(tokens[end - 1].end, ")")
            elif at + 1 == end:
                self.edits.append(Edit(start, tokens[at].end, f"{begin}fresh(lanewise_lane)"))
            else:
                raise _NotProvenError
            scope.kept[name] = where
            declared += f"{_ROOM}Kept<{flat([t for t in kind if t.text not in _SPACES])}> {where}; "
        return declared

    # ---- what observed programs are told

    def _touches(self, first: int, end: int, scope: _Scope, variable: str = "") -> _Touches:
        """Of a phase, from its first token on; `variable`: of a loop over the grid."""
        if first < end and self.tokens[first].text == "{" and self._closing(first) == end - 1:
            first, end = first + 1, end - 1
        words = self._names_used(first, end, scope) - {"threadIdx"}
        if any(self.known.asks(word) and word not in self.known.indivisible for word in words):
            return _Touches()
        try:
            found = self._accesses(first, end, scope, variable)
        except _NotProvenError:
            return _Touches()
        ranks = {one.base: one.rank for one in found}
        changes = any(one.change for one in found)
        if not found or any(ranks[one.base] != one.rank or (changes and one.store and not one.change) for one in found):
            return _Touches()
        for one in found:
            self.edits += one.edits(self.tokens)
        used = self._names_used(first, end, scope)
        alike = self.parameters | self.common | {name for name, value in scope.values.items() if value.once}
        copies = [f"{name} = {name}" for name in sorted(used & (alike | _OF_BLOCKS))]
        # Of what is changed where memory says, compilers look at the length.
        copies += [
            f"{name} = &{name}[0]" for name in sorted(ranks.keys() - alike - {one.base for one in found if one.change})
        ]
        elements = ", ".join(f"{_ROOM}Elements<decltype({name}), {rank}>" for name, rank in sorted(ranks.items()))
        self.told.append(range(first, end))
        what = "LANEWISE_TOUCHES_AND_CHANGES" if changes else "LANEWISE_TOUCHES"
        return _Touches(f" {what}({elements})", f" LANEWISE_COPIES({', '.join(copies)})", " LANEWISE_SEES")

    def _accesses(self, first: int, end: int, scope: _Scope, variable: str) -> list[lane_accesses.Access]:
        tokens, inner, found = self.tokens, scope.inner(), []
        own: set[str] = set()
        if variable:
            inner.values[variable] = _Value("", 1, frozenset())
        for a, b in self._statements(first, end):
            values = self._values(a, b, inner)
            declared = self._declared(a, b)
            if declared and {"&", "*", "static"} & {t.text for t in tokens[a : declared[0]]}:
                raise _NotProvenError
            inner.values.update(values)
            own.update(tokens[at].text for at in declared if tokens[at].text not in values)
            i = a
            if tokens[a].text in self.known.indivisible:
                change = lane_accesses.change(tokens, a, b)
                if change is None or change.base in own or self._degree_of(change.base, inner) != 0:
                    raise _NotProvenError
                found.append(change)
                i = change.opens + 1
            while i < b:
                if not lane_accesses.is_plain(tokens, i, a):
                    raise _NotProvenError
                if tokens[i].text in ("/", "%") and not self._divides(i, own):
                    raise _NotProvenError
                if tokens[i - 1].text == "::" and tokens[i + 1].text in ("(", "["):
                    raise _NotProvenError
                if tokens[i].text == "[":
                    raise _NotProvenError  # of something without a name
                if tokens[i].kind == "name" and tokens[i - 1].text not in (".", "::"):
                    if tokens[i + 1].text == "[":
                        one = lane_accesses.access(tokens, i)
                        if one is None or (one.store and i != a) or not self._is_affine_access(one, inner, own):
                            raise _NotProvenError
                        found.append(one)
                        i = one.closes
                    elif i not in declared and not self._is_computed(i, inner, own):
                        raise _NotProvenError
                i += 1
        return found

    def _divides(self, i: int, own: set[str]) -> bool:
        at = lane_accesses.divisor(self.tokens, i)
        return at is not None and self.tokens[at].text not in own

    def _is_affine_access(self, one: lane_accesses.Access, scope: _Scope, own: set[str]) -> bool:
        if one.base in own or self._degree_of(one.base, scope) != 0 or one.rank > 2:
            return False
        i = one.first + 1
        while i < one.closes:
            close = self._closing(i)
            if self._degree(i + 1, close, scope) is None:
                return False
            i = close + 1
        return True

    def _is_computed(self, i: int, scope: _Scope, own: set[str]) -> bool:
        """Whether a name in an expression stands for a value, a type or a function of values."""
        word, behind = self.tokens[i].text, self.tokens[i + 1].text
        if behind == "(" or (behind == "<" and word == "static_cast"):
            own_type = lane_accesses.is_type(word) and word not in self.known.taken
            return word in self.known.pure or word in _CALLS or own_type
        if word in own:
            return not self._changes(i) or self.tokens[i + 1].text in ("=", *"+-*^")
        hidden = word in self.own and word not in scope.values  # a variable in memory of the block
        return word not in self.known.taken and not hidden and not self._changes(i)

    def _loop(self, head: tuple[str, int], i: int, stop: int) -> None:
        """A loop over some threads, where a statement began: its first tokens make room for it."""
        text, body = head
        start, behind = self.tokens[i].start, self.tokens[body].start
        lines = self.text.count("\n", start, behind)
        self.edits.append(Edit(start, behind, text + "\n" * lines))
        self._insert(self.tokens[stop - 1].end, " });")
        self.phases += 1

    # ---- guards and loops over the grid

    def _head(self, i: int, stop: int, scope: _Scope) -> tuple[str, int] | None:
        """How a loop over the threads begins that a statement is, and which token is the first of its body."""
        tokens = self.tokens
        if i in self.pragmas:
            return None
        if tokens[i].text == "if" and tokens[i + 1].text == "(":
            close = self._closing(i + 1)
            whole = self._statement(close + 1) == stop  # no else
            guard = self._guard(i + 2, close, scope, "<") or self._first_thread(i + 2, close, scope) if whole else None
            return (self._below(guard, close + 1, stop, scope), close + 1) if guard else None
        loop = strides.loop(tokens, i) if tokens[i].text == "for" and tokens[i + 1].text == "(" else None
        if loop is None or loop.end != stop or not strides.is_independent(tokens, loop, self.known.changes):
            return None
        if any(t.kind == "name" and self.known.talks(t.text) for t in tokens[loop.body : stop]):
            return None
        if self._degree(*loop.most, scope) != 0 or self._degree(*loop.step, scope) != 0:
            return None
        first = self._lambda_of(loop.first, scope, "" if loop.kind == "auto" else f" -> {loop.kind}")
        if first is None:
            return None
        for j in range(loop.body, stop):
            if tokens[j].text == "continue":
                self.edits.append(Edit(tokens[j].start, tokens[j].end, "return"))
        end, far = (f"[&] {{ return {flat(tokens[a:b])}; }}" for a, b in (loop.most, loop.step))
        named, affine = self._named(loop.body, stop, scope), str(self._degree(*loop.first, scope) is not None).lower()
        prologue = self._prologue(loop.body, stop, scope)
        touches = self._touches(loop.body, stop, scope, loop.name)
        return (f"{_ROOM}strided<{named}, {affine}{touches.elements}>({first}, {end}, {far}, "
                f"[&{touches.copies}]({_LANE}, auto {loop.name}{touches.sees}) LANEWISE_INLINED {{ {prologue}",
                loop.body)  # fmt: skip

    def _lambda_of(self, place: tuple[int, int], scope: _Scope, kind: str = "") -> str | None:
        if not self._pure(*place, scope):
            return None
        wanted = self._names_used(*place, scope)
        values = dict.fromkeys(f"{v.text} " for name, v in scope.values.items() if not v.once and name in wanted)
        return f"[&]({_INDEX}) LANEWISE_INLINED{kind} {{ {''.join(values)}return {flat(self.tokens[slice(*place)])}; }}"

    def _below(self, guard: _Guard, body: int, stop: int, scope: _Scope) -> str:
        # Without a sign 0 is what is below 1.
        first = self._lambda_of(guard.left, scope, "" if guard.right else " -> ::std::uint64_t")
        most = flat(self.tokens[slice(*guard.right)]) if guard.right else "::std::uint64_t{1}"
        end = f"[&] {{ return {most}; }}"
        named, affine = self._named(body, stop, scope), str(guard.affine).lower()
        prologue = self._prologue(body, stop, scope)
        touches = self._touches(body, stop, scope)
        return (f"{_ROOM}below<{named}, {affine}{touches.elements}>({first}, {end}, "
                f"[&{touches.copies}]({_LANE}{touches.sees}) LANEWISE_INLINED {{ {prologue}")  # fmt: skip

    def _guard(self, first: int, close: int, scope: _Scope, sign: str) -> _Guard | None:
        """`i < n`, or `i >= n` where that leaves; either way round."""
        tokens, signs, depth, i = self.tokens, [], 0, first
        while i < close:
            text = tokens[i].text
            depth += (text == "(") - (text == ")")
            angle = (
                closing_angle(tokens, i, close)
                if text == "<" and tokens[i - 1].text in _CALLS | {"GetThreadIdx"}
                else None
            )
            if angle is not None:
                i = angle
            elif not depth and text in ("<", ">", "<="):
                signs.append(i)
            elif (not depth and text in ("&", "|", "?", "!", "^", "<<", ",")) or (
                text == "=" and tokens[i - 1].text != ">"
            ):
                return None
            i += 1
        if len(signs) != 1:
            return None
        at = signs[0]
        wide = tokens[at].text == ">" and tokens[at + 1].text == "="
        text = tokens[at].text + "=" * wide
        left, right = (first, at), (at + 1 + wide, close)
        if text == {"<": ">", ">=": "<="}[sign]:
            left, right = right, left
        elif text != sign:
            return None
        if not self._pure(*left, scope) or self._degree(*right, scope) != 0 or self._degree(*left, scope) == 0:
            return None
        return _Guard(left, right, self._degree(*left, scope) is not None)

    def _first_thread(self, first: int, close: int, scope: _Scope) -> _Guard | None:
        """`!i` and `i == 0`."""
        tokens = self.tokens
        if tokens[first].text == "!" and close - first > 1:
            left = (first + 1, close)
            if close - first > 2 and not all(t.text == "." or t.kind == "name" for t in tokens[first + 1 : close]):
                return None
        elif close - first > 3 and [t.text for t in tokens[close - 3 : close - 1]] == ["=", "="]:
            if not re.fullmatch(r"0[uUlL]*", tokens[close - 1].text):
                return None
            left = (first, close - 3)
            if any(t.text in ("<", ">", "&", "|", "^", "?", "!", "=", ",") for t in tokens[first : close - 3]):
                return None
        else:
            return None
        affine = self._degree(*left, scope) == 1
        return _Guard(left, None, affine) if affine else None

    def _remaining_phase(self, i: int, stop: int, end: int, scope: _Scope) -> None:
        """A thread may return there: the rest is one phase, of the threads that are left."""
        tokens = self.tokens
        if tokens[i].text == "if" and tokens[i + 1].text == "(" and stop < end:
            close = self._closing(i + 1)
            leaves = [t.text for t in tokens[close + 1 : stop]] in (["return", ";"], ["{", "return", ";", "}"])
            guard = self._guard(i + 2, close, scope, ">=") if leaves else None
            if guard:
                self._loop((self._below(guard, stop, end, scope), stop), i, end)
                return
        self._phase(list(self._statements(i, end)), end, scope)


def closing_angle_before(tokens: list[Token], first: int, at: int) -> bool:
    """Whether a comma stands between template arguments."""
    for i in range(first, at):
        if tokens[i].text == "<" and tokens[i - 1].kind == "name":
            close = closing_angle(tokens, i, at + 40)
            if close is not None and close > at:
                return True
    return False
