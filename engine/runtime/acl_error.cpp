#include "runtime/acl_error.hpp"

#include "lanewise/shared/abi.h"
#include "runtime/report.hpp"

namespace lanewise::runtime {

namespace {

struct Latest {
    aclError code = ACL_SUCCESS;
    std::string text;
    bool told = true;  // aclGetRecentErrMsg gives each text once
};
thread_local Latest latest;

}  // namespace

namespace {

// Of fields as the engine has them, or as headers hand them over.
template <class Given>
Fault fault_of(const char* id, const char* which, const Given* fields, std::size_t count) {
    Fault fault(id, {{"case", which}});
    for (std::size_t i = 0; i < count; ++i) {
        const auto& [name, value] = fields[i];
        fault.fields.emplace_back(name, FieldValue(value).text);
    }
    return fault;
}

aclError refuse(Fault fault, aclError code, const char* call) {
    fault.fields.emplace_back("call", call);
    fault.fields.emplace_back("code", std::to_string(code));
    latest = {code, fault.message(), false};
    tell_host_error(fault);
    return code;
}

}  // namespace

aclError fail(aclError code, const char* call, const char* which, Fields fields) {
    return refuse(fault_of("HOST-001", which, fields.begin(), fields.size()), code, call);
}
aclError fail_memory(aclError code, const char* call, const char* which, Fields fields) {
    return refuse(fault_of("HOST-002", which, fields.begin(), fields.size()), code, call);
}

}  // namespace lanewise::runtime

using lanewise::runtime::latest;

extern "C" int lw_host_error(int code, const char* call, const char* which, const lw_field* fields, int count) {
    using namespace lanewise::runtime;
    return refuse(fault_of("HOST-001", which, fields, static_cast<std::size_t>(count)), code, call);
}

const char* aclGetRecentErrMsg() {
    if (latest.told) return nullptr;
    latest.told = true;
    return latest.text.c_str();
}

aclError aclrtPeekAtLastError(aclrtLastErrLevel) { return latest.code; }

aclError aclrtGetLastError(aclrtLastErrLevel) {
    const aclError code = latest.code;
    latest.code = ACL_SUCCESS;
    return code;
}
