"""Findings as SARIF 2.1.0, which code hosts and editors show beside the lines."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

from lanewise.check.findings import Finding, Place, Severity

_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}


def as_sarif(found: Sequence[Finding]) -> dict[str, Any]:
    rules = [{"id": id} for id in sorted({one.id for one in found})]
    return {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {"name": "lanewise", "rules": rules}}, "results": [_result(one) for one in found],
        }],
    }


def _result(one: Finding) -> dict[str, Any]:
    out: dict[str, Any] = {
        "ruleId": one.id, "level": _LEVELS[one.severity], "message": {"text": f"{one.what}. {one.write}".strip()},
        "occurrenceCount": one.count,
    }  # fmt: skip
    if one.place:
        out["locations"] = [_location(one.place)]
    if one.other:
        out["relatedLocations"] = [{**_location(one.other), "message": {"text": "takes part"}}]
    return out


def _location(place: Place) -> dict[str, Any]:
    uri = quote(os.fsencode(os.path.relpath(place.file).replace(os.sep, "/")))
    return {"physicalLocation": {"artifactLocation": {"uri": uri}, "region": {"startLine": place.line}}}
