"""A chip as the C++ headers see it: macros, in a file of its own that the driver names to the compiler.

The build writes it for the chips of Lanewise, the driver for one of the user's own.
"""

from __future__ import annotations

from collections.abc import Iterable

from lanewise.chips.chip import Chip, chips_with, policies, told_policies
from lanewise.chips.cores import memories
from lanewise.chips.parts import FACTS, size_of

_NOTE = "// Made from the chip's own file. Do not edit.\n"


def numbers(chip: Chip) -> list[int]:
    """Everything about a chip that decides what instructions do, in the order of the engine's struct Rules."""
    choices = [list(policy.choices).index(chip.policies[name].value) for name, policy in told_policies().items()]
    return [chip.arch, *(chip.fact(name) for name in FACTS), *choices]


def texts(chip: Chip) -> tuple[str, str, str, str]:
    """What the engine is told beside: name, whose instructions it has, its timing, and the product that acl names."""
    return chip.name, chip.instructions, chip.timing, chip.platform["product"].value


def header(chip: Chip) -> str:
    """The first line is for the driver: the chip's family and number, and what its compiler predefines."""
    known = " ".join([chip.family, str(chip.arch), *(f"{name}={fact.value}" for name, fact in chip.predefined.items())])
    macros = {"CHIP": _text(chip.name), "ARCH": chip.arch, **_FAMILIES[chip.family](chip)}
    return f"// {known}\n{_NOTE}" + "".join(f"#define LANEWISE_{name} {value}\n" for name, value in macros.items())


def _ascend(chip: Chip) -> dict[str, object]:
    return {
        "MEMORIES_USABLE": ", ".join(str(chip.usable(one.use)) for one in memories()),
        "MEMORIES_WHOLE": ", ".join(str(chip.fact(size_of(one.name))) for one in memories()),
        "CHIP_TEXTS": ", ".join(map(_text, texts(chip))),
        "CHIP_NUMBERS": ", ".join(f"{number}u" if number < 1 << 32 else f"{number}ull" for number in numbers(chip)),
        **{name.upper(): f"{fact.value}ull" for name, fact in chip.facts.items()},
        **{f"HAS_{name.upper()}": int(fact.value) for name, fact in chip.capabilities.items()},
        **{f"WITH_{name.upper()}": _text(", ".join(chips_with(name))) for name in chip.capabilities},
        **{f"CTRL_{name.upper()}": _ranges(chip.ranges(name)) for name in chip.control},
        "PLATFORM": platform(chip),
        **{f"POLICY_{name}_{chip.policies[name].value}": 1 for name in told_policies()},
    }  # fmt: skip


def _aie(chip: Chip) -> dict[str, object]:
    """Answers are bools: concepts take nothing else."""
    chosen = {f"POLICY_{name}_{choice}": choice == chip.policies[name].value
              for name, policy in policies("aie").items() for choice in policy.choices}
    answers = {f"HAS_{name.upper()}": fact.value for name, fact in chip.capabilities.items()} | chosen
    return {
        f"INSTRUCTIONS_{macro_name(chip.instructions)}": 1,
        **{name.upper(): fact.value for name, fact in chip.facts.items()},
        **{name: str(answer).lower() for name, answer in answers.items()},
    }


_FAMILIES = {"ascend": _ascend, "aie": _aie}


def macro_name(name: str) -> str:
    """A chip's name in the name of a macro."""
    return name.upper().replace("-", "_")


def platform(chip: Chip) -> str:
    """What host code is told, as the struct of lanewise/operator/host/platform.h has it."""
    told = {name: fact.value for name, fact in chip.platform.items()}
    sizes = [chip.usable("left"), chip.usable("product"), chip.usable("staging"), chip.fact("l2_bytes"),
             *(chip.usable(use) for use in ("vector", "bias", "scales")),
             *(chip.fact(name) for name in ("size_margin", "host_workspace", "group_workspace"))]  # fmt: skip
    cores = ", ".join(str(chip.fact(name)) for name in ("cube_cores", "vector_cores", "extra_vector_cores"))
    starts = "|".join(told["products"])
    flags = ", ".join(str(chip.has(name)).lower() for name in ("separate_cores", "registers", "scratch_free"))
    names = f"SocVersion::{told['soc']}, {_text(told['short_name'])}, {_text(starts)}"
    return f"{{{chip.arch}, {names}, {cores}, {flags}, {', '.join(map(str, sizes))}}}"


def _text(words: str) -> str:
    return '"' + words.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _ranges(ranges: Iterable[tuple[int, int]]) -> str:
    return ", ".join(f"{{{first}, {last}}}" for first, last in ranges)
