// What an operator's sources registered: definitions, and functions by operator type.
#pragma once

#include <initializer_list>
#include <memory>
#include <new>

#include "lanewise/ascend/tiling/macros.h"
#include "lanewise/operator/definition.h"

namespace lanewise::op {

// The functions of one operator type, which several files may give.
struct Functions {
    ge::graphStatus (*tiling)(gert::TilingContext*) = nullptr;
    std::size_t capacity = 2048;  // of the raw tiling data
    ge::graphStatus (*parse)(gert::TilingParseContext*) = nullptr;
    ge::graphStatus (*parse_old)(gert::KernelContext*) = nullptr;
    void* (*make_info)() = nullptr;
    ge::graphStatus (*infer_shape)(gert::InferShapeContext*) = nullptr;
    ge::graphStatus (*infer_type)(gert::InferDataTypeContext*) = nullptr;
    std::vector<std::size_t> readable, readable_in_tiling;  // inputs whose values functions may read
    bool types_of_first_input = false;
    std::vector<ops::OpAttrDef> private_attrs;
};

// What the server (op/server/) keeps: an operator's host side has a process of its own.
Functions& functions_of(const char* type);
bool define(const char* type, ops::OpDef* (*make)(const char*));
bool configure(const char* type, const char* soc, ops::OpAICoreConfig (*make)());
void read_values(Functions& functions, const std::int32_t* inputs, std::size_t count, bool also_shapes);
ops::OpAttrDef& private_attr(Functions& functions, const char* name);

// IMPL_OP...(Type).Tiling(f).InferShape(g)...; a later function that is not null wins.
class Chain {
  public:
    explicit Chain(const char* type) : functions_(&functions_of(type)) {}
    Chain& Tiling(ge::graphStatus (*function)(gert::TilingContext*), std::size_t capacity = 2048) {
        if (function) functions_->tiling = function, functions_->capacity = std::max<std::size_t>(capacity, 2048);
        return *this;
    }
    template <class Info>
    Chain& TilingParse(ge::graphStatus (*function)(gert::TilingParseContext*)) {
        functions_->parse = function;
        return info<Info>();
    }
    template <class Info>
    Chain& TilingParse(ge::graphStatus (*function)(gert::KernelContext*)) {
        functions_->parse_old = function;
        return info<Info>();
    }
    Chain& InferShape(ge::graphStatus (*function)(gert::InferShapeContext*)) {
        if (function) functions_->infer_shape = function;
        return *this;
    }
    Chain& InferDataType(ge::graphStatus (*function)(gert::InferDataTypeContext*)) {
        if (function) functions_->infer_type = function;
        return *this;
    }
    Chain& InputsDataDependency(std::initializer_list<std::int32_t> inputs) {
        return read_values(*functions_, inputs.begin(), inputs.size(), true), *this;
    }
    Chain& TilingInputsDataDependency(std::initializer_list<std::int32_t> inputs) {
        return read_values(*functions_, inputs.begin(), inputs.size(), false), *this;
    }
    template <class Placements>
    Chain& TilingInputsDataDependency(std::initializer_list<std::int32_t> inputs, Placements&&) {
        return TilingInputsDataDependency(inputs);
    }
    template <class Placement>
    Chain& TilingInputsDataDependency(std::initializer_list<std::int32_t> inputs, std::initializer_list<Placement>) {
        return TilingInputsDataDependency(inputs);
    }
    Chain& InferOutDataTypeSameWithFirstInput() { return functions_->types_of_first_input = true, *this; }

    Chain& PrivateAttr(const char* name) { return private_attr(*functions_, name).Int(), *this; }
    Chain& PrivateAttr(const char* name, const char* value) { return private_attr(*functions_, name).String(value), *this; }
    Chain& PrivateAttr(const char* name, bool value) { return private_attr(*functions_, name).Bool(value), *this; }
    Chain& PrivateAttr(const char* name, float value) { return private_attr(*functions_, name).Float(value), *this; }
    template <class T>
        requires(std::is_integral_v<T> && !std::is_same_v<T, bool>)
    Chain& PrivateAttr(const char* name, T value) {
        return private_attr(*functions_, name).Int(static_cast<std::int64_t>(value)), *this;
    }
    Chain& PrivateAttr(const char* name, const std::vector<std::int64_t>& value) {
        return private_attr(*functions_, name).ListInt(value), *this;
    }

    // Accepted, without effect here.
    template <class... A>
    Chain& InferShapeRange(A&&...) { return *this; }
    template <class... A>
    Chain& InferFormat(A&&...) { return *this; }
    template <class... A>
    Chain& HostInputs(A&&...) { return *this; }
    Chain& HostInputs(std::initializer_list<std::int32_t>) { return *this; }
    template <class... A>
    Chain& GenSimplifiedKey(A&&...) { return *this; }
    template <class... A>
    Chain& OpExecuteFunc(A&&...) { return *this; }
    template <class... A>
    Chain& NullableOutputs(A&&...) { return *this; }
    template <class... A>
    Chain& CalcOpParam(A&&...) { return *this; }
    template <class... A>
    Chain& GenerateTask(A&&...) { return *this; }
    Chain& OutputShapeDependOnCompute(std::initializer_list<std::int32_t>) { return *this; }

  private:
    template <class Info>
    Chain& info() {
        functions_->make_info = []() -> void* {
            void* place = ::operator new(sizeof(Info), std::align_val_t(alignof(Info)));
            std::memset(place, 0, sizeof(Info));  // empty parse functions are common
            asm volatile("" : : "r"(place) : "memory");  // nor may the compiler call that memory unused
            return new (place) Info();
        };
        return *this;
    }
    Functions* functions_;
};

}  // namespace lanewise::op

#define OP_ADD(op_class, ...)                                                                          \
    [[maybe_unused]] static const bool LANEWISE_JOINED(lanewise_add_, __COUNTER__) = ::lanewise::op::define( \
        #op_class, [](const char* type) -> ::ops::OpDef* { return new op_class(type); });

#define LANEWISE_IMPL(op_type, number) \
    [[maybe_unused]] static ::lanewise::op::Chain LANEWISE_JOINED(lanewise_impl_, number) = ::lanewise::op::Chain(#op_type)
#define IMPL_OP(op_type) LANEWISE_IMPL(op_type, __COUNTER__)
#define IMPL_OP_OPTILING(op_type) LANEWISE_IMPL(op_type, __COUNTER__)
#define IMPL_OP_INFERSHAPE(op_type) LANEWISE_IMPL(op_type, __COUNTER__)
#define IMPL_OP_DEFAULT() LANEWISE_IMPL(DefaultImpl, __COUNTER__)
#define REGISTER_OP_AICORE_CONFIG(op_type, soc, function)                                                      \
    [[maybe_unused]] static const bool LANEWISE_JOINED(lanewise_config_, __COUNTER__) = ::lanewise::op::configure( \
        #op_type, #soc, []() -> ::ops::OpAICoreConfig { return function(); });

namespace optiling {

// Who asks beforehand whether an operator takes a call, which here the definition alone decides.
inline constexpr const char* FUNC_CHECK_SUPPORTED = "check_supported";
class OpCheckFuncHelper {
  public:
    template <class Function>
    OpCheckFuncHelper(const ge::AscendString&, const ge::AscendString&, const Function&) {}
};

}  // namespace optiling
#define REG_CHECK_SUPPORT(op_type, function)                                                                      \
    [[maybe_unused]] static const ::optiling::OpCheckFuncHelper LANEWISE_JOINED(lanewise_check_, __COUNTER__)(  \
        ::optiling::FUNC_CHECK_SUPPORTED, #op_type, function)

// The vendor's headers leave these in the global namespace, and sources count on it.
using std::make_shared;
using std::map;
using std::pair;
using std::string;
using std::to_string;
using std::unique_ptr;
using std::vector;
