// Captured graphs: tasks are kept instead of run, and run as often as the program asks. Arguments are those of the
// capture; the memory behind pointers is read anew.
#include <fstream>
#include <map>
#include <mutex>
#include <set>

#include "runtime/acl_error.hpp"
#include "runtime/acl_stream.hpp"
#include "runtime/host.hpp"
#include "runtime/runtime.hpp"
#include "stream/quoted.hpp"

namespace lanewise::runtime {

namespace {

std::mutex captures_lock;
std::map<aclmdlRI, std::shared_ptr<Graph>> graphs;

std::shared_ptr<Graph> find_graph(aclmdlRI handle) {
    std::lock_guard guard(captures_lock);
    const auto found = graphs.find(handle);
    return found == graphs.end() ? nullptr : found->second;
}

aclError no_such_graph(const char* call) {
    return fail(ACL_ERROR_INVALID_PARAM, call, "no_graph");
}

aclmdlRI keep(const std::shared_ptr<Graph>& graph) {
    std::lock_guard guard(captures_lock);
    graphs[graph.get()] = graph;
    return graph.get();
}

// The streams of a capture go on where the one does that it runs in, which waits for them at the end.
void replay(const Graph& graph, std::uint32_t stream, const void* from) {
    constexpr std::uint32_t of_the_graph = 0;  // an event that no program has
    std::set<std::uint32_t> others;
    for (const Task& task : graph.tasks)
        if (task.stream != stream) others.insert(task.stream);
    const auto follow = [&](std::uint32_t first, std::uint32_t second) {
        const std::int64_t since = note_host(from, Opcode::event_record_, of_the_graph, first);
        note_host(from, Opcode::event_wait_, of_the_graph, second, since);
    };
    for (const std::uint32_t other : others) follow(stream, other);
    for (const Task& task : graph.tasks) task.run();
    for (const std::uint32_t other : others) follow(other, stream);
}

}  // namespace

}  // namespace lanewise::runtime

using namespace lanewise::runtime;

aclError aclmdlRICaptureBegin(aclrtStream handle, aclmdlRICaptureMode mode) {
    if (!handle) return fail(ACL_ERROR_INVALID_PARAM, "aclmdlRICaptureBegin", "default_stream");
    if (const aclError wrong = check_stream("aclmdlRICaptureBegin", handle)) return wrong;
    Stream& stream = *find_stream(handle);
    if (stream.capture)
        return fail(ACL_ERROR_RT_PARAM_INVALID, "aclmdlRICaptureBegin", "captured_already");
    stream.capture = std::make_shared<Graph>();
    stream.capture->origin = stream.number;
    stream.capture->mode = mode;
    stream.capture->thread = std::this_thread::get_id();
    return ACL_SUCCESS;
}

aclError aclmdlRICaptureEnd(aclrtStream handle, aclmdlRI* model) {
    if (!model) return fail(ACL_ERROR_INVALID_PARAM, "aclmdlRICaptureEnd", "no_result");
    *model = nullptr;
    if (const aclError wrong = check_stream("aclmdlRICaptureEnd", handle)) return wrong;
    const Stream& stream = *find_stream(handle);
    const std::shared_ptr<Graph> graph = stream.capture;
    if (!graph) return fail(ACL_ERROR_RT_PARAM_INVALID, "aclmdlRICaptureEnd", "not_captured");
    if (graph->origin != stream.number)
        return fail(ACL_ERROR_RT_PARAM_INVALID, "aclmdlRICaptureEnd", "other_origin");
    leave_capture(graph);
    *model = keep(graph);
    return ACL_SUCCESS;
}

aclError aclmdlRICaptureGetInfo(aclrtStream handle, aclmdlRICaptureStatus* status, aclmdlRI* model) {
    if (!status) return fail(ACL_ERROR_INVALID_PARAM, "aclmdlRICaptureGetInfo", "no_result");
    if (const aclError wrong = check_stream("aclmdlRICaptureGetInfo", handle)) return wrong;
    const auto& graph = find_stream(handle)->capture;
    *status = graph ? ACL_MODEL_RI_CAPTURE_STATUS_ACTIVE : ACL_MODEL_RI_CAPTURE_STATUS_NONE;
    if (model) *model = graph ? keep(graph) : nullptr;
    return ACL_SUCCESS;
}

aclError aclmdlRICaptureThreadExchangeMode(aclmdlRICaptureMode* mode) {
    if (!mode) return fail(ACL_ERROR_INVALID_PARAM, "aclmdlRICaptureThreadExchangeMode", "null");
    std::swap(*mode, mode_of_thread());
    return ACL_SUCCESS;
}

aclError aclmdlRIExecuteAsync(aclmdlRI model, aclrtStream stream) {
    const auto graph = find_graph(model);
    if (!graph) return no_such_graph("aclmdlRIExecuteAsync");
    if (graph->open) return fail(ACL_ERROR_RT_PARAM_INVALID, "aclmdlRIExecuteAsync", "capture_open_still");
    if (const aclError wrong = check_stream("aclmdlRIExecuteAsync", stream)) return wrong;
    submit(stream, "aclmdlRIExecuteAsync",
           [graph, number = find_stream(stream)->number, from = LANEWISE_FROM] { replay(*graph, number, from); });
    return ACL_SUCCESS;
}

aclError aclmdlRIExecute(aclmdlRI model, std::int32_t) {
    if (const aclError wrong = aclmdlRIExecuteAsync(model, nullptr)) return wrong;
    return aclrtSynchronizeStream(nullptr);
}

aclError aclmdlRIDestroy(aclmdlRI model) {
    std::lock_guard guard(captures_lock);
    return graphs.erase(model) ? ACL_SUCCESS : no_such_graph("aclmdlRIDestroy");
}

aclError aclmdlRIDebugPrint(aclmdlRI model) {
    const auto graph = find_graph(model);
    if (!graph) return no_such_graph("aclmdlRIDebugPrint");
    for (const Task& task : graph->tasks) std::printf("stream %u: %s\n", task.stream, task.what.c_str());
    return ACL_SUCCESS;
}

aclError aclmdlRIDebugJsonPrint(aclmdlRI model, const char* path, std::uint32_t) {
    const auto graph = find_graph(model);
    if (!graph) return no_such_graph("aclmdlRIDebugJsonPrint");
    if (!path) return fail(ACL_ERROR_INVALID_PARAM, "aclmdlRIDebugJsonPrint", "null_path");
    std::ofstream file(path);
    file << "{\n  \"tasks\": [";
    const char* comma = "\n";
    for (std::size_t i = 0; i < graph->tasks.size(); ++i, comma = ",\n")
        file << comma << "    {\"index\": " << i << ", \"stream\": " << graph->tasks[i].stream
             << ", \"task\": " << lanewise::quoted(graph->tasks[i].what) << "}";
    file << "\n  ]\n}\n";
    if (!file.flush())
        return fail(ACL_ERROR_INVALID_PARAM, "aclmdlRIDebugJsonPrint", "not_written", {{"path", path}});
    return ACL_SUCCESS;
}
