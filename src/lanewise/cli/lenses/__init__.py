"""What can be looked at while a program runs: one table. A lens is a file of this folder with a `LENS`: its options,
and what it does around a launch of each kind of program. Any set of them looks at one run; fronts, `--help` and
completion know them from here alone."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any

from lanewise.cli.option import Option
from lanewise.cli.status import refuse

if TYPE_CHECKING:
    from lanewise.cli.session import Session
    from lanewise.machine.launch import Run


class Lens:
    """Says `tell`, and hears what kernels issue; or says itself how to listen to `python`, `program` or `graph`: with
    a context manager around its launch."""

    options: tuple[Option, ...] = ()
    launches = True  # it looks at launches of kernels, whoever makes them
    order = 50  # what is lower tells later, and may use what the others have left in the session

    def implied(self, asked: dict[str, Any], sources: list[str]) -> None:
        """Puts down what one option says of others."""

    def is_requested(self, asked: dict[str, Any]) -> bool:
        return any(asked[option.key] for option in self.options)

    def refusal(self, session: Session) -> str:
        """Why it cannot do what is asked; empty: it can."""
        return ""

    def tell(self, session: Session, runs: list[Run]) -> None:
        """The program has ended."""
        raise NotImplementedError

    def python(self, session: Session) -> AbstractContextManager[None]:
        return self._hears_runs(session)

    def program(self, session: Session) -> AbstractContextManager[None]:
        return self._hears_runs(session)

    @contextmanager
    def _hears_runs(self, session: Session) -> Iterator[None]:
        with session.front.records(session) as runs:
            yield
        self.tell(session, runs)


LENSES: tuple[Lens, ...] = tuple(sorted(
    (import_module(f"{__name__}.{found.name}").LENS for found in iter_modules(__path__)),
    key=lambda lens: lens.order,
))  # fmt: skip
OPTIONS = tuple(option for lens in LENSES for option in lens.options)
OF_LAUNCHES = tuple(option for lens in LENSES if lens.launches for option in lens.options)


def extract_lens_options(values: dict[str, Any], sources: list[str]) -> dict[str, Any]:
    """Takes the options of lenses out of all values."""
    asked = {option.key: values.pop(option.key, None) for option in OPTIONS}
    for lens in LENSES:
        lens.implied(asked, sources)
    return asked


def of_launches(asked: dict[str, Any]) -> dict[str, Any]:
    """Of it what looks at launches of kernels."""
    return {key: value if any(key == one.key for one in OF_LAUNCHES) else None for key, value in asked.items()}


def outputs(asked: dict[str, Any]) -> dict[str, str]:
    """Files that are to be written, by option."""
    return {one.names[0]: asked[one.key] for one in OPTIONS if one.writes and one.metavar == "FILE" and asked[one.key]}


def folders(asked: dict[str, Any]) -> dict[str, str]:
    """The same for folders."""
    return {one.names[0]: asked[one.key] for one in OPTIONS if one.writes and one.metavar == "DIR" and asked[one.key]}


def inputs(asked: dict[str, Any]) -> dict[str, str]:
    """Files that are read, by option."""
    return {one.names[0]: asked[one.key] for one in OPTIONS
            if not one.writes and one.metavar == "FILE" and asked[one.key]}  # fmt: skip


def switches(asked: dict[str, Any]) -> list[str]:
    """Words that ask for the same for another command, but for files and folders."""
    return [f"{one.names[0]}={asked[one.key]}" if one.implied else one.names[0]
            for one in OPTIONS if asked[one.key] and (one.implied or not one.metavar)]  # fmt: skip


def requested_options(asked: dict[str, Any]) -> list[str]:
    """The names of all that is asked for."""
    return [one.names[0] for one in OPTIONS if asked[one.key]]


def check(session: Session) -> None:
    """Refuse what some lens cannot do."""
    for lens in LENSES:
        problem = lens.refusal(session)
        if not problem and lens.is_requested(session.asked) and not hasattr(lens, session.front.name):
            problem = f"{lens.options[0].names[0]} does not look at {session.front.title}"
        if problem:
            refuse(problem)


def launch(session: Session) -> int:
    """Runs it under all lenses that are wanted; the status of the command."""
    check(session)
    session.front.prepare(session)
    with ExitStack() as listening:
        for lens in LENSES:
            if lens.is_requested(session.asked):
                around: AbstractContextManager[None] = getattr(lens, session.front.name)(session)
                listening.enter_context(around)
        session.left = session.status = session.front.launch(session)
    return session.status
