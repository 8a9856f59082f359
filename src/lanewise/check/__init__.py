"""The checker: what is wrong with a kernel although its numbers are right. The watching is done by engine/check/."""

from lanewise.check.findings import Finding, Place, Severity
from lanewise.check.kinds import KINDS, parse_kinds

__all__ = ["KINDS", "Finding", "Place", "Severity", "parse_kinds"]
