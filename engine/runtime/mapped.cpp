#include "runtime/mapped.hpp"

#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>

namespace lanewise::runtime {

namespace {

std::size_t whole_pages(std::size_t bytes) {
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    return (bytes + page - 1) / page * page;
}

std::mutex mappings_lock;
std::map<void*, std::size_t>& granted() {
    static auto& all = *new std::map<void*, std::size_t>();
    return all;
}

// The limit on a program's data counts address space. What it touches of the device's memory is counted by whoever set the
// limit, so that much is granted for it, and taken back afterwards.
bool raise_limit(std::size_t bytes) {
    rlimit data;
    if (getrlimit(RLIMIT_DATA, &data) != 0 || data.rlim_cur == RLIM_INFINITY) return false;
    if (data.rlim_max != RLIM_INFINITY && data.rlim_max - data.rlim_cur < bytes) return false;
    data.rlim_cur += bytes;
    return setrlimit(RLIMIT_DATA, &data) == 0;
}

void lower_limit(std::size_t bytes) {
    rlimit data;
    if (getrlimit(RLIMIT_DATA, &data) != 0 || data.rlim_cur == RLIM_INFINITY) return;
    data.rlim_cur -= std::min<rlim_t>(bytes, data.rlim_cur);
    setrlimit(RLIMIT_DATA, &data);
}

constexpr std::size_t in_the_heap = 1u << 20;  // less than that is not worth fresh pages: each is a fault
constexpr std::size_t alignment = 512;         // the advised one for fast copies
constexpr int shared_nothing = MAP_PRIVATE | MAP_NORESERVE;

// Asked of the kernel itself: C libraries before 2.27 have no function for it.
int nameless_file() {
    constexpr unsigned closed_by_exec = 1;
    return static_cast<int>(syscall(SYS_memfd_create, "lanewise", closed_by_exec));
}

// Zeros need no more than asking. Other values come from one small file: every piece of the memory is a private view of it, and
// a page is copied when it is written. Small memory is simply filled.
bool fill(std::uint8_t* address, std::size_t bytes, std::uint8_t value) {
    constexpr std::size_t small = 4u << 20, most_pieces = 4096;
    if (!value) return true;
    std::size_t piece = small;
    while (bytes / piece > most_pieces) piece *= 2;
    const int file = bytes > small ? nameless_file() : -1;
    if (file < 0 || ftruncate(file, static_cast<off_t>(piece)) != 0) {
        if (file >= 0) close(file);
        std::memset(address, value, bytes);
        return true;
    }
    void* once = mmap(nullptr, piece, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    bool done = once != MAP_FAILED;
    if (done) {
        std::memset(once, value, piece);
        munmap(once, piece);
    }
    for (std::size_t at = 0; done && at < bytes; at += piece)
        done = mmap(address + at, std::min(piece, bytes - at), PROT_READ | PROT_WRITE, shared_nothing | MAP_FIXED, file, 0) != MAP_FAILED;
    close(file);
    return done;
}

}  // namespace

std::uint8_t* map_memory(std::size_t asked, std::uint8_t value) {
    const std::size_t bytes = whole_pages(asked);
    if (bytes <= in_the_heap) {
        void* address = std::aligned_alloc(alignment, bytes);
        if (address) std::memset(address, value, bytes);
        return static_cast<std::uint8_t*>(address);
    }
    std::lock_guard guard(mappings_lock);
    const bool raised = raise_limit(bytes);
    void* address = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, shared_nothing | MAP_ANONYMOUS, -1, 0);
    if (address != MAP_FAILED && fill(static_cast<std::uint8_t*>(address), bytes, value)) {
        if (raised) granted()[address] = bytes;
        return static_cast<std::uint8_t*>(address);
    }
    if (address != MAP_FAILED) munmap(address, bytes);
    if (raised) lower_limit(bytes);
    return nullptr;
}

void unmap_memory(void* address, std::size_t asked) {
    if (whole_pages(asked) <= in_the_heap) return std::free(address);
    std::lock_guard guard(mappings_lock);
    munmap(address, whole_pages(asked));
    if (const auto found = granted().find(address); found != granted().end()) {
        lower_limit(found->second);
        granted().erase(found);
    }
}

}  // namespace lanewise::runtime
