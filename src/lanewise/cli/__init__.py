"""The `lanewise` command: one file per verb.

Verbs import what they need when they run, so that `lanewise --help` and C++ programs start without numpy.
"""

from __future__ import annotations

import os
import sys


def main() -> None:
    from lanewise.cli.status import TIMED_OUT, Status
    from lanewise.errors import LanewiseError

    words = sys.argv[1:]
    try:
        _have_streams()
        _print_names()
        if words[:1] == ["run"]:
            words = _take_program_arguments(words)
        from lanewise.cli.app import call

        call(words)
    except LanewiseError as problem:
        print(f"lanewise: {problem.id} {problem.message}", file=sys.stderr)
        sys.exit(TIMED_OUT if problem.timed_out else Status.USAGE)
    except KeyboardInterrupt:
        sys.exit(Status.INTERRUPTED)
    except BrokenPipeError:  # nobody reads any more, as after `| head`
        _forget_output()
        sys.exit(128 + 13)
    except MemoryError as problem:
        print(f"lanewise: there is not so much memory: {problem or 'none is left'}", file=sys.stderr)
        sys.exit(Status.FAILED)
    except OSError as problem:
        print(f"lanewise: {problem.filename or 'the output'}: {problem.strerror}", file=sys.stderr)
        sys.exit(Status.FAILED)
    finally:
        _flush()


def _have_streams() -> None:
    """A stream that is closed would be the next file that somebody opens."""
    for fd in (0, 1, 2):
        try:
            os.fstat(fd)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
            if fd == 1:
                from lanewise.cli.status import refuse

                sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
                refuse("standard output is closed; give it a place, say >/dev/null")
            if fd == 2:
                sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115


def _print_names() -> None:
    """Names of files are bytes, and are printed as they are, whatever their encoding."""
    import codecs
    import contextlib
    import io

    def backslash_escape(problem: UnicodeError) -> tuple[str | bytes, int]:
        assert isinstance(problem, UnicodeEncodeError)
        part = problem.object[problem.start : problem.end]
        if all("\udc80" <= c <= "\udcff" for c in part):
            return os.fsencode(part), problem.end
        return codecs.backslashreplace_errors(problem)

    codecs.register_error("names", backslash_escape)
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError):  # somebody has put another one there
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="names")


def _flush() -> None:
    """What cannot be written is said once, and not again when the interpreter ends."""
    if sys.stdout is None or sys.stdout.closed:
        return
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        _forget_output()
    except OSError as problem:
        _forget_output()
        print(f"lanewise: the output cannot be written: {problem.strerror}", file=sys.stderr)
        sys.exit(1)


def _forget_output() -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def _take_program_arguments(words: list[str]) -> list[str]:
    """What follows `--` belongs to the program, whatever it looks like."""
    from lanewise.cli import run

    end = words.index("--") if "--" in words else len(words)
    run.program_arguments = words[end + 1 :]
    return words[:end]

