#include "graph/parameter.hpp"

#include <algorithm>
#include <cstring>

#include "graph/fenced.hpp"
#include "graph/numbers.hpp"

namespace lanewise::graph {

Parameter::Parameter(const Port& port, std::string name)
    : name_(std::move(name)),
      type_(port.type),
      element_(port.bytes),
      input_(port.direction == lw_graph_in),
      synchronous_(port.direction == lw_graph_in ? !port.async : port.sync),
      negated_(port.negate),
      bytes_(port.bytes * port.extent),
      memory_(fenced_memory(bytes_)) {}

void Parameter::show(const Bytes& value) { std::copy(value.begin(), value.end(), memory_); }

void Parameter::write(const Bytes& value) {
    Bytes whole = queue_.empty() ? (known_ ? newest_ : now()) : queue_.back();
    std::copy_n(value.begin(), std::min(value.size(), whole.size()), whole.begin());
    if (negated_ && !whole.empty()) whole[0] ^= std::byte{1};
    written = known_ = true;
    if (synchronous_ && input_) queue_.push_back(whole);
    newest_ = std::move(whole);
    if (!input_) show(newest_);
}

void Parameter::begin_call() {
    if (!input_) return;
    if (synchronous_) {
        show(queue_.front());
        queue_.pop_front();
    } else {
        show(newest_);
    }
}

void Parameter::publish() {
    shown_ = now();
    ++published_;
    unread_ = true;
}

Bytes Parameter::read() {
    unread_ = false;
    return shown_;
}

Bytes converted(const std::string& from, const void* values, std::uint64_t count, const std::string& to, std::uint64_t element) {
    const auto* p = static_cast<const std::byte*>(values);
    const Element source = element_of(from), target = element_of(to);
    Bytes all;
    if (from == to || source.is_complex != target.is_complex || source.bytes == 0 || target.bytes == 0) {
        const std::uint64_t bytes = count * (source.bytes ? source.whole() : element);
        all.assign(p, p + bytes);
        return all;
    }
    const std::uint64_t numbers = count * (source.is_complex ? 2 : 1);
    for (std::uint64_t i = 0; i < numbers; ++i, p += source.bytes) {
        if (source.is_float || target.is_float) append(all, target, number_at(source, p));
        else append(all, target, integer_at(source, p));
    }
    return all;
}

}  // namespace lanewise::graph
