// Tensors as text: DumpTensor and the calls like it.
#pragma once

#include <cstdio>

#include "lanewise/ascend/print.h"
#include "lanewise/ascend/tensor.h"

namespace lanewise {

constexpr const char* memory_name(AscendC::TPosition position) {
    return name_of(position == AscendC::TPosition::GM ? Space::gm : space_by_position[static_cast<int>(position)]);
}

inline const void* checked_ub(const char* call, std::uint64_t address, std::uint64_t bytes) {
    const lw_block* block = lw_current();
    if (address + bytes > block->ub_bytes)
        fault("MEM-001", {{"op", call}, {"operand", "the tensor"}, {"memory", name_of(Space::vector)}, {"first", address}, {"last", address + bytes - 1},
                          {"chip", LANEWISE_CHIP}, {"size", block->ub_bytes}});
    return block->ub + address;
}

template <class T>
LANEWISE_API std::uint64_t bytes_of(std::uint64_t elements) { return (elements * bits_of<T> + 7) / 8; }

template <class T>
LANEWISE_API void dump(const void* data, std::uint64_t address, const char* position, std::uint32_t desc,
                       std::uint32_t count, const AscendC::ShapeInfo& shape) {
    static_assert(dtype_of<T> != DType::none_, "DumpTensor shows element types");
#if !defined(ASCENDC_DUMP) || ASCENDC_DUMP != 0
    lw_dump(data, address, static_cast<int>(dtype_of<T>), position, desc, count, shape.shape, shape.shapeDim);
#endif
}

template <class T>
LANEWISE_API void dump_pointer(const char* call, const T* place, std::uint32_t desc, std::uint32_t count) {
    using E = std::remove_cv_t<T>;
    const auto address = reinterpret_cast<std::uint64_t>(place);
    const bool of_tensor = left_behind(place) != UINT32_MAX;  // then it may be in another view of UB
    const std::uint64_t in_ub = of_tensor ? static_cast<std::uint32_t>(address) : address - reinterpret_cast<std::uint64_t>(lw_current()->ub);
    if (in_ub < lw_current()->ub_bytes) {
        dump<E>(checked_ub(call, in_ub, bytes_of<E>(count)), in_ub, name_of(Space::vector), desc, count, {});
    } else {
        lw_check_gm(call, place, bytes_of<E>(count));
        dump<E>(place, address, "GM", desc, count, {});
    }
}

// One line for every 32 bytes.
template <class Tensor>
void print_lines(const Tensor& tensor, std::uint32_t count, std::uint32_t per_line) {
    for (std::uint32_t i = 0; i < count; ++i) {
        if (i % per_line == 0) print(false, "%04d: ", i);
        const lw_value value = shown(tensor.GetValue(i));
        const char* end = (i + 1) % per_line && i + 1 < count ? " " : "\n";
        print(false, value.kind == lw_value::real ? "%f%s" : value.kind == lw_value::natural ? "%llu%s" : "%lld%s",
              tensor.GetValue(i), end);
    }
}

inline std::int32_t write_file(const std::string& name, const void* data, std::size_t bytes) {
    std::FILE* file = std::fopen(name.c_str(), "wb");
    if (!file) return -1;
    const bool written = std::fwrite(data, 1, bytes, file) == bytes;
    return std::fclose(file) == 0 && written ? 0 : -1;
}

}  // namespace lanewise

namespace AscendC {

template <class T>
LANEWISE_API void DumpTensor(const LocalTensor<T>& tensor, std::uint32_t desc, std::uint32_t dumpSize,
                             const ShapeInfo& shapeInfo = {}) {
    using E = PrimT<T>;
    const std::uint32_t address = tensor.lanewise_address();
    const void* data = lanewise::checked_ub("DumpTensor", address, lanewise::bytes_of<E>(dumpSize));
    const char* position = lanewise::memory_name(static_cast<TPosition>(tensor.GetPosition()));
    lanewise::dump<E>(data, address, position, desc, dumpSize, shapeInfo);
}
template <class T>
LANEWISE_API void DumpTensor(const GlobalTensor<T>& tensor, std::uint32_t desc, std::uint32_t dumpSize,
                             const ShapeInfo& shapeInfo = {}) {
    using E = PrimT<T>;
    lw_check_gm("DumpTensor", tensor.lanewise_address(), lanewise::bytes_of<E>(dumpSize));
    lanewise::dump<E>(tensor.lanewise_address(), reinterpret_cast<std::uint64_t>(tensor.lanewise_address()), "GM", desc, dumpSize,
                      shapeInfo);
}

template <class T>
LANEWISE_API void DumpAccChkPoint(const LocalTensor<T>& tensor, std::uint32_t index, std::uint32_t countOff,
                                  std::uint32_t dumpSize) {
    DumpTensor(tensor[countOff], index, dumpSize);
}
template <class T>
LANEWISE_API void DumpAccChkPoint(const GlobalTensor<T>& tensor, std::uint32_t index, std::uint32_t countOff,
                                  std::uint32_t dumpSize) {
    DumpTensor(tensor[countOff], index, dumpSize);
}

template <class T>
void LocalTensor<T>::Print(std::uint32_t count) const {
    lanewise::print_lines(*this, count < GetSize() ? count : GetSize(), 8 * ONE_BLK_SIZE / lanewise::bits_of<PrimType>);
}
template <class T>
void GlobalTensor<T>::Print(std::uint32_t count) const {
    lanewise::print_lines(*this, count, 8 * ONE_BLK_SIZE / lanewise::bits_of<PrimType>);
}
template <class T>
std::int32_t LocalTensor<T>::ToFile(const std::string& name) const {
    return lanewise::write_file(name, lanewise::checked_ub("ToFile", address_.bufferAddr, address_.dataLen), address_.dataLen);
}
template <class T>
std::int32_t GlobalTensor<T>::ToFile(const std::string& name) const {
    const std::uint64_t bytes = lanewise::bytes_of<PrimType>(size_);
    lw_check_gm("ToFile", address_, bytes);
    return lanewise::write_file(name, address_, bytes);
}

}  // namespace AscendC

// --- by pointer, and registers of vector functions ---

template <class T>
LANEWISE_API void asc_dump_gm(T* input, std::uint32_t desc, std::uint32_t dump_size) {
    lanewise::dump_pointer("asc_dump_gm", input, desc, dump_size);
}
template <class T>
LANEWISE_API void asc_dump_ubuf(T* input, std::uint32_t desc, std::uint32_t dump_size) {
    lanewise::dump_pointer("asc_dump_ubuf", input, desc, dump_size);
}
template <class T>
LANEWISE_API void asc_dump_cbuf(T* input, std::uint32_t desc, std::uint32_t dump_size) {
    lanewise::dump_pointer("asc_dump_cbuf", input, desc, dump_size);
}
template <class T>
LANEWISE_API void asc_dump_l1buf(T* input, std::uint32_t desc, std::uint32_t dump_size) {
    lanewise::dump_pointer("asc_dump_l1buf", input, desc, dump_size);
}
template <class T>
LANEWISE_API void asc_dump(T* input, std::uint32_t desc, std::uint32_t dump_size) {
    lanewise::dump_pointer("asc_dump", input, desc, dump_size);
}

template <class T, class U>
LANEWISE_API void asc_dump_reg(U& input, std::uint32_t desc, std::uint32_t dump_size) {
    const std::uint32_t most = static_cast<std::uint32_t>(8 * sizeof(U) / lanewise::bits_of<T>);
    lanewise::dump<T>(&input, 0, "REG", desc, dump_size < most ? dump_size : most, {});
}
template <class T, class U>
    requires(!std::is_pointer_v<U>)
LANEWISE_API void asc_dump(U& input, std::uint32_t desc, std::uint32_t dump_size) {
    asc_dump_reg<T>(input, desc, dump_size);
}
