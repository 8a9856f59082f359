"""The one place where a kernel starts; tests may replace `Launcher.run`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from lanewise.errors import LanewiseError
from lanewise.machine.group import VECTOR, Group
from lanewise.machine.launch import Run, launch
from lanewise.machine.settings import Settings


@dataclass
class MockTensor:
    """The type of a tensor without its data, for tests that replace `Launcher.run`."""

    dtype: Any


@dataclass
class MockValue:
    """The type of a number without its value, for the same."""

    dtype: Any


class Launcher:
    def __init__(
        self, function: Callable[..., Any], name: str, blocks: int, settings: Settings, group: Group = VECTOR
    ) -> None:
        self.function, self.name, self.blocks, self.settings, self.group = function, name, blocks, settings, group

    def run(self, arguments: Mapping[str, Any]) -> Run:
        """The kernel on all its blocks; arrays are written back when every block has succeeded."""
        for name, value in arguments.items():
            if isinstance(value, (MockTensor, MockValue)):
                raise LanewiseError("KERNEL-002", case="no_data", argument=name, type=type(value).__name__)
        return launch(self.function, self.name, self.blocks, arguments, self.settings, self.group)
