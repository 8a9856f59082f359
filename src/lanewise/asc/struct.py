"""Structs passed to a kernel by value."""

from __future__ import annotations

from typing import Any

from lanewise.asc.types import DataType, number


class Field:
    """One field of a Struct: `n = Field(asc.int32, default=0)`. Values are brought into the type."""

    def __init__(self, dtype: Any = None, name: str | None = None, default: Any = 0) -> None:
        self.dtype = DataType(dtype) if dtype is not None else None
        self.name, self.default = name, default

    def __set_name__(self, owner: type, name: str) -> None:
        self.attribute = name
        self.name = self.name or name

    def __get__(self, struct: Any, owner: type | None = None) -> Any:
        return self if struct is None else struct.__dict__.get(self.attribute, self.default)

    def __set__(self, struct: Any, value: Any) -> None:
        struct.__dict__[self.attribute] = value if self.dtype is None else number(value, self.dtype)


StructField = Field


class Struct:
    """Base of by-value kernel arguments. Fields come in the order they are written."""

    def __init__(self, *values: Any, **named: Any) -> None:
        fields = self.fields()
        if len(values) > len(fields):
            raise TypeError(f"{type(self).__name__} has {len(fields)} fields, {len(values)} values were given")
        for name, value in (*zip(fields, values, strict=False), *named.items()):
            if name not in fields:
                raise TypeError(f"{type(self).__name__} has no field {name}; fields: {', '.join(fields)}")
            setattr(self, name, value)

    @classmethod
    def fields(cls) -> list[str]:
        return [n for base in reversed(cls.__mro__) for n, v in vars(base).items() if isinstance(v, Field)]
