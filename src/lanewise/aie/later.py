"""What a C++ file defines and nobody can call yet: templates without arguments, classes without objects.

`k.gain["int16, 8"](x, y)` calls a function template, `k.gain(x, y)` the instance in the file that takes the arguments;
`fir = k.Fir["int16, 16"](taps)` makes an object of a class template, `fir.run(x, y)` calls it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from lanewise.aie.calls import Kernel, Overloads
from lanewise.aie.functions import Class, Template
from lanewise.errors import LanewiseError


class Entry(NamedTuple):
    """A function for Python: its name, where it is defined, and how entry.h calls it, up to the slots."""

    name: str
    namespace: tuple[str, ...]
    call: str
    before: str = ""  # declarations that the call needs


Make = Callable[[Sequence[Entry]], list[Kernel]]


class Templated:
    """A function template."""

    def __init__(self, template: Template, make: Make) -> None:
        self._template, self._make = template, make
        self._made: dict[str, Kernel] = {}
        self.is_kernel = bool(template.instances)

    def __getitem__(self, arguments: Any) -> Kernel:
        text = _arguments(arguments)
        name = f"{self._template.name}<{text}>"
        if text not in self._made:
            (self._made[text],) = self._make([Entry(name, self._template.namespace, f"call(&{name}, ")])
        return self._made[text]

    def __call__(self, *arguments: Any, **ports: Any) -> Any:
        name, instances = self._template.name, self._template.instances
        if not instances:
            raise LanewiseError("CPP-003", kernel=name, problem=f'it is a template: write {name}["int16, 8"](...)')
        return Overloads([self[i] for i in instances])(*arguments, **ports)


class Kind:
    """A class, or a class template."""

    def __init__(self, one: Class, make: Make, arguments: str = "") -> None:
        self._class, self._make, self._arguments = one, make, arguments
        self._chosen: dict[str, Kind] = {}
        self._functions: tuple[Overloads, dict[str, Kernel]] | None = None
        self.is_kernel = one.registered

    def __getitem__(self, arguments: Any) -> Kind:
        text = _arguments(arguments)
        if text not in self._chosen:
            self._chosen[text] = Kind(self._class, self._make, text)
        return self._chosen[text]

    def __call__(self, *arguments: Any) -> Object:
        constructors, methods = self._functions or self._compiled()
        return Object(constructors(*arguments), methods)

    def _compiled(self) -> tuple[Overloads, dict[str, Kernel]]:
        name, inside, template, parameters, methods, _ = self._class
        if template and not self._arguments:
            raise LanewiseError("CPP-003", kernel=name, problem=f'it is a template: write {name}["int16, 8"](...)')
        args = f"<{self._arguments}>" if template else ""
        entries = []
        for number, one in enumerate(parameters):  # an alias template: parameters may use the template's names
            alias = f"lanewise_new_{number}"
            entries.append(Entry(
                name, inside, f"create<{name}{args}>(({alias}{args}*)nullptr, ",
                f"{template} using {alias} = void({one}); ",
            ))  # fmt: skip
        entries += [Entry(f"{name}.{m}", inside, f"call(&{name}{args}::{m}, ") for m in methods]
        made = self._make(entries)
        self._functions = (
            Overloads(made[: len(parameters)]), dict(zip(methods, made[len(parameters) :], strict=True))
        )  # fmt: skip
        return self._functions


class Object:
    """An object of a class of the file. It lives as long as the file is loaded."""

    def __init__(self, address: int, methods: dict[str, Kernel]) -> None:
        self._methods = {name: kernel.of(address) for name, kernel in methods.items()}

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name not in self._methods:
            raise AttributeError(f"no function is called {name}; there are: {', '.join(self._methods) or 'none'}")
        return self._methods[name]

    def __dir__(self) -> list[str]:
        return sorted(self._methods)


def _arguments(arguments: Any) -> str:
    """`"int16, 8"` or `"int16", 8`."""
    return ", ".join(map(str, arguments)) if isinstance(arguments, tuple) else str(arguments)
