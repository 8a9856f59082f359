#include "json.h"
#include "kept.h"
#include "lanewise/operator/template_key.h"

namespace lanewise::op {

namespace {

void describe(Json& out, const ops::OpParamDef& one) {
    out.begin('{').member("name", one.lanewise_name).member("kind", one.lanewise_kind).member("types", one.lanewise_types)
        .member("any_types", one.lanewise_any_types).member("formats", one.lanewise_formats)
        .member("any_formats", one.lanewise_any_formats).member("kernel_types", one.lanewise_kernel_types)
        .member("follows", one.lanewise_follows).member("follow_type", one.lanewise_follow_type)
        .member("values", one.lanewise_values != ops::IGNORE).member("tiling_only", one.lanewise_tiling_only)
        .member("scalar", one.lanewise_scalar).member("computed", one.lanewise_computed).member("said", one.lanewise_said);
    out.name("initial").begin('[');
    for (const ops::ScalarVar& value : one.lanewise_initial) out.value(value.value);
    out.end(']').end('}');
}
void describe(Json& out, const std::deque<ops::OpParamDef>& list) {
    out.begin('[');
    for (const ops::OpParamDef& one : list) describe(out, one);
    out.end(']');
}
template <class List>
void describe_attrs(Json& out, const List& list) {
    out.begin('[');
    for (const ops::OpAttrDef& one : list) {
        out.begin('{').member("name", one.lanewise_name).member("required", one.lanewise_required)
            .member("kind", one.lanewise_kind).member("said", one.lanewise_has_default).name("default");
        std::visit([&](const auto& value) {
            if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::vector<bool>>) {
                out.begin('[');
                for (const bool b : value) out.value(b);
                out.end(']');
            } else out.value(value);
        }, one.lanewise_default);
        out.end('}');
    }
    out.end(']');
}
void describe(Json& out, const std::map<std::string, ops::OpAICoreConfig>& configs) {
    out.begin('{');
    for (const auto& [soc, config] : configs) {
        out.name(soc.c_str()).begin('{').name("inputs");
        describe(out, config.lanewise_inputs);
        out.name("outputs");
        describe(out, config.lanewise_outputs);
        out.name("more").begin('{');
        for (const auto& [key, value] : config.lanewise_more) out.member(key.c_str(), value);
        out.end('}').end('}');
    }
    out.end('}');
}

void describe(Json& out, const optiling::TilingDef& made) {
    out.begin('{').member("bytes", made.GetDataSize()).name("fields").begin('[');
    for (const tiling::Field& field : made.lanewise_fields) {
        out.begin('{').member("type", field.type).member("name", field.name).member("offset", field.offset)
            .member("bytes", field.bytes).member("count", field.count).member("kind", field.kind);
        if (field.kind == field.nested) {
            out.name("inner");
            describe(out, *made.lanewise_nested(field));
        }
        out.end('}');
    }
    out.end(']').end('}');
}

std::map<std::string, std::unique_ptr<ops::OpDef>>& definitions() {
    static std::map<std::string, std::unique_ptr<ops::OpDef>> made;
    return made;
}

}  // namespace

std::string description() {
    Registry& all = Registry::get();
    for (const Definition& one : all.definitions)
        if (!definitions().count(one.type)) definitions()[one.type].reset(one.make(one.type.c_str()));
    for (const Configuration& one : all.configurations)
        if (definitions().count(one.type)) {
            auto& configs = definitions()[one.type]->lanewise_core.lanewise_configs;
            if (!configs.count(one.soc)) configs[one.soc] = one.make();  // AddConfig wins
        }
    Json out;
    out.begin('{').name("operators").begin('{');
    for (const auto& [type, made] : definitions()) {
        Functions& functions = all.functions[type];
        if (!functions.tiling) functions.tiling = made->lanewise_core.lanewise_tiling;
        if (!functions.infer_shape) functions.infer_shape = made->lanewise_infer_shape;
        if (!functions.infer_type) functions.infer_type = made->lanewise_infer_type;
        out.name(type.c_str()).begin('{').name("inputs");
        describe(out, made->lanewise_inputs);
        out.name("outputs");
        describe(out, made->lanewise_outputs);
        out.name("attrs");
        describe_attrs(out, made->lanewise_attrs);
        out.name("private");
        describe_attrs(out, functions.private_attrs);
        out.name("configs");
        describe(out, made->lanewise_core.lanewise_configs);
        out.member("launch_empty", made->lanewise_core.lanewise_launch_empty).member("tiling", functions.tiling != nullptr)
            .member("infer_shape", functions.infer_shape != nullptr)
            .member("infer_type", functions.infer_type != nullptr || functions.types_of_first_input)
            .member("readable", functions.readable).member("readable_in_tiling", functions.readable_in_tiling).end('}');
    }
    out.end('}').name("functions").begin('[');
    for (const auto& [type, functions] : all.functions)
        if (functions.tiling) out.value(type);
    out.end(']').name("classes").begin('[');
    for (const tiling::Known& one : tiling::classes()) {
        const auto made = one.make();
        out.begin('{').member("op", one.op).member("name", one.name).name("layout");
        describe(out, *made);
        out.end('}');
    }
    out.end(']').name("templates").begin('{');
    for (const auto& [type, one] : Templates::get().known) {
        out.name(type.c_str()).begin('{').name("parameters").begin('[');
        for (const Parameter& p : one.parameters)
            out.begin('{').member("kind", p.kind).member("name", p.name).member("bits", p.bits).member("values", p.values).end('}');
        out.end(']').name("selections").begin('[');
        for (const Selection& selection : one.selections) {
            out.begin('[');
            for (const Chosen& chosen : selection)
                out.begin('{').member("name", chosen.name).member("values", chosen.values).member("text", chosen.text).end('}');
            out.end(']');
        }
        out.end(']').end('}');
    }
    out.end('}').member("reserved", platform_ascendc::PlatformAscendC(nullptr).GetLibApiWorkSpaceSize())
        .member("cores", platform_ascendc::PlatformAscendC(nullptr).GetCoreNumAiv())
        .member("cubes", platform_ascendc::PlatformAscendC(nullptr).GetCoreNumAic()).end('}');
    return out.text();
}

}  // namespace lanewise::op
