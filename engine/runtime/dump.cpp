// DumpTensor: a line that describes the tensor, then its elements.
#include <cstdio>
#include <vector>

#include "lanewise/shared/abi.h"
#include "runtime/print.hpp"
#include "runtime/report.hpp"
#include "runtime/block.hpp"
#include "runtime/runtime.hpp"
#include "runtime/scheduling.hpp"

namespace lanewise::runtime {

namespace {

// The vendor's tools call floats by their width.
std::string type_name(DType type) {
    if (type == DType::half_) return "float16";
    if (type == DType::float_) return "float32";
    return dtype_names[static_cast<int>(type)];
}

template <class T>
T at(const void* data, std::size_t index) {
    T value;
    __builtin_memcpy(&value, static_cast<const char*>(data) + index * sizeof(T), sizeof(T));
    return value;
}

std::string real(double value) {
    char text[400];  // the largest double has 309 digits before the point
    std::snprintf(text, sizeof text, "%f", value);
    return text;
}

std::string real(DType type, const void* element) {
    float value;
    lw_convert(static_cast<int>(type), static_cast<int>(DType::float_), 0, false, element, &value);
    return real(value);
}

std::string element(const void* data, DType type, std::size_t i);

std::string pair(const void* data, DType type, std::size_t i) {
    return "(" + element(data, type, 2 * i) + "," + element(data, type, 2 * i + 1) + ")";
}

std::string element(const void* data, DType type, std::size_t i) {
    switch (type) {
        case DType::int8_: return std::to_string(at<std::int8_t>(data, i));
        case DType::uint8_:
        case DType::bool_: return std::to_string(at<std::uint8_t>(data, i));
        case DType::int16_: return std::to_string(at<std::int16_t>(data, i));
        case DType::uint16_: return std::to_string(at<std::uint16_t>(data, i));
        case DType::int32_: return std::to_string(at<std::int32_t>(data, i));
        case DType::uint32_: return std::to_string(at<std::uint32_t>(data, i));
        case DType::int64_: return std::to_string(at<std::int64_t>(data, i));
        case DType::uint64_: return std::to_string(at<std::uint64_t>(data, i));
        case DType::float_: return real(at<float>(data, i));
        case DType::double_: return real(at<double>(data, i));
        case DType::int4_: {
            const int both = at<std::uint8_t>(data, i / 2);
            const int four = i % 2 ? both >> 4 : both & 15;
            return std::to_string(four >= 8 ? four - 16 : four);
        }
        case DType::complex32_: return pair(data, DType::half_, i);
        case DType::complex64_: return pair(data, DType::float_, i);
        default: return real(type, static_cast<const char*>(data) + i * dtype_bits[static_cast<int>(type)] / 8);
    }
}

std::string joined(const std::vector<std::string>& values, std::size_t first, std::size_t count, const char* comma) {
    std::string text = "[";
    for (std::size_t i = first; i < first + count; ++i) text += (i == first ? "" : comma) + values[i];
    return text + "]";
}

// Brackets within brackets, every row on a line of its own.
std::string nested(const std::vector<std::string>& values, std::size_t first, std::size_t count,
                   const std::uint32_t* shape, std::uint32_t dims) {
    if (dims == 1 || shape[0] == 0) return joined(values, first, count, ",");
    const std::size_t step = count / shape[0];
    std::string text = "[";
    for (std::uint32_t row = 0; row < shape[0]; ++row)
        text += (row ? ",\n" : "") + nested(values, first + row * step, step, shape + 1, dims - 1);
    return text + "]";
}

}  // namespace

}  // namespace lanewise::runtime

using namespace lanewise;
using namespace lanewise::runtime;

extern "C" void lw_dump(const void* data, std::uint64_t address, int dtype, const char* position, std::uint32_t desc,
                        std::uint32_t count, const std::uint32_t* shape, std::uint32_t dims) {
    const auto type = static_cast<DType>(dtype);
    if (Block* block = running()) settle(*block);
    if (const std::size_t size = std::size_t{count} * dtype_bits[dtype] / 8; size > print_limit())
        return warn(Fault("PRINT-001", {{"call", "DumpTensor"}, {"size", size}, {"limit", print_limit()}}));
    char start[64];
    std::snprintf(start, sizeof start, "DumpTensor: desc=%u, addr=%llx, ", desc,
                  static_cast<unsigned long long>(address));
    std::string text = start + ("data_type=" + type_name(type)) + ", position=" + position;
    text += ", dump_size=" + std::to_string(count) + "\n";
    std::vector<std::string> values;
    for (std::uint32_t i = 0; i < count; ++i) values.push_back(element(data, type, i));
    std::size_t wanted = 1;
    for (std::uint32_t i = 0; i < dims; ++i) wanted *= shape[i];
    if (!dims) {
        text += joined(values, 0, count, ", ");
    } else {
        if (count != wanted) {
            std::vector<std::string> sizes;
            for (std::uint32_t i = 0; i < dims; ++i) sizes.push_back(std::to_string(shape[i]));
            text += "shape is " + joined(sizes, 0, dims, ", ") + ", dumpSize is " + std::to_string(count) +
                    (count > wanted ? ", dumpSize is greater than shapeSize.\n" : ", data is not enough.\n");
        }
        values.resize(wanted, "-");
        text += nested(values, 0, wanted, shape, dims);
    }
    keep_text(text + "\n");
}
