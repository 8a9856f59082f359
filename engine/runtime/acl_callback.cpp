// Host functions as tasks of a stream. Like every task they run when they are submitted, so nobody has to wait for reports.
#include <chrono>
#include <thread>

#include "runtime/acl_error.hpp"
#include "runtime/acl_stream.hpp"
#include "runtime/host.hpp"
#include "runtime/runtime.hpp"

using namespace lanewise;
using namespace lanewise::runtime;

namespace {

aclError call_on(const void* from, const char* call, aclrtStream stream, void (*function)(void*), void* data) {
    if (!function) return fail(ACL_ERROR_INVALID_PARAM, call, "null_function");
    if (const aclError wrong = check_stream(call, stream)) return wrong;
    submit(stream, call, [=, number = find_stream(stream)->number] {
        note_host(from, Opcode::host_call_, number);
        function(data);
    });
    return ACL_SUCCESS;
}

}  // namespace

aclError aclrtLaunchCallback(aclrtCallback function, void* data, aclrtCallbackBlockType, aclrtStream stream) {
    return call_on(LANEWISE_FROM, "aclrtLaunchCallback", stream, function, data);
}

aclError aclrtLaunchHostFunc(aclrtStream stream, aclrtHostFunc function, void* data) {
    return call_on(LANEWISE_FROM, "aclrtLaunchHostFunc", stream, function, data);
}

aclError aclrtSubscribeReport(std::uint64_t, aclrtStream stream) { return check_stream("aclrtSubscribeReport", stream); }
aclError aclrtUnSubscribeReport(std::uint64_t, aclrtStream stream) {
    return check_stream("aclrtUnSubscribeReport", stream);
}

// Programs call this in a loop of a thread of its own: let the others work meanwhile.
aclError aclrtProcessReport(std::int32_t) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return ACL_SUCCESS;
}
