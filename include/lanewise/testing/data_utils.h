// What tests of kernels read their data with, where neither they nor their repository bring it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <string>

#ifndef INFO_LOG
#define INFO_LOG(format, ...) std::fprintf(stdout, "[INFO]  " format "\n", ##__VA_ARGS__)
#endif
#ifndef WARN_LOG
#define WARN_LOG(format, ...) std::fprintf(stdout, "[WARN]  " format "\n", ##__VA_ARGS__)
#endif
#ifndef ERROR_LOG
#define ERROR_LOG(format, ...) std::fprintf(stderr, "[ERROR]  " format "\n", ##__VA_ARGS__)
#endif

namespace lanewise::op {

// How many bytes a file has: told to who passes a variable.
struct FileSize {
    FileSize(std::size_t& size) : told(&size) {}
    template <class T>
    FileSize(const T&) {}
    std::size_t* told = nullptr;
};

}  // namespace lanewise::op

inline bool ReadFile(const std::string& path, lanewise::op::FileSize size, void* buffer, std::size_t room) {
    std::ifstream file(path, std::ios::binary | std::ios::ate);
    if (!file || !buffer) return ERROR_LOG("%s cannot be read", path.c_str()), false;
    const auto bytes = static_cast<std::size_t>(file.tellg());
    if (!bytes || bytes > room) return ERROR_LOG("%s has %zu bytes; there is room for %zu", path.c_str(), bytes, room), false;
    file.seekg(0);
    file.read(static_cast<char*>(buffer), static_cast<std::streamsize>(bytes));
    if (size.told) *size.told = bytes;
    return static_cast<bool>(file);
}

inline bool WriteFile(const std::string& path, const void* buffer, std::size_t bytes) {
    std::ofstream file(path, std::ios::binary | std::ios::trunc);
    if (!file || !buffer) return ERROR_LOG("%s cannot be written", path.c_str()), false;
    file.write(static_cast<const char*>(buffer), static_cast<std::streamsize>(bytes));
    return static_cast<bool>(file);
}

template <class T>
void PrintData(const T* data, std::size_t count, std::size_t elementsPerRow = 16) {
    for (std::size_t i = 0; i < count; ++i) std::cout << +data[i] << ((i + 1) % elementsPerRow && i + 1 < count ? ' ' : '\n');
}
