"""`lanewise op`: an operator project with arrays from files."""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING, Any

from lanewise.cli import lenses
from lanewise.cli.arrays import read_array
from lanewise.cli.session import Session
from lanewise.cli.status import (
    check_cores,
    check_folder,
    check_limits,
    check_outputs,
    check_severity,
    refuse,
    what_schedule,
)

if TYPE_CHECKING:
    from lanewise.cli.operators import Prepared
    from lanewise.op import Operator


def op(
    folder: str,
    files: list[str],
    show: bool,
    name: str | None,
    attrs: list[str],
    outs: list[str],
    likes: list[str],
    compile_commands: bool,
    tiling: bool,
    tests: bool,
    strict: bool,
    lenient: bool,
    schedule: str | None,
    chip: str | None,
    cores: int | None,
    defines: list[str],
    include_dirs: list[str],
    opbase: str | None,
    timeout: float,
    **settings: Any,
) -> None:
    """Run an operator project (a folder with op_host and op_kernel) on arrays from .npy files.

    Inputs in the order of the definition: - for an optional one that is left out, a.npy,b.npy for a list,
    x.npy:bfloat16 for a type that .npy files have no name for. Exit status 2 when the operator or its tiling function
    refuses, 3 when the kernel breaks a rule of the machine, 124 when compiling, a function of the host or the kernel
    takes longer than the time limit.
    """
    import lanewise.op
    from lanewise.cli.operators import OperatorFront

    if not os.path.isdir(folder):
        known = os.path.exists(folder)
        refuse(f"{folder} is a file; name the operator's folder" if known else f"there is no folder {folder}")
    folder = os.path.normpath(folder)
    read = [part.partition(":")[0] for word in (*files, *likes) for part in word.split(",")]
    asked = lenses.extract_lens_options(settings, [folder])
    written = [*(("--out", path) for path in outs), *lenses.outputs(asked).items()]
    check_outputs(written, [*read, *lenses.inputs(asked).values()])
    for option, path in lenses.folders(asked).items():
        check_folder(option, path)
    check_cores(cores)
    if opbase:
        os.environ["LANEWISE_OPBASE"] = os.path.abspath(opbase)  # whatever is loaded, by whatever process
    check_limits(timeout)
    check_severity(strict, lenient)
    plan = what_schedule(schedule)
    if show:
        print("\n".join(str(one) for one in lanewise.op.names(folder, chip)))
        return
    if compile_commands:
        from lanewise.cli.editor import known_to_editors
        from lanewise.op.loading import in_editors

        known_to_editors(in_editors(folder, chip, op=name, defines=defines, include_dirs=include_dirs))
        return
    if tests:
        from lanewise.cli.tested import tested
        from lanewise.op.kinds import snake

        sys.exit(tested(folder, chip, snake(name) if name else None, timeout, asked, plan))

    def load() -> Prepared:
        loaded = lanewise.op.load(
            folder, chip, op=name, cores=cores, defines=defines, include_dirs=include_dirs, timeout=timeout
        )
        inputs = [_input(word) for word in files]
        named = dict(_attribute(loaded, word) for word in attrs)
        targets = [_zeros_like(path) for path in likes]
        if targets:
            named["out"] = targets[0] if len(targets) == 1 else targets
        if tiling:
            print(loaded.tiling(*inputs, **named))
            sys.exit(0)
        return loaded, inputs, named

    def keep_results(prepared: Prepared, made: Any) -> None:
        _save_results(prepared[0], prepared[1] if made is None else made, outs)

    sys.exit(
        lenses.launch(Session(OperatorFront(load, keep_results), [folder], [], chip, asked, plan, {"timeout": timeout}))
    )


def _input(word: str) -> Any:
    if word == "-":
        return None
    return [_array(part) for part in word.split(",")] if "," in word else _array(word)


def _array(word: str) -> Any:
    import numpy as np

    from lanewise.op.kinds import BY_ARRAY

    path, _, kind = word.partition(":")
    array = read_array(path)
    if not kind:
        if array.dtype.kind == "V" and array.dtype.names is None:  # what .npy files make of types they do not know
            fitting = [str(k) for k in BY_ARRAY if k.itemsize == array.dtype.itemsize]
            refuse(f"{path} has elements of {array.dtype.itemsize} bytes without a type; write {path}:TYPE"
                   f"{' with one of ' + ', '.join(fitting) if fitting else ''}")  # fmt: skip
        return array
    found = next((k for k in BY_ARRAY if str(k) == kind), None)
    if found is None or found.itemsize != array.dtype.itemsize:
        refuse(f"{word}: {kind} is no type of {array.dtype.itemsize} bytes; use one of {', '.join(map(str, BY_ARRAY))}")
    return np.asarray(array, array.dtype.newbyteorder("=")).view(found)


def _zeros_like(word: str) -> Any:
    import numpy as np

    return np.zeros_like(_array(word))


def _attribute(loaded: Operator, word: str) -> tuple[str, Any]:
    name, given, text = word.partition("=")
    if not given:
        refuse(f"--attr {word}: write NAME=VALUE")
    kinds = {a.name: a.kind for a in loaded.definition.attributes}
    if kinds.get(name) == "String":
        return name, text
    try:
        return name, json.loads({"True": "true", "False": "false"}.get(text, text))
    except ValueError:
        refuse(f"--attr {word}: {text} is neither a number, true or false, nor a list like [1, 2]")


def _save_results(loaded: Operator, given: Any, outs: list[str]) -> None:
    """Results into files, or a line about each."""
    import numpy as np

    arrays = list(given) if isinstance(given, (tuple, list)) else [given]
    names = [p.name for p in loaded.definition.outputs or loaded.definition.inputs]
    if outs and len(outs) != len(arrays):
        count = "one array" if len(arrays) == 1 else f"{len(arrays)} arrays"
        refuse(f"{loaded.definition.type} gives {count} ({', '.join(names)}); --out names {len(outs)} files")
    for number, array in enumerate(arrays):
        if outs:
            np.save(outs[number], np.asarray(array))
        else:
            shown = names[number] if number < len(names) else str(number)
            print(f"{shown}: {array.dtype}{list(array.shape)}\n{np.array2string(np.asarray(array), threshold=64)}")
