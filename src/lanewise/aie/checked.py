"""What happened on AI Engine cores, as findings: only where a check was asked for."""

from __future__ import annotations

from lanewise.aie.status import Status
from lanewise.check.findings import Finding, Place, Severity
from lanewise.errors import LanewiseError
from lanewise.machine.settings import settings

# What happened: the kind of check that looks for it, the finding, and what to write instead.
_RULES: dict[str, tuple[str, str, Severity, str]] = {
    "accumulator_overflow": ("numbers", "NUM-004", Severity.WARNING, "Use wider accumulators, or shift in between"),
    "wrapped": ("numbers", "NUM-003", Severity.WARNING, "Shift by more, or call aie::set_saturation"),
    "shift_out_of_range": ("mem", "AIE-005", Severity.ERROR, "Shift by what the chip takes"),
    "uninitialised": ("init", "INIT-004", Severity.WARNING, "Initialise it with aie::mul or aie::zeros"),
    "beyond": ("mem", "MEM-009", Severity.WARNING, "Read less, or give the kernel a longer array"),
    "overrun": ("mem", "MEM-009", Severity.ERROR, "Write less, or give the kernel a longer array"),
    "left_rounding": ("state", "STATE-107", Severity.WARNING, "Call aie::set_rounding in this kernel, too, or let the "
                      "other one set back what it found"),
    "left_saturation": ("state", "STATE-107", Severity.WARNING, "Call aie::set_saturation in this kernel, too, or let "
                        "the other one set back what it found"),
    "past_window": ("mem", "MEM-009", Severity.ERROR, "Read no more than the window holds, or give it more samples"),
    "ahead_of_window": ("mem", "MEM-009", Severity.WARNING, "Read no more than the window holds, or drop the rest"),
    "over_window": ("mem", "MEM-009", Severity.ERROR, "Write no more than the window holds, or give it more samples"),
    "taken_twice": ("sync", "SYNC-104", Severity.ERROR, "Release it first, or leave this acquire() out"),
    "given_back_twice": ("sync", "SYNC-104", Severity.ERROR, "Acquire it first, or leave this release() out"),
    "still_held": ("sync", "SYNC-104", Severity.WARNING, "Release it behind its last use"),
}
# What each kind looks for on these cores; no other kind has anything to look at here.
_KINDS = {
    "mem": "loads and stores behind the end of an array or where hardware drops address bits, shifts that the chip "
    "does not take",
    "init": "uninitialised accumulators",
    "sync": "buffers and locks that a kernel acquires twice, releases without holding them or keeps, and words that "
    "nobody reads",
    "state": "modes of another kernel that results were rounded or clamped by",
    "numbers": "sums that leave their accumulator, results that lose their high bits",
}
_UNSEEN = {"init": "uninitialised vectors and memory", "numbers": "infinities and NaN"}
found: list[Finding] = []  # since somebody took them
_looked: list[bool] = []  # one entry as soon as a core was looked at


def watches() -> bool:
    """Whether cores are to note what happens to numbers."""
    return bool(settings().check)


def findings(status: Status, kernel: str, asked: str) -> list[Finding]:
    """Of the kinds that were asked for."""
    kinds = {word.partition(":")[0] for word in asked.split(",")}
    out = []
    for one in status:
        kind, id, severity, write = _RULES.get(one.what, ("", "", Severity.WARNING, ""))
        if kind in kinds:
            place = Place(one.file, one.line)
            out.append(Finding(id, severity, one.text, write, place, kernel=kernel, count=one.count))
    return out


def not_checked(asked: str) -> list[str]:
    """What a check of these kinds leaves open."""
    kinds = {word.partition(":")[0] for word in asked.split(",")}
    left = [f"{name} ({what})" for name, what in _KINDS.items() if name not in kinds]
    left += [what for name, what in _UNSEEN.items() if name in kinds]
    return [*left, "cores that use the same bytes at once"]


def looked() -> bool:
    """Whether any core was looked at."""
    return bool(_looked)


def tell(status: Status, kernel: str = "") -> None:
    _looked[:] = [True]
    found.extend(findings(status, kernel, settings().check))


def breaks(rule: LanewiseError, at: tuple[str, int] | None, kernel: str) -> bool:
    """An error where memory is checked: what a plain run goes on with. False: nobody asked."""
    if "mem" not in settings().check.split(","):
        return False
    what, _, write = rule.message.rpartition("; ")
    place = Place(*at) if at else None
    found.append(Finding(rule.id, Severity.ERROR, what, f"{write[:1].upper()}{write[1:]}", place, kernel=kernel))
    _looked[:] = [True]
    return True


def tell_unread(link: str, words: int, at: tuple[str, int] | None) -> None:
    """Of a link between two kernels that have both ended."""
    _looked[:] = [True]
    if "sync" not in settings().check.split(","):
        return
    what = f"{words} word{'s are' if words != 1 else ' is'} left in {link} when the kernels have ended; on hardware "
    what += "the next run reads them first"
    write = "Put as many as the other kernel gets, or get as many as are put"
    found.append(Finding("SYNC-105", Severity.ERROR, what, write, Place(*at) if at else None))


def take() -> list[Finding]:
    taken = found[:]
    found.clear()
    return taken
