"""Three times each element, and one."""

from typing import Any


def reference(x: Any) -> Any:
    return 3 * x + 1
