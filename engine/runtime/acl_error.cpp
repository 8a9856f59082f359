#include "runtime/acl_error.hpp"

#include "machine/fault.hpp"
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

aclError refuse(const char* id, aclError code, const char* call, const std::string& problem) {
    latest = {code, std::string(call) + ": " + problem + " (error " + std::to_string(code) + ")", false};
    tell_host_error(Fault(id, {{"problem", latest.text}}));
    return code;
}

}  // namespace

aclError fail(aclError code, const char* call, const std::string& problem) { return refuse("HOST-001", code, call, problem); }
aclError fail_memory(aclError code, const char* call, const std::string& problem) { return refuse("HOST-002", code, call, problem); }

}  // namespace lanewise::runtime

using lanewise::runtime::latest;

extern "C" int lw_host_error(int code, const char* call, const char* problem) { return lanewise::runtime::fail(code, call, problem); }

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
