"""`--why` and `--expect`: where a value comes from, and which are not what they should be."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from lanewise.cli.arrays import read_array
from lanewise.cli.lenses import Lens
from lanewise.cli.option import Option
from lanewise.cli.session import Session
from lanewise.cli.status import refuse

if TYPE_CHECKING:
    from lanewise.cli.run_page import Page
    from lanewise.machine.history import History
    from lanewise.why.compare import Comparison
    from lanewise.why.drift import Drift

_ON_A_PAGE = 12  # wrong elements of an array
_TOLERANCE = re.compile(r"(rtol|atol|ulps)=([0-9.eE+-]+)")


class WhyLens(Lens):
    order = 40
    options = (
        Option("why", ("--why",), "Say where an element of a result comes from, such as 'z[137]': which instructions "
               "at which lines made it, of what, back to the launch. z is an argument of a kernel, by name or by "
               "number from 1. Or what a core's memory held: 'UB 0x1200 at line 55'.", "ELEMENT"),
        Option("expect", ("--expect",), "Compare an array with what numpy saved, z=WANT.npy; say which elements are "
               "wrong and what they have in common, and explain the first. The exit status is 3 if there are any.",
               "NAME=FILE.npy"),
        Option("exact", ("--exact",), "With --why or --expect: compute the element in higher precision beside; say how "
               "far rounding takes it off, and at which line most of that arises."),
        Option("tolerance", ("--tolerance",), "How far --expect lets elements be off: rtol=1e-3,atol=1e-6 as "
               "numpy.isclose takes them, ulps=2 in units of the last place (default: nothing).", "HOW"),
    )  # fmt: skip

    def is_requested(self, asked: dict[str, Any]) -> bool:
        return bool(asked["why"] or asked["expect"])

    def refusal(self, session: Session) -> str:
        asked = session.asked
        if asked["exact"] and not self.is_requested(asked):
            return "--exact is about an element: say --why or --expect, too"
        if asked["tolerance"] and not asked["expect"]:
            return "--tolerance is about what --expect compares: say --expect, too"
        if self.is_requested(asked) and not session.sources:
            return "--why and --expect ask about one program: lanewise run takes them, and lanewise op without --tests"
        if self.is_requested(asked) and session.front.name == "python" and session.settings.get("isolate"):
            return "--why and --expect do not look at Python programs under --isolate"
        if session.plan and self.is_requested(asked):
            return "--why and --expect follow what is issued in the order of the program: leave out --schedule"
        if asked["why"]:
            from lanewise.why.question import parse

            try:
                parse(asked["why"])
            except ValueError as problem:
                return f"--why {asked['why']}: {problem}"
        if asked["expect"]:
            name, _, path = asked["expect"].partition("=")
            if not name or not path:
                return f"--expect {asked['expect']}: write an argument of the kernel and a file, such as z=want.npy"
        return ""

    @contextmanager
    def python(self, session: Session) -> Iterator[None]:
        from lanewise.machine.launch import Run, watchers
        from lanewise.machine.settings import configure, settings

        wanted = _expected_array(session)
        found: list[History] = []

        def keep(run: Run) -> None:
            if run.history is not None:
                found.append(run.history)

        before = settings().history
        configure(history=True)
        watchers.append(keep)
        calls = _aie_calls()
        first = len(calls)
        try:
            yield
        finally:
            watchers.remove(keep)
            configure(history=before)
        if calls[first:] and not found:
            _explain_calls(session, calls[first:], wanted)
        else:
            _explain(session, found, wanted)

    @contextmanager
    def program(self, session: Session) -> Iterator[None]:
        import os
        import tempfile

        wanted = _expected_array(session)
        session.observed = True
        with tempfile.TemporaryDirectory(prefix="lanewise-") as folder:
            session.environment["LANEWISE_HISTORY"] = path = os.path.join(folder, "history")
            yield
            from lanewise.cpp.histories import read_history

            history = read_history(path, session.sources) if os.path.exists(path) else None
            _explain(session, [history] if history else [], wanted)


def _expected_array(session: Session) -> tuple[str, Any]:
    """The argument and what it should hold, read before the program runs."""
    if not session.asked["expect"]:
        return "", None
    name, _, path = session.asked["expect"].partition("=")
    return name, read_array(path)


def _tolerance(words: str | None) -> dict[str, Any]:
    out: dict[str, Any] = {}
    for word in (words or "").split(",") if words else ():
        said = _TOLERANCE.fullmatch(word.strip())
        try:
            number = float(said[2]) if said else -1.0
        except ValueError:
            number = -1.0
        if said is None or not number >= 0:
            refuse(f"--tolerance {words}: write rtol=, atol= or ulps= with a number, such as rtol=1e-3,atol=1e-6")
        out[said[1]] = int(number) if said[1] == "ulps" else number
    return out


def _explain(session: Session, histories: list[History], wanted: tuple[str, Any]) -> None:
    from lanewise.why.compare import Tolerance, compare

    if not histories:
        session.say("lanewise: nothing was launched: --why and --expect have nothing to look at")
        return
    asked = session.asked
    try:
        if asked["expect"]:
            name, want = wanted
            result = compare(_chains(histories, name), {name: want}, Tolerance(**_tolerance(asked["tolerance"])))
            _tell(session, result)
            session.data["expect"] = result.data()
            if session.page is not None:
                _on_the_page(session.page, result)
            session.judge(bool(result.wrong))
            if asked["exact"] and (found := result.exact()) is not None:
                _drift(session, found, "expect")
        if asked["why"]:
            from lanewise.why.question import explained, parse

            words = parse(asked["why"])
            why = explained(_chains(histories, words.array), words)
            _tell(session, why)
            session.data["why"] = why.data()
            if asked["exact"]:
                _drift(session, why.exact(), "why")
            if session.page is not None:
                from lanewise.report.facts import Element

                session.page.elements.insert(0, Element(why.element))
    except ValueError as problem:
        refuse(str(problem))


def _drift(session: Session, found: Drift, key: str) -> None:
    _tell(session, found)
    session.data[key]["exact"] = found.data()
    if session.page is not None:
        session.page.compared += found.lines


def _on_the_page(page: Page, result: Comparison) -> None:
    """Of each array the first elements that are wrong, and a right one beside them."""
    import numpy as np

    from lanewise.report.facts import Element
    from lanewise.why.texts import number_of

    page.compared += [line for line in result.lines if not line.startswith(("|", "`", " "))]
    for one in result.arrays:
        step = max(1, len(one.wrong) // _ON_A_PAGE)
        for index in one.wrong[::step][:_ON_A_PAGE]:
            node = result.chains.element(one.launch, one.argument, int(index), one.kind)
            page.elements.append(Element(node, number_of(one.want[index].tobytes(), one.kind)))
        right = np.setdiff1d(np.arange(len(one.got)), one.wrong)
        if len(one.wrong) and len(right):
            near = int(right[np.abs(right - int(one.wrong[0])).argmin()])
            page.elements.append(Element(result.chains.element(one.launch, one.argument, near, one.kind)))


def _aie_calls() -> list[Any]:
    """Of kernels of AI Engines, kept from now on."""
    from lanewise.aie.calls import held_calls

    return held_calls


def _explain_calls(session: Session, calls: list[Any], wanted: tuple[str, Any]) -> None:
    """Of the last call that has such an array."""
    from lanewise.aie.origins import Origin
    from lanewise.why.compare import Tolerance
    from lanewise.why.question import parse

    asked = session.asked
    try:
        if asked["exact"]:
            raise ValueError("--exact does not look at kernels of AI Engines")
        if asked["expect"]:
            name, want = wanted
            result = _last_with(calls, name).compared({name: want}, Tolerance(**_tolerance(asked["tolerance"])))
            _tell(session, result)
            session.data["expect"] = result.data()
            session.judge(bool(result.wrong))
        if asked["why"]:
            words = parse(asked["why"])
            if not words.array or words.when or words.block is not None:
                raise ValueError("of kernels of AI Engines --why asks about elements of their arrays, such as 'y[137]'")
            held = _last_with(calls, words.array)
            origin = Origin(held.element(held.find(words.array), words.index))
            _tell(session, origin)
            session.data["why"] = origin.data()
    except ValueError as problem:
        refuse(str(problem))


def _last_with(calls: list[Any], name: str) -> Any:
    return next((held for held in calls[::-1] if name in held.names), calls[-1])


def _tell(session: Session, said: Any) -> None:
    """In words, or as an object where a notebook shows those."""
    if session.shown is None:
        session.say(str(said))
    else:
        session.shown.append(said)


def _chains(histories: list[History], name: str) -> Any:
    """Of the last launch that has such an argument; empty: of the last one."""
    from lanewise.why.chain import Chains

    if not name:
        return Chains(histories[-1])
    for history in histories[:0:-1]:
        chains = Chains(history)
        try:
            chains.find(name)
        except ValueError:
            continue
        return chains
    return Chains(histories[0])


LENS = WhyLens()
