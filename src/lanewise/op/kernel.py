"""The kernel of an operator for one combination of types and one key: both are constants when it is compiled."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from typing import Any, NamedTuple, TypeVar

from lanewise.cpp.build import Request
from lanewise.cpp.compiler import HEADERS, predefined
from lanewise.cpp.expanded import preprocess
from lanewise.cpp.groups import encode_groups as told_groups
from lanewise.cpp.kernels import Kernel, kernels
from lanewise.cpp.loader import Launchable, build_library, entries
from lanewise.cpp.sources import included_files, read_source
from lanewise.cpp.tokens import scan
from lanewise.errors import LanewiseError
from lanewise.machine.group import Group
from lanewise.machine.settings import settings
from lanewise.op.cores import group
from lanewise.op.definition import Definition, Parameter
from lanewise.op.early import Early
from lanewise.op.kinds import FORMATS, TYPES
from lanewise.op.plan import structures
from lanewise.op.twin import without_twin

_DEFAULT = re.compile(r"^[^\S\n]*REGISTER_TILING_DEFAULT\s*\(([^;\n]*)\)", re.MULTILINE)
_WITH = re.compile(r"\bGET_TILING_DATA_(?:PTR_)?WITH_STRUCT\s*\(\s*([\w:<>\s]+?)\s*,")
_AGAIN = re.compile(r"redefinition of '(?:struct |class )?(\w+)'")
_HOST = re.compile(r"(?:lib|adv_api)/\w[\w/]*tiling\.h")  # is tiling_api.h, which spells types as the host does
_DEFINE = re.compile(r"^#define (\w+) (.*)$", re.MULTILINE)
T = TypeVar("T")
_DECLARED = re.compile(r"^[^\S\n]*ASCENDC_TPL_ARGS_DECL\s*\(\s*(\w+)", re.MULTILINE)
_COMMENTS = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)


class Variant(NamedTuple):
    """What a kernel is compiled for: the type and format of each parameter, and the key."""

    inputs: tuple[tuple[int, int], ...]
    outputs: tuple[tuple[int, int], ...]
    key: int


class Source:
    """A kernel's file with all that it includes."""

    def __init__(
        self, definition: Definition, path: str, entry: str, classes: Sequence[Mapping[str, Any]], request: Request,
        early: Early | None = None,
    ) -> None:
        self.definition, self.path, self.entry, self.request, self._early = definition, path, entry, request, early
        files = included_files(path, request.include_dirs, request.elsewhere)
        self.text = _COMMENTS.sub(" ", "\n".join(read_source(file) for file in files))
        there = [k for file in files for k in kernels(without_twin(read_source(file)))]
        found = [k for k in there if k.name == entry]
        self.kernel: Kernel | None = found[0] if found else None
        self._others = [] if found else list(dict.fromkeys(k.name for k in there))
        self.default = _single_value(m[1].strip() for m in _DEFAULT.finditer(self.text))
        self._groups: dict[Variant, Group] = {}
        self.structure = self.default or _single_value(m[1].strip() for m in _WITH.finditer(self.text))
        own = [c for c in classes if c["op"] == definition.type]
        self.own_class = own[-1]["name"] if own else None
        self._structures = structures(classes, _library())
        self._check_name()
        self._check_parameters()

    def _check_name(self) -> None:
        """A kernel of another name is one that nobody calls. Where none is seen, a macro may write it."""
        if self._others and self.entry not in self.text:
            source, others = os.path.basename(self.path), ", ".join(self._others)
            raise LanewiseError("OPERATOR-002", operator=self.definition.type, case="kernel_name", source=source,
                                others=others, entry=self.entry)

    def _check_parameters(self) -> None:
        if self.kernel is None or not self.kernel.parameters.strip():
            return
        given = self.definition.arguments
        count = _parameter_count(self.kernel.parameters)
        if count != len(given):
            raise LanewiseError("OPERATOR-002", operator=self.definition.type, case="kernel_arguments",
                                entry=self.entry, source=os.path.basename(self.path), count=count, due=len(given),
                                names=", ".join(given))

    def group(self, variant: Variant, selected: str | None) -> Group:
        """The cores of a block. `selected` is what the selection of the key says of them."""
        if variant not in self._groups:
            def expand() -> str:
                words = [f"{name}={value}" for name, value in _DEFINE.findall(self._code_before(variant))]
                chip = [f"{self.request.front.arch}={self.request.arch}", *predefined(self.request.chip)]
                asked = self.request
                return preprocess(self.path, [*chip, *asked.defines, *words], asked.include_dirs, asked.elsewhere)

            self._groups[variant] = group(self.text, variant.key, expand, selected)
        return self._groups[variant]

    @property
    def declared(self) -> list[str]:
        """The names that declarations of template arguments have."""
        return list(dict.fromkeys(_DECLARED.findall(self.text)))

    @property
    def type_parameters(self) -> list[bool]:
        """Which parameters of the kernel's template are types."""
        found = re.search(rf"template\s*<([^{{}};]*)>[^;{{}}]*\b{self.entry}\s*\(", self.text)
        return [word.split()[:1] in (["typename"], ["class"]) for word in found[1].split(",")] if found else []

    def build(
        self, variant: Variant, arguments: str, cores: Group, check: str, schedule: str, timeout: float | None
    ) -> Launchable:
        """The kernel, for launches from here."""
        make = entries if timeout is None else partial(entries, timeout=timeout)
        observed = bool(check or schedule or settings().history)
        wanted = self.request._replace(check=check, schedule=schedule, observed=observed)
        found = self._build(make, wanted, variant, arguments, cores)
        return next(k for k in reversed(found) if k.name == self.definition.type)

    def library(self, variant: Variant, arguments: str, cores: Group, observed: bool) -> str:
        """The file that holds the kernel, for a process that launches it itself."""
        return self._build(build_library, self.request._replace(observed=observed), variant, arguments, cores)

    def _build(
        self, make: Callable[[Request], T], request: Request, variant: Variant, arguments: str, cores: Group
    ) -> T:
        behind = self._code_after(arguments, cores)
        wanted = request._replace(ahead=self._code_before(variant), behind=behind, cubes=cores.cubes > 0)
        if self._early:
            self._early.wait(wanted)
        try:
            return make(wanted)
        except LanewiseError as problem:  # the kernel's files may have structures of these names after all
            again = {name for name in _AGAIN.findall(str(problem.fields.get("output"))) if name in self._structures}
            if not again:
                raise
            self._structures = {name: text for name, text in self._structures.items() if name not in again}
            return make(wanted._replace(ahead=self._code_before(variant)))

    def in_editors(self) -> Request:
        """As it is compiled for the first of its columns of types, and key 0."""
        def kinds(parameters: Sequence[Parameter]) -> tuple[tuple[int, int], ...]:
            types = (self.definition.type_of(p, 0, {}) for p in parameters)
            return tuple((kind or 0, p.format(0)) for kind, p in zip(types, parameters, strict=True))

        first = Variant(kinds(self.definition.inputs), kinds(self.definition.outputs), 0)
        return self.request._replace(ahead=self._code_before(first))

    def _code_before(self, variant: Variant) -> str:
        key = ["#undef TILING_KEY_VAR", f"#define TILING_KEY_VAR {variant.key}UL"]  # a number: it stands in #if
        return "\n".join([*key, *self.preamble(variant)]) + "\n"

    def preamble(self, variant: Variant) -> list[str]:
        """Lines that stand in front of a kernel whatever its key is."""
        rows = ['#include "tiling/tiling_api.h"'] if _HOST.search(self.text) else []
        rows += ['#include "lanewise/operator/kernel_numbers.h"', "#define DETERMINISTIC_MODE 0"]
        names = {p.name for p in self.definition.inputs}
        for parameters, kinds, suffix in ((self.definition.inputs, variant.inputs, ""),
                                          (self.definition.outputs, variant.outputs, "_REF")):  # fmt: skip
            for parameter, (kind, form) in zip(parameters, kinds, strict=True):
                rows += _macros(parameter, kind, form, suffix if parameter.name in names else "")
        for name, text in self._structures.items():
            rows.append(text)
            if not re.search(rf"\bBEGIN_TILING_DATA_DEF\s*\(\s*{name}\s*\)", self.text):
                rows.append(f"namespace optiling {{ using ::{name}; }}")
        if self.default:  # it may stand after its first use
            rows += ["#undef REGISTER_TILING_DEFAULT", "#define REGISTER_TILING_DEFAULT(...) static_assert(true)",
                     f"#define lanewise_default_tiling {self.default}"]  # fmt: skip
        elif self.own_class:
            rows.append(f"using lanewise_default_tiling = ::{self.own_class};")
        return rows

    def _code_after(self, arguments: str, cores: Group) -> str:
        names = [f"lanewise_{i}" for i in range(len(self.definition.arguments) - 2)]
        names += ["lanewise_workspace", "lanewise_tiling"]
        where = "".join(f"{n}::" for n in self.kernel.namespace) if self.kernel else ""
        given = ", ".join(f"::lanewise::built_in::Address{{{n}}}" for n in names)
        instance = f"<{arguments}>" if arguments else ""
        told = told_groups({self.definition.type: cores})
        return (
            f"static void lanewise_operator({', '.join(f'std::uint8_t* {n}' for n in names)}) {{ "
            f"::lanewise::built_in::give_workspace(lanewise_workspace); {where}{self.entry}{instance}({given}); }}\n"
            f'static const ::lanewise::entry::Known<&lanewise_operator> lanewise_known("{self.definition.type}");\n'
            f'static const bool lanewise_groups [[gnu::unused]] = lw_kernel_groups("{told}");\n'
        )


def _macros(parameter: Parameter, kind: int, form: int, suffix: str) -> list[str]:
    name = parameter.name.upper() + suffix
    known = TYPES.get(kind)
    rows = [f"#define DTYPE_{name} {known.cpp}"] if known else []
    rows.append(f"#define ORIG_DTYPE_{name} {f'DT_{known.name}' if known else kind}")
    if name not in FORMATS.values():  # else it would change the number of that format
        rows.append(f"#define FORMAT_{name} {f'FORMAT_{FORMATS[form]}' if form in FORMATS else form}")
    return rows


def _single_value(found: Any) -> str | None:
    """The one value of all, if there is one."""
    values = list(dict.fromkeys(found))
    return values[0] if len(values) == 1 else None


def _parameter_count(parameters: str) -> int:
    depth, count = 0, 1
    for token in scan(parameters)[0]:
        depth += (token.text in ("(", "[", "{", "<")) - (token.text in (")", "]", "}", ">"))
        count += token.text == "," and not depth
    return count


@cache
def _library() -> frozenset[str]:
    """Tiling structures of the library, which kernels have anyway."""
    text = read_source(os.path.join(HEADERS, "lanewise", "ascend", "tiling", "structs.h"))
    return frozenset(re.findall(r"^LANEWISE_TILING\((\w+)", text, re.MULTILINE))
