// A run-time parameter of a kernel: what main() or another kernel has written, and what the kernel sees of it.
#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <vector>

#include "graph/model.hpp"

namespace lanewise::graph {

using Bytes = std::vector<std::byte>;

class Parameter {
  public:
    Parameter(const Port& port, std::string name);

    // An input, written from outside. A synchronous one is used up by a call, an asynchronous one stays.
    bool takes() const { return !synchronous_ || queue_.size() < depth; }
    void write(const Bytes& value);
    bool there() const { return synchronous_ ? !queue_.empty() : known_; }
    void begin_call();
    // An output, or a value that the kernel changes.
    bool may_publish() const { return !synchronous_ || !unread_; }
    void publish();
    bool readable() const { return synchronous_ ? unread_ : published_ > 0; }
    std::uint64_t published() const { return published_; }  // how often
    Bytes read();

    std::byte* memory() { return memory_; }
    std::uint64_t bytes() const { return bytes_; }
    bool is_synchronous() const { return synchronous_; }
    void make_synchronous() { synchronous_ = true; }
    bool is_input() const { return input_; }
    const std::string& name() const { return name_; }
    const std::string& type() const { return type_; }
    std::uint64_t element() const { return element_; }
    bool written = false;  // somebody outside has; else a value that changes starts as zeros

  private:
    Bytes now() const { return {memory_, memory_ + bytes_}; }
    void show(const Bytes& value);

    static constexpr std::size_t depth = 2;
    std::string name_, type_;
    std::uint64_t element_;
    bool input_, synchronous_, negated_, known_ = false, unread_ = false;
    std::uint64_t published_ = 0, bytes_;
    std::byte* memory_;  // of the kernel: a block like any other
    Bytes newest_, shown_;
    std::deque<Bytes> queue_;
};

// A value of one type as one of another, where main() is not exact: an int for an int16, a double for a float.
Bytes converted(const std::string& from, const void* values, std::uint64_t count, const std::string& to, std::uint64_t element);

}  // namespace lanewise::graph
