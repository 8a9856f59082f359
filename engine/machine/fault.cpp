#include "machine/fault.hpp"

#include <cstring>
#include <utility>

#include "errors.hpp"

namespace lanewise {

Fault::Fault(const char* name, std::initializer_list<std::pair<const char*, FieldValue>> values) : id(name) {
    for (const auto& [key, value] : values) fields.emplace_back(key, value.text);
}

namespace {
thread_local std::vector<Fault> kept;
}  // namespace

namespace {

void keep_unless_it_ends(const Fault& fault, Mode mode) {
    const Severity severity = fault.severity(mode);
    if (severity == Severity::end) throw fault;
    if (severity != Severity::silent) kept.push_back(fault);
}

}  // namespace

void keep_or_throw(const Fault& fault) { keep_unless_it_ends(fault, Mode::plain); }
void keep_or_throw_leniently(const Fault& fault) { keep_unless_it_ends(fault, Mode::lenient); }

std::vector<Fault> take_kept() { return std::exchange(kept, {}); }

Severity Fault::severity(Mode mode) const {
    for (const SeverityRow& row : severity_rows)
        if (!std::strcmp(row.id, id) && !std::strcmp(row.variant, variant)) return row.severities[static_cast<int>(mode)];
    return Severity::end;
}

std::string Fault::message() const {
    std::string text = id;
    for (const auto& entry : error_texts)
        if (std::strcmp(entry.id, id) == 0) text = entry.text;
    for (const auto& [key, value] : fields) {
        const std::string mark = "{" + key + "}";
        for (auto at = text.find(mark); at != std::string::npos; at = text.find(mark, at + value.size()))
            text.replace(at, mark.size(), value);
    }
    return text;
}

}  // namespace lanewise
