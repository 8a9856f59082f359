#include "memory/gm.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <new>

namespace lanewise {

namespace {

// The first buffer behind an address.
auto behind(const std::vector<Buffer>& buffers, std::uint64_t address) {
    return std::upper_bound(buffers.begin(), buffers.end(), address, [](std::uint64_t a, const Buffer& b) { return a < b.address; });
}

// What a thread found last. Most accesses go where the one before went, and two that look at once would write to one lock.
struct Found {
    std::uint64_t version;      // of the list that it was found in
    std::uint64_t first, size;  // of the buffer, or of the gap between two
    bool is_buffer;
    Buffer buffer;
};
constinit thread_local Found last{};

// Buffers point to their names, so these stay where they are; that of a buffer which nobody remembers makes room for another.
const std::string nobodys(1, '\0');

constexpr std::uint64_t piece = 1 << 20;  // bytes that are there twice when a buffer is given back

}  // namespace

void Gm::changed() {
    static std::atomic<std::uint64_t> versions = 0;
    version_ = ++versions;
}

void Gm::insert(Buffer buffer, std::string name) {
    std::unique_lock guard(lock_);
    changed();
    first_ = std::min(first_.load(), buffer.address);
    end_ = std::max(end_.load(), buffer.address + buffer.total);
    auto place = std::find(names_.begin(), names_.end(), nobodys);
    if (place == names_.end()) place = names_.emplace(place);
    *place = std::move(name);
    buffer.number = added_++;
    buffer.name = place->c_str();
    buffers_.insert(behind(buffers_, buffer.address), buffer);
}

void Gm::add(std::uint64_t address, std::uint64_t size, std::uint64_t spare, std::uint64_t total, std::uint8_t* host, std::string name,
             std::uint64_t asked) {
    Buffer added{address, size, spare, total, host, 0, nullptr};
    if (asked) added.asked = asked;
    insert(added, std::move(name));
}

void Gm::borrow(std::uint64_t address, std::uint64_t size, std::uint64_t spare, std::uint64_t total, const std::uint8_t* host, std::uint8_t guard,
                std::string name) {
    insert({address, size, spare, total, const_cast<std::uint8_t*>(host), 0, nullptr, true}, std::move(name));
    loans_.emplace_back(address, total, host, guard);
}

Gm::Loan::~Loan() {
    if (copy) munmap(copy, total);
}

std::pair<Buffer&, Gm::Loan&> Gm::loan_of(std::uint64_t address) {
    Buffer& buffer = buffers_[static_cast<std::size_t>(behind(buffers_, address) - buffers_.begin()) - 1];
    return {buffer, *std::find_if(loans_.begin(), loans_.end(), [&](const Loan& one) { return one.address == buffer.address; })};
}

bool Gm::borrows(std::uint64_t address) const {
    Buffer buffer;
    return find(address, buffer) && buffer.borrowed;
}

std::uint8_t* Gm::own(std::uint64_t address) {
    std::unique_lock guard(lock_);
    const auto [buffer, loan] = loan_of(address);
    if (!buffer.borrowed) return loan.copy;  // another block was sooner
    if (!loan.copy) {
        void* room = mmap(nullptr, loan.total, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (room == MAP_FAILED) throw std::bad_alloc();
        loan.copy = static_cast<std::uint8_t*>(room);
    }
    std::memcpy(loan.copy, loan.array, buffer.size);
    std::memset(loan.copy + buffer.size, loan.guard, buffer.total - buffer.size);
    buffer.host = loan.copy;
    buffer.borrowed = false;
    changed();
    return loan.copy;
}

void Gm::give_back(std::uint64_t address, std::uint8_t* array) {
    std::unique_lock guard(lock_);
    const auto [buffer, loan] = loan_of(address);
    for (std::uint64_t at = 0; at < buffer.size; at += piece) {
        const std::uint64_t bytes = std::min(piece, buffer.size - at);
        std::memcpy(array + at, loan.copy + at, bytes);
        madvise(loan.copy + at, bytes, MADV_DONTNEED);
    }
    buffer.host = array;
    buffer.borrowed = true;
    changed();
}

bool Gm::remove(std::uint64_t address) {
    std::unique_lock guard(lock_);
    const auto at = behind(buffers_, address);
    if (at == buffers_.begin() || (at - 1)->address != address) return false;
    constexpr std::size_t kept = 64;
    removed_.push_back(*(at - 1));
    if (removed_.size() > kept) {
        *std::find_if(names_.begin(), names_.end(), [&](const std::string& n) { return n.c_str() == removed_.front().name; }) = nobodys;
        removed_.pop_front();
    }
    buffers_.erase(at - 1);
    changed();
    return true;
}

void Gm::call(std::uint64_t address, const std::string& role, bool better) {
    std::unique_lock guard(lock_);
    const auto at = behind(buffers_, address);
    if (at == buffers_.begin() || (at - 1)->address != address || (at - 1)->role == role || (*(at - 1)->role && !better)) return;
    buffers_[static_cast<std::size_t>(at - buffers_.begin()) - 1].role = roles_.insert(role).first->c_str();
    changed();
}

void Gm::holds_doubles(std::uint64_t address) {
    std::unique_lock guard(lock_);
    const auto at = behind(buffers_, address);
    if (at == buffers_.begin() || (at - 1)->address != address) return;
    buffers_[static_cast<std::size_t>(at - buffers_.begin()) - 1].doubles = true;
    changed();
}

std::string Gm::instead(std::uint64_t address) const {
    constexpr std::uint64_t null = 4096;  // and what lies close behind it
    if (address < null) return "as it has no global buffer: give it one, from a kernel argument, first";
    if (const std::string name = freed(address); !name.empty()) return "which belonged to " + name + ", freed since";
    return "which belongs to no buffer of the device; memory of the host has to be copied there first";
}

std::string Gm::freed(std::uint64_t address) const {
    std::shared_lock guard(lock_);
    for (auto at = removed_.rbegin(); at != removed_.rend(); ++at)
        if (address >= at->address && address < at->address + at->total) return at->name;
    return {};
}

bool Gm::look_up(std::uint64_t address, Buffer& found) const {
    if (last.version != version_.load(std::memory_order_acquire) || address - last.first >= last.size) {
        std::shared_lock guard(lock_);
        const auto next = behind(buffers_, address);
        const std::uint64_t gap_ends = next == buffers_.end() ? ~0ull : next->address;
        last.version = version_;
        last.is_buffer = false;
        last.first = 0;
        if (next != buffers_.begin()) {
            last.buffer = *(next - 1);
            last.first = last.buffer.address + last.buffer.total;
            last.is_buffer = address < last.first;
        }
        last.size = gap_ends - last.first;
        if (last.is_buffer) last.first = last.buffer.address, last.size = last.buffer.total;
    }
    if (last.is_buffer) found = last.buffer;
    return last.is_buffer;
}

std::vector<Buffer> Gm::all() const {
    std::shared_lock guard(lock_);
    return buffers_;
}

void Gm::note(const Overrun& overrun) {
    constexpr std::size_t kept = 1000;
    std::unique_lock guard(lock_);
    if (overruns_.size() < kept) overruns_.push_back(overrun);
}

std::vector<Overrun> Gm::overruns() const {
    std::shared_lock guard(lock_);
    return overruns_;
}

}  // namespace lanewise
