// Groups of threads that work together.
#pragma once

#include "lanewise/ascend/simt/integers.h"
#include "lanewise/ascend/simt/meet.h"

namespace cooperative_groups {

struct thread_group {};

template <unsigned int Max = 1024>
struct block_tile_memory {
    static_assert(Max % 32 == 0 && Max <= 2048, "a block_tile_memory is for up to 2048 threads, a multiple of 32");
    unsigned char scratch[8 * Max];
};

// What a program gives for tiles that are wider than a warp. They need none here, but observed ones meet there.
[[gnu::visibility("hidden")]] inline constinit thread_local unsigned char* wide_tiles_memory = nullptr;

class thread_block : public thread_group {
  public:
    static void sync(LANEWISE_HERE) { asc_syncthreads(lanewise_here); }
    static unsigned int thread_rank() { return lanewise::simt::linear(); }
    static dim3 thread_index() { return {threadIdx.x, threadIdx.y, threadIdx.z}; }
    static dim3 group_index() { return {blockIdx.x, blockIdx.y, blockIdx.z}; }
    static dim3 dim_threads() { return {blockDim.x, blockDim.y, blockDim.z}; }
    static dim3 group_dim() { return dim_threads(); }
    static unsigned int num_threads() { return lanewise::simt::threads_of_block(); }
    static unsigned int size() { return num_threads(); }
};
LANEWISE_API thread_block this_thread_block() { return {}; }
template <unsigned int Max>
LANEWISE_API thread_block this_thread_block(block_tile_memory<Max>& memory) {
    wide_tiles_memory = memory.scratch;
    return {};
}

// Lanes of a warp, as a mask; ranks count them from below.
class coalesced_group : public thread_group {
  public:
    explicit coalesced_group(std::uint32_t members, unsigned long long rank = 0, unsigned long long count = 1) : members_(members), rank_(rank), count_(count) {}

    unsigned int thread_rank() const { return static_cast<unsigned int>(__popc(members_ & static_cast<std::uint32_t>(lanemask_lt()))); }
    unsigned int num_threads() const { return static_cast<unsigned int>(__popc(members_)); }
    unsigned int size() const { return num_threads(); }
    unsigned long long meta_group_rank() const { return rank_; }
    unsigned long long meta_group_size() const { return count_; }
    void sync(LANEWISE_HERE) const { lanewise::simt::meet(0, lanewise_here); }
    template <class T>
    T shfl(T v, unsigned int src, LANEWISE_HERE) const {
        const lw_met met = lanewise::simt::meet(v, lanewise_here);
        return lanewise::simt::taken<T>(met, lane_of(src % num_threads()));
    }
    template <class T>
    T shfl_up(T v, unsigned int delta, LANEWISE_HERE) const {
        const lw_met met = lanewise::simt::meet(v, lanewise_here);
        return thread_rank() >= delta ? lanewise::simt::taken<T>(met, lane_of(thread_rank() - delta)) : v;
    }
    template <class T>
    T shfl_down(T v, unsigned int delta, LANEWISE_HERE) const {
        const lw_met met = lanewise::simt::meet(v, lanewise_here);
        return delta < num_threads() && thread_rank() + delta < num_threads() ? lanewise::simt::taken<T>(met, lane_of(thread_rank() + delta)) : v;
    }
    unsigned int ballot(int predicate, LANEWISE_HERE) const {
        const std::uint32_t bits = asc_ballot(predicate, lanewise_here);
        unsigned int out = 0;
        for (unsigned int i = 0; i < num_threads(); ++i) out |= (bits >> lane_of(i) & 1) << i;
        return out;
    }
    int any(int predicate, LANEWISE_HERE) const { return (asc_ballot(predicate, lanewise_here) & members_) != 0; }
    int all(int predicate, LANEWISE_HERE) const { return (asc_ballot(!predicate, lanewise_here) & members_) == 0; }
    std::uint32_t members() const { return members_; }

  private:
    unsigned int lane_of(unsigned int rank) const {
        std::uint32_t rest = members_;
        for (; rank; --rank) rest &= rest - 1;
        return static_cast<unsigned int>(__ffs(rest) - 1);
    }
    std::uint32_t members_;
    unsigned long long rank_, count_;
};
LANEWISE_API coalesced_group coalesced_threads(LANEWISE_HERE) { return coalesced_group(asc_activemask(lanewise_here)); }

// What the threads of a tile that is wider than a warp have of each other. Whoever comes last lets all go on; two turns of it are never under way, so that
// what the one before left is free by then.
struct WideTile {
    std::uint32_t arrived = 0, turn = 0;
    std::uint32_t votes[2] = {};
    std::uint64_t values[2] = {};
};
// A tile of 2048 threads is the first one, two of 1024 follow, then four of 512. Blocks take turns on a thread of the host.
[[gnu::visibility("hidden")]] inline constinit thread_local WideTile wide_tiles[64];

[[gnu::noinline]] inline void tell_tile([[maybe_unused]] const WideTile& tile) {
#ifdef LANEWISE_OBSERVED  // an atomic: each hears of what the others did before
    if (wide_tiles_memory) lw_scalar(wide_tiles_memory + 4 * (&tile - wide_tiles), 4, true, true, __builtin_return_address(0));
#endif
}

template <unsigned int Size, class Parent = thread_block>
class thread_block_tile : public thread_group {
    static_assert(Size && Size <= 2048 && !(Size & (Size - 1)), "a tile has a power of two of threads, 2048 at most");

  public:
    static unsigned int thread_rank() { return lanewise::simt::linear() % Size; }
    static constexpr unsigned int num_threads() { return Size; }
    static constexpr unsigned int size() { return Size; }
    static unsigned long long meta_group_rank() { return lanewise::simt::linear() % parent() / Size; }
    static unsigned long long meta_group_size() { return parent() / Size; }
    void sync(LANEWISE_HERE) const {
        if constexpr (Size > 32) wait(mine());
        else lanewise::simt::meet(0, lanewise_here);
    }
    // Of a tile that is wider than a warp all threads ask the same one.
    template <class T>
    T shfl(T v, unsigned int src, LANEWISE_HERE) const {
        if constexpr (Size > 32) {
            WideTile& tile = mine();
            std::uint64_t& value = tile.values[tile.turn % 2];
            if (thread_rank() == src % Size) __builtin_memcpy(&value, &v, sizeof v);
            wait(tile);
            T taken;
            __builtin_memcpy(static_cast<void*>(&taken), &value, sizeof taken);
            return taken;
        } else {
            return asc_shfl(v, static_cast<std::int32_t>(src), Size, lanewise_here);
        }
    }
    template <class T>
    T shfl_up(T v, unsigned int delta, LANEWISE_HERE) const requires(Size <= 32) { return asc_shfl_up(v, delta, Size, lanewise_here); }
    template <class T>
    T shfl_down(T v, unsigned int delta, LANEWISE_HERE) const requires(Size <= 32) { return asc_shfl_down(v, delta, Size, lanewise_here); }
    template <class T>
    T shfl_xor(T v, unsigned int mask, LANEWISE_HERE) const requires(Size <= 32) { return asc_shfl_xor(v, static_cast<std::int32_t>(mask), Size, lanewise_here); }
    unsigned int ballot(int predicate, LANEWISE_HERE) const requires(Size <= 32) { return (asc_ballot(predicate, lanewise_here) & members()) >> first(); }
    int any(int predicate, LANEWISE_HERE) const {
        if constexpr (Size > 32) return vote(predicate);
        else return (asc_ballot(predicate, lanewise_here) & members()) != 0;
    }
    int all(int predicate, LANEWISE_HERE) const {
        if constexpr (Size > 32) return !vote(!predicate);
        else return (asc_ballot(!predicate, lanewise_here) & members()) == 0;
    }
    static std::uint32_t members() requires(Size <= 32) { return (Size == 32 ? ~0u : (1u << Size % 32) - 1) << first(); }

  private:
    static WideTile& mine() { return wide_tiles[2048 / Size + lanewise::simt::linear() / Size]; }
    static void wait(WideTile& tile) {
        const std::uint32_t turn = tile.turn;
        tell_tile(tile);
        if (++tile.arrived == Size) {
            tile.arrived = 0;
            tile.votes[(turn + 1) % 2] = 0;
            ++tile.turn;
        }
        while (*const_cast<const volatile std::uint32_t*>(&tile.turn) == turn) lw_simt_turn();
        tell_tile(tile);
    }
    static bool vote(int predicate) {
        WideTile& tile = mine();
        std::uint32_t& votes = tile.votes[tile.turn % 2];
        votes |= predicate != 0;
        wait(tile);
        return votes != 0;
    }
    static unsigned int first() { return static_cast<unsigned int>(laneid()) / Size * Size; }
    static unsigned int parent() { return Parent::size(); }
};
template <unsigned int Size, class Parent>
LANEWISE_API thread_block_tile<Size, Parent> tiled_partition(const Parent&) { return {}; }

// Of a size that is known when the program runs.
LANEWISE_API coalesced_group tiled_partition(const thread_block&, unsigned int size) {
    const unsigned int first = static_cast<unsigned int>(laneid()) / size * size;
    return coalesced_group((size >= 32 ? ~0u : (1u << size) - 1) << first, lanewise::simt::linear() / size, lanewise::simt::threads_of_block() / size);
}
LANEWISE_API coalesced_group tiled_partition(const coalesced_group& parent, unsigned int size) {
    std::uint32_t members = 0;
    for (std::uint32_t rest = parent.members(), i = 0; rest; rest &= rest - 1, ++i)
        if (i / size == parent.thread_rank() / size) members |= rest & -rest;
    return coalesced_group(members, parent.thread_rank() / size, (parent.size() + size - 1) / size);
}

template <class Group>
LANEWISE_API coalesced_group binary_partition(const Group& group, bool predicate, LANEWISE_HERE) {
    const std::uint32_t yes = asc_ballot(predicate, lanewise_here) & group.members();
    return coalesced_group(predicate ? yes : group.members() & ~yes, predicate, 2);
}

}  // namespace cooperative_groups
