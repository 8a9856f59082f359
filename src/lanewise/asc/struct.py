"""Structs passed to a kernel by value. One may be a member of another."""

from __future__ import annotations

from typing import Any

from lanewise.asc.types import DataType, number


class Field:
    """One field of a Struct: `n = Field(asc.int32, default=0)`. Values are brought into the type, which may be a
    Struct: then they are copies, as members are."""

    def __init__(self, dtype: Any = None, name: str | None = None, default: Any = None) -> None:
        self.dtype: Any = dtype if dtype is None or _is_struct(dtype) else DataType(dtype)
        self.name, self.default = name, default

    def __set_name__(self, owner: type, name: str) -> None:
        self.attribute = name
        self.name = self.name or name

    def __get__(self, struct: Any, owner: type | None = None) -> Any:
        if struct is None:
            return self
        if self.attribute not in struct.__dict__ and _is_struct(self.dtype):  # a member can be written to
            struct.__dict__[self.attribute] = self.dtype() if self.default is None else self.default.copy()
        return struct.__dict__.get(self.attribute, 0 if self.default is None else self.default)

    def __set__(self, struct: Any, value: Any) -> None:
        struct.__dict__[self.attribute] = self._coerce(struct, value)

    def _coerce(self, struct: Any, value: Any) -> Any:
        if not _is_struct(self.dtype):
            return value if self.dtype is None else number(value, self.dtype)
        if not isinstance(value, self.dtype):
            whose = f"{type(struct).__name__}.{self.attribute}"
            raise TypeError(f"{whose} is a {self.dtype.__name__}, not {type(value).__name__}")
        return value.copy()


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

    def __copy__(self) -> Any:
        return self.copy()

    def copy(self) -> Any:
        """Another one with the same values, those of members too."""
        made = type(self).__new__(type(self))
        made.__dict__.update({n: v.copy() if isinstance(v, Struct) else v for n, v in self.__dict__.items()})
        return made


def _is_struct(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Struct)
