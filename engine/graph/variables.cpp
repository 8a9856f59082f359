#include "graph/variables.hpp"

#include <elf.h>
#include <link.h>

#include <cstdint>
#include <fstream>
#include <vector>

namespace lanewise::graph {

namespace {

struct Symbol {
    std::uintptr_t start, size;
    std::string name;
};

// Where the program was loaded: the first module is the program itself.
std::uintptr_t base() {
    std::uintptr_t found = 0;
    dl_iterate_phdr(
        [](dl_phdr_info* info, std::size_t, void* to) {
            *static_cast<std::uintptr_t*>(to) = info->dlpi_addr;
            return 1;
        },
        &found);
    return found;
}

template <class T>
std::vector<T> table(std::ifstream& file, const ElfW(Shdr)& section) {
    std::vector<T> all(section.sh_size / sizeof(T));
    file.seekg(static_cast<std::streamoff>(section.sh_offset));
    file.read(reinterpret_cast<char*>(all.data()), static_cast<std::streamsize>(all.size() * sizeof(T)));
    return all;
}

// Those of the linker's own table, which has static variables, too.
std::vector<Symbol> read_symbols() {
    std::vector<Symbol> found;
    std::ifstream file("/proc/self/exe", std::ios::binary);
    ElfW(Ehdr) head{};
    if (!file.read(reinterpret_cast<char*>(&head), sizeof head)) return found;
    ElfW(Shdr) all{};
    all.sh_offset = head.e_shoff;
    all.sh_size = static_cast<decltype(all.sh_size)>(head.e_shnum) * sizeof(ElfW(Shdr));
    const auto sections = table<ElfW(Shdr)>(file, all);
    const std::uintptr_t start = base();
    for (const auto& section : sections) {
        if (section.sh_type != SHT_SYMTAB) continue;
        const auto names = table<char>(file, sections[section.sh_link]);
        for (const auto& s : table<ElfW(Sym)>(file, section))
            if ((s.st_info & 15) == STT_OBJECT && s.st_size) found.push_back({start + s.st_value, s.st_size, names.data() + s.st_name});
    }
    return found;
}

}  // namespace

Variable variable_at(const void* address) {
    static const auto& symbols = *new std::vector<Symbol>(read_symbols());
    const auto at = reinterpret_cast<std::uintptr_t>(address);
    for (const auto& s : symbols)
        if (at >= s.start && at < s.start + s.size) return {reinterpret_cast<const void*>(s.start), s.name};
    return {};
}

}  // namespace lanewise::graph
