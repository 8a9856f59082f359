"""How a design's parameters are marked: tensors that it reads and writes, numbers that are known when it is built."""

from __future__ import annotations

from typing import Any


class _Marker:
    """In, Out and InOut, plain or with a type: In[...]"""

    def __init__(self, name: str) -> None:
        self.__name__ = name

    def __getitem__(self, _: Any) -> _Marker:
        return self

    def __call__(self, *_: Any) -> _Marker:
        return self

    def __or__(self, _: Any) -> _Marker:
        return self

    def __repr__(self) -> str:
        return self.__name__


In, Out, InOut = _Marker("In"), _Marker("Out"), _Marker("InOut")
CompileTime = _Marker("CompileTime")
