// Queues and buffers in UB: a block of memory goes round free, allocated, queued, dequeued and free again.
#pragma once

#include "lanewise/ascend/events.h"
#include "lanewise/ascend/tensor.h"

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

constexpr const char* position_name(TPosition position) { return position_names[static_cast<int>(position)]; }

// Whether tensors there lie in a memory of a core, and in which.
constexpr bool in_memory_of_core(TPosition position) {
    const int number = static_cast<int>(position);
    return number < position_count && memory_by_position[number] >= 0 && on_core(static_cast<Space>(memory_by_position[number]));
}
constexpr Space space_of(TPosition position) { return space_by_position[static_cast<int>(position)]; }

// Who fills and who takes what lies in a memory of the cube's way, from the copies in to the copies out.
constexpr int filler_of(Space space, bool from_gm) {
    switch (space) {
        case Space::staging: return from_gm ? copy_in_pipe : copy_out_pipe;
        case Space::product: return cube_pipe;
        default: return feed_pipe;
    }
}
constexpr int taker_of(Space space) {
    switch (space) {
        case Space::staging: return feed_pipe;
        case Space::product: case Space::scales: return drain_pipe;
        default: return cube_pipe;
    }
}

inline constexpr std::uint32_t nowhere = 1u << 31;  // in no chip's UB, and neither is what lies behind it

using QueueBuffer = lw_buffer;  // tensors made from it, and their views, point back to it

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
    static constexpr lanewise::Space memory = lanewise::space_of(position);
    static constexpr bool in_cube = memory != lanewise::Space::vector;
    // A queue at VECCALC has no direction: its tensors stay with the vector unit.
    static constexpr int filler = in_cube ? lanewise::filler_of(memory, src == TPosition::GM)
                                  : src == TPosition::GM || (dst != TPosition::GM && src != dst) ? lanewise::copy_in_pipe : lanewise::vector_pipe;
    static constexpr int taker = in_cube ? lanewise::taker_of(memory)
                                 : dst == TPosition::GM || (src != TPosition::GM && src != dst) ? lanewise::copy_out_pipe : lanewise::vector_pipe;
    static constexpr auto enQueEvt = static_cast<HardEvent>(lanewise::event_between(filler, taker));
    static constexpr auto freeBufEvt = static_cast<HardEvent>(lanewise::event_between(taker, filler));

    TQueBind() = default;

    template <class T>
    LANEWISE_API LocalTensor<T> AllocTensor() {
        static_assert(depth != 0, "a queue of depth 0 allocates in place: write que.AllocTensor(tensor)");
        return tensor<T>(*lw_queue_alloc(&queue_));
    }
    template <class T>
    LANEWISE_API void AllocTensor(LocalTensor<T>& made) {
        made = tensor<T>(*lw_queue_alloc(&queue_));
    }
    template <class T>
    LANEWISE_API bool EnQue(const LocalTensor<T>& given) {
        lw_queue_enque(&queue_, given.lanewise_buffer(), given.GetUserTag());
        return true;
    }
    template <TPosition, TPosition, class T>
    LANEWISE_API bool EnQue(const LocalTensor<T>& given) {
        return EnQue(given);
    }
    template <class T>
    LANEWISE_API LocalTensor<T> DeQue() {
        static_assert(depth != 0, "a queue of depth 0 dequeues in place: write que.DeQue(tensor)");
        return tensor<T>(*lw_queue_deque(&queue_, nullptr));
    }
    template <TPosition, TPosition, class T>
    LANEWISE_API LocalTensor<T> DeQue() {
        return DeQue<T>();
    }
    template <class T>
    LANEWISE_API void DeQue(LocalTensor<T>& given) {
        given = tensor<T>(*lw_queue_deque(&queue_, given.lanewise_buffer()));
    }
    template <class T>
    LANEWISE_API void FreeTensor(LocalTensor<T>& given) {
        lw_queue_free(&queue_, given.lanewise_buffer());
    }
    template <class T>
    LANEWISE_API void FreeTensor(LocalTensor<T>&& given) {
        FreeTensor(given);
    }

    bool VacantInQue() const { return queue_.queued < depth; }
    bool HasTensorInQue() const { return queue_.queued > 0; }
    std::int32_t GetTensorCountInQue() const { return queue_.queued; }
    bool HasIdleBuffer() const {
        for (std::uint32_t i = 0; i < queue_.count; ++i)
            if (queue_.buffers[i].state == lw_buffer::free) return true;
        return false;
    }
    void FreeAllEvent() { lw_queue_forget_events(&queue_); }
    template <class T>
    TBufState GetState(const LocalTensor<T>& given) const {
        return static_cast<TBufState>(lw_queue_find(&queue_, given.lanewise_buffer())->state);
    }

    // The same without a type: handles instead of tensors.
    LANEWISE_API TBufHandle AllocBuffer() { return reinterpret_cast<TBufHandle>(lw_queue_alloc(&queue_)); }
    LANEWISE_API bool EnQue(TBufHandle handle) {
        lw_queue_enque(&queue_, handle, lw_queue_find(&queue_, handle)->tag);
        return true;
    }
    LANEWISE_API TBufHandle DeQue() { return reinterpret_cast<TBufHandle>(lw_queue_deque(&queue_, nullptr)); }
    LANEWISE_API void FreeBuffer(TBufHandle handle) { lw_queue_free(&queue_, handle); }
    template <class T>
    LANEWISE_API LocalTensor<T> Buf2Tensor(TBufHandle handle) {
        return tensor<T>(*lw_queue_find(&queue_, handle));
    }

    // For pools: where the buffers are kept, and one of them.
    void InitStartBufHandle(TBufHandle start, std::uint8_t number, std::uint32_t) {
        queue_.buffers = reinterpret_cast<lanewise::QueueBuffer*>(start);
        queue_.count = number;
        queue_.cursor = 0;
        queue_.queued = 0;
        queue_.number = ++lw_current()->owners;
    }
    template <class Pool>
    LANEWISE_API void InitBufHandle(Pool*, std::uint32_t index, TBufHandle, std::uint32_t address, std::uint32_t length) {
        lanewise_place(index, address, (length + 31) / 32 * 32);
    }
    LANEWISE_API void lanewise_place(std::uint32_t index, std::uint32_t address, std::uint32_t bytes) {
        queue_.buffers[index] = {address, bytes};
        lanewise::tell_life(lanewise::Opcode::init_buffer_, queue_.number, index, address, bytes, position);
    }
    static lanewise::Text name() {
        return lanewise::text("queue at %s, depth %d", lanewise::position_name(position), depth);
    }

  protected:
    template <class T>
    static LANEWISE_API LocalTensor<T> tensor(lanewise::QueueBuffer& buffer) {
        LocalTensor<T> made = LocalTensor<T>::lanewise_at(
            position, buffer.address, static_cast<std::uint32_t>(std::uint64_t{buffer.length} * 8 / lanewise::bits_of<PrimT<T>>));
        made.lanewise_set_buffer(&buffer, buffer.turn);
        made.SetUserTag(buffer.tag);
        return made;
    }

    lw_queue queue_{lanewise::position_name(position), static_cast<std::uint32_t>(position), depth, static_cast<int>(enQueEvt),
                    static_cast<int>(freeBufEvt)};
};

template <TPosition pos, std::int32_t depth, auto mask = 0>
class TQue : public TQueBind<lanewise::source_of(pos), lanewise::target_of(pos), depth, mask> {
    static_assert(pos != TPosition::GM, "a TQue sits at a position of a core: VECIN, VECOUT, A1, ...");
};

template <TPosition pos, std::int32_t depth, auto mask = 0>
using TSCM = TQueBind<pos, TPosition::TSCM, depth, mask>;

// Scratch memory: the same bytes at each Get.
template <TPosition pos = TPosition::LCM>
class TBuf {
  public:
    static constexpr TPosition position = pos;

    template <class T>
    LANEWISE_API LocalTensor<T> Get() {
        return view<T>(0, static_cast<std::uint32_t>(std::uint64_t{held("Get").length} * 8 / lanewise::bits_of<PrimT<T>>));
    }
    template <class T>
    LANEWISE_API LocalTensor<T> Get(std::uint32_t count) {
        return count ? view<T>(0, count) : Get<T>();  // a length of 0 is one that nobody looks at
    }
    template <class T>
    LANEWISE_API LocalTensor<T> GetWithOffset(std::uint32_t count, std::uint32_t bytes) {
        return view<T>(bytes, count);
    }
    template <class T>
    LANEWISE_API LocalTensor<T> AllocTensor() {
        return Get<T>();
    }
    template <class T>
    LANEWISE_API LocalTensor<T> DeQue() {
        return Get<T>();
    }
    template <class T>
    bool EnQue(const LocalTensor<T>&) {
        return true;
    }
    template <class T>
    void FreeTensor(const LocalTensor<T>&) {}

    void InitStartBufHandle(TBufHandle start, std::uint8_t, std::uint32_t) {
        buffer_ = reinterpret_cast<lanewise::QueueBuffer*>(start);
        number_ = ++lw_current()->owners;
    }
    template <class Pool>
    LANEWISE_API void InitBufHandle(Pool*, std::uint32_t index, TBufHandle, std::uint32_t address, std::uint32_t length) {
        lanewise_place(index, address, (length + 31) / 32 * 32);
    }
    LANEWISE_API void lanewise_place(std::uint32_t index, std::uint32_t address, std::uint32_t bytes) {
        *buffer_ = {address, bytes};
        lanewise::tell_life(lanewise::Opcode::init_buffer_, number_, index, address, bytes, pos);
    }
    static lanewise::Text name() { return lanewise::text("TBuf at %s", lanewise::position_name(pos)); }
    std::uint32_t GetBufLen() const { return held("GetBufLen").length; }

  private:
    // Without InitBuffer a tensor of nothing, which faults when it is touched.
    lanewise::QueueBuffer held(const char* what) const {
        if (buffer_) return *buffer_;
        lanewise::warn("QUE-007", {{"queue", name()}, {"what", what}});
        return {lanewise::nowhere, 0};
    }
    template <class T>
    LANEWISE_API LocalTensor<T> view(std::uint32_t bytes, std::uint32_t count) {
        const lanewise::QueueBuffer buffer = held("Get");
        const std::uint64_t size = std::uint64_t{count} * lanewise::bits_of<PrimT<T>> / 8;
        if (bytes + size > buffer.length && buffer_) [[unlikely]]
            lanewise::warn("QUE-009", {{"queue", name()},
                                       {"case", "bytes"}, {"need", size}, {"offset", bytes},
                                       {"size", buffer.length}});
        LocalTensor<T> made = LocalTensor<T>::lanewise_at(pos, buffer.address + bytes, count);
        made.lanewise_set_buffer(buffer_);
        lanewise::tell_life(lanewise::Opcode::tbuf_get_, number_, 0, buffer.address + bytes, size, pos);
        return made;
    }

    lanewise::QueueBuffer* buffer_ = nullptr;
    std::uint32_t number_ = 0;
};

}  // namespace AscendC
