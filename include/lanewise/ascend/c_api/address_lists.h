// Registers that hold addresses of blocks, for transposes of lists.
#pragma once

#include "lanewise/ascend/instructions.h"

enum ub_addr8_t { VA0, VA1, VA2, VA3, VA4, VA5, VA6, VA7 };

namespace lanewise::c {

// Address registers of this core, eight places each. A list of 16 takes a register and the one behind it.
struct AddressLists {
    std::uint64_t places[8][8];
};
inline AddressLists& address_lists() {
    static thread_local AddressLists lists{};
    return lists;
}

template <class T>
LANEWISE_API void to_five_dimensions(ub_addr8_t dst, ub_addr8_t src, const AscendC::TransDataTo5HDParams& params) {
    if (dst > VA6 || src > VA6)
        fault("PARAM-001", {{"op", "asc_transto5hd"}, {"what", "the address register"}, {"value", dst > VA6 ? dst : src},
                            {"need", "VA0 to VA6"}});
    AscendC::TransDataTo5HD<T>(address_lists().places[dst], address_lists().places[src], params);
}

}  // namespace lanewise::c
