"""A plan as code that a user can paste: Python for lanewise.asc, and Ascend C."""

from __future__ import annotations

from lanewise.numerics.formats import dtype
from lanewise.tune.plan import Place, Plan, Step

CPP_TYPES = {"float": "float", "half": "half"}


def python(plan: Plan) -> str:
    lines = [
        f"def sum_row(total, row, work):  # {plan.n} {plan.dtype}: {plan.name}",
        f'    """total[0] = the sum of row; work holds {plan.work} elements."""',
    ]
    if plan.steps[0].kind == "api":
        return "\n".join([*lines, f"    asc.reduce_sum(total, row, work, count={plan.n})"])
    lines.append("    asc.set_mask_count()")
    for k, step in enumerate(plan.steps):
        lines.append(f"    asc.set_vector_mask(0, {step.n}, mode=asc.MaskMode.COUNTER)")
        lines.append(f"    {_python_call(step)}")
        if k < len(plan.steps) - 1:
            lines.append("    asc.pipe_barrier(asc.PipeID.PIPE_V)")
    return "\n".join([*lines, "    asc.reset_mask()", "    asc.set_mask_norm()"])


def _python_call(step: Step) -> str:
    dst, *sources = (_python_place(p) for p in (step.dst, *step.sources))
    if step.kind == "add":
        return (f"asc.add({dst}, {', '.join(sources)}, asc.MASK_PLACEHOLDER, 1, asc.BinaryRepeatParams(), "
                "is_set_mask=False)")
    if step.kind == "whole":
        return f"asc.whole_reduce_sum({dst}, {sources[0]}, asc.MASK_PLACEHOLDER, 1, 1, 1, 8, is_set_mask=False)"
    return f"asc.block_reduce_sum({dst}, {sources[0]}, 1, asc.MASK_PLACEHOLDER, 1, 1, 8, is_set_mask=False)"


def _python_place(place: Place) -> str:
    return f"{place.buffer}[{place.offset}:]" if place.offset else place.buffer


def ascend_c(plan: Plan) -> str:
    kind = CPP_TYPES[dtype(plan.dtype).name]
    tensor = f"const AscendC::LocalTensor<{kind}>&"
    lines = [
        f"// {plan.n} {kind}: {plan.name}; work holds {plan.work} elements",
        f"__aicore__ inline void SumRow({tensor} total, {tensor} row, {tensor} work)", "{",
    ]
    if plan.steps[0].kind == "api":
        return "\n".join([*lines, f"    AscendC::ReduceSum<{kind}>(total, row, work, {plan.n});", "}"])
    lines.append("    AscendC::SetMaskCount();")
    for k, step in enumerate(plan.steps):
        lines.append(f"    AscendC::SetVectorMask<{kind}, AscendC::MaskMode::COUNTER>(0, {step.n});")
        lines.append(f"    {_cpp_call(step, kind)}")
        if k < len(plan.steps) - 1:
            lines.append("    AscendC::PipeBarrier<PIPE_V>();")
    return "\n".join([*lines, "    AscendC::ResetMask();", "    AscendC::SetMaskNorm();", "}"])


def _cpp_call(step: Step, kind: str) -> str:
    dst, *sources = (f"{p.buffer}[{p.offset}]" if p.offset else p.buffer for p in (step.dst, *step.sources))
    if step.kind == "add":
        return (f"AscendC::Add<{kind}, false>({dst}, {', '.join(sources)}, AscendC::MASK_PLACEHOLDER, 1, "
                "{ 1, 1, 1, 8, 8, 8 });")
    if step.kind == "whole":
        return f"AscendC::WholeReduceSum<{kind}, false>({dst}, {sources[0]}, AscendC::MASK_PLACEHOLDER, 1, 1, 1, 8);"
    return f"AscendC::BlockReduceSum<{kind}, false>({dst}, {sources[0]}, 1, AscendC::MASK_PLACEHOLDER, 1, 1, 8);"
