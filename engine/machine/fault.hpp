// A call that breaks a rule: the id of the error and the values its text needs.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace lanewise {

struct FieldValue {
    std::string text;
    FieldValue(const char* s) : text(s) {}
    FieldValue(std::string s) : text(std::move(s)) {}
    template <class T>
        requires std::is_integral_v<T>
    FieldValue(T n) : text(std::to_string(n)) {}
};

class Fault {
  public:
    Fault(const char* id, std::initializer_list<std::pair<const char*, FieldValue>> fields);

    const char* id;
    std::vector<std::pair<std::string, std::string>> fields;
    std::uint64_t place = 0;  // of the call, where it was issued earlier than it ran; 0: the one at hand

    bool enforced() const;        // an error, although hardware goes on
    std::string message() const;  // the text of the catalogue with the fields filled in
};

struct Core;
// A rule that hardware does not enforce: throws, unless the core tolerates such things.
void complain(const Core& core, const Fault& fault);

// For Core::tolerate of a lenient core: a rule that only we enforce is kept, for who asks afterwards on this thread; others throw.
void keep_or_throw(const Fault& fault);
std::vector<Fault> take_kept();

}  // namespace lanewise
