// How calls of the host runtime fail: a code for the program, a line for its author.
#pragma once

#include <initializer_list>
#include <utility>

#include "lanewise/shared/acl.h"
#include "machine/fault.hpp"

namespace lanewise::runtime {

using Fields = std::initializer_list<std::pair<const char*, FieldValue>>;

// Most programs ignore the code, so the reason also goes to stderr, with the line of the call: that case of HOST-001.
aclError fail(aclError code, const char* call, const char* which, Fields fields = {});
// The same where memory would be damaged: HOST-002, an error to the checker.
aclError fail_memory(aclError code, const char* call, const char* which, Fields fields = {});

}  // namespace lanewise::runtime
