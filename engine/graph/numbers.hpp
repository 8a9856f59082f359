// Elements of ports as numbers and as text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace lanewise::graph {

// A component: complex elements have two.
struct Element {
    std::uint64_t bytes = 0;  // 0: not a number
    bool is_float = false, is_signed = true, is_complex = false;
    std::uint64_t whole() const { return is_complex ? 2 * bytes : bytes; }
};
Element element_of(const std::string& type);

std::int64_t integer_at(const Element& e, const std::byte* at);
double number_at(const Element& e, const std::byte* at);
void append(std::vector<std::byte>& to, const Element& e, std::int64_t value);
void append(std::vector<std::byte>& to, const Element& e, double value);

// One number as a file has it; false: it is none.
bool parse(std::vector<std::byte>& to, const Element& e, const char* word, bool hexadecimal);
void print(std::string& to, const Element& e, const std::byte* at);

}  // namespace lanewise::graph
