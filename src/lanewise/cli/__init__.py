"""The `lanewise` command: one file per verb.

Verbs import what they need when they run, so that `lanewise --help` starts without numpy and a C++ program without the
command line's own libraries.
"""

from __future__ import annotations

import sys


def main() -> None:
    from lanewise.cli.status import Status
    from lanewise.errors import LanewiseError

    words = sys.argv[1:]
    try:
        if words[:1] == ["run"]:
            words = _take_program_arguments(words)
        words = ["--check=all" if word == "--check" else word for word in words]  # its value may be left out
        if words[:1] == ["run"]:
            _run_at_once(words[1:])
        from lanewise.cli.app import app

        app(words, prog_name="lanewise")
    except LanewiseError as problem:
        print(f"lanewise: {problem.id} {problem.message}", file=sys.stderr)
        sys.exit(Status.USAGE)
    except KeyboardInterrupt:
        sys.exit(Status.INTERRUPTED)


def _take_program_arguments(words: list[str]) -> list[str]:
    """What follows `--` belongs to the program, whatever it looks like."""
    from lanewise.cli import run

    end = words.index("--") if "--" in words else len(words)
    run.program_arguments = words[end + 1 :]
    return words[:end]


def _run_at_once(words: list[str]) -> None:
    """A plain `run` of C++ files needs no command line library; anything else does."""
    from lanewise.cli.options import RUN, plain

    values = plain(RUN, words)
    if values and not any(source.endswith(".py") for source in values["sources"]):
        from lanewise.cli.run import run

        run(**values)
