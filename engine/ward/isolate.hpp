// For code one does not trust: no network, no rights, writes only below some folders. Linux' Landlock and seccomp hold it.
#pragma once

#include <string>
#include <vector>

// This process and what it starts, for good. Empty, or why it cannot be.
std::string isolate(const std::vector<std::string>& writable);
