// Tiling classes that host code declares field by field. An object has an image: a scalar or array starts at a multiple of
// its element's size, a nested class at a multiple of 8, and the whole is a multiple of 8 long. Kernels read that image.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <type_traits>
#include <vector>

#include "lanewise/shared/securec.h"

namespace optiling {
class TilingDef;
}

namespace lanewise::tiling {

// What the element of a field is called in the kernel's structure.
template <class T>
const char* type_name() {
    if constexpr (std::is_enum_v<T>) return type_name<std::underlying_type_t<T>>();
    else if constexpr (std::is_same_v<T, bool>) return "bool";
    else if constexpr (std::is_floating_point_v<T>) return sizeof(T) == 4 ? "float" : "double";
    else if constexpr (std::is_signed_v<T>) return sizeof(T) == 1 ? "int8_t" : sizeof(T) == 2 ? "int16_t" : sizeof(T) == 4 ? "int32_t" : "int64_t";
    else return sizeof(T) == 1 ? "uint8_t" : sizeof(T) == 2 ? "uint16_t" : sizeof(T) == 4 ? "uint32_t" : "uint64_t";
}

struct Field {
    const char* type;  // of an element, or the nested class
    const char* name;
    std::size_t offset, bytes;  // in the image; of an element
    std::size_t count;          // of an array; 0: a single one
    std::ptrdiff_t member;      // a nested object: where it is in ours
    enum Kind { element, nested, plain } kind;
};

// Bytes that are zeros at first. A std::vector would be made anew for every source that these headers are precompiled for: what
// they ask of templates g++ does at the end of each.
class Room {
  public:
    Room() = default;
    Room(const Room& other) { *this = other; }
    Room& operator=(const Room& other) {
        if (this == &other) return *this;
        resize(other.size_);
        if (size_) std::memcpy(data_, other.data_, size_);
        return *this;
    }
    ~Room() { ::operator delete(data_); }
    void resize(std::size_t size) {
        if (size > most_) {
            most_ = size < 2 * most_ ? 2 * most_ : size;
            auto* larger = static_cast<std::uint8_t*>(::operator new(most_));
            if (size_) std::memcpy(larger, data_, size_);
            ::operator delete(data_);
            data_ = larger;
        }
        if (size > size_) std::memset(data_ + size_, 0, size - size_);
        size_ = size;
    }
    void add(const void* bytes, std::size_t count) {
        resize(size_ + count);
        std::memcpy(data_ + size_ - count, bytes, count);
    }
    std::uint8_t* data() { return data_; }
    const std::uint8_t* data() const { return data_; }
    std::size_t size() const { return size_; }

  private:
    std::uint8_t* data_ = nullptr;
    std::size_t size_ = 0, most_ = 0;
};

class Fields {
  public:
    void push_back(const Field& field) { all_.add(&field, sizeof field); }
    const Field* begin() const { return reinterpret_cast<const Field*>(all_.data()); }
    const Field* end() const { return begin() + all_.size() / sizeof(Field); }

  private:
    Room all_;
};

// The classes that were registered, for who wants to write down their structures.
struct Known {
    const char* op;
    const char* name;
    std::unique_ptr<optiling::TilingDef> (*make)();
};
class Classes {
  public:
    void push_back(const Known& one) { all_.add(&one, sizeof one); }
    const Known* begin() const { return reinterpret_cast<const Known*>(all_.data()); }
    const Known* end() const { return begin() + all_.size() / sizeof(Known); }

  private:
    Room all_;
};
inline Classes& classes() {
    static Classes known;
    return known;
}

}  // namespace lanewise::tiling

namespace optiling {

class TilingDef {
  public:
    explicit TilingDef(const char* name = "") : lanewise_name(name) {}
    virtual ~TilingDef() = default;

    std::size_t GetDataSize() const { return (lanewise_used + 7) / 8 * 8; }
    const char* GetTilingClassName() const { return lanewise_name; }
    void SaveToBuffer(void* buffer, std::size_t capacity) const {
        if (lanewise_place) return;
        if (!buffer || capacity < GetDataSize()) {
            std::fprintf(stderr, "%s: %zu bytes of tiling data do not fit into %zu\n", lanewise_name, GetDataSize(), capacity);
            return;
        }
        lanewise_gather(static_cast<std::uint8_t*>(buffer));
    }
    // From now on everything is written there.
    void SetDataPtr(void* place) {
        lanewise_place = static_cast<std::uint8_t*>(place);
        for (const lanewise::tiling::Field& field : lanewise_fields)
            if (field.kind == field.nested) lanewise_nested(field)->SetDataPtr(lanewise_place + field.offset);
    }

    // Ours; spelled so that no field is called alike.
    lanewise::tiling::Fields lanewise_fields;
    const char* lanewise_name;
    const TilingDef* lanewise_nested(const lanewise::tiling::Field& field) const {
        return reinterpret_cast<const TilingDef*>(reinterpret_cast<const char*>(this) + field.member);
    }
    void lanewise_fill(const void* image, std::size_t bytes) { std::memcpy(lanewise_data(), image, bytes); }
    void lanewise_gather(std::uint8_t* buffer) const {
        std::memset(buffer, 0, GetDataSize());
        std::memcpy(buffer, lanewise_data(), lanewise_used < lanewise_image.size() ? lanewise_used : lanewise_image.size());
        for (const lanewise::tiling::Field& field : lanewise_fields) {
            if (field.kind == field.nested) lanewise_nested(field)->lanewise_gather(buffer + field.offset);
            if (field.kind == field.plain)
                std::memcpy(buffer + field.offset, reinterpret_cast<const char*>(this) + field.member, field.bytes);
        }
    }
    const std::uint8_t* lanewise_data() const { return lanewise_place ? lanewise_place : lanewise_image.data(); }

  protected:
    std::uint8_t* lanewise_data() { return lanewise_place ? lanewise_place : lanewise_image.data(); }
    TilingDef* lanewise_nested(const lanewise::tiling::Field& field) {
        return reinterpret_cast<TilingDef*>(reinterpret_cast<char*>(this) + field.member);
    }
    template <class T>
    std::size_t lanewise_add(const char* name, std::size_t count) {
        const std::size_t at = lanewise_take(sizeof(T), sizeof(T) * (count ? count : 1));
        lanewise_fields.push_back({lanewise::tiling::type_name<T>(), name, at, sizeof(T), count, 0, lanewise::tiling::Field::element});
        return at;
    }
    template <class T>
    std::size_t lanewise_add_nested(const char* type, const char* name, T& object) {
        const auto member = reinterpret_cast<char*>(&object) - reinterpret_cast<char*>(this);
        if constexpr (std::is_base_of_v<TilingDef, T>) {
            const TilingDef& base = object;
            const auto inner = reinterpret_cast<const char*>(&base) - reinterpret_cast<char*>(this);
            const std::size_t at = lanewise_take(8, object.GetDataSize());
            lanewise_fields.push_back({object.lanewise_name, name, at, object.GetDataSize(), 0, inner, lanewise::tiling::Field::nested});
            return at;
        } else {
            const std::size_t at = lanewise_take(8, (sizeof(T) + 7) / 8 * 8);
            lanewise_fields.push_back({type, name, at, sizeof(T), 0, member, lanewise::tiling::Field::plain});
            return at;
        }
    }
    template <class T>
    T lanewise_read(std::size_t at) const {
        T value;
        std::memcpy(&value, lanewise_data() + at, sizeof value);
        return value;
    }

  private:
    std::size_t lanewise_take(std::size_t unit, std::size_t bytes) {
        const std::size_t at = (lanewise_used + unit - 1) / unit * unit;
        lanewise_used = at + bytes;
        lanewise_image.resize((lanewise_used + 7) / 8 * 8);
        return at;
    }
    lanewise::tiling::Room lanewise_image;
    std::uint8_t* lanewise_place = nullptr;
    std::size_t lanewise_used = 0;
};

}  // namespace optiling

#define BEGIN_TILING_DATA_DEF(class_name)                          \
    class class_name : public ::optiling::TilingDef {              \
      public:                                                      \
        class_name() : ::optiling::TilingDef(#class_name) {}       \
        explicit class_name(void* place) : class_name() { SetDataPtr(place); }

#define TILING_DATA_FIELD_DEF(data_type, field_name)                                                              \
  public:                                                                                                         \
    void set_##field_name(data_type value) { std::memcpy(lanewise_data() + lanewise_at_##field_name, &value, sizeof value); } \
    data_type get_##field_name() const { return lanewise_read<data_type>(lanewise_at_##field_name); }              \
    std::size_t lanewise_at_##field_name = lanewise_add<data_type>(#field_name, 0);

#define TILING_DATA_FIELD_DEF_ARR(arr_type, arr_size, field_name)                                                 \
  public:                                                                                                         \
    void set_##field_name(const arr_type* values) {                                                               \
        std::memcpy(lanewise_data() + lanewise_at_##field_name, values, sizeof(arr_type) * (arr_size));             \
    }                                                                                                             \
    arr_type* get_##field_name() { return reinterpret_cast<arr_type*>(lanewise_data() + lanewise_at_##field_name); } \
    std::size_t lanewise_at_##field_name = lanewise_add<arr_type>(#field_name, arr_size);

#define TILING_DATA_FIELD_DEF_STRUCT(struct_type, field_name) \
  public:                                                     \
    struct_type field_name;                                   \
    std::size_t lanewise_at_##field_name = lanewise_add_nested(#struct_type, #field_name, field_name);

#define END_TILING_DATA_DEF \
    }                       \
    ;

#define LANEWISE_JOINED_(a, b) a##b
#define LANEWISE_JOINED(a, b) LANEWISE_JOINED_(a, b)
#define REGISTER_TILING_DATA_CLASS(op_type, class_name) LANEWISE_TILING_CLASS(op_type, class_name, __COUNTER__)
#define LANEWISE_TILING_CLASS(op_type, class_name, number)                                                   \
    [[maybe_unused]] static const bool LANEWISE_JOINED(lanewise_class_, number) =                             \
        (::lanewise::tiling::classes().push_back({#op_type, #class_name,                                     \
             []() -> std::unique_ptr<::optiling::TilingDef> { return std::make_unique<class_name>(); }}), true);
