// How an operator is declared: its inputs, outputs and attributes, and what differs by chip.
//
// What handles containers is compiled once, in op/server/: every source of an operator would compile it again.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "lanewise/operator/contexts.h"

namespace ops {

enum Option { IGNORE = 0, OPTIONAL = 1, REQUIRED = 2, DYNAMIC = 3, VIRTUAL = 4 };
enum class FollowType { ALL = 0, DTYPE, FORMAT, SHAPE };
enum class DependScope { ALL = 0, TILING };
enum class FormatCheckOption { DEFAULT = 0, STRICT };
enum CommentSection { BRIEF = 0, CONSTRAINTS, RESTRICTIONS, SEE, THIRDPARTYFWKCOMPAT, CATEGORY };
enum class ItemFindStatus { ITEM_FIND = 0, ITEM_NOEXIST };
enum class ScalarType { UINT64 = 0, INT64, UINT32, INT32, UINT16, INT16, UINT8, INT8, FLOAT32, FLOAT16, INVALID_DTYPE };

struct ScalarVar {
    double value = 0;
    bool real = false;
    ScalarVar() = default;
    template <class T>
        requires std::is_arithmetic_v<T>
    ScalarVar(T number) : value(static_cast<double>(number)), real(std::is_floating_point_v<T>) {}
    template <class T>
        requires std::is_arithmetic_v<T>
    ScalarVar(ScalarType type, T number)
        : value(static_cast<double>(number)), real(type == ScalarType::FLOAT32 || type == ScalarType::FLOAT16) {}
};

class OpParamDef {
  public:
    explicit OpParamDef(const char* name);
    OpParamDef(const OpParamDef&);
    OpParamDef& operator=(const OpParamDef&);
    ~OpParamDef();
    OpParamDef& ParamType(Option kind) { return lanewise_kind = kind, *this; }
    OpParamDef& DataType(const std::vector<ge::DataType>& types);
    OpParamDef& DataTypeList(const std::vector<ge::DataType>& types);
    OpParamDef& Format(const std::vector<ge::Format>& formats);
    OpParamDef& FormatList(const std::vector<ge::Format>& formats);
    OpParamDef& DataTypeForBinQuery(const std::vector<ge::DataType>& types);
    OpParamDef& FormatForBinQuery(const std::vector<ge::Format>&) { return *this; }
    OpParamDef& UnknownShapeFormat(const std::vector<ge::Format>&) { return *this; }
    OpParamDef& ValueDepend(Option need) { return lanewise_values = need, *this; }
    OpParamDef& ValueDepend(Option need, DependScope scope) {
        lanewise_tiling_only = scope == DependScope::TILING;
        return ValueDepend(need);
    }
    OpParamDef& IgnoreContiguous() { return *this; }
    OpParamDef& AutoContiguous() { return *this; }
    OpParamDef& Scalar() { return lanewise_scalar = true, *this; }
    OpParamDef& ScalarList() { return lanewise_scalar = true, *this; }
    OpParamDef& To(ge::DataType) { return *this; }
    OpParamDef& To(const char*) { return *this; }
    OpParamDef& Version(std::uint32_t) { return *this; }
    OpParamDef& Comment(const char*) { return *this; }
    OpParamDef& InitValue(std::uint64_t value) { return InitValue(ScalarVar(value)); }
    OpParamDef& InitValue(const ScalarVar& value);
    OpParamDef& InitValue(const std::vector<ScalarVar>& values);
    OpParamDef& OutputShapeDependOnCompute() { return lanewise_computed = true, *this; }
    OpParamDef& Follow(const char* input, FollowType what = FollowType::ALL);

    std::string lanewise_name, lanewise_follows;
    Option lanewise_kind = IGNORE, lanewise_values = IGNORE;  // IGNORE: not said
    FollowType lanewise_follow_type = FollowType::ALL;
    bool lanewise_scalar = false, lanewise_computed = false, lanewise_tiling_only = false, lanewise_said = false;
    std::vector<ge::DataType> lanewise_types, lanewise_any_types, lanewise_kernel_types;
    std::vector<ge::Format> lanewise_formats, lanewise_any_formats;
    std::vector<ScalarVar> lanewise_initial;
};

class OpAttrDef {
  public:
    explicit OpAttrDef(const char* name);
    OpAttrDef(const OpAttrDef&);
    OpAttrDef& operator=(const OpAttrDef&);
    ~OpAttrDef();
    OpAttrDef& AttrType(Option kind) { return lanewise_required = kind == REQUIRED, *this; }
    OpAttrDef& Int();
    OpAttrDef& Int(std::int64_t value);
    OpAttrDef& Float();
    OpAttrDef& Float(float value);
    OpAttrDef& Bool();
    OpAttrDef& Bool(bool value);
    OpAttrDef& String();
    OpAttrDef& String(const char* value);
    OpAttrDef& ListInt();
    OpAttrDef& ListInt(const std::vector<std::int64_t>& value);
    OpAttrDef& ListFloat();
    OpAttrDef& ListFloat(const std::vector<float>& value);
    OpAttrDef& ListBool();
    OpAttrDef& ListBool(const std::vector<bool>& value);
    OpAttrDef& ListListInt();
    OpAttrDef& ListListInt(const std::vector<std::vector<std::int64_t>>& value);
    OpAttrDef& Version(std::uint32_t) { return *this; }
    OpAttrDef& Comment(const char*) { return *this; }

    using Value = std::variant<std::int64_t, float, bool, std::string, std::vector<std::int64_t>, std::vector<float>,
                               std::vector<bool>, std::vector<std::vector<std::int64_t>>>;
    std::string lanewise_name;
    bool lanewise_required = true, lanewise_has_default = false;
    const char* lanewise_kind = "Int";
    Value lanewise_default;
};

class OpAICoreConfig {
  public:
    OpAICoreConfig();
    explicit OpAICoreConfig(const char* soc);
    OpAICoreConfig(const OpAICoreConfig&);
    OpAICoreConfig& operator=(const OpAICoreConfig&);
    ~OpAICoreConfig();
    OpParamDef& Input(const char* name);
    OpParamDef& Output(const char* name);
    OpAICoreConfig& AsyncFlag(bool) { return *this; }
    OpAICoreConfig& DynamicCompileStaticFlag(bool) { return *this; }
    OpAICoreConfig& DynamicFormatFlag(bool) { return *this; }
    OpAICoreConfig& DynamicRankSupportFlag(bool) { return *this; }
    OpAICoreConfig& DynamicShapeSupportFlag(bool) { return *this; }
    OpAICoreConfig& HeavyOpFlag(bool) { return *this; }
    OpAICoreConfig& NeedCheckSupportFlag(bool) { return *this; }
    OpAICoreConfig& OpPattern(const char*) { return *this; }
    OpAICoreConfig& PrecisionReduceFlag(bool) { return *this; }
    OpAICoreConfig& RangeLimitValue(const char*) { return *this; }
    OpAICoreConfig& SlicePatternValue(const char*) { return *this; }
    OpAICoreConfig& ExtendCfgInfo(const char* key, const char* value);

    std::deque<OpParamDef> lanewise_inputs, lanewise_outputs;
    std::map<std::string, std::string> lanewise_more;
};

class OpAICoreDef {
  public:
    using TilingFunction = ge::graphStatus (*)(gert::TilingContext*);
    OpAICoreDef();
    ~OpAICoreDef();
    OpAICoreDef& SetTiling(TilingFunction function) { return lanewise_tiling = function, *this; }
    OpAICoreDef& AddConfig(const char* soc);
    OpAICoreDef& AddConfig(const char* soc, const OpAICoreConfig& config);
    OpAICoreDef& LaunchWithZeroEleOutputTensors(bool launch) { return lanewise_launch_empty = launch, *this; }
    template <class F>
    OpAICoreDef& SetCheckSupport(F&&) { return *this; }
    template <class F>
    OpAICoreDef& SetOpSelectFormat(F&&) { return *this; }
    template <class F>
    OpAICoreDef& SetOpSupportInfo(F&&) { return *this; }
    template <class F>
    OpAICoreDef& SetOpSpecInfo(F&&) { return *this; }
    template <class F>
    OpAICoreDef& SetParamGeneralize(F&&) { return *this; }

    TilingFunction lanewise_tiling = nullptr;
    std::map<std::string, OpAICoreConfig> lanewise_configs;
    bool lanewise_launch_empty = false;
};

class OpMC2Def {
  public:
    OpMC2Def& HcclGroup(const char*) { return *this; }
    OpMC2Def& HcclGroup(const std::vector<const char*>&) { return *this; }
    template <class... A>
    OpMC2Def& HcclServerType(A&&...) { return *this; }
};

class OpDef {
  public:
    using InferShapeFunction = ge::graphStatus (*)(gert::InferShapeContext*);
    using InferDataTypeFunction = ge::graphStatus (*)(gert::InferDataTypeContext*);

    explicit OpDef(const char* type);
    virtual ~OpDef();
    OpParamDef& Input(const char* name);
    OpParamDef& Output(const char* name);
    OpAttrDef& Attr(const char* name);
    OpAICoreDef& AICore() { return lanewise_core; }
    OpMC2Def& MC2() { return mc2_; }
    OpDef& SetInferShape(InferShapeFunction function) { return lanewise_infer_shape = function, *this; }
    OpDef& SetInferDataType(InferDataTypeFunction function) { return lanewise_infer_type = function, *this; }
    template <class F>
    OpDef& SetInferShapeRange(F&&) { return *this; }
    template <class F>
    OpDef& SetInferFormat(F&&) { return *this; }
    OpDef& Comment(CommentSection, const char*) { return *this; }
    OpDef& FormatMatchMode(FormatCheckOption) { return *this; }
    OpDef& EnableFallBack() { return *this; }

    std::string lanewise_type;
    std::deque<OpParamDef> lanewise_inputs, lanewise_outputs;
    std::deque<OpAttrDef> lanewise_attrs;
    OpAICoreDef lanewise_core;
    InferShapeFunction lanewise_infer_shape = nullptr;
    InferDataTypeFunction lanewise_infer_type = nullptr;

  private:
    OpMC2Def mc2_;
};

}  // namespace ops
