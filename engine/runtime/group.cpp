#include "runtime/group.hpp"

#include <dlfcn.h>

#include <iterator>
#include <map>
#include <mutex>
#include <sstream>
#include <string_view>

#include "lanewise/generated/cores.hpp"
#include "lanewise/shared/abi.h"

namespace lanewise::runtime {

namespace {

// Of each library that was loaded, and of the program: two of them may have kernels of one name.
struct KnownGroups {
    std::mutex lock;
    std::map<const void*, std::map<std::string, CoreGroup>> by_library;
};
const void* library_of(const void* code) {
    Dl_info from{};
    return dladdr(code, &from) ? from.dli_fbase : nullptr;
}
KnownGroups& known_groups() {
    static auto& of = *new KnownGroups();
    return of;
}

// Of `ns::kernel<T>`: the name alone.
std::string plain_name(const std::string& kernel) {
    const std::string head = kernel.substr(0, kernel.find('<'));
    const std::size_t end = head.find_last_not_of(" )&");
    const std::size_t first = head.find_last_of(" :(&", end);
    return head.substr(first == std::string::npos ? 0 : first + 1, end - first);
}

}  // namespace

Seat seat_of(const CoreGroup& group, std::uint32_t member) {
    const std::uint32_t cores = group.cores(), number = member / cores, at = member % cores;
    if (!group.apart) return {group.cubes ? both_core : vector_core, number, number, 1};
    if (at < group.cubes) return {cube_core, number, number * group.cubes + at, group.cubes};
    return {vector_core, number, number * group.vectors + at - group.cubes, group.vectors};
}

CoreGroup group_of(const std::string& kernel, bool apart, LaunchBody body) {
    KnownGroups& known = known_groups();
    const std::lock_guard guard(known.lock);
    const auto& of = known.by_library[library_of(reinterpret_cast<const void*>(body))];
    CoreGroup found;
    // A launch through a variable does not name its kernel: it is one of those that there are.
    // One whose head a macro wrote has no name of its own: it is as the program says of those.
    const auto named = of.find(plain_name(kernel)), any = of.find("*");
    const std::size_t names = of.size() - (any != of.end());
    if (named != of.end()) found = named->second;
    else if (names == 1) found = (any == of.begin() ? std::next(any) : of.begin())->second;
    else if (any != of.end()) found = any->second;
    found.apart = apart;
    return found;
}

LaunchBody cube_side(LaunchBody body, const char* side) {
    constexpr std::string_view before = "N8lanewise4SideI", behind = "EE";
    std::string_view name = side ? side : "";
    if (name.starts_with('*')) name.remove_prefix(1);  // g++ marks types that no other file sees
    if (!name.starts_with(before) || !name.ends_with(behind)) return nullptr;
    name.remove_prefix(before.size()), name.remove_suffix(behind.size());
    const std::string wanted = "lw_cube." + std::string(name);
    // Of the library that launches, if it is one: two of them may have launches of the same name.
    Dl_info from{};
    void* found = nullptr;
    if (dladdr(reinterpret_cast<const void*>(body), &from) && from.dli_fname)
        if (void* library = dlopen(from.dli_fname, RTLD_LAZY | RTLD_NOLOAD)) {
            found = dlsym(library, wanted.c_str());
            dlclose(library);
        }
    return reinterpret_cast<LaunchBody>(found ? found : dlsym(RTLD_DEFAULT, wanted.c_str()));
}

}  // namespace lanewise::runtime

extern "C" bool lw_kernel_groups(const char* text) {
    using namespace lanewise::runtime;
    KnownGroups& known = known_groups();
    const std::lock_guard guard(known.lock);
    auto& of = known.by_library[library_of(text)];
    std::istringstream lines(text);
    std::string name;
    CoreGroup group;
    while (lines >> name >> group.cubes >> group.vectors) of[name] = group;
    return true;
}
