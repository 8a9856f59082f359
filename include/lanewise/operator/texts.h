// Types, shapes and speakers of log lines as texts.
#pragma once

#include <cstdint>
#include <string>
#include <thread>
#include <type_traits>
#include <vector>

#include "lanewise/operator/contexts.h"

namespace Ops::Base {

inline std::string ToString(ge::DataType type) { return ge::TypeUtils::DataTypeToSerialString(type); }
inline std::string ToString(ge::Format format) { return ge::GetFormatName(format); }
inline std::string ToString(const gert::Shape& shape) {
    std::string text = "[";
    for (std::size_t i = 0; i < shape.GetDimNum(); ++i) text += (i ? ", " : "") + std::to_string(shape.GetDim(i));
    return text + "]";
}
inline std::string ToString(const gert::Shape* shape) { return shape ? ToString(*shape) : "nil"; }
template <class T>
std::string ToString(const std::vector<T>& many) {
    std::string text = "[";
    for (const T& one : many) {
        if (text.size() > 1) text += ", ";
        if constexpr (requires { std::to_string(one); }) text += std::to_string(one);
        else text += ToString(one);
    }
    return text + "]";
}

inline const char* GetSafeStr(const char* text) { return text ? text : "nil"; }
inline const char* GetSafeStr(const std::string& text) { return text.c_str(); }

template <class T>
constexpr bool IsContextType() {
    return std::is_base_of_v<gert::KernelContext, std::remove_cv_t<std::remove_pointer_t<std::remove_cvref_t<T>>>>;
}

// Who speaks: a name, or the operator of a context.
inline const std::string& GetOpInfo(const std::string& name) { return name; }
inline const char* GetOpInfo(const char* name) { return name ? name : "nil"; }
template <class Context>
    requires(IsContextType<Context>())
std::string GetOpInfo(Context* context) {
    if (!context) return "nil:nil";
    if constexpr (requires { context->GetNodeType(); }) return std::string(context->GetNodeType()) + ":" + context->GetNodeName();
    else return context->lanewise_call->type + ":" + context->lanewise_call->type;
}

inline std::uint64_t GetTid() { return std::hash<std::thread::id>()(std::this_thread::get_id()); }

}  // namespace Ops::Base
