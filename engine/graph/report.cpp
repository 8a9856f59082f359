#include "graph/report.hpp"

#include <unistd.h>

#include <cstdio>
#include <set>

#include "graph/files.hpp"
#include "runtime/place.hpp"

namespace lanewise::graph {

namespace {

constexpr int status_fault = 3;

}  // namespace

void (*problem_handler)(const Fault& fault, const std::string& file, int line) = nullptr;

std::string place_text(const aie::call_stack& stack) {
    const auto place = runtime::user_place(stack.at, stack.depth);
    return place.file.empty() ? "" : " (" + place.file + ":" + std::to_string(place.line) + ")";
}

void leave(int status) {
    write_outputs();
    std::fflush(stdout);
    std::fflush(stderr);
    _exit(status);
}

void fail(const Fault& fault, const aie::call_stack& stack) {
    const auto place = runtime::user_place(stack.at, stack.depth);
    std::fflush(stdout);
    if (problem_handler) problem_handler(fault, place.file, place.line);
    else std::fprintf(stderr, "%s%s %s\n", place.text().c_str(), fault.id, fault.message().c_str());
    leave(status_fault);
}

void fail(const Fault& fault) {
    aie::call_stack here;
    lw_note_stack(&here);
    fail(fault, here);
}

void warn(const Fault& fault, const aie::call_stack& stack) {
    static auto& told = *new std::set<std::string>();
    const std::string line = runtime::user_place(stack.at, stack.depth).text() + "warning: " + fault.id + " " + fault.message();
    if (told.insert(line).second) std::fprintf(stderr, "%s\n", line.c_str());
}

}  // namespace lanewise::graph
