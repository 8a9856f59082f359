// The vendor's system log, which log headers of repositories stand on: errors are kept like those of OP_LOGE.
#pragma once

#include "lanewise/operator/log.h"

enum { DLOG_NULL = 4, DLOG_EVENT = 16 };
enum { GE = 45, OP = 63, ASCENDCKERNEL = 71 };

#ifndef dlog_error
#define dlog_error(module, ...) ::lanewise::op::error(__FILE__, __LINE__, module, __VA_ARGS__)
#define dlog_warn(module, ...) static_cast<void>(0)
#define dlog_info(module, ...) static_cast<void>(0)
#define dlog_debug(module, ...) static_cast<void>(0)
#define dlog_event(module, ...) static_cast<void>(0)
#define DlogRecord(module, level, ...) ((level) == DLOG_ERROR ? ::lanewise::op::error(__FILE__, __LINE__, module, __VA_ARGS__) : static_cast<void>(0))
#define DlogSub(module, submodule, level, ...) DlogRecord(module, level, __VA_ARGS__)
#define REPORT_INNER_ERROR(code, ...) ::lanewise::op::error(__FILE__, __LINE__, code, __VA_ARGS__)
#define REPORT_CALL_ERROR(code, ...) ::lanewise::op::error(__FILE__, __LINE__, code, __VA_ARGS__)
#define REPORT_INPUT_ERROR(...) static_cast<void>(0)
#define REPORT_PREDEFINED_ERR_MSG(...) static_cast<void>(0)
#endif
