// The round trip of a queue's buffers: free, allocated, queued, dequeued and free again.
#include <string>

#include "lanewise/shared/abi.h"
#include "machine/fault.hpp"
#include "runtime/report.hpp"
#include "runtime/runtime.hpp"
#include "runtime/step.hpp"

using namespace lanewise;
using namespace lanewise::runtime;

namespace {

std::string name(const lw_queue& queue) {
    return std::string("queue at ") + queue.place + ", depth " + std::to_string(queue.depth);
}

[[noreturn]] void refuse(const lw_queue& queue, const char* id, const std::pair<const char*, FieldValue>& which) {
    stop(Fault(id, {{"queue", name(queue)}, which}));
}

bool holds(const lw_queue& queue, const lw_buffer& buffer) {
    return &buffer >= queue.buffers && &buffer < queue.buffers + queue.count;
}

// A queue of hardware keeps no list of its own buffers: it hands on what it is given.
lw_buffer& known(const lw_queue& queue, void* given, const char* id) {
    auto* buffer = static_cast<lw_buffer*>(given);
    if (!buffer) refuse(queue, id, {"case", "not_allocated"});
    if (!holds(queue, *buffer)) [[unlikely]] warn(Fault(id, {{"queue", name(queue)}, {"case", "other_queue"}}));
    return *buffer;
}

void forget_event(lw_block& block, const lw_queue& queue, lw_buffer& buffer) {
    if (buffer.event >= 0) block.event_taken[queue.reverse] &= ~(1u << buffer.event);
    buffer.event = -1;
}

// The lowest free id for the way back; a queue goes without when the user holds them all.
std::int32_t take_event(lw_block& block, const lw_queue& queue) {
    std::uint32_t& taken = block.event_taken[queue.reverse];
    for (std::uint32_t id = 0; id < block.events; ++id)
        if (!(taken >> id & 1)) {
            taken |= 1u << id;
            return static_cast<std::int32_t>(id);
        }
    return -1;
}

void step(const lw_buffer& buffer, Opcode op, int event, std::int32_t id, const void* from) {
    note(*running(), from, op, buffer.queue, buffer.index, buffer.address, buffer.length, event, id);
}

[[noreturn]] void no_free_buffer(const lw_queue& queue) {
    static constexpr const char* words[] = {"free", "allocated", "queued", "dequeued"};
    std::string states;
    for (std::uint32_t i = 0; i < queue.count; ++i)
        states += (i ? ", " : "") + std::to_string(i) + ": " + words[queue.buffers[i].state];
    stop(Fault("QUE-001", {{"queue", name(queue)}, {"count", queue.count}, {"states", states}}));
}

}  // namespace

extern "C" lw_buffer* lw_queue_alloc(lw_queue* queue) {
    if (!queue->count) stop(Fault("QUE-007", {{"queue", name(*queue)}, {"what", "AllocTensor"}}));
    lw_block& block = *lw_current();
    for (std::uint32_t turn = 0; turn < queue->count; ++turn) {
        const std::uint32_t i = (queue->cursor + turn) % queue->count;
        lw_buffer& buffer = queue->buffers[i];
        if (buffer.state != lw_buffer::free) continue;
        queue->cursor = (i + 1) % queue->count;
        buffer.state = lw_buffer::allocated;
        buffer.queue = queue->number;
        buffer.index = i;
        buffer.position = queue->position;
        ++buffer.turn;
        step(buffer, Opcode::alloc_tensor_, queue->reverse, buffer.event, __builtin_return_address(0));
        forget_event(block, *queue, buffer);
        std::uint32_t& live = block.tensors_taken[queue->position];
        if (++live > block.live_limit) [[unlikely]]
            warn(Fault("QUE-006", {{"count", live}, {"position", queue->place}, {"chip", running()->core.rules->name},
                                   {"limit", block.live_limit}}));
        return &buffer;
    }
    no_free_buffer(*queue);
}

extern "C" void lw_queue_enque(lw_queue* queue, void* given, std::int32_t tag) {
    lw_buffer& buffer = known(*queue, given, "QUE-003");
    if (buffer.state == lw_buffer::free) refuse(*queue, "QUE-003", {"case", "free"});
    if (buffer.state == lw_buffer::queued) refuse(*queue, "QUE-003", {"case", "queued"});
    if (queue->depth) {
        if (queue->queued >= queue->depth)
            stop(Fault("QUE-005", {{"queue", name(*queue)}, {"count", queue->queued}, {"depth", queue->depth}}));
        (queue->queued++ ? queue->last->next : queue->first) = &buffer;
        queue->last = &buffer;
    }
    buffer.state = lw_buffer::queued;
    buffer.tag = tag;
    step(buffer, Opcode::enque_, queue->forward, -1, __builtin_return_address(0));
}

extern "C" lw_buffer* lw_queue_deque(lw_queue* queue, void* given) {
    lw_buffer* buffer = queue->first;
    if (queue->depth) {
        if (!queue->queued) stop(Fault("QUE-002", {{"queue", name(*queue)}}));
        queue->first = buffer->next;
        --queue->queued;
    } else {
        buffer = &known(*queue, given, "QUE-003");
        if (buffer->state != lw_buffer::queued) stop(Fault("QUE-002", {{"queue", name(*queue)}}));
    }
    buffer->state = lw_buffer::dequeued;
    step(*buffer, Opcode::deque_, queue->forward, -1, __builtin_return_address(0));
    return buffer;
}

extern "C" void lw_queue_free(lw_queue* queue, void* given) {
    lw_buffer& buffer = known(*queue, given, "QUE-004");
    if (buffer.state == lw_buffer::free) refuse(*queue, "QUE-004", {"case", "free"});
    if (buffer.state == lw_buffer::queued && queue->depth) refuse(*queue, "QUE-004", {"case", "queued"});
    lw_block& block = *lw_current();
    std::uint32_t& live = block.tensors_taken[buffer.position];
    live -= live > 0;  // a new TPipe counts from the start
    buffer.state = lw_buffer::free;
    buffer.tag = -1;
    if (block.queue_limit == block.buffer_limit && holds(*queue, buffer))  // no mutex ids for queues here
        buffer.event = take_event(block, *queue);
    step(buffer, Opcode::free_tensor_, queue->reverse, buffer.event, __builtin_return_address(0));
}

extern "C" lw_buffer* lw_queue_find(const lw_queue* queue, void* given) { return &known(*queue, given, "QUE-004"); }

extern "C" void lw_queue_forget_events(lw_queue* queue) {
    for (std::uint32_t i = 0; i < queue->count; ++i) forget_event(*lw_current(), *queue, queue->buffers[i]);
}
