"""Verbs whose options are data (`options.py`), as typer takes them."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from enum import Enum
from typing import Annotated, Any

import typer

from lanewise.cli.options import Option, Verb


def command(verb: Verb, body: Callable[..., None]) -> Callable[..., None]:
    """`body` with a signature that typer understands."""
    kind: Any = list[str] if verb.many else str
    argument = typer.Argument(metavar=verb.metavar, help=verb.help)
    parameters = [_parameter(verb.argument, Annotated[kind, argument], inspect.Parameter.empty)]
    parameters += [_parameter(o.key, _annotation(o), _default(o)) for o in verb.options]

    def run(**values: Any) -> None:
        body(**{key: value.value if isinstance(value, Enum) else value for key, value in values.items()})

    run.__doc__ = body.__doc__
    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {p.name: p.annotation for p in parameters}
    return run


def _parameter(name: str, annotation: Any, default: Any) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, annotation=annotation, default=default)


def _default(option: Option) -> Any:
    if option.many:
        return []
    return option.default if option.metavar else False


def _annotation(option: Option) -> Any:
    kind: Any = option.kind if option.metavar else bool
    if option.choices:
        kind = type(Enum).__call__(Enum, option.key, {choice: choice for choice in option.choices})
    if option.many:
        kind = list[option.kind]  # type: ignore[name-defined]
    elif option.metavar and option.default is None:
        kind = kind | None
    metavar = None if option.choices else option.metavar or None  # typer shows the choices themselves
    show = option.default is not None
    return Annotated[kind, typer.Option(*option.names, help=option.help, metavar=metavar, show_default=show)]
