"""Which elements of memory each thread of a phase touches, as far as the text says it for all of them.

    y[i] = a * x[i] + y[i];    LANEWISE_STORE(y, i) = a * LANEWISE_READ(x, i) + LANEWISE_READ(y, i);

Observed programs call a function before each access, which costs many times what the access does. Where every access of
a phase is an element of a pointer or an array that all threads have alike, at an index that is affine in the thread's,
and nothing depends on a condition, the first two threads and the last say for all of them where they read and write
(include/lanewise/ascend/simt/phases.h), and the phase itself runs unobserved. For that it is rehearsed with numbers
that nobody has read, so it must not divide by what might be zero then, nor change anything but memory and variables of
its own.

    asc_atomic_add(&h[x[i]], 1);    asc_atomic_add(LANEWISE_CHANGED(h, LANEWISE_READ(x, i)), 1);

Where threads make indivisible changes, and store nothing else, all of them say where, from what they read.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from lanewise.cpp.tokens import Edit, Token, closing

_TYPES = {
    "static_cast", "const", "auto", "unsigned", "signed", "int", "long", "short", "char", "float", "bool", "half",
    "bfloat16_t", "size_t",
}  # fmt: skip
_INDICES = {"threadIdx", "blockIdx", "blockDim", "gridDim"}
_NO_STATEMENTS = {
    "if", "else", "for", "while", "do", "switch", "case", "default", "return", "break", "continue", "goto", "using",
    "typedef", "constexpr", "static_assert", "{", "}",
}  # fmt: skip
_SIGNS = set("+-*/%()[],=<>;!^|&~.:") | {"::", "<<", "<=", "<<="}
_CHANGES = set("+-*/%&|^")
# Functions of threads that compute a value from values. Others lead to memory, or ask who runs.
PURE = frozenset(re.findall(r"\w+", """
    truncf floorf ceilf roundf rintf nearbyintf fabsf fmaf copysignf isnan isinf isfinite fmaxf fminf fdimf fmodf
    remainderf ldexpf __saturatef fdividef __fdividef sqrtf rsqrtf cbrtf rcbrtf hypotf rhypotf norm3df rnorm3df norm4df
    rnorm4df expf exp2f exp10f expm1f logf log2f log10f log1pf powf __expf __logf __builtin_cce_expf sinf cosf tanf
    sinpif cospif tanpif asinf acosf atanf atan2f sinhf coshf tanhf asinhf acoshf atanhf erff erfcf normcdff lgammaf
    tgammaf __floorf abs min max
    __half2float __float2half __bfloat162float __float2bfloat16 __float_as_int __float_as_uint __int_as_float
    __uint_as_float
"""))  # fmt: skip


# Indivisible changes, with the address in front.
CHANGES = frozenset(
    name + how
    for name, hows in (
        ("asc_atomic_", "add sub exch max min inc dec cas and or xor"),
        ("atomic", "Add Sub Exch Max Min Inc Dec CAS And Or Xor"),
    )
    for how in hows.split()
)


class Access(NamedTuple):
    base: str
    rank: int  # how many brackets follow it
    first: int  # its tokens: the name, the last bracket and where that closes
    opens: int
    closes: int
    store: bool
    change: bool = False  # an indivisible one, behind `&`

    def edits(self, tokens: list[Token]) -> list[Edit]:
        name, opens, closes = tokens[self.first], tokens[self.opens], tokens[self.closes]
        what = "CHANGED" if self.change else "STORE" if self.store else "READ"
        return [
            Edit(tokens[self.first - self.change].start, name.start, f"LANEWISE_{what}("),
            Edit(opens.start, opens.end, ", "),
            Edit(closes.start, closes.end, ")"),
        ]


def access(tokens: list[Token], at: int) -> Access | None:
    """`name[i]`, also `name[i][j]`; None: nobody can tell what is done to it."""
    opens = closes = at
    i, rank = at + 1, 0
    while tokens[i].text == "[":
        end = closing(tokens, i)
        if end is None:
            return None
        opens, closes, i, rank = i, end, end + 1, rank + 1
    now, behind = tokens[i], tokens[i + 1]
    pair = now.end == behind.start
    if now.text in ("(", ".", "->") or (now.text == ">" and behind.text == ">" and tokens[i + 2].text == "="):
        return None
    stores = now.text == "<<=" or (now.text == "=" and not (pair and behind.text == "="))
    stores |= pair and now.text in _CHANGES and behind.text == "="
    stores |= pair and now.text in "+-" and behind.text == now.text
    return Access(tokens[at].text, rank, at, opens, closes, stores)


def change(tokens: list[Token], first: int, end: int) -> Access | None:
    """Of a statement `asc_atomic_add(&name[i], ...);` that is one of CHANGES."""
    called, amp, name, opens = tokens[first + 1 : first + 5]
    if (called.text, amp.text, opens.text) != ("(", "&", "[") or name.kind != "name" or name.in_macro:
        return None
    closes, ends = closing(tokens, first + 4), closing(tokens, first + 1)
    if closes is None or ends is None or tokens[closes + 1].text != "," or ends != end - 2:
        return None
    return Access(name.text, 1, first + 3, first + 4, closes, True, True)


def is_plain(tokens: list[Token], at: int, first: int) -> bool:
    """Whether a sign or a name is one that a rehearsal can take, but for what its names mean."""
    token, before, behind = tokens[at], tokens[at - 1], tokens[at + 1]
    if token.kind == "number":
        return True
    if token.kind == "name":
        if token.text in _NO_STATEMENTS or token.in_macro:
            return False
        return before.text not in (".", "->") or tokens[at - 2].text in _INDICES
    if token.kind != "sign" or token.text not in _SIGNS:
        return False
    if token.text in "&|" and token.text == behind.text:
        return False
    if token.text == ".":
        return before.text in _INDICES
    if token.text in ("*", "&"):
        operand = before.kind in ("name", "number") or before.text in (")", "]")
        return operand and at > first and not _casts(tokens, at - 1)
    if token.text in "+-" and token.text == behind.text and token.end == behind.start:  # ++x is not told from x + +y
        return before.text == "]" and tokens[at + 2].text == ";"
    if token.text in "+-" and token.text == before.text:
        return tokens[at - 2].text == "]" and behind.text == ";"
    return True


def _casts(tokens: list[Token], at: int) -> bool:
    """Whether a bracket that closes there holds a type."""
    if tokens[at].text != ")":
        return False
    depth = 0
    for i in range(at, -1, -1):
        depth += (tokens[i].text == ")") - (tokens[i].text == "(")
        if not depth:
            inside = [t for t in tokens[i + 1 : at] if t.kind == "name"]
            called = tokens[i - 1].kind == "name" and tokens[i - 1].text != "return"
            return not called and bool(inside) and all(t.text in _TYPES or t.text.endswith("_t") for t in inside)
    return True


def divisor(tokens: list[Token], at: int) -> int | None:
    """The token behind a division where that alone is what it divides by; None: it is an expression."""
    i = at + 1 + (tokens[at + 1].text == "=" and tokens[at + 1].start == tokens[at].end)
    return i if tokens[i].kind in ("name", "number") and tokens[i + 1].text not in ("(", "<", ".", "::") else None


def is_type(word: str) -> bool:
    return word in _TYPES or word.endswith("_t")
