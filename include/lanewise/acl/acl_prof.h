/* Profiling of the host runtime: calls are taken and measure nothing here. `lanewise run --time` says how long kernels take. */
#ifndef LANEWISE_ACL_PROF_H
#define LANEWISE_ACL_PROF_H

#include "lanewise/shared/acl.h"

#define ACL_PROF_ACL_API 0x0001ULL
#define ACL_PROF_TASK_TIME 0x0002ULL
#define ACL_PROF_AICORE_METRICS 0x0004ULL
#define ACL_PROF_AICPU 0x0008ULL
#define ACL_PROF_L2CACHE 0x0010ULL
#define ACL_PROF_HCCL_TRACE 0x0020ULL
#define ACL_PROF_TRAINING_TRACE 0x0040ULL
#define ACL_PROF_MSPROFTX 0x0080ULL
#define ACL_PROF_RUNTIME_API 0x0100ULL

typedef enum {
    ACL_AICORE_ARITHMETIC_UTILIZATION = 0,
    ACL_AICORE_PIPE_UTILIZATION = 1,
    ACL_AICORE_MEMORY_BANDWIDTH = 2,
    ACL_AICORE_L0B_AND_WIDTH = 3,
    ACL_AICORE_RESOURCE_CONFLICT_RATIO = 4,
    ACL_AICORE_MEMORY_UB = 5,
    ACL_AICORE_L2_CACHE = 6,
    ACL_AICORE_NONE = 0xFF
} aclprofAicoreMetrics;

typedef struct aclprofConfig aclprofConfig;
typedef struct aclprofAicoreEvents aclprofAicoreEvents;

static inline aclError aclprofInit(const char* path, size_t length) { return path && length ? ACL_SUCCESS : ACL_ERROR_INVALID_PARAM; }
static inline aclError aclprofFinalize(void) { return ACL_SUCCESS; }
static inline aclprofConfig* aclprofCreateConfig(uint32_t* devices, uint32_t count, aclprofAicoreMetrics metrics,
                                                 const aclprofAicoreEvents* events, uint64_t what) {
    static char only;
    (void)devices, (void)count, (void)metrics, (void)events, (void)what;
    return (aclprofConfig*)&only;
}
static inline aclError aclprofDestroyConfig(const aclprofConfig* config) { return config ? ACL_SUCCESS : ACL_ERROR_INVALID_PARAM; }
static inline aclError aclprofStart(const aclprofConfig* config) { return config ? ACL_SUCCESS : ACL_ERROR_INVALID_PARAM; }
static inline aclError aclprofStop(const aclprofConfig* config) { return config ? ACL_SUCCESS : ACL_ERROR_INVALID_PARAM; }

#endif
