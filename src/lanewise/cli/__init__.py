"""The `lanewise` command: one file per verb.

Verbs import what they need when they run, so that `lanewise --help` starts without numpy.
"""

from __future__ import annotations

import sys


def main() -> None:
    from lanewise.cli.app import app
    from lanewise.cli.status import Status
    from lanewise.errors import LanewiseError

    try:
        app(prog_name="lanewise")
    except LanewiseError as problem:
        print(f"lanewise: {problem.id} {problem.message}", file=sys.stderr)
        sys.exit(Status.USAGE)
