// Queues and buffers in UB: a block of memory goes round free, allocated, queued, dequeued and free again.
#pragma once

#include "lanewise/events.h"
#include "lanewise/tensor.h"

namespace AscendC {

struct TQueConfig {
    bool nd2nz = false, nz2nd = false, scmBlockGroup = false;
    std::uint32_t bufferLen = 0, bufferNumber = 0, consumerSize = 0;
    TPosition consumer[8] = {};
    bool enableStaticEvtId = false, enableLoopQueue = false;
};

constexpr TQueConfig GetTQueConfig(bool nd2nz, bool nz2nd, bool scm, std::uint32_t length, std::uint32_t number, std::uint32_t consumers,
                                   const TPosition consumer[], bool fixedIds, bool loop = false) {
    TQueConfig made{nd2nz, nz2nd, scm, length, number, consumers, {}, fixedIds, loop};
    for (std::uint32_t i = 0; i < consumers && i < 8; ++i) made.consumer[i] = consumer[i];
    return made;
}

}  // namespace AscendC

namespace lanewise {

using AscendC::HardEvent;
using AscendC::TBufState;
using AscendC::TPosition;

inline const char* position_name(TPosition position) {
    static constexpr const char* names[] = {"GM", "A1", "A2", "B1", "B2", "C1", "C2", "CO1", "CO2", "VECIN",
                                            "VECOUT", "VECCALC", "SPM", "TSCM", "C2PIPE2GM", "C2PIPE2LOCAL", "MAX"};
    return names[static_cast<int>(position)];
}

constexpr bool in_ub(TPosition position) {
    return position == TPosition::VECIN || position == TPosition::VECOUT || position == TPosition::VECCALC;
}

// One buffer of a queue. Tensors made from it, and their views, point back to it.
struct QueueBuffer {
    std::uint32_t address = 0, length = 0;
    TBufState state = TBufState::FREE;
    std::int32_t tag = -1;
    std::int32_t event = -1;  // of the reverse event, kept from FreeTensor to the next AllocTensor
};

// The two ends of a TQue.
constexpr TPosition source_of(TPosition position) {
    switch (position) {
        case TPosition::VECIN: case TPosition::A1: case TPosition::B1: case TPosition::C1: return TPosition::GM;
        case TPosition::A2: return TPosition::A1;
        case TPosition::B2: case TPosition::C2PIPE2GM: return TPosition::B1;
        case TPosition::C2: return TPosition::C1;
        case TPosition::SPM: return TPosition::VECOUT;
        default: return position;
    }
}
constexpr TPosition target_of(TPosition position) {
    switch (position) {
        case TPosition::VECOUT: case TPosition::CO2: case TPosition::SPM: return TPosition::GM;
        case TPosition::CO1: return TPosition::CO2;
        default: return position;
    }
}

}  // namespace lanewise

namespace AscendC {

template <TPosition src, TPosition dst, std::int32_t depth, auto mask = 0>
class TQueBind {
  public:
    static constexpr TPosition position = dst == TPosition::GM || dst == TPosition::CO2 ? src : dst;
    static constexpr HardEvent enQueEvt = src == TPosition::GM   ? HardEvent::MTE2_V
                                          : dst == TPosition::GM ? HardEvent::V_MTE3
                                                                 : HardEvent::MTE2_MTE3;
    static constexpr HardEvent freeBufEvt = src == TPosition::GM   ? HardEvent::V_MTE2
                                            : dst == TPosition::GM ? HardEvent::MTE3_V
                                                                   : HardEvent::MTE3_MTE2;

    TQueBind() = default;

    template <class T>
    LocalTensor<T> AllocTensor() {
        static_assert(depth != 0, "a queue of depth 0 allocates in place: write que.AllocTensor(tensor)");
        return tensor<T>(take());
    }
    template <class T>
    void AllocTensor(LocalTensor<T>& made) {
        made = tensor<T>(take());
    }
    template <class T>
    bool EnQue(const LocalTensor<T>& given) {
        lanewise::QueueBuffer& buffer = mine(given, "QUE-003");
        if (buffer.state == TBufState::FREE) complain("QUE-003", "was freed, or never allocated");
        if (buffer.state == TBufState::ENQUE) complain("QUE-003", "is queued already");
        if constexpr (depth != 0) {
            if (queued_ >= depth)
                lanewise::fault("QUE-005", {{"queue", name()}, {"count", queued_}, {"depth", depth}});
            ring_[(first_ + queued_++) % depth] = &buffer;
        }
        buffer.state = TBufState::ENQUE;
        buffer.tag = given.GetUserTag();
        return true;
    }
    template <TPosition, TPosition, class T>
    bool EnQue(const LocalTensor<T>& given) {
        return EnQue(given);
    }
    template <class T>
    LocalTensor<T> DeQue() {
        static_assert(depth != 0, "a queue of depth 0 dequeues in place: write que.DeQue(tensor)");
        if (!queued_) lanewise::fault("QUE-002", {{"queue", name()}});
        lanewise::QueueBuffer& buffer = *ring_[first_];
        first_ = (first_ + 1) % depth;
        --queued_;
        buffer.state = TBufState::DEQUE;
        return tensor<T>(buffer);
    }
    template <TPosition, TPosition, class T>
    LocalTensor<T> DeQue() {
        return DeQue<T>();
    }
    template <class T>
    void DeQue(LocalTensor<T>& given) {
        if constexpr (depth != 0) {
            given = DeQue<T>();
        } else {
            lanewise::QueueBuffer& buffer = mine(given, "QUE-003");
            if (buffer.state != TBufState::ENQUE) lanewise::fault("QUE-002", {{"queue", name()}});
            buffer.state = TBufState::DEQUE;
            given = tensor<T>(buffer);
        }
    }
    template <class T>
    void FreeTensor(LocalTensor<T>& given) {
        lanewise::QueueBuffer& buffer = mine(given, "QUE-004");
        if (buffer.state == TBufState::FREE) complain("QUE-004", "was freed already");
        if (buffer.state == TBufState::ENQUE && depth != 0) complain("QUE-004", "is still queued; DeQue it first");
        lw_block* block = lw_current();
        --block->tensors_taken[static_cast<int>(position)];
        buffer.state = TBufState::FREE;
        buffer.tag = -1;
        if (block->queue_limit == block->buffer_limit) {  // where queues take no mutex ids, they keep an event id
            buffer.event = lanewise::lowest_event(freeBufEvt);
            if (buffer.event >= 0) lanewise::take_event(freeBufEvt, buffer.event);
        }
    }
    template <class T>
    void FreeTensor(LocalTensor<T>&& given) {
        FreeTensor(given);
    }

    bool VacantInQue() const { return queued_ < depth; }
    bool HasTensorInQue() const { return queued_ > 0; }
    std::int32_t GetTensorCountInQue() const { return queued_; }
    bool HasIdleBuffer() const {
        for (std::uint32_t i = 0; i < count_; ++i)
            if (buffers_[i].state == TBufState::FREE) return true;
        return false;
    }
    void FreeAllEvent() {
        for (std::uint32_t i = 0; i < count_; ++i) forget_event(buffers_[i]);
    }
    template <class T>
    TBufState GetState(const LocalTensor<T>& given) const {
        return mine(given, "QUE-004").state;
    }

    void FreeBuffer(TBufHandle handle) {
        LocalTensor<std::uint8_t> whole = tensor<std::uint8_t>(*reinterpret_cast<lanewise::QueueBuffer*>(handle));
        FreeTensor(whole);
    }

    // For pools: where the buffers are kept, and one of them.
    void InitStartBufHandle(TBufHandle start, std::uint8_t number, std::uint32_t) {
        buffers_ = reinterpret_cast<lanewise::QueueBuffer*>(start);
        count_ = number;
        cursor_ = 0;
        first_ = queued_ = 0;
    }
    template <class Pool>
    void InitBufHandle(Pool*, std::uint32_t index, TBufHandle, std::uint32_t address, std::uint32_t length) {
        buffers_[index] = {address, (length + 31) / 32 * 32};
    }
    static lanewise::Text name() {
        return lanewise::text("queue at %s, depth %d", lanewise::position_name(position), depth);
    }

  protected:
    template <class T>
    static LocalTensor<T> tensor(lanewise::QueueBuffer& buffer) {
        LocalTensor<T> made(position, buffer.address, static_cast<std::uint32_t>(std::uint64_t{buffer.length} * 8 / lanewise::bits_of<PrimT<T>>));
        made.lanewise_set_buffer(&buffer);
        made.SetUserTag(buffer.tag);
        return made;
    }

    lanewise::QueueBuffer* buffers_ = nullptr;
    std::uint32_t count_ = 0;

  private:
    [[noreturn, gnu::noinline, gnu::cold]] static void complain(const char* id, const char* why) {
        lanewise::fault(id, {{"queue", name()}, {"why", why}});
    }
    lanewise::QueueBuffer& take() {
        if (!count_) lanewise::fault("QUE-007", {{"queue", name()}, {"what", "AllocTensor"}});
        for (std::uint32_t step = 0; step < count_; ++step) {
            const std::uint32_t i = (cursor_ + step) % count_;
            lanewise::QueueBuffer& buffer = buffers_[i];
            if (buffer.state != TBufState::FREE) continue;
            cursor_ = (i + 1) % count_;
            buffer.state = TBufState::OCCUPIED;
            forget_event(buffer);
            lw_block* block = lw_current();
            if (++block->tensors_taken[static_cast<int>(position)] > block->live_limit) [[unlikely]]
                lanewise::warn("QUE-006", {{"count", block->tensors_taken[static_cast<int>(position)]},
                                           {"position", lanewise::position_name(position)}, {"chip", LANEWISE_CHIP}, {"limit", block->live_limit}});
            return buffer;
        }
        no_free_buffer();
    }
    [[noreturn, gnu::noinline, gnu::cold]] void no_free_buffer() const {
        static constexpr const char* words[] = {"free", "allocated", "queued", "dequeued"};
        lanewise::Text states{};
        for (std::uint32_t i = 0, at = 0; i < count_ && at < sizeof states.chars; ++i)
            at += static_cast<std::uint32_t>(std::snprintf(states.chars + at, sizeof states.chars - at, "%s%u: %s", i ? ", " : "", i,
                                                           words[static_cast<int>(buffers_[i].state)]));
        lanewise::fault("QUE-001", {{"queue", name()}, {"count", count_}, {"states", states}});
    }
    template <class T>
    lanewise::QueueBuffer& mine(const LocalTensor<T>& given, const char* id) const {
        auto* buffer = static_cast<lanewise::QueueBuffer*>(given.lanewise_buffer());
        if (!buffer) complain(id, "did not come from AllocTensor");
        if (buffer < buffers_ || buffer >= buffers_ + count_) complain(id, "belongs to another queue");
        return *buffer;
    }
    static void forget_event(lanewise::QueueBuffer& buffer) {
        if (buffer.event >= 0) lanewise::free_event(freeBufEvt, buffer.event);
        buffer.event = -1;
    }

    lanewise::QueueBuffer* ring_[depth > 0 ? depth : 1] = {};
    std::int32_t first_ = 0, queued_ = 0;
    std::uint32_t cursor_ = 0;
};

template <TPosition pos, std::int32_t depth, auto mask = 0>
class TQue : public TQueBind<lanewise::source_of(pos), lanewise::target_of(pos), depth, mask> {
    static_assert(pos != TPosition::VECCALC && pos != TPosition::GM, "a TQue sits at VECIN or VECOUT; use a TBuf for VECCALC");
};

template <TPosition pos, std::int32_t depth, auto mask = 0>
using TSCM = TQueBind<pos, TPosition::TSCM, depth, mask>;

// Scratch memory: the same bytes at each Get.
template <TPosition pos = TPosition::LCM>
class TBuf {
  public:
    static constexpr TPosition position = pos;

    template <class T>
    LocalTensor<T> Get() {
        return view<T>(0, static_cast<std::uint32_t>(std::uint64_t{held("Get").length} * 8 / lanewise::bits_of<PrimT<T>>));
    }
    template <class T>
    LocalTensor<T> Get(std::uint32_t count) {
        return view<T>(0, count);
    }
    template <class T>
    LocalTensor<T> GetWithOffset(std::uint32_t count, std::uint32_t bytes) {
        return view<T>(bytes, count);
    }
    template <class T>
    LocalTensor<T> AllocTensor() {
        return Get<T>();
    }
    template <class T>
    LocalTensor<T> DeQue() {
        return Get<T>();
    }
    template <class T>
    bool EnQue(const LocalTensor<T>&) {
        return true;
    }
    template <class T>
    void FreeTensor(const LocalTensor<T>&) {}

    void InitStartBufHandle(TBufHandle start, std::uint8_t, std::uint32_t) { buffer_ = reinterpret_cast<lanewise::QueueBuffer*>(start); }
    template <class Pool>
    void InitBufHandle(Pool*, std::uint32_t, TBufHandle, std::uint32_t address, std::uint32_t length) {
        *buffer_ = {address, (length + 31) / 32 * 32};
    }
    static lanewise::Text name() { return lanewise::text("TBuf at %s", lanewise::position_name(pos)); }
    std::uint32_t GetBufLen() const { return held("GetBufLen").length; }

  private:
    const lanewise::QueueBuffer& held(const char* what) const {
        if (!buffer_) lanewise::fault("QUE-007", {{"queue", name()}, {"what", what}});
        return *buffer_;
    }
    template <class T>
    LocalTensor<T> view(std::uint32_t bytes, std::uint32_t count) {
        const lanewise::QueueBuffer& buffer = held("Get");
        const std::uint64_t size = std::uint64_t{count} * lanewise::bits_of<PrimT<T>> / 8;
        if (bytes + size > buffer.length) [[unlikely]]
            lanewise::warn("QUE-009", {{"queue", name()},
                                       {"problem", lanewise::text("%llu bytes from byte %u do not fit its %u",
                                                                  static_cast<unsigned long long>(size), bytes, buffer.length)}});
        LocalTensor<T> made(pos, buffer.address + bytes, count);
        made.lanewise_set_buffer(buffer_);
        return made;
    }

    lanewise::QueueBuffer* buffer_ = nullptr;
};

}  // namespace AscendC
