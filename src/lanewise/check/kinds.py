"""What the checker can look for."""

from __future__ import annotations

KINDS = {
    "race": "reads and writes of the same bytes that nothing orders",
    "init": "bytes that nobody wrote and that get out",
    "sync": "flags that nobody waits for, or that are set twice",
    "state": "modes that a kernel leaves changed for the next one",
}
STRICT = "race:strict"  # what the vendor's compiler is documented to order, too
EVERYTHING = "all"


def wanted(words: str | bool) -> str:
    """The list as the engine takes it, empty for nothing; ValueError names a word that is none."""
    if words is True:
        words = EVERYTHING
    if not words:
        return ""
    names = [word.strip() for word in words.split(",")]
    if names == [EVERYTHING]:
        names = list(KINDS)
    unknown = [name for name in names if name not in (*KINDS, STRICT)]
    if unknown:
        known = ", ".join((EVERYTHING, *KINDS, STRICT))
        raise ValueError(f"there is no check called {unknown[0] or '(nothing)'}; there are: {known}")
    return ",".join(names)
