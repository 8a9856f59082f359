// Events: marks in a stream. Other streams wait for them, which also draws those streams into a capture.
#include <chrono>
#include <map>
#include <memory>
#include <mutex>

#include "runtime/acl_error.hpp"
#include "runtime/acl_stream.hpp"
#include "runtime/host.hpp"
#include "runtime/runtime.hpp"

namespace lanewise::runtime {

namespace {

using SteadyClock = std::chrono::steady_clock;

struct Event {
    std::uint32_t number = 0;
    bool recorded = false;           // at some time, by a task that ran
    std::int64_t since = -1;         // the host's record of that
    SteadyClock::time_point at;
    std::shared_ptr<Graph> capture;  // the capture it was last recorded in
};

std::mutex events_lock;
std::uint32_t events_created = 0;
std::map<aclrtEvent, std::shared_ptr<Event>> events;  // shared: a captured record may outlive the handle

std::shared_ptr<Event> find_event(aclrtEvent handle) {
    std::lock_guard guard(events_lock);
    const auto found = events.find(handle);
    return found == events.end() ? nullptr : found->second;
}

aclError no_such_event(const char* call) {
    return fail(ACL_ERROR_INVALID_PARAM, call, "no_event");
}

aclError create(const char* call, aclrtEvent* event) {
    if (!event) return fail(ACL_ERROR_INVALID_PARAM, call, "null");
    auto made = std::make_shared<Event>();
    std::lock_guard guard(events_lock);
    made->number = ++events_created;
    *event = made.get();
    events[*event] = std::move(made);
    return ACL_SUCCESS;
}

// Who finds that it has happened knows as much as one who waited.
bool happened(const void* from, const Event& event) {
    if (event.recorded) note_host(from, Opcode::event_synchronize_, event.number, event.since);
    return event.recorded;
}

bool pending(const Event& event) { return event.capture && event.capture->open; }

}  // namespace

}  // namespace lanewise::runtime

using namespace lanewise;
using namespace lanewise::runtime;

aclError aclrtCreateEvent(aclrtEvent* event) { return create("aclrtCreateEvent", event); }
aclError aclrtCreateEventWithFlag(aclrtEvent* event, std::uint32_t) {
    return create("aclrtCreateEventWithFlag", event);
}
aclError aclrtCreateEventExWithFlag(aclrtEvent* event, std::uint32_t) {
    return create("aclrtCreateEventExWithFlag", event);
}

aclError aclrtDestroyEvent(aclrtEvent event) {
    std::lock_guard guard(events_lock);
    return events.erase(event) ? ACL_SUCCESS : no_such_event("aclrtDestroyEvent");
}

aclError aclrtRecordEvent(aclrtEvent handle, aclrtStream stream) {
    const auto event = find_event(handle);
    if (!event) return no_such_event("aclrtRecordEvent");
    if (const aclError wrong = check_stream("aclrtRecordEvent", stream)) return wrong;
    event->capture = find_stream(stream)->capture;
    submit(stream, "aclrtRecordEvent", [event, from = LANEWISE_FROM, number = find_stream(stream)->number] {
        event->recorded = true;
        event->since = note_host(from, Opcode::event_record_, event->number, number);
        event->at = SteadyClock::now();
    });
    return ACL_SUCCESS;
}

aclError aclrtResetEvent(aclrtEvent handle, aclrtStream stream) {
    const auto event = find_event(handle);
    if (!event) return no_such_event("aclrtResetEvent");
    if (const aclError wrong = check_stream("aclrtResetEvent", stream)) return wrong;
    submit(stream, "aclrtResetEvent", [event] { event->recorded = false; });
    return ACL_SUCCESS;
}

// Tasks run in the order of submission, so what was recorded has happened; an event that never was lets everybody pass.
aclError aclrtStreamWaitEvent(aclrtStream stream, aclrtEvent handle) {
    const auto event = find_event(handle);
    if (!event) return no_such_event("aclrtStreamWaitEvent");
    if (const aclError wrong = check_stream("aclrtStreamWaitEvent", stream)) return wrong;
    Stream& waiting = *find_stream(stream);
    if (pending(*event)) {
        if (waiting.capture && waiting.capture != event->capture)
            return fail(ACL_ERROR_RT_PARAM_INVALID, "aclrtStreamWaitEvent", "other_capture");
        waiting.capture = event->capture;
    }
    submit(stream, "aclrtStreamWaitEvent", [event, from = LANEWISE_FROM, number = waiting.number] {
        note_host(from, Opcode::event_wait_, event->number, number, event->since);
    });
    return ACL_SUCCESS;
}

namespace {

aclError synchronise(const void* from, aclrtEvent handle) {
    const auto event = find_event(handle);
    if (!event) return no_such_event("aclrtSynchronizeEvent");
    if (pending(*event))
        return fail(ACL_ERROR_RT_PARAM_INVALID, "aclrtSynchronizeEvent", "event_in_capture");
    note_host(from, Opcode::event_synchronize_, event->number, event->since);
    show_printed();
    return ACL_SUCCESS;
}

}  // namespace

aclError aclrtSynchronizeEvent(aclrtEvent event) { return synchronise(LANEWISE_FROM, event); }
aclError aclrtSynchronizeEventWithTimeout(aclrtEvent event, std::int32_t) { return synchronise(LANEWISE_FROM, event); }

aclError aclrtQueryEventStatus(aclrtEvent handle, aclrtEventRecordedStatus* status) {
    const auto event = find_event(handle);
    if (!event) return no_such_event("aclrtQueryEventStatus");
    if (!status) return fail(ACL_ERROR_INVALID_PARAM, "aclrtQueryEventStatus", "null");
    *status = happened(LANEWISE_FROM, *event) ? ACL_EVENT_RECORDED_STATUS_COMPLETE : ACL_EVENT_RECORDED_STATUS_NOT_READY;
    return ACL_SUCCESS;
}

// A wait has passed when it was submitted.
aclError aclrtQueryEventWaitStatus(aclrtEvent handle, aclrtEventWaitStatus* status) {
    if (!find_event(handle)) return no_such_event("aclrtQueryEventWaitStatus");
    if (!status) return fail(ACL_ERROR_INVALID_PARAM, "aclrtQueryEventWaitStatus", "null");
    *status = ACL_EVENT_WAIT_STATUS_COMPLETE;
    return ACL_SUCCESS;
}

aclError aclrtQueryEvent(aclrtEvent handle, aclrtEventStatus* status) {
    const auto event = find_event(handle);
    if (!event) return no_such_event("aclrtQueryEvent");
    if (!status) return fail(ACL_ERROR_INVALID_PARAM, "aclrtQueryEvent", "null");
    *status = happened(LANEWISE_FROM, *event) ? ACL_EVENT_STATUS_COMPLETE : ACL_EVENT_STATUS_NOT_READY;
    return ACL_SUCCESS;
}

aclError aclrtEventElapsedTime(float* ms, aclrtEvent start, aclrtEvent end) {
    const auto first = find_event(start), last = find_event(end);
    if (!first || !last) return no_such_event("aclrtEventElapsedTime");
    if (!ms) return fail(ACL_ERROR_INVALID_PARAM, "aclrtEventElapsedTime", "null");
    if (!first->recorded || !last->recorded)
        return fail(ACL_ERROR_RT_PARAM_INVALID, "aclrtEventElapsedTime", "not_recorded");
    *ms = std::chrono::duration<float, std::milli>(last->at - first->at).count();
    return ACL_SUCCESS;
}
