"""Names that older designs need and that change no value: placers, decorators, contexts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import contextmanager
from typing import Any

from lanewise.iron.refusals import missing


class Placer:
    """Where tiles lie is for the compiler to say; values do not depend on it."""

    def __init__(self, *_: Any, **named: Any) -> None:
        pass

    def make_placement(self, *_: Any, **named: Any) -> None:
        pass


class SequentialPlacer(Placer):
    pass


class Resolvable:
    """What the compiler asks for its text; here nothing has one."""


class NotResolvedError(Exception):
    pass


StreamDims = Sequence[Sequence[int]]  # (size, stride) pairs, outermost first
PadDims = Sequence[tuple[int, int]]  # zeros before and after, for each dimension


class ScratchpadParameter:
    """A name that designs import."""

    def __init__(self, *_: Any, **named: Any) -> None:
        raise missing("ScratchpadParameter", "Give the number to inline_ops, which writes a Buffer.")


def set_tensor_class(*_: Any, **named: Any) -> None:
    raise missing("set_tensor_class", "Tensors are numpy arrays of the host here: make them with iron.tensor.")


def func(function: Callable[..., Any] | None = None, **options: Any) -> Any:
    """A kernel in Python: a function of the core's program."""
    return function if function is not None else lambda f: f


class Silent:
    """Traces and other things without an effect on values: every name is there and does nothing."""

    def __init__(self, *_: Any, **named: Any) -> None:
        self.__dict__.update(named)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return Silent()

    def __call__(self, *_: Any, **named: Any) -> Silent:
        return Silent()

    def __iter__(self) -> Any:
        return iter(())

    def __bool__(self) -> bool:
        return False


class TraceConfig(Silent):
    """Traces are not made."""


class _Module(Silent):
    """Designs, which print as descriptions; there is nothing else to verify."""

    def __init__(self, designs: Callable[[], list[Any]]) -> None:
        super().__init__(_designs=designs, operation=Silent(verify=lambda: True))

    def __str__(self) -> str:
        return "\n".join(map(str, self._designs()))


@contextmanager
def mlir_mod_ctx(*_: Any, **named: Any) -> Any:
    """The compiler's context: what is built inside is its module."""
    from lanewise.iron.program import built

    first = len(built)
    yield Silent(module=_Module(lambda: built[first:]))
