"""Functions for layout records: transpose and trans_data_to_5hd."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from lanewise.asc.arguments import PLAIN, as_params, explain, require_integer
from lanewise.asc.elementwise import Function
from lanewise.asc.enums import TransposeType
from lanewise.asc.params import TransDataTo5HDParams, TransposeParamsExt
from lanewise.chips.cores import memory
from lanewise.errors import LanewiseError
from lanewise.isa.catalogue import opcodes
from lanewise.isa.issued import VECTOR_MEMORY
from lanewise.isa.record import Instruction
from lanewise.machine.tensor import LocalTensor, Tensor
from lanewise.numerics.formats import DType
from lanewise.numerics.formats import dtype as find_dtype

if TYPE_CHECKING:
    from lanewise.machine.core import Core

BLOCK = 32
LIST = 16

_USAGE = "asc.transpose(dst, src) or asc.transpose(dst, src, shared_tmp_buffer, asc.TransposeParamsExt(...))"


def transpose(records: dict[str, Instruction]) -> Function:
    """`records` are the three called transpose in Python: a tile, a tile with a buffer, NCHW and NHWC."""
    tile, b16, nchw = (opcodes()[name] for name in ("transpose", "transpose_nd2nd_b16", "transpose_nchw"))
    assert set(records) == {"transpose", "transpose_nd2nd_b16", "transpose_nchw"}

    def function(dst: Any, src: Any, shared_tmp_buffer: Any = None, transpose_params: Any = None) -> None:
        problem = explain("transpose", _USAGE, dst, src)
        if problem:
            raise problem
        if shared_tmp_buffer is None and transpose_params is None:
            dst.core.issue(tile, PLAIN, 0, (dst, src))
            return
        problem = explain("transpose", _USAGE, shared_tmp_buffer)
        if problem:
            raise problem
        p = as_params(transpose_params, TransposeParamsExt)
        kind = require_integer("transpose", _USAGE, "transpose_type", p.transpose_type)
        tensors = (dst, src, shared_tmp_buffer)
        if kind == TransposeType.TRANSPOSE_ND2ND_B16:
            dst.core.issue(b16, PLAIN, 0, tensors)
        elif kind in (TransposeType.TRANSPOSE_NCHW2NHWC, TransposeType.TRANSPOSE_NHWC2NCHW):
            sizes = {"n_size": p.n_size, "c_size": p.c_size, "h_size": p.h_size, "w_size": p.w_size}
            numbers = [require_integer("transpose", _USAGE, label, value) for label, value in sizes.items()]
            to_nhwc = int(kind == TransposeType.TRANSPOSE_NCHW2NHWC)
            dst.core.issue(nchw, PLAIN, 0, tensors, (), 0, 1, None, (*numbers, to_nhwc))
        elif kind != TransposeType.TRANSPOSE_TYPE_NONE:  # which does nothing
            raise LanewiseError(
                "PARAM-001", op="transpose", what="transpose_type", value=_type_name(kind),
                need="TRANSPOSE_ND2ND_B16, TRANSPOSE_NCHW2NHWC, TRANSPOSE_NHWC2NCHW or TRANSPOSE_TYPE_NONE",
            )

    return function


def _type_name(kind: int) -> str:
    return TransposeType(kind).name if kind in TransposeType._value2member_map_ else str(kind)


_LIST_USAGE = (
    "asc.trans_data_to_5hd(dst_list, src_list, params) with two lists of 16 tensors, or with dtype= and two lists of "
    "16 addresses or two uint64 tensors that hold them"
)


def block_lists(ins: Instruction) -> Function:
    op, name = opcodes()[ins.name], ins.name

    def function(
        dst_list: Any = None, src_list: Any = None, params: Any = None, *, dst: Any = None, src: Any = None,
        dtype: Any = None,
    ) -> None:
        """Addresses carry no element type: say it with `dtype`."""
        p = as_params(params, TransDataTo5HDParams)
        lists = (dst_list if dst_list is not None else dst, src_list if src_list is not None else src)
        repeat = require_integer(name, _LIST_USAGE, "repeat_times", p.repeat_times)
        sides = []
        strides = [
            require_integer(name, _LIST_USAGE, "a repeat stride", s) for s in (p.dst_rep_stride, p.src_rep_stride)
        ]
        for label, entries, stride in zip(("dst_list", "src_list"), lists, strides, strict=True):
            sides.append(_parse_addresses(name, label, entries, dtype, max(_steps(repeat, stride), default=0)))
        (to, targets, core), (frm, sources, _) = sides
        if to is not frm:
            like = "like dst_list"
            raise LanewiseError("TYPE-001", op=name, operand="src_list", got=frm.name, need=to.name, like=like)
        spans = [
            _span(core, addresses, to, _steps(repeat, stride))
            for addresses, stride in zip((targets, sources), strides, strict=True)
        ]
        numbers = (*targets, *sources, int(bool(p.dst_high_half)), int(bool(p.src_high_half)), *strides)
        core.issue(op, PLAIN, 0, tuple(spans), (), 0, repeat, None, numbers)

    return function


def _steps(repeat: int, stride: int) -> list[int]:
    """How many bytes each repeat lies after the list; a lone repeat is shifted already."""
    return [BLOCK * stride] if repeat == 1 else [BLOCK * stride * r for r in range(min(repeat, 255))]


def _parse_addresses(name: str, label: str, entries: Any, kind: Any, far: int) -> tuple[DType, list[int], Any]:
    """Element type, addresses and core of one list."""
    if isinstance(entries, Tensor):
        return _require_dtype(name, kind), _stored(name, label, entries), entries.core
    if not isinstance(entries, (Sequence, np.ndarray)) or len(entries) != LIST:
        count = f"{len(entries)} entries" if isinstance(entries, (Sequence, np.ndarray)) else type(entries).__name__
        raise LanewiseError("CALL-001", op=name, case="list_length", label=label, count=count, list=LIST,
                            usage=_LIST_USAGE)
    if not any(isinstance(e, Tensor) for e in entries):
        from lanewise.machine.core import current_core

        return _require_dtype(name, kind), [_address(name, label, e) for e in entries], current_core(name)
    problem = explain(name, _LIST_USAGE, *entries)
    if problem:
        raise problem
    first = entries[0].dtype
    for i, tensor in enumerate(entries):
        if tensor.dtype is not first:
            raise LanewiseError("TYPE-001", op=name, operand=f"{label}[{i}]", got=tensor.dtype.name, need=first.name,
                                like=f"like {label}[0]")
        if tensor.space != VECTOR_MEMORY:
            raise LanewiseError("POS-001", op=name, operand=f"{label}[{i}]", position="GM",
                                need=memory("vector").places)
        if tensor.length * first.size < far + BLOCK:
            raise LanewiseError("MEM-002", op=name, operand=f"{label}[{i}]", have=tensor.length * first.size,
                                need=far + BLOCK)
    return first, [int(t.address) for t in entries], entries[0].core


def _require_dtype(name: str, kind: Any) -> DType:
    if kind is None:
        raise LanewiseError("CALL-001", op=name, case="untyped_addresses", usage=_LIST_USAGE)
    return find_dtype(kind)


def _address(name: str, label: str, value: Any) -> int:
    try:
        return operator.index(value)
    except TypeError:
        raise LanewiseError("CALL-001", op=name, case="list_entry", label=label, type=type(value).__name__,
                            usage=_LIST_USAGE) from None


def _stored(name: str, label: str, tensor: Any) -> list[int]:
    """The addresses a tensor holds, as the scalar unit would read them."""
    if tensor.dtype.name != "uint64":
        got = tensor.dtype.name
        raise LanewiseError("TYPE-001", op=name, operand=label, got=got, need="uint64", like="like an address")
    if tensor.length < LIST:
        raise LanewiseError("MEM-002", op=name, operand=label, have=8 * tensor.length, need=8 * LIST)
    return [int(tensor.get_value(i)) for i in range(LIST)]


def _span(core: Core, addresses: list[int], kind: DType, steps: list[int]) -> LocalTensor:
    """One tensor over everything a list can touch: what the record shows beside the addresses."""
    first = min(addresses)
    end = max(addresses) + max(steps, default=0) + BLOCK
    start = max(0, first - first % BLOCK)
    return LocalTensor(core, start, max(0, end - start) // kind.size, kind)
