// Where in GM something is, and on which stream, for findings.
#pragma once

#include <cstdint>
#include <string>

#include "check/findings.hpp"
#include "check/streams.hpp"
#include "memory/gm.hpp"

namespace lanewise::check {

inline void say_bytes(Finding& found, const Gm& gm, std::uint64_t first, std::uint64_t last) {
    Buffer buffer{};
    const bool known = gm.find(first, buffer);
    const std::uint64_t start = known ? buffer.address : 0;
    found.fields.insert(found.fields.end(), {{"buffer", known ? buffer.name : ""},
                                             {"first", std::to_string(first - start)},
                                             {"last", std::to_string(last - start)}});
}

inline std::string name_of(const Streams::Task& task) { return task.stream ? "stream " + std::to_string(task.stream) : "the default stream"; }

}  // namespace lanewise::check
