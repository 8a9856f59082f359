// Log macros of the repository, on those of the toolkit.
#pragma once
#include <sstream>
#include "log/log.h"

#define OPS_REPORT(name, fmt, ...)                                                                                    \
    do {                                                                                                              \
        D_OP_LOGE(Ops::Base::GetSafeStr(Ops::Base::GetOpInfo(name)), fmt, ##__VA_ARGS__);                             \
        OP_LOGD(name, "reported by thread %lu", Ops::Base::GetTid());                                                 \
    } while (0)
