"""Where a value comes from: from an element of a result back through the instructions that made it.

lanewise.configure(history=True)
run = kernel[8](x, y, z)
print(why.explain(run, "z", 137))
print(why.expect(run, z=x + y))
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lanewise.markup import Printed

if TYPE_CHECKING:
    from lanewise.machine.history import History
    from lanewise.machine.launch import Run
    from lanewise.why.chain import Chains, Node
    from lanewise.why.compare import Comparison
    from lanewise.why.drift import Drift


@dataclass(repr=False)
class Why(Printed):
    """The chain of one element."""

    element: Node
    chains: Chains
    before: int  # a tick: the element as it was then

    def __str__(self) -> str:
        from lanewise.why.texts import tree

        return "\n".join(tree(self.element))

    @property
    def lines(self) -> list[tuple[str, int]]:
        """Files and lines that the chain names, those nearest to the element first."""
        from lanewise.why.chain import nodes

        found = dict.fromkeys((node.place.file, node.place.line) for node in nodes(self.element) if node.place)
        return list(found)

    def exact(self) -> Drift:
        """How far rounding takes it from what higher precision gives, and at which line most of that arises."""
        from lanewise.why.drift import drift

        return drift(self.chains, self.element, self.before)

    def data(self) -> dict[str, Any]:
        from lanewise.why.texts import data

        return data(self.element)

    def inputs(self) -> dict[str, list[int]]:
        """The elements of launch arguments that decide it, all of them: argument -> indexes, each in elements of the
        size that was read."""
        element = self.element
        found = self.chains.inputs(element.home, element.address, element.kind.size, self.before)
        out: dict[str, list[int]] = {}
        for address, size in sorted(found.elements):
            argument = self.chains._argument(element.launch, address)
            if argument is not None:
                name = argument.names[0] if argument.names else str(argument.number)
                out.setdefault(name, []).append((address - argument.address) // size)
        return out


def history_of(run: Run) -> History:
    if run.history is None:
        raise ValueError("what everything held was not kept: call lanewise.configure(history=True) before the launch "
                         "(and before loading a C++ file, so that the kernel's own code is watched)")  # fmt: skip
    return run.history


def explain(run: Run, name: str | int, index: int | None = None) -> Why:
    """The chain of an element: `name` is a kernel argument by name or by number from 1; or all of it in words, as
    `lanewise run --why` takes them: 'z[137]', 'UB 0x1200 at line 55'."""
    from lanewise.why.chain import Chains
    from lanewise.why.question import explained, parse

    chains = Chains(history_of(run))
    return explained(chains, parse(str(name))) if index is None else element(chains, name, index)


def element(chains: Chains, name: str | int, index: int) -> Why:
    launch, argument = chains.find(name)
    root = chains.element(launch, argument, index, chains.type_of(launch, argument))
    return Why(root, chains, chains.end_of(launch))


def expect(
    run: Run,
    wanted: Mapping[str, Any] | None = None,
    *,
    rtol: float = 0.0,
    atol: float = 0.0,
    ulps: int = 0,
    **named: Any,
) -> Comparison:
    """Compares arrays with what they should be, and explains the first element that is wrong.

    What is wanted is an array, or a function of the inputs as they were before the launch, by the names of arguments:
    `expect(run, z=lambda x, y: x + y)`.
    """
    from lanewise.why.chain import Chains
    from lanewise.why.compare import Tolerance, compare

    chains = Chains(history_of(run))
    both = {**(wanted or {}), **named}
    return compare(chains, {name: _array(chains, want) for name, want in both.items()}, Tolerance(rtol, atol, ulps))


def _array(chains: Chains, want: Any) -> Any:
    if not isinstance(want, Callable):  # type: ignore[arg-type]
        return want
    import inspect

    import numpy as np

    from lanewise.isa.issued import GM
    from lanewise.why.writers import Home

    given = {}
    for name in inspect.signature(want).parameters:
        launch, argument = chains.find(name)
        kind = chains.type_of(launch, argument)
        held = chains.writers.look(Home(GM), argument.address, argument.size, chains.history.launches[launch].begin + 1)
        given[name] = np.frombuffer(held.bytes.tobytes()[: argument.size // kind.size * kind.size], kind.numpy)
    return want(**given)
