"""What happened on AI Engine cores, as findings: only where a check was asked for."""

from __future__ import annotations

from lanewise.aie.status import FINDINGS, Status
from lanewise.check.findings import Finding, Place, Severity
from lanewise.check.texts import finding
from lanewise.errors import LanewiseError
from lanewise.machine.settings import settings

# Which kind of check looks for what happened, by the finding that it is a case of.
_KIND_OF = {"NUM-001": "numbers", "NUM-003": "numbers", "NUM-004": "numbers", "AIE-005": "mem", "INIT-004": "init",
            "MEM-009": "mem", "STATE-107": "state", "SYNC-104": "sync"}  # fmt: skip
# What each kind looks for on these cores; no other kind has anything to look at here.
_KINDS = {
    "mem": "loads and stores behind the end of an array or where hardware drops address bits, shifts that the chip "
    "does not take",
    "init": "uninitialised accumulators and vectors",
    "sync": "buffers and locks that a kernel acquires twice, releases without holding them or keeps, and words that "
    "nobody reads",
    "state": "modes of another kernel that results were rounded or clamped by",
    "numbers": "sums that leave their accumulator, results that lose their high bits, infinities and NaN",
}
_UNSEEN = {"init": "uninitialised memory"}
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
        id = FINDINGS.get(one.what, "")
        if _KIND_OF.get(id) in kinds:
            fields = {"case": one.what, **one.fields}
            out.append(finding(id, fields, Place(one.file, one.line), None, kernel, one.count, cpp=True))
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
    fields = {"words": f"{words} word{'s are' if words != 1 else ' is'}", "link": link}
    found.append(finding("SYNC-105", fields, Place(*at) if at else None, None, "", 1, cpp=True))


def take() -> list[Finding]:
    taken = found[:]
    found.clear()
    return taken
