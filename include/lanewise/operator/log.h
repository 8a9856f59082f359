// Logs and checks of host code. Errors are kept with their file and line; everything else is dropped.
//
// Each macro gives way to one that the source has already.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <sstream>
#include <string>
#include <type_traits>

#include "lanewise/operator/export.h"
#include "lanewise/operator/helpers.h"

namespace lanewise::op {

// A value of a log line, whatever its format claims it to be.
struct Logged {
    enum { integer, natural, real, text, pointer } kind = integer;
    std::int64_t i = 0;
    std::size_t bytes = 8;
    double f = 0;
    std::string s;

    template <class T>
    explicit Logged(const T& value) {
        using D = std::decay_t<T>;
        if constexpr (std::is_enum_v<D>) i = static_cast<std::int64_t>(value);
        else if constexpr (std::is_floating_point_v<D>) kind = real, f = static_cast<double>(value);
        else if constexpr (std::is_same_v<D, bool>) i = value;
        else if constexpr (std::is_integral_v<D>) {
            kind = std::is_signed_v<D> ? integer : natural;
            i = static_cast<std::int64_t>(value), bytes = sizeof(D);
        } else if constexpr (std::is_same_v<D, char*> || std::is_same_v<D, const char*>) {
            const char* start = value;
            kind = text, s = start ? start : "(null)";
        } else if constexpr (std::is_convertible_v<const T&, std::string>) kind = text, s = static_cast<std::string>(value);
        else if constexpr (requires { value.GetString(); }) kind = text, s = value.GetString();
        else if constexpr (std::is_pointer_v<D>) kind = pointer, i = reinterpret_cast<std::intptr_t>(value);
        else if constexpr (requires(std::ostringstream& o) { o << value; }) {
            std::ostringstream out;
            out << value;
            kind = text, s = out.str();
        } else kind = text, s = "?";
    }

    std::string shown(std::string directive, char conversion) const;
};

// Of the server (op/server/).
std::string formatted(const std::string& format, std::initializer_list<Logged> values);
void keep(const char* file, int line, const std::string& text);

// The name or context in front says who speaks, which is known.
template <class Who>
void error(const char* file, int line, const Who& who) {
    keep(file, line, Logged(who).s);
}
template <class Who, class... A>
void error(const char* file, int line, const Who&, const std::string& format, const A&... values) {
    keep(file, line, formatted(format, {Logged(values)...}));
}
// What is wrong, of what, and what would be right, as the source gives them.
template <class Who, class... A>
void wrong(const char* file, int line, const char* what, const Who&, const A&... words) {
    std::string text = what;
    const char* parting = ": ";
    for (const Logged& word : std::initializer_list<Logged>{Logged(words)...}) {
        text += parting + word.shown("%", word.kind == Logged::real ? 'g' : word.kind == Logged::text ? 's' : 'd');
        parting = ", ";
    }
    keep(file, line, text);
}

}  // namespace lanewise::op

// The system's log below all others; what it takes as an error is kept, too. Of the server.
#ifndef DLOG_ERROR
#define DLOG_DEBUG 0
#define DLOG_INFO 1
#define DLOG_WARN 2
#define DLOG_ERROR 3
#endif
extern "C" std::int32_t CheckLogLevel(std::int32_t module, std::int32_t level);
extern "C" void DlogRecord(std::int32_t module, std::int32_t level, const char* format, ...);
namespace Ops::Base {
constexpr std::int32_t OP_MODULE_ID = 63;
}

#define LANEWISE_LOG_ERROR(...) ::lanewise::op::error(__FILE__, __LINE__, __VA_ARGS__)
#define LANEWISE_CHECK(condition, log, ...) \
    do {                                    \
        if (condition) {                    \
            log;                            \
            __VA_ARGS__;                    \
        }                                   \
    } while (0)
#define LANEWISE_CHECK_NULL(context, pointer, ...)                          \
    do {                                                                    \
        if ((pointer) == nullptr) {                                         \
            LANEWISE_LOG_ERROR(context, "%s is null", #pointer);            \
            __VA_ARGS__;                                                    \
        }                                                                   \
    } while (0)

#ifndef OP_LOGE
#define OP_LOGE(...) LANEWISE_LOG_ERROR(__VA_ARGS__)
#endif
#ifndef OP_LOGE_WITHOUT_REPORT
#define OP_LOGE_WITHOUT_REPORT(...) LANEWISE_LOG_ERROR(__VA_ARGS__)
#endif
#ifndef D_OP_LOGE
#define D_OP_LOGE(...) LANEWISE_LOG_ERROR(__VA_ARGS__)
#endif
#ifndef OP_LOGE_LIBOPAPI_REPORT
#define OP_LOGE_LIBOPAPI_REPORT(...) LANEWISE_LOG_ERROR(__VA_ARGS__)
#endif
#ifndef OPS_LOG_E
#define OPS_LOG_E(...) LANEWISE_LOG_ERROR(__VA_ARGS__)
#endif
#ifndef OPS_LOG_E_WITHOUT_REPORT
#define OPS_LOG_E_WITHOUT_REPORT(...) LANEWISE_LOG_ERROR(__VA_ARGS__)
#endif
#ifndef OP_LOGE_ASCENDSTRING
#define OP_LOGE_ASCENDSTRING(...) LANEWISE_LOG_ERROR(__VA_ARGS__)
#endif
#ifndef VECTOR_INNER_ERR_REPORT_TILIING
#define VECTOR_INNER_ERR_REPORT_TILIING(...) LANEWISE_LOG_ERROR(__VA_ARGS__)
#endif
#ifndef VECTOR_INNER_ERR_REPORT_TILING
#define VECTOR_INNER_ERR_REPORT_TILING(...) LANEWISE_LOG_ERROR(__VA_ARGS__)
#endif
#ifndef VECTOR_INFER_SHAPE_INNER_ERR_REPORT
#define VECTOR_INFER_SHAPE_INNER_ERR_REPORT(...) LANEWISE_LOG_ERROR(__VA_ARGS__)
#endif
#ifndef VECTOR_FUSION_INNER_ERR_REPORT
#define VECTOR_FUSION_INNER_ERR_REPORT(...) LANEWISE_LOG_ERROR(__VA_ARGS__)
#endif
#ifndef CUBE_INNER_ERR_REPORT
#define CUBE_INNER_ERR_REPORT(...) LANEWISE_LOG_ERROR(__VA_ARGS__)
#endif
#ifndef OPS_REPORT_VECTOR_INNER_ERR
#define OPS_REPORT_VECTOR_INNER_ERR(...) LANEWISE_LOG_ERROR(__VA_ARGS__)
#endif
#ifndef OPS_REPORT_CUBE_INNER_ERR
#define OPS_REPORT_CUBE_INNER_ERR(...) LANEWISE_LOG_ERROR(__VA_ARGS__)
#endif
#ifndef OPS_INNER_ERR_STUB
#define OPS_INNER_ERR_STUB(...) LANEWISE_LOG_ERROR(__VA_ARGS__)
#endif
#ifndef AICPU_INFER_SHAPE_INNER_ERR_REPORT
#define AICPU_INFER_SHAPE_INNER_ERR_REPORT(...) LANEWISE_LOG_ERROR(__VA_ARGS__)
#endif
#ifndef REPORT_INNER_ERR_MSG
#define REPORT_INNER_ERR_MSG(...) LANEWISE_LOG_ERROR(__VA_ARGS__)
#endif
#ifndef GE_LOGE
#define GE_LOGE(...) LANEWISE_LOG_ERROR(__VA_ARGS__)
#endif
#ifndef GELOGE
#define GELOGE(...) LANEWISE_LOG_ERROR(__VA_ARGS__)
#endif
#ifndef OP_LOGW
#define OP_LOGW(...) static_cast<void>(0)
#endif
#ifndef OP_LOGI
#define OP_LOGI(...) static_cast<void>(0)
#endif
#ifndef OP_LOGD
#define OP_LOGD(...) static_cast<void>(0)
#endif
#ifndef OP_LOGV
#define OP_LOGV(...) static_cast<void>(0)
#endif
#ifndef OP_EVENT
#define OP_EVENT(...) static_cast<void>(0)
#endif
#ifndef OP_LOGD_FULL
#define OP_LOGD_FULL(...) static_cast<void>(0)
#endif
#ifndef OP_LOGI_FULL
#define OP_LOGI_FULL(...) static_cast<void>(0)
#endif
#ifndef D_OP_LOGW
#define D_OP_LOGW(...) static_cast<void>(0)
#endif
#ifndef D_OP_LOGI
#define D_OP_LOGI(...) static_cast<void>(0)
#endif
#ifndef D_OP_LOGD
#define D_OP_LOGD(...) static_cast<void>(0)
#endif
#ifndef OPS_LOG_W
#define OPS_LOG_W(...) static_cast<void>(0)
#endif
#ifndef OPS_LOG_I
#define OPS_LOG_I(...) static_cast<void>(0)
#endif
#ifndef OPS_LOG_D
#define OPS_LOG_D(...) static_cast<void>(0)
#endif
#ifndef OPS_LOG_V
#define OPS_LOG_V(...) static_cast<void>(0)
#endif
#ifndef OPS_LOG_D_FULL
#define OPS_LOG_D_FULL(...) static_cast<void>(0)
#endif
#ifndef OPS_LOG_I_FULL
#define OPS_LOG_I_FULL(...) static_cast<void>(0)
#endif
#ifndef OP_LOG_SUB
#define OP_LOG_SUB(...) static_cast<void>(0)
#endif
#ifndef OP_LOG_FULL
#define OP_LOG_FULL(...) static_cast<void>(0)
#endif
#ifndef GELOGD
#define GELOGD(...) static_cast<void>(0)
#endif
#ifndef GELOGI
#define GELOGI(...) static_cast<void>(0)
#endif
#ifndef GELOGW
#define GELOGW(...) static_cast<void>(0)
#endif
#ifndef OP_CHECK_IF
#define OP_CHECK_IF(condition, log, ...) LANEWISE_CHECK(condition, log, __VA_ARGS__)
#endif
#ifndef OP_TILING_CHECK
#define OP_TILING_CHECK(condition, log, ...) LANEWISE_CHECK(condition, log, __VA_ARGS__)
#endif
#ifndef OP_CHECK
#define OP_CHECK(condition, log, ...) LANEWISE_CHECK(condition, log, __VA_ARGS__)
#endif
#ifndef OPS_ERR_IF
#define OPS_ERR_IF(condition, log, ...) LANEWISE_CHECK(condition, log, __VA_ARGS__)
#endif
#ifndef OPS_CHECK
#define OPS_CHECK(condition, log, ...) LANEWISE_CHECK(condition, log, __VA_ARGS__)
#endif
#ifndef OP_CHECK_THEN
#define OP_CHECK_THEN(condition, log, ...) LANEWISE_CHECK(condition, log, __VA_ARGS__)
#endif
#ifndef OP_CHECK_NULL_WITH_CONTEXT
#define OP_CHECK_NULL_WITH_CONTEXT(context, pointer) LANEWISE_CHECK_NULL(context, pointer, return ge::GRAPH_FAILED)
#endif
#ifndef OPS_CHECK_NULL_WITH_CONTEXT
#define OPS_CHECK_NULL_WITH_CONTEXT(context, pointer) LANEWISE_CHECK_NULL(context, pointer, return ge::GRAPH_FAILED)
#endif
#ifndef OPS_LOG_E_IF_NULL_CONTEXT
#define OPS_LOG_E_IF_NULL_CONTEXT(context, pointer) LANEWISE_CHECK_NULL(context, pointer, return ge::GRAPH_FAILED)
#endif
#ifndef OPS_CHECK_NULL_WITH_CONTEXT_RET
#define OPS_CHECK_NULL_WITH_CONTEXT_RET(context, pointer, value) LANEWISE_CHECK_NULL(context, pointer, return value)
#endif
#ifndef OP_CHECK_NULL_WITH_CONTEXT_RET
#define OP_CHECK_NULL_WITH_CONTEXT_RET(context, pointer, value) LANEWISE_CHECK_NULL(context, pointer, return value)
#endif
#ifndef OPS_LOG_E_IF_NULL
#define OPS_LOG_E_IF_NULL(context, pointer, ...) LANEWISE_CHECK_NULL(context, pointer, __VA_ARGS__)
#endif
#ifndef OP_LOGE_IF
#define OP_LOGE_IF(condition, value, ...) LANEWISE_CHECK(condition, LANEWISE_LOG_ERROR(__VA_ARGS__), return value)
#endif
#ifndef OP_LOGW_IF
#define OP_LOGW_IF(condition, value, ...) LANEWISE_CHECK(condition, static_cast<void>(0), return value)
#endif
#ifndef OPS_LOG_E_IF
#define OPS_LOG_E_IF(condition, value, ...) LANEWISE_CHECK(condition, LANEWISE_LOG_ERROR(__VA_ARGS__), return value)
#endif
#ifndef OP_LOGE_FOR_INVALID_SHAPE
#define OP_LOGE_FOR_INVALID_SHAPE(...) ::lanewise::op::wrong(__FILE__, __LINE__, "invalid shape", __VA_ARGS__)
#endif
#ifndef OP_LOGE_FOR_INVALID_SHAPE_WITH_REASON
#define OP_LOGE_FOR_INVALID_SHAPE_WITH_REASON(...) ::lanewise::op::wrong(__FILE__, __LINE__, "invalid shape", __VA_ARGS__)
#endif
#ifndef OP_LOGE_FOR_INVALID_SHAPES
#define OP_LOGE_FOR_INVALID_SHAPES(...) ::lanewise::op::wrong(__FILE__, __LINE__, "invalid shapes", __VA_ARGS__)
#endif
#ifndef OP_LOGE_FOR_INVALID_SHAPES_WITH_REASON
#define OP_LOGE_FOR_INVALID_SHAPES_WITH_REASON(...) ::lanewise::op::wrong(__FILE__, __LINE__, "invalid shapes", __VA_ARGS__)
#endif
#ifndef OP_LOGE_FOR_INVALID_SHAPEDIM
#define OP_LOGE_FOR_INVALID_SHAPEDIM(...) ::lanewise::op::wrong(__FILE__, __LINE__, "invalid number of dimensions", __VA_ARGS__)
#endif
#ifndef OP_LOGE_FOR_INVALID_SHAPEDIM_WITH_REASON
#define OP_LOGE_FOR_INVALID_SHAPEDIM_WITH_REASON(...) ::lanewise::op::wrong(__FILE__, __LINE__, "invalid number of dimensions", __VA_ARGS__)
#endif
#ifndef OP_LOGE_FOR_INVALID_SHAPEDIMS
#define OP_LOGE_FOR_INVALID_SHAPEDIMS(...) ::lanewise::op::wrong(__FILE__, __LINE__, "invalid numbers of dimensions", __VA_ARGS__)
#endif
#ifndef OP_LOGE_FOR_INVALID_SHAPEDIMS_WITH_REASON
#define OP_LOGE_FOR_INVALID_SHAPEDIMS_WITH_REASON(...) ::lanewise::op::wrong(__FILE__, __LINE__, "invalid numbers of dimensions", __VA_ARGS__)
#endif
#ifndef OP_LOGE_FOR_INVALID_SHAPESIZE
#define OP_LOGE_FOR_INVALID_SHAPESIZE(...) ::lanewise::op::wrong(__FILE__, __LINE__, "invalid number of elements", __VA_ARGS__)
#endif
#ifndef OP_LOGE_FOR_INVALID_SHAPESIZE_WITH_REASON
#define OP_LOGE_FOR_INVALID_SHAPESIZE_WITH_REASON(...) ::lanewise::op::wrong(__FILE__, __LINE__, "invalid number of elements", __VA_ARGS__)
#endif
#ifndef OP_LOGE_FOR_INVALID_SHAPESIZES
#define OP_LOGE_FOR_INVALID_SHAPESIZES(...) ::lanewise::op::wrong(__FILE__, __LINE__, "invalid numbers of elements", __VA_ARGS__)
#endif
#ifndef OP_LOGE_FOR_INVALID_SHAPESIZES_WITH_REASON
#define OP_LOGE_FOR_INVALID_SHAPESIZES_WITH_REASON(...) ::lanewise::op::wrong(__FILE__, __LINE__, "invalid numbers of elements", __VA_ARGS__)
#endif
#ifndef OP_LOGE_FOR_INVALID_VALUE
#define OP_LOGE_FOR_INVALID_VALUE(...) ::lanewise::op::wrong(__FILE__, __LINE__, "invalid value", __VA_ARGS__)
#endif
#ifndef OP_LOGE_FOR_INVALID_VALUE_WITH_REASON
#define OP_LOGE_FOR_INVALID_VALUE_WITH_REASON(...) ::lanewise::op::wrong(__FILE__, __LINE__, "invalid value", __VA_ARGS__)
#endif
#ifndef OP_LOGE_FOR_INVALID_VALUES
#define OP_LOGE_FOR_INVALID_VALUES(...) ::lanewise::op::wrong(__FILE__, __LINE__, "invalid values", __VA_ARGS__)
#endif
#ifndef OP_LOGE_FOR_INVALID_VALUES_WITH_REASON
#define OP_LOGE_FOR_INVALID_VALUES_WITH_REASON(...) ::lanewise::op::wrong(__FILE__, __LINE__, "invalid values", __VA_ARGS__)
#endif
#ifndef OP_LOGE_FOR_INVALID_DTYPE
#define OP_LOGE_FOR_INVALID_DTYPE(...) ::lanewise::op::wrong(__FILE__, __LINE__, "invalid type", __VA_ARGS__)
#endif
#ifndef OP_LOGE_FOR_INVALID_DTYPE_WITH_REASON
#define OP_LOGE_FOR_INVALID_DTYPE_WITH_REASON(...) ::lanewise::op::wrong(__FILE__, __LINE__, "invalid type", __VA_ARGS__)
#endif
#ifndef OP_LOGE_FOR_INVALID_DTYPES
#define OP_LOGE_FOR_INVALID_DTYPES(...) ::lanewise::op::wrong(__FILE__, __LINE__, "invalid types", __VA_ARGS__)
#endif
#ifndef OP_LOGE_FOR_INVALID_DTYPES_WITH_REASON
#define OP_LOGE_FOR_INVALID_DTYPES_WITH_REASON(...) ::lanewise::op::wrong(__FILE__, __LINE__, "invalid types", __VA_ARGS__)
#endif
#ifndef OP_LOGE_FOR_INVALID_FORMAT
#define OP_LOGE_FOR_INVALID_FORMAT(...) ::lanewise::op::wrong(__FILE__, __LINE__, "invalid format", __VA_ARGS__)
#endif
#ifndef OP_LOGE_FOR_INVALID_FORMAT_WITH_REASON
#define OP_LOGE_FOR_INVALID_FORMAT_WITH_REASON(...) ::lanewise::op::wrong(__FILE__, __LINE__, "invalid format", __VA_ARGS__)
#endif
#ifndef OP_LOGE_FOR_INVALID_FORMATS
#define OP_LOGE_FOR_INVALID_FORMATS(...) ::lanewise::op::wrong(__FILE__, __LINE__, "invalid formats", __VA_ARGS__)
#endif
#ifndef OP_LOGE_FOR_INVALID_FORMATS_WITH_REASON
#define OP_LOGE_FOR_INVALID_FORMATS_WITH_REASON(...) ::lanewise::op::wrong(__FILE__, __LINE__, "invalid formats", __VA_ARGS__)
#endif
#ifndef OP_LOGE_FOR_INVALID_LISTSIZE
#define OP_LOGE_FOR_INVALID_LISTSIZE(...) ::lanewise::op::wrong(__FILE__, __LINE__, "invalid length of a list", __VA_ARGS__)
#endif
#ifndef OP_LOGE_FOR_INVALID_LISTSIZE_WITH_REASON
#define OP_LOGE_FOR_INVALID_LISTSIZE_WITH_REASON(...) ::lanewise::op::wrong(__FILE__, __LINE__, "invalid length of a list", __VA_ARGS__)
#endif
#ifndef OP_LOGE_FOR_INVALID_TENSORNUM
#define OP_LOGE_FOR_INVALID_TENSORNUM(...) ::lanewise::op::wrong(__FILE__, __LINE__, "invalid number of tensors", __VA_ARGS__)
#endif
#ifndef OP_LOGE_FOR_INVALID_TENSORNUM_WITH_REASON
#define OP_LOGE_FOR_INVALID_TENSORNUM_WITH_REASON(...) ::lanewise::op::wrong(__FILE__, __LINE__, "invalid number of tensors", __VA_ARGS__)
#endif
#ifndef OP_LOGE_FOR_INVALID_TENSORNUMS_WITH_REASON
#define OP_LOGE_FOR_INVALID_TENSORNUMS_WITH_REASON(...) ::lanewise::op::wrong(__FILE__, __LINE__, "invalid numbers of tensors", __VA_ARGS__)
#endif
#ifndef OP_LOGE_FOR_INVALID_STRIDE
#define OP_LOGE_FOR_INVALID_STRIDE(...) ::lanewise::op::wrong(__FILE__, __LINE__, "invalid stride", __VA_ARGS__)
#endif
#ifndef OP_LOGE_FOR_INVALID_STRIDE_WITH_REASON
#define OP_LOGE_FOR_INVALID_STRIDE_WITH_REASON(...) ::lanewise::op::wrong(__FILE__, __LINE__, "invalid stride", __VA_ARGS__)
#endif
#ifndef OP_LOGE_FOR_INVALID_CONFIG
#define OP_LOGE_FOR_INVALID_CONFIG(...) ::lanewise::op::wrong(__FILE__, __LINE__, "invalid configuration", __VA_ARGS__)
#endif
#ifndef OP_LOGE_FOR_INVALID_CONFIG_WITH_REASON
#define OP_LOGE_FOR_INVALID_CONFIG_WITH_REASON(...) ::lanewise::op::wrong(__FILE__, __LINE__, "invalid configuration", __VA_ARGS__)
#endif
#ifndef OP_LOGE_FOR_INVALID_CONFIGS_WITH_REASON
#define OP_LOGE_FOR_INVALID_CONFIGS_WITH_REASON(...) ::lanewise::op::wrong(__FILE__, __LINE__, "invalid configurations", __VA_ARGS__)
#endif
#ifndef OP_LOGE_FOR_INVALID_ARGUMENT_WITH_REASON
#define OP_LOGE_FOR_INVALID_ARGUMENT_WITH_REASON(...) ::lanewise::op::wrong(__FILE__, __LINE__, "invalid argument", __VA_ARGS__)
#endif
#ifndef OP_LOGE_FOR_FILE_PATH
#define OP_LOGE_FOR_FILE_PATH(...) ::lanewise::op::wrong(__FILE__, __LINE__, "path of a file", __VA_ARGS__)
#endif
#ifndef OP_LOGE_FOR_FILE_OPEN
#define OP_LOGE_FOR_FILE_OPEN(...) ::lanewise::op::wrong(__FILE__, __LINE__, "file that cannot be opened", __VA_ARGS__)
#endif
#ifndef OP_LOGE_FOR_FILE_PARSE
#define OP_LOGE_FOR_FILE_PARSE(...) ::lanewise::op::wrong(__FILE__, __LINE__, "file that cannot be read", __VA_ARGS__)
#endif
#ifndef OP_LOGE_FOR_INVALID_GRAPH_NODE
#define OP_LOGE_FOR_INVALID_GRAPH_NODE(node, reason) ::lanewise::op::wrong(__FILE__, __LINE__, "invalid node", node, node, reason)
#endif
#ifndef OP_LOGE_WITH_INVALID_INPUT
#define OP_LOGE_WITH_INVALID_INPUT(...) ::lanewise::op::wrong(__FILE__, __LINE__, "invalid input", __VA_ARGS__)
#endif
#ifndef OP_LOGE_WITH_INVALID_INPUT_SHAPE
#define OP_LOGE_WITH_INVALID_INPUT_SHAPE(...) ::lanewise::op::wrong(__FILE__, __LINE__, "invalid shape of an input", __VA_ARGS__)
#endif
#ifndef OP_LOGE_WITH_INVALID_INPUT_DTYPE
#define OP_LOGE_WITH_INVALID_INPUT_DTYPE(...) ::lanewise::op::wrong(__FILE__, __LINE__, "invalid type of an input", __VA_ARGS__)
#endif
#ifndef OP_LOGE_WITH_INVALID_INPUT_FORMAT
#define OP_LOGE_WITH_INVALID_INPUT_FORMAT(...) ::lanewise::op::wrong(__FILE__, __LINE__, "invalid format of an input", __VA_ARGS__)
#endif
#ifndef OP_LOGE_WITH_INVALID_INPUT_SHAPESIZE
#define OP_LOGE_WITH_INVALID_INPUT_SHAPESIZE(...) ::lanewise::op::wrong(__FILE__, __LINE__, "invalid number of elements of an input", __VA_ARGS__)
#endif
#ifndef OP_LOGE_WITH_INVALID_ATTR
#define OP_LOGE_WITH_INVALID_ATTR(...) ::lanewise::op::wrong(__FILE__, __LINE__, "invalid attribute", __VA_ARGS__)
#endif
#ifndef OP_LOGE_WITH_INVALID_ATTR_SIZE
#define OP_LOGE_WITH_INVALID_ATTR_SIZE(...) ::lanewise::op::wrong(__FILE__, __LINE__, "invalid length of an attribute", __VA_ARGS__)
#endif
#ifndef likely
#define likely(x) __builtin_expect(!!(x), 1)
#endif
#ifndef unlikely
#define unlikely(x) __builtin_expect(!!(x), 0)
#endif
#ifndef GE_FUNC_HOST_VISIBILITY
#define GE_FUNC_HOST_VISIBILITY
#endif
#ifndef GE_FUNC_DEV_VISIBILITY
#define GE_FUNC_DEV_VISIBILITY
#endif
#ifndef GE_FUNC_VISIBILITY
#define GE_FUNC_VISIBILITY
#endif
#ifndef ASCENDC_EXTERN_C
#define ASCENDC_EXTERN_C extern "C"
#endif
