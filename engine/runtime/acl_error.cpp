#include "runtime/acl_error.hpp"

#include <cstdio>

namespace lanewise::runtime {

namespace {

struct Latest {
    aclError code = ACL_SUCCESS;
    std::string text;
    bool told = true;  // aclGetRecentErrMsg gives each text once
};
thread_local Latest latest;

}  // namespace

aclError fail(aclError code, const char* call, const std::string& problem) {
    latest = {code, std::string(call) + ": " + problem + " (error " + std::to_string(code) + ")", false};
    std::fflush(stdout);
    std::fprintf(stderr, "lanewise: %s\n", latest.text.c_str());
    return code;
}

}  // namespace lanewise::runtime

using lanewise::runtime::latest;

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
