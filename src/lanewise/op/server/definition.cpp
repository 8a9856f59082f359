#include "lanewise/operator/definition.h"

namespace ops {

namespace {

// The one of that name, made if there is none. Outputs may be called like inputs, so each has a list of its own.
template <class T>
T& named(std::deque<T>& list, const char* name) {
    for (T& one : list)
        if (one.lanewise_name == name) return one;
    return list.emplace_back(name);
}

OpAttrDef& set(OpAttrDef& attr, const char* kind, OpAttrDef::Value value, bool said) {
    attr.lanewise_kind = kind, attr.lanewise_default = std::move(value), attr.lanewise_has_default = said;
    return attr;
}

}  // namespace

OpParamDef::OpParamDef(const char* name) : lanewise_name(name) {}
OpParamDef::OpParamDef(const OpParamDef&) = default;
OpParamDef& OpParamDef::operator=(const OpParamDef&) = default;
OpParamDef::~OpParamDef() = default;
OpParamDef& OpParamDef::DataType(const std::vector<ge::DataType>& types) { return lanewise_types = types, lanewise_said = true, *this; }
OpParamDef& OpParamDef::DataTypeList(const std::vector<ge::DataType>& types) {
    return lanewise_any_types = types, lanewise_said = true, *this;
}
OpParamDef& OpParamDef::Format(const std::vector<ge::Format>& formats) { return lanewise_formats = formats, lanewise_said = true, *this; }
OpParamDef& OpParamDef::FormatList(const std::vector<ge::Format>& formats) {
    return lanewise_any_formats = formats, lanewise_said = true, *this;
}
OpParamDef& OpParamDef::DataTypeForBinQuery(const std::vector<ge::DataType>& types) { return lanewise_kernel_types = types, *this; }
OpParamDef& OpParamDef::InitValue(const ScalarVar& value) { return lanewise_initial.assign(1, value), *this; }
OpParamDef& OpParamDef::InitValue(const std::vector<ScalarVar>& values) { return lanewise_initial = values, *this; }
OpParamDef& OpParamDef::Follow(const char* input, FollowType what) {
    return lanewise_follows = input, lanewise_follow_type = what, *this;
}

OpAttrDef::OpAttrDef(const char* name) : lanewise_name(name) {}
OpAttrDef::OpAttrDef(const OpAttrDef&) = default;
OpAttrDef& OpAttrDef::operator=(const OpAttrDef&) = default;
OpAttrDef::~OpAttrDef() = default;
OpAttrDef& OpAttrDef::Int() { return set(*this, "Int", std::int64_t{0}, false); }
OpAttrDef& OpAttrDef::Int(std::int64_t value) { return set(*this, "Int", value, true); }
OpAttrDef& OpAttrDef::Float() { return set(*this, "Float", 0.0f, false); }
OpAttrDef& OpAttrDef::Float(float value) { return set(*this, "Float", value, true); }
OpAttrDef& OpAttrDef::Bool() { return set(*this, "Bool", false, false); }
OpAttrDef& OpAttrDef::Bool(bool value) { return set(*this, "Bool", value, true); }
OpAttrDef& OpAttrDef::String() { return set(*this, "String", std::string(), false); }
OpAttrDef& OpAttrDef::String(const char* value) { return set(*this, "String", std::string(value ? value : ""), true); }
OpAttrDef& OpAttrDef::ListInt() { return set(*this, "ListInt", std::vector<std::int64_t>(), false); }
OpAttrDef& OpAttrDef::ListInt(const std::vector<std::int64_t>& value) { return set(*this, "ListInt", value, true); }
OpAttrDef& OpAttrDef::ListFloat() { return set(*this, "ListFloat", std::vector<float>(), false); }
OpAttrDef& OpAttrDef::ListFloat(const std::vector<float>& value) { return set(*this, "ListFloat", value, true); }
OpAttrDef& OpAttrDef::ListBool() { return set(*this, "ListBool", std::vector<bool>(), false); }
OpAttrDef& OpAttrDef::ListBool(const std::vector<bool>& value) { return set(*this, "ListBool", value, true); }
OpAttrDef& OpAttrDef::ListListInt() { return set(*this, "ListListInt", std::vector<std::vector<std::int64_t>>(), false); }
OpAttrDef& OpAttrDef::ListListInt(const std::vector<std::vector<std::int64_t>>& value) { return set(*this, "ListListInt", value, true); }

OpAICoreConfig::OpAICoreConfig() = default;
OpAICoreConfig::OpAICoreConfig(const char*) {}
OpAICoreConfig::OpAICoreConfig(const OpAICoreConfig&) = default;
OpAICoreConfig& OpAICoreConfig::operator=(const OpAICoreConfig&) = default;
OpAICoreConfig::~OpAICoreConfig() = default;
OpParamDef& OpAICoreConfig::Input(const char* name) { return named(lanewise_inputs, name); }
OpParamDef& OpAICoreConfig::Output(const char* name) { return named(lanewise_outputs, name); }
OpAICoreConfig& OpAICoreConfig::ExtendCfgInfo(const char* key, const char* value) { return lanewise_more[key] = value, *this; }

OpAICoreDef::OpAICoreDef() = default;
OpAICoreDef::~OpAICoreDef() = default;
OpAICoreDef& OpAICoreDef::AddConfig(const char* soc) { return AddConfig(soc, OpAICoreConfig()); }
OpAICoreDef& OpAICoreDef::AddConfig(const char* soc, const OpAICoreConfig& config) { return lanewise_configs[soc] = config, *this; }

OpDef::OpDef(const char* type) : lanewise_type(type) {}
OpDef::~OpDef() = default;
OpParamDef& OpDef::Input(const char* name) { return named(lanewise_inputs, name); }
OpParamDef& OpDef::Output(const char* name) { return named(lanewise_outputs, name); }
OpAttrDef& OpDef::Attr(const char* name) { return named(lanewise_attrs, name); }

}  // namespace ops
