"""Words of a command as values of its verb, or one line that says what is wrong with them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from lanewise.cli.option import Option
from lanewise.cli.options import VERBS, Verb
from lanewise.cli.status import refuse

HELP = ("-h", "--help")
_KINDS = {int: "a whole number", float: "a number"}


def find(words: list[str]) -> tuple[str, list[str]]:
    """The name of the verb that words begin with, and the rest; a name that only others begin with stands for them."""
    for length in (2, 1):
        name = " ".join(words[:length])
        if name in VERBS:
            return name, words[length:]
    first = words[0]
    below = {name.partition(" ")[2] for name in VERBS if name.startswith(f"{first} ")}
    if below and (len(words) == 1 or words[1] in HELP):
        return first, []
    if below:
        close = _suggestion(words[1], below, f"lanewise {first} --help")
        refuse(f"{first} {words[1]}: there is no such command; {close}")
    names = {name.partition(" ")[0] for name in VERBS}
    refuse(f"{first}: there is no such command; {_suggestion(first, names, 'lanewise --help')}")


def parse(name: str, words: list[str]) -> dict[str, Any] | None:
    """The values of its arguments and options; None where help is asked for."""
    verb = VERBS[name]
    names = {name: option for option in verb.options for name in option.names}
    values: dict[str, Any] = {o.key: [] if o.many else (o.default if o.metavar else False) for o in verb.options}
    given: list[str] = []
    rest = iter(words)
    for word in rest:
        if word in HELP:
            return None
        if word == "--":
            given += rest
        elif not word.startswith("-") or word == "-":
            given.append(word)
        else:
            behind = given[0] if name == "run" and given and given[0].endswith(".py") else ""
            _parse_option(name, names, word, rest, values, behind)
    for option in verb.options:
        if option.required and values[option.key] is None:
            refuse(f"{name}: {option.names[0]} {option.metavar} is missing{_see(name)}")
    return {**_arguments(name, verb, given), **values}


def _parse_option(
    name: str, names: dict[str, Option], word: str, rest: Iterator[str], values: dict[str, Any], program: str
) -> None:
    """One option, with the word after it where that is its value. `program` is a Python file that stands before it."""
    said, joined, text = word.partition("=") if word.startswith("--") else (word[:2], word[2:], word[2:])
    option = names.get(said)
    if option is None:
        if program:
            refuse(f"{name} {said}: there is no such option; options of your program go after --: "
                   f"lanewise {name} {program} -- {word}")  # fmt: skip
        refuse(f"{name} {said}: there is no such option; {_suggestion(said, names, f'lanewise {name} --help')}")
    if not option.metavar:
        if joined:
            refuse(f"{name} {word}: {said} takes no value")
        values[option.key] = True
        return
    if not joined:
        behind = option.implied or next(rest, None)
        if behind is None or behind in names:
            refuse(f"{name} {said}: give its value, {said} {option.metavar}")
        text = behind
    value = _value(f"{name} {said}", option, text)
    if option.many:
        values[option.key].append(value)
    else:
        values[option.key] = value


def _value(said: str, option: Option, text: str) -> Any:
    if option.choices and text not in option.choices:
        refuse(f"{said} {text}: there are {', '.join(option.choices)}")
    try:
        return option.kind(text)
    except ValueError:
        refuse(f"{said} {text}: give {_KINDS[option.kind]}")


def _arguments(name: str, verb: Verb, given: list[str]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    left = list(given)
    for argument in verb.arguments:
        if not left and not argument.optional:
            refuse(f"{name}: {argument.metavar} is missing{_see(name)}")
        if argument.many:
            values[argument.key], left = left, []
        else:
            values[argument.key] = left.pop(0) if left else None
    if left:
        refuse(f"{name} {left[0]}: that is one word too many{_see(name)}")
    return values


def _see(name: str) -> str:
    return f"; `lanewise {name} --help` says what it takes"


def _suggestion(word: str, names: Iterable[str], command: str) -> str:
    from difflib import get_close_matches

    # Dashes are no likeness.
    bare = {name.lstrip("-"): name for name in names}
    close = get_close_matches(word.lstrip("-"), list(bare), 1)
    return f"did you mean {bare[close[0]]}?" if close else f"`{command}` lists them"
