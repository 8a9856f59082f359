"""What a C++ file defines and nobody can call yet: templates without arguments, classes without objects.

`k.gain["int16, 8"](x, y)` calls a function template, `k.gain(x, y)` the one that takes the arguments: an instance in
the file, or what the arrays make of the template's parameters; `fir = k.Fir["int16, 16"](taps)` makes an object of a
class template, `fir.run(x, y)` calls it. `using fir16 = Fir<int16, 16>;` makes `k.fir16(taps)` the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from lanewise.aie.calls import Kernel, Overloads
from lanewise.aie.element import element_name
from lanewise.aie.entries import Entry, by_call
from lanewise.cpp.definitions import Class, Form, Parameter, Template
from lanewise.errors import LanewiseError

Make = Callable[[Sequence[Entry]], list[Kernel | None]]  # None: one that does not compile, where others do


class Templated:
    """Function templates of one name."""

    def __init__(self, template: Template, make: Make) -> None:
        self._template, self._make = template, make
        self._made: dict[str, Kernel | Overloads] = {}
        self.is_kernel = True

    def __getitem__(self, arguments: Any) -> Kernel | Overloads | Partial:
        text = _arguments(arguments)
        given = split(text)
        if all(_is_partial(form, len(given)) for form in self._template.forms):
            return Partial(self, given)
        return self._whole(text)

    def _whole(self, text: str) -> Kernel | Overloads:
        if text not in self._made:
            self._made[text] = self._compiled(text)
        return self._made[text]

    def called(self, given: Sequence[str], arguments: Sequence[Any]) -> Kernel | Overloads | None:
        """The function of a call with some of the template arguments: the call says others, the rest have defaults."""
        for form in self._template.forms:
            words = _deduce_arguments(form, given, arguments)
            if words is None:
                continue
            known = [p for p in form.declared if p.name in words]
            if [p.name for p in known] == [p.name for p in form.declared[: len(known)]]:
                return self._whole(", ".join(words[p.name] for p in known))
            key = f"{', '.join(given)}; {words}"
            if key not in self._made:
                self._made[key] = self._deduced(form, given, {p: words[p.name] for p in known})
            return self._made[key]
        return None

    def _deduced(self, form: Form, given: Sequence[str], words: Mapping[Parameter, str]) -> Kernel:
        """A parameter with a default stands before one that the call says: the compiler deduces that one, too."""
        name, inside, _, _ = self._template
        heads = ", ".join(f"{'class' if p.is_type else 'auto'} {p.name}" for p in words)
        before = f"template <{heads}> using lanewise_form = void({', '.join(form.parameters)}); "
        callee = f"{name}<{', '.join(given)}>" if given else name
        entry = Entry(callee, inside, by_call(f"lanewise_form<{', '.join(words.values())}>", callee), before)
        (kernel,) = self._make([entry])
        assert kernel is not None  # alone, what does not compile is an error
        return kernel

    def _compiled(self, arguments: str) -> Kernel | Overloads:
        name, inside, forms, _ = self._template
        full = f"{name}<{arguments}>" if arguments else name
        if len(forms) == 1:
            (kernel,) = self._make([Entry(full, inside, f"call(&{name}<{arguments}>, ")])
            assert kernel is not None  # alone, what does not compile is an error
            return kernel
        kernels: list[Kernel] = []
        problem = None
        for form in forms:  # which of them take these template arguments only the compiler knows
            parameters = ", ".join(form.parameters)
            alias = f"{form.template} using lanewise_form = void({parameters}); "
            call = by_call(f"lanewise_form<{arguments}>", f"{name}<{arguments}>")
            try:
                kernels += _existing(self._make([Entry(full, inside, call, alias)]))
            except LanewiseError as said:
                problem = problem or said
        if not kernels and problem is not None:
            raise problem
        return kernels[0] if len(kernels) == 1 else Overloads(kernels)

    def __call__(self, *arguments: Any, **ports: Any) -> Any:
        name, _, forms, instances = self._template
        if instances:
            return Overloads([k for i in instances for k in _overloads_of(self._whole(i))])(*arguments, **ports)
        found = self.called((), arguments)
        if found is None:
            example = _example(name, forms)
            raise _miscounted(name, forms, arguments) or LanewiseError(
                "CPP-003", kernel=name, case="template", example=example
            )
        return found(*arguments, **ports)


class Partial:
    """A function template with the first of its arguments: a call says the others."""

    def __init__(self, template: Templated, given: Sequence[str]) -> None:
        self._template, self._given = template, given

    def __call__(self, *arguments: Any, **ports: Any) -> Any:
        found = self._template.called(self._given, arguments)
        if found is None:
            name, forms = self._template._template.name, self._template._template.forms
            given, example = ", ".join(self._given), _example(name, forms)
            raise _miscounted(name, forms, arguments) or LanewiseError(
                "CPP-003", kernel=name, case="template_arguments", given=given, example=example
            )
        return found(*arguments, **ports)


class Beside:
    """Functions, and templates of the same name: the functions come first, as in C++."""

    def __init__(self, function: Callable[..., Any], template: Templated) -> None:
        self._function, self._template = function, template

    def __getitem__(self, arguments: Any) -> Kernel | Overloads | Partial:
        return self._template[arguments]

    def __call__(self, *arguments: Any, **ports: Any) -> Any:
        try:
            return self._function(*arguments, **ports)
        except LanewiseError as problem:
            if problem.id != "CPP-003":
                raise
        return self._template(*arguments, **ports)


Chain = tuple[tuple[Class, str], ...]  # from a class to one of its bases, each with its arguments as written


class Kind:
    """A class, or a class template. `classes` are those of the file, by name."""

    def __init__(self, one: Class, make: Make, classes: Mapping[str, Class], arguments: str = "") -> None:
        self._class, self._make, self._classes = one, make, classes
        self._arguments = arguments or (one.instances[0] if len(one.instances) == 1 else "")
        self._chosen: dict[str, Kind] = {}
        self._functions: tuple[Overloads, dict[str, Kernel | Overloads | Broken]] | None = None
        self.is_kernel = one.registered or bool(one.instances)

    def __getitem__(self, arguments: Any) -> Kind:
        text = _arguments(arguments)
        if text not in self._chosen:
            self._chosen[text] = Kind(self._class, self._make, self._classes, text)
        return self._chosen[text]

    def __call__(self, *arguments: Any) -> Object:
        constructors, methods = self._functions or self._compiled()
        return Object(constructors(*arguments), methods)

    def _compiled(self) -> tuple[Overloads, dict[str, Kernel | Overloads | Broken]]:
        one = self._class
        needed = [p for p in one.declared if not (p.has_default or p.is_pack)]
        if one.template and needed and not self._arguments:
            example = _example(one.name, (Form("", one.declared, ()),))
            raise LanewiseError("CPP-003", kernel=one.name, case="template", example=example)
        full = one.name + (f"<{self._arguments}>" if one.template else "")
        makers = list(self._constructors(()))
        members = list(self._methods(()))
        names = [name for name, _, _ in members]
        entries = []
        for number, (parameters, chain) in enumerate(makers):
            before, signature = self._signature(number, parameters, chain)
            entries.append(Entry(one.name, one.namespace, f"create<{full}>(({signature}*)nullptr, ", before))
        for number, (name, parameters, chain) in enumerate(members, len(entries)):
            if names.count(name) == 1:
                entries.append(Entry(f"{one.name}.{name}", one.namespace, f"call_of<{full}>(&{full}::{name}, "))
            else:
                before, signature = self._signature(number, parameters, chain)
                call = f"calls<{signature}>::of_object<{full}>([](auto& lanewise_object, auto&&... lanewise_given) "
                call += f"-> decltype(auto) {{ return lanewise_object.{name}("
                call += "static_cast<decltype(lanewise_given)>(lanewise_given)...); }, "
                entries.append(Entry(f"{one.name}.{name}", one.namespace, call, before))
        made = self._make(entries)
        if not _existing(made[: len(makers)]):
            self._make(entries[: len(makers)])  # alone they are an error, which says why
        for constructor in _existing(made[: len(makers)]):
            constructor.kept = []
        methods: dict[str, list[Kernel]] = {}
        for name, kernel in zip(names, made[len(makers) :], strict=True):
            if kernel is not None:
                methods.setdefault(name, []).append(kernel)
        chosen: dict[str, Kernel | Overloads | Broken] = {
            name: several[0] if len(several) == 1 else Overloads(several) for name, several in methods.items()
        }
        for name, entry in zip(names, entries[len(makers) :], strict=True):
            chosen.setdefault(name, Broken(self._make, entry))
        self._functions = Overloads(_existing(made[: len(makers)])), chosen
        return self._functions

    def _bases(self, chain: Chain) -> Iterator[Chain]:
        one = chain[-1][0] if chain else self._class
        for named in one.bases:
            base = self._classes.get(named.name)
            if base is not None and base is not self._class and all(base is not other for other, _ in chain):
                yield (*chain, (base, named.arguments))

    def _constructors(self, chain: Chain) -> Iterator[tuple[str, Chain]]:
        one = chain[-1][0] if chain else self._class
        if one.inherits_constructors:
            for base in self._bases(chain):
                yield from self._constructors(base)
        else:
            yield from ((parameters, chain) for parameters in one.constructors)

    def _methods(self, chain: Chain) -> Iterator[tuple[str, str, Chain]]:
        """Its own, then those of its bases that it has no function of that name for."""
        one = chain[-1][0] if chain else self._class
        own = {name for name, _ in one.methods}
        yield from ((name, parameters, chain) for name, parameters in one.methods)
        for base in self._bases(chain):
            yield from (found for found in self._methods(base) if found[0] not in own)

    def _signature(self, number: int, parameters: str, chain: Chain) -> tuple[str, str]:
        """A function type as the class would read it: a declaration, and how to name it.

        Template parameters are known because the declaration is a template, too; the class's own constants and types
        because it is a struct derived from the class that brings them. What a base declares is named from there on,
        class by class.
        """
        classes = [self._class, *(base for base, _ in chain)]
        one = classes.pop()
        name = f"lanewise_form_{number}"
        used = set(re.findall(r"[A-Za-z_]\w*", parameters))
        brought = [(n, is_type) for n, is_type in one.scope if n in used]
        text, inner = f"{one.template} using {name} = void({parameters}); ", ""
        if brought:
            base = one.name + (f"<{', '.join(p.argument for p in one.declared)}>" if one.template else "")
            using = "".join(f"using {'typename ' if is_type else ''}{base}::{n}; " for n, is_type in brought)
            text = f"{one.template} struct {name} : {base} {{ {using}using form = void({parameters}); }}; "
            inner = "::form"
        for depth, (base_class, arguments) in enumerate(reversed(chain)):
            given = f"<{arguments}>" if base_class.template else ""
            outer = f"{name}_{depth}"
            text += f"{classes.pop().template} using {outer} = {'typename ' if inner else ''}{name}{given}{inner}; "
            name, inner = outer, ""
        return text, f"{name}{f'<{self._arguments}>' if self._class.template else ''}{inner}"


class Broken:
    """A function that does not compile. Whoever wants it is told why."""

    def __init__(self, make: Make, entry: Entry) -> None:
        self._make, self._entry = make, entry

    def tell(self) -> None:
        self._make([self._entry])  # alone it is an error, which says why


class Object:
    """An object of a class of the file. It lives as long as the file is loaded."""

    def __init__(self, address: int, methods: dict[str, Kernel | Overloads | Broken]) -> None:
        self._methods = {name: one.of(address) for name, one in methods.items() if not isinstance(one, Broken)}
        self._broken = {name: one for name, one in methods.items() if isinstance(one, Broken)}

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name in self.__dict__.get("_broken", ()):
            self._broken[name].tell()
        if name not in self.__dict__.get("_methods", ()):
            raise AttributeError(f"no function is called {name}; there are: {', '.join(self._methods) or 'none'}")
        return self._methods[name]

    def __dir__(self) -> list[str]:
        return sorted(self._methods)


def _existing(kernels: Sequence[Kernel | None]) -> list[Kernel]:
    return [kernel for kernel in kernels if kernel is not None]


def _overloads_of(one: Kernel | Overloads) -> Sequence[Kernel]:
    return [one] if isinstance(one, Kernel) else one.kernels


def _arguments(arguments: Any) -> str:
    """`"int16, 8"` or `"int16", 8`."""
    return ", ".join(map(str, arguments)) if isinstance(arguments, tuple) else str(arguments)


def _example(name: str, forms: Sequence[Form]) -> str:
    wanted = [p for p in forms[0].declared if not p.has_default]
    words = ["int16" if p.is_type else "8" for p in wanted] or ["int16"]
    return f'{name}["{", ".join(words)}"]'


def split(text: str) -> list[str]:
    """Template arguments, one by one: commas inside brackets belong to one of them."""
    parts, depth = [""], 0
    for c in text:
        depth += (c in "<([{") - (c in ">)]}")
        if c == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += c
    return [part.strip() for part in parts if part.strip()]


def _is_partial(form: Form, count: int) -> bool:
    return any(not (p.has_default or p.is_pack) for p in form.declared[count:])


def _miscounted(name: str, forms: Sequence[Form], arguments: Sequence[Any]) -> LanewiseError | None:
    """Of a call that has another number of arguments than any of the templates."""
    counts = {len(form.parameters) for form in forms}
    if len(arguments) in counts:
        return None
    listed = f" ({', '.join(forms[0].parameters)})" if len(forms) == 1 and forms[0].parameters else ""
    plural = "s" * (counts != {1})
    need = f"{' or '.join(map(str, sorted(counts)))} argument{plural}{listed}"
    return LanewiseError("CPP-003", kernel=name, case="argument_count", need=need, count=len(arguments))


def _deduce_arguments(form: Form, given: Sequence[str], arguments: Sequence[Any]) -> dict[str, str] | None:
    """The template arguments that are given, and those that the arrays and numbers of a call say, by name; None where
    one is missing that has no default."""
    if len(arguments) != len(form.parameters) or len(given) > len(form.declared):
        return None
    words = {p.name: text for p, text in zip(form.declared, given, strict=False)}
    for parameter in form.declared[len(given) :]:
        word = None if parameter.is_pack else _deduce_argument(parameter, form.parameters, arguments)
        if word is not None:
            words[parameter.name] = word
        elif not (parameter.has_default or parameter.is_pack):
            return None
    return words


def _deduce_argument(parameter: Parameter, parameters: Sequence[str], arguments: Sequence[Any]) -> str | None:
    """The type of the elements, or the length of an array `T (&x)[N]`."""
    for text, value in zip(parameters, arguments, strict=True):
        if not re.search(rf"\b{parameter.name}\b", text):
            continue
        if parameter.is_type:
            return element_name(value)
        if hasattr(value, "shape") and re.search(rf"\[\s*{parameter.name}\s*\]", text):
            return str(len(value))
    return None
