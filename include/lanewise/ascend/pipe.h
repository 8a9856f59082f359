// TPipe and its pools: who gets which bytes of a core's memories.
#pragma once

#include "lanewise/ascend/issue.h"
#include "lanewise/ascend/queue.h"

namespace lanewise {

inline constexpr std::uint32_t most_buffers = 64;
inline constexpr std::uint64_t most_reserved = 1ull << 31;  // addresses have 32 bits, and views reach further

constexpr std::uint32_t round_up(std::uint32_t bytes) { return (bytes + 31) / 32 * 32; }

// Of each memory of a core, the bytes that programs are told they have, and those there are.
inline constexpr std::uint64_t usable_bytes[memory_count] = {LANEWISE_MEMORIES_USABLE}, whole_bytes[memory_count] = {LANEWISE_MEMORIES_WHOLE};

// What a pipe and a pool share: buffers of rounded size, in call order.
struct Giver {
    QueueBuffer* buffers = nullptr;
    std::uint32_t capacity = 0, used = 0;
    std::uint32_t start = 0, end = 0, next = 0;
    std::uint32_t tops[memory_count] = {};  // of the cube's memories, the first byte that is free
    std::uint32_t owner = 0, position = 0;  // of a pool

    bool has_room(std::uint64_t bytes) const { return next + bytes <= end; }
    std::uint32_t take(std::uint64_t bytes) {
        const std::uint32_t address = next;
        next += static_cast<std::uint32_t>(bytes);
        return address;
    }
    QueueBuffer* take_buffers(std::uint32_t number) {
        if (used + number > capacity) fault("QUE-008", {{"count", used + number}, {"limit", capacity}});
        QueueBuffer* first = buffers + used;
        used += number;
        return first;
    }
    // Hardware does not look at reservations: what lies beyond the end is given, and faults when it is touched.
    [[gnu::noinline, gnu::cold]] void no_room(const Text& who, std::uint64_t bytes) const { no_room(who, bytes, Space::vector, next, end, end - start); }
    [[gnu::noinline, gnu::cold]] static void no_room(const Text& who, std::uint64_t bytes, Space space, std::uint64_t next, std::uint64_t end, std::uint64_t size) {
        const std::initializer_list<Field> facts{
            {"what", who}, {"need", bytes}, {"memory", name_of(space)}, {"free", next < end ? end - next : 0}, {"size", size}, {"table", ""}};
        if (next + bytes > most_reserved) fault("MEM-003", facts);
        warn("MEM-003", facts);
    }

    // The next bytes of a memory. On a core of another kind that is bookkeeping alone.
    template <Space space, class Who>
    LANEWISE_API std::uint32_t reserve(std::uint64_t bytes, const Who& who) {
        if constexpr (space == Space::vector) {
            if (!has_room(bytes)) [[unlikely]] no_room(who(), bytes);
            return take(bytes);
        } else {
            std::uint32_t& top = tops[static_cast<int>(space)];
            // One buffer over a whole memory is carved by the program itself: what a pipe would keep back of it nobody misses.
            constexpr std::uint64_t usable = usable_bytes[static_cast<int>(space)], whole = whole_bytes[static_cast<int>(space)];
            const std::uint64_t size = !top && bytes == whole ? whole : usable;
            if (top + bytes > size) [[unlikely]] no_room(who(), bytes, space, top, size, size);
            top += static_cast<std::uint32_t>(bytes);
            return top - static_cast<std::uint32_t>(bytes);
        }
    }

    template <class Queue>
    LANEWISE_API bool init_queue(Queue& queue, std::uint32_t number, std::uint32_t bytes) {
        if constexpr (!in_memory_of_core(Queue::position)) {
            fault("QUE-009", {{"queue", Queue::name()}, {"case", "no_memory"}});
        } else {
            const std::uint32_t size = round_up(bytes);
            if (number < 1) fault("QUE-009", {{"queue", Queue::name()}, {"case", "no_buffers"}, {"num", "0"}});
            const std::uint64_t whole = std::uint64_t{number} * size;
            const std::uint32_t address = reserve<space_of(Queue::position)>(whole, [&] { return text("%s: %u x %u", Queue::name().chars, number, size); });
            QueueBuffer* first = take_buffers(number);
            queue.InitStartBufHandle(reinterpret_cast<AscendC::TBufHandle>(first), static_cast<std::uint8_t>(number), size);
            for (std::uint32_t i = 0; i < number; ++i) queue.InitBufHandle(this, i, nullptr, address + i * size, size);
        }
        return true;
    }
    template <TPosition pos>
    LANEWISE_API bool init_buffer(AscendC::TBuf<pos>& buffer, std::uint32_t bytes) {
        return init_queue(buffer, 1, bytes);
    }
    // A pool, of its own memory or over another one's.
    template <class Pool>
    LANEWISE_API bool init_pool(Pool& pool, std::uint32_t bytes) {
        const std::uint32_t size = round_up(bytes);
        if (!has_room(size)) [[unlikely]] no_room(text("TBufPool"), size);
        open_pool(pool, take(size), size);
        return true;
    }
    template <class Pool, class Other>
    LANEWISE_API bool init_pool(Pool& pool, std::uint32_t bytes, Other& other) {
        const Giver& shared = other.lanewise_giver();
        if (round_up(bytes) > shared.end - shared.start)
            fault("QUE-009", {{"queue", "TBufPool"}, {"case", "pool_over_pool"}, {"size", bytes}, {"whole", shared.end - shared.start}});
        open_pool(pool, shared.start, shared.end - shared.start);
        return true;
    }
    template <class Pool>
    LANEWISE_API static void open_pool(Pool& pool, std::uint32_t address, std::uint32_t bytes) {
        Giver& giver = pool.lanewise_giver();
        giver.open(address, bytes);
        giver.owner = ++lw_current()->owners;
        giver.position = static_cast<std::uint32_t>(Pool::poolPos);
        tell_life(Opcode::init_buf_pool_, giver.owner, 0, address, bytes, giver.position);
    }
    LANEWISE_API void reset_pool() {
        empty();
        if (owner && lw_in_kernel()) tell_life(Opcode::reset_buf_pool_, owner, 0, start, end - start, position);
    }
    void open(std::uint32_t address, std::uint32_t bytes) {
        start = next = address;
        end = address + bytes;
        used = 0;
        for (auto& top : tops) top = 0;
    }
    void empty() {
        for (std::uint32_t i = 0; i < used; ++i) buffers[i] = {};
        next = start;
        used = 0;
    }
};

// A giver with room for the buffers it gives.
template <std::uint32_t size>
struct Pool : Giver {
    QueueBuffer own[size];
    Pool() {
        buffers = own;
        capacity = size;
    }
    Pool(const Pool&) = delete;
};

}  // namespace lanewise

namespace AscendC {

struct DataCopyParams;

class TPipe {
  public:
    LANEWISE_API TPipe() {
        if (lw_current()->pipe)
            lanewise::warn("QUE-009", {{"queue", "TPipe"}, {"case", "second_pipe"}});
        Init();
    }
    LANEWISE_API ~TPipe() {
        if (lw_in_kernel() && lw_current()->pipe == this) close(true);  // the kernel ends, and waits for all pipes anyway
    }
    TPipe(const TPipe&) = delete;

    LANEWISE_API void Init() {
        lw_block* block = lw_current();
        open();
        for (auto& taken : block->event_taken) taken = 0;
        for (auto& taken : block->tensors_taken) taken = 0;
        block->mutex_taken = 0;
        lw_reset_state();
        block->pipe = this;
        tell(lanewise::Opcode::tpipe_init_);
    }
    // The one that is alive, or what stands in for it in a kernel that makes none: ids and memory, without a new state.
    static TPipe& lanewise_alive() {
        lw_block* block = lw_current();
        if (block->pipe) return *static_cast<TPipe*>(block->pipe);
        static thread_local TPipe spare{Spare{}};
        if (!block->spare_pipe) spare.open();
        block->spare_pipe = &spare;
        return spare;
    }
    LANEWISE_API void Reset() { Init(); }
    LANEWISE_API void Destroy() {
        lanewise::Call(lanewise::Opcode::pipe_barrier_, lanewise::Overload::PLAIN, 0).issue_with(PIPE_ALL);
        close(true);
    }
    LANEWISE_API void DestroyWithoutPipeAll() { close(false); }

    template <class T>
    LANEWISE_API bool InitBuffer(T& queue, std::uint8_t number, std::uint32_t bytes) {
        return giver_.init_queue(queue, number, bytes);
    }
    template <TPosition pos>
    LANEWISE_API bool InitBuffer(TBuf<pos>& buffer, std::uint32_t bytes) {
        return giver_.init_buffer(buffer, bytes);
    }
    // Each pair is (first byte, bytes) of one buffer, wherever the caller wants it.
    template <class T, class U, class V, class... Others>
    LANEWISE_API bool InitBuffer(T& queue, const Std::tuple<U, V>& first, const Others&... others) {
        constexpr std::uint32_t number = 1 + sizeof...(Others);
        lanewise::QueueBuffer* start = giver_.take_buffers(number);
        queue.InitStartBufHandle(reinterpret_cast<TBufHandle>(start), number, static_cast<std::uint32_t>(Std::get<1>(first)));
        std::uint32_t i = 0;
        auto place = [&](const auto& span) __attribute__((__always_inline__)) {
            queue.lanewise_place(i++, static_cast<std::uint32_t>(Std::get<0>(span)), static_cast<std::uint32_t>(Std::get<1>(span)));
        };
        place(first);
        (place(others), ...);
        return true;
    }
    template <class T>
    LANEWISE_API bool InitBufPool(T& pool, std::uint32_t bytes) {
        return giver_.init_pool(pool, bytes);
    }
    template <class T, class U>
    LANEWISE_API bool InitBufPool(T& pool, std::uint32_t bytes, U& shared) {
        return giver_.init_pool(pool, bytes, shared);
    }

    template <HardEvent event>
    TEventID AllocEventID() {
        const std::int32_t id = lanewise::fetch_event(event);
        lanewise::take_event(event, id);
        return static_cast<TEventID>(id);
    }
    template <HardEvent event>
    void ReleaseEventID(TEventID id) {
        lanewise::free_event(event, id);
    }
    TEventID FetchEventID(HardEvent event) { return static_cast<TEventID>(lanewise::fetch_event(event)); }
    template <HardEvent event>
    TEventID FetchEventID() {
        return FetchEventID(event);
    }
    MutexID AllocMutexID() {
        std::uint32_t& taken = lw_current()->mutex_taken;
        for (MutexID id = 0; id <= MAX_MUTEXID; ++id)
            if (!(taken >> id & 1)) {
                taken |= 1u << id;
                return id;
            }
        lanewise::fault("SYNC-004", {{"case", "no_mutex"}, {"count", MAX_MUTEXID + 1}});
    }
    void ReleaseMutexID(MutexID id) { lw_current()->mutex_taken &= ~(1u << id); }

    // A spill area in GM: lanewise/ascend/spill.h.
    template <class T>
    void InitSpmBuffer(const GlobalTensor<T>& workspace, std::int32_t bytes);
    template <class T>
    void WriteSpmBuffer(const LocalTensor<T>& from, const DataCopyParams& shape, std::int32_t offset = 0);
    template <class T>
    void WriteSpmBuffer(const LocalTensor<T>& from, std::int32_t count, std::int32_t offset = 0);
    template <class T>
    void ReadSpmBuffer(const LocalTensor<T>& to, const DataCopyParams& shape, std::int32_t offset = 0);
    template <class T>
    void ReadSpmBuffer(const LocalTensor<T>& to, std::int32_t count, std::int32_t offset = 0);

    template <TPosition pos, class T>
    LocalTensor<T> GetAbsAddr(std::int32_t offset, std::int32_t size) const {
        return LocalTensor<T>(pos, static_cast<std::uint32_t>(offset), static_cast<std::uint32_t>(size));
    }
    std::uint8_t* GetBaseAddr(std::int8_t) { return lw_current()->ub; }
    std::uint64_t GetQueueEndAddress() const { return giver_.next; }
    lanewise::Giver& lanewise_giver() { return giver_; }

  private:
    struct Spare {};
    explicit TPipe(Spare) {}
    LANEWISE_API void close(bool waits) {
        lw_block* block = lw_current();
        for (auto& taken : block->event_taken) taken = 0;
        if (block->pipe == this) block->pipe = nullptr;
        tell(lanewise::Opcode::tpipe_destroy_, !waits);
    }
    LANEWISE_API void tell(lanewise::Opcode op, bool at_once = false) const {
        lanewise::tell_life(op, 0, at_once, giver_.start, giver_.end - giver_.start, TPosition::MAX);
    }
    void open() {
        const lw_block* block = lw_current();
        const std::uint32_t first = LANEWISE_HAS_STATIC_UB ? block->ub_static : 0;
        giver_.empty();
        giver_.open(first, static_cast<std::uint32_t>(LANEWISE_UB_BYTES) - first);  // also of a core that has none
        giver_.capacity = block->buffer_limit < lanewise::most_buffers ? block->buffer_limit : lanewise::most_buffers;
        spill_ = nullptr;
    }

    lanewise::Pool<lanewise::most_buffers> giver_;
    std::uint8_t* spill_ = nullptr;
    std::int32_t spill_bytes_ = 0;
};

template <TPosition pos, std::uint32_t bufIDSize = 4>
class TBufPool {
  public:
    static constexpr TPosition poolPos = pos;
    static constexpr bool isTbufPool = true;

    template <class T>
    LANEWISE_API bool InitBuffer(T& queue, std::uint8_t number, std::uint32_t bytes) {
        return giver_.init_queue(queue, number, bytes);
    }
    template <TPosition p>
    LANEWISE_API bool InitBuffer(TBuf<p>& buffer, std::uint32_t bytes) {
        return giver_.init_buffer(buffer, bytes);
    }
    template <class T>
    LANEWISE_API bool InitBufPool(T& pool, std::uint32_t bytes) {
        return giver_.init_pool(pool, bytes);
    }
    template <class T, class U>
    LANEWISE_API bool InitBufPool(T& pool, std::uint32_t bytes, U& shared) {
        return giver_.init_pool(pool, bytes, shared);
    }
    LANEWISE_API void Reset() { giver_.reset_pool(); }
    lanewise::Giver& lanewise_giver() { return giver_; }

  private:
    lanewise::Pool<bufIDSize> giver_;
};

// All of UB that the pipe has not given away.
template <class T, TPosition pos>
LANEWISE_API bool PopStackBuffer(LocalTensor<T>& made) {
    const lanewise::Giver& giver = TPipe::lanewise_alive().lanewise_giver();
    const std::uint64_t left = giver.next < giver.end ? giver.end - giver.next : 0;
    made = LocalTensor<T>::lanewise_at(pos, giver.next, static_cast<std::uint32_t>(left * 8 / lanewise::bits_of<PrimT<T>>));
    lanewise::tell_life(lanewise::Opcode::pop_stack_buffer_, 0, 0, giver.next, left, pos);
    return true;
}

inline MutexID AllocMutexID() { return TPipe::lanewise_alive().AllocMutexID(); }
inline void ReleaseMutexID(MutexID id) { TPipe::lanewise_alive().ReleaseMutexID(id); }

}  // namespace AscendC

inline AscendC::TPipe* GetTPipePtr() { return &AscendC::TPipe::lanewise_alive(); }

// Turns the class it stands in into a pool: its own InitBuffer places buffers with the handles of this one.
#define EXTERN_IMPL_BUFPOOL(Class, POSITION, BUFID_SIZE)                                                            \
  public:                                                                                                           \
    static constexpr AscendC::TPosition poolPos = POSITION;                                                         \
    static constexpr std::uint32_t bufIDSize = BUFID_SIZE, bufSize = BUFID_SIZE;                                    \
    static constexpr bool isTbufPool = true;                                                                        \
    ~Class() { Reset(); }                                                                                           \
    void Init() { tBufPoolImpl.empty(); }                                                                           \
    LANEWISE_API void Reset() { tBufPoolImpl.reset_pool(); }                                                        \
    AscendC::TBufHandle GetBufHandle(std::uint8_t index) {                                                          \
        return reinterpret_cast<AscendC::TBufHandle>(tBufPoolImpl.buffers + index);                                 \
    }                                                                                                               \
    void SetCurAddr(std::uint32_t address) { tBufPoolImpl.next = address; }                                         \
    std::uint32_t GetCurAddr() const { return tBufPoolImpl.next; }                                                  \
    void SetCurBufSize(std::uint8_t used) { tBufPoolImpl.used = used; }                                             \
    std::uint8_t GetCurBufSize() const { return static_cast<std::uint8_t>(tBufPoolImpl.used); }                     \
    lanewise::Giver& lanewise_giver() { return tBufPoolImpl; }                                                      \
                                                                                                                    \
  private:                                                                                                          \
    lanewise::Pool<BUFID_SIZE> tBufPoolImpl;                                                                        \
    friend class AscendC::TPipe
