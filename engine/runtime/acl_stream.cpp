// A stream does its tasks when they are submitted: a legal schedule, because later tasks never change earlier ones.
#include "runtime/acl_stream.hpp"

#include <algorithm>
#include <map>
#include <mutex>

#include "runtime/acl_error.hpp"
#include "runtime/host.hpp"
#include "runtime/runtime.hpp"

namespace lanewise::runtime {

namespace {

std::recursive_mutex work;  // one task at a time; a replay is a task that runs others
std::mutex streams_lock;
std::map<aclrtStream, std::unique_ptr<Stream>> streams;
Stream default_stream;
std::uint32_t streams_created = 0;

}  // namespace

Stream* find_stream(aclrtStream handle) {
    if (!handle) return &default_stream;
    std::lock_guard guard(streams_lock);
    const auto found = streams.find(handle);
    return found == streams.end() ? nullptr : found->second.get();
}

aclError check_stream(const char* call, aclrtStream handle) {
    if (find_stream(handle)) return ACL_SUCCESS;
    return fail(ACL_ERROR_RT_STREAM_CONTEXT, call, "no_stream");
}

void leave_capture(const std::shared_ptr<Graph>& graph) {
    std::lock_guard guard(streams_lock);
    graph->open = false;
    if (default_stream.capture == graph) default_stream.capture = nullptr;
    for (auto& [handle, stream] : streams)
        if (stream->capture == graph) stream->capture = nullptr;
}

aclmdlRICaptureMode& mode_of_thread() {
    thread_local aclmdlRICaptureMode mode = ACL_MODEL_RI_CAPTURE_MODE_GLOBAL;
    return mode;
}

aclError refuse_in_capture(const char* call) {
    std::lock_guard guard(streams_lock);
    auto forbids = [](const Stream& stream) {
        if (!stream.capture) return false;
        const auto mode = std::max(stream.capture->mode, mode_of_thread());
        if (mode == ACL_MODEL_RI_CAPTURE_MODE_RELAXED) return false;
        return mode == ACL_MODEL_RI_CAPTURE_MODE_GLOBAL || stream.capture->thread == std::this_thread::get_id();
    };
    bool refused = forbids(default_stream);
    for (const auto& [handle, stream] : streams) refused |= forbids(*stream);
    if (!refused) return ACL_SUCCESS;
    return fail(ACL_ERROR_RT_PARAM_INVALID, call, "capture_open");
}

void submit(void* handle, const std::string& what, std::function<void()> task) {
    Stream* stream = find_stream(handle);
    if (!stream) stop(Fault("KERNEL-002", {{"case", "no_stream"}, {"what", what}}));
    if (stream->capture) {
        stream->capture->tasks.push_back({what, stream->number, std::move(task)});
        return;
    }
    std::lock_guard guard(work);
    task();
}

namespace {

aclError synchronise(const void* from, const char* call, aclrtStream handle) {
    if (const aclError wrong = check_stream(call, handle)) return wrong;
    if (find_stream(handle)->capture)
        return fail(ACL_ERROR_RT_PARAM_INVALID, call, "captured");
    note_host(from, Opcode::stream_synchronize_, find_stream(handle)->number);
    show_printed();
    return ACL_SUCCESS;
}

}  // namespace

}  // namespace lanewise::runtime

using namespace lanewise;
using namespace lanewise::runtime;

namespace {

aclError create(const void* from, aclrtStream* stream) {
    if (!stream) return fail(ACL_ERROR_INVALID_PARAM, "aclrtCreateStream", "null");
    auto made = std::make_unique<Stream>();
    std::lock_guard guard(streams_lock);
    made->number = ++streams_created;
    note_host(from, Opcode::stream_create_, made->number);
    *stream = made.get();
    streams[*stream] = std::move(made);
    return ACL_SUCCESS;
}

aclError destroy(const void* from, aclrtStream stream) {
    if (!stream) return fail(ACL_ERROR_INVALID_PARAM, "aclrtDestroyStream", "null_stream");
    if (const aclError wrong = check_stream("aclrtDestroyStream", stream)) return wrong;
    note_host(from, Opcode::stream_destroy_, find_stream(stream)->number);
    show_printed();
    std::lock_guard guard(streams_lock);
    streams.erase(stream);
    return ACL_SUCCESS;
}

aclError synchronise_all(const void* from) {
    if (const aclError wrong = refuse_in_capture("aclrtSynchronizeDevice")) return wrong;
    note_host(from, Opcode::stream_synchronize_, host_waits);
    show_printed();
    return ACL_SUCCESS;
}

}  // namespace

aclError aclrtCreateStream(aclrtStream* stream) { return create(LANEWISE_FROM, stream); }
aclError aclrtCreateStreamWithConfig(aclrtStream* stream, std::uint32_t, std::uint32_t) { return create(LANEWISE_FROM, stream); }
aclError aclrtDestroyStream(aclrtStream stream) { return destroy(LANEWISE_FROM, stream); }
aclError aclrtDestroyStreamForce(aclrtStream stream) { return destroy(LANEWISE_FROM, stream); }

aclError aclrtSynchronizeStream(aclrtStream stream) { return synchronise(LANEWISE_FROM, "aclrtSynchronizeStream", stream); }
aclError aclrtSynchronizeStreamWithTimeout(aclrtStream stream, std::int32_t) {
    return synchronise(LANEWISE_FROM, "aclrtSynchronizeStreamWithTimeout", stream);
}

aclError aclrtSynchronizeDevice() { return synchronise_all(LANEWISE_FROM); }
aclError aclrtSynchronizeDeviceWithTimeout(std::int32_t) { return synchronise_all(LANEWISE_FROM); }

aclError aclrtStreamAbort(aclrtStream stream) { return check_stream("aclrtStreamAbort", stream); }  // nothing is left to stop
aclError aclrtSetStreamFailureMode(aclrtStream stream, std::uint64_t) {
    return check_stream("aclrtSetStreamFailureMode", stream);
}

aclError aclrtStreamGetId(aclrtStream stream, std::int32_t* id) {
    if (!id) return fail(ACL_ERROR_INVALID_PARAM, "aclrtStreamGetId", "null");
    if (const aclError wrong = check_stream("aclrtStreamGetId", stream)) return wrong;
    *id = static_cast<std::int32_t>(find_stream(stream)->number);
    return ACL_SUCCESS;
}

aclError aclrtStreamQuery(aclrtStream stream, aclrtStreamStatus* status) {
    if (!status) return fail(ACL_ERROR_INVALID_PARAM, "aclrtStreamQuery", "null");
    if (const aclError wrong = check_stream("aclrtStreamQuery", stream)) return wrong;
    const bool idle = !find_stream(stream)->capture;
    *status = idle ? ACL_STREAM_STATUS_COMPLETE : ACL_STREAM_STATUS_NOT_READY;
    if (idle) note_host(LANEWISE_FROM, Opcode::stream_synchronize_, find_stream(stream)->number);  // who finds it idle knows as much
    return ACL_SUCCESS;
}
