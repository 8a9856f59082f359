// Answers of the server are JSON.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>
#include <type_traits>
#include <vector>

namespace lanewise::op {

class Json {
  public:
    Json& name(const char* key) { return part().quoted(key) += ':', open_ = true, *this; }
    Json& begin(char bracket) { return part() += bracket, open_ = true, *this; }
    Json& end(char bracket) { return text_ += bracket, open_ = false, *this; }
    Json& value(const std::string& text) { return part().quoted(text), *this; }
    Json& value(const char* text) { return value(std::string(text)); }
    Json& null() { return part() += "null", *this; }
    Json& value(bool truth) { return part() += truth ? "true" : "false", *this; }
    Json& value(double number) {
        char room[40];
        std::snprintf(room, sizeof room, std::isfinite(number) ? "%.17g" : number != number ? "NaN" : number > 0 ? "Infinity" : "-Infinity", number);
        return part() += room, *this;
    }
    Json& value(float number) { return value(static_cast<double>(number)); }
    template <class T>
        requires(std::is_integral_v<T> || std::is_enum_v<T>)
    Json& value(T number) {
        if constexpr (std::is_enum_v<T>) return part() += std::to_string(static_cast<std::int64_t>(number)), *this;
        else return part() += std::to_string(number), *this;
    }
    template <class T>
    Json& value(const std::vector<T>& many) {
        begin('[');
        for (const auto& one : many) value(static_cast<const T&>(one));
        return end(']');
    }
    template <class T>
    Json& member(const char* key, const T& what) {
        return name(key).value(what);
    }
    const std::string& text() const { return text_; }

  private:
    Json& part() {
        if (!open_ && !text_.empty()) text_ += ',';
        open_ = false;
        return *this;
    }
    std::string& operator+=(const std::string& more) { return text_ += more; }
    std::string& operator+=(char more) { return text_ += more; }
    std::string& quoted(const std::string& text) {
        text_ += '"';
        for (const char c : text) {
            if (c == '"' || c == '\\') text_ += '\\', text_ += c;
            else if (static_cast<unsigned char>(c) < 32) {
                char room[8];
                std::snprintf(room, sizeof room, "\\u%04x", c);
                text_ += room;
            } else text_ += c;
        }
        return text_ += '"';
    }
    std::string text_;
    bool open_ = true;
};

}  // namespace lanewise::op
