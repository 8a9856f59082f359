// The devices of the machine, and their contexts. There are as many as servers usually have, but one memory behind all of
// them; contexts hold nothing.
#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <stdexcept>

#include "machine/chips.hpp"
#include "runtime/acl_error.hpp"
#include "runtime/device.hpp"
#include "runtime/print.hpp"
#include "runtime/report.hpp"
#include "runtime/runtime.hpp"

namespace lanewise::runtime {

namespace {

const Rules* in_use = nullptr;
std::uint32_t compiled_cores = 0;  // what the program was built with; 0: as many as the chip has

// What the user says instead of the chip; LANEWISE_CORES wins over what the program was built with.
std::uint32_t chosen_cores() {
    const char* said = std::getenv("LANEWISE_CORES");
    const unsigned long cores = said ? std::strtoul(said, nullptr, 10) : 0;
    return cores ? static_cast<std::uint32_t>(cores) : compiled_cores;
}

// Vector cores, or cube cores in the chip's own proportion.
std::uint32_t count_of(std::uint64_t cubes, std::uint64_t vectors, bool cube) {
    const std::uint64_t chosen = chosen_cores();
    if (!chosen) return static_cast<std::uint32_t>(cube ? cubes : vectors);
    return static_cast<std::uint32_t>(cube ? (chosen * cubes + vectors - 1) / std::max<std::uint64_t>(vectors, 1) : chosen);
}

bool initialised = false;
constexpr std::int32_t device_count = 8;
char default_contexts[device_count];
thread_local aclrtContext current_context = nullptr;
std::map<aclrtContext, std::int32_t> contexts = [] {  // with the device of each
    std::map<aclrtContext, std::int32_t> made;
    for (std::int32_t id = 0; id < device_count; ++id) made[&default_contexts[id]] = id;
    return made;
}();
std::mutex devices_lock;

aclError check_device(const char* call, std::int64_t id) {
    if (id >= 0 && id < device_count) return ACL_SUCCESS;
    return fail(ACL_ERROR_RT_INVALID_DEVICEID, call, "no_device", {{"device", id}, {"last", device_count - 1}});
}

// aclInit's file may say how much text one printf of a kernel may write.
void read_settings(const char* path) {
    constexpr const char* key = "\"simd_printf_fifo_size_per_core\"";
    std::ifstream file(path);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const auto at = text.find(key);
    if (at == std::string::npos) return;
    const auto digits = text.find_first_of("0123456789", text.find(':', at));
    if (digits != std::string::npos) set_print_limit(std::strtoull(text.c_str() + digits, nullptr, 10));
}

}  // namespace

const Rules& device() {
    // Before a program has said what it was built for, only memory is asked for, and nothing limits it.
    static const Rules nothing = [] {
        Rules none{};
        none.name = none.timing = none.product = "";
        none.memory_bytes = ~std::uint64_t{0} >> 1;
        return none;
    }();
    return in_use ? *in_use : nothing;
}

std::uint32_t cores_of(const Rules& chip, bool cube) { return count_of(chip.cube_cores, chip.vector_cores, cube); }

}  // namespace lanewise::runtime

using namespace lanewise::runtime;

int lanewise_use_chip(const lw_chip* chip) {
    try {
        in_use = &lanewise::know_chip(*chip);
    } catch (const std::invalid_argument&) {  // the first launch says so
    }
    return 0;
}

int lanewise_use_cores(std::uint32_t count) {
    compiled_cores = count;
    return 0;
}

extern "C" std::uint32_t lw_cores(std::uint32_t cubes, std::uint32_t vectors, bool cube) { return count_of(cubes, vectors, cube); }

aclError aclInit(const char* path) {
    if (initialised) return fail(ACL_ERROR_REPEAT_INITIALIZE, "aclInit", "again");
    initialised = true;
    watch_signals();  // also the host's own crashes have a line
    if (path) read_settings(path);
    return ACL_SUCCESS;
}

aclError aclFinalize() {  // programs may leave aclInit out
    show_printed();
    initialised = false;
    return ACL_SUCCESS;
}

aclError aclrtSetDevice(std::int32_t id) {
    if (const aclError wrong = check_device("aclrtSetDevice", id)) return wrong;
    watch_signals();
    current_context = &default_contexts[id];
    return ACL_SUCCESS;
}

aclError aclrtResetDevice(std::int32_t id) {
    if (const aclError wrong = check_device("aclrtResetDevice", id)) return wrong;
    show_printed();
    current_context = nullptr;
    return ACL_SUCCESS;
}

aclError aclrtResetDeviceForce(std::int32_t id) { return aclrtResetDevice(id); }

aclError aclrtGetDevice(std::int32_t* id) {
    if (!id) return fail(ACL_ERROR_INVALID_PARAM, "aclrtGetDevice", "null");
    if (!current_context)
        return fail(ACL_ERROR_RT_CONTEXT_NULL, "aclrtGetDevice", "device_unset");
    std::lock_guard guard(devices_lock);
    *id = contexts[current_context];
    return ACL_SUCCESS;
}

aclError aclrtGetDeviceCount(std::uint32_t* count) {
    if (!count) return fail(ACL_ERROR_INVALID_PARAM, "aclrtGetDeviceCount", "null");
    *count = device_count;
    return ACL_SUCCESS;
}

aclError aclrtGetDeviceInfo(std::uint32_t id, aclrtDevAttr attribute, std::int64_t* value) {
    if (!value) return fail(ACL_ERROR_INVALID_PARAM, "aclrtGetDeviceInfo", "null");
    if (const aclError wrong = check_device("aclrtGetDeviceInfo", id)) return wrong;
    switch (attribute) {
        case ACL_DEV_ATTR_AICPU_CORE_NUM: *value = 1; break;
        case ACL_DEV_ATTR_AICORE_CORE_NUM:
        case ACL_DEV_ATTR_CUBE_CORE_NUM: *value = cores_of(device(), true); break;
        case ACL_DEV_ATTR_VECTOR_CORE_NUM: *value = cores_of(device(), false); break;
        case ACL_DEV_ATTR_WARP_SIZE: *value = 32; break;
        case ACL_DEV_ATTR_MAX_THREAD_PER_VECTOR_CORE: *value = 2048; break;
        case ACL_DEV_ATTR_LOCAL_MEM_PER_VECTOR_CORE: *value = static_cast<std::int64_t>(device().sizes[static_cast<int>(Space::vector)]); break;
        case ACL_DEV_ATTR_TOTAL_GLOBAL_MEM_SIZE: *value = static_cast<std::int64_t>(device().memory_bytes); break;
        case ACL_DEV_ATTR_L2_CACHE_SIZE: *value = static_cast<std::int64_t>(device().l2_bytes); break;
        default:
            return fail(ACL_ERROR_INVALID_PARAM, "aclrtGetDeviceInfo", "no_attribute", {{"attribute", static_cast<int>(attribute)}});
    }
    return ACL_SUCCESS;
}

aclError aclrtGetRunMode(aclrtRunMode* mode) {
    if (!mode) return fail(ACL_ERROR_INVALID_PARAM, "aclrtGetRunMode", "null");
    *mode = ACL_HOST;
    return ACL_SUCCESS;
}

aclError aclrtGetVersion(std::int32_t* major, std::int32_t* minor, std::int32_t* patch) {
    if (!major || !minor || !patch) return fail(ACL_ERROR_INVALID_PARAM, "aclrtGetVersion", "null_pointer");
    *major = 1;
    *minor = 0;
    *patch = 0;
    return ACL_SUCCESS;
}

// Limits of hardware; a program that hangs here meets those of the command.
aclError aclrtSetOpWaitTimeout(std::uint32_t) { return ACL_SUCCESS; }
aclError aclrtSetOpExecuteTimeOut(std::uint32_t) { return ACL_SUCCESS; }

aclError aclrtDeviceCanAccessPeer(std::int32_t* can, std::int32_t id, std::int32_t peer) {
    if (!can) return fail(ACL_ERROR_INVALID_PARAM, "aclrtDeviceCanAccessPeer", "null");
    if (const aclError wrong = check_device("aclrtDeviceCanAccessPeer", id)) return wrong;
    if (const aclError wrong = check_device("aclrtDeviceCanAccessPeer", peer)) return wrong;
    *can = id != peer;
    return ACL_SUCCESS;
}

const char* aclrtGetSocName() { return device().product; }

aclError aclrtCreateContext(aclrtContext* context, std::int32_t id) {
    if (!context) return fail(ACL_ERROR_INVALID_PARAM, "aclrtCreateContext", "null");
    if (const aclError wrong = check_device("aclrtCreateContext", id)) return wrong;
    std::lock_guard guard(devices_lock);
    *context = current_context = new char;
    contexts[*context] = id;
    return ACL_SUCCESS;
}

aclError aclrtDestroyContext(aclrtContext context) {
    std::lock_guard guard(devices_lock);
    const char* const own = static_cast<char*>(context);
    if ((own >= default_contexts && own < default_contexts + device_count) || !contexts.erase(context))
        return fail(ACL_ERROR_RT_CONTEXT_NULL, "aclrtDestroyContext", "context_not_created");
    show_printed();
    if (current_context == context) current_context = nullptr;
    delete static_cast<char*>(context);
    return ACL_SUCCESS;
}

aclError aclrtSetCurrentContext(aclrtContext context) {
    std::lock_guard guard(devices_lock);
    if (!contexts.count(context))
        return fail(ACL_ERROR_RT_CONTEXT_NULL, "aclrtSetCurrentContext", "no_context");
    current_context = context;
    return ACL_SUCCESS;
}

aclError aclrtGetCurrentContext(aclrtContext* context) {
    if (!context) return fail(ACL_ERROR_INVALID_PARAM, "aclrtGetCurrentContext", "null");
    if (!current_context)
        return fail(ACL_ERROR_RT_CONTEXT_NULL, "aclrtGetCurrentContext", "context_unset");
    *context = current_context;
    return ACL_SUCCESS;
}
