"""DataShaper: the order of weights and images in memory, by the names of their dimensions."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from lanewise.iron.refusals import wrong_value


class DataShaper:
    """reorder_mat(array, "YCXC8", "CYX"): C of the source in groups of 8, each group behind X."""

    def __init__(self, *_: Any, **named: Any) -> None:
        pass

    def reorder_mat(self, mat: Any, new_layout: str, old_layout: str) -> Any:
        """The same numbers in another order; a letter with a number is the inner part of its dimension."""
        array = np.asarray(mat)
        letters = re.findall(r"([A-Z])(\d*)", old_layout)
        if len(letters) != array.ndim:
            raise wrong_value("reorder_mat", "letters", layout=old_layout, count=len(letters), ndim=array.ndim)
        wanted = re.findall(r"([A-Z])(\d*)", new_layout)
        inner = {letter: int(size) for letter, size in wanted if size}
        shape: list[int] = []
        axes: list[tuple[str, bool]] = []
        for (letter, _), size in zip(letters, array.shape, strict=True):
            step = inner.get(letter)
            if step is None:
                shape, axes = [*shape, size], [*axes, (letter, False)]
                continue
            if size % step:
                raise wrong_value("reorder_mat", "divisor", size=size, letter=letter, step=step)
            shape, axes = [*shape, size // step, step], [*axes, (letter, False), (letter, True)]
        order = [axes.index((letter, bool(size))) for letter, size in wanted]
        return array.reshape(shape).transpose(order).reshape(array.shape)

    def get_shape(self, mat: Any) -> Any:
        return np.asarray(mat).shape
