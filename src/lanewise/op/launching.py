"""A call on the emulator: arrays into GM, the kernel, and the results back."""

from __future__ import annotations

import ctypes
import math
import sys
from collections.abc import Sequence
from typing import Any

import numpy as np

from lanewise.errors import LanewiseError
from lanewise.machine.border import from_bits, is_torch, to_bits, write_back
from lanewise.numerics.formats import DType, dtype
from lanewise.op.definition import Parameter
from lanewise.op.kinds import TYPES, type_name
from lanewise.op.memory import Memory, bytes_at
from lanewise.op.plan import Plan
from lanewise.op.prepare import Call, Output, Shape
from lanewise.op.result import Again, result, results

Array = np.ndarray[Any, Any]
Place = tuple[int, int]  # address and bytes
BEHIND = 4096  # zeros behind tiling data: kernels may read more than the host wrote
SHAPE_WORDS, _RANK = 9, 0x7FFFFFFF  # of an output whose shape the kernel decides; bit 31 only says how wide sizes are
_LEAST = 32  # bytes of a workspace that nobody asked for: it is never null


class Cargo:
    """The arrays of a call, in GM while it runs. `reserved` bytes of the workspaces are the system's."""

    def __init__(self, call: Call, plan: Plan, reserved: int) -> None:
        self.call, self.plan, self.reserved = call, plan, reserved
        self.places: dict[int, Place] = {}
        self.names: dict[int, str] = {}  # of arrays, by address
        self.arrays: list[list[Array]] = []  # of each output, when it has run
        self._memory = Memory()
        self._shapes = 0  # where the kernel says the shapes that it decides
        self._inputs: dict[str, list[Place]] = {}
        self._outputs: list[list[Place]] = []

    def load(self) -> list[Any]:
        call, memory = self.call, self._memory
        self._inputs = {g.parameter.name: [_copy_to_memory(memory, array) for array in g.arrays] for g in call.inputs}
        slots = [
            _slot(memory, g.parameter, self._inputs[g.parameter.name], [a.shape for a in g.arrays]) for g in call.inputs
        ]
        for output in call.outputs:
            same = self._inputs.get(output.parameter.name)  # an output with the name of an input is the same tensor
            there = [_allocate_output(memory, output, s, self.plan) for s in output.shapes] if same is None else same
            self._outputs.append(there)
            slots.append(_slot(memory, output.parameter, there, output.shapes))
        computed = [o for o in call.outputs if o.parameter.computed]
        if computed:
            self._shapes = memory.put(np.zeros(SHAPE_WORDS * len(computed), np.uint64))
            slots.append(self._shapes)
        slots.append(memory.room(max(sum(self.plan.workspaces) - self.reserved, _LEAST)))
        data = self.plan.data
        slots.append(memory.put(np.frombuffer(data + bytes(BEHIND + -len(data) % 8), np.uint8)))
        for group in call.inputs:
            self._call(group.parameter.name, self._inputs[group.parameter.name])
        for output, there in zip(call.outputs, self._outputs, strict=True):
            self._call(output.parameter.name, there)
        memory.call(slots[-2], "the workspace")
        memory.call(slots[-1], "the tiling data")
        everything = enumerate((*self._inputs.values(), *self._outputs), 1)
        self.places = {n: there[0] for n, there in everything if len(there) == 1}
        return [ctypes.c_void_p(slot) for slot in slots]

    def _call(self, name: str, places: list[Place]) -> None:
        for number, (place, _) in enumerate(places):
            self._memory.call(place, f"{name}[{number}]" if len(places) > 1 else name)
            self.names[place] = f"{name}{number}" if len(places) > 1 else name

    def unload(self) -> None:
        if not self.call.outputs:
            _write_in_place(self.call, self._inputs)
        self.arrays = [
            [_array(place, output.type, shape) for place, shape in zip(there, output.shapes, strict=True)]
            for output, there in zip(self.call.outputs, self._outputs, strict=True)
        ]
        self._trim_outputs()

    def _trim_outputs(self) -> None:
        """Outputs whose shape the kernel has decided: its rank, then the sizes."""
        at = self._shapes
        for number, output in enumerate(self.call.outputs):
            if output.parameter.computed:
                words = bytes_at(at, 8 * SHAPE_WORDS).view(np.uint64)
                at += 8 * SHAPE_WORDS
                shape = tuple(int(size) for size in words[1 : 1 + (int(words[0]) & _RANK)])
                whole = self.arrays[number][0].reshape(-1)
                if _count(shape) > whole.size:
                    name, size = output.parameter.name, whole.size
                    raise LanewiseError(
                        "OPERATOR-002", operator=self.plan.operator,
                        case="computed_shape", name=name, shape=shape, size=size,
                    )
                self.arrays[number] = [whole[: _count(shape)].reshape(shape)]

    def free(self) -> None:
        self._memory.free()


def empty_outputs(call: Call) -> list[list[Array]]:
    """The outputs of a call that has no element to compute."""
    return [[np.empty(shape, _kind(output.type).numpy) for shape in output.shapes] for output in call.outputs]


def _copy_to_memory(memory: Memory, array: Array) -> Place:
    bits = to_bits(array)[0]
    return memory.put(bits), bits.nbytes


def _allocate_output(memory: Memory, output: Output, shape: Shape, plan: Plan) -> Place:
    start = start_of(output, shape, plan)
    if start is not None:
        return _copy_to_memory(memory, start)
    size = (_count(shape) * _kind(output.type).bits + 7) // 8
    return memory.room(size), size


def start_of(output: Output, shape: Shape, plan: Plan) -> Array | None:
    """What an output holds before the kernel runs; None: whatever was there."""
    if not plan.need_atomic or output.initial is None:
        return None
    return np.full(shape, output.initial).astype(_kind(output.type).numpy)


def _slot(memory: Memory, parameter: Parameter, places: list[Place], shapes: Sequence[Shape]) -> int:
    """What the kernel gets: an address, of a table for a list, null for what is absent."""
    if parameter.dynamic:
        return memory.table(shapes, [place for place, _ in places])
    return places[0][0] if places else 0


def _array(place: Place, number: int, shape: Shape) -> Array:
    return from_bits(bytes_at(*place), _kind(number)).reshape(-1)[: _count(shape)].reshape(shape)


def _count(shape: Shape) -> int:
    return math.prod(shape)  # exact, however absurd the shape is


def _kind(number: int) -> DType:
    array = TYPES[number].numpy if number in TYPES else None
    if array is None:
        raise LanewiseError("OPERATOR-004", case="type", type=type_name(number))
    return dtype(array)


def _write_in_place(call: Call, held: dict[str, list[Place]]) -> None:
    """An operator without outputs writes to its arguments."""
    for given in call.inputs:
        for target, array, place in zip(given.objects, given.arrays, held[given.parameter.name], strict=True):
            if is_torch(target) or (isinstance(target, np.ndarray) and target.flags.writeable):
                write_back(target, bytes_at(*place), dtype(array.dtype))


# --- what the caller gets ---


def given_back(call: Call, made: list[list[Array]], again: Again) -> Any:
    """One output: the array; several: a tuple; none: nothing."""
    tensors = any(is_torch(one) for given in call.inputs for one in given.objects)
    out: list[Any] = []
    for output, arrays in zip(call.outputs, made, strict=True):
        for target, array in zip(output.targets, arrays, strict=False):
            write_back(target, to_bits(array)[0], dtype(array.dtype))
        whole = output.targets or [tensor(a) if tensors else result(a, again) for a in arrays]
        out.append(whole if output.parameter.dynamic else whole[0])
    if not out:
        return None
    return out[0] if len(out) == 1 else results(out, again)


def tensor(array: Array) -> Any:
    """As torch has it; types that numpy has not cross as bits."""
    torch = sys.modules["torch"]
    special = {"bfloat16": np.int16, "float8_e5m2": np.uint8, "float8_e4m3fn": np.uint8}
    name = str(array.dtype)
    whole = np.ascontiguousarray(array)
    return (
        torch.from_numpy(whole.view(special[name])).view(getattr(torch, name))
        if name in special
        else torch.from_numpy(whole)
    )
