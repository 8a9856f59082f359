#include "graph/schedule.hpp"

#include <algorithm>
#include <thread>

#include "graph/settings.hpp"
#include "lanewise/shared/aie/guard.h"

namespace lanewise::graph {

threads::Schedule& schedule() {
    static auto& one = *[] {
        auto* made = new threads::Schedule();
        made->want(std::max(1u, static_cast<unsigned>(number_setting("LANEWISE_GRAPH_THREADS", std::thread::hardware_concurrency()))));
        // Handlers of signals are set once, and not for each call.
        static aie::kernel_call first;
        lw_kernel_enter(&first, 0);
        lw_kernel_swap(nullptr);
        return made;
    }();
    return one;
}

}  // namespace lanewise::graph
