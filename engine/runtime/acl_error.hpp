// How calls of the host runtime fail: a code for the program, a line for its author.
#pragma once

#include <string>

#include "lanewise/shared/acl.h"

namespace lanewise::runtime {

// Most programs ignore the code, so the reason also goes to stderr, with the line of the call: HOST-001.
aclError fail(aclError code, const char* call, const std::string& problem);
// The same where memory would be damaged: HOST-002, an error to the checker.
aclError fail_memory(aclError code, const char* call, const std::string& problem);

}  // namespace lanewise::runtime
