"""An operator as a function on torch tensors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from lanewise.op.kinds import snake
from lanewise.op.launching import tensor
from lanewise.op.operator import Operator


def as_torch(operator: Operator) -> Callable[..., Any]:
    """A function on CPU tensors for use in a model. It has no gradient."""
    import torch

    def function(*inputs: Any, out: Any = None, **attributes: Any) -> Any:
        with torch.no_grad():
            return _tensors(operator(*inputs, out=out, **attributes))

    function.__name__ = function.__qualname__ = snake(operator.definition.type)
    function.__doc__ = str(operator.definition)
    return function


def _tensors(given: Any) -> Any:
    if isinstance(given, (tuple, list)):
        return type(given)(map(_tensors, given)) if isinstance(given, list) else tuple(map(_tensors, given))
    return tensor(np.asarray(given)) if isinstance(given, np.ndarray) else given
