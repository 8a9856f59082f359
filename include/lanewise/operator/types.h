// Element types, formats and statuses of the graph engine, as host code names them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <string>

#include "lanewise/generated/operator_numbers.inc"

namespace ge {

using graphStatus = std::uint32_t;
using Status = std::uint32_t;
using char_t = char;

constexpr graphStatus GRAPH_SUCCESS = 0, GRAPH_FAILED = 0xFFFFFFFF, GRAPH_NOT_CHANGED = 1343242304;
constexpr graphStatus GRAPH_PARAM_INVALID = 50331649, GRAPH_NODE_WITHOUT_CONST_INPUT = 50331648,
                      GRAPH_NODE_NEED_REPASS = 50331647, GRAPH_INVALID_IR_DEF = 50331646,
                      GRAPH_PARAM_OUT_OF_RANGE = 50331644, GRAPH_MEM_OPERATE_FAILED = 50331539, GRAPH_NULL_PTR = 50331538,
                      GRAPH_MEMCPY_FAILED = 50331537, GRAPH_MEMSET_FAILED = 50331536, GRAPH_MATH_CAL_FAILED = 50331429,
                      GRAPH_ADD_OVERFLOW = 50331428, GRAPH_MUL_OVERFLOW = 50331427;
constexpr Status SUCCESS = 0, FAILED = 0xFFFFFFFF;

enum DataType {
#define LANEWISE_ONE(name, number, size) DT_##name = number,
    LANEWISE_GE_TYPES(LANEWISE_ONE)
#undef LANEWISE_ONE
    DT_MAX
};

enum Format {
#define LANEWISE_ONE(name, number) FORMAT_##name = number,
    LANEWISE_GE_FORMATS(LANEWISE_ONE)
#undef LANEWISE_ONE
    FORMAT_END, FORMAT_MAX = 0xFF
};

constexpr std::int64_t UNKNOWN_DIM = -1, UNKNOWN_DIM_NUM = -2;

inline int GetSizeByDataType(DataType type) {
    switch (static_cast<int>(type)) {
#define LANEWISE_ONE(name, number, size) case number: return size;
        LANEWISE_GE_TYPES(LANEWISE_ONE)
#undef LANEWISE_ONE
    }
    return -1;
}
// Bytes of that many elements, of which several may share one.
inline std::int64_t GetSizeInBytes(std::int64_t count, DataType type) {
    const int size = GetSizeByDataType(type);
    if (count < 0 || size <= 0) return -1;
    return size > 1000 ? (count * (size - 1000) + 7) / 8 : count * size;
}
inline const char* GetFormatName(Format format) {
    switch (static_cast<int>(format) & 0xFF) {
#define LANEWISE_ONE(name, number) case number: return #name;
        LANEWISE_GE_FORMATS(LANEWISE_ONE)
#undef LANEWISE_ONE
    }
    return "RESERVED";
}
inline std::int32_t GetPrimaryFormat(std::int32_t format) { return format & 0xFF; }
inline std::int32_t GetSubFormat(std::int32_t format) { return (format >> 8) & 0xFFFF; }
inline bool HasSubFormat(std::int32_t format) { return GetSubFormat(format) > 0; }

class AscendString {
  public:
    AscendString() = default;
    AscendString(const char* text) : text_(text ? text : "") {}
    AscendString(const char* text, std::size_t length) : text_(text, length) {}
    const char* GetString() const { return text_.c_str(); }
    std::size_t GetLength() const { return text_.size(); }
    std::size_t Find(const AscendString& other) const { return text_.find(other.text_); }
    std::size_t Hash() const { return std::hash<std::string>()(text_); }
    auto operator<=>(const AscendString&) const = default;

  private:
    std::string text_;
};

class TypeUtils {
  public:
    static bool GetDataTypeLength(DataType type, std::uint32_t& length) {
        const int size = GetSizeByDataType(type);
        if (size <= 0) return false;
        length = static_cast<std::uint32_t>(size > 1000 ? 1 : size);
        return true;
    }
    static std::string DataTypeToSerialString(DataType type) {
        switch (static_cast<int>(type)) {
#define LANEWISE_ONE(name, number, size) case number: return "DT_" #name;
            LANEWISE_GE_TYPES(LANEWISE_ONE)
#undef LANEWISE_ONE
        }
        return "UNDEFINED";
    }
    static std::string FormatToSerialString(Format format) { return GetFormatName(format); }
    static AscendString DataTypeToAscendString(DataType type) { return DataTypeToSerialString(type).c_str(); }
    static AscendString FormatToAscendString(Format format) { return FormatToSerialString(format).c_str(); }
    static DataType SerialStringToDataType(const std::string& text) {
#define LANEWISE_ONE(name, number, size) if (text == "DT_" #name) return static_cast<DataType>(number);
        LANEWISE_GE_TYPES(LANEWISE_ONE)
#undef LANEWISE_ONE
        return static_cast<DataType>(28);
    }
    static bool IsDataTypeValid(DataType type) { return GetSizeByDataType(type) != -1; }
};

}  // namespace ge

using char_t = ge::char_t;

template <>
struct std::hash<ge::AscendString> {
    std::size_t operator()(const ge::AscendString& text) const { return text.Hash(); }
};

#define LANEWISE_ONE(name, number, size) C_DT_##name = number,
enum CDataType { LANEWISE_GE_TYPES(LANEWISE_ONE) C_DT_MAX };
#undef LANEWISE_ONE
#define LANEWISE_ONE(name, number) C_FORMAT_##name = number,
enum CFormat { LANEWISE_GE_FORMATS(LANEWISE_ONE) C_FORMAT_END, C_FORMAT_MAX = 0xFF };
#undef LANEWISE_ONE
