"""Tasks of one's own: a task.toml with a reference in a Python file beside it (docs/judge.md).

The reference is trusted: it runs where the judge runs.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import sys
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from lanewise.chips import DEFAULT
from lanewise.chips.chip import any_chip
from lanewise.errors import LanewiseError
from lanewise.judge.rules import OWN, Rule, within
from lanewise.judge.task import Array, Call, Case, Task, TaskError, seed_of
from lanewise.judge.values import limits, random_values, special_values
from lanewise.machine.border import as_numpy
from lanewise.numerics.formats import dtype

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

Values = np.ndarray[Any, Any]
Table = dict[str, Any]
_KNOWN = {"name", "reference", "chip", "kernel", "language", "arguments", "blocks", "workspace", "inputs", "outputs",
          "numbers", "cases", "tolerance", "seeds", "special", "keeps_state", "op"}  # fmt: skip


def read(path: str) -> Task:
    try:
        with open(path, "rb") as file:
            text = file.read()
        table = tomllib.loads(text.decode())
    except OSError as problem:
        raise TaskError(f"{path}: {problem.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as problem:
        raise TaskError(f"{path}: {problem}") from None
    return _Reader(os.path.abspath(path), path, text, table).task()


class _Reader:
    def __init__(self, path: str, called: str, text: bytes, table: Table) -> None:
        self.path, self.called, self.text, self.table = path, called, text, table
        unknown = sorted(set(table) - _KNOWN)
        if unknown:
            raise self._wrong(f"{unknown[0]} is no key of a task; there are {', '.join(sorted(_KNOWN))}")

    def task(self) -> Task:
        name = self._get("name", str, os.path.basename(os.path.dirname(self.path)))
        try:
            chip = any_chip(self._get("chip", str, DEFAULT))
        except LanewiseError as problem:
            raise self._wrong(problem.message) from None
        self.language = self._get("language", str, "aie" if chip.family == "aie" else "ascendc")
        if self.language not in ("aie", "ascendc", "operator"):
            raise self._wrong(f"language {self.language!r}: there are aie, ascendc and operator")
        self.inputs, self.outputs = self._get("inputs", dict), self._get("outputs", dict)
        self.numbers = self._get("numbers", dict, {})
        for about in (*self.inputs.values(), *self.outputs.values()):
            self._face(about)
        self.seeds = self._get("seeds", int, 2)
        self.special = self._get("special", bool, True)
        self.listed = self._get("cases", list, [{}])
        self.module, reference, digest = self._reference()
        order = tuple(self._get("arguments", list, [*self.inputs, *self.outputs, *self.numbers]))
        workspace = self._get("workspace", int, 0)
        known = {*self.inputs, *self.outputs, *self.numbers, *(["workspace"] if workspace else [])}
        if strangers := [one for one in order if one not in known]:
            raise self._wrong(f"arguments: {strangers[0]} is no input, output or number")
        kernel = self._get("op", str, "") if self.language == "operator" else self._get("kernel", str)
        call = Call(self.language, kernel, order, self._get("blocks", int, 1), workspace,
                    self._get("keeps_state", bool, False))  # fmt: skip
        rule = self._rule()
        self.name = name
        return Task(
            name, call, chip.name, lambda seed: self._cases(seed, reference), "own", self.called,
            "sha256:" + hashlib.sha256(self.text + digest).hexdigest(), rule, rule, (os.path.dirname(self.path),),
        )  # fmt: skip

    def _get(self, key: str, kind: type, default: Any = None) -> Any:
        if key not in self.table:
            if default is None:
                raise self._wrong(f"{key} is missing")
            return default
        value = self.table[key]
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise self._wrong(f"{key} is no {kind.__name__}")
        return value

    def _wrong(self, problem: str) -> TaskError:
        return TaskError(f"{self.called}: {problem}")

    def _face(self, about: Any) -> np.dtype[Any]:
        if not isinstance(about, dict) or not isinstance(about.get("dtype"), str) or "shape" not in about:
            raise self._wrong("an input or output has dtype and shape")
        try:
            return dtype(about["dtype"]).numpy
        except LanewiseError as problem:
            raise self._wrong(problem.message) from None

    def _reference(self) -> tuple[Any, Callable[..., Any], bytes]:
        file, _, function = self._get("reference", str).partition(":")
        path = os.path.join(os.path.dirname(self.path), file)
        try:
            with open(path, "rb") as source:
                text = source.read()
        except OSError as problem:
            raise self._wrong(f"reference {file}: {problem.strerror}") from None
        about = importlib.util.spec_from_file_location(f"lanewise_reference_{abs(hash(path))}", path)
        assert about is not None
        assert about.loader is not None
        module = importlib.util.module_from_spec(about)
        try:
            about.loader.exec_module(module)
            found = getattr(module, function or "reference")
        except Exception as problem:
            raise self._wrong(f"reference {file}: {type(problem).__name__}: {problem}") from None
        return module, found, text

    def _rule(self) -> Rule:
        bounds = self._get("tolerance", dict, {})
        if not bounds:
            return OWN
        if set(bounds) - {"atol", "rtol"} or not all(isinstance(one, (int, float)) for one in bounds.values()):
            raise self._wrong("tolerance has the numbers atol and rtol")
        return within(float(bounds.get("atol", 0.0)), float(bounds.get("rtol", 0.0)))

    # --- cases ---

    def _cases(self, seed: int, reference: Callable[..., Any]) -> list[Case]:
        out = []
        for number, sizes in enumerate(self.listed):
            label = ", ".join(f"{k}={v}" for k, v in sizes.items() if k != "id")
            name = str(sizes.get("id") or label or "given")
            for turn in range(max(1, self.seeds)):
                own = seed_of(self.name, seed, 100 * number + turn)
                made = self._case(f"{name} #{turn + 1}" if self.seeds > 1 else name, own, sizes)
                out.append(made)
        first = out[0]
        if self.special and (special := self._special(first, self.listed[0])) is not None:
            out.append(special)
        out.append(self._changed(first, seed))
        for case in out:
            case.wanted = self._expected_outputs(case, reference)
        return out

    def _case(self, name: str, seed: int, sizes: Table) -> Case:
        rng = np.random.default_rng(seed)
        own = getattr(self.module, "inputs", None)
        numbers = {key: self._number(key, about, sizes) for key, about in self.numbers.items()}
        if own is not None:
            given = own(seed, **{k: v for k, v in sizes.items() if k != "id"})
            inputs = {key: self._as_given(key, given, about, sizes) for key, about in self.inputs.items()}
        else:
            inputs = {key: random_values(rng, self._face(about), self._shape(about, sizes),
                                         limits(self._face(about), about.get("range")))
                      for key, about in self.inputs.items()}  # fmt: skip
        outputs = [Array(key, about["dtype"], self._shape(about, sizes)) for key, about in self.outputs.items()]
        return Case(name, seed, inputs, outputs, numbers, reduced=str(sizes.get("reduced", "")))

    def _as_given(self, key: str, given: Any, about: Table, sizes: Table) -> Values:
        try:
            values = as_numpy(given[key])
        except (KeyError, TypeError):
            raise self._wrong(f"inputs() gives a dictionary with {', '.join(self.inputs)}") from None
        shape = self._shape(about, sizes)
        if values.dtype != self._face(about) or values.shape != shape:
            raise self._wrong(f"inputs() gives {key} as {values.dtype} {values.shape}; it is {about['dtype']} {shape}")
        return np.ascontiguousarray(values)

    def _shape(self, about: Table, sizes: Table) -> tuple[int, ...]:
        """Numbers, or names of sizes that a case gives."""
        shape = about["shape"]
        out = []
        for one in shape if isinstance(shape, list) else [shape]:
            number = sizes.get(one, self._fallback(one)) if isinstance(one, str) else one
            if not isinstance(number, int) or isinstance(number, bool) or number < 0:
                raise self._wrong(f"{one!r} in a shape is no size of each case")
            out.append(number)
        return tuple(out)

    def _fallback(self, name: str) -> Any:
        about = self.numbers.get(name)
        return about.get("value") if isinstance(about, dict) else about

    def _number(self, key: str, about: Any, sizes: Table) -> Any:
        value = sizes.get(key, about.get("value") if isinstance(about, dict) else about)
        if not isinstance(value, (int, float)):
            raise self._wrong(f"numbers.{key} has no value, and a case gives none")
        return value

    def _special(self, like: Case, sizes: Table) -> Case | None:
        """Zeros of both signs, ones, ties of rounding, the smallest and the largest numbers within what is asked."""
        if hasattr(self.module, "inputs"):
            return None  # its author says what inputs look like
        out = {}
        for key, values in like.inputs.items():
            bounds = self.inputs[key].get("range")
            out[key] = special_values(values, limits(values.dtype, bounds))
        return Case("special values", None, out, like.outputs, like.numbers)

    def _changed(self, like: Case, seed: int) -> Case:
        """One element is another number. What must follow it and does not, was not computed."""
        rng = np.random.default_rng(seed_of(self.name, seed, 1 << 20))
        inputs = {key: values.copy() for key, values in like.inputs.items()}
        if not hasattr(self.module, "inputs"):
            key = next((key for key, values in inputs.items() if values.size), "")
            if key:
                flat = inputs[key].reshape(-1)
                at = int(rng.integers(flat.size))
                bounds = self.inputs[key].get("range")
                flat[at] = random_values(rng, flat.dtype, (1,), limits(flat.dtype, bounds))[0]
        return Case("one element changed", like.seed, inputs, like.outputs, like.numbers, changed=like.id)

    def _expected_outputs(self, case: Case, reference: Callable[..., Any]) -> list[Values]:
        inputs = {key: self._typed(key, values.copy()) for key, values in case.inputs.items()}
        try:
            with np.errstate(all="ignore"):
                made = reference(**inputs, **case.numbers)
        except Exception as problem:
            raise self._wrong(f"reference, case {case.id}: {type(problem).__name__}: {problem}") from None
        parts = list(made) if isinstance(made, (tuple, list)) else [made]
        if isinstance(made, Mapping):
            parts = [made[one.name] for one in case.outputs]
        if len(parts) != len(case.outputs):
            raise self._wrong(f"reference gives {len(parts)} arrays; there are {len(case.outputs)} outputs")
        out = []
        for one, part in zip(case.outputs, parts, strict=True):
            values = as_numpy(part)
            if values.shape != one.shape:
                raise self._wrong(f"reference gives {one.name} with shape {values.shape}; it is {one.shape}")
            with np.errstate(all="ignore"):
                out.append(np.ascontiguousarray(values.astype(one.face)))
        return out

    def _typed(self, key: str, values: Values) -> Any:
        """As torch has them, for a reference in torch."""
        torch = sys.modules.get("torch")
        if torch is None or not getattr(self.module, "torch", None):
            return values
        if values.dtype.name == "bfloat16":
            return torch.from_numpy(values.view(np.uint16)).view(torch.bfloat16)
        return torch.from_numpy(values)
