"""Errors of designs. Some are also what AMD's package raises there, because designs catch those."""

from __future__ import annotations

from typing import Any

from lanewise.errors import LanewiseError


class IronError(LanewiseError):
    """A design that cannot be built or cannot end."""

    def at(self, where: tuple[str, int] | None) -> IronError:
        """The same, told at another line of the design."""
        self.where = where or self.where
        return self


class IronValueError(IronError, ValueError):
    """A number that does not fit."""


class IronTypeError(IronError, TypeError):
    """An argument that is not what it should be."""


class MissingError(IronError, ImportError):
    """A name that designs may have and that is not answered here."""


def wrong(what: str, case: str, **fields: Any) -> IronError:
    return IronError("IRON-005", what=what, case=case, **fields)


def wrong_value(what: str, case: str, **fields: Any) -> IronValueError:
    return IronValueError("IRON-005", what=what, case=case, **fields)


def wrong_type(what: str, case: str, **fields: Any) -> IronTypeError:
    return IronTypeError("IRON-005", what=what, case=case, **fields)


def missing(what: str, instead: str = "") -> MissingError:
    return MissingError("IRON-001", what=what, instead=f" {instead}" if instead else "")
