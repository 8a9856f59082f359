"""The command: finds its verb, reads its words, starts it."""

from __future__ import annotations

from lanewise.cli import reading
from lanewise.cli.options import VERBS
from lanewise.cli.status import refuse


def call(words: list[str]) -> None:
    if not words:
        from lanewise.cli.demo import NEXT

        print("Runs NPU vector kernels on any computer, bit for bit. What next?\n\n"
              f"   lanewise demo                  two instructions, run and explained\n{NEXT}\n\n"
              "lanewise --help lists every command, lanewise COMMAND --help its options.")  # fmt: skip
        return
    if words[0].startswith("-"):
        _about_itself(words)
        return
    name, rest = reading.find(words)
    values = reading.parse(name, rest) if name in VERBS else None
    if values is None:
        from lanewise.cli import help

        print(help.page(name))
    else:
        VERBS[name].body()(**values)


def _about_itself(words: list[str]) -> None:
    if words[0] == "--version":
        from lanewise.cli.version import version

        print(f"lanewise {version()}")
    elif words[0] == "--completion":
        from lanewise.cli.completion import completion

        print(completion(words[1] if words[1:] else ""))
    elif words[0] in reading.HELP:
        from lanewise.cli import help

        print(help.command())
    else:
        refuse(f"{words[0]}: there is no such option; `lanewise --help` lists them")
