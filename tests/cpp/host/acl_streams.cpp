// Devices, contexts, streams, events and halves.
#include "acl/acl.h"

#include "check.h"

int main()
{
    CHECK(aclrtSetDevice(0) == ACL_SUCCESS);  // aclInit may be left out
    CHECK(aclrtSetDevice(9) == ACL_ERROR_RT_INVALID_DEVICEID);
    int32_t id = -1;
    uint32_t devices = 0;
    int64_t cores = 0, bytes = 0;
    CHECK(aclrtGetDevice(&id) == ACL_SUCCESS && id == 0);
    CHECK(aclrtGetDeviceCount(&devices) == ACL_SUCCESS && devices == 8);
    CHECK(aclrtGetDeviceInfo(0, ACL_DEV_ATTR_VECTOR_CORE_NUM, &cores) == ACL_SUCCESS);
    CHECK(aclrtGetDeviceInfo(0, ACL_DEV_ATTR_LOCAL_MEM_PER_VECTOR_CORE, &bytes) == ACL_SUCCESS);
    CHECK(aclrtGetDeviceInfo(0, static_cast<aclrtDevAttr>(77), &bytes) == ACL_ERROR_INVALID_PARAM);
    CHECK(aclrtGetDeviceInfo(13, ACL_DEV_ATTR_VECTOR_CORE_NUM, &bytes) == ACL_ERROR_RT_INVALID_DEVICEID);
    std::printf("%s: %d vector cores, %d KB each\n", aclrtGetSocName(), static_cast<int>(cores),
                static_cast<int>(bytes / 1024));
    aclrtRunMode mode = ACL_DEVICE;
    CHECK(aclrtGetRunMode(&mode) == ACL_SUCCESS && mode == ACL_HOST);

    aclrtContext first = nullptr, second = nullptr, now = nullptr;
    CHECK(aclrtGetCurrentContext(&first) == ACL_SUCCESS && first != nullptr);
    CHECK(aclrtCreateContext(&second, 0) == ACL_SUCCESS && second != first);
    CHECK(aclrtGetCurrentContext(&now) == ACL_SUCCESS && now == second);
    CHECK(aclrtSetCurrentContext(first) == ACL_SUCCESS);
    CHECK(aclrtGetCurrentContext(&now) == ACL_SUCCESS && now == first);
    CHECK(aclrtDestroyContext(second) == ACL_SUCCESS);
    CHECK(aclrtSetCurrentContext(second) == ACL_ERROR_RT_CONTEXT_NULL);

    aclrtStream stream = nullptr, other = nullptr;
    CHECK(aclrtCreateStream(&stream) == ACL_SUCCESS);
    CHECK(aclrtCreateStreamWithConfig(&other, 0, ACL_STREAM_FAST_LAUNCH) == ACL_SUCCESS);
    CHECK(stream && other && stream != other);
    aclrtStreamStatus ready = ACL_STREAM_STATUS_NOT_READY;
    CHECK(aclrtStreamQuery(stream, &ready) == ACL_SUCCESS && ready == ACL_STREAM_STATUS_COMPLETE);

    aclrtEvent start = nullptr, end = nullptr;
    aclrtEventRecordedStatus recorded = ACL_EVENT_RECORDED_STATUS_COMPLETE;
    float ms = -1;
    CHECK(aclrtCreateEvent(&start) == ACL_SUCCESS);
    CHECK(aclrtCreateEventExWithFlag(&end, ACL_EVENT_TIME_LINE) == ACL_SUCCESS);
    CHECK(aclrtQueryEventStatus(start, &recorded) == ACL_SUCCESS && recorded == ACL_EVENT_RECORDED_STATUS_NOT_READY);
    CHECK(aclrtStreamWaitEvent(other, start) == ACL_SUCCESS);  // never recorded: everybody passes
    CHECK(aclrtEventElapsedTime(&ms, start, end) != ACL_SUCCESS);
    void* buffer = nullptr;
    char data[64] = "in the order of the stream";
    CHECK(aclrtMalloc(&buffer, 64, ACL_MEM_MALLOC_HUGE_FIRST) == ACL_SUCCESS);
    CHECK(aclrtRecordEvent(start, stream) == ACL_SUCCESS);
    CHECK(aclrtMemsetAsync(buffer, 64, 0, 64, stream) == ACL_SUCCESS);
    CHECK(aclrtMemcpyAsync(buffer, 64, data, 26, ACL_MEMCPY_HOST_TO_DEVICE, stream) == ACL_SUCCESS);
    CHECK(aclrtRecordEvent(end, stream) == ACL_SUCCESS);
    CHECK(aclrtQueryEventStatus(end, &recorded) == ACL_SUCCESS && recorded == ACL_EVENT_RECORDED_STATUS_COMPLETE);
    CHECK(aclrtSynchronizeEvent(end) == ACL_SUCCESS && aclrtSynchronizeStream(stream) == ACL_SUCCESS);
    CHECK(aclrtEventElapsedTime(&ms, start, end) == ACL_SUCCESS && ms >= 0 && ms < 10000);
    float minus = 1;
    CHECK(aclrtEventElapsedTime(&minus, end, start) == ACL_SUCCESS && minus == -ms);
    aclrtEventWaitStatus waited = ACL_EVENT_WAIT_STATUS_NOT_READY;
    CHECK(aclrtQueryEventWaitStatus(end, &waited) == ACL_SUCCESS && waited == ACL_EVENT_WAIT_STATUS_COMPLETE);

    // Functions of the host in the order of the stream.
    std::string order;
    const auto note = [](void* text) { *static_cast<std::string*>(text) += "c"; };
    CHECK(aclrtSubscribeReport(1, stream) == ACL_SUCCESS);
    CHECK(aclrtLaunchCallback(note, &order, ACL_CALLBACK_BLOCK, stream) == ACL_SUCCESS);
    CHECK(aclrtLaunchHostFunc(stream, note, &order) == ACL_SUCCESS && aclrtProcessReport(1000) == ACL_SUCCESS);
    CHECK(aclrtSynchronizeStream(stream) == ACL_SUCCESS && order == "cc");
    CHECK(aclrtUnSubscribeReport(1, stream) == ACL_SUCCESS);
    CHECK(aclrtLaunchCallback(nullptr, &order, ACL_CALLBACK_BLOCK, stream) == ACL_ERROR_INVALID_PARAM);
    int32_t one = 0, two = 0;
    CHECK(aclrtStreamGetId(stream, &one) == ACL_SUCCESS && aclrtStreamGetId(other, &two) == ACL_SUCCESS && one != two);
    CHECK(aclDataTypeSize(ACL_FLOAT16) == 2 && aclDataTypeSize(ACL_DOUBLE) == 8 && aclDataTypeSize(ACL_STRING) == 0);
    ACL_APP_LOG(ACL_INFO, "not shown");
    ACL_APP_LOG(ACL_ERROR, "shown %d", 5);
    char back[64] = "";
    CHECK(aclrtMemcpy(back, 64, buffer, 64, ACL_MEMCPY_DEVICE_TO_HOST) == ACL_SUCCESS && std::string(back) == data);
    CHECK(aclrtFree(buffer) == ACL_SUCCESS);
    CHECK(aclrtDestroyEvent(start) == ACL_SUCCESS && aclrtRecordEvent(start, stream) != ACL_SUCCESS);
    CHECK(aclrtDestroyEvent(end) == ACL_SUCCESS);

    CHECK(aclrtSynchronizeStream(nullptr) == ACL_SUCCESS && aclrtSynchronizeDevice() == ACL_SUCCESS);
    CHECK(aclrtDestroyStream(stream) == ACL_SUCCESS && aclrtDestroyStream(other) == ACL_SUCCESS);
    CHECK(aclrtSynchronizeStream(stream) == ACL_ERROR_RT_STREAM_CONTEXT);
    CHECK(aclrtMemsetAsync(back, 64, 0, 64, stream) == ACL_ERROR_RT_STREAM_CONTEXT);
    CHECK(aclrtDestroyStream(stream) != ACL_SUCCESS);

    // Every half, by its definition; then what lies between neighbours.
    for (int bits = 0; bits < 0x10000; ++bits) {
        const int power = bits >> 10 & 31, fraction = bits & 1023;
        const float value = aclFloat16ToFloat(static_cast<aclFloat16>(bits));
        if (power == 31) {
            CHECK(fraction ? std::isnan(value) : std::isinf(value) && (value < 0) == (bits >> 15));
            continue;
        }
        const double exact = std::ldexp(power ? 1024 + fraction : fraction, (power ? power : 1) - 25);
        CHECK(value == (bits >> 15 ? -exact : exact));
        CHECK(aclFloatToFloat16(value) == bits);
        if (!power || power == 30) continue;
        const float middle = static_cast<float>((exact + std::ldexp(1024 + fraction + 1, power - 25)) / 2);
        CHECK(aclFloatToFloat16(middle) == ((bits & 0x7FFF) + (bits & 1)));  // ties go to even
    }
    CHECK(aclFloatToFloat16(65520.0f) == 0x7C00 && aclFloatToFloat16(65519.0f) == 0x7BFF &&
          aclFloatToFloat16(-1e30f) == 0xFC00);
    CHECK((aclFloatToFloat16(NAN) & 0x7C00) == 0x7C00 && (aclFloatToFloat16(NAN) & 0x3FF) != 0);

    CHECK(aclrtResetDevice(0) == ACL_SUCCESS);
    CHECK(aclrtGetDevice(&id) == ACL_ERROR_RT_CONTEXT_NULL);
    return wrong;
}
