#include "runtime/host_arrays.hpp"

#include <sched.h>
#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <list>
#include <memory>
#include <vector>

namespace lanewise::runtime {

namespace {

constexpr std::size_t least_lent = 4u << 20;    // bytes of an array
constexpr std::size_t least_piece = 256u << 10;  // a whole number of pages everywhere
constexpr std::size_t most_of_one = 2048, most_of_all = 16384;  // pieces: each may be a mapping, of which a process has 65530
constexpr std::size_t share_of_unwritten = 32, least_unwritten = 4u << 20;  // bytes: what is kept of pieces that are only read

// A piece that comes a second time stays: who goes back and forth pays for no more than a copy.
enum PieceState : std::uint8_t { absent, busy, here, dropped, stays, written };

struct Lent {
    std::uint8_t* address;
    const std::uint8_t* source;
    std::size_t size, mapped, piece, pieces;  // whole pieces; the rest is there from the beginning
    std::unique_ptr<std::atomic<std::uint8_t>[]> states;

    std::uint8_t* at(std::size_t number) const { return address + number * piece; }
    std::size_t rest() const { return pieces * piece; }
};

// Changed between launches alone, so that handlers look at it without a lock.
std::list<Lent>& all_lent() {
    static auto& all = *new std::list<Lent>();
    return all;
}

// Pieces that are here, the oldest first: a ring that does not grow, as it is used in handlers.
struct Arrival {
    Lent* lent;
    std::size_t number;
};
std::atomic_flag arrivals_lock;
std::vector<Arrival> arrivals;
std::size_t oldest_arrival = 0, arrival_count = 0, arrived_bytes = 0, most_unwritten = 0;

bool inaccessible(void* address, std::size_t bytes) {
    return mmap(address, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0) != MAP_FAILED;
}

// Other blocks must not find it half filled, so it is filled elsewhere.
bool bring(const Lent& lent, std::size_t number) {
    void* aside = mmap(nullptr, lent.piece, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
    if (aside == MAP_FAILED) return false;
    std::memcpy(aside, lent.source + number * lent.piece, lent.piece);
    if (mprotect(aside, lent.piece, PROT_READ) == 0 &&
        mremap(aside, lent.piece, lent.piece, MREMAP_MAYMOVE | MREMAP_FIXED, lent.at(number)) != MAP_FAILED)
        return true;
    munmap(aside, lent.piece);
    return false;
}

void drop(const Arrival& one) {
    auto& state = one.lent->states[one.number];
    std::uint8_t expected = here;
    if (!state.compare_exchange_strong(expected, busy)) return;  // written since
    state = inaccessible(one.lent->at(one.number), one.lent->piece) ? dropped : stays;
}

void arrive(Lent& lent, std::size_t number) {
    while (arrivals_lock.test_and_set(std::memory_order_acquire)) sched_yield();
    arrivals[(oldest_arrival + arrival_count++) % arrivals.size()] = {&lent, number};
    arrived_bytes += lent.piece;
    while (arrived_bytes > most_unwritten && arrival_count > 1) {
        const Arrival oldest = arrivals[oldest_arrival];
        oldest_arrival = (oldest_arrival + 1) % arrivals.size();
        --arrival_count;
        arrived_bytes -= oldest.lent->piece;
        drop(oldest);
    }
    arrivals_lock.clear(std::memory_order_release);
}

// Room for every piece that can be here, and nothing of arrays that are gone.
void begin_arrivals() {
    std::size_t pieces = 0, bytes = 0;
    for (const Lent& lent : all_lent()) pieces += lent.pieces, bytes += lent.size;
    arrivals.assign(pieces + 1, {});
    oldest_arrival = arrival_count = arrived_bytes = 0;
    most_unwritten = std::max(least_unwritten, bytes / share_of_unwritten);
}

Lent* lent_at(const void* address) {
    for (Lent& lent : all_lent())
        if (address >= lent.address && address < lent.at(lent.pieces)) return &lent;
    return nullptr;
}

}  // namespace

std::uint8_t* map_lent(const void* source, std::size_t size, std::size_t total, std::uint8_t value) {
    if (size < least_lent) return nullptr;
    Lent lent{nullptr, static_cast<const std::uint8_t*>(source), size, 0, least_piece, 0, nullptr};
    while (size / lent.piece > most_of_one) lent.piece *= 2;
    lent.pieces = size / lent.piece;
    lent.mapped = (total + least_piece - 1) / least_piece * least_piece;
    std::size_t before = 0;
    for (const Lent& other : all_lent()) before += other.pieces;
    if (before + lent.pieces > most_of_all) return nullptr;
    void* room = mmap(nullptr, lent.mapped, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (room == MAP_FAILED) return nullptr;
    lent.address = static_cast<std::uint8_t*>(room);
    std::uint8_t* rest = lent.address + lent.rest();
    if (mprotect(rest, lent.mapped - lent.rest(), PROT_READ | PROT_WRITE) != 0) {
        munmap(room, lent.mapped);
        return nullptr;
    }
    if (value) std::memset(rest, value, total - lent.rest());
    std::memcpy(rest, lent.source + lent.rest(), size - lent.rest());
    lent.states = std::make_unique<std::atomic<std::uint8_t>[]>(lent.pieces);
    all_lent().push_back(std::move(lent));
    begin_arrivals();
    return static_cast<std::uint8_t*>(room);
}

bool unmap_lent(void* address) {
    Lent* lent = lent_at(address);
    if (!lent || lent->address != address) return false;
    munmap(address, lent->mapped);
    all_lent().remove_if([&](const Lent& one) { return &one == lent; });
    begin_arrivals();
    return true;
}

bool take_written(void* to, void* address) {
    Lent* lent = lent_at(address);
    if (!lent || lent->address != address) return false;
    auto* target = static_cast<std::uint8_t*>(to);
    for (std::size_t i = 0; i < lent->pieces; ++i) {
        if (lent->states[i] != written) continue;
        std::memcpy(target + i * lent->piece, lent->at(i), lent->piece);
        if (inaccessible(lent->at(i), lent->piece)) lent->states[i] = absent;  // at once, so that it is there only once
    }
    std::memcpy(target + lent->rest(), lent->at(lent->pieces), lent->size - lent->rest());
    return true;
}

bool fetch_lent(const void* address) {
    Lent* lent = lent_at(address);
    if (!lent) return false;
    const std::size_t number = (static_cast<const std::uint8_t*>(address) - lent->address) / lent->piece;
    auto& state = lent->states[number];
    for (bool waited = false;; waited = true) {
        std::uint8_t now = state;
        if (now == written || (waited && now != busy)) return true;  // and if it is not, there is a fault again
        if (now == busy || !state.compare_exchange_strong(now, busy)) {
            sched_yield();
            continue;
        }
        const bool is_there = now == here || now == stays;  // so this is the first write
        const bool done = is_there ? mprotect(lent->at(number), lent->piece, PROT_READ | PROT_WRITE) == 0 : bring(*lent, number);
        state = static_cast<std::uint8_t>(!done ? static_cast<PieceState>(now) : is_there ? written : now == absent ? here : stays);
        if (done && now == absent) arrive(*lent, number);
        return done;
    }
}

}  // namespace lanewise::runtime
