"""Functions of threads (SIMT): which there are, whether their threads may meet, and what a host compiler is told of it.

A function that is written as phases (phases.py) is a loop over its threads from one barrier to the next, which the
compiler sees through. Of the others, those whose threads never meet are one loop over them, and threads that may meet
at barriers, in warp functions or by polling have stacks of their own. What a function reaches is read from the text, by
names: whoever calls what is called like a function that meets, meets.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

from lanewise.cpp import strides
from lanewise.cpp.kernels import ATTRIBUTES
from lanewise.cpp.lane_accesses import CHANGES, PURE
from lanewise.cpp.phases import BARRIERS, OF_THREADS, Known, phases
from lanewise.cpp.steps import steps
from lanewise.cpp.tokens import (
    CLOSES,
    OPENS,
    Edit,
    Token,
    closing,
    closing_angle,
    expression,
    flat,
    opening_angle,
    scan,
)

# What only programs with threads have in their text.
PROGRAMS = re.compile(
    r"\bthreadIdx\b|\b(?:blockIdx|blockDim|gridDim)\.[xyz]\b|\b__simt_\w+__|\bSimt\s*::|\bsimt_api/"
    r"|\basc_syncthreads\b|\blaneid\b|\basync_invoke\b|\bcooperative_groups\b"
)
ENTRY, HELPERS, KERNEL = "__simt_vf__", ("__simt_callee__", "__callee__"), "__global__"
_DEVICE = {ENTRY, *HELPERS, KERNEL, "__aicore__"}
_BOUNDS = {"__launch_bounds__", "LAUNCH_BOUND", "__maxnreg__"}
_SAYS = _DEVICE | _BOUNDS
_STARTS = ("asc_vf_call", "VF_CALL", "async_invoke")
_THREAD_WORDS = re.compile(
    r"threadIdx|blockDim|blockIdx|gridDim|warpSize|laneid|lanemask_\w+|__cce_simt_\w+|GetThreadIdx|GetThreadNum"
)
_MEETS = re.compile(
    r"asc_syncthreads|__syncthreads|__sync_workitems|ThreadBarrier"
    r"|asc_(?:all|any|ballot|activemask|nop|shfl\w*|reduce_\w+)|__(?:all|any|ballot|activemask|shfl\w*|reduce_\w+)|__builtin_cce_redux\w*|Warp\w+Sync|WarpActiveMask|Uni"
    r"|this_thread_block|tiled_partition|coalesced_threads|binary_partition"
)
# Where a message, or what is called, says which thread runs.
_ASKS = re.compile(r"printf|PRINTF|assert|ASSERT|__trap|clock|asc_(?!ld|st)\w+|[aA]tomic\w+|__assert\w*")
# What constants are made of.
_OF_CONSTANTS = re.compile(
    r"u?int\d*(?:_t)?|size_t|unsigned|long|static_cast|sizeof|float|blockDim|gridDim|blockIdx|[xyz]"
)
# What other blocks and threads may see change.
_ATOMIC = re.compile(r"asc_atomic_\w+|atomic(?:Add|Sub|Exch|Max|Min|Inc|Dec|CAS|And|Or|Xor)|Atomic\w+")
_FRESH = re.compile(r"asc_ldcg|asc_dcci_\w+|dcci|__builtin_cce_dcci|volatile|asc_nop")
# Words of kernels that have no threads themselves.
_SIMD = re.compile(
    r"__vector__|__cube__|__mix__|TPipe|LocalTensor|GlobalTensor|LocalMemAllocator|InitSocState|DataCopy\w*|SetFlag|"
    r"asc_(?:init|copy_\w+|vf_call)|VF_CALL|async_invoke|__VEC_SCOPE__"
)
_NO_NAMES = {"if", "for", "while", "switch", "return", "catch", "else", "do", "case", "operator"}

# Functions that threads call by names of the C library, or of the scalar unit: theirs are in a namespace of their own.
_OURS = frozenset(re.findall(r"\w+", """
    truncf floorf ceilf roundf rintf nearbyintf lrintf llrintf lroundf llroundf fabsf fmaf copysignf signbit isnan isinf
    isfinite fmaxf fminf fdimf fmodf remainderf remquof modff frexpf ldexpf scalbnf scalblnf logbf ilogbf nextafterf
    __saturatef fdividef __fdividef sqrtf rsqrtf cbrtf rcbrtf hypotf rhypotf norm3df rnorm3df norm4df rnorm4df normf
    rnormf expf exp2f exp10f expm1f logf log2f log10f log1pf powf __expf __logf __builtin_cce_expf sinf cosf tanf sinpif
    cospif tanpif sincosf sincospif asinf acosf atanf atan2f sinhf coshf tanhf asinhf acoshf atanhf erff erfcf normcdff
    lgammaf tgammaf erfcinvf erfinvf normcdfinvf erfcxf j0f j1f jnf y0f y1f ynf
    cyl_bessel_i0f cyl_bessel_i1f __floorf abs min max clock dcci __builtin_cce_dcci __ldg asc_ldcg asc_ldca
    asc_stcg asc_stwt asc_dcci_single asc_dcci_entire asc_atomic_add asc_atomic_sub asc_atomic_max asc_atomic_min
    asc_atomic_exch asc_atomic_cas asc_atomic_inc asc_atomic_dec asc_atomic_and asc_atomic_or asc_atomic_xor
"""))  # fmt: skip
_NAMESPACE = "::lanewise::simt::"
# As variables of the function a compiler knows that nobody changes them.
_SAME_FOR_ALL = "".join(
    f" [[maybe_unused]] const {_NAMESPACE}Index {name} = {_NAMESPACE}at_most<{_NAMESPACE}{most}>({_NAMESPACE}{name});"
    for name, most in (("blockIdx", "most_blocks"), ("blockDim", "most_threads"), ("gridDim", "most_blocks"))
)


class _Function(NamedTuple):
    name: str
    first: int  # of its declaration
    body: int  # the brace that it begins with
    end: int


class Reach:
    """What functions of a program reach, by their names."""

    def __init__(self, texts: Iterable[str]) -> None:
        texts = list(texts)
        self.names: dict[str, set[str]] = {}  # that a function's text holds
        self.loops: set[str] = set()  # functions that look at something again and again
        self.changes: dict[str, set[int]] = {}  # functions that may change what they are called with: which arguments
        self.called: set[str] = set()  # by functions of a device
        self.in_step: set[str] = set()  # functions that rely on a warp to go in step
        self.entries: set[str] = set()
        self.kernels: set[str] = set()  # that say nothing of cores
        self.defined: set[str] = set()
        self.parameters: dict[str, set[str]] = {}  # of macros
        self.assigning: set[str] = set()  # macros that may change what they are called with
        self.elsewhere: set[str] = set()  # functions for a device that are declared
        self.macros: dict[str, set[str]] = {}  # names that they stand for
        self.generators: set[str] = set()  # macros that are functions for a device
        self.pasting: set[str] = set()  # macros that make names of what they are called with
        self.attributes: set[str] = set()  # macros that say what a function is
        self.bounds: dict[str, tuple[list[str], str]] = {}  # of macros: parameters, and how many threads they allow
        scanned = [scan(text)[0] for text in texts]
        for tokens in scanned:
            self._read_macros(tokens)
        self.attributes = {name for name in self.macros if self.by_macros({name}) & _SAYS} - self.generators
        for tokens in scanned:
            self._read_tokens(tokens)
        self._all: dict[str, set[str]] = {}
        self._phased: dict[str, bool] = {}  # functions that are started, and whether all of that name are phases
        for text, tokens in zip(texts, scanned, strict=True):
            for function in _functions(tokens, self.attributes):
                head, before = self.head(tokens, function), self._phased.get(function.name, True)
                if head & {ENTRY, KERNEL}:
                    proven = before and self.starts(head, function) and self.phases(text, tokens, function) is not None
                    self._phased[function.name] = proven
        for tokens in scanned:
            self._read_starts(tokens)

    def _read_starts(self, tokens: list[Token]) -> None:
        """What is started under another name (the parameter of a macro or a template, a pointer) is started thread by
        thread: it must not have loops over all threads inside."""
        parameters = set().union(*self.parameters.values())
        for i, token in enumerate(tokens):
            if token.text == "<<<" and (first := expression(tokens, i)) is not None:
                name, known, others = kernel_name(tokens, first, i), self.defined, self._phased.keys() - self.entries
            elif token.text in _STARTS and tokens[i + 1].text == "<":
                close = closing_angle(tokens, i + 1, len(tokens))
                name = kernel_name(tokens, i + 2, close) if close is not None else ""
                known, others = self.entries, self.entries | {name}
            else:
                continue
            if name not in known or (token.in_macro and name in parameters):
                self._phased.update(dict.fromkeys(others, False))

    def _read_tokens(self, tokens: list[Token]) -> None:
        for function in _functions(tokens, self.attributes):
            head = self.head(tokens, function)
            self.defined.add(function.name)
            if KERNEL in head and not any(map(_SIMD.fullmatch, head)):
                self.kernels.add(function.name)
            self.names.setdefault(function.name, set()).update(
                _names_in_function(tokens, function.first, function.end + 1)
            )
            if ENTRY in head:
                self.entries.add(function.name)
            if through := _references(tokens, function):
                self.changes.setdefault(function.name, set()).update(through)
            if head & _DEVICE:
                self.called.update(self.names[function.name] - {function.name})
            if _polls(tokens, function):
                self.loops.add(function.name)
            if head & _DEVICE and any(True for _ in self.steps(tokens, function)):
                self.in_step.add(function.name)

        for first, end in _declarations(tokens):
            if {t.text for t in tokens[first:end]} & _DEVICE:
                name = _name(tokens, first, end, self.attributes)
                self.elsewhere |= {name} if name else set()

    def _read_macros(self, tokens: list[Token]) -> None:
        for macro in _macros(tokens):
            words = {t.text for t in tokens[macro.body : macro.end] if t.kind == "name"}
            self.names.setdefault(macro.name, set()).update(words)
            self.macros.setdefault(macro.name, set()).update(words)
            self.parameters.setdefault(macro.name, set()).update(_parameters(tokens, macro))
            if _polls(tokens, macro):
                self.loops.add(macro.name)
            signs = {t.text for t in tokens[macro.body : macro.end] if t.kind == "sign"}
            pairs = {a.text + b.text for a, b in pairwise(tokens[macro.body : macro.end])}
            if signs & {"=", "&", "##", "."} or pairs & {"++", "--"}:
                self.assigning.add(macro.name)
            if signs & {"#", "##"}:
                self.pasting.add(macro.name)
            if words & _DEVICE and any(t.text == "{" for t in tokens[macro.body : macro.end]):
                self.generators.add(macro.name)
            elif bound := _bound_in(tokens, macro.body, macro.end):
                self.bounds[macro.name] = _parameters(tokens, macro), bound

    def head(self, tokens: list[Token], function: _Function) -> set[str]:
        """What is said of a function before its body, by macros, too."""
        words = {t.text for t in tokens[function.first : function.body]}
        return words | self.by_macros(words)

    def reached(self, name: str) -> set[str]:
        """All names that a function's text holds, and those that it calls."""
        if name not in self._all:
            found, todo = set(self.names.get(name, ())), [*self.names.get(name, ())]
            while todo:
                for word in self.names.get(todo.pop(), ()):
                    if word not in found:
                        found.add(word)
                        todo.append(word)
            self._all[name] = found
        return self._all[name]

    def by_macros(self, words: set[str]) -> set[str]:
        """Names that macros add to a text with these tokens."""
        found: set[str] = set()
        todo = [word for word in words if word in self.macros]
        while todo:
            for word in self.macros[todo.pop()] - found:
                found.add(word)
                if word in self.macros:
                    todo.append(word)
        return found

    def steps(self, tokens: list[Token], function: _Function) -> Iterator[Edit]:
        polls = function.name in self.loops
        yield from steps(tokens, function.first, function.body, function.end, self._orders, not polls)

    def _orders(self, name: str) -> bool:
        return _MEETS.fullmatch(name) is not None or any(map(_MEETS.fullmatch, self.by_macros({name})))

    def polls(self, name: str) -> bool:
        return name in self.loops or bool(self.loops & self.reached(name))

    def meets(self, name: str, arguments: Iterable[str] = ()) -> bool:
        """Also for functions that the text does not define. Arguments of a template may be functions that it calls."""
        if name not in self.defined:
            return True
        if any(argument in self.defined and self._text_has_barrier(argument) for argument in arguments):
            return True
        return self._text_has_barrier(name) or self._called_by_no_name()

    def _called_by_no_name(self) -> bool:
        return "operator" in self.defined and self._text_has_barrier("operator")

    def _text_has_barrier(self, name: str) -> bool:
        words = self.reached(name) | {name}
        return self.polls(name) or bool(words & self.in_step) or any(_MEETS.fullmatch(word) for word in words)

    def asks(self, name: str) -> bool:
        """Whether somebody wants to know which thread runs where that is called."""
        words = {name} | (self.reached(name) if name in self.defined or name in self.macros else set())
        return any(_ASKS.fullmatch(word) or OF_THREADS.fullmatch(word) for word in words)

    def starts(self, head: set[str], function: _Function) -> bool:
        """Whether it is what threads begin with."""
        return ENTRY in head or (KERNEL in head and self.is_kernel(function.name))

    def phases(self, text: str, tokens: list[Token], function: _Function) -> list[Edit] | None:
        """What makes phases of a function that is started and never called; None: nobody can tell."""
        name = function.name
        if name in self.called or name in self.loops or name in self.in_step or self.polls(name):
            return None
        if self.reached(name) & self.elsewhere - self.defined:
            return None
        others = {t.text for t in tokens[function.first : function.end]} - BARRIERS - {name}
        if any(map(self._meets_by_name, others & (self.defined | self.macros.keys()))) or self._called_by_no_name():
            return None
        if any(_MEETS.fullmatch(word) for word in others):
            return None
        computes = {macro for macro in self.macros if self._computes(macro)}
        taken = _OURS | (self.macros.keys() - computes)
        changes = self.changes.keys() | self.macros.keys()
        pure, indivisible = (names - self.defined - self.macros.keys() for names in (PURE, CHANGES))
        known = Known(
            taken, computes, pure, indivisible, changes, self._changed_at, self.asks, self._talks, BARRIERS.__contains__
        )
        return phases(text, tokens, function.first, function.body, function.end, known)

    def _talks(self, name: str) -> bool:
        return bool((self.reached(name) | {name}) & strides.SAYS) if name in self.names else name in strides.SAYS

    def _changed_at(self, name: str, position: int) -> bool:
        if name not in self.macros:
            return position in self.changes.get(name, ())
        words = {name} | self.by_macros({name})
        return bool(words & (self.assigning | self.changes.keys()))

    def _computes(self, macro: str) -> bool:
        """Whether it stands for a number that its arguments decide."""
        words = self.by_macros({macro})
        macros = {macro, *words & self.macros.keys()}
        known = macros.union(*(self.parameters[one] for one in macros))
        return not macros & self.assigning and all(_OF_CONSTANTS.fullmatch(word) for word in words - known)

    def _meets_by_name(self, name: str) -> bool:
        words = self.reached(name) | {name}
        return bool(words & (self.in_step | self.loops)) or any(_MEETS.fullmatch(word) for word in words)

    def way(self, name: str, arguments: Iterable[str] = ()) -> str:
        """How the threads of a function run: `phases`, `alone` or `meeting`."""
        return "phases" if self._phased.get(name) else "meeting" if self.meets(name, arguments) else "alone"

    def in_turn(self, name: str) -> bool:
        """Whether blocks change what others look at, and none waits for another."""
        shares = any(_ATOMIC.fullmatch(word) or _FRESH.fullmatch(word) for word in self.reached(name))
        return shares and not self.polls(name)

    def has_threads(self, name: str) -> bool:
        """Whether a kernel with four items in its launch is one of threads."""
        if name not in self.defined:
            return True
        words = self.reached(name)
        threads = any(_THREAD_WORDS.fullmatch(word) or _MEETS.fullmatch(word) for word in words)
        return threads or not any(_SIMD.fullmatch(word) for word in words)

    def is_entry(self, name: str) -> bool:
        return name in self.entries

    def is_kernel(self, name: str) -> bool:
        """Whether it is a kernel of threads, as its own text shows."""
        return name in self.kernels and self.has_threads(name)

    def known(self, name: str, pointer: str) -> str:
        """The type of an object that makes a kernel known by its name."""
        if not self.is_kernel(name):
            return f"::lanewise::entry::Known<{pointer}>"
        return f"{_NAMESPACE}Known<{self.mode(name)}, {pointer}>"

    def mode(self, name: str, arguments: Iterable[str] = ()) -> str:
        """The same, and whether its blocks run one after another, as template arguments."""
        return f"{_NAMESPACE}Way::{self.way(name, arguments)}, {str(self.in_turn(name)).lower()}"


def _names_in_function(tokens: list[Token], first: int, end: int) -> Iterator[str]:
    """Names in a function, but for those of functions that it starts with threads of their own."""
    i = first
    while i < end:
        if tokens[i].kind == "name":
            yield tokens[i].text
            if tokens[i].text in _STARTS and tokens[i + 1].text == "<":
                i = closing_angle(tokens, i + 1, end) or i
        i += 1


def _macros(tokens: list[Token]) -> Iterator[_Function]:
    """Macros, as if they were functions: a body is what they stand for, with their parameters."""
    for i, token in enumerate(tokens):
        if token.kind == "edge" and i + 2 < len(tokens) and tokens[i + 1].text == "define" and tokens[i + 1].in_macro:
            end = next(j for j in range(i + 1, len(tokens)) if tokens[j].kind == "edge")
            yield _Function(tokens[i + 2].text, i + 2, i + 3, end)


def _functions(tokens: list[Token], attributes: Container[str] = ()) -> Iterator[_Function]:
    """Functions with a body, outside of other functions. Attributes are not what they are called."""
    first, i = 0, 0
    while i < len(tokens):
        token = tokens[i]
        if token.in_macro or token.kind == "edge":
            i += 1
            first = i if token.kind == "edge" else first
            continue
        if token.text == "{":
            name = _name(tokens, first, i, attributes)
            if name is not None:
                end = closing(tokens, i)
                if end is None:
                    return
                yield _Function(name, first, i, end)
                i = end
            first = i + 1
        elif token.text in (";", "}"):
            first = i + 1
        i += 1


def _references(tokens: list[Token], function: _Function) -> set[int]:
    """Parameters through which a function may change something, counted from 0."""
    found: set[int] = set()
    for i in range(function.first, function.body):
        if tokens[i].text == "(" and tokens[i - 1].kind == "name" and tokens[i - 1].text in (function.name, "operator"):
            close = closing(tokens, i)
            for position, (first, end) in enumerate(_split(tokens, i + 1, close)) if close else ():
                words = [t.text for t in tokens[first:end]]
                if "&" in words and ("const" not in words or words[words.index("&") - 1] in ("*", "&")):
                    found.add(position)
    if function.name == "operator" or any(tokens[i].text == "." for i in range(function.first, function.body)):
        return found | set(range(64))  # a pack may be longer than it looks
    return found


def _declarations(tokens: list[Token]) -> Iterator[tuple[int, int]]:
    """Statements without a body, inside and outside of functions."""
    first = 0
    for i, token in enumerate(tokens):
        if token.text == ";" and not token.in_macro:
            yield first, i
        if token.text in (";", "{", "}") or token.kind == "edge":
            first = i + 1


def _name(tokens: list[Token], first: int, end: int, attributes: Container[str]) -> str | None:
    """What the function is called whose body begins at `end`; None: it is none."""
    i = first
    while i < end:
        text = tokens[i].text
        if text == "operator":
            return text
        if text == "=" or text in ("namespace", "enum"):
            return None
        if text == "template" and tokens[i + 1].text == "<":
            i = _angle_end(tokens, i + 1, end)
        elif tokens[i].kind == "name" and tokens[i + 1].text == "(":
            if text not in ATTRIBUTES and text not in _NO_NAMES and text not in attributes:
                return text
            i = closing(tokens, i + 1) or end
        elif text in ("[", "("):
            i = closing(tokens, i) or end
        i += 1
    return None


def _angle_end(tokens: list[Token], at: int, end: int) -> int:
    depth = 0
    for i in range(at, end):
        depth += (tokens[i].text == "<") - (tokens[i].text == ">")
        if not depth:
            return i
    return at


def _loops(tokens: list[Token], function: _Function) -> Iterator[tuple[int, int]]:
    """Conditions of loops that may wait for others, as ranges; an empty one is that of `for (;;)`."""
    for i in range(function.body, function.end):
        text = tokens[i].text
        if text not in ("while", "for") or tokens[i + 1].text != "(":
            continue
        end = closing(tokens, i + 1)
        if end is None:
            continue
        if text == "while":
            yield i + 2, end
            continue
        parts = [j for j in range(i + 2, end) if tokens[j].text == ";" and _depth(tokens, i + 1, j) == 1]
        if len(parts) == 2:
            yield parts[0] + 1, parts[1]


def _depth(tokens: list[Token], start: int, end: int) -> int:
    return sum((t.text in OPENS) - (t.text in CLOSES) for t in tokens[start:end])


def _polls(tokens: list[Token], function: _Function) -> bool:
    """Whether a loop of it may wait for what another thread does."""
    words = {t.text for t in tokens[function.first : function.end]}
    fresh = any(_FRESH.fullmatch(word) for word in words)
    swaps = any(re.fullmatch(r"(?:asc_a|a|A)tomic_?(?:cas|exch|CAS|Cas|Exch)", word) for word in words)
    for a, b in _loops(tokens, function):
        waits = tokens[a - 2].text == "while" if tokens[a - 1].text == "(" else a == b
        inside = [t.text for t in tokens[a:b]]
        if any(_ATOMIC.fullmatch(word) or _FRESH.fullmatch(word) for word in inside) or (waits and (fresh or swaps)):
            return True
    return False


def kernel_name(tokens: list[Token], first: int, end: int) -> str:
    """Of an expression such as `space::k<T, 2>`."""
    if tokens[end - 1].text == ">" and (angle := opening_angle(tokens, end - 1)) is not None:
        end = angle
    return tokens[end - 1].text if end > first else ""


def threads(text: str, tokens: list[Token], reach: Reach) -> Iterator[Edit]:
    """What to change in a file."""
    inside: set[int] = set()
    for function in _functions(tokens, reach.attributes):
        inside.update(range(function.body, function.end))
        head = reach.head(tokens, function)
        if not head & _DEVICE:
            continue
        begins = _hide_macros(tokens, function, reach)
        starts = reach.starts(head, function)
        if starts:
            begins += _bound(tokens, function, reach)
        written = reach.phases(text, tokens, function) if starts and reach.way(function.name) == "phases" else None
        if written is not None:
            begins += _SAME_FOR_ALL
            yield from written
        if begins:
            yield Edit(tokens[function.body].end, tokens[function.body].end, begins)
        yield from _renamed(tokens, function.body, function.end, reach)
        if written is None and reach.meets(function.name):
            yield from _calls(text, tokens, function, reach)
    yield from _in_macros(tokens, inside, reach)
    for i, token in enumerate(tokens):
        if token.text in _STARTS and tokens[i + 1].text == "<":
            yield from _start(tokens, i, reach)


def _hide_macros(tokens: list[Token], function: _Function, reach: Reach) -> str:
    """What macros of a function call means ours in it; the same macros may stand in functions of the host."""
    words = {t.text for t in tokens[function.body : function.end]}
    everywhere = range(function.first, function.end)
    own = {tokens[i].text for i in everywhere if tokens[i + 1].text != "("}
    names = (reach.by_macros(words) & _OURS) - reach.defined - own
    return "".join(f" using {_NAMESPACE}{name};" for name in sorted(names))


def _in_macros(tokens: list[Token], inside: set[int], reach: Reach) -> Iterator[Edit]:
    """Loops that wait in a macro, and functions that one stands for, with what their macro is called with."""
    for macro in _macros(tokens):
        if macro.name in reach.generators:
            yield from _renamed(tokens, macro.body, macro.end, reach)
        if _polls(tokens, macro):
            yield from _yield_in_loops(tokens, macro)
    for i, token in enumerate(tokens):
        if token.text in reach.generators and not token.in_macro and i not in inside and tokens[i + 1].text == "(":
            yield from _renamed(tokens, i + 2, closing(tokens, i + 1) or i, reach, token.text not in reach.pasting)


def _bound(tokens: list[Token], function: _Function, reach: Reach) -> str:
    """How many threads it may be started with."""
    own = _bound_in(tokens, function.first, function.body)
    if own:
        return own
    for i in range(function.first, function.body):
        if tokens[i].text in reach.bounds:
            parameters, bound = reach.bounds[tokens[i].text]
            close = closing(tokens, i + 1) if tokens[i + 1].text == "(" else None
            parts = [flat(tokens[a:b]) for a, b in _split(tokens, i + 2, close)] if close else []
            values = dict(zip(parameters, parts, strict=False))
            call, most = bound.split("(", 1)
            return f"{call}(" + "".join(values.get(word, word) for word in re.split(r"(\w+)", most))
    words = {t.text for t in tokens[function.first : function.body]} & reach.attributes
    return f" {_NAMESPACE}bound({2048 if reach.by_macros(words) & _BOUNDS else 1024});"


def _bound_in(tokens: list[Token], first: int, end: int) -> str:
    for i in range(first, end):
        if tokens[i].text in _BOUNDS and tokens[i + 1].text == "(":
            close = closing(tokens, i + 1)
            if close is not None and close > i + 2:
                what = "registers" if tokens[i].text == "__maxnreg__" else "bound"
                return f" {_NAMESPACE}{what}({flat(tokens[i + 2 : close])});"
    return ""


def _parameters(tokens: list[Token], macro: _Function) -> list[str]:
    if tokens[macro.body].text != "(" or tokens[macro.body].start != tokens[macro.first].end:
        return []
    return [t.text for t in tokens[macro.body : closing(tokens, macro.body) or macro.body] if t.kind == "name"]


def _split(tokens: list[Token], first: int, end: int) -> Iterator[tuple[int, int]]:
    """Arguments of a macro."""
    at = first
    for i in range(first, end + 1):
        if i == end or (tokens[i].text == "," and not _depth(tokens, first, i)):
            yield at, i
            at = i + 1


def _start(tokens: list[Token], at: int, reach: Reach) -> Iterator[Edit]:
    """`AscendC::Simt::VF_CALL<f>(` becomes a call that says whether the threads of f may meet."""
    close = closing_angle(tokens, at + 1, len(tokens))
    if close is None:
        return
    name = kernel_name(tokens, at + 2, close)
    if not reach.is_entry(name):
        return
    first = at
    while tokens[first - 1].text == "::":
        first -= 2 if tokens[first - 2].kind == "name" else 1
    room = reach.way(name, {t.text for t in tokens[at + 2 : close]} - {name})
    yield Edit(tokens[first].start, tokens[at].end, f"{_NAMESPACE}{room}::asc_vf_call")


def _is_declaration(tokens: list[Token], at: int) -> bool:
    """Whether a type stands before a name: `LocalTensor<float> max(...)` is an object of that name."""
    before = at - 1
    if tokens[before].text == ">":
        depth = 0
        while before > 0:
            depth += (tokens[before].text == ">") - (tokens[before].text == "<")
            if depth == 0:
                break
            if tokens[before].kind != "name" and tokens[before].text not in ("<", ">", ",", "::", "*", "&"):
                return False
            before -= 1
        before -= 1
    return tokens[before].kind == "name" and tokens[before].text not in _NO_NAMES


def _calls(text: str, tokens: list[Token], function: _Function, reach: Reach) -> Iterator[Edit]:
    """Loops that wait, and calls of functions in which threads meet."""
    yield from _nested(text, tokens, function, reach)
    yield from reach.steps(tokens, function)
    if reach.polls(function.name):
        yield from _yield_in_loops(tokens, function)


def _renamed(tokens: list[Token], first: int, end: int, reach: Reach, alone: bool = False) -> Iterator[Edit]:
    """Calls of ours; `alone`: also names that are a whole argument of a macro, which calls them."""
    for i in range(first, end):
        token, before, behind = tokens[i], tokens[i - 1].text, tokens[i + 1].text
        if token.kind != "name" or before in (".", "->"):
            continue
        ours = token.text in _OURS and token.text not in reach.defined
        called = behind in ("(", "<") or (alone and before in ("(", ",") and behind in (")", ","))
        if ours and called and before != "::" and not _is_declaration(tokens, i):
            yield Edit(token.start, token.end, _NAMESPACE + token.text)


def _yield_in_loops(tokens: list[Token], function: _Function) -> Iterator[Edit]:
    """Loops let others go on before they look again."""
    for a, b in _loops(tokens, function):
        where = tokens[a].start if a < b else tokens[b].start
        declares = tokens[a].kind == "name" and tokens[a + 1].kind == "name"
        if not (declares and any(t.text == "=" for t in tokens[a:b])):
            yield Edit(where, where, f"{_NAMESPACE}turn() && (" if a < b else f"{_NAMESPACE}turn()")
            if a < b:
                yield Edit(tokens[b].start, tokens[b].start, ")")


def _nested(text: str, tokens: list[Token], function: _Function, reach: Reach) -> Iterator[Edit]:
    """Calls of the program's own functions in which threads meet say where they are: lanes of a warp that wait at
    several places go on in the order of the program, from the outermost call inwards."""
    for i in range(function.body, function.end):
        token = tokens[i]
        if token.kind != "name" or token.text not in reach.defined or token.text in _NO_NAMES or token.in_macro:
            continue
        bracket = i + 1
        if tokens[bracket].text == "<":
            bracket = (closing_angle(tokens, bracket, function.end) or i) + 1
        if tokens[bracket].text != "(" or not reach.meets(token.text) or token.text == function.name:
            continue
        first, end = expression(tokens, bracket), closing(tokens, bracket)
        if first is None or end is None:
            continue
        before = tokens[first - 1]
        declares = before.kind == "name" and before.text not in ("return", "else", "do", "case")
        if declares or before.text in ("&", "*", ">", "~"):
            continue
        line = text.count("\n", 0, token.start) + 1
        yield Edit(tokens[first].start, tokens[first].start, f"({_NAMESPACE}At({line}), ")
        yield Edit(tokens[end].end, tokens[end].end, ")")
