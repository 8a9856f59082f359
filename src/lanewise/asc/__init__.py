"""Ascend C from Python, with pyasc's names.

    @asc.jit
    def kernel(x: asc.GlobalAddress, ...): ...
    kernel[8](x_array, ...)

Instruction functions are generated from the records of `lanewise.isa`; `help(asc.add)` shows what each chip takes.
Instructions also run without a kernel, inside `with lanewise.core("ascend910b") as core:`.
"""

from __future__ import annotations

import builtins as _builtins
from types import ModuleType as _ModuleType
from typing import TYPE_CHECKING as _TYPE_CHECKING
from typing import Any as _Any

from lanewise.asc import adv as adv
from lanewise.asc import atomics as _atomics
from lanewise.asc import cube_params as _cube_params
from lanewise.asc import debug as _debug
from lanewise.asc import enums as _enums
from lanewise.asc import expressions as _expressions
from lanewise.asc import full_sort as _full_sort
from lanewise.asc import lib as lib
from lanewise.asc import params as _params
from lanewise.asc import reg as reg
from lanewise.asc import runtime as runtime
from lanewise.asc import scalars as _scalars
from lanewise.asc import system as _system
from lanewise.asc import types as _types
from lanewise.asc.arguments import MASK_PLACEHOLDER as MASK_PLACEHOLDER
from lanewise.asc.arguments import MASK_PLACEHOLDER_LIST as MASK_PLACEHOLDER_LIST
from lanewise.asc.generate import functions as _functions
from lanewise.asc.lib import host as _host  # noqa: F401
from lanewise.asc.lib import runtime as _rt  # noqa: F401
from lanewise.asc.lists import ListTensorDesc as ListTensorDesc
from lanewise.asc.lists import TensorDesc as TensorDesc
from lanewise.asc.runtime import config as _config  # noqa: F401
from lanewise.asc.runtime.jit import CodegenOptions as CodegenOptions
from lanewise.asc.runtime.jit import CompileOptions as CompileOptions
from lanewise.asc.runtime.jit import LaunchOptions as LaunchOptions
from lanewise.asc.runtime.jit import jit as jit
from lanewise.asc.struct import Field as Field
from lanewise.asc.struct import Struct as Struct
from lanewise.asc.struct import StructField as StructField
from lanewise.asc.tensors import GlobalTensor as GlobalTensor
from lanewise.asc.tensors import LocalMemAllocator as LocalMemAllocator
from lanewise.asc.tensors import LocalTensor as LocalTensor
from lanewise.asc.tensors import LocalTensorAuto as LocalTensorAuto
from lanewise.asc.tensors import TBuf as TBuf
from lanewise.asc.tensors import TBufPool as TBufPool
from lanewise.asc.tensors import TPipe as TPipe
from lanewise.asc.tensors import TQue as TQue
from lanewise.asc.tensors import TQueBind as TQueBind
from lanewise.asc.tensors import get_tpipe_ptr as get_tpipe_ptr
from lanewise.errors import LanewiseError as LanewiseError
from lanewise.errors import LanewiseWarning as LanewiseWarning
from lanewise.isa.events import HardEvent as HardEvent
from lanewise.isa.events import PipeID as PipeID
from lanewise.isa.reduce import ReduceOrder as ReduceOrder
from lanewise.machine.address import GlobalAddress as GlobalAddress
from lanewise.machine.allocator import Hardware as Hardware
from lanewise.machine.events import MemDsbT as MemDsbT
from lanewise.machine.queues import TBufState as TBufState
from lanewise.machine.tensor import CacheMode as CacheMode
from lanewise.machine.tensor import CacheRwMode as CacheRwMode
from lanewise.machine.tensor import TPosition as TPosition
from lanewise.numerics.rounding import RoundMode as RoundMode

if _TYPE_CHECKING:  # most names here are made from records

    def __getattr__(name: str) -> _Any: ...


def _public(module: _ModuleType) -> dict[str, _Any]:
    """The functions and classes that a module defines itself."""
    return {
        name: value for name, value in vars(module).items()
        if not name.startswith("_") and getattr(value, "__module__", None) == module.__name__
    }


for _module in (_enums, _params, _cube_params, _scalars, _system, _atomics, _debug, _types, _full_sort):
    globals().update(_public(_module))
globals().update(_types.NAMES)
void = _types.VOID
_instructions = _functions()
globals().update(_instructions)
_expressions.install()
assign = _expressions.assign(_instructions)
QuePosition = TPosition
KnownTypes = _types.KnownTypes

# Names that hide Python's inside this module; kernels write them as asc.range and so on.
range = static_range = _types.kernel_range
print = _builtins.print
property = _builtins.property
