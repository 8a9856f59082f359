"""Keys of kernel templates: which values a key stands for, and the template arguments that they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from lanewise.errors import LanewiseError
from lanewise.op.cores import kind_of
from lanewise.op.kernel import Variant
from lanewise.op.kinds import TYPES

NOT_DECLARED = (1 << 64) - 1
_INPUT, _OUTPUT = 100_000_000, 900_000_000


def arguments(operator: str, template: Mapping[str, Any], variant: Variant, typed: Sequence[bool]) -> str:
    """The template arguments of a key. `typed` says which parameters of the kernel's own template are types."""
    values = _values(template, variant.key)
    known = [s for s in template["selections"] if _is_in(s, template, values, variant)]
    if template["selections"] and not known:
        said = ", ".join(
            f"{p['name']}={_value_text(p, v)}" for p, v in zip(template["parameters"], values.values(), strict=True)
        )
        raise LanewiseError("OPERATOR-002", operator=operator, case="no_selection", said=said)
    words = []
    for number, (parameter, value) in enumerate(zip(template["parameters"], values.values(), strict=True)):
        is_type = parameter["kind"] == "type" or (number < len(typed) and typed[number])
        words.append(TYPES[value].cpp if is_type and value in TYPES else f"{value}")
    return ", ".join(words)


def structure(template: Mapping[str, Any], variant: Variant) -> str | None:
    """The tiling structure that the selection of a key names."""
    return _selected_text(template, variant, "struct")


def kind(template: Mapping[str, Any], variant: Variant) -> str | None:
    """The kind of kernel that it names: KERNEL_TYPE_MIX_AIC_1_2."""
    said = _selected_text(template, variant, "kernel")
    return kind_of(said) if said else None


def _selected_text(template: Mapping[str, Any], variant: Variant, what: str) -> str | None:
    values = _values(template, variant.key)
    for selection in template["selections"]:
        if _is_in(selection, template, values, variant):
            return next((c["text"] for c in selection if c["name"] == what and c["text"]), None)
    return None


def _values(template: Mapping[str, Any], key: int) -> dict[str, int]:
    values, at = {}, 0
    for parameter in template["parameters"]:
        bits = key >> at & (1 << parameter["bits"]) - 1
        at += parameter["bits"]
        listed = parameter["values"]
        values[parameter["name"]] = (
            (listed[bits] if bits < len(listed) else bits) if parameter["kind"] == "uint" else bits
        )
    return values


def _is_in(
    selection: Sequence[Mapping[str, Any]], template: Mapping[str, Any], values: Mapping[str, int], variant: Variant
) -> bool:
    kinds = {p["name"]: p["kind"] for p in template["parameters"]}
    for chosen in selection:
        if chosen["name"] in values and chosen["values"]:
            meant = {_resolve_input(v, kinds[chosen["name"]], variant) for v in chosen["values"]}
            if values[chosen["name"]] not in meant:
                return False
    return True


def _resolve_input(value: int, kind: str, variant: Variant) -> int:
    """ASCENDC_TPL_INPUT(i) is the type of that input, or its format."""
    side, number = (variant.outputs, value - _OUTPUT) if value >= _OUTPUT else (variant.inputs, value - _INPUT)
    if value < _INPUT or number >= len(side):
        return value
    return side[number][kind == "format"]


def _value_text(parameter: Mapping[str, Any], value: int) -> str:
    return TYPES[value].cpp if parameter["kind"] == "type" and value in TYPES else str(value)
