// CHECK counts what is wrong, and says where.
#pragma once
#include <cstdio>

inline int wrong = 0;
inline void told_wrong(int line, const char* what)
{
    ++wrong;
    std::printf("line %d: %s\n", line, what);
}
#define CHECK(...) ((__VA_ARGS__) ? static_cast<void>(0) : told_wrong(__LINE__, #__VA_ARGS__))
