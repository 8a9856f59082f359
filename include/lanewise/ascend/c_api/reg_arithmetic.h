// Functions on registers alone, as their records have them.
#pragma once

#include "lanewise/ascend/c_api/reg_types.h"
#include "lanewise/ascend/reg/calls.h"

#define LANEWISE_C_REG_CONVERT(name, To, From, mode, place, saturating)                                                         \
    LANEWISE_API void asc_##name(lanewise::c::Vector<To>& dst, const lanewise::c::Vector<From>& src, const vector_bool& mask) { \
        lanewise::reg_call(lanewise::Opcode::reg_cast_, 0, dst, src, lanewise::c::mask_for<From>(mask))                         \
            .issue_with(AscendC::RoundMode::mode, place, saturating);                                                           \
    }

#include "lanewise/generated/c_api_registers.inc"
#undef LANEWISE_C_REG_CONVERT
