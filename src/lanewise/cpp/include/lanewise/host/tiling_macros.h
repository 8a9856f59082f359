// Tiling classes that host code declares field by field. An object is its own flat image: fields in order, naturally aligned,
// nested classes in place, just as the plain structure that the kernel reads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace lanewise {

template <class Self>
class TilingData {
  public:
    std::size_t GetDataSize() const { return (sizeof(Self) + 7) / 8 * 8; }
    void SaveToBuffer(void* buffer, std::size_t capacity) const {
        const std::size_t filled = sizeof(Self) < capacity ? sizeof(Self) : capacity;
        const std::size_t whole = GetDataSize() < capacity ? GetDataSize() : capacity;
        std::memcpy(buffer, static_cast<const Self*>(this), filled);
        std::memset(static_cast<char*>(buffer) + filled, 0, whole - filled);
    }
};

}  // namespace lanewise

#define BEGIN_TILING_DATA_DEF(class_name)                              \
    class class_name : public ::lanewise::TilingData<class_name> {     \
      public:

#define TILING_DATA_FIELD_DEF(data_type, field_name)                        \
    void set_##field_name(data_type value) { lanewise_##field_name = value; } \
    data_type get_##field_name() const { return lanewise_##field_name; }    \
    data_type lanewise_##field_name{};

#define TILING_DATA_FIELD_DEF_ARR(arr_type, arr_size, field_name)                                                           \
    void set_##field_name(const arr_type* values) { std::memcpy(lanewise_##field_name, values, sizeof lanewise_##field_name); } \
    arr_type* get_##field_name() { return lanewise_##field_name; }                                                          \
    arr_type lanewise_##field_name[arr_size]{};

#define TILING_DATA_FIELD_DEF_STRUCT(struct_type, field_name) struct_type field_name{};

#define END_TILING_DATA_DEF }

#define REGISTER_TILING_DATA_CLASS(op_type, class_name) static_assert(sizeof(class_name) > 0, #op_type);
