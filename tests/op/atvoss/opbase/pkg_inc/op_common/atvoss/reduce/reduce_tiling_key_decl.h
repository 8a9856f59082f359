#pragma once
#include "ascendc/host_api/tiling/template_argument.h"

// Operators put these into declarations of their own.
#define REDUCE_TPL_PARAM bool IsContiguous, bool IsGroup, uint32_t Pattern, uint32_t LoopARCount, uint32_t LoopInnerARCount
#define REDUCE_TPL_VALUE IsContiguous, IsGroup, Pattern, LoopARCount, LoopInnerARCount
#define REDUCE_PATTERN_ALL 5
#define REDUCE_PATTERN_AR 30
#define REDUCE_TPL_KEY_DECL()                                                                                          \
    ASCENDC_TPL_BOOL_DECL(IsContiguous, 0, 1), ASCENDC_TPL_BOOL_DECL(IsGroup, 0, 1),                                   \
        ASCENDC_TPL_UINT_DECL(Pattern, ASCENDC_TPL_8_BW, ASCENDC_TPL_UI_LIST, REDUCE_PATTERN_ALL, REDUCE_PATTERN_AR),  \
        ASCENDC_TPL_UINT_DECL(LoopARCount, ASCENDC_TPL_8_BW, ASCENDC_TPL_UI_RANGE, 1, 0, 9),                           \
        ASCENDC_TPL_UINT_DECL(LoopInnerARCount, ASCENDC_TPL_8_BW, ASCENDC_TPL_UI_MIX, 1, 0, 3, 20)
#define REDUCE_TPL_KEY_SEL_AR()                                                                                        \
    ASCENDC_TPL_BOOL_SEL(IsContiguous, 1), ASCENDC_TPL_BOOL_SEL(IsGroup, 0),                                           \
        ASCENDC_TPL_UINT_SEL(Pattern, ASCENDC_TPL_UI_LIST, REDUCE_PATTERN_AR),                                         \
        ASCENDC_TPL_UINT_SEL(LoopARCount, ASCENDC_TPL_UI_LIST, 1), ASCENDC_TPL_UINT_SEL(LoopInnerARCount, ASCENDC_TPL_UI_LIST, 20)
#define REDUCE_TPL_KEY_SEL_GROUP()                                                                                     \
    ASCENDC_TPL_BOOL_SEL(IsContiguous, 1), ASCENDC_TPL_BOOL_SEL(IsGroup, 1),                                           \
        ASCENDC_TPL_UINT_SEL(Pattern, ASCENDC_TPL_UI_LIST, REDUCE_PATTERN_ALL),                                        \
        ASCENDC_TPL_UINT_SEL(LoopARCount, ASCENDC_TPL_UI_LIST, 2), ASCENDC_TPL_UINT_SEL(LoopInnerARCount, ASCENDC_TPL_UI_LIST, 0)
