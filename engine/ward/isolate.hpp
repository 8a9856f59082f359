// For code one does not trust: no network, no rights, no other processes, writes only below some folders, and no secrets. Linux'
// Landlock and seccomp hold it.
#pragma once

#include <string>
#include <vector>

struct Isolation {
    std::vector<std::string> writable;  // folders
    std::vector<std::string> hidden;    // files and folders whose contents cannot be read
    std::vector<std::string> readable;  // what can be read though it is hidden
};

// The calls and rights alone: whoever started us holds the files.
std::string confine();
// This process and what it starts, for good. Empty, or why it cannot be.
std::string isolate(const Isolation& wanted);

// 0 or less: the kernel has none.
long landlock_version();
