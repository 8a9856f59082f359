#include "lanewise/operator/log.h"

#include <cstdio>
#include <cstring>
#include <vector>

#include "kept.h"

namespace lanewise::op {

std::vector<std::string>& errors() {
    static std::vector<std::string> kept;
    return kept;
}

std::string Logged::shown(std::string directive, char conversion) const {
    char room[512];
    if (kind == text && conversion != 's') return s;
    switch (conversion) {
        case 's':
            if (kind == text) {
                if (directive.size() == 1) return s;
                std::snprintf(room, sizeof room, (directive + "s").c_str(), s.c_str());
                return room;
            }
            return kind == real ? std::to_string(f) : std::to_string(i);
        case 'f': case 'F': case 'e': case 'E': case 'g': case 'G': case 'a': case 'A':
            std::snprintf(room, sizeof room, (directive + conversion).c_str(), kind == real ? f : static_cast<double>(i));
            return room;
        case 'p':
            std::snprintf(room, sizeof room, "%p", reinterpret_cast<void*>(i));
            return room;
        case 'c': return std::string(1, static_cast<char>(i));
        default:
            if (kind == real) return std::to_string(f);
            if (conversion == 'd' && kind == natural) conversion = 'u';  // what was meant is the value
            std::snprintf(room, sizeof room, (directive + "ll" + conversion).c_str(),
                          conversion == 'd' || bytes == 8 ? static_cast<long long>(i) : static_cast<long long>(i & ((1ll << 8 * bytes) - 1)));
            return room;
    }
}

std::string formatted(const std::string& format, std::initializer_list<Logged> listed) {
    const std::vector<Logged> values(listed);
    std::string out;
    std::size_t next = 0;
    for (std::size_t at = 0; at < format.size(); ++at) {
        if (format[at] != '%') {
            out += format[at];
            continue;
        }
        if (at + 1 < format.size() && format[at + 1] == '%') {
            out += '%';
            ++at;
            continue;
        }
        std::string directive = "%";
        std::size_t end = at + 1;
        for (; end < format.size() && std::strchr("-+ #0123456789.*", format[end]); ++end) {
            if (format[end] == '*') directive += next < values.size() ? std::to_string(values[next++].i) : "";
            else directive += format[end];
        }
        while (end < format.size() && std::strchr("hlLqjzt", format[end])) ++end;
        if (end >= format.size()) {
            out += format.substr(at);
            break;
        }
        char conversion = format[end] == 'i' ? 'd' : format[end];
        out += next < values.size() ? values[next++].shown(directive, conversion) : "?";
        at = end;
    }
    return out;
}

namespace {

std::string place(const char* file, int line) {
    const char* slash = std::strrchr(file, '/');
    return std::string(slash ? slash + 1 : file) + ":" + std::to_string(line) + ": ";
}
std::string flat(std::string text) {
    while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
    for (char& c : text)
        if (c == '\n') c = ' ';
    return text;
}

}  // namespace

void keep(const char* file, int line, const std::string& text) { errors().push_back(place(file, line) + flat(text)); }

}  // namespace lanewise::op
