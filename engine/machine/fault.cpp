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

template <Mode mode>
void keep(const Core&, const Fault& fault) {
    const Severity severity = fault.severity(mode);
    if (severity == Severity::end) throw fault;
    if (severity != Severity::silent) kept.push_back(fault);
}

}  // namespace

void (*keeping(Mode mode))(const Core& core, const Fault& fault) {
    switch (mode) {
        case Mode::plain: return keep<Mode::plain>;
        case Mode::lenient: return keep<Mode::lenient>;
        case Mode::alone: return keep<Mode::alone>;
        default: return nullptr;
    }
}

std::vector<Fault> take_kept() { return std::exchange(kept, {}); }

Severity Fault::severity(Mode mode) const {
    for (const SeverityRow& row : severity_rows)
        if (!std::strcmp(row.id, id) && !std::strcmp(row.variant, variant)) return row.severities[static_cast<int>(mode)];
    return Severity::end;
}

std::string Fault::message() const {
    std::string text = id, which = variant;
    for (const auto& [key, value] : fields)
        if (key == "case") which = value;
    for (const auto& entry : error_texts)  // the text of an id comes before those of its cases
        if (!std::strcmp(entry.id, id) && (!*entry.variant || entry.variant == which)) text = entry.text;
    for (const auto& [key, value] : fields) {
        const std::string mark = "{" + key + "}";
        for (auto at = text.find(mark); at != std::string::npos; at = text.find(mark, at + value.size()))
            text.replace(at, mark.size(), value);
    }
    return text;
}

}  // namespace lanewise
