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

void keep_or_throw(const Fault& fault) {
    if (!fault.enforced()) throw fault;
    kept.push_back(fault);
}

std::vector<Fault> take_kept() { return std::exchange(kept, {}); }

bool Fault::enforced() const {
    for (const auto& entry : error_texts)
        if (std::strcmp(entry.id, id) == 0) return entry.enforced;
    return false;
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
