"""The one place where a kernel starts; tests may replace `Launcher.run`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from lanewise.machine.launch import Run, launch
from lanewise.machine.settings import Settings


class Launcher:
    def __init__(self, function: Callable[..., Any], name: str, blocks: int, settings: Settings) -> None:
        self.function, self.name, self.blocks, self.settings = function, name, blocks, settings

    def run(self, arguments: Mapping[str, Any]) -> Run:
        """The kernel on all its blocks; arrays are written back when every block has succeeded."""
        return launch(self.function, self.name, self.blocks, arguments, self.settings)
