"""The functions of `asc.adv`: made from the records of the library, or written here where they follow pyasc."""

from __future__ import annotations

import difflib as _difflib
from collections.abc import Callable as _Callable
from typing import Any as _Any

from lanewise.asc.arguments import PLAIN as _PLAIN
from lanewise.asc.arguments import require_integer as _whole
from lanewise.asc.signatures import of_elements as _of_elements
from lanewise.asc.signatures import of_macro as _of_macro
from lanewise.asc.signatures import sign as _sign
from lanewise.asc.struct import Field as _Field
from lanewise.asc.struct import Struct as _Struct
from lanewise.errors import LanewiseError as _LanewiseError
from lanewise.isa.catalogue import instructions as _instructions
from lanewise.isa.catalogue import opcodes as _opcodes
from lanewise.isa.macro import bits_of as _bits_of
from lanewise.isa.record import Instruction as _Instruction
from lanewise.machine.core import current_core as _current_core
from lanewise.machine.engine import TensorBase as _TensorBase
from lanewise.machine.tensor import LocalTensor as _LocalTensor
from lanewise.machine.tensor import Tensor as _Tensor
from lanewise.numerics import straight as _straight

_Function = _Callable[..., _Any]
_NOTHING = _TensorBase(0, 0, 0, 0, False)  # the place of an operand that is left out
_SCRATCH = ("temp_buffer", "shared_tmp_buffer", "tmp_buffer", "tmp")
_HINTS = ("is_reuse_source", "reuse_source", "is_basic_block", "basic_block", "config", "high_precision",
          "high_performance")  # of speed: no effect on values
_COUNTS = ("count", "cal_count", "calc_count", "data_size")


class SoftmaxTiling(_Struct):
    """How the chips split a softmax. The shape is taken from it when neither the call nor the tensor says it."""

    src_m, src_k, src_size = _Field("uint32"), _Field("uint32"), _Field("uint32")
    out_max_m, out_max_k, out_max_size = _Field("uint32"), _Field("uint32"), _Field("uint32")
    split_m, split_k, split_size = _Field("uint32"), _Field("uint32"), _Field("uint32")
    reduce_m, reduce_k, reduce_size = _Field("uint32"), _Field("uint32"), _Field("uint32")
    range_m, tail_m, tail_split_size, tail_reduce_size = (
        _Field("uint32"), _Field("uint32"), _Field("uint32"), _Field("uint32"))


class RmsNormTiling(_Struct):
    """The shape of RmsNorm: rows b_length * s_length, of h_length elements, original_h_length of which count."""

    b_length, s_length, h_length, original_h_length = (
        _Field("uint32"), _Field("uint32"), _Field("uint32"), _Field("uint32"))
    reciprocal_of_h_length = _Field("float")
    main_bsh_length, main_bs_length, main_bs_length_align = _Field("uint32"), _Field("uint32"), _Field("uint32")
    loop_round, input_tail_pos, tail_bsh_length, tail_bs_length = (
        _Field("uint32"), _Field("uint32"), _Field("uint32"), _Field("uint32"))


class SoftMaxShapeInfo(_Struct):
    """The shape of a softmax: pitch src_k, of which ori_src_m rows and ori_src_k columns count."""

    src_m, src_k, ori_src_m, ori_src_k = _Field("uint32"), _Field("uint32"), _Field("uint32"), _Field("uint32")


SoftMaxTiling = SoftmaxTiling

# Fifty numbers, in the order of the structure that hosts fill.
_CUBE = """
    used_core_num m n ka kb single_core_m single_core_n single_core_k base_m base_n base_k depth_a1 depth_b1 step_m
    step_n is_bias trans_length iterate_order share_mode share_l1_size share_l0c_size share_ub_size batch_m batch_n
    single_batch_m single_batch_n step_ka step_kb depth_al1_cache_ub depth_bl1_cache_ub db_l0a db_l0b db_l0c
    a_layout_info_b a_layout_info_s a_layout_info_n a_layout_info_g a_layout_info_d b_layout_info_b b_layout_info_s
    b_layout_info_n b_layout_info_g b_layout_info_d c_layout_info_b c_layout_info_s1 c_layout_info_n c_layout_info_g
    c_layout_info_s2 batch_num mx_type_para
"""
TCubeTiling = type("TCubeTiling", (_Struct,), {
    "__module__": __name__, "__doc__": "How a product of matrices is split, for kernels that take it by value.",
    **{name: _Field("int32") for name in _CUBE.split()},
})


class QuantConfig(_Struct):
    """Counts of a call of quant that the chip's compiler may rely on; what the call itself says counts."""

    calc_count, offset_count, scale_count, work_local_size = (
        _Field("uint32"), _Field("uint32"), _Field("uint32"), _Field("uint32"))


def _issue(ins: _Instruction, tensors: _Any, params: _Any) -> None:
    core = next((t.core for t in tensors if isinstance(t, _Tensor)), None) or _current_core(ins.name)
    given = tuple(_NOTHING if t is None else t for t in tensors)
    try:
        core.issue(_opcodes()[ins.name], _PLAIN, 0, given, (), 0, 1, None, tuple(params))
    except _LanewiseError as problem:
        if problem.fields.get("op") == ins.name:  # say it as it was called
            problem.fields["op"] = ins.python_names[0]
        raise


def _drop_hints(named: dict[str, _Any]) -> None:
    for name in (*_SCRATCH, *_HINTS):
        named.pop(name, None)


def _usage(ins: _Instruction, rest: str) -> str:
    names = [o.name for o in ins.form.operands]
    return f"asc.{ins.python_names[0]}({', '.join(names)}{rest})"


def _call_error(ins: _Instruction, case: str, usage: str, **fields: _Any) -> _LanewiseError:
    return _LanewiseError("CALL-001", case=case, op=ins.python_names[0], usage=usage, **fields)


def _mapped(ins: _Instruction, defaults: tuple[float, ...] = (), whole: _Instruction | None = None) -> _Function:
    """A function of elements: tensors or numbers, then a count. `whole`: the record for integers."""
    reads = [o.name for o in ins.form.operands if o.reads]
    arity = _straight.arity(ins.lane)
    inout = ins.form.operands[0].reads  # the destination is the first argument, too
    labels = [*reads, *("scalar", "level")[: arity - len(reads)]][1 if inout else 0 :]
    usage = f"asc.{ins.python_names[0]}({', '.join(['dst', *labels])}, count)"

    def function(dst: _Any, *given: _Any, **named: _Any) -> None:
        _drop_hints(named)
        rest = [v for v in given if not _is_scratch(v, dst)]
        count = next((named.pop(n) for n in _COUNTS if n in named), None)
        values: list[_Any] = [named.pop(label) if label in named else None for label in labels]
        for i, value in enumerate(values):
            if value is None and rest and (i < len(labels) - len(defaults) or len(rest) > 1 or count is not None
                                           or isinstance(rest[0], (float, _Tensor))):
                values[i] = rest.pop(0)
            if values[i] is None and len(labels) - i <= len(defaults):
                values[i] = defaults[i - len(labels)]
        if rest and count is None:
            count = rest.pop(0)
        if named or rest or any(v is None for v in values) or not isinstance(dst, _Tensor):
            raise _call_error(ins, "does_not_fit", usage, wrong=_argument_names(named, rest))
        arguments = [dst, *values] if inout else values
        sources = [v for v in arguments if isinstance(v, _Tensor)]
        if not sources:
            raise _call_error(ins, "no_source", usage)
        n = _whole(ins.name, usage, "count", sources[-1 if inout else 0].get_size() if count is None else count)
        chosen = whole if whole is not None and dst.dtype.is_integer else ins
        if chosen is whole:
            numbers = [0 if isinstance(v, _Tensor) else int(v) for v in arguments]
            params = [n, *numbers]
        else:
            params = [n, *(0 if isinstance(v, _Tensor) else _bits_of(v) for v in arguments)]
            params += [0] * (5 - len(params))
        tensors = [v if isinstance(v, _Tensor) else None for v in arguments]
        operands = (tensors if inout else [dst, *tensors])[: len(ins.form.operands)]
        _issue(chosen, operands, params)

    _sign(function, {ins.name: _of_elements(labels, defaults)})
    return function


def _is_scratch(value: _Any, dst: _Any) -> bool:
    bytes_ = isinstance(value, _LocalTensor) and value.dtype.name == "uint8"
    return bytes_ and getattr(dst, "dtype", None) is not value.dtype


def _argument_names(named: dict[str, _Any], rest: list[_Any]) -> str:
    return ", ".join([*named, *(type(v).__name__ for v in rest)]) or "this call"


def _general(ins: _Instruction) -> _Function:
    """Tensors in the order of the record, None for one that is left out, and parameters by name."""
    fields = {name.replace(" ", "_"): default for name, default in ins.parameters.items()}
    usage = _usage(ins, "".join(f", {name}={value}" for name, value in fields.items()))
    operands = [o.name for o in ins.form.operands]

    def function(*given: _Any, **named: _Any) -> None:
        _drop_hints(named)
        tensors = list(given[: len(operands)])
        tensors += [named.pop(name, None) for name in operands[len(tensors) :]]
        values = dict(fields)
        for name, value in (*zip(fields, given[len(operands) :], strict=False), *named.items()):
            if name not in fields:
                raise _call_error(ins, "unknown", usage, names=name)
            values[name] = value
        for name, tensor in zip(operands, tensors, strict=True):
            if tensor is not None and not isinstance(tensor, _Tensor):
                raise _call_error(ins, "argument_type", usage, name=name, type=type(tensor).__name__)
        _issue(ins, tensors, [
            _bits_of(float(value)) if isinstance(fields[name], float) or isinstance(value, float)
            else _whole(ins.name, usage, name, value) for name, value in values.items()
        ])

    return function


# --- functions whose arguments follow pyasc ---


def _shape_of(src: _Any, tiling: _Any, info: _Any) -> tuple[int, int, int, int, int]:
    """From the call, else from the tensor, else from the tiling."""
    if info is not None and info.src_m and info.src_k:
        return info.src_m, info.src_k, info.ori_src_m or info.src_m, info.ori_src_k or info.src_k, 0
    shape = getattr(src, "shape_info", None)
    if shape is not None and len(shape.shape):
        height, pitch = _split(shape.shape)
        rows, columns = _split(shape.original_shape) if len(shape.original_shape) else (height, pitch)
        return height, pitch, rows, columns, 0
    if tiling is None or not tiling.src_m or not tiling.src_k:
        raise _LanewiseError("PARAM-001", op="adv.softmax", what="the shape", value="empty",
                             need="given by a SoftMaxShapeInfo, by set_shape_info of src or by the tiling")
    return tiling.src_m, tiling.src_k, tiling.src_m, tiling.src_k, 0


def _split(lengths: _Any) -> tuple[int, int]:
    sizes = [int(n) for n in lengths]
    rows = 1
    for n in sizes[:-1]:
        rows *= n
    return rows, sizes[-1]


_SOFTMAX = "asc.adv.softmax(dst, sum, max, src, tiling) or asc.adv.softmax(dst, src, tiling)"


def softmax(dst: _Any, *given: _Any, **named: _Any) -> None:
    """Softmax of rows; with `sum` and `max` a block per row receives its sum and maximum."""
    ins = _instructions()["lib_softmax"]
    for hint in (*_SCRATCH, *_HINTS, "data_format_nz", "is_data_format_nz"):
        named.pop(hint, None)
    tensors = [v for v in given if isinstance(v, _Tensor) and not _is_scratch(v, dst)]
    rest = [v for v in given if not isinstance(v, _Tensor) and not isinstance(v, bool)]
    names = {name.removesuffix("_tensor"): value for name, value in named.items()}
    tiling = names.pop("tiling", next((v for v in rest if isinstance(v, SoftmaxTiling)), None))
    info = names.pop("softmax_shape_info", names.pop("shape_info", next(
        (v for v in rest if isinstance(v, SoftMaxShapeInfo)), None)))
    named_tensors = {n: names.pop(n) for n in ("sum", "max", "src") if n in names}
    if len(tensors) + len(named_tensors) == 1:
        total, most, src = None, None, (*tensors, *named_tensors.values())[0]
    elif len(tensors) + len(named_tensors) == 3:
        order = {n: named_tensors.get(n) for n in ("sum", "max", "src")}
        for name in order:
            if order[name] is None:
                order[name] = tensors.pop(0)
        total, most, src = order.values()
    else:
        raise _LanewiseError("CALL-001", op="adv.softmax", case="softmax_tensors",
                             usage=_SOFTMAX)
    if names:
        raise _LanewiseError("CALL-001", op="adv.softmax", case="unknown", names=", ".join(names), usage=_SOFTMAX)
    _issue(ins, (dst, total, most, src), _shape_of(src, tiling, info))


_RMSNORM = "asc.adv.rmsnorm(dst, src, gamma, epsilon, tiling)"


def rmsnorm(dst: _Any, src: _Any, gamma: _Any, *given: _Any, **named: _Any) -> None:
    """Rows divided by their root mean square, times gamma."""
    _drop_hints(named)
    rest = [v for v in given if not isinstance(v, (_Tensor, bool))]
    tiling = named.pop("tiling", next((v for v in rest if isinstance(v, RmsNormTiling)), None))
    epsilon = named.pop("epsilon", next((v for v in rest if not isinstance(v, RmsNormTiling)), None))
    if tiling is None or epsilon is None or named:
        wrong = _argument_names(named, []) if named else "epsilon or tiling"
        raise _LanewiseError("CALL-001", op="adv.rmsnorm", case="does_not_fit", wrong=wrong, usage=_RMSNORM)
    valid = tiling.original_h_length or tiling.h_length
    share = tiling.reciprocal_of_h_length or 1.0 / max(1, valid)
    held = src.dtype.decode(src.dtype.encode(float(epsilon)))
    _issue(_instructions()["lib_rms_norm"], (dst, src, gamma),
           (tiling.b_length * tiling.s_length, tiling.h_length, valid, _bits_of(float(held)), _bits_of(share)))


_QUANT = "asc.adv.quant(dst, src, scale, offset) with numbers or tensors, and count= or the counts of the tensors"


def quant(dst: _Any, src: _Any, *given: _Any, **named: _Any) -> None:
    """Floats to 8 bits: int8 through half, small floats in float."""
    _drop_hints(named)
    ins = _instructions()["lib_ascend_quant"]
    rest = [v for v in given if not _is_scratch(v, dst) and not isinstance(v, bool)]
    sides = {}
    for side in ("scale", "offset"):
        value = named.pop(side, named.pop(f"{side}_tensor", None))
        sides[side] = rest.pop(0) if value is None and rest else value
    counts = {side: named.pop(f"{side}_count", None) for side in sides}
    count = next((named.pop(n) for n in _COUNTS if n in named), None)
    tensors = [side for side, value in sides.items() if isinstance(value, _Tensor)]
    if rest and len(rest) == len(tensors) + 1:
        for side in tensors:
            counts[side] = rest.pop(0)
    if rest and count is None:
        count = rest.pop(0)
    if named or rest or any(v is None for v in sides.values()):
        wrong = _argument_names(named, rest)
        raise _LanewiseError("CALL-001", op="adv.quant", case="does_not_fit", wrong=wrong, usage=_QUANT)
    n = _whole("adv.quant", _QUANT, "count", src.get_size() if count is None else count)
    lengths = [(counts[s] if counts[s] is not None else v.get_size()) if isinstance(v, _Tensor) else 0
               for s, v in sides.items()]
    how = 1 if dst.dtype.name == "int8" else 0
    values = [0.0 if isinstance(v, _Tensor) else v for v in sides.values()]
    operands = [v if isinstance(v, _Tensor) else None for v in sides.values()]
    _issue(ins, (dst, src, *operands),
           (4, 1, 1, n, 0, n, n, 1, how, 1, *lengths, *(_bits_of(v) for v in values)))


def concat(concat: _Any, src: _Any, tmp: _Any = None, repeat_time: _Any = None, **named: _Any) -> _Any:
    """Another name for the source: these chips sort values where they are. Also returned."""
    _drop_hints(named)
    for slot in ("address", "length"):
        setattr(concat, slot, getattr(src, slot))
    return concat


def extract(dst_value: _Any, dst_index: _Any, sorted_local: _Any, repeat_time: _Any) -> None:
    """Values and indices of sorted records."""
    usage = "asc.adv.extract(dst_value, dst_index, sorted, repeat_time)"
    _issue(_instructions()["lib_extract"], (dst_value, dst_index, sorted_local),
           (_whole("adv.extract", usage, "repeat_time", repeat_time),))


def arange(dst: _Any, first_value: _Any, diff_value: _Any, count: _Any) -> None:
    """An arithmetic progression."""
    usage = "asc.adv.arange(dst, first_value, diff_value, count)"
    number = int if dst.dtype.is_integer else _bits_of
    _issue(_instructions()["lib_arange"], (dst,),
           (_whole("adv.arange", usage, "count", count), number(first_value), number(diff_value)))


_DEFAULTS = {"lib_exp": (10.0,), "lib_swish": (1.0,), "lib_swiglu": (1.0,), "lib_faster_gelu_v2": (1e-12,)}


def _by_name() -> dict[str, _Instruction]:
    found: dict[str, _Instruction] = {}
    for ins in _instructions().values():
        if ins.form.executor == "macro":
            name = ins.python_names[0].removeprefix("adv.")
            if name not in found or ins.name == f"lib_{name}":  # Power has a record for integers, too
                found[name] = ins
    return found


def __getattr__(name: str) -> _Any:
    """A function is made when it is first asked for."""
    ins = _by_name().get(name)
    if ins is None:
        if name.startswith("_"):
            raise AttributeError(name)
        known = sorted({*_by_name(), *(n for n in globals() if not n.startswith("_"))})
        near = _difflib.get_close_matches(name, known, 5, 0.3) or known[:5]
        raise _UnknownNameError(f"asc.adv.{name}", [f"asc.adv.{n}" for n in near])
    if ins.lane:
        both = _instructions()["lib_power_integers"] if ins.name == "lib_power" else None
        made = _mapped(_instructions()["lib_power"] if both else ins, _DEFAULTS.get(ins.name, ()), both)
    else:
        made = _general(ins)
        _sign(made, {ins.name: _of_macro(ins)})
    made.__name__ = made.__qualname__ = name
    made.__module__ = "lanewise.asc.adv"
    made.__doc__ = f"{', '.join(ins.vendor)}: {ins.summary}\n\n{_usage(ins, '')}\n"
    globals()[name] = made
    return made


class _UnknownNameError(_LanewiseError, AttributeError):
    """One line in a program, and still what hasattr and getattr expect."""

    def __init__(self, asked: str, near: list[str]) -> None:
        _LanewiseError.__init__(self, "OP-004", asked=asked, known=", ".join(near))


def __dir__() -> list[str]:
    return sorted({*_by_name(), *(n for n in globals() if not n.startswith("_"))})
