// A call that breaks a rule: the id of the error and the values its text needs.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace lanewise {

enum class Mode;      // how a program is run, and what a broken rule is then: errors.hpp
enum class Severity;

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
    const char* variant = "";  // which row of the table of severities, where a rule has several; its text is that of the field `case`, where there is one
    std::uint64_t place = 0;   // of the call, where it was issued earlier than it ran; 0: the one at hand

    Severity severity(Mode mode) const;  // what it is in a run of this kind
    std::string message() const;  // the text of the catalogue with the fields filled in
};

struct Core;
// A rule that hardware does not enforce: throws, unless the core tolerates such things.
void complain(const Core& core, const Fault& fault);

// For Core::tolerate, in runs of a kind: warnings are kept, for who asks afterwards on this thread; what ends such a run is thrown.
void (*keeping(Mode mode))(const Core& core, const Fault& fault);
std::vector<Fault> take_kept();

}  // namespace lanewise
