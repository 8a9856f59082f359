// The process in which an operator's host functions run: it describes what was registered, then answers calls.
//
// A crash or an endless loop of theirs ends this process alone. Requests and answers go through two pipes, whose numbers are
// the arguments; standard output stays the operator's own.
#pragma once

#include <unistd.h>

#include <cinttypes>
#include <cmath>
#include <sstream>

#include "lanewise/op/log.h"
#include "lanewise/op/registry.h"
#include "lanewise/op/template_key.h"

namespace lanewise::op {

// --- answers are JSON ---

class Json {
  public:
    Json& name(const char* key) { return part().quoted(key) += ':', open_ = true, *this; }
    Json& begin(char bracket) { return part() += bracket, open_ = true, *this; }
    Json& end(char bracket) { return text_ += bracket, open_ = false, *this; }
    Json& value(const std::string& text) { return part().quoted(text), *this; }
    Json& value(const char* text) { return value(std::string(text)); }
    Json& value(bool truth) { return part() += truth ? "true" : "false", *this; }
    Json& value(double number) {
        char room[40];
        std::snprintf(room, sizeof room, std::isfinite(number) ? "%.17g" : number != number ? "NaN" : number > 0 ? "Infinity" : "-Infinity", number);
        return part() += room, *this;
    }
    Json& value(float number) { return value(static_cast<double>(number)); }
    template <class T>
        requires(std::is_integral_v<T> || std::is_enum_v<T>)
    Json& value(T number) {
        if constexpr (std::is_enum_v<T>) return part() += std::to_string(static_cast<std::int64_t>(number)), *this;
        else return part() += std::to_string(number), *this;
    }
    template <class T>
    Json& value(const std::vector<T>& many) {
        begin('[');
        for (const auto& one : many) value(static_cast<const T&>(one));
        return end(']');
    }
    template <class T>
    Json& member(const char* key, const T& what) {
        return name(key).value(what);
    }
    const std::string& text() const { return text_; }

  private:
    Json& part() {
        if (!open_ && !text_.empty()) text_ += ',';
        open_ = false;
        return *this;
    }
    std::string& operator+=(const std::string& more) { return text_ += more; }
    std::string& operator+=(char more) { return text_ += more; }
    std::string& quoted(const std::string& text) {
        text_ += '"';
        for (const char c : text) {
            if (c == '"' || c == '\\') text_ += '\\', text_ += c;
            else if (static_cast<unsigned char>(c) < 32) {
                char room[8];
                std::snprintf(room, sizeof room, "\\u%04x", c);
                text_ += room;
            } else text_ += c;
        }
        return text_ += '"';
    }
    std::string text_;
    bool open_ = true;
};

inline void describe(Json& out, const ops::OpParamDef& one) {
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
inline void describe(Json& out, const std::deque<ops::OpParamDef>& list) {
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
inline void describe(Json& out, const std::map<std::string, ops::OpAICoreConfig>& configs) {
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

inline void describe(Json& out, const optiling::TilingDef& made) {
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

inline std::map<std::string, std::unique_ptr<ops::OpDef>>& definitions() {
    static std::map<std::string, std::unique_ptr<ops::OpDef>> made;
    return made;
}

// Everything that was registered.
inline std::string description() {
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
        .member("cores", platform_ascendc::PlatformAscendC(nullptr).GetCoreNumAiv()).end('}');
    return out.text();
}

// --- requests are numbers and texts, one after the other ---

class Reader {
  public:
    explicit Reader(std::vector<char> bytes) : bytes_(std::move(bytes)) {}
    std::int64_t number() {
        std::int64_t value = 0;
        take(&value, sizeof value);
        return value;
    }
    std::string text() {
        std::string value(static_cast<std::size_t>(number()), '\0');
        take(value.data(), value.size());
        return value;
    }

  private:
    void take(void* to, std::size_t count) {
        if (at_ + count > bytes_.size()) std::_Exit(9);
        std::memcpy(to, bytes_.data() + at_, count);
        at_ += count;
    }
    std::vector<char> bytes_;
    std::size_t at_ = 0;
};

class Server {
  public:
    Server(int in, int out) : in_(in), out_(out) {}

    int run() {
        answer(description());
        std::uint64_t size = 0;
        while (receive(&size, sizeof size)) {
            std::vector<char> bytes(size);
            if (!receive(bytes.data(), bytes.size())) return 0;
            Reader request(std::move(bytes));
            answer(handle(request));
        }
        return 0;
    }

  private:
    struct Values {
        std::vector<std::string> kept;  // of readable inputs
    };

    std::string handle(Reader& request) {
        const std::string what = request.text();
        Call call;
        Values values;
        read(request, call, values);
        errors().clear();
        Functions& functions = Registry::get().functions[call.type];
        ge::graphStatus status = ge::GRAPH_SUCCESS;
        if (what == "shapes") status = shapes(functions, call);
        else if (what == "types") status = types(functions, call);
        else status = tile(functions, call);
        std::fflush(stdout);
        Json out;
        out.begin('{').member("status", status).member("errors", errors());
        if (what == "shapes") tell_shapes(out, call);
        else if (what == "types") out.member("types", call.output_types);
        else tell_tiling(out, call);
        return out.end('}').text();
    }

    void read(Reader& request, Call& call, Values& values) {
        call.type = request.text();
        for (std::int64_t n = request.number(), start = 0; n; --n) {
            const std::int64_t count = request.number();
            call.input_parameters.emplace_back(static_cast<std::uint32_t>(start), static_cast<std::uint32_t>(count));
            start += count;
            for (std::int64_t k = 0; k < count; ++k) read_tensor(request, call.inputs, call.input_descs, &values);
        }
        for (std::int64_t n = request.number(), start = 0; n; --n) {
            const std::int64_t count = request.number();
            call.output_parameters.emplace_back(static_cast<std::uint32_t>(start), static_cast<std::uint32_t>(count));
            start += count;
            for (std::int64_t k = 0; k < count; ++k) read_tensor(request, call.outputs, call.output_descs, nullptr);
        }
        for (const auto& desc : call.output_descs) call.output_types.push_back(desc.GetDataType());
        for (std::int64_t n = request.number(); n; --n) {
            const std::string bytes = request.text();
            auto& value = call.attrs.lanewise_values.emplace_back(bytes.size() / 8 + 1);
            std::memcpy(value.data(), bytes.data(), bytes.size());
        }
    }

    static void read_tensor(Reader& request, std::deque<std::optional<gert::Tensor>>& tensors,
                            std::deque<gert::CompileTimeTensorDesc>& descs, Values* values) {
        const bool present = request.number();
        const auto type = static_cast<ge::DataType>(request.number());
        const auto format = static_cast<ge::Format>(request.number());
        gert::Shape shape;
        for (std::int64_t rank = request.number(); rank; --rank) shape.AppendDim(request.number());
        const bool readable = request.number();
        std::string bytes = request.text();
        descs.emplace_back(type, gert::StorageFormat(format, format));
        if (!present) {
            tensors.emplace_back(std::nullopt);
            return;
        }
        gert::Tensor& made = tensors.emplace_back(std::in_place, gert::StorageShape(shape, shape), gert::StorageFormat(format, format),
                                                  readable ? gert::kOnHost : gert::kOnDeviceHbm, type).value();
        if (readable && values) {
            values->kept.reserve(1024);  // the texts stay where they are
            made.SetData(values->kept.emplace_back(std::move(bytes)).data());
        }
    }

    static ge::graphStatus shapes(Functions& functions, Call& call) {
        for (auto& output : call.outputs)
            if (output) output->MutableShape() = gert::StorageShape();
        gert::InferShapeContext context(&call);
        return functions.infer_shape(&context);
    }
    static ge::graphStatus types(Functions& functions, Call& call) {
        if (!functions.infer_type) {
            for (auto& type : call.output_types)
                if (!call.inputs.empty() && call.inputs[0]) type = call.inputs[0]->GetDataType();
            return ge::GRAPH_SUCCESS;
        }
        gert::InferDataTypeContext context(&call);
        return functions.infer_type(&context);
    }
    ge::graphStatus tile(Functions& functions, Call& call) {
        if (!infos_.count(call.type)) {
            void* info = functions.make_info ? functions.make_info() : nullptr;
            call.compile_info = info;
            ge::graphStatus status = ge::GRAPH_SUCCESS;
            if (functions.parse) {
                gert::TilingParseContext context(&call);
                status = functions.parse(&context);
            } else if (functions.parse_old) {
                gert::KernelContext context(&call);
                status = functions.parse_old(&context);
            }
            if (status != ge::GRAPH_SUCCESS) {
                parsing_ = true;
                return status;
            }
            infos_[call.type] = info;
        }
        parsing_ = false;
        call.compile_info = infos_[call.type];
        call.tiling.lanewise_reset(std::max<std::size_t>(functions.capacity, 1 << 16));
        gert::TilingContext context(&call);
        return functions.tiling(&context);
    }

    static void tell_shapes(Json& out, const Call& call) {
        out.name("shapes").begin('[');
        for (const auto& output : call.outputs) {
            out.begin('[');
            if (output)
                for (std::size_t i = 0; i < output->GetOriginShape().GetDimNum(); ++i) out.value(output->GetOriginShape().GetDim(i));
            out.end(']');
        }
        out.end(']');
    }
    void tell_tiling(Json& out, const Call& call) const {
        static const char digits[] = "0123456789abcdef";
        std::string data;
        const auto* bytes = static_cast<const unsigned char*>(call.tiling.GetData());
        const std::size_t size = std::min(call.tiling.GetDataSize(), call.tiling.GetCapacity());
        for (std::size_t i = 0; i < size; ++i) data += digits[bytes[i] >> 4], data += digits[bytes[i] & 15];
        out.member("parsing", parsing_).member("blocks", call.blocks).member("key", call.key)
            .member("schedule_mode", call.schedule_mode).member("dynamic_ub", call.dynamic_ub)
            .member("need_atomic", call.need_atomic).member("workspaces", call.workspaces).member("data", data)
            .member("size", call.tiling.GetDataSize()).member("capacity", call.tiling.GetCapacity());
    }

    bool receive(void* to, std::size_t count) const {
        for (char* at = static_cast<char*>(to); count;) {
            const ssize_t got = ::read(in_, at, count);
            if (got <= 0) return false;
            at += got, count -= static_cast<std::size_t>(got);
        }
        return true;
    }
    void answer(const std::string& text) const {
        const std::uint64_t size = text.size();
        send(&size, sizeof size);
        send(text.data(), text.size());
    }
    void send(const void* from, std::size_t count) const {
        for (const char* at = static_cast<const char*>(from); count;) {
            const ssize_t put = ::write(out_, at, count);
            if (put <= 0) std::_Exit(9);
            at += put, count -= static_cast<std::size_t>(put);
        }
    }

    int in_, out_;
    bool parsing_ = false;
    std::map<std::string, void*> infos_;  // what parse functions made, by operator type
};

}  // namespace lanewise::op

int main(int count, char** words) {
    if (count < 3) return 2;
    return lanewise::op::Server(std::atoi(words[1]), std::atoi(words[2])).run();
}
