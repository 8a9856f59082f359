"""What `--help` says: of the command, and of a verb."""

from __future__ import annotations

import inspect
from collections.abc import Iterable

from lanewise.cli.option import Argument, Option
from lanewise.cli.options import VERBS, Verb
from lanewise.terminal import flowing, width

_ABOUT = """\
Runs NPU vector kernels on any computer, bit for bit.

Exit status of run: the program's own. Besides: 1 an uncaught exception, doctor found something needed missing, or a
program of a suite failed; 2 wrong use; 3 the program broke a rule of the machine; 4 the source does not compile;
124 the time limit."""
_HELP = ("-h, --help", "Show this help.")
_LEFT = 24  # columns of names; what is longer has a line of its own


def command() -> str:
    options = [("--version", "Print the version and stop."), ("--completion SHELL", "Print a completion script for "
               "bash, zsh or fish."), _HELP]  # fmt: skip
    return "\n\n".join(["Usage: lanewise COMMAND ...", _flow(_ABOUT), _rows("Options", options),
                        _rows("Commands", [(name, _first_sentence(v)) for name, v in VERBS.items()])])  # fmt: skip


def page(name: str) -> str:
    """Of one verb, or of a name that several begin with."""
    if name not in VERBS:
        found = {other: verb for other, verb in VERBS.items() if other.startswith(f"{name} ")}
        rows = [(other, _first_sentence(verb)) for other, verb in found.items()]
        return "\n\n".join([f"Usage: lanewise {name} COMMAND ...", _rows("Commands", rows), _examples(found.items())])
    verb = VERBS[name]
    usage = " ".join(["Usage: lanewise", name, *(["[OPTIONS]"] if verb.options else []), *map(_usage, verb.arguments)])
    parts = [usage, _flow(inspect.getdoc(verb.body()) or "")]
    if verb.arguments:
        parts.append(_rows("Arguments", [(one.metavar, one.help) for one in verb.arguments]))
    options = [(_names(one), _description(one)) for one in verb.options]
    parts += [_rows("Options", [*options, _HELP]), _examples([(name, verb)])]
    return "\n\n".join(parts)


def _first_sentence(verb: Verb) -> str:
    """The first sentence."""
    text = " ".join((inspect.getdoc(verb.body()) or "").split("\n\n")[0].split())
    return text.partition(". ")[0].rstrip(".") + "."


def _usage(argument: Argument) -> str:
    text = argument.metavar + ("..." if argument.many else "")
    return f"[{text}]" if argument.optional else text


def _names(option: Option) -> str:
    metavar = "|".join(option.choices) or option.metavar
    return ", ".join(option.names) + (metavar if option.implied else f" {metavar}".rstrip())


def _description(option: Option) -> str:
    if option.required:
        return f"{option.help} It must be given."
    return option.help + (f" Default: {_number(option.default)}." if option.default not in (None, "") else "")


def _number(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


def _examples(verbs: Iterable[tuple[str, Verb]]) -> str:
    return "\n".join(f"Example: lanewise {name} {verb.example}".rstrip() for name, verb in verbs)


def _flow(text: str) -> str:
    return "\n\n".join(flowing(" ".join(part.split()), "  ") for part in text.split("\n\n"))


def _rows(title: str, rows: list[tuple[str, str]]) -> str:
    left = min(max(len(name) for name, _ in rows), _LEFT, width() // 3) + 4
    lines = [f"{title}:"]
    for name, text in rows:
        first = f"  {name}"
        if len(first) + 2 > left:
            lines.append(first)
            first = ""
        lines.append(flowing(text, first.ljust(left)))
    return "\n".join(lines)
