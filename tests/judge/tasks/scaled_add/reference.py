"""x + alpha y."""

from typing import Any


def reference(x: Any, y: Any, alpha: float) -> Any:
    return x + y.astype("float64") * alpha
