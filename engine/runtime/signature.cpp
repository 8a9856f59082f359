#include "runtime/signature.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "machine/lanes.hpp"
#include "runtime/launch.hpp"
#include "runtime/runtime.hpp"
#include "tables.hpp"

namespace lanewise::runtime {

namespace {

// FNV-1a.
constexpr std::uint64_t start = 0xcbf29ce484222325ull;
std::uint64_t hash(const void* data, std::size_t bytes, std::uint64_t value = start) {
    const auto* at = static_cast<const std::uint8_t*>(data);
    for (std::size_t i = 0; i < bytes; ++i) value = (value ^ at[i]) * 0x100000001b3ull;
    return value;
}

// Each line in one go: blocks end on threads of their own. Who reads the file sorts it.
void line(const char* what, std::uint64_t first, std::uint64_t second, std::uint64_t value) {
    char text[128];
    const int length = std::snprintf(text, sizeof text, "%s %" PRIu64 " %" PRIu64 " %016" PRIx64 "\n", what, first, second, value);
    const int fd = open(std::getenv("LANEWISE_SIGNATURE"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (fd < 0 || write(fd, text, static_cast<std::size_t>(length)) != length)
        std::fprintf(stderr, "lanewise: the file that LANEWISE_SIGNATURE names can not be written\n");
    if (fd >= 0) close(fd);
}

std::string lower(const char* name) {
    std::string text(name);
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

// The special registers. Those of a cube unit count on cores that have one.
std::uint64_t hash_state(const Block& block) {
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(&block.state);
    constexpr std::size_t cube = offsetof(State, fmatrix), behind = offsetof(State, sequence);
    std::uint64_t value = hash(bytes, cube, block.signature);
    if (block.core.kind != vector_core) value = hash(bytes + cube, behind - cube, value);
    return hash(bytes + behind, sizeof block.state - behind, value);
}

}  // namespace

bool signing() {
    static const bool on = [] {
        const char* path = std::getenv("LANEWISE_SIGNATURE");
        return path && *path;
    }();
    return on;
}

void sign_registers(Block& block, const Record& record) {
    const InstructionInfo& ins = instructions[record.opcode];
    for (int i = 0; i < ins.operand_count; ++i) {
        const auto space = static_cast<Space>(ins.spaces[i]);
        if (!writes(ins.roles[i]) || (space != Space::reg && space != Space::mask)) continue;
        const Operand& operand = record.operands[i];
        if (!operand.address) continue;
        const std::size_t bytes = space == Space::mask ? mask_bytes : operand.extent > register_bytes ? 2 * register_bytes : register_bytes;
        block.signature = hash(reinterpret_cast<const void*>(operand.address), bytes, block.signature);
    }
}

void sign_block(const Block& block) {
    const std::uint32_t launch = block.launch->number, index = block.member;
    for (int m = 0; m < memory_count; ++m)
        if (block.memories[m]) line(lower(memory_infos[m].name).c_str(), launch, index, hash(block.memories[m], block.core.memories[m].size));
    line("registers", launch, index, hash_state(block));
}

Hashes hash_buffers() {
    Hashes found;
    if (!signing()) return found;
    for (const Buffer& buffer : device_memory().all())
        found[buffer.number] = hash(reinterpret_cast<const void*>(buffer.address), buffer.total);
    return found;
}

void sign_buffers(const Launch& launch, const Hashes& before) {
    for (const auto& [number, value] : hash_buffers()) {
        const auto known = before.find(number);
        if (known == before.end() || known->second != value) line("gm", launch.number, number, value);
    }
}

}  // namespace lanewise::runtime
