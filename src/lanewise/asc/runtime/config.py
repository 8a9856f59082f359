"""pyasc's platform settings. A platform name picks the chip that later launches emulate."""

from __future__ import annotations

from enum import Enum
from typing import Any

from lanewise.chips.chip import chip, chips
from lanewise.machine.settings import configure, settings


class Backend(Enum):
    Model = "Model"
    NPU = "NPU"


class Platform(Enum):
    Ascend910B1 = "Ascend910B1"
    Ascend910B2 = "Ascend910B2"
    Ascend910B2C = "Ascend910B2C"
    Ascend910B3 = "Ascend910B3"
    Ascend910B4 = "Ascend910B4"
    Ascend910B4_1 = "Ascend910B4-1"  # by the vendor's name of the product
    Ascend910_9362 = "Ascend910_9362"
    Ascend910_9372 = "Ascend910_9372"
    Ascend910_9381 = "Ascend910_9381"
    Ascend910_9382 = "Ascend910_9382"
    Ascend910_9391 = "Ascend910_9391"
    Ascend910_9392 = "Ascend910_9392"


class KernelType(Enum):
    AIV_ONLY = 0
    AIC_ONLY = 1
    MIX_AIV_1_0 = 2
    MIX_AIC_1_0 = 3
    MIX_AIC_1_1 = 4
    MIX_AIC_1_2 = 5


_platform = Platform.Ascend910B1


def set_platform(backend: Any = None, soc_version: Any = None, device_id: Any = None, check: bool = True) -> None:
    """Emulate the chip of `soc_version`. Both back ends are answered by Lanewise; `device_id` has no meaning here."""
    global _platform
    if soc_version is None:
        return
    name = soc_version.value if isinstance(soc_version, Platform) else str(soc_version)
    _platform = next((p for p in Platform if name in (p.name, p.value)), _platform)
    configure(chip=_chip_of(name) or chip(name).spelling)


def _chip_of(product: str) -> str:
    """The chip of a product: the one whose products' names say most of it."""
    fits = {
        c.name: max(len(p) * product.lower().startswith(p.lower()) for p in c.platform["products"].value)
        for c in chips().values()
    }
    best = max(fits, key=lambda name: fits[name])
    return best if fits[best] else ""


def get_platform() -> Platform:
    return _platform


__all__ = ["Backend", "KernelType", "Platform", "configure", "get_platform", "set_platform", "settings"]
