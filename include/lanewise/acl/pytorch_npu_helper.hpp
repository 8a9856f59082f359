// Binding files of torch extensions call operators by EXEC_NPU_CMD(aclnnFoo, inputs, attributes, outputs). Here the call goes to
// the operator that Python knows by that name (op/binding.py), with the tensors as they are: on the CPU.
#pragma once

#include <torch/extension.h>

#include <initializer_list>
#include <type_traits>
#include <utility>

namespace lanewise::torch_binding {

template <class T>
struct is_optional : std::false_type {};
template <class T>
struct is_optional<c10::optional<T>> : std::true_type {};

template <class T>
py::object object(const T& value);

template <class Many>
py::object list(const Many& values) {
    py::list made;
    for (const auto& value : values) made.append(object(value));
    return made;
}

inline py::object scalar(const at::Scalar& value) {
    if (value.isBoolean()) return py::bool_(value.toBool());
    if (value.isIntegral(false)) return py::int_(value.toLong());
    return py::float_(value.toDouble());
}

template <class T>
py::object object(const T& value) {
    if constexpr (is_optional<T>::value) {
        return value.has_value() ? object(*value) : py::none();
    } else if constexpr (std::is_same_v<T, at::Tensor>) {
        return value.defined() ? py::cast(value) : py::none();  // what was not given, in older bindings
    } else if constexpr (std::is_same_v<T, at::Scalar>) {
        return scalar(value);
    } else if constexpr (std::is_same_v<T, bool>) {
        return py::bool_(value);
    } else if constexpr (std::is_enum_v<T>) {  // at::ScalarType and the like
        return py::int_(static_cast<long>(value));
    } else if constexpr (std::is_integral_v<T>) {
        return py::int_(value);
    } else if constexpr (std::is_floating_point_v<T>) {
        return py::float_(value);
    } else if constexpr (std::is_same_v<T, std::nullptr_t> || std::is_same_v<T, c10::nullopt_t>) {
        return py::none();
    } else if constexpr (std::is_convertible_v<const T&, const char*>) {
        const char* text = value;
        return text ? py::object(py::str(text)) : py::object(py::none());
    } else if constexpr (std::is_convertible_v<const T&, std::string>) {
        return py::str(std::string(value));
    } else if constexpr (std::is_same_v<T, c10::string_view>) {
        return py::str(value.data(), value.size());
    } else {
        return list(value);  // TensorList, IntArrayRef, ArrayRef<double>, std::array<bool, n>, std::vector, ...
    }
}

template <class... Arguments>
void execute(const char* name, const Arguments&... arguments) {
    py::gil_scoped_acquire lock;
    py::module_::import("lanewise.op.binding").attr("execute")(name, py::make_tuple(object(arguments)...));
}

}  // namespace lanewise::torch_binding

// Kernels run at once, so that there is nothing to wait for.
#define EXEC_NPU_CMD(aclnn_api, ...) ::lanewise::torch_binding::execute(#aclnn_api, __VA_ARGS__)
#define EXEC_NPU_CMD_SYNC(aclnn_api, ...) EXEC_NPU_CMD(aclnn_api, __VA_ARGS__)
#define EXEC_NPU_NO_FORMAT_CHECK_CMD(aclnn_api, ...) EXEC_NPU_CMD(aclnn_api, __VA_ARGS__)
