"""What a verb of the command line takes: an argument, an option."""

from __future__ import annotations

from typing import Any, NamedTuple


class Argument(NamedTuple):
    key: str
    metavar: str
    help: str
    many: bool = False  # the last one
    optional: bool = False


class Option(NamedTuple):
    key: str
    names: tuple[str, ...]
    help: str
    metavar: str = ""  # empty: a switch
    kind: type = str
    default: Any = None
    many: bool = False
    choices: tuple[str, ...] = ()
    implied: str = ""  # its value where only the name is given; another one is joined by =
    required: bool = False
    writes: bool = False  # what it names is written
