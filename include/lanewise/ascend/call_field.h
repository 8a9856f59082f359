// A field of the parameters of a call: an integer of 8 or 16 bits, which keeps what was put into it until the call has looked at it. 256 in
// 8 bits would be 0, and nobody would know.
#pragma once

#include <cstdint>
#include <type_traits>

namespace lanewise {

#ifdef LANEWISE_PLAIN_FIELDS  // for programs that look too closely at the type (cpp/build.py)
template <class T> using CallField = T;
#else
template <class T>
class CallField {
  public:
    CallField() = default;
    template <class V>
        requires std::is_convertible_v<V, std::int64_t>
    explicit constexpr CallField(const V& value) : asked_(kept(value)) {}
    template <class V>
        requires std::is_convertible_v<V, std::int64_t>
    constexpr CallField& operator=(const V& value) {
        asked_ = kept(value);
        return *this;
    }

    constexpr operator T() const { return static_cast<T>(asked_); }
    constexpr std::int32_t lanewise_asked() const { return asked_; }

    template <class V> constexpr CallField& operator+=(const V& v) { return *this = T(*this) + v; }
    template <class V> constexpr CallField& operator-=(const V& v) { return *this = T(*this) - v; }
    template <class V> constexpr CallField& operator*=(const V& v) { return *this = T(*this) * v; }
    template <class V> constexpr CallField& operator/=(const V& v) { return *this = T(*this) / v; }
    template <class V> constexpr CallField& operator%=(const V& v) { return *this = T(*this) % v; }
    template <class V> constexpr CallField& operator&=(const V& v) { return *this = T(*this) & v; }
    template <class V> constexpr CallField& operator|=(const V& v) { return *this = T(*this) | v; }
    template <class V> constexpr CallField& operator^=(const V& v) { return *this = T(*this) ^ v; }
    template <class V> constexpr CallField& operator<<=(const V& v) { return *this = T(*this) << v; }
    template <class V> constexpr CallField& operator>>=(const V& v) { return *this = T(*this) >> v; }
    constexpr CallField& operator++() { return *this += 1; }
    constexpr CallField& operator--() { return *this -= 1; }
    constexpr T operator++(int) {
        const T before = *this;
        *this += 1;
        return before;
    }
    constexpr T operator--(int) {
        const T before = *this;
        *this -= 1;
        return before;
    }

  private:
    template <class V>
    static constexpr std::int32_t kept(const V& value) {
        const auto wide = static_cast<std::int64_t>(value);
        return static_cast<std::int32_t>(wide < INT32_MIN ? INT32_MIN : wide > INT32_MAX ? INT32_MAX : wide);
    }

    std::int32_t asked_ = 0;
};

template <class T>
constexpr std::int32_t asked(const CallField<T>& field) { return field.lanewise_asked(); }
#endif

// What was put into a field; of all else, itself.
template <class T>
constexpr const T& asked(const T& value) { return value; }

}  // namespace lanewise
