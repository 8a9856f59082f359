"""What a kernel of a design gets is an address: what lies there is the design's word, not that of the C++ prototype.

The toolchain of designs compares an object with `arg_types` and reads no prototype, so a kernel that is declared with
blocks of floats may be written with bytes, and one declared with int16 may take bool.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from lanewise.aie.calls import element_face
from lanewise.iron.scalars import fit

Convert = Callable[[Any], Any]


def as_addresses(function: Any) -> Callable[..., Any]:
    """The function, taking memory of any type, and numbers as its own parameters hold them."""
    forms = [one.parameters for one in getattr(function, "kernels", [function])]
    plans = {len(form): [_convert(kind) for kind in form] for form in forms}
    call = getattr(function, "again", function)  # objects of fifos are few, and come again and again

    def call_with_addresses(*given: Any, **ports: Any) -> Any:
        plan: Sequence[Convert] | None = plans.get(len(given))
        if plan is None:  # a refusal that names the parameters
            return function(*given, **ports)
        return call(*[convert(value) for convert, value in zip(plan, given, strict=True)], **ports)

    return call_with_addresses


def _convert(kind: str) -> Convert:
    what, *_, element = kind.split(" ")
    if kind == "?" or element == "void":
        return lambda value: value
    face = element_face(element)
    if what == "value":
        return lambda value: fit(value, face) if face.kind in "iub" else value
    axes = (-1, 2) if element.startswith("c") else (-1,)
    whole = face.itemsize * len(axes)  # bytes of an element
    return lambda value: _seen_as(value, face, axes, whole)


def _seen_as(value: Any, face: Any, axes: tuple[int, ...], whole: int) -> Any:
    if not isinstance(value, np.ndarray) or value.dtype == face or value.nbytes % whole:
        return value
    return value.reshape(-1).view(np.uint8).view(face).reshape(axes)
