"""`--json`: what the other lenses have seen, as data."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager

from lanewise.cli.lenses import Lens
from lanewise.cli.option import Option
from lanewise.cli.session import Session


class Data(Lens):
    order = 20
    options = (Option("json", ("--json",), "Write its timing and findings there, as data.", "FILE", writes=True),)

    def python(self, session: Session) -> AbstractContextManager[None]:
        return _write_at_end(session)

    def program(self, session: Session) -> AbstractContextManager[None]:
        return _write_at_end(session)

    def graph(self, session: Session) -> AbstractContextManager[None]:
        return _write_at_end(session)


@contextmanager
def _write_at_end(session: Session) -> Iterator[None]:
    yield
    broken = session.broken()
    data = {**({"findings": [broken.as_data()]} if broken else {}), **session.data}
    with open(session.asked["json"], "w", encoding="utf-8") as file:
        json.dump(data, file, indent=1)


LENS = Data()
