#include "runtime/place.hpp"

#include <dlfcn.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <map>
#include <vector>

namespace lanewise::runtime {

namespace {

bool is_ours(const std::string& file) {
    for (const char* part : {"/cpp/include/", "/lib/include/lanewise/", "/usr/include/", "/usr/lib/", "/c++/", "??"})
        if (file.find(part) != std::string::npos) return true;
    return file.empty();
}

bool is_system(const std::string& module) {
    for (const char* part : {"libc.so", "libstdc++", "libgcc_s", "libm.so", "ld-linux", "linux-vdso"})
        if (module.find(part) != std::string::npos) return true;
    return false;
}

std::string shown(const std::string& file) {
    char here[4096];
    if (!getcwd(here, sizeof here)) return file;
    const std::string prefix = std::string(here) + "/";
    return file.rfind(prefix, 0) == 0 ? file.substr(prefix.size()) : file;
}

// addr2line prints, for every address, itself and then function and file:line of each inlined frame.
Place ask(const std::string& module, const std::vector<std::uintptr_t>& offsets) {
    std::string command = "addr2line -a -i -f -e '" + module + "'";
    for (const auto offset : offsets) {
        char text[32];
        std::snprintf(text, sizeof text, " 0x%lx", static_cast<unsigned long>(offset));
        command += text;
    }
    FILE* out = popen((command + " 2>/dev/null").c_str(), "r");
    if (!out) return {};
    Place found;
    char line[8192];
    bool name = false;
    while (found.file.empty() && std::fgets(line, sizeof line, out)) {
        if (std::strncmp(line, "0x", 2) == 0) {
            name = true;  // the next line is a function's name
            continue;
        }
        if (name) {
            name = false;
            continue;
        }
        name = true;
        std::string text(line);
        const auto colon = text.rfind(':');
        if (colon == std::string::npos || is_ours(text.substr(0, colon))) continue;
        found = {shown(text.substr(0, colon)), std::atoi(text.c_str() + colon + 1)};
    }
    while (std::fgets(line, sizeof line, out)) {
    }
    pclose(out);
    return found.line > 0 ? found : Place{};
}

}  // namespace

std::string module_file(const std::string& name) {
    if (name.find('/') != std::string::npos && access(name.c_str(), R_OK) == 0) return name;
    char resolved[4096];  // the program itself, by the name it was called
    const auto n = readlink("/proc/self/exe", resolved, sizeof resolved - 1);
    return n > 0 ? std::string(resolved, static_cast<std::size_t>(n)) : name;
}

Place user_place(void* const* stack, int depth) {
    Dl_info own;
    if (!dladdr(reinterpret_cast<void*>(&user_place), &own)) return {};
    std::string module;
    std::vector<std::uintptr_t> offsets;
    for (int i = 0; i < depth; ++i) {
        Dl_info info;
        if (!dladdr(stack[i], &info) || !info.dli_fname || info.dli_fbase == own.dli_fbase) continue;
        const std::string file = info.dli_fname;
        if (is_system(file)) continue;
        if (!module.empty() && file != module) break;
        module = file;
        offsets.push_back(reinterpret_cast<std::uintptr_t>(stack[i]) - reinterpret_cast<std::uintptr_t>(info.dli_fbase) - 1);
    }
    if (offsets.empty()) return {};
    return ask(module_file(module), offsets);
}

}  // namespace lanewise::runtime
