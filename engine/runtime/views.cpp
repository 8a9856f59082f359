#include "runtime/views.hpp"

#include <sys/mman.h>

#include <cstring>
#include <mutex>

namespace lanewise::runtime {

namespace {

constexpr std::uint64_t first_slot = 16, last_slot = 0x7000;  // of 4 GiB, below the end of every 64-bit address space
constexpr std::size_t most_views = 64;                        // views of a memory: a system limits what a process maps

// By the upper half of an address. A block writes and reads those of its own memory only.
struct ViewSlot {
    const std::uint8_t* memory = nullptr;
    std::uint32_t end = 0;
} slots[last_slot];

void* claim(std::size_t bytes, int protection) {
    static std::mutex lock;
    static std::uint64_t next = first_slot;
    std::lock_guard guard(lock);
    for (; next < last_slot; ++next) {
        void* wanted = reinterpret_cast<void*>(next << 32);
        void* got = mmap(wanted, bytes, protection, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
        if (got == wanted) {
            ++next;
            return got;
        }
        if (got != MAP_FAILED) munmap(got, bytes);
    }
    return nullptr;
}

std::uint64_t slot_of(const void* pointer) { return reinterpret_cast<std::uint64_t>(pointer) >> 32; }

}  // namespace

std::uint8_t* map_memory(std::size_t bytes) { return static_cast<std::uint8_t*>(claim(bytes, PROT_READ | PROT_WRITE)); }

Views::~Views() {
    for (const auto& [end, view] : ends_) {
        slots[slot_of(view)] = {};
        munmap(view, bytes_);
    }
}

// Memory that can be mapped again; what is in it stays.
bool Views::share(std::uint8_t* memory, std::size_t bytes) {
    if (bytes_) return true;
    const std::vector<std::uint8_t> kept(memory, memory + bytes);
    if (mmap(memory, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != memory) return false;
    std::memcpy(memory, kept.data(), bytes);
    bytes_ = bytes;
    return true;
}

std::uint8_t* Views::of(std::uint8_t* memory, std::size_t bytes, std::uint32_t end) {
    for (const auto& [known, view] : ends_)
        if (known == end) return view;
#ifdef __linux__
    if (ends_.size() >= most_views || !share(memory, bytes)) return memory;
    void* place = claim(bytes, PROT_NONE);
    if (!place) return memory;
    if (mremap(memory, 0, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, place) != place) {  // of no bytes: a second mapping of the same memory
        munmap(place, bytes);
        return memory;
    }
    auto* view = static_cast<std::uint8_t*>(place);
    slots[slot_of(view)] = {memory, end};
    ends_.emplace_back(end, view);
    return view;
#else
    return memory;
#endif
}

std::uint32_t end_behind(const std::uint8_t* memory, std::uint64_t pointer) {
    const std::uint64_t slot = pointer >> 32;
    return slot < last_slot && slots[slot].memory == memory ? slots[slot].end : 0;
}

}  // namespace lanewise::runtime
