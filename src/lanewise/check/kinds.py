"""What the checker can look for."""

from __future__ import annotations

KINDS = {
    "mem": "bytes outside of the tensor or buffer that they are reached through, or of one that was freed",
    "race": "reads and writes of the same bytes that nothing orders",
    "init": "uninitialised bytes that reach results",
    "sync": "flags that nobody waits for, or that are set twice",
    "state": "modes that a kernel leaves changed for the next one",
}
NUMBERS = "numbers"  # infinities and NaN from finite numbers, and results beyond their type: only when asked for
HINTS = "hints"  # legal calls that are seldom meant, such as a mask without a lane: only when asked for
STRICT = "race:strict"  # what the vendor's compiler is documented to order, too
EVERYTHING = "all"


# What each kind does not look at.
_UNSEEN = {
    "race": "stores inside vector functions that pass an earlier load",
    NUMBERS: "numbers in vector registers",
}


def not_checked(asked: str) -> list[str]:
    """What a check of these kinds leaves open, as `wanted` gives them."""
    names = {name.partition(":")[0] for name in asked.split(",")}
    left = [f"{name} ({what})" for name, what in KINDS.items() if name not in names]
    left += [] if NUMBERS in names else [f"{NUMBERS} (infinities, NaN and overflow)"]
    left += [] if HINTS in names else [f"{HINTS} (legal calls that are seldom meant)"]
    left += [what for name, what in _UNSEEN.items() if name in names]
    left += ["scalar accesses of more than 16 bytes at once, where clang++ compiled them"]  # it tells nobody of these
    return [*left, "scalar code of libraries that were compiled elsewhere"]


def parse_kinds(words: str | bool) -> str:
    """The list as the engine takes it, empty for nothing; ValueError names a word that is none."""
    if words is True:
        words = EVERYTHING
    if not words:
        return ""
    names = [word.strip() for word in words.split(",")]
    if EVERYTHING in names:  # and what is looked for only when asked
        names = list(dict.fromkeys([*KINDS, *(name for name in names if name != EVERYTHING)]))
    unknown = [name for name in names if name not in (*KINDS, NUMBERS, HINTS, STRICT)]
    if unknown:
        known = ", ".join((EVERYTHING, *KINDS, NUMBERS, HINTS, STRICT))
        raise ValueError(f"there is no check called {unknown[0] or '(nothing)'}; there are: {known}")
    return ",".join(names)
