"""When what a kernel issues happens: at once, as late as synchronisation allows, or as a seed says."""

from __future__ import annotations

import re

EARLY, LATE = "early", "late"
_RANDOM = re.compile(r"random:\d{1,19}")


def planned(text: str, check: str = "") -> str:
    """A schedule as the engine takes it; empty: program order. Nobody can check what happens in another order."""
    if text not in ("", EARLY, LATE) and not _RANDOM.fullmatch(text):
        raise ValueError(f"schedule is {text!r}; it is early, late or random:SEED, for example random:7")
    if text in ("", EARLY):
        return ""
    if check:
        raise ValueError(
            f"schedule={text!r} and check={check!r} do not go together: the checker follows program order and finds "
            "races in it. Run the kernel once with each"
        )
    return text
