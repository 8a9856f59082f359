"""Findings as SARIF 2.1.0, which code hosts and editors show beside the lines."""

from __future__ import annotations

import hashlib
import os
from collections import Counter
from collections.abc import Sequence
from importlib import metadata
from typing import Any
from urllib.parse import quote

from lanewise import findings
from lanewise.check.findings import Finding, Place, Severity

_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}


def as_sarif(found: Sequence[Finding], suppressed: Sequence[tuple[Finding, str]] = ()) -> dict[str, Any]:
    """`suppressed` have the reason with them: code hosts show those as dismissed."""
    everything = [*((one, None) for one in found), *suppressed]
    seen: Counter[str] = Counter()
    results = [_result(one, reason, seen) for one, reason in everything]
    rules = [_rule(id) for id in sorted({one.id for one, _ in everything})]
    driver = {"name": "lanewise", "version": _version(), "rules": rules}
    return {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{"tool": {"driver": driver}, "results": results}],
    }


def _version() -> str:
    try:
        return metadata.version("lanewise")
    except metadata.PackageNotFoundError:  # a source tree
        return "0"


def _rule(id: str) -> dict[str, Any]:
    """What a code host shows beside a result: a name, why it comes and what to do."""
    entry = findings.entry(id)
    about = entry.english
    short = about.meaning or about.cause.rstrip(".")
    text = f"{about.cause}\n\n{about.cure}"
    return {
        "id": id,
        "name": short[0].upper() + short[1:],
        "shortDescription": {"text": short[0].upper() + short[1:]},
        "fullDescription": {"text": about.cause},
        "help": {"text": text, "markdown": entry.markdown},
    }


def _result(one: Finding, reason: str | None, seen: Counter[str]) -> dict[str, Any]:
    out: dict[str, Any] = {
        "ruleId": one.id, "level": _LEVELS[one.severity], "message": {"text": f"{one.what}. {one.write}".strip()},
        "occurrenceCount": one.count, "partialFingerprints": {"lanewise/v1": _fingerprint(one, seen)},
    }  # fmt: skip
    if one.place:
        out["locations"] = [_location(one.place)]
    if one.other:
        out["relatedLocations"] = [{**_location(one.other), "message": {"text": "other access"}}]
    if reason is not None:
        out["suppressions"] = [{"kind": "external", "justification": reason}]
    return out


def _fingerprint(one: Finding, seen: Counter[str]) -> str:
    """The same after an edit elsewhere in the file: lines move, their text stays."""
    words = [one.id, one.kernel]
    for place in (one.place, one.other):
        words += [os.path.basename(place.file), place.text] if place else [""]
    key = hashlib.sha256("\0".join(words).encode(errors="surrogateescape")).hexdigest()[:32]
    seen[key] += 1
    return f"{key}:{seen[key]}"


def _location(place: Place) -> dict[str, Any]:
    uri = quote(os.fsencode(os.path.relpath(place.file).replace(os.sep, "/")))
    return {"physicalLocation": {"artifactLocation": {"uri": uri}, "region": {"startLine": place.line}}}
