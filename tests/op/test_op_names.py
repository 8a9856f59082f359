# ruff: noqa: E501 (a row of the table is a line)
"""Names that official operators count on, ranked by how many do: each one compiled, and its value where it has one.

`names/ranked.txt` is the list. Names of the vendor's template library (atvoss) are a user's own copy: test_op_opbase.py.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, NamedTuple

import ml_dtypes
import numpy as np
import pytest

import lanewise.cpp
import lanewise.op
from lanewise import LanewiseError
from lanewise.cpp.build import Request
from lanewise.cpp.compiler import INCLUDES
from lanewise.cpp.diagnose import diagnose
from lanewise.cpp.forwards import fixed

HERE = Path(__file__).parent / "names"
RANKED = [tuple(line.split(": ", 1)) for line in (HERE / "ranked.txt").read_text().splitlines()]
LOG, MATH, PLATFORM = "log/log.h", "op_common/op_host/util/math_util.h", "op_host/util/platform_util.h"
SHAPES, VALUES, REDUCE = "exe_graph/runtime/tensor.h", "op_host/util/const_util.h", "op_host/infershape_reduce_util.h"
BASE = "op_host/tiling_base_class.h"


class Case(NamedTuple):
    name: str
    header: str  # the one that sources include for it
    code: str  # an expression: a text, a number, or a call of say() for each of several
    due: str  # what it says; several are parted by spaces


def macro(name: str, words: str, text: str, header: str = LOG) -> Case:
    """One error line, of which the first word says who speaks."""
    return Case(name, header, f'({name}({words}), last_error())', text)


HOST = [
    Case("Ops::Base::ToString", LOG, "Ops::Base::ToString(ge::DT_BF16)", "DT_BF16"),
    Case("Ops::Base::ToString", LOG, "Ops::Base::ToString(ge::FORMAT_NCHW)", "NCHW"),
    Case("Ops::Base::ToString", LOG, "Ops::Base::ToString(gert::Shape{2, -1})", "[2, -1]"),
    Case("Ops::Base::ToString", LOG, "Ops::Base::ToString(std::vector<const gert::Shape*>{&A, &B})", "[[3], [4, 5]]"),
    Case("CeilDiv", LOG, "Ops::Base::CeilDiv<int64_t>(9, 4)", "3"),
    Case("OPBASE_API", LOG, "Marked::value", "7"),
    Case("OPBASE_API", "op_common/op_host/util/opbase_export.h", "Exported::value", "8"),
    Case("Ops::Base::GetOpInfo", LOG, 'Ops::Base::GetOpInfo("Foo")', "Foo"),
    Case("Ops::Base::GetOpInfo", "op_common/log/log.h", "Ops::Base::GetOpInfo(static_cast<const char*>(nullptr))", "nil"),
    Case("Ops::Base::GetOpInfo", LOG, "Ops::Base::GetOpInfo(static_cast<gert::TilingContext*>(nullptr))", "nil:nil"),
    Case("Ops::Base::GetOpInfo", LOG, "Ops::Base::GetOpInfo(CONTEXT)", "Names:Names"),
    Case("Ops::Base::GetOpInfo", LOG, 'Ops::Base::GetOpInfo(std::string("Bar"))', "Bar"),
    Case("Ops::Base::IsContextType", LOG, "10 * Ops::Base::IsContextType<gert::TilingContext*>() + Ops::Base::IsContextType<char*>()", "10"),
    Case("Ops::Base::GetSafeStr", LOG, 'Ops::Base::GetSafeStr(std::string("a"))', "a"),
    Case("Ops::Base::GetSafeStr", LOG, 'Ops::Base::GetSafeStr(const_cast<char*>("b"))', "b"),
    Case("Ops::Base::GetSafeStr", LOG, "Ops::Base::GetSafeStr(static_cast<const char*>(nullptr))", "nil"),
    Case("Ops::Base::GetSafeStr", LOG, "Ops::Base::GetSafeStr(nullptr)", "nil"),
    Case("Ops::Base::GetTid", LOG, "Ops::Base::GetTid() == Ops::Base::GetTid()", "1"),
    Case("Ops::Base::OP_MODULE_ID", LOG, "Ops::Base::OP_MODULE_ID * 10000 + DLOG_DEBUG * 1000 + DLOG_INFO * 100 + DLOG_WARN * 10 + DLOG_ERROR", "630123"),
    Case("CheckLogLevel", LOG, "CheckLogLevel(63, DLOG_ERROR) != 0 && CheckLogLevel(63, DLOG_DEBUG) == 0", "1"),
    Case("CheckLogLevel", LOG, '(DlogRecord(63, DLOG_ERROR, "n %d", 4), DlogRecord(63, DLOG_INFO, "no"), last_error())', "n 4"),
    Case("OP", "toolchain/slog.h", "static_cast<int>(OP)", "63"),
    Case("dlog_error", "toolchain/slog.h", '(dlog_error(OP, "x %s", "y"), last_error())', "x y"),
    macro("D_OP_LOGE", '"op", "%d of %s", 3, "x"', "3 of x"),
    Case("D_OP_LOGE", LOG, '(D_OP_LOGW("op", "w"), D_OP_LOGI("op", "i"), D_OP_LOGD("op", "%d", 1), last_error())', ""),
    macro("OP_LOGE_LIBOPAPI_REPORT", '"op", "n %d", 1', "n 1"),
    macro("OP_LOGE_FOR_INVALID_TENSORNUMS_WITH_REASON", '"op", "x, y", std::string("3, 4"), "they differ"', "invalid numbers of tensors: x, y, 3, 4, they differ"),
    macro("OP_LOGE_FOR_INVALID_TENSORNUM", '"op", "x", "3", "4"', "invalid number of tensors: x, 3, 4"),
    macro("OP_LOGE_FOR_INVALID_CONFIG_WITH_REASON", '"op", "a.ini", "k", "v", "why"', "invalid configuration: a.ini, k, v, why"),
    macro("OP_LOGE_FOR_INVALID_CONFIG", '"op", "a.ini", "k", "v", "w"', "invalid configuration: a.ini, k, v, w"),
    macro("OP_LOGE_FOR_INVALID_CONFIGS_WITH_REASON", '"op", "a", "k", "v", "why"', "invalid configurations: a, k, v, why"),
    macro("OP_LOGE_FOR_INVALID_STRIDE", '"op", "x", "3", "4"', "invalid stride: x, 3, 4"),
    macro("OP_LOGE_FOR_INVALID_ARGUMENT_WITH_REASON", '"op", "x", "why"', "invalid argument: x, why"),
    macro("OP_LOGE_FOR_FILE_OPEN", '"op", "f", "why"', "file that cannot be opened: f, why"),
    macro("OP_LOGE_FOR_FILE_PARSE", '"op", "f", "why"', "file that cannot be read: f, why"),
    macro("OP_LOGE_FOR_FILE_PATH", '"op", "f", "why"', "path of a file: f, why"),
    macro("OP_LOGE_FOR_INVALID_GRAPH_NODE", '"node", "why"', "invalid node: node, why"),
    macro("OP_LOGE_WITH_INVALID_INPUT_SHAPESIZE", '"op", std::to_string(1), "3", "4"', "invalid number of elements of an input: 1, 3, 4"),
    Case("gert::Stride", SHAPES, "strides()", "3 5 7 0 -9223372036854775808 1 0"),
    Case("gert::StorageShape::GetShape", SHAPES, "gert::StorageShape({2, 3}, {4}).GetShape().GetDim(1)", "3"),
    Case("gert::Range", "exe_graph/runtime/range.h", "ranges()", "3 4 1 1 0"),
    Case("ge::char_t", "graph/types.h", "std::string{ge::char_t('a'), ::char_t('b')}", "ab"),
    Case("ge::GetFormatName", "graph/types.h", "ge::GetFormatName(ge::FORMAT_NHWC)", "NHWC"),
    Case("Ops::Base::EnsureNotScalar", "op_host/tiling_base_util.h", "Ops::Base::EnsureNotScalar(gert::Shape{}).GetDimNum()", "1"),
    Case("Ops::Base::EnsureNotScalar", "op_host/tiling_base_util.h", "&Ops::Base::EnsureNotScalar(B) == &B", "1"),
    Case("Ops::Base::GetNddmaDcacheSize", PLATFORM, "Ops::Base::GetNddmaDcacheSize(CONTEXT)", "8192"),
    Case("Ops::Base::GetSimtMaxThreadNum", PLATFORM, "Ops::Base::GetSimtMaxThreadNum(CONTEXT)", "2048"),
    Case("Ops::Base::GetSimtMaxDCacheSize", PLATFORM, "Ops::Base::GetSimtMaxDCacheSize(CONTEXT)", "131072"),
    Case("Ops::Base::GetSectorCacheLineSize", PLATFORM, "Ops::Base::GetSectorCacheLineSize(CONTEXT)", "128"),
    Case("Ops::Base::GetCacheLineSize", PLATFORM, "Ops::Base::GetCacheLineSize(CONTEXT)", "256"),
    Case("Ops::Base::GetAicCoreNum", PLATFORM, "1000 * Ops::Base::GetAicCoreNum(CONTEXT) + Ops::Base::GetAivCoreNum(CONTEXT)", "24048"),
    Case("Ops::Base::GetUbSize", PLATFORM, "Ops::Base::GetUbSize(CONTEXT)", "196352"),
    Case("Ops::Base::GetWorkspaceSize", PLATFORM, "Ops::Base::GetWorkspaceSize(CONTEXT)", str(16 << 20)),
    Case("OP_CHECK_IF", PLATFORM, '[] { OP_CHECK_IF(true, OP_LOGE("op", "checked"), return last_error()); return std::string(); }()', "checked"),
    Case("Ops::Base::CompileInfoCommon", BASE, "common()", "1 2 3 4 5 6 7 8 9 10 11 72"),
    Case("Ops::Base::AiCoreParams", BASE, "params()", "1 2 3 4 5 6 7"),
    Case("TilingRegistry of a repository", BASE, "optiling::registry()", "own"),
    Case("OP_CHECK_IF", BASE, '[] { OP_CHECK_IF(false, OP_LOGE("op", "no"), return last_error()); return std::string("passed"); }()', "passed"),
    Case("Ops::Base::ReduceDims", REDUCE, "reduced()", "[3, 1, 5] [3, 5] [3, 1, 1] -1 [-2] [1]"),
    Case("Ops::Base::IsFloatEqual", MATH, "floats()", "1 0 0 1 0"),
    Case("Ops::Base::LastPow2", MATH, "1000 * Ops::Base::LastPow2(255) + Ops::Base::LastPow2(256)", "128256"),
    Case("Ops::Base::MurmurHash", MATH, 'Ops::Base::MurmurHash("abcdefg", 7)', "MURMUR"),
    Case("Ops::Base::LastPow2", MATH, "Ops::Base::LastPow2(0)", "1"),
    Case("Ops::Base::SplitIntoEqualByParts", MATH, "split()", "4 3 1 1 | 1 3 3 1 | 5 2 2 1 | 4 3 1 1 | 1 2 2 1 | 0 0"),
    Case("Ops::Base::CeilAlign", MATH, "Ops::Base::CeilAlign<int64_t>(INT64_MAX - 1, 32) == INT64_MAX", "1"),
    Case("Ops::Base::CheckAxisBounds", "op_host/util/shape_util.h", "100 * Ops::Base::CheckAxisBounds(0, 0) + 10 * Ops::Base::CheckAxisBounds(2, 2) + Ops::Base::CheckAxisBounds(2, -2)", "101"),
    Case("Ops::Base::GetValueToInteger", VALUES, "values()", "-7 [9, 11]"),
    Case("InferShapeRangeContext::GetInputShapeRange", "exe_graph/runtime/infer_shape_range_context.h", "reinterpret_cast<size_t>(&InferRange) != 0", "1"),
    Case("fe::PlatformInfo", "platform/platform_info.h", "platform()", "0 Ascend910B 24 Ascend910B"),
    Case("AscendC::GetReduceSumMaxMinTmpSize", "tiling/tiling_api.h", "scratch()", "1"),
    Case("optiling::OpCheckFuncHelper", "register/op_impl_registry.h", "sizeof(HELPER) > 0", "1"),
    Case("REG_OP", "graph/operator_reg.h", "sizeof(ge::op::Prototyped)", "1"),
    Case("ComputeNodeInfo::MutableOutputTdInfo", "exe_graph/runtime/compute_node_info.h", "described()", "10 0"),
]  # fmt: skip

# Definitions that some expressions need, behind the header and in front of the functions.
AHEAD = {
    LOG: "static const gert::Shape A{3}, B{4, 5};\nclass OPBASE_API Marked { public: static constexpr int value = 7; };\n",
    "op_common/op_host/util/opbase_export.h": "enum class OPBASE_API Kind { A }; struct OPBASE_API Exported { static constexpr int value = 8; };\n",
    "op_host/tiling_base_util.h": "static const gert::Shape B{4, 5};\n",
    SHAPES: """
static std::string strides() {
    gert::Stride s{3, 5};
    s.AppendStride(7);
    gert::Stride t = s, other = s;
    other.SetStride(0, 4);
    return lines(s.GetStride(0), s[1], s.GetStride(2), s.GetStride(3), s.GetStride(25), t == s, other == s);
}
""",
    "exe_graph/runtime/range.h": """
static std::string ranges() {
    gert::Shape low{3}, high{4};
    gert::Range<gert::Shape> r(&low, &high), same(&low), none;
    none.SetMin(&low), none.SetMax(&high);
    return lines(r.GetMin()->GetDim(0), r.GetMax()->GetDim(0), same.GetMin() == same.GetMax(), r == none, r == same);
}
""",
    BASE: """
static std::string common() {
    Ops::Base::CompileInfoCommon c{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
    return lines(c.aivNum, c.aicNum, c.ubSize, c.l1Size, c.l0aSize, c.l0bSize, c.l0cSize, c.l2CacheSize, c.coreNum, c.socVersion, c.rsvd, sizeof(c));
}
static std::string params() {
    Ops::Base::AiCoreParams p{1, 2, 3, 4, 5, 6, 7};
    return lines(p.ubSize, p.numBlocks, p.aicNum, p.l1Size, p.l0aSize, p.l0bSize, p.l0cSize);
}
struct CompileInfoCommon { int own; };  // repositories have their own of that name
namespace Ops::NN::Optiling {
using Ops::Base::TilingBaseClass;
struct TilingRegistry { static const char* name() { return "own"; } };
}
namespace optiling {
using namespace Ops::NN::Optiling;
static const char* registry() { return TilingRegistry::name(); }
}
using namespace std;
""",
    REDUCE: """
static std::string reduced() {
    const gert::Shape x{3, 4, 5}, unknown{-2}, scalar{};
    int64_t axes[] = {1, -1, 3, 0};
    gert::Tensor tensor({{2}, {2}}, {}, gert::kOnHost, ge::DT_INT64, axes);
    gert::Shape out[6];
    Ops::Base::ReduceDimsWithKeepDims<int64_t>(&x, axes, 1, &out[0]);
    Ops::Base::ReduceDimsWithoutKeepDims<int64_t>(&x, axes, 1, &out[1]);
    Ops::Base::ReduceDims<int64_t>(&x, &tensor, 2, true, &out[2]);
    const bool refused = Ops::Base::ReduceDims<int64_t>(&x, &tensor, 3, true, &out[3]) == ge::GRAPH_FAILED;
    Ops::Base::ReduceDims<int64_t>(&unknown, &tensor, 1, false, &out[4]);
    gert::Shape one{1, 7};
    Ops::Base::ReduceDimsWithoutKeepDims<int64_t>(&one, axes, 1, &out[5]);
    last_error();
    using Ops::Base::ToString;
    return lines(ToString(out[0]), ToString(out[1]), ToString(out[2]), refused ? -1 : 0, ToString(out[4]), ToString(out[5]));
}
""",
    MATH: """
static std::string split() {
    Ops::Base::SplitResult parts, few, even, pieces, one, none;
    const bool whole[] = {Ops::Base::SplitIntoEqualByParts(10, 4, parts), Ops::Base::SplitIntoEqualByParts(3, 1, few),
                          Ops::Base::SplitIntoEqualByParts(10, 5, even), Ops::Base::SplitIntoEqualByFactor(10, 3, pieces),
                          Ops::Base::SplitIntoEqualByFactor(2, 7, one)};
    std::string text;
    const Ops::Base::SplitResult all[] = {parts, few, even, pieces, one};
    for (int i = 0; i < 5; ++i) text += lines(all[i].blockNum, all[i].blockFactor, all[i].tailFactor, whole[i], "| ");
    return text + lines(Ops::Base::SplitIntoEqualByParts(0, 4, none), Ops::Base::SplitIntoEqualByFactor(4, 0, none));
}
static std::string floats() {
    const float infinity = INFINITY;
    return lines(Ops::Base::IsFloatEqual(1.0f, 1.0f + 1e-8f), Ops::Base::IsFloatEqual(1.0f, 1.1f), Ops::Base::IsFloatEqual(NAN, NAN),
                 Ops::Base::IsFloatEqual(infinity, infinity), Ops::Base::IsFloatEqual(infinity, -infinity));
}
""",
    VALUES: """
static std::string values() {
    int32_t data[] = {-7};
    int64_t sizes[] = {9, 11};
    gert::Tensor one({{1}, {1}}, {}, gert::kOnHost, ge::DT_INT32, data), two({{2}, {2}}, {}, gert::kOnHost, ge::DT_INT64, sizes);
    int64_t value = 0;
    gert::Shape shape;
    Ops::Base::GetValueToInteger<int32_t, int64_t>(&one, value);
    Ops::Base::GetValueToShape<int64_t>(&two, shape);
    return lines(value, Ops::Base::ToString(shape));
}
""",
    "exe_graph/runtime/infer_shape_range_context.h": """
static ge::graphStatus InferRange(gert::InferShapeRangeContext* context) {
    const gert::Range<gert::Shape>* in = context->GetInputShapeRange(0);
    const gert::TensorRange* tensor = context->GetOptionalInputTensorRange(1);
    gert::Range<gert::Shape>* out = context->GetOutputShapeRange(0);
    if (!in || !tensor || !out || context->GetRequiredInputShapeRange(0) || context->GetDynamicInputTensorRange(0, 1)) return ge::GRAPH_FAILED;
    *out->GetMin() = *in->GetMin();
    out->GetMax()->AppendDim(in->GetMax()->GetDim(0));
    return ge::GRAPH_SUCCESS;
}
IMPL_OP_INFERSHAPE(Names).InferShapeRange(InferRange);
""",
    "platform/platform_info.h": """
static std::string platform() {
    fe::PlatformInfo info;
    fe::OptionalInfo optional;
    const auto status = fe::PlatformInfoManager::Instance().GetPlatformInfoWithOutSocVersion(info, optional);
    return lines(status, info.str_info.short_soc_version, info.soc_info.ai_core_cnt, optional.soc_version);
}
""",
    "tiling/tiling_api.h": """
// Operators have these for themselves, and say `using namespace` of a library that has them, too.
struct half { int own; };
struct bfloat16_t {};
struct complex64 {};
template <class T> struct LocalTensor {};
using namespace AscendC;
static half other{3};
static std::string scratch() {
    uint32_t least = 5, most = 1;
    AscendC::GetReduceSumMaxMinTmpSize(ge::Shape({8, 64}), ge::DT_FLOAT, AscendC::ReducePattern::AR, true, false, most, least);
    return lines(least <= most && other.own == 3);
}
""",
    "register/op_impl_registry.h": """
static const optiling::OpCheckFuncHelper HELPER(optiling::FUNC_CHECK_SUPPORTED, "Names", [](const std::string&, std::string&) { return 0; });
""",
    "graph/operator_reg.h": """
namespace ge {
REG_OP(Prototyped)
    .INPUT(x, TensorType({DT_FLOAT, DT_INT32}))
    .OPTIONAL_INPUT(b, TensorType::ALL())
    .DYNAMIC_INPUT(xs, TensorType({DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT, DT_INT32}))
    .DYNAMIC_OUTPUT(ys, TensorType({DT_FLOAT}))
    .ATTR(a, Int, 1)
    .ATTR(sizes, ListInt, {1, 2})
    .REQUIRED_ATTR(b, Bool)
    .OP_END_FACTORY_REG(Prototyped)
}
""",
    "exe_graph/runtime/compute_node_info.h": """
static std::string described() {
    auto* y = CONTEXT->GetComputeNodeInfo()->MutableOutputTdInfo(0);
    y->SetDataType(ge::DT_UINT64);
    const auto type = CONTEXT->GetOutputDesc(0)->GetDataType();
    y->SetDataType(ge::DT_FLOAT);
    return lines(static_cast<int>(type), CONTEXT->GetComputeNodeInfo()->MutableInputTdInfo(0) == nullptr);
}
""",
}  # fmt: skip

SAY = """
#pragma once
#include <sstream>
#include <string>
namespace gert { class TilingContext; }
extern gert::TilingContext* CONTEXT;
std::string last_error();  // the last error line, without its place; none is left
template <class... A>
std::string lines(const A&... values) {
    std::ostringstream out;
    ((out << values << ' '), ...);
    std::string text = out.str();
    if (!text.empty()) text.pop_back();
    return text;
}
"""

MAIN = """
#include "register/op_def_registry.h"
#include "say.h"
gert::TilingContext* CONTEXT = nullptr;
namespace lanewise::op { std::vector<std::string>& errors(); }
std::string last_error() {
    auto& kept = lanewise::op::errors();
    if (kept.empty()) return "";
    std::string text = kept.back();
    kept.clear();
    return text.substr(text.find(": ") + 2);
}
%s
static ge::graphStatus Tile(gert::TilingContext* context) {
    CONTEXT = context;
    std::string all;
    %s
    context->GetRawTilingData()->Append(all.data(), all.size());
    context->SetBlockDim(1);
    return ge::GRAPH_SUCCESS;
}
IMPL_OP_OPTILING(Names).Tiling(Tile, 65536);
namespace ops {
class Names : public OpDef {
  public:
    explicit Names(const char* name) : OpDef(name) {
        this->Input("x").DataType({ge::DT_FLOAT}).Format({ge::FORMAT_ND});
        this->Output("y").DataType({ge::DT_FLOAT}).Format({ge::FORMAT_ND}).Follow("x");
        this->AICore().AddConfig("ascend910b").AddConfig("ascend950");
    }
};
OP_ADD(Names);
}
"""


def murmur(text: bytes, seed: int = 271828) -> int:
    """MurmurHash2 in Python's integers."""
    m, word = 0x5BD1E995, 0xFFFFFFFF
    h = seed ^ len(text)
    whole = len(text) // 4 * 4
    for at in range(0, whole, 4):
        k = int.from_bytes(text[at : at + 4], "little") * m & word
        h = (h * m & word) ^ ((k ^ k >> 24) * m & word)
    if rest := text[whole:]:
        h = (h ^ int.from_bytes(rest, "little")) * m & word
    h = (h ^ h >> 13) * m & word
    return h ^ h >> 15


@pytest.fixture(scope="module")
def host_texts(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """What each host case says: one source for each header, which includes that one alone."""
    top = tmp_path_factory.mktemp("names")
    for part in ("op_host", "op_kernel"):
        (top / part).mkdir()
    (top / "op_kernel" / "names.cpp").write_text('extern "C" __global__ __aicore__ void names(GM_ADDR x) {}\n')
    (top / "op_host" / "say.h").write_text(SAY)
    declared, called = "", ""
    headers = list(dict.fromkeys(case.header for case in HOST))
    for i, header in enumerate(headers):
        text = f'#include "{header}"\n#include "say.h"\n{AHEAD.get(header, "")}\nvoid part_{i}(std::string* out) {{\n'
        for j, case in enumerate(HOST):
            if case.header == header:
                text += f"    out[{j}] = lines({case.code});\n"
        (top / "op_host" / f"part_{i}.cpp").write_text(text + "}\n")
        declared += f"void part_{i}(std::string*);\n"
        called += f"part_{i}(out); "
    body = f"std::string out[{len(HOST)}]; {called} for (auto& one : out) all += one + '\\n';"
    (top / "op_host" / "names.cpp").write_text(MAIN % (declared, body))
    plan = lanewise.op.load(top, "ascend910b").tiling(np.zeros(8, np.float32))
    return plan.data.decode().split("\n")[: len(HOST)]


def test_names_on_the_host_say_what_they_must(host_texts: list[str]) -> None:
    due = [case.due.replace("MURMUR", str(murmur(b"abcdefg"))) for case in HOST]
    assert {case.code: text for case, text, want in zip(HOST, host_texts, due, strict=True) if text != want} == {}


WITHOUT_LOGS = """
#include "register/op_def_registry.h"
namespace {
template <class T>
ge::graphStatus Checked(gert::TilingContext* context, T count) {
    OP_CHECK_IF(count > 8, OP_LOGE(context->GetNodeName(), "%d is too much", static_cast<int>(count)), return ge::GRAPH_FAILED);
    OP_LOGD(context->GetNodeName(), "fine");
    return ge::GRAPH_SUCCESS;
}
ge::graphStatus Tile(gert::TilingContext* context) {
    OP_CHECK_NULL_WITH_CONTEXT(context, context->GetInputShape(0));
    context->SetBlockDim(1);
    return Checked(context, context->GetInputShape(0)->GetStorageShape().GetShapeSize());
}
IMPL_OP_OPTILING(Unlogged).Tiling(Tile);
}
namespace ops {
class Unlogged : public OpDef {
  public:
    explicit Unlogged(const char* name) : OpDef(name) {
        this->Input("x").DataType({ge::DT_FLOAT}).Format({ge::FORMAT_ND});
        this->Output("y").DataType({ge::DT_FLOAT}).Format({ge::FORMAT_ND}).Follow("x");
        this->AICore().AddConfig("ascend910b");
    }
};
OP_ADD(Unlogged);
}
"""


def test_names_of_logs_without_a_header_that_has_them(tmp_path: Path) -> None:
    for part in ("op_host", "op_kernel"):
        (tmp_path / part).mkdir()
    (tmp_path / "op_kernel" / "unlogged.cpp").write_text('extern "C" __global__ __aicore__ void unlogged(GM_ADDR x) {}\n')
    (tmp_path / "op_host" / "unlogged.cpp").write_text(WITHOUT_LOGS)
    operator = lanewise.op.load(tmp_path, "ascend910b")
    assert operator.tiling(np.zeros(8, np.float32)).block_dim == 1
    with pytest.raises(LanewiseError, match="9 is too much"):
        operator.tiling(np.zeros(9, np.float32))


def test_names_that_are_ranked_are_all_here() -> None:
    tested = {case.name for case in HOST}
    here = {"nlohmann/json.hpp", *FORMS}
    groups = ("simt", "atvoss")  # told apart, and a user's own library
    missing = [name for group, name in RANKED if group not in groups and name not in tested | here]
    assert missing == ["Reg::Duplicate<T, mode, U>", "Reg::GetSpr"]  # tests of registers


# Kernel forms: names/forms.cpp has a kernel for each, and the tests below say which.
FORMS = (
    "LocalTensor::SetBufferLen", "load_store_utils.h", "ops::LoadOneTensorForDtypeT", "ops::StoreOneTensorForDtypeT",
    "DataCopyPadExtParams without <T>", "AscendCUtils::GetC0Count", "AscendC::VECTOR_REG_WIDTH_2XVL",
    "TQue::DeQue() and handles",
)  # fmt: skip


@pytest.fixture(scope="module")
def forms() -> Any:
    return lanewise.cpp.load(HERE / "forms.cpp", "ascend950")


def test_names_of_kernels_store_registers_of_float(forms: Any) -> None:
    x = (np.arange(64, dtype=np.float32) - 31) * np.float32(1.37)
    for kernel, due in (
        (forms.to_float, x + 1), (forms.to_half, (x + 1).astype(np.float16)),
        (forms.to_bfloat, (x + 1).astype(ml_dtypes.bfloat16)), (forms.to_int32, np.trunc(x + 1).astype(np.int32)),
        (forms.to_int16, np.trunc(x + 1).astype(np.int16)), (forms.to_int8, np.trunc(x + 1).astype(np.int8)),
    ):  # fmt: skip
        made = np.zeros(64, due.dtype)
        kernel[1](x, made)
        np.testing.assert_array_equal(made, due)


def test_names_of_kernels_load_registers_of_float(forms: Any) -> None:
    for kernel, dtype in ((forms.of_half, np.float16), (forms.of_bfloat, ml_dtypes.bfloat16)):
        x = (np.arange(128) * 0.37 - 20).astype(dtype)
        made = np.zeros(128, np.float32)
        kernel[1](x, made)
        np.testing.assert_array_equal(made, np.concatenate([x[64:], x[:64]]).astype(np.float32))


def test_names_of_kernels_that_are_numbers(forms: Any) -> None:
    made = np.zeros(7, np.int64)
    forms.numbers[1](made)
    assert made.tolist() == [16, 32, 32, 8, 512, 3, 4]


def explained(text: str, chip: str = "ascend950") -> str:
    request = Request(("a.cpp",), chip, 3510)
    return "\n".join(diagnose(f"a.cpp:3:10: error: {text}\n", request))


def test_names_of_a_public_library_that_is_not_installed() -> None:
    said = explained("nlohmann/json.hpp: No such file or directory")
    assert "there is no nlohmann/json.hpp on this computer" in said
    assert "install it" in said
    assert "-I" in said


def test_names_of_threads_are_all_here() -> None:
    headers = "\n".join(path.read_text() for path in (Path(INCLUDES[0]) / "lanewise" / "ascend" / "simt").glob("*.h"))
    names = [name for group, name in RANKED if group == "simt"]
    assert names
    missing = [n for n in names if n not in fixed() and not re.search(rf"\b{n.split('::')[-1]}\b", headers)]
    assert not missing
