// Requests and answers between a program and the planner (op/planner.py): numbers and texts, one after the other.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>

namespace lanewise::aclnn {

class Words {
  public:
    Words& number(std::int64_t value) { return bytes_.append(reinterpret_cast<const char*>(&value), sizeof value), *this; }
    Words& text(const std::string& value) { return number(static_cast<std::int64_t>(value.size())), bytes_ += value, *this; }
    const std::string& bytes() const { return bytes_; }

  private:
    std::string bytes_;
};

// Behind the end everything is 0 and empty.
class Reading {
  public:
    explicit Reading(std::string bytes) : bytes_(std::move(bytes)) {}
    std::int64_t number() {
        std::int64_t value = 0;
        if (at_ + sizeof value <= bytes_.size()) std::memcpy(&value, bytes_.data() + at_, sizeof value);
        at_ += sizeof value;
        return value;
    }
    std::string text() {
        const auto size = static_cast<std::size_t>(number());
        const std::string value = at_ < bytes_.size() ? bytes_.substr(at_, size) : std::string();
        at_ += size;
        return value;
    }

  private:
    std::string bytes_;
    std::size_t at_ = 0;
};

}  // namespace lanewise::aclnn
