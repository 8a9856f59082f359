// How calls of the host runtime fail: a code for the program, a line for its author.
#pragma once

#include <string>

#include "acl/acl.h"

namespace lanewise::runtime {

// Most programs ignore the code, so the reason also goes to stderr.
aclError fail(aclError code, const char* call, const std::string& problem);

}  // namespace lanewise::runtime
